// Edits an expression privately, key by key with a cursor. Done puts it into the room as one step.
import { element, make, write } from "../page/dom.js";
import { group, local, marked } from "../text/numbers.js";
import { fill, loadPart, texts } from "../text/texts.js";
import { errorOf, nodesOf, wordsOf } from "./outcomes.js";

/** The largest number of keys of an expression. */
const keysMax = 256;

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
    close();
    element("editor-left").onclick = () => move("ArrowLeft");
    element("editor-right").onclick = () => move("ArrowRight");
    element("editor-cancel").onclick = close;
    element("editor-done").onclick = () => finish(start.isFinished);
    line.onclick = ({ clientX, clientY }) => {
        edit.go(placeAt(line, clientX, clientY));
        draw();
    };
    return { open, follow };

    /**
     * Opens the editor with keys. `of` is the step that they follow. `why` is the reason for opening it again, and
     * `display` the room's display at that time.
     * @param {string[]} keys
     * @param {{ isFinished?: boolean, of?: object, place?: number, why?: string, display?: Display }} options
     */
    function open(keys, { isFinished = false, of, place = keys.length, why, display }) {
        edit = makeEdit(ask, keys, place);
        start = { isFinished, of };
        shared.editing = { press, move, insert };
        section.hidden = false;
        element("room").dataset.editing = "true";
        write(element("editor-room"));
        if (display) follow(display);
        draw(why);
        line.focus({ preventScroll: true });
    }

    function close() {
        const isOpen = shared.editing !== undefined;
        delete shared.editing;
        section.hidden = true;
        delete element("room").dataset.editing;
        if (isOpen) element("expression").focus({ preventScroll: true });
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
        const { pieces, complete, result = "" } = edit.edited();
        const cursor = make("span", { className: "cursor" });
        const expression = make("div");
        drawExpression(expression, textsOf(pieces, edit.keys()), edit.place(), cursor);
        line.replaceChildren(expression);
        line.style.setProperty("--length", `${Math.max(pieces.join("").length, 8)}`);
        cursor.scrollIntoView({ block: "nearest" });
        const error = errorOf(result);
        outcome.classList.toggle("remark", why !== undefined);
        outcome.replaceChildren(...why ? [why]
            : !complete ? ["…"] : error ? [wordsOf(error)] : nodesOf(`= ${local(result)}`));
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
 * The place of the cursor that is nearest to a click.
 * @param {HTMLElement} line
 * @param {number} x
 * @param {number} y
 */
function placeAt(line, x, y) {
    let [nearest, place] = [Infinity, 0];
    for (const span of line.querySelectorAll(":not(.said) > [data-at]")) {
        const { left, right, top, bottom } = span.getBoundingClientRect();
        const distance = Math.hypot(Math.max(left - x, x - right, 0), 3 * Math.max(top - y, y - bottom, 0));
        if (distance >= nearest) continue;
        const isAfter = x > (left + right) / 2;
        nearest = distance;
        place = Number(/** @type {HTMLElement} */ (span).dataset.at) + Number(isAfter);
    }
    return place;
}
