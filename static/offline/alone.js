// The reader's own copy of the calculator: a second replica that starts with the room as it is and never
// connects. The room goes on above it.
import { outcomeOf } from "../calculator/outcomes.js";
import { element, write } from "../page/dom.js";
import { loadReplica } from "../room/replica.js";
import { local } from "../text/numbers.js";
import { loadPart } from "../text/texts.js";
import { freshPen, noteVisit, secret, storesOf } from "./storage.js";

/** @param {Room} shared */
export async function make(shared) {
    const { room, tell, told, draw } = shared;
    const { dataset } = element("room");
    const [replica, part] = await Promise.all([loadReplica(), loadPart("alone")]);
    const section = /** @type {HTMLElement} */ (part.firstElementChild);
    return begin;

    /** @param {string} keypad */
    function begin(keypad) {
        element("menu").close();
        if (shared.alone) return;
        // The replica keeps the room, as it does for a later page. Only rooms in the list are kept.
        noteVisit(room, keypad);
        tell("hid");
        const kept = storesOf(room).kept.read();
        replica.begin({ secret: secret(), pen: freshPen(), make: { keypad } }, undefined, kept);
        element("stage").after(section);
        element("alone-back").onclick = end;
        dataset.view = "alone";
        if (told.display) drawRoom(told.display);
        draw({ pending: 0, unconfirmed: 0 });
        /** @type {Tell} */
        const type = (...call) => {
            const { display } = replica.call(...call).view;
            if (display) draw({ display });
        };
        shared.alone = { tell: type, ask: replica.ask, follow };
        type("alone");
    }

    /**
     * Takes the parts of the room's view that the copy replaces, and returns the others.
     * @param {View} parts
     * @returns {View}
     */
    function follow({ display, pending, keys, ...others }) {
        if (display) drawRoom(display);
        return others;
    }

    /** @param {Display} display */
    function drawRoom({ expression, main }) {
        write(element("alone-expression"), expression && `${local(expression)} →`);
        write(element("alone-number"), outcomeOf({ result: main }));
    }

    function end() {
        delete shared.alone;
        delete dataset.view;
        section.remove();
        const { display, pending, unconfirmed } = told;
        draw({ display, pending, unconfirmed });
    }
}
