// A room: what people do goes to the replica, and what the replica shows is drawn.
import { DisplayView } from "./display.js";
import { element } from "./elements.js";
import { listenToMaking } from "./home.js";
import { forgetVisit, freshPen, noteVisit, ownName, pendingOf, secret, visitedRooms } from "./kept.js";
import { listenToClipboard, listenToKeyboard } from "./keyboard.js";
import { KeypadView } from "./keypad.js";
import { Link } from "./link.js";
import { PeopleView, hue } from "./people.js";
import {
    describeKeyboard, listenToMenu, listenToSharing, listenToSide, showKeyboard,
} from "./sheets.js";
import { StateView } from "./state.js";
import { TapeView } from "./tape.js";
import { fill, nameOfAction, texts } from "./texts.js";

export class Room {
    #room;
    #layouts;
    #link;
    /** Keys that went down before the replica was there. */
    #early = [];
    #kind;
    #display = new DisplayView();
    #state = new StateView();
    #people = new PeopleView((action) => this.#act(action));
    #tape = new TapeView((seq) => this.#act({ recall: seq }), (who) => this.#people.nameOf(who));
    #keypad;

    /** Draws what is known without the replica. */
    constructor(room, { keypads, keyboard }) {
        this.#room = room;
        this.#layouts = keypads;
        this.#keypad = new KeypadView(element("keypad"), keypads, (key) => this.#press(key));
        this.#kind = this.#made?.keypad ?? this.#visited ?? keypads[0].name;
        this.#keypad.show(this.#kind);
        element("calculator").dataset.known = this.#made || this.#visited ? true : false;
        element("room-name").textContent = document.title = room;
        element("room").hidden = false;
        this.#listen(keyboard);
    }

    /** From here on keys count. */
    enter(replica) {
        const path = `/rooms/${encodeURIComponent(this.#room)}`;
        const scheme = location.protocol === "https:" ? "wss" : "ws";
        this.#link = new Link(
            replica, `${scheme}://${location.host}${path}`, pendingOf(this.#room),
            (parts) => this.#draw(parts));
        const join = { secret: secret(), pen: freshPen() };
        if (ownName.read()) join.name = ownName.read();
        if (this.#made) join.make = this.#made;
        this.#link.begin(join);
        for (const key of this.#early) this.#press(key);
    }

    /** A keypad that is none makes nothing: then the room is there, or the page offers to make it. */
    get #made() {
        const keypad = new URLSearchParams(location.search).get("make");
        return this.#layouts.some(({ name }) => name === keypad) ? { keypad } : undefined;
    }

    get #visited() {
        return visitedRooms().find(({ room }) => room === this.#room)?.keypad;
    }

    #press(key) {
        this.#link ? this.#link.tell("pressed", key) : this.#early.push(key);
    }

    #act(action) {
        this.#link?.tell("acted", JSON.stringify(action));
    }

    #tell(call) {
        this.#link?.tell(call);
    }

    #listen(keyboard) {
        const undo = () => this.#tell("undone");
        const redo = () => this.#tell("redone");
        const number = () => this.#display.number;
        const say = (text) => this.#state.say(text);
        const type = (key) => {
            this.#keypad.light(key);
            this.#press(key);
        };
        describeKeyboard(keyboard);
        listenToKeyboard(keyboard, { press: type, undo, redo, help: showKeyboard });
        listenToClipboard({ press: (...keys) => keys.forEach((key) => this.#press(key)), number, say });
        listenToSharing(this.#room, `/rooms/${encodeURIComponent(this.#room)}`);
        listenToSide();
        listenToMenu(this.#layouts, {
            kind: () => this.#kind, choose: (keypad) => this.#act({ keypad }), number, say,
        });
        element("undo").onclick = undo;
        element("redo").onclick = redo;
        element("more").onclick = () => {
            const isOpen = element("calculator").toggleAttribute("data-more");
            element("more").setAttribute("aria-pressed", isOpen);
        };
        // What was clicked does not take the focus: Enter goes on meaning =.
        element("calculator").onmousedown = (event) =>
            event.target.closest("button") && event.preventDefault();
        element("send").onclick = () => this.#link.tell("answered", "", 1);
        element("discard").onclick = () => this.#link.tell("answered", "", 0);
        element("make-again").onclick = () => location.assign(`?make=${this.#kind}`);
        element("room-own-name").value = ownName.read() ?? "";
        element("room-own-name").onchange = (event) => {
            ownName.write(event.target.value.trim());
            this.#act({ name: ownName.read() });
        };
        // Whenever the page may have slept or been cut off, the replica looks after the connection.
        addEventListener("online", () => this.#tell("woke"));
        addEventListener("pageshow", (event) => event.persisted && this.#tell("woke"));
        document.addEventListener("visibilitychange", () => document.hidden || this.#tell("woke"));
    }

    #draw(parts) {
        const { display, people, tape, pending, unconfirmed, connection, question, keys = [] } = parts;
        if (display) this.#drawDisplay(display);
        if (unconfirmed !== undefined) this.#display.mark(unconfirmed);
        if (pending !== undefined) element("display").dataset.pending = pending;
        if (people) this.#people.draw(people);
        if (tape) this.#tape.draw(tape);
        if (connection || people || pending !== undefined || parts.notices?.length) {
            this.#state.draw(parts);
        }
        if (connection) this.#drawConnection(connection);
        if (question) this.#drawQuestion(question);
        for (const { by, key } of keys) this.#keypad.light(key, this.#people.nameOf(by), hue(by));
    }

    #drawDisplay(display) {
        this.#kind = display.keypad;
        this.#keypad.show(display.keypad, display.radians);
        this.#display.draw(display);
    }

    #drawConnection({ state, current, why, gone }) {
        if (state === "ended") return this.#end(why);
        const isCurrent = state === "joined" && current;
        element("room").dataset.current = isCurrent;
        if (!isCurrent || gone) return;
        element("calculator").dataset.known = true;
        noteVisit(this.#room, this.#kind);
    }

    #drawQuestion(actions) {
        element("question").hidden = actions.length === 0;
        element("asked").replaceChildren(...actions.flatMap((action) => [
            Object.assign(document.createElement("kbd"), { textContent: nameOfAction(action) }), " ",
        ]));
    }

    /** There is no way on from here but to try again, to make this room, or to go to another. */
    #end(why) {
        forgetVisit(this.#room);
        element("room").hidden = true;
        delete document.documentElement.dataset.keypad;
        element("ended-why").textContent = fill(texts.endings[why] ?? texts.endings.other, this.#room);
        element("ended-next").textContent = texts.nexts[why] ?? texts.nexts.other;
        element("try-again").onclick = () => location.assign(location.pathname);
        const form = element("make-here");
        form.hidden = why !== "noSuchRoom";
        listenToMaking(form, this.#layouts, (kind) => location.assign(`?make=${kind}`));
        element("ended").hidden = false;
    }
}
