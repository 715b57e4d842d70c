// Replaces a room that ended by a page that offers to try again, to make the room, or to go to another.
import { listenToMaking } from "../home/home.js";
import { addressOf, codeFor, shownName } from "../home/room-name.js";
import { lazy } from "../offline/page-files.js";
import { isEmbed, noteVisit } from "../offline/storage.js";
import { element } from "../page/dom.js";
import { fill, loadPart, texts } from "../text/texts.js";

const part = lazy(async () => document.body.append(await loadPart("ended")));
/** Endings after which the room goes on. */
const joinable = ["over", "removed"];

/**
 * Ends the room. If nobody made it, the page first tries the code that its name may stand for.
 * @param {{ room: string, path: string, keypads: Layout[] }} room
 * @param {string} [why]
 */
export async function end({ room, path, keypads }, why = "other") {
    noteVisit(room);
    const code = codeFor(room);
    if (why === "noSuchRoom" && code && code !== room && await isThere(code)) {
        return location.replace(addressOf(code) + (isEmbed ? location.search : location.hash));
    }
    /** @type {NodeListOf<HTMLDialogElement>} */
    const dialogs = document.querySelectorAll("dialog[open]");
    for (const dialog of dialogs) dialog.close();
    element("room").hidden = true;
    delete document.documentElement.dataset.keypad;
    await part.load();
    element("ended-why").textContent = fill(texts.endings[why] ?? texts.endings.other, shownName(room));
    const isUnknown = why === "noSuchRoom";
    const canMake = isUnknown && !isEmbed;
    const next = texts.ended[why] ?? texts.ended.other;
    element("ended-next").textContent = isUnknown && isEmbed ? texts.home.notMade : next;
    element("try-again").textContent = joinable.includes(why) ? texts.home.enter : texts.home.again;
    element("try-again").onclick = () => (isEmbed ? location.reload() : location.assign(path));
    element("make-here").hidden = !canMake;
    // The home page offers a wrong code again, which usually has one wrong character.
    if (isUnknown) element("another").href += `#${encodeURIComponent(shownName(room))}`;
    if (canMake) listenToMaking(element("make-here"), keypads, () => path);
}

/** @param {string} code */
async function isThere(code) {
    const answer = await fetch(`${addressOf(code)}/state`).catch(() => undefined);
    // A room with a shut door refuses to be read.
    return answer && (answer.ok || answer.status === 403);
}
