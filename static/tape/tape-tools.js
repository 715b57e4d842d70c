// The tools of the tape: fetch older lines, copy, save and print.
import { equalsOf } from "../calculator/outcomes.js";
import { copy as copyText } from "../page/dialogs.js";
import { make } from "../page/dom.js";
import { linesOf } from "../room/documents.js";
import { texts } from "../text/texts.js";
import { cellsOf, printSheet } from "./tape-print.js";

/** @type {Promise<number> | undefined} */
let fetching;

/**
 * Fetches older lines, and returns their count. Calls during a fetch wait for the same one.
 * @param {Tape} tape
 * @param {number} [count]
 */
function older(tape, count = 200) {
    fetching ??= fetchOlder(tape, count)
        .catch(() => {
            tape.say(texts.tape.notRead);
            return 0;
        })
        .finally(() => (fetching = undefined));
    return fetching;
}

/**
 * @param {Tape} tape
 * @param {number} count
 */
async function fetchOlder({ documentAt, oldest, addOlder }, count) {
    /** @type {TapeLine[]} */
    const lines = await linesOf(documentAt("tape", { before: oldest() ?? 0, count }));
    addOlder(lines);
    return lines.length;
}

/**
 * Copies the drawn lines, the oldest first.
 * @param {Tape} tape
 */
async function copy({ lines, say }) {
    const rows = lines().map((line) => {
        const [time, name, ...sum] = cellsOf(line);
        return `${time}  ${name}  ${sum.join(equalsOf(line))}\n`;
    });
    await copyText(rows.join(""));
    say(texts.tape.copied);
}

const tapeKeys = () => import("./tape-keys.js");

/**
 * Saves a document of the server's.
 * @param {SavedTape} tape
 * @param {"csv" | "txt"} kind
 */
export function save({ room, documentAt, withKeys }, kind) {
    const href = documentAt(`${withKeys ? "lesson" : "tape"}.${kind}`);
    make("a", { href, download: `${room}.${kind}` }).click();
}

/** @param {Tape} tape */
async function print(tape) {
    if (tape.withKeys) return printKeys(tape);
    while ((await older(tape, 1000)) > 0);
    await printSheet(tape.room, tape.lines());
}

/** @param {SavedTape} tape */
export const printKeys = async (tape) => (await tapeKeys()).print(tape);

/**
 * The tools by the names that buttons have for them.
 * @type {Record<string, (tape: Tape, button: HTMLElement) => unknown>}
 */
export const tools = {
    older: (tape) => older(tape),
    keys: async (tape, button) => (await tapeKeys()).turn(tape, button),
    copy,
    csv: (tape) => save(tape, "csv"),
    txt: (tape) => save(tape, "txt"),
    print,
};
