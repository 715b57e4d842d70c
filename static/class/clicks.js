// Makes the second click of a double click harmless where it would create or toggle something again, or where the first
// one brings another control under the pointer: a bill or the answers to a question may move, in the tools of a class a
// button may become another one, and a sheet that opens or closes covers or uncovers the room.

/** Milliseconds in which the second click follows. The system may allow more, and counts it in any case. */
const doubleTime = 500;
/** Pixels that the pointer may move between the clicks. */
export const reach = 24;
const tools = "#bar, #side-people, #side-close, #asleep, #banner, dialog.class, form[method='dialog'] button, "
    + "#share-large, #menu .row button, #forms button, #editor-done, #editor-cancel, #bill-open";
const movable = ":is(#bill, #answers) :is(label, button, a, summary, select, input)";
/** Those of them whose second click counts. That of another one would create or toggle something again. */
const repeated = "select, :read-write, .parts *, #bill-keys *, #bill-steps *";

const none = { time: -Infinity, x: 0, y: 0 };
/**
 * The last click, without a control if the next one is harmless wherever it goes.
 * @type {typeof none & { control?: Element }}
 */
let last = none;
/**
 * The field of the label that was just clicked, which gets the same click.
 * @type {Element | null | undefined}
 */
let labelled;

/** The last click, or `none` after a key. */
export const lastClick = () => last;

/** Listens before every button does. A closing sheet may also uncover a key, which acts when it goes down. */
export function calmDoubleClicks() {
    for (const type of /** @type {const} */ (["pointerdown", "click"])) {
        document.addEventListener(type, guard, true);
    }
    // A click after a key is the first one again.
    document.addEventListener("keydown", () => (last = none), true);
}

/** @param {MouseEvent} event */
function guard(event) {
    const { type, detail, timeStamp: time, clientX: x, clientY: y, target } = event;
    // A keyboard clicks, too, without a place.
    if (!(target instanceof Element) || (type === "click" && detail === 0)) return;
    if (type === "click" && target === labelled) return (labelled = undefined);
    const isNear = last !== none && Math.hypot(x - last.x, y - last.y) < reach;
    const control = target.closest(movable);
    const isSecond = isNear && last.control !== control
        && (time - last.time < doubleTime || detail === 2);
    /** @type {HTMLElement | null} */
    const dialog = target.closest("dialog.class");
    // Until the animation of lesson.css ends, the buttons look disabled.
    const isEarly = dialog && dialog.getAnimations().length > 0;
    if (isSecond || isEarly) {
        event.preventDefault();
        event.stopImmediatePropagation();
    } else if (type === "click") {
        // The target of a click outside a dialog is the dialog.
        const isTool = target instanceof HTMLDialogElement || target.closest(tools);
        last = isTool || control ? { time, x, y, control: control?.matches(repeated) ? control : undefined } : none;
        const field = target.closest("label")?.control;
        labelled = field === target ? undefined : field;
    }
}
