// A copy of the calculator that nobody else sees: a second replica, which begins with the room as it is
// and is never connected. The room goes on over it.
import { element, write } from "./elements.js";
import { freshPen, secret, storesOf } from "./kept.js";
import { loadReplica } from "./link.js";
import { local } from "./numbers.js";
import { outcomeOf } from "./tape.js";
import { loadPart } from "./texts.js";

export async function make(shared) {
    const { room, tell, told, draw } = shared;
    const { dataset } = element("room");
    const [replica, { firstElementChild: section }] =
        await Promise.all([loadReplica(), loadPart("alone")]);
    return begin;

    function begin(keypad) {
        element("menu").close();
        if (shared.alone) return;
        // It keeps the room where a later page would find it.
        tell("hid");
        const kept = storesOf(room).kept.read();
        replica.begin({ secret: secret(), pen: freshPen(), make: { keypad } }, undefined, kept);
        element("stage").after(section);
        element("alone-back").onclick = end;
        dataset.view = "alone";
        drawRoom(told.display);
        draw({ pending: 0, unconfirmed: 0 });
        const type = (...call) => {
            const { display } = replica.call(...call).view;
            if (display) draw({ display });
        };
        shared.alone = { tell: type, follow };
        type("alone");
    }

    /** Takes what the copy shows in its place from what the room tells. */
    function follow({ display, pending, keys, ...others }) {
        if (display) drawRoom(display);
        return others;
    }

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
