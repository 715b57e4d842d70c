// Edits an expression privately, key by key with a cursor. Done puts it into the room as one step.
import { element, make, write } from "../page/dom.js";
import { group, local, marked } from "../text/numbers.js";
import { fill, loadPart, texts } from "../text/texts.js";
import { errorOf, nodesOf, wordsOf } from "./outcomes.js";

/** The largest number of keys of an expression. */
const keysMax = 256;
/** A click on the expression of the room hits a character that is at most this number of pixels to its side. */
const reach = 24;

/**
 * @param {Room} shared
 * @param {AskEditor} ask
 */
export async function makeEditor(shared, ask) {
    const section = /** @type {HTMLElement} */ ((await loadPart("editor")).firstElementChild);
    element("screen").append(section);
    const [line, outcome] = [element("editor-text"), element("editor-result")];
    /** @type {ReturnType<typeof makeEdit>} */
    let edit;
    /** @type {{ isFinished: boolean, of?: object }} */
    let start;
    /**
     * The element that had the focus before.
     * @type {HTMLElement}
     */
    let focused;
    close();
    element("editor-left").onclick = () => move("ArrowLeft");
    element("editor-right").onclick = () => move("ArrowRight");
    element("editor-cancel").onclick = close;
    element("editor-done").onclick = () => finish(start.isFinished);
    line.onclick = (click) => {
        edit.go(keysBefore(shownKeys(), nearest(line, click).count));
        draw();
    };
    return { open, follow };

    /**
     * Opens the editor with keys. `of` is the step that they follow. `why` is the reason for opening it again, and
     * `display` the room's display at that time. `click` is a click on the expression of the room, which places the
     * cursor if it hits a character.
     * @param {string[]} keys
     * @param {{
     *     isFinished?: boolean, of?: object, place?: number, click?: MouseEvent, why?: string, display?: Display
     * }} options
     */
    function open(keys, { isFinished = false, of, place = keys.length, click, why, display }) {
        edit = makeEdit(ask, keys, place);
        if (click) edit.go(clickedPlace(click) ?? place);
        start = { isFinished, of };
        if (!shared.editing) focused = /** @type {HTMLElement} */ (document.activeElement);
        shared.editing = { press, move, insert, note, before: () => edit.keys().slice(0, edit.place()) };
        section.hidden = false;
        element("room").dataset.editing = "true";
        write(element("editor-room"));
        if (display) follow(display);
        draw(why);
        line.focus({ preventScroll: true });
    }

    /** The texts of the keys as they are drawn. */
    function shownKeys() {
        return textsOf(edit.edited().pieces, edit.keys());
    }

    /**
     * The place of the cursor for a click on the expression of the room; undefined unless it is near a character.
     * @param {MouseEvent} click
     */
    function clickedPlace(click) {
        const expression = element("expression");
        const { count, distance } = nearest(expression, click);
        if (distance > reach) return undefined;
        const shown = shownKeys();
        const there = matchingCount(expression.textContent ?? "", shown.join(""), count);
        return there === undefined ? undefined : keysBefore(shown, there);
    }

    function close() {
        const isOpen = shared.editing !== undefined;
        delete shared.editing;
        section.hidden = true;
        delete element("room").dataset.editing;
        if (!isOpen) return;
        line.blur();
        focused.focus({ preventScroll: true });
    }

    /**
     * Shows the number of the room, which goes on.
     * @param {Display} display
     */
    function follow({ main }) {
        const error = errorOf(main);
        write(element("editor-room"), fill(texts.editor.room, error ? wordsOf(error) : local(main)));
    }

    /** @param {string} key */
    function press(key) {
        if (key === "=") return finish(true);
        if (/^(C|AC|CE)$/.test(key) && edit.keys().length === 0) return close();
        draw(edit.press(key));
    }

    /** @param {string[]} keys */
    function insert(keys) {
        draw(edit.insert(keys));
    }

    /**
     * Shows a text instead of the result until the next key.
     * @param {string} text
     */
    function note(text) {
        draw(text || undefined);
    }

    /**
     * Moves the cursor. `Escape` closes the editor, and `Delete` deletes to the right.
     * @param {string} name the name of a keyboard's key
     */
    function move(name) {
        if (name === "Escape") return close();
        if (name === "Delete") edit.remove(1);
        if (name === "ArrowLeft" || name === "ArrowRight") edit.go(edit.place() + (name === "ArrowLeft" ? -1 : 1));
        if (name === "Home" || name === "End") edit.go(name === "Home" ? 0 : edit.keys().length);
        draw();
    }

    /** @param {boolean} isFinished true if `=` follows the keys */
    function finish(isFinished) {
        const keys = edit.keys();
        const { complete } = edit.edited();
        const { of } = start;
        close();
        shared.typeKeys(isFinished && complete && keys.length < keysMax ? [...keys, "="] : keys, of);
    }

    /** @param {string} [why] */
    function draw(why) {
        const { pieces, complete, result = "", rounded } = edit.edited();
        const cursor = make("span", { className: "cursor" });
        const expression = make("div");
        drawExpression(expression, shownKeys(), edit.place(), cursor);
        line.replaceChildren(expression);
        line.style.setProperty("--length", `${Math.max(pieces.join("").length, 8)}`);
        cursor.scrollIntoView({ block: "nearest" });
        const error = errorOf(result);
        outcome.classList.toggle("remark", why !== undefined);
        outcome.style.setProperty("--length", `${result.length + 2}`);
        outcome.replaceChildren(...why ? [why]
            : !complete ? ["…"] : error ? [wordsOf(error)] : nodesOf(`${rounded ? "≈" : "="} ${local(result)}`));
    }
}

/**
 * Makes the keys of an expression with a cursor. `ask` answers what keys do.
 * @param {AskEditor} ask
 * @param {string[]} keys
 * @param {number} place the number of keys before the cursor
 */
export function makeEdit(ask, keys, place) {
    /** @type {Edited} */
    const nothing = { pieces: [], main: "0", expression: "", complete: false };
    let edited = ask("editor", keys.join(" ")).editor ?? nothing;

    /**
     * Replaces the keys unless the calculator refuses one of those from `from` to `to`. Returns the reason.
     * @param {string[]} next
     * @param {number} [from]
     * @param {number} [to]
     */
    function change(next, from = 0, to = from) {
        const words = texts.editor;
        const { error, editor } = ask("editor", next.join(" "));
        if (!editor) return error === "work" ? texts.voids.work ?? words.full : words.full;
        const { pieces, problem = "", problemAt = -1 } = editor;
        if (pieces.slice(from, to).includes("")) return words.notHere;
        if (from <= problemAt && problemAt < to) return texts.remarks[problem] ?? words.notHere;
        keys = next;
        edited = editor;
    }

    /**
     * Inserts keys at the cursor, all or none. Returns why they were refused, if they were.
     * @param {string[]} added
     */
    function insert(added) {
        if (keys.length + added.length > keysMax) return texts.editor.full;
        const to = place + added.length;
        const why = change([...keys.slice(0, place), ...added, ...keys.slice(place)], place, to);
        if (!why) place = to;
        return why;
    }

    /**
     * Deletes keys to the left, or to the right.
     * @param {-1 | 1} side
     */
    function remove(side) {
        const at = side < 0 ? place - 1 : place;
        if (at < 0 || at >= keys.length) return undefined;
        const why = change(keys.filter((_, index) => index !== at));
        if (!why) place = at;
        return why;
    }

    return {
        keys: () => keys,
        place: () => place,
        edited: () => edited,
        insert,
        remove,
        /** @param {number} to */
        go: (to) => void (place = Math.min(Math.max(to, 0), keys.length)),
        /**
         * Presses a key at the cursor. Returns why it had no effect, if it had none.
         * @param {string} key
         */
        press(key) {
            if (key === "back") return remove(-1);
            if (/^(C|AC|CE)$/.test(key)) {
                place = 0;
                return change([]);
            }
            return insert([key]);
        },
    };
}

/**
 * The texts of keys as they are shown together: a group mark belongs to the key before it.
 * @param {string[]} pieces
 * @param {string[]} keys
 */
export function textsOf(pieces, keys) {
    const shown = [...marked(pieces.join("")).replaceAll("-", "−")];
    return pieces.map((piece, index) => {
        let text = "";
        for (const character of piece) {
            text += shown.shift() ?? "";
            if (shown[0] === group && /\d/.test(character)) text += shown.shift();
        }
        if (keys[index] !== "EE") return text;
        return /[\d.]/.test(keys[index - 1]) ? "×10^" : "1×10^";
    });
}

/**
 * Draws an expression with raised exponents. Each character is in a span with the index of its key. The cursor
 * is raised if the next key becomes a part of the exponent.
 * @param {HTMLElement} place
 * @param {string[]} shown the texts of the keys
 * @param {number} count the number of keys before the cursor
 * @param {HTMLElement} cursor
 */
function drawExpression(place, shown, count, cursor) {
    const owners = shown.flatMap((text, index) => [...text].map(() => index));
    place.append(...nodesOf(shown.join("")));
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const nodes = [];
    while (walker.nextNode()) nodes.push(/** @type {Text} */ (walker.currentNode));
    /** @type {HTMLElement | undefined} */
    let before;
    for (const node of nodes) {
        /** @type {HTMLElement[]} */
        const spans = [];
        for (const character of node.data) {
            const at = `${owners.shift()}`;
            if (spans.at(-1)?.dataset.at !== at) spans.push(make("span"));
            const span = spans[spans.length - 1];
            span.dataset.at = at;
            span.textContent += character;
        }
        node.replaceWith(...spans);
        before = spans.filter(({ dataset }) => Number(dataset.at) < count).at(-1) ?? before;
    }
    if (before) (before.closest(".said") ?? before).after(cursor);
    else place.prepend(cursor);
}

/**
 * The place in a line that is nearest to a click: the number of characters before it, and the horizontal distance
 * of the nearest character.
 * @param {HTMLElement} line
 * @param {{ clientX: number, clientY: number }} click
 */
function nearest(line, { clientX: x, clientY: y }) {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let [least, count, distance, before] = [Infinity, 0, Infinity, 0];
    while (walker.nextNode()) {
        const node = /** @type {Text} */ (walker.currentNode);
        const isSeen = !node.parentElement?.closest(".said");
        for (let at = 0; at < node.length; at++, before++) {
            if (!isSeen) continue;
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            const { left, right, top, bottom } = range.getBoundingClientRect();
            const across = Math.max(left - x, x - right, 0);
            const far = Math.hypot(across, 3 * Math.max(top - y, y - bottom, 0));
            if (far >= least) continue;
            [least, distance] = [far, across];
            count = before + Number(x > (left + right) / 2);
        }
    }
    return { count, distance };
}

/**
 * The number of keys before a place between characters. Inside of a key, the nearer end counts.
 * @param {string[]} shown the texts of the keys
 * @param {number} count the number of characters before the place
 */
export function keysBefore(shown, count) {
    let keys = 0;
    for (const { length } of shown) {
        if (count * 2 < length || count <= 0) break;
        count -= length;
        keys++;
    }
    return keys;
}

/**
 * The number of characters in the editor before a place in the expression on display, if the two texts agree before
 * or after that place. They may differ: the editor has `Ans` for a result, and functions where their keys are.
 * @param {string} displayed
 * @param {string} edited
 * @param {number} count the number of displayed characters before the place
 */
export function matchingCount(displayed, edited, count) {
    const text = displayed.replace(/ =$/, "");
    if (edited.startsWith(text.slice(0, count))) return Math.min(count, text.length);
    return edited.endsWith(text.slice(count)) ? edited.length - text.length + count : undefined;
}
