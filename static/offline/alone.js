// The reader's own copy of the calculator: a second replica that starts with the room as it is and never
// connects. The room goes on above it.
import { nodesOf, outcomeOf } from "../calculator/outcomes.js";
import { element } from "../page/dom.js";
import { loadReplica } from "../room/replica.js";
import { local } from "../text/numbers.js";
import { loadPart } from "../text/texts.js";
import { newJoin, noteVisit, storesOf } from "./storage.js";

/** @param {Room} shared */
export async function makeAlone(shared) {
    const { room, tell } = shared;
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
        replica.begin(newJoin({ make: { keypad } }), undefined, storesOf(room).kept.read());
        element("stage").after(section);
        const { tell: type, end } = goPrivate(shared, replica, () => {}, drawRoom);
        element("alone-back").onclick = () => {
            section.remove();
            end();
        };
        type("alone");
    }
}

/** @param {Display} display */
function drawRoom({ expression, main }) {
    element("alone-expression").replaceChildren(...nodesOf(expression && `${local(expression)} →`));
    element("alone-number").replaceChildren(...nodesOf(outcomeOf({ result: main })));
}

/**
 * Gives the reader's keys to a replica that never connects, and shows its calculator. `end` gives them back to the
 * room.
 * @param {Room} shared
 * @param {Replica} replica
 * @param {(call: Parameters<Tell>, display?: Display) => void} note receives each call, and the display if it changed
 * @param {(display: Display) => void} [drawRoom] draws the room's display elsewhere
 */
export function goPrivate(shared, replica, note, drawRoom = () => {}) {
    const { told, draw } = shared;
    const { dataset } = element("room");
    dataset.view = "alone";
    if (told.display) drawRoom(told.display);
    draw({ pending: 0, unconfirmed: 0 });
    shared.alone = { tell, ask: replica.ask, follow };
    return { tell, end };

    function end() {
        delete shared.alone;
        delete dataset.view;
        const { display, pending, unconfirmed } = told;
        draw({ display, pending, unconfirmed });
    }

    /** @type {Tell} */
    function tell(...call) {
        const { display } = replica.call(...call).view;
        note(call, display);
        if (display) draw({ display });
    }

    /**
     * Takes the parts of the room's view that the private calculator replaces, and returns the others.
     * @param {View} parts
     * @returns {View}
     */
    function follow({ display, pending, keys, ...others }) {
        if (display) drawRoom(display);
        return others;
    }
}
