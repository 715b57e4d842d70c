// Draws the keys that made each line of the tape. The server knows which these are.
import { faceOf } from "../calculator/keypad.js";
import { authorOf, setHue } from "../class/participants.js";
import { element, loadStyle, make } from "../page/dom.js";
import { linesOf } from "../room/documents.js";
import { nameOfKeypad, texts } from "../text/texts.js";
import { printSheet } from "./tape-print.js";

/** If the line before is unknown, this number of events before a line is searched for its keys. */
const reach = 500;

/**
 * @param {DocumentAt} documentAt
 * @param {number} from
 * @returns {Promise<LessonLine[]>}
 */
const linesFrom = (documentAt, from) => linesOf(documentAt("lesson", { from }));

/**
 * A name, then the keys that this person pressed in a row, and so on.
 * @param {Partial<LessonLine>} line
 * @param {NameOf} nameOf
 */
function capsOf({ keys }, nameOf) {
    if (!keys) return [make("small", {}, texts.tape.keysGone)];
    return keys.flatMap(({ by, name, press, keypad, type, undone }, index) => {
        const face = press ? faceOf(press) : keypad ? nameOfKeypad(keypad)
            : type ? type.keys.map(faceOf).join(" ") : texts.room.tape;
        const cap = make("kbd", { className: undone ? "undone" : "" }, face);
        setHue(cap, by);
        const isSame = keys[index - 1]?.by === by;
        return isSame ? [cap] : [make("small", {}, nameOf(by, name)), cap];
    });
}

/**
 * Shows or hides the keys below all lines.
 * @param {Tape} tape
 * @param {HTMLElement} button
 */
export async function turn(tape, button) {
    tape.withKeys = button.ariaPressed !== "true";
    button.ariaPressed = element("side").dataset.keys = `${tape.withKeys}`;
    tape.drawn ??= await makeRows(tape);
    tape.drawn();
}

/** @param {Tape} tape */
async function makeRows({ told, documentAt, drawnLines, nameOf }) {
    await loadStyle("tape-keys.css");
    /** @type {Map<number, Partial<LessonLine>>} */
    const known = new Map();
    let isFetching = false;
    const isKnown = (/** @type {DrawnLine} */ { line: { seq, undone } }) =>
        known.has(seq) && known.get(seq)?.undone === undone;

    return async function draw(/** @type {boolean | undefined} */ isAnew) {
        // Other lines may have the same numbers then.
        if (isAnew) known.clear();
        const all = drawnLines().filter(({ line }) => !line.pending);
        all.forEach(drawRow);
        const first = all.findIndex((one) => !isKnown(one));
        // The server does not know an undo that is pending.
        if (isFetching || first < 0 || told.pending) return;
        isFetching = true;
        const { seq, undone } = all[first].line;
        const before = all[first - 1]?.line.seq ?? Math.max(0, seq - reach);
        try {
            for (const line of await linesFrom(documentAt, before + 1)) known.set(line.seq, line);
            // The server may have compacted the keys.
            known.set(seq, { ...known.get(seq), undone });
        } finally {
            isFetching = false;
        }
        draw(false);
    };

    /** @param {DrawnLine} drawn */
    function drawRow(drawn) {
        const lesson = known.get(drawn.line.seq);
        if (!lesson || drawn.lesson === lesson) return;
        drawn.caps?.remove();
        drawn.lesson = lesson;
        drawn.caps = make("p", { className: "caps" }, ...capsOf(lesson, nameOf));
        drawn.item.append(drawn.caps);
    }
}

/** @param {SavedTape} tape */
export async function print({ room, documentAt, nameOf }) {
    await loadStyle("tape-keys.css");
    const lines = await linesFrom(documentAt, 1);
    for (const line of lines) line.name = authorOf(line, nameOf);
    const { rowOf, groupsBelow } = await import("../question/print.js");
    await printSheet(room, lines.map(rowOf), (line) => line.question === undefined
        ? make("p", { className: "caps" }, ...capsOf(line, nameOf)) : groupsBelow(line, nameOf));
}
