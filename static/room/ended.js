// Replaces a room that ended by a page that offers to try again, to make the room, or to go to another.
import { listenToMaking } from "../calculator/keypad-choices.js";
import { noteVisit } from "../offline/storage.js";
import { element } from "../page/dom.js";
import { fill, texts } from "../text/texts.js";

/**
 * @param {{ room: string, path: string, keypads: Layout[] }} room
 * @param {string} [why]
 */
export function end({ room, path, keypads }, why = "other") {
    noteVisit(room);
    /** @type {NodeListOf<HTMLDialogElement>} */
    const dialogs = document.querySelectorAll("dialog[open]");
    for (const dialog of dialogs) dialog.close();
    element("room").hidden = true;
    delete document.documentElement.dataset.keypad;
    element("ended-why").textContent = fill(texts.endings[why] ?? texts.endings.other, room);
    element("ended-next").textContent = texts.nexts[why] ?? texts.nexts.other;
    element("try-again").onclick = () => location.assign(path);
    element("make-here").hidden = why !== "noSuchRoom";
    listenToMaking(element("make-here"), keypads, (kind) => location.assign(`?make=${kind}`));
    element("ended").hidden = false;
}
