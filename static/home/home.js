// The home page: join a room, or make one.
import { ownName, visitedRooms } from "../offline/storage.js";
import { element, make } from "../page/dom.js";
import { nameOfKeypad } from "../text/texts.js";

/** @param {Layout[]} layouts */
export function showHome(layouts) {
    const name = element("own-name");
    name.value = ownName.read() ?? "";
    name.onchange = () => ownName.write(name.value.trim());

    element("join").onsubmit = (event) => {
        event.preventDefault();
        location.assign(addressOf(element("code").value));
    };
    // The page does not wait for this, so that a code can be typed at once.
    import("../calculator/keypad-choices.js").then(({ listenToMaking }) => {
        listenToMaking(element("make"), layouts, (kind) => {
            const chosen = element("new-name").value;
            location.assign(`${addressOf(chosen.trim() ? chosen : roomCode())}?make=${kind}`);
        });
        element("make").hidden = false;
    });
    const visited = visitedRooms();
    element("visited").hidden = visited.length === 0;
    element("visited-rooms").replaceChildren(...visited.map(visitedRoom));
    element("home").hidden = false;
}

/** @param {VisitedRoom} visited */
function visitedRoom({ room, keypad }) {
    const words = [make("b", {}, room), make("small", {}, nameOfKeypad(keypad))];
    return make("li", {}, make("a", { href: addressOf(room) }, ...words));
}

/**
 * The address of a room. Hyphens replace blanks because a room's name has none.
 * @param {string} room
 */
export function addressOf(room) {
    return `/rooms/${encodeURIComponent(room.trim().replaceAll(/\s+/g, "-"))}`;
}

/** A random name for a room, without letters and digits that look alike. */
export function roomCode() {
    const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => letters[byte % 32])
        .join("");
}
