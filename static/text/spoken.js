// Announces the room to screen readers: at most one line a second, so that a burst is one announcement, and
// the last line always has the final state. Own keys are heard as they are pressed, so only their result is
// announced.
import { quiet } from "../offline/storage.js";
import { element } from "../page/dom.js";
import { fill, spoken, texts } from "./texts.js";

const gatherTime = 300;
const restTime = 1000;
/** While somebody types, a line waits this long for the next key, which is drawn anyway. */
const lingerTime = 250;
/** Of more keys, only the count is announced. */
const keysMax = 12;

/**
 * Makes the announcements. `shown` is the text of the display.
 * @param {NameOf} nameOf
 * @param {() => string} shown
 */
export function makeSpoken(nameOf, shown) {
    /** @type {PressedKey[]} */
    let pressed = [];
    /** @type {Record<string, string>} */
    let told = {};
    let isOwn = false;
    /** @type {string | undefined} */
    let lastShown;
    /** @type {number | undefined} */
    let timer;
    let restUntil = 0;
    let due = Infinity;

    /** @param {View} parts */
    function draw({ keys = [], display, pending = 0 }) {
        isOwn ||= pending > 0;
        if (keys.length > 0 && quiet.read() !== "true") pressed.push(...keys);
        if (display || keys.length > 0) wait();
        // If nothing is new yet, the next key may bring something.
        if (performance.now() >= due && say()) end();
    }

    /**
     * Announces a line. Of several lines about one subject, only the last is announced.
     * @param {string} text
     * @param {string} [about]
     */
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
        isOwn = false;
        timer = undefined;
    }

    /** Returns true if there was anything new. */
    function say() {
        const display = shown();
        const isNew = display !== lastShown && (isOwn || quiet.read() !== "true");
        const lines = [...linesOfKeys(pressed, nameOf), ...Object.values(told)];
        if (isNew) lines.push(fill(texts.spokenLines.display, display));
        lastShown = display;
        pressed = [];
        told = {};
        if (lines.length === 0) return false;
        element("spoken").textContent = joined(lines);
        restUntil = performance.now() + restTime;
        return true;
    }

    return { draw, tell };
}

/**
 * One line for each run of keys of one person, or only the count of very many keys.
 * @param {PressedKey[]} pressed
 * @param {NameOf} nameOf
 */
export function linesOfKeys(pressed, nameOf) {
    const words = texts.spokenLines;
    if (pressed.length > keysMax) return [fill(words.many, pressed.length)];
    /** @type {{ by: number, keys: string[] }[]} */
    const runs = [];
    for (const { by, key } of pressed) {
        const last = runs.at(-1);
        if (last?.by === by) last.keys.push(spoken(key));
        else runs.push({ by, keys: [spoken(key)] });
    }
    return runs.map(({ by, keys }) => fill(words.keys, nameOf(by), keys.join(" ")));
}

/**
 * The lines as sentences, each with one full stop between.
 * @param {string[]} lines
 */
export const joined = (lines) =>
    lines.map((line) => line.replace(/[.。]$/, "")).join(texts.spokenLines.between);
