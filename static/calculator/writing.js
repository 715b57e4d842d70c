// Opens the editor for the expression on display, puts keys into the room, and shows a number in other forms.
import { lazy } from "../offline/page-files.js";
import { copy } from "../page/dialogs.js";
import { element } from "../page/dom.js";
import { loadExpressions } from "../room/replica.js";
import { texts } from "../text/texts.js";
import { listenToPointer, listenToTouch } from "./touch.js";

/**
 * @param {Room} shared
 * @param {ReturnType<typeof import("./display.js").makeDisplay>} display
 * @param {Tell} tell sends a call to the calculator on display
 */
export function makeWriting(shared, display, tell) {
    const { ask, say } = shared;
    const expressions = lazy(() => loadExpressions(ask));
    const editor = lazy(async () => (await import("./editor.js")).makeEditor(shared, await expressions.load()), "editor.js");
    const forms = lazy(async () => (await import("./forms.js")).makeForms(shared), "forms.js");
    /** @type {Display | undefined} */
    let shown;

    /** @param {boolean} isRoom false for views that only watch */
    function listen(isRoom) {
        if (isRoom) listenToTouch(element("expression"), texts.room.edit, (click) => edit("", click));
        listenToTouch(element("rules"), "", () => say(element("rules").title));
        listenToTouch(element("display"), texts.room.forms, showForms, copyNumber);
        listenToPointer(element("figures"), showForms, copyNumber);
    }

    /** The reason why this person cannot press keys, if they cannot. */
    function whyAsleep() {
        const { locked, closed, mayPress } = shared.told.people ?? {};
        if (shared.alone || !(closed || (locked && !mayPress))) return undefined;
        return texts.states[closed ? "closed" : "locked"];
    }

    /**
     * Moves the cursor of the editor, or opens it with the expression on display.
     * @param {string} name the name of a keyboard's key
     */
    const move = (name) => (shared.editing ? shared.editing.move(name) : edit(name));

    /**
     * @param {string} moved the key that opens the editor, if any
     * @param {MouseEvent} [click] the click that opens it
     */
    async function edit(moved, click) {
        const why = whyAsleep();
        if (why) return say(why);
        const isIn = shared.alone || shared.told.people?.you !== undefined;
        if (!isIn) return;
        const { keys, finished } = (await expressions.load())("expression");
        if (!keys) return;
        const place = { Home: 0, ArrowLeft: Math.max(keys.length - 1, 0) }[moved];
        (await editor.load()).open(keys, { isFinished: finished, of: shown?.step, place, click });
    }

    /**
     * @param {string[]} keys
     * @param {object} [of]
     */
    function typeKeys(keys, of = shown?.step) {
        tell("acted", JSON.stringify({ type: { keys, of } }));
    }

    async function showForms() {
        (await forms.load())(display.isRounded());
    }

    async function copyNumber() {
        if (display.number() === undefined) return;
        await copy(display.copied());
        say(texts.notices.copied);
    }

    /** @param {View} parts */
    async function draw(parts) {
        if (parts.display) shown = parts.display;
        // An edit that came too late, or was too much work, is offered again.
        const missed = parts.notices?.find(({ of }) => of === "type");
        const why = missed?.void ?? "";
        if (/^(step|work)$/.test(why)) {
            (await editor.load()).open(missed?.keys ?? [], { of: shown?.step, why: texts.voids[why], display: shown });
        }
        if (parts.display) (await editor.loaded)?.follow(parts.display);
    }

    return { listen, whyAsleep, move, typeKeys, loadExpressions: expressions.load, draw };
}
