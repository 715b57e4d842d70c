// The calm lines: how it stands with room and connection, and what became of an own key.
import { element } from "./elements.js";
import { fill, nameOfAction, texts } from "./texts.js";

const noticeTime = 6000;

/** `tell` says a line to who cannot see it, `nameOf` who has a number. */
export function makeState(tell, nameOf) {
    let connection = { state: "connecting" };
    let people = {};
    let refused;
    let timer;
    let wasCurrent = false;

    function draw(parts) {
        connection = parts.connection ?? connection;
        people = parts.people ?? people;
        for (const notice of parts.notices ?? []) take(notice);
        const isTaken = refused && parts.pending === 0;
        if (isTaken) refused = undefined;
        if (isTaken || parts.connection || parts.people || parts.notices) write();
    }

    function say(text) {
        clearTimeout(timer);
        element("notices").textContent = text;
        tell(text);
        timer = setTimeout(() => (element("notices").textContent = ""), noticeTime);
    }

    function take(notice) {
        const { void: why, of, refused: cause, by } = notice;
        if (cause) refused = cause;
        else if (by) tellOfTurn(notice);
        else if (!why) say(texts.notices.tooMany);
        else say(fill(texts.notices.void, nameOfAction(of), texts.voids[why] ?? texts.voids.other));
    }

    /** Ben undid Ada’s AC. */
    function tellOfTurn({ by, whose, undid, redid }) {
        const { you } = people;
        const words = {
            by: by === you ? texts.tape.you : nameOf(by), whose: nameOf(whose),
            what: (undid ?? redid) ? nameOfAction(undid ?? redid) : texts.tape.step,
        };
        const sentences = undid === undefined ? texts.tape.redid : texts.tape.undid;
        say(sentences[whose === by ? "own" : whose === you ? "yours" : "others"]
            .replace(/{(\w+)}/g, (_, word) => words[word]));
    }

    function write() {
        const name = nameOfState();
        const line = element("connection");
        if (line.dataset.state === name) return;
        line.dataset.state = name;
        line.textContent = texts.states[name];
        // That it is on its way at first, and then there, nobody has to hear.
        if (wasCurrent || !/^(away|connecting|current)$/.test(name)) {
            tell(texts.states[name], "connection");
        }
        wasCurrent ||= name === "current";
        element("gone").hidden = name !== "gone";
    }

    /** What matters most of all that is the case. */
    function nameOfState() {
        const { state, current, why, gone } = connection;
        if (gone) return "gone";
        if (state !== "joined") {
            if (!navigator.onLine) return "offline";
            if (why === "storage") return "unreadable";
            if (texts.states[why]) return why;
            return state === "away" || why ? "away" : "connecting";
        }
        if (!current) return "doubtful";
        if (refused) return texts.states[refused] ? refused : "busy";
        const { closed, locked, mayPress, all, you } = people;
        if (closed) return "closed";
        if (!locked) return "current";
        if (mayPress) return "given";
        return all.find(({ who }) => who === you)?.hand ? "handUp" : "locked";
    }

    addEventListener("online", write);
    addEventListener("offline", write);
    return { draw, say };
}
