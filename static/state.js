// The calm lines: how it stands with room and connection, and what became of an own key.
import { element } from "./elements.js";
import { fill, nameOfAction, texts } from "./texts.js";

const noticeTime = 6000;

/** `tell` says a line to who cannot see it. */
export function makeState(tell) {
    let connection = { state: "connecting" };
    let people = {};
    let refused;
    let timer;
    let wasCurrent = false;

    function draw(parts) {
        connection = parts.connection ?? connection;
        people = parts.people ?? people;
        for (const notice of parts.notices ?? []) take(notice);
        if (parts.pending === 0) refused = undefined;
        write();
    }

    function say(text) {
        clearTimeout(timer);
        element("notices").textContent = text;
        tell(text);
        timer = setTimeout(() => (element("notices").textContent = ""), noticeTime);
    }

    function take({ void: why, of, refused: cause }) {
        if (cause) refused = cause;
        else if (!why) say(texts.notices.tooMany);
        else say(fill(texts.notices.void, nameOfAction(of), texts.voids[why] ?? texts.voids.other));
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
