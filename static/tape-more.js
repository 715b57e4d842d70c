// What is done with a tape beside reading its last lines: older ones, copies, a sheet of paper.
import { loadStyle, make } from "./elements.js";
import { linesOf } from "./lines.js";
import { copy as copyText } from "./sheets.js";
import { outcomeOf } from "./tape.js";
import { texts } from "./texts.js";

const words = texts.tape;
const moment = new Intl.DateTimeFormat([], { dateStyle: "medium", timeStyle: "medium" });
let fetching;

/** Gives how many there were. Who asks meanwhile waits for the same. */
export function older(tape, count = 200) {
    fetching ??= fetchOlder(tape, count)
        .catch(() => tape.say(words.notRead))
        .finally(() => (fetching = undefined));
    return fetching;
}

async function fetchOlder({ documentAt, oldest, addOlder }, count) {
    const lines = await linesOf(documentAt("tape", { before: oldest(), count }));
    addOlder(lines);
    return lines.length;
}

const wordsOf = ({ at, name, expression, undone, ...line }) => [
    moment.format(at), name, expression, outcomeOf(line) + (undone ? ` (${words.undone})` : "")];

/** What stands there, the oldest first. */
export async function copy({ lines, say }) {
    const rows = lines().map(wordsOf)
        .map(([time, name, ...sum]) => `${time}  ${name}  ${sum.join(" = ")}\n`);
    const field = make("textarea");
    document.body.append(field);
    await copyText(rows.join(""), field);
    field.remove();
    say(words.copied);
}

const tapeKeys = () => import("./tape-keys.js");
export const keys = async (tape, button) => (await tapeKeys()).turn(tape, button);

const save = (kind) => ({ room, documentAt, withKeys }) => make("a", {
    href: documentAt(`${withKeys ? "lesson" : "tape"}.${kind}`), download: `${room}.${kind}`,
}).click();
export const csv = save("csv");
export const txt = save("txt");

export async function print(tape) {
    if (tape.withKeys) return (await tapeKeys()).print(tape);
    while ((await older(tape, 1000)) > 0);
    await printSheet(tape.room, tape.lines());
}

/** A sheet with all lines, which is there as long as it is printed. What is `below` one stands there. */
export async function printSheet(room, lines, below = () => "") {
    await loadStyle("sheet.css");
    const row = (tag, cells) => make("tr", {}, ...cells.map((cell) => make(tag, {}, cell)));
    const rows = lines.map((line) => {
        const made = row("td", wordsOf(line));
        made.children[2].append(below(line));
        return made;
    });
    const sheet = make("section", { id: "sheet" },
        make("h1", {}, room), make("p", {}, moment.format()),
        make("table", {}, make("thead", {}, row("th", words.columns)), make("tbody", {}, ...rows)));
    document.body.append(sheet);
    addEventListener("afterprint", () => sheet.remove(), { once: true });
    window.print();
}
