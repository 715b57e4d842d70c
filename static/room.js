// A room: what people do goes to the replica, and what the replica shows is drawn.
import { makeDisplay } from "./display.js";
import { element, make } from "./elements.js";
import { freshPen, noteVisit, ownName, pendingOf, secret, visitedRooms } from "./kept.js";
import { listenToClipboard, listenToKeyboard } from "./keyboard.js";
import { listenToMaking, makeKeypad } from "./keypad.js";
import { makeLink } from "./link.js";
import { hue, makePeople } from "./people.js";
import { listenToMenu, listenToSharing, listenToSide, showKeyboard } from "./sheets.js";
import { makeSpoken } from "./spoken.js";
import { makeState } from "./state.js";
import { makeTape } from "./tape.js";
import { fill, nameOfAction, nameOfKeypad, texts } from "./texts.js";

const answerTime = 1500;

/** Draws what is known without the replica, and gives the function that takes it. */
export function openRoom(room, { keypads, keyboard }) {
    const path = `/rooms/${encodeURIComponent(room)}`;
    // A keypad that is none makes nothing: then the room is there, or the page offers to make it.
    const query = new URLSearchParams(location.search);
    const [asked, view] = [query.get("make"), query.get("view")];
    const making = keypads.find(({ name }) => name === asked)?.name;
    const known = making ?? visitedRooms().find((one) => one.room === room)?.keypad;
    let kind = known ?? keypads[0].name;
    let link;
    let unanswered;
    /** Keys that went down before the replica was there. */
    const early = [];

    const isCurrent = () => element("room").dataset.current === "true";
    const tell = (...call) => link?.tell(...call);
    const act = (action) => tell("acted", JSON.stringify(action));
    const press = (key) => (link ? tell("pressed", key) : early.push(key));

    const display = makeDisplay();
    const people = makePeople(act);
    const spoken = makeSpoken(people.nameOf, display.text);
    const state = makeState(spoken.tell);
    const tape = makeTape((seq) => act({ recall: seq }), people.nameOf);
    const keypad = makeKeypad(keypads, press);

    keypad.show(kind);
    element("calculator").dataset.known = known !== undefined;
    element("room-name").textContent = document.title = room;
    element("room").hidden = false;
    listen();
    return enter;

    function enter(replica) {
        const scheme = location.protocol === "https:" ? "wss" : "ws";
        const address = `${scheme}://${location.host}${path}`;
        if (view === "board") return board(replica, address);
        link = makeLink(replica, address, pendingOf(room), drawParts);
        link.begin({
            secret: secret(), pen: freshPen(), name: ownName.read() ?? undefined,
            make: making && { keypad: making },
        });
        early.forEach(press);
    }

    async function board(replica, address) {
        const { openBoard } = await import("./board.js");
        const { nameOf } = people;
        await openBoard({ room, path, address, replica, draw: drawParts, nameOf });
    }

    function listen() {
        const undo = () => tell("undone");
        const redo = () => tell("redone");
        const help = () => showKeyboard(keyboard);
        listenToKeyboard(keyboard, { press, undo, redo, help });
        const { number, text } = display;
        listenToClipboard({ press, number, text, say: state.say });
        listenToSharing(room, path);
        listenToSide();
        listenToMenu(keypads, {
            kind: () => kind, choose: (keypad) => act({ keypad }), number, text, say: state.say,
            help,
        });
        const calculator = element("calculator");
        // What was clicked does not take the focus: Enter goes on meaning =.
        calculator.onmousedown = (event) => {
            if (event.target.closest("button")) event.preventDefault();
        };
        const clicks = {
            undo, redo, send: () => tell("answered", "", 1), discard: () => tell("answered", "", 0),
            more: () => (element("more").ariaPressed = calculator.toggleAttribute("data-more")),
            "make-again": () => location.assign(`?make=${kind}`),
        };
        for (const [id, click] of Object.entries(clicks)) element(id).onclick = click;
        const name = element("room-own-name");
        name.value = ownName.read() ?? "";
        name.onchange = () => {
            ownName.write(name.value.trim());
            act({ name: ownName.read() });
        };
        // Whenever the page may have slept or been cut off, the replica looks after the connection.
        addEventListener("online", () => (isCurrent() ? tell("woke") : link?.renew()));
        addEventListener("pageshow", (event) => event.persisted && tell("woke"));
        document.addEventListener("visibilitychange", () => document.hidden || tell("woke"));
    }

    function drawParts(parts) {
        if (parts.display) {
            const isOther = kind !== parts.display.keypad;
            kind = parts.display.keypad;
            if (isOther && isCurrent()) spoken.tell(nameOfKeypad(kind), "keypad");
            keypad.show(kind, parts.display.radians);
            display.draw(parts.display);
        }
        if (parts.pending !== undefined) {
            display.mark(parts.pending, parts.unconfirmed);
            expectAnswer(parts.pending > 0);
        }
        if (parts.people) people.draw(parts.people);
        if (parts.tape) tape.draw(parts.tape);
        state.draw(parts);
        spoken.draw(parts);
        if (parts.connection) drawConnection(parts.connection);
        if (parts.question) drawQuestion(parts.question);
        for (const { by, key } of parts.keys ?? []) keypad.light(key, people.nameOf(by), hue(by));
    }

    /** Keys that are not answered are a reason to ask whether anybody is there. */
    function expectAnswer(isPending) {
        if (!isPending) {
            clearTimeout(unanswered);
            unanswered = undefined;
        } else unanswered ??= setTimeout(() => {
            unanswered = undefined;
            if (isCurrent()) tell("woke");
        }, answerTime);
    }

    function drawConnection({ state, current, why, gone }) {
        if (state === "ended") return end(why);
        const isJoined = state === "joined" && current;
        element("room").dataset.current = isJoined;
        if (!isJoined || gone) return;
        element("calculator").dataset.known = true;
        noteVisit(room, kind);
    }

    function drawQuestion(actions) {
        element("question").hidden = actions.length === 0;
        element("asked").replaceChildren(...actions.flatMap((action) =>
            [make("kbd", {}, nameOfAction(action)), " "]));
    }

    /** There is no way on from here but to try again, to make this room, or to go to another. */
    function end(why) {
        noteVisit(room);
        element("room").hidden = true;
        delete document.documentElement.dataset.keypad;
        element("ended-why").textContent = fill(texts.endings[why] ?? texts.endings.other, room);
        element("ended-next").textContent = texts.nexts[why] ?? texts.nexts.other;
        element("try-again").onclick = () => location.assign(path);
        element("make-here").hidden = why !== "noSuchRoom";
        listenToMaking(element("make-here"), keypads, (kind) => location.assign(`?make=${kind}`));
        element("ended").hidden = false;
    }
}
