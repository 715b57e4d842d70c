// What stands at /: rooms to join, and one to make.
import { element, make } from "./elements.js";
import { ownName, visitedRooms } from "./kept.js";
import { nameOfKeypad } from "./texts.js";

export function showHome(layouts) {
    const name = element("own-name");
    name.value = ownName.read() ?? "";
    name.onchange = () => ownName.write(name.value.trim());

    element("join").onsubmit = (event) => {
        event.preventDefault();
        location.assign(address(element("code").value));
    };
    // Not waited for: a code can be typed meanwhile.
    import("./choices.js").then(({ listenToMaking }) => {
        listenToMaking(element("make"), layouts, (kind) => {
            const chosen = element("new-name").value;
            location.assign(`${address(chosen.trim() ? chosen : roomCode())}?make=${kind}`);
        });
        element("make").hidden = false;
    });
    const visited = visitedRooms();
    element("visited").hidden = visited.length === 0;
    element("visited-rooms").replaceChildren(...visited.map(visitedRoom));
    element("home").hidden = false;
}

function visitedRoom({ room, keypad }) {
    const words = [make("b", {}, room), make("small", {}, nameOfKeypad(keypad))];
    return make("li", {}, make("a", { href: address(room) }, ...words));
}

/** Blanks become the hyphens that a room's name has in their place. */
function address(room) {
    return `/rooms/${encodeURIComponent(room.trim().replaceAll(/\s+/g, "-"))}`;
}

/** A name for a room that was not given one. The letters are those that nobody confuses. */
export function roomCode() {
    const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => letters[byte % 32])
        .join("");
}
