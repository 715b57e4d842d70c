// Shows the dialogs of a host, and asks before an action that cannot be undone.
import { open } from "../page/dialogs.js";
import { lastClick, reach } from "./clicks.js";

addEventListener("resize", center);

/**
 * Opens a dialog whose buttons have actions as their values. `act` receives those of the chosen button.
 * @param {HTMLDialogElement} dialog
 * @param {(action: Action) => void} act
 * @param {number} [about] the number of the person or question that the dialog asks about
 */
export function askFirst(dialog, act, about = 0) {
    dialog.returnValue = "";
    dialog.onclose = () => actionsOf(dialog.returnValue, about).forEach(act);
    show(dialog);
}

/**
 * The actions that a dialog's button has as its value. `"asked"` stands for `about`.
 * @param {string} value
 * @param {number} about
 * @returns {Action[]}
 */
export const actionsOf = (value, about) => JSON.parse(value.replace('"asked"', `${about}`) || "[]");

/**
 * Shows a dialog, and ignores clicks in it for a moment.
 * @param {HTMLDialogElement} dialog
 */
export function show(dialog) {
    dialog.style.translate = "";
    open(dialog);
    avoidClick(dialog);
}

/**
 * Moves a dialog up or down, or scrolls it if the window has no space for that, so that no button that acts is where
 * the last click was.
 * @param {HTMLDialogElement} dialog
 */
function avoidClick(dialog) {
    const { x, y } = lastClick();
    const { top, bottom } = dialog.getBoundingClientRect();
    const boxes = [...dialog.querySelectorAll("button[value]")].map((button) => button.getBoundingClientRect());
    const isFree = (/** @type {number} */ by) => boxes.every((box) => x < box.left - reach || x > box.right + reach
        || y < box.top + by - reach || y > box.bottom + by + reach);
    const fits = (/** @type {number} */ by) => top + by >= 0 && bottom + by <= innerHeight;
    const start = dialog.scrollTop;
    for (let by = 0; by < innerHeight; by += 8) {
        const shift = [by, -by].find((by) => fits(by) && isFree(by));
        if (shift !== undefined) {
            dialog.style.translate = `0 ${shift}px`;
            return;
        }
    }
    for (let by = -dialog.scrollHeight; by < dialog.scrollHeight; by += 8) {
        dialog.scrollTop = start + by;
        if (isFree(start - dialog.scrollTop)) return;
    }
}

function center() {
    /** @type {NodeListOf<HTMLDialogElement>} */
    const dialogs = document.querySelectorAll("dialog.class");
    for (const { style } of dialogs) style.translate = "";
}
