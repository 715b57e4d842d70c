// The keys of a private calculator, which become its answer.
import { loadReplica } from "../room/replica.js";

/** The room accepts as many keys of an answer. */
export const keysMax = 64;

/** Remarks on an `=` that finishes nothing. */
const idle = ["incomplete", "noOperation", "nothingEntered", "repeated"];

/**
 * Follows the keys of a private calculator through undo and redo. Each step of the calculator has the keys that
 * lead to it. A key without an effect does not count.
 * @param {string[]} [keys] the keys that were pressed before
 */
export function makeTrack(keys = []) {
    /** @type {Map<number, string[]>} */
    const known = new Map();
    let last = 0;

    return {
        /** @returns {string[]} */
        keys: () => known.get(last) ?? (last === 0 ? keys : []),
        /**
         * Takes a call and the display after it.
         * @param {Parameters<Tell>} call
         * @param {Display} display
         */
        note([call, given = ""], { step }) {
            const before = this.keys();
            const now = step?.n ?? 0;
            if (now !== last && (call === "pressed" || call === "acted")) {
                const typed = call === "acted" ? JSON.parse(given).type?.keys : undefined;
                known.set(now, typed ? ["C", ...typed] : [...before, ...(call === "pressed" ? [given] : [])]);
            }
            last = now;
        },
    };
}

/**
 * Makes a calculator that never connects, with these keys pressed.
 * @param {{ keypad: string, radians: boolean }} question
 * @param {string[]} [keys]
 */
export async function makeCalculator({ keypad, radians }, keys = []) {
    const replica = await loadReplica();
    const secret = "A".repeat(22);
    /** Starts again, and returns the display. */
    const type = (/** @type {string[]} */ keys) => {
        let { view } = replica.begin({ secret, pen: secret, make: { keypad } });
        for (const key of radians ? ["rad", ...keys] : keys) {
            view = { ...view, ...replica.call("pressed", key).view };
        }
        return /** @type {Display} */ (view.display);
    };
    return { replica, type, display: type(keys) };
}

/**
 * The shortest of some beginnings of the keys without which the display is the same: those since the last C or
 * AC, if the others have no effect on memory, answer or angles.
 * @param {string[]} keys
 * @param {boolean} isRadians true if angles are in radians now
 * @returns {string[][]}
 */
export function candidatesOf(keys, isRadians) {
    const since = (/** @type {string[]} */ names) =>
        keys.slice(Math.max(...names.map((name) => keys.lastIndexOf(name))) + 1);
    const angle = isRadians ? "rad" : "deg";
    return [["C", "AC"], ["AC"]].map(since).flatMap((rest) => [rest, [angle, ...rest]]).concat([keys]);
}

/**
 * The keys to hand in: the shortest that lead to this display, and `=` if it finishes them. None if the
 * calculator is as it was at first.
 * @param {Awaited<ReturnType<typeof makeCalculator>>} calculator
 * @param {string[]} keys
 * @param {Display} display
 */
export function answerOf(calculator, keys, display) {
    const isSame = (/** @type {Display} */ other) =>
        other.main === display.main && other.expression === display.expression
        && other.radians === display.radians;
    const found = candidatesOf(keys, display.radians === true)
        .find((candidate) => isSame(calculator.type(candidate))) ?? keys;
    if (found.every((key) => key === "deg" || key === "rad")) return [];
    if (found.at(-1) === "=") return found;
    const { notice, main } = calculator.type([...found, "="]);
    return idle.includes(notice ?? "") || main.startsWith("error:") ? found : [...found, "="];
}
