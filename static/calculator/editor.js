// Edits an expression privately, key by key with a cursor. Done puts it into the room as one step.
import { element, make as makeElement, write } from "../page/dom.js";
import { group, local, marked } from "../text/numbers.js";
import { fill, loadPart, texts } from "../text/texts.js";
import { errorOf, nodesOf, wordsOf } from "./outcomes.js";

/** The largest number of keys of an expression. */
const keysMax = 256;

/** @param {Room} shared */
export async function make(shared) {
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
    line.onclick = ({ target, clientX }) => {
        edit.go(placeAt(line, target, clientX, edit.keys().length));
        draw();
    };
    return { open, follow };

    /**
     * Opens the editor with keys. `of` is the step that they follow, and `why` the reason for opening it again.
     * @param {string[]} keys
     * @param {{ isFinished?: boolean, of?: object, place?: number, why?: string }} options
     */
    function open(keys, { isFinished = false, of, place = keys.length, why }) {
        edit = makeEdit(shared.ask, keys, place);
        start = { isFinished, of };
        shared.editing = { press, move, insert };
        section.hidden = false;
        element("room").dataset.editing = "true";
        element("editor-room").textContent = "";
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
        let why;
        for (const key of keys) why ??= edit.press(key);
        draw(why);
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
        const spans = spansOf(pieces).map((text, index) => {
            const span = makeElement("span", {}, text);
            span.dataset.at = `${index}`;
            return span;
        });
        const cursor = makeElement("span", { className: "cursor" });
        spans.splice(edit.place(), 0, cursor);
        line.replaceChildren(makeElement("div", {}, ...spans));
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
 * @param {Ask} ask
 * @param {string[]} keys
 * @param {number} place the number of keys before the cursor
 */
export function makeEdit(ask, keys, place) {
    /** @type {Edited} */
    const nothing = { pieces: [], main: "0", expression: "", complete: false };
    let edited = ask("editor", keys.join(" ")).editor ?? nothing;

    /**
     * Replaces the keys unless the calculator refuses the key at `at`. Returns the reason.
     * @param {string[]} next
     * @param {number} [at]
     */
    function change(next, at) {
        const words = texts.editor;
        const { error, editor } = ask("editor", next.join(" "));
        if (!editor) return error === "work" ? texts.voids.work ?? words.full : words.full;
        if (at !== undefined && !editor.pieces[at]) return words.notHere;
        if (at !== undefined && editor.problemAt === at) return texts.remarks[editor.problem ?? ""] ?? words.notHere;
        keys = next;
        edited = editor;
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
            if (keys.length >= keysMax) return texts.editor.full;
            const why = change([...keys.slice(0, place), key, ...keys.slice(place)], place);
            if (!why) place++;
            return why;
        },
    };
}

/**
 * The texts of keys as they are shown together: a group mark belongs to the key before it.
 * @param {string[]} pieces
 */
export function spansOf(pieces) {
    const shown = [...marked(pieces.join("")).replaceAll("-", "−")];
    return pieces.map((piece) => {
        let text = "";
        for (const character of piece) {
            text += shown.shift() ?? "";
            if (shown[0] === group && /\d/.test(character)) text += shown.shift();
        }
        return text;
    });
}

/**
 * The place of the cursor that is nearest to a click.
 * @param {HTMLElement} line
 * @param {EventTarget | null} target
 * @param {number} x
 * @param {number} count
 */
function placeAt(line, target, x, count) {
    const span = target instanceof HTMLElement ? target.closest("span") : null;
    const { at } = span?.dataset ?? {};
    if (span && at !== undefined) {
        const { left, width } = span.getBoundingClientRect();
        return Number(at) + (x > left + width / 2 ? 1 : 0);
    }
    return line.firstElementChild && x < line.firstElementChild.getBoundingClientRect().left ? 0 : count;
}
