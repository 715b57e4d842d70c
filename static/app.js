// The page: home at /, a room at /rooms/{name}. What is decided is decided by the WebAssembly module;
// these files draw, listen and keep.
import { element, make } from "./elements.js";
import { ownName, roomCode, visitedRooms } from "./kept.js";
import { listenToMaking } from "./keypad.js";
import { loadReplica } from "./link.js";
import { openRoom } from "./room.js";
import { applyTheme, offerLanguages } from "./sheets.js";
import { fillTexts, nameOfKeypad, texts } from "./texts.js";

const rooms = "/rooms/";

applyTheme();
fillTexts();
offerLanguages();
try {
    const isRoom = location.pathname.startsWith(rooms);
    const replica = isRoom && loadReplica();
    const layouts = await (await fetch("/keypads.json")).json();
    if (isRoom) {
        const room = decodeURIComponent(location.pathname.slice(rooms.length));
        const enter = openRoom(room, layouts);
        await enter(await replica);
    } else {
        showHome(layouts.keypads);
    }
} catch (error) {
    element("trouble").textContent = texts.broken;
    element("trouble").hidden = false;
    throw error;
}

function showHome(layouts) {
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

function visitedRoom({ room, keypad }) {
    const words = [make("b", {}, room), make("small", {}, nameOfKeypad(keypad))];
    return make("li", {}, make("a", { href: address(room) }, ...words));
}

/** Blanks become the hyphens that a room's name has in their place. */
function address(room) {
    return rooms + encodeURIComponent(room.trim().replaceAll(/\s+/g, "-"));
}
