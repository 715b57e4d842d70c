// Home: make a room, join one, or go back to one.
import { element, make } from "./elements.js";
import { ownName, roomCode, visitedRooms } from "./kept.js";
import { preview } from "./keypad.js";
import { nameOfKeypad } from "./texts.js";

export function showHome(layouts) {
    const name = element("own-name");
    name.value = ownName.read() ?? "";
    name.onchange = () => ownName.write(name.value.trim());

    element("join").onsubmit = (event) => {
        event.preventDefault();
        location.assign(address(element("code").value));
    };
    listenToMaking(element("make"), layouts, (kind) => {
        const chosen = element("new-name").value;
        location.assign(`${address(chosen.trim() ? chosen : roomCode())}?make=${kind}`);
    });
    const visited = visitedRooms();
    element("visited").hidden = visited.length === 0;
    element("visited-rooms").replaceChildren(...visited.map(visitedRoom));
    element("home").hidden = false;
}

/** A form that offers keypads, and says which one was chosen when it is sent. */
export function listenToMaking(form, layouts, choose) {
    offerKeypads(form.querySelector(".choices"), layouts);
    form.onsubmit = (event) => {
        event.preventDefault();
        choose(new FormData(form).get("keypad"));
    };
}

/** Fills a place with the keypads there are, each with a picture of itself; `chosen` is marked. */
export function offerKeypads(place, layouts, chosen = layouts[0].name) {
    place.replaceChildren(...layouts.map((layout) => {
        const { name: value, example } = layout;
        const name = nameOfKeypad(value);
        const choice = make("input", {
            type: "radio", name: "keypad", value, checked: value === chosen, ariaLabel: name,
        });
        const words = make("span", { className: "words" },
            make("b", { textContent: name }), make("small", { textContent: example }));
        return make("label", { className: "choice" }, choice, preview(layout), words);
    }));
}

function visitedRoom({ room, keypad }) {
    const link = make(
        "a", { href: address(room) }, make("b", { textContent: room }),
        make("small", { textContent: nameOfKeypad(keypad) }));
    return make("li", {}, link);
}

/** Blanks become the hyphens that a room's name has in their place. */
const address = (room) =>
    `/rooms/${encodeURIComponent(room.trim().replaceAll(/\s+/g, "-"))}`;
