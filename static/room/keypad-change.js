// Announces a change of the keypad with its author, and undoes it with one tap.
import { element } from "../page/dom.js";
import { fill, nameOfKeypad, texts } from "../text/texts.js";

const shownTime = 12_000;

/**
 * Makes the announcement. `announce` tells screen readers about it.
 * @param {{ tell: Tell, act(action: Action): void, nameOf: NameOf, announce(text: string, about: string): void }} room
 */
export function makeKeypadChange({ tell, act, nameOf, announce }) {
    const [place, undo] = [element("changed"), element("changed-undo")];
    /** @type {string | undefined} */
    let keypad;
    /** True while the change is the room's last step, which an undo takes back with the expression. */
    let isLast = false;
    /** @type {number | undefined} */
    let timer;
    element("changed-close").onclick = hide;

    /**
     * @param {View} parts the new parts
     * @param {View} told all known parts
     */
    function draw({ notices = [], display }, { people, pending }) {
        const change = notices.filter(({ keypad }) => keypad).at(-1);
        if (change) show(change, people?.you);
        isLast = change ? pending === 0 : isLast && !display;
        undo.hidden = people?.mayPress === false;
        if (display && display.keypad !== keypad) hide();
    }

    /**
     * @param {Notice} change
     * @param {number | undefined} you
     */
    function show({ keypad: now = "", before, by = 0 }, you) {
        keypad = now;
        const author = by === you ? texts.tape.you : nameOf(by);
        const sentence = fill(texts.notices.keypad, author, nameOfKeypad(now));
        element("changed-what").textContent = sentence;
        announce(sentence, "keypad");
        undo.onclick = () => {
            hide();
            if (isLast) tell("undone");
            else act({ keypad: before });
        };
        place.hidden = false;
        clearTimeout(timer);
        timer = setTimeout(hide, shownTime);
    }

    function hide() {
        place.hidden = true;
    }

    return { draw };
}
