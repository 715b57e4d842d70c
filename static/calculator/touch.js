// Tells a tap from a long press.

/** Milliseconds of a long press, and pixels that a finger may move during it. */
const [holdTime, moveMax] = [450, 10];

/**
 * Makes an element a button, which acts on a click, on Enter and the space bar, and on a long press.
 * @param {HTMLElement} place
 * @param {string} title
 * @param {(click?: MouseEvent) => void} tap
 * @param {() => void} [hold]
 */
export function listenToTouch(place, title, tap, hold) {
    place.setAttribute("role", "button");
    Object.assign(place, { title, tabIndex: 0 });
    listenToPointer(place, tap, hold);
    place.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        tap();
    });
}

/**
 * A new selection is no click.
 * @param {HTMLElement} place
 * @param {(click?: MouseEvent) => void} tap
 * @param {() => void} [hold]
 */
export function listenToPointer(place, tap, hold) {
    /** @type {{ at: number, x: number, y: number } | undefined} */
    let down;
    let isHeld = false;
    let selected = "";
    place.addEventListener("pointerdown", ({ button, timeStamp, clientX, clientY }) => {
        isHeld = false;
        selected = String(getSelection());
        down = button === 0 ? { at: timeStamp, x: clientX, y: clientY } : undefined;
    });
    // Browsers let a page copy when a finger is lifted, not while it is down.
    place.addEventListener("pointerup", ({ timeStamp, clientX, clientY }) => {
        if (!down || !hold) return;
        const isStill = Math.hypot(clientX - down.x, clientY - down.y) < moveMax;
        isHeld = isStill && timeStamp - down.at >= holdTime;
        if (isHeld) hold();
    });
    place.addEventListener("contextmenu", (event) => {
        if (hold && matchMedia("(pointer: coarse)").matches) event.preventDefault();
    });
    place.addEventListener("click", (click) => {
        const now = String(getSelection());
        if (!isHeld && (!now || now === selected)) tap(click);
    });
}
