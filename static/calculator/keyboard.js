// Reads the keyboard and the clipboard. The engine decides what the keys mean.
import { openDialog } from "../page/dialogs.js";
import { texts } from "../text/texts.js";

/**
 * The element that an event is meant for. A closed dialog keeps the focus until the next frame.
 * @param {Event} event
 */
const targetOf = ({ target }) =>
    target instanceof Element && !target.closest("dialog:not([open])") ? target : document.body;

/**
 * True if an event is not for the calculator. A click may take the focus out of a dialog that stays open.
 * @param {Event} event
 */
const isElsewhere = (event) =>
    targetOf(event).closest("input, select, textarea") !== null || openDialog() !== undefined;

/**
 * The link or button that Enter clicks, if an event is meant for one. On a key of the keypad, Enter means =.
 * @param {Event} event
 * @returns {HTMLElement | null}
 */
const buttonOf = (event) => targetOf(event).closest("a, summary, button:not(.key), [role=button]");

/** Keys that move the cursor of the editor, and open it. */
const arrows = ["ArrowLeft", "ArrowRight", "Home", "End"];

/**
 * The key of the keypad that a key of a keyboard stands for, if any.
 * @param {string} key
 * @param {Record<string, string>} named
 */
export const keyOf = (key, named) => named[key] ?? (/^[\d.+\-*/=%()]$/.test(key) ? key : undefined);

/**
 * Listens to the keyboard, and to pasted texts. `named` maps the keys that have another name on the keypad.
 * @param {Record<string, string>} named
 * @param {object} acts
 * @param {(key: string) => void} acts.press
 * @param {() => void} acts.undo
 * @param {() => void} acts.redo
 * @param {() => void} acts.help
 * @param {(name: string) => void} acts.move moves the cursor of the editor
 * @param {() => boolean} acts.isEditing
 * @param {(text: string) => unknown} acts.paste types a text, and resolves when it is typed
 * @param {() => Promise<Spelling>} [acts.spell] loads the part that takes letters, unless this page only watches
 */
export function listenToKeyboard(named, { press, undo, redo, help, move, isEditing, paste, spell }) {
    /**
     * The buttons that were clicked since the last Tab. They keep the focus, or get it back from a dialog, but for
     * somebody with a mouse, Enter means =.
     * @type {WeakSet<HTMLElement>}
     */
    let clicked = new WeakSet();
    /** @type {Spelling | undefined} */
    let spelling;
    /**
     * Pending input. From the first letter or pasted text on, each key waits for the input before it.
     * @type {Promise<unknown> | undefined}
     */
    let turn;
    const inTurn = (/** @type {() => unknown} */ act) => (turn = Promise.resolve(turn).catch(() => {}).then(act));

    addEventListener("pointerdown", (event) => {
        const button = buttonOf(event);
        if (spell && button && !button.closest("#bill")) clicked.add(button);
    }, true);
    addEventListener("keydown", (event) => {
        if (event.key === "Tab") clicked = new WeakSet();
        const button = buttonOf(event);
        if (!button || !clicked.has(button) || isElsewhere(event) || !/^(Enter| )$/.test(event.key)) return;
        // Some browsers click a button that has the focus when the space bar goes up.
        button.blur();
        event.preventDefault();
        event.stopPropagation();
        listen(event);
    }, true);
    addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !buttonOf(event)) listen(event);
    });
    document.addEventListener("paste", (event) => {
        if (isElsewhere(event)) return;
        event.preventDefault();
        const text = event.clipboardData?.getData("text") ?? "";
        inTurn(() => paste(text));
    });

    /** @param {KeyboardEvent} event */
    function listen(event) {
        const { key: name } = event;
        if (isElsewhere(event) || event.altKey || event.isComposing) return;
        if (event.ctrlKey || event.metaKey) {
            const letter = name.toLowerCase();
            if (letter !== "z" && letter !== "y") return;
            event.preventDefault();
            // The editor is private, and the last step of the room may be anybody's.
            if (!isEditing()) (letter === "y" || event.shiftKey ? redo : undo)();
            return;
        }
        if (name === "?") return help();
        const isSpelling = spelling?.isOn();
        const isEdit = isEditing() && (name === "Delete" || (name === "Escape" && !isSpelling));
        if (isEdit || arrows.includes(name)) {
            event.preventDefault();
            return move(name);
        }
        const key = keyOf(name, named);
        const isCharacter = spell && [...name].length === 1 && (name !== " " || isSpelling);
        if (!key && !isCharacter) return;
        event.preventDefault();
        if (event.repeat && name !== "Backspace") return;
        if (!spell || (!turn && key)) return key && press(key);
        inTurn(async () => {
            // If the load fails, a letter is lost, and the page complains.
            spelling ??= await spell().catch((error) => {
                if (!key) throw error;
                return undefined;
            });
            if (spelling) await spelling.take(name, key);
            else if (key) press(key);
        });
    }
}

/**
 * Listens to copy.
 * @param {object} acts
 * @param {() => string | undefined} acts.number the number as programs read it
 * @param {() => string} acts.copied the number with the reader's marks
 * @param {(text: string) => void} acts.say
 */
export function listenToCopy({ number, copied, say }) {
    document.addEventListener("copy", (event) => {
        if (isElsewhere(event)) return;
        const selected = String(getSelection());
        // A selected minus is copied as the hyphen that programs read.
        if (selected ? !selected.includes("−") : number() === undefined) return;
        event.preventDefault();
        event.clipboardData?.setData("text/plain", selected ? selected.replaceAll("−", "-") : copied());
        if (!selected) say(texts.notices.copied);
    });
}
