// The page: home at /, a room at /rooms/{name}. All that is decided about a calculator, a room or a
// connection is decided by the WebAssembly module; these files draw, listen and keep.
import { showHome } from "./home.js";
import { loadReplica } from "./replica.js";
import { enterRoom } from "./room.js";

const rooms = "/rooms/";

try {
    const replica = await loadReplica();
    if (location.pathname.startsWith(rooms)) {
        enterRoom(replica, decodeURIComponent(location.pathname.slice(rooms.length)));
    } else {
        showHome(replica.keypads);
    }
} catch (error) {
    const trouble = document.getElementById("trouble");
    trouble.textContent = "This page could not start. Please load it again.";
    trouble.hidden = false;
    throw error;
}
