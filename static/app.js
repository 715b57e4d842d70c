// The page: home at /, a room at /rooms/{name}. What is decided is decided by the WebAssembly module;
// these files draw, listen and keep.
import { element } from "./elements.js";
import { keepPage, part } from "./kept.js";
import { loadReplica } from "./link.js";
import { openRoom } from "./room.js";
import { applyTheme, offerLanguages } from "./sheets.js";
import { fillTexts, texts, textsAreThere } from "./texts.js";

const rooms = "/rooms/";

applyTheme();
try {
    const isRoom = location.pathname.startsWith(rooms);
    const coming = isRoom ? loadReplica() : import("./home.js");
    const [answer] = await Promise.all([part("keypads.json"), textsAreThere]);
    const layouts = await answer.json();
    fillTexts();
    offerLanguages();
    if (isRoom) {
        const room = decodeURIComponent(location.pathname.slice(rooms.length));
        const enter = openRoom(room, layouts);
        await enter(await coming);
    } else {
        (await coming).showHome(layouts.keypads);
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
    const place = element("trouble");
    if (text) place.textContent = text;
    place.hidden = false;
    // While a dialog is open nothing else is seen or heard.
    (document.querySelector("dialog[open]") ?? document.body).prepend(place);
}
