// Writes the lines of the tape as rows of a table, and prints them.
import { outcomeOf } from "../calculator/outcomes.js";
import { loadStyle, make } from "../page/dom.js";
import { local } from "../text/numbers.js";
import { texts } from "../text/texts.js";

const moment = new Intl.DateTimeFormat([], { dateStyle: "medium", timeStyle: "medium" });

/**
 * The columns of a line: time, name, calculation, result.
 * @param {TapeLine} line
 */
export function cellsOf({ at, name = "", expression, undone, words, ...line }) {
    const [calculation, result] = words ?? [local(expression), outcomeOf(line)];
    return [moment.format(at), name, calculation, result + (undone ? ` (${texts.tape.undone})` : "")];
}

/**
 * Prints a sheet with all lines. `below` makes the content below a line's calculation.
 * @template {TapeLine} Line
 * @param {string} room
 * @param {Line[]} lines
 * @param {(line: Line) => string | Node} [below]
 */
export async function printSheet(room, lines, below = () => "") {
    const row = (/** @type {"td" | "th"} */ tag, /** @type {string[]} */ cells) =>
        make("tr", {}, ...cells.map((cell) => make(tag, {}, cell)));
    const rows = lines.map((line) => {
        const made = row("td", cellsOf(line));
        made.children[2].append(below(line));
        return made;
    });
    await printOnly("", make("h1", {}, room), make("p", {}, moment.format()),
        make("table", {}, make("thead", {}, row("th", texts.tape.columns)), make("tbody", {}, ...rows)));
}

/**
 * Prints a sheet, which is there for no longer than that, instead of the page.
 * @param {string} className
 * @param {...Node} children
 */
export async function printOnly(className, ...children) {
    await loadStyle("tape-print.css");
    const sheet = make("section", { id: "sheet", className }, ...children);
    document.body.append(sheet);
    addEventListener("afterprint", () => sheet.remove(), { once: true });
    window.print();
}
