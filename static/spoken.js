// What a screen reader says. One line at most a second, so that a burst is one announcement; the state
// that it ends in is always said. Own keys are not, as whoever presses hears them: only what came of
// them.
import { element } from "./elements.js";
import { quiet } from "./kept.js";
import { fill, nameOfKeypad, spoken, texts } from "./texts.js";

const gatherTime = 300;
const restTime = 1000;
/** Of more keys than that their number is said. */
const keysMax = 12;

/** `nameOf` says who has a number, `shown` what is on the display. */
export function makeSpoken(nameOf, shown) {
    const words = texts.spokenLines;
    let runs = [];
    const told = new Map();
    let isOwn = false;
    let kind;
    let lastShown;
    let timer;
    let rest = 0;

    /** Takes the parts of the view that changed. */
    function draw({ keys = [], display, pending }) {
        isOwn ||= pending > 0;
        for (const { by, key } of keys) {
            if (runs.at(-1)?.by !== by) runs.push({ by, keys: [] });
            runs.at(-1).keys.push(spoken(key));
        }
        if (kind && display && display.keypad !== kind) tell(nameOfKeypad(display.keypad), "keypad");
        kind = display?.keypad ?? kind;
        if (display || keys.length > 0) wait();
    }

    /** A line of the page; of those about one thing only the last is said. */
    function tell(text, about = text) {
        told.set(about, text);
        wait();
    }

    function wait() {
        timer ??= setTimeout(say, Math.max(gatherTime, rest - performance.now()));
    }

    function say() {
        timer = undefined;
        const lines = quiet.read() === "true" ? [] : whoPressed();
        lines.push(...told.values());
        const display = shown().replaceAll("-", "−");
        if (display !== lastShown && (isOwn || quiet.read() !== "true")) {
            lines.push(fill(words.display, display));
        }
        lastShown = display;
        runs = [];
        told.clear();
        isOwn = false;
        if (lines.length === 0) return;
        element("spoken").textContent =
            lines.map((line) => line.replace(/[.。]$/, "")).join(words.between);
        rest = performance.now() + restTime;
    }

    function whoPressed() {
        const count = runs.reduce((sum, { keys }) => sum + keys.length, 0);
        if (count > keysMax) return [fill(words.many, count)];
        return runs.map(({ by, keys }) => fill(words.keys, nameOf(by), keys.join(" ")));
    }

    return { draw, tell };
}
