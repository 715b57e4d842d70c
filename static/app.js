// The page: home at /, a room at /rooms/{name}. All that is decided about a calculator, a room or a
// connection is decided by the WebAssembly module; these files draw, listen and keep. The keypads come
// by themselves, so that they are drawn while the module is still on its way.
import { element } from "./elements.js";
import { showHome } from "./home.js";
import { loadReplica } from "./replica.js";
import { openRoom } from "./room.js";
import { applyTheme } from "./sheets.js";
import { fillTexts, texts } from "./texts.js";

const rooms = "/rooms/";

applyTheme();
fillTexts();
try {
    const isRoom = location.pathname.startsWith(rooms);
    const replica = isRoom && loadReplica();
    const layouts = await (await fetch("/keypads.json")).json();
    if (isRoom) {
        const room = decodeURIComponent(location.pathname.slice(rooms.length));
        const enter = openRoom(room, layouts);
        enter(await replica);
    } else {
        showHome(layouts.keypads);
    }
} catch (error) {
    element("trouble").textContent = texts.broken;
    element("trouble").hidden = false;
    throw error;
}
