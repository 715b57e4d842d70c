// The page: home at /, a room at /rooms/{name}. What is decided is decided by the WebAssembly module;
// these files draw, listen and keep.
import { element, make } from "./elements.js";
import { keepPage, ownName, part, roomCode, visitedRooms } from "./kept.js";
import { loadReplica } from "./link.js";
import { openRoom } from "./room.js";
import { applyTheme, offerLanguages } from "./sheets.js";
import { fillTexts, nameOfKeypad, texts, textsAreThere } from "./texts.js";

const rooms = "/rooms/";

applyTheme();
try {
    const isRoom = location.pathname.startsWith(rooms);
    const replica = isRoom && loadReplica();
    const [answer] = await Promise.all([part("keypads.json"), textsAreThere]);
    const layouts = await answer.json();
    fillTexts();
    offerLanguages();
    if (isRoom) {
        const room = decodeURIComponent(location.pathname.slice(rooms.length));
        const enter = openRoom(room, layouts);
        await enter(await replica);
    } else {
        showHome(layouts.keypads);
    }
    keepPage();
} catch (error) {
    complain();
    throw error;
}
// What is loaded when it is wanted is gone when the server has another version, or the network is away.
addEventListener("unhandledrejection", ({ reason }) => {
    if (/import|module/i.test(reason?.message)) complain(texts.app.partIsMissing);
});

function complain(text = texts?.broken) {
    if (text) element("trouble").textContent = text;
    element("trouble").hidden = false;
}

function showHome(layouts) {
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
    return rooms + encodeURIComponent(room.trim().replaceAll(/\s+/g, "-"));
}
