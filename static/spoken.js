// What a screen reader says: one line at most a second, so that a burst is one announcement, and in the
// end always what is there. Own keys are heard as they are pressed; only what came of them is said.
import { element } from "./elements.js";
import { quiet } from "./kept.js";
import { fill, spoken, texts } from "./texts.js";

const gatherTime = 300;
const restTime = 1000;
/** While somebody types, a line waits so long for the next key, which is drawn anyway. */
const lingerTime = 250;
/** Of more keys only their number is said. */
const keysMax = 12;

/** `nameOf` says who has a number, `shown` what is on the display. */
export function makeSpoken(nameOf, shown) {
    const words = texts.spokenLines;
    let pressed = [];
    let told = {};
    let isOwn, lastShown, timer;
    let restUntil = 0;
    let due = Infinity;

    /** Takes the parts of the view that changed. */
    function draw({ keys = [], display, pending }) {
        isOwn ||= pending > 0;
        if (keys.length > 0 && quiet.read() !== "true") pressed.push(...keys);
        if (display || keys.length > 0) wait();
        // Without anything new it may still be the next key that has something.
        if (performance.now() >= due && say()) end();
    }

    /** A line of the page; of those about one thing only the last is said. */
    function tell(text, about = text) {
        told[about] = text;
        wait();
    }

    function wait() {
        if (timer) return;
        const now = performance.now();
        due = Math.max(now + gatherTime, restUntil);
        timer = setTimeout(() => {
            say();
            end();
        }, due - now + (restUntil > now ? lingerTime : 0));
    }

    function end() {
        clearTimeout(timer);
        due = Infinity;
        isOwn = timer = undefined;
    }

    /** Whether there was anything new. */
    function say() {
        const display = shown().replaceAll("-", "−");
        const isNew = display !== lastShown && (isOwn || quiet.read() !== "true");
        const lines = [...whoPressed(), ...Object.values(told)];
        if (isNew) lines.push(fill(words.display, display));
        lastShown = display;
        pressed = [];
        told = {};
        if (lines.length === 0) return false;
        const ends = lines.map((line) => line.replace(/[.。]$/, ""));
        element("spoken").textContent = ends.join(words.between);
        restUntil = performance.now() + restTime;
        return true;
    }

    function whoPressed() {
        if (pressed.length > keysMax) return [fill(words.many, pressed.length)];
        const runs = [];
        for (const { by, key } of pressed) {
            if (runs.at(-1)?.by !== by) runs.push({ by, keys: [] });
            runs.at(-1).keys.push(spoken(key));
        }
        return runs.map(({ by, keys }) => fill(words.keys, nameOf(by), keys.join(" ")));
    }

    return { draw, tell };
}
