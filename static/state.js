// The calm lines: how it stands with room and connection, and what became of an own key.
import { element } from "./elements.js";
import { nameOfAction, texts } from "./texts.js";

const noticeTime = 6000;

export class StateView {
    #connection = { state: "connecting" };
    #people = {};
    #refused;
    #timer;

    constructor() {
        addEventListener("online", () => this.#draw());
        addEventListener("offline", () => this.#draw());
    }

    /** The parts of the view that a line may follow from. */
    draw({ connection, people, pending, notices = [] }) {
        this.#connection = connection ?? this.#connection;
        this.#people = people ?? this.#people;
        for (const notice of notices) this.#take(notice);
        if (pending === 0) this.#refused = undefined;
        this.#draw();
    }

    /** Says what becomes of one thing, until the next one or for a while. */
    say(text) {
        clearTimeout(this.#timer);
        element("notices").textContent = text;
        this.#timer = setTimeout(() => (element("notices").textContent = ""), noticeTime);
    }

    #take({ void: why, of, refused }) {
        if (refused) this.#refused = refused;
        else if (!why) this.say(texts.notices.tooMany);
        else this.say(`${nameOfAction(of)}: ${texts.voids[why] ?? why}`);
    }

    #draw() {
        const name = this.#name();
        const line = element("connection");
        if (line.dataset.state === name) return;
        line.dataset.state = name;
        line.textContent = texts.states[name];
        element("gone").hidden = name !== "gone";
    }

    /** What matters most of all that is the case. */
    #name() {
        const { state, current, why, gone } = this.#connection;
        if (gone) return "gone";
        if (state !== "joined") {
            if (!navigator.onLine) return "offline";
            if (why === "storage") return "unreadable";
            if (why === "restart" || why === "full") return why;
            return state === "away" || why ? "away" : "connecting";
        }
        if (!current) return "doubtful";
        if (this.#refused) return this.#refused;
        const { closed, locked, mayPress, all = [], you } = this.#people;
        if (closed) return "closed";
        if (!locked) return "current";
        if (mayPress) return "given";
        return all.find(({ who }) => who === you)?.hand ? "handUp" : "locked";
    }
}
