// Announces a change of the keypad with its author, and undoes it with one tap.
import { fill, nameOfKeypad, texts } from "../text/texts.js";

/**
 * @param {{ tell: Tell, act(action: Action): void, nameOf: NameOf }} room
 * @param {ReturnType<typeof import("./banner.js").makeBanner>} banner
 */
export function makeKeypadChange({ tell, act, nameOf }, banner) {
    /** @type {string | undefined} */
    let keypad;
    /** True while the change is the room's last step, which an undo takes back with the expression. */
    let isLast = false;

    /**
     * @param {View} parts the new parts
     * @param {View} told all known parts
     */
    return function draw({ notices = [], display }, { people, pending }) {
        const change = notices.filter(({ keypad }) => keypad).at(-1);
        if (change) show(change, people?.you);
        isLast = change ? pending === 0 : isLast && !display;
        banner.offer("keypad", people?.mayPress !== false);
        if (display && display.keypad !== keypad) banner.hide("keypad");
    };

    /**
     * @param {Notice} change
     * @param {number | undefined} you
     */
    function show({ keypad: now = "", before, by = 0 }, you) {
        keypad = now;
        const author = by === you ? texts.tape.you : nameOf(by);
        banner.show("keypad", fill(texts.notices.keypad, author, nameOfKeypad(now)), texts.room.undo, () => {
            if (isLast) tell("undone");
            else act({ keypad: before });
        });
    }
}
