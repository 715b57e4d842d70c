// The keys that made each line of the tape, as somebody would write them on a wall. Which these are, the
// server says.
import { element, loadStyle, make } from "./elements.js";
import { faceOf } from "./keypad.js";
import { linesOf } from "./lines.js";
import { hue } from "./people.js";
import { printSheet } from "./tape-more.js";
import { nameOf, nameOfKeypad, texts } from "./texts.js";

/** So many events before a line are looked through when the line before it is not known. */
const reach = 500;

const linesFrom = (documentAt, from) => linesOf(documentAt("lesson", { from }));

/** A name, the keys that this person pressed in a row, and so on. */
function capsOf({ keys }) {
    if (!keys) return [make("small", {}, texts.tape.keysGone)];
    return keys.flatMap(({ by, name, press, keypad, undone }, place) => {
        const face = press ? faceOf(press) : keypad ? nameOfKeypad(keypad) : texts.room.tape;
        const cap = make("kbd", { className: undone ? "undone" : "" }, face);
        cap.style.setProperty("--hue", hue(by));
        const isSame = keys[place - 1]?.by === by;
        return isSame ? [cap] : [make("small", {}, nameOf({ name, who: by })), cap];
    });
}

/** Shows them below all lines, or no longer. */
export async function turn(tape, button) {
    tape.withKeys = button.ariaPressed !== "true";
    button.ariaPressed = element("side").dataset.keys = tape.withKeys;
    tape.drawn ??= await makeRows(tape);
    tape.drawn();
}

async function makeRows({ documentAt, places, ...tape }) {
    await loadStyle("keys.css");
    const known = new Map();
    let isFetching = false;
    const isKnown = ({ line: { seq, undone } }) => known.has(seq) && known.get(seq).undone === undone;

    return async function draw(isAnew) {
        // Other lines may have the same numbers then.
        if (isAnew) known.clear();
        const all = places().filter(({ line }) => !line.pending);
        const first = all.findIndex((one) => !isKnown(one));
        if (isFetching) return;
        if (first < 0) return all.forEach(drawRow);
        isFetching = true;
        const { seq, undone } = all[first].line;
        const before = all[first - 1]?.line.seq ?? Math.max(0, seq - reach);
        try {
            for (const line of await linesFrom(documentAt, before + 1)) known.set(line.seq, line);
            // Keys that are not kept any more, or what is undone here sooner than there.
            known.set(seq, { ...known.get(seq), undone });
        } finally {
            isFetching = false;
        }
        draw();
    };

    function drawRow({ line, place }) {
        if (place.querySelector(".caps")) return;
        place.append(make("p", { className: "caps" }, ...capsOf(known.get(line.seq))));
    }
}

export async function print({ room, documentAt }) {
    await loadStyle("keys.css");
    const lines = await linesFrom(documentAt, 1);
    await printSheet(room, lines, (line) => make("p", { className: "caps" }, ...capsOf(line)));
}
