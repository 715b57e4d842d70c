// Home: make a room, or join one.
import { ownName, roomCode } from "./kept.js";
import { keypadNames } from "./texts.js";

const element = (id) => document.getElementById(id);

export function showHome(keypads) {
    const name = element("own-name");
    name.value = ownName.read() ?? "";
    name.onchange = () => ownName.write(name.value.trim());

    element("join").onsubmit = (event) => {
        event.preventDefault();
        location.assign(address(element("code").value));
    };

    offerKeypads(element("make"), keypads, (kind) => {
        const chosen = element("new-name").value;
        location.assign(`${address(chosen.trim() ? chosen : roomCode())}?make=${kind}`);
    });
    element("home").hidden = false;
}

/** Fills a form with the keypads there are, and says which one was chosen when it is sent. */
export function offerKeypads(form, keypads, choose) {
    const choices = keypads.map(({ name }, index) => {
        const label = document.createElement("label");
        const choice = document.createElement("input");
        Object.assign(choice, { type: "radio", name: "keypad", value: name, checked: index === 0 });
        label.append(choice, keypadNames[name] ?? name);
        return label;
    });
    form.querySelector(".keypads").replaceChildren(...choices);
    form.onsubmit = (event) => {
        event.preventDefault();
        choose(new FormData(form).get("keypad"));
    };
}

/** Blanks become the hyphens that a room's name has in their place. */
const address = (room) =>
    `/rooms/${encodeURIComponent(room.trim().replaceAll(/\s+/g, "-"))}`;
