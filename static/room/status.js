// Draws the status lines: the state of the room and the connection, and notices about the reader's actions.
import { outcomeOf } from "../calculator/outcomes.js";
import { readerOf } from "../class/participants.js";
import { element, make } from "../page/dom.js";
import { fill, nameOfAction, texts } from "../text/texts.js";

const noticeTime = 6000;

/**
 * Makes the status lines. `tell` announces a line to screen readers.
 * @param {(text: string, about?: string) => void} tell
 * @param {NameOf} nameOf
 * @param {(step: Step) => void} undo
 */
export function makeState(tell, nameOf, undo) {
    /** @type {Connection} */
    let connection = { state: "connecting" };
    /** @type {People | undefined} */
    let people;
    /** @type {string | undefined} */
    let refused;
    /** @type {number | undefined} */
    let timer;
    let wasCurrent = false;

    /** @param {View} parts */
    function draw(parts) {
        connection = parts.connection ?? connection;
        people = parts.people ?? people;
        for (const notice of parts.notices ?? []) show(notice);
        const isTaken = refused && parts.pending === 0;
        if (isTaken) refused = undefined;
        if (isTaken || parts.connection || parts.people || parts.notices) write();
    }

    /**
     * Shows a text, and a button that undoes a step.
     * @param {string} text
     * @param {Step} [step]
     */
    function say(text, step) {
        clearTimeout(timer);
        element("notices").textContent = text;
        if (step) {
            element("notices").append(" ", make("button", { onclick: () => undo(step) }, texts.room.undo));
        }
        tell(text);
        timer = setTimeout(() => (element("notices").textContent = ""), noticeTime);
    }

    /** @param {Notice} notice */
    function show(notice) {
        if (notice.refused) refused = notice.refused;
        else if (!notice.keypad) {
            say(sentenceOf(notice, people?.you, nameOf), notice.expected ? notice.step : undefined);
        }
    }

    function write() {
        const name = nameOfState(connection, people, refused, navigator.onLine);
        const line = element("connection");
        if (line.dataset.state === name) return;
        line.dataset.state = name;
        const text = texts.states[name] ?? "";
        line.textContent = text;
        // The first connection is not worth an announcement.
        if (wasCurrent || !/^(away|connecting|current)$/.test(name)) {
            tell(text, "connection");
        }
        wasCurrent ||= name === "current";
        element("gone").hidden = name !== "gone";
    }

    addEventListener("online", write);
    addEventListener("offline", write);
    return { draw, say };
}

/**
 * A notice in words: `7: the keypad is locked`, `Ben undid Ada’s AC.`
 * @param {Notice} notice
 * @param {number | undefined} you
 * @param {NameOf} nameOf
 */
export function sentenceOf(notice, you, nameOf) {
    const { void: why, of = null, replaced, undid, redid, by, step, expected, result, unsure } = notice;
    const whose = step?.by ?? 0;
    if (by) {
        const action = undid ?? redid;
        /** @type {Record<string, string>} */
        const words = {
            by: by === you ? texts.tape.you : nameOf(by), whose: nameOf(whose),
            what: action ? nameOfAction(action) : texts.tape.step,
        };
        const sentences = undid === undefined ? texts.tape.redid : texts.tape.undid;
        return sentences[whose === by ? "own" : whose === you ? "yours" : "others"]
            .replace(/{(\w+)}/g, (_, word) => words[word]);
    }
    if (expected) {
        return fill(texts.notices.otherOutcome, outcomeOf({ result }), outcomeOf({ result: expected }));
    }
    if (unsure !== undefined) return fill(texts.notices.unsure, nameOfAction(unsure));
    if (replaced) return texts.notices.replaced;
    if (!why) return texts.notices.tooMany;
    const what = of === "answer" ? texts.notices.answer : nameOfAction(of);
    return fill(texts.notices.void, what, texts.voids[why] ?? texts.voids.other);
}

/**
 * The most important state, by its name in `texts.states`.
 * @param {Connection} connection
 * @param {People | undefined} people
 * @param {string | undefined} refused why the server refuses keys now
 * @param {boolean} isOnline
 */
export function nameOfState({ state, current, why, gone }, people, refused, isOnline) {
    if (gone) return "gone";
    if (state !== "joined") {
        if (!isOnline) return "offline";
        if (why === "storage") return "unreadable";
        if (why && texts.states[why]) return why;
        return state === "away" || why ? "away" : "connecting";
    }
    if (!current) return "doubtful";
    if (refused) return texts.states[refused] ? refused : "busy";
    if (people?.closed) return "closed";
    if (!people?.locked) return "current";
    if (people.mayPress) return "given";
    return readerOf(people)?.hand ? "handUp" : "locked";
}
