// Asks people for their names: newcomers before they join a room, and others who change theirs.
import { shownName } from "../home/room-name.js";
import { ownName } from "../offline/storage.js";
import { open } from "../page/dialogs.js";
import { element } from "../page/dom.js";
import { fill, firstOf, texts } from "../text/texts.js";

const lengthMax = 32;
/** Characters that no name may have: they would disturb the line around it. */
const disturbing = /[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069\u200B\u200E\u200F\u2060\uFEFF]/gu;
/** The number of names that a newcomer is shown. The others are counted. */
const shownMax = 6;

/**
 * A text without the parts that no name may have.
 * @param {string} text
 */
export const cleanName = (text) =>
    [...text.replaceAll(disturbing, "").trim()].slice(0, lengthMax).join("").trim();

/**
 * Asks a newcomer for a name, and calls `join` after the answer.
 * @param {string} room
 * @param {() => void} join
 */
export function askForName(room, join) {
    show(shownName(room), texts.home.enter, true, join);
    // A click outside the sheet does not answer.
    element("naming").onclick = null;
}

/**
 * Lets somebody change the name, and calls `rename` with the new one.
 * @param {string} shown the name that others see
 * @param {(name: string) => void} rename
 */
export function changeName(shown, rename) {
    show(ownName.read() ? texts.people.rename : fill(texts.people.seenAs, shown), texts.room.done, false, () =>
        element("naming").returnValue && rename(ownName.read() ?? ""));
}

/**
 * @param {string} title
 * @param {string} button
 * @param {boolean} isNew true for a newcomer, who may do without a name and sees who is there
 * @param {() => void} close
 */
function show(title, button, isNew, close) {
    const [sheet, field] = [element("naming"), element("own-name")];
    element("naming-title").textContent = title;
    element("naming-take").textContent = button;
    element("naming-skip").hidden = element("naming-here").hidden = !isNew;
    field.value = ownName.read() ?? "";
    sheet.returnValue = "";
    sheet.onclose = () => {
        // Somebody who was asked once and has no name is not asked again.
        ownName.write(sheet.returnValue ? cleanName(field.value) : ownName.read() ?? "");
        close();
    };
    open(sheet);
}

/**
 * Shows a newcomer the names of the people in the room.
 * @param {string[]} names
 */
export function drawPresent(names) {
    element("naming-here").textContent =
        names.length > 0 ? fill(texts.people.hereNow, firstOf(names, shownMax)) : texts.people.nobodyHere;
}
