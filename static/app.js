// The page: home at /, and a room at /rooms/{name}. The WebAssembly module decides. These files draw, listen
// and store.
import { normalName } from "./home/room-name.js";
import { fetchFile, keepPage } from "./offline/page-files.js";
import { isEmbed } from "./offline/storage.js";
import { applyTheme, offerLanguages, openDialog } from "./page/dialogs.js";
import { element } from "./page/dom.js";
import { name, replica } from "./room/entrance.js";
import { openRoom } from "./room/room.js";
import { decimal } from "./text/numbers.js";
import { fillTexts, texts, textsAreThere } from "./text/texts.js";

applyTheme();
// A ring around the focus is for keyboards. Browsers also draw it when a script moves the focus after a tap.
for (const event of ["pointerdown", "keydown"]) {
    addEventListener(event, () => document.documentElement.toggleAttribute("data-pointer", event === "pointerdown"), true);
}
start();

/** Shows the home page or a room. Scripts that it loads import this one, so it must not be a top-level await. */
async function start() {
    try {
        if (name !== undefined && replica) {
            const { keypads, keyboard } = await load();
            const enter = openRoom(normalName(name), keypads, keyboard);
            await enter(await replica);
        } else {
            const home = import("./home/home.js");
            const { keypads } = await load();
            (await home).showHome(keypads, name);
        }
        if (!isEmbed) keepPage();
    } catch (error) {
        complain(texts.broken);
        throw error;
    }
    // A part that is loaded on demand is missing if the server has another version or the network is down.
    addEventListener("unhandledrejection", ({ reason }) => {
        if (/import|module/i.test(reason?.message)) complain(texts.app.partIsMissing);
    });
}

/**
 * Loads the keypads and fills in the texts.
 * @returns {Promise<Keypads>}
 */
async function load() {
    const [answer] = await Promise.all([fetchFile("keypads.json"), textsAreThere]);
    texts.faces["."] = decimal;
    fillTexts();
    offerLanguages();
    return answer.json();
}

/** @param {string} [text] missing if the texts could not be loaded */
function complain(text) {
    const trouble = element("trouble");
    if (text) trouble.textContent = text;
    trouble.hidden = false;
    // While a dialog is open, everything outside it is hidden from the reader.
    (openDialog() ?? document.body).prepend(trouble);
}
