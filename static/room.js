// A room: what people do goes to the replica, and what the replica shows is drawn.
import { makeDisplay } from "./display.js";
import { element, make } from "./elements.js";
import { freshPen, noteVisit, ownName, secret, storesOf, visitedRooms } from "./kept.js";
import { listenToClipboard, listenToKeyboard } from "./keyboard.js";
import { makeKeypad } from "./keypad.js";
import { makeLink } from "./link.js";
import { hue, makePeople } from "./people.js";
import { listenToMenu, listenToSide } from "./sheets.js";
import { makeSpoken } from "./spoken.js";
import { makeState } from "./state.js";
import { nameOfAction, nameOfKeypad } from "./texts.js";

/** What one may look at without entering: each a file that comes when it is wanted. */
const views = ["board", "replay"];

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
    /** With what documents can be read while the door is shut. */
    let read;
    /** Keys that went down before the replica was there. */
    const early = [];

    const isCurrent = () => element("room").dataset.current === "true";
    const tell = (...call) => link?.tell(...call);
    const act = (action) => tell("acted", JSON.stringify(action));
    const say = (text) => state.say(text);
    const nameOf = (who) => people.nameOf(who);
    /** What parts have that are loaded when they are wanted: `told` is what the room told last. */
    const shared = {
        room, path, keyboard, act, tell, say, nameOf, told: {}, documentAt, draw: drawParts,
    };
    const loaded = {};
    const part = (name) => (loaded[name] ??= import(`./${name}.js`)
        .then(({ make }) => make(shared))
        .catch((error) => {
            delete loaded[name];
            throw error;
        }));
    /** To the room, or to a copy of it that nobody else sees. */
    const type = (...call) => (shared.alone?.tell ?? tell)(...call);
    const press = (key) => (link ? type("pressed", key) : early.push(key));

    const display = makeDisplay(() => isCurrent() && tell("woke"));
    const people = makePeople(act, say, async (who) => (await part("lesson")).about(who));
    const spoken = makeSpoken(nameOf, display.text);
    const state = makeState(spoken.tell, nameOf);
    const keypad = makeKeypad(keypads, press);

    keypad.show(kind);
    element("calculator").dataset.known = known !== undefined;
    element("room-name").textContent = document.title = room;
    element("room").hidden = false;
    listen();
    return enter;

    async function enter(replica) {
        const scheme = location.protocol === "https:" ? "wss" : "ws";
        const address = `${scheme}://${location.host}${path}`;
        if (views.includes(view)) {
            const { open } = await import(`./${view}.js`);
            return open({ ...shared, address, replica });
        }
        link = makeLink(replica, address, storesOf(room), (parts) => {
            Object.assign(shared.told, parts);
            loaded.bill?.then(({ draw }) => draw(parts));
            drawParts(shared.alone ? shared.alone.follow(parts) : parts);
        });
        link.begin({
            secret: secret(), pen: freshPen(), name: ownName.read() ?? undefined,
            make: making && { keypad: making },
        });
        early.forEach(press);
        becomeHost();
        addEventListener("hashchange", becomeHost);
    }

    async function becomeHost() {
        if (location.hash) (await part("lesson")).becomeHost();
    }

    /** `documentAt("tape", { before: 400 })` */
    function documentAt(name, query) {
        const all = new URLSearchParams({ ...query, ...(read && { read }) });
        return `${path}/${name}?${all}`;
    }

    function listen() {
        const undo = () => type("undone");
        const redo = () => type("redone");
        const help = async () => (await part("shortcuts"))();
        listenToKeyboard(keyboard, { press, undo, redo, help });
        const { number, text, remark } = display;
        listenToClipboard({ press, number, text, remark, say });
        listenToSide();
        listenToMenu(keypads, {
            kind: () => kind, choose: (keypad) => act({ keypad }), number, text, say,
            help,
        });
        const calculator = element("calculator");
        // What was clicked does not take the focus: Enter goes on meaning =.
        calculator.onmousedown = (event) => {
            if (event.target.closest("button")) event.preventDefault();
        };
        const clicks = {
            undo, redo, send: () => tell("answered", "", 1), discard: () => tell("answered", "", 0),
            "bill-open": async () => (await part("bill")).open(shared.told),
            more: () => (element("more").ariaPressed = calculator.toggleAttribute("data-more")),
            "make-again": () => location.assign(`?make=${kind}`),
            "lesson-open": async () => (await part("lesson")).open(),
            share: async () => (await part("sharing"))(),
        };
        for (const [id, click] of Object.entries(clicks)) element(id).onclick = click;
        for (const button of document.querySelectorAll(".try"))
            button.onclick = async () => (await part("alone"))(kind);
        const name = element("room-own-name");
        name.value = ownName.read() ?? "";
        name.onchange = () => {
            ownName.write(name.value.trim());
            act({ name: ownName.read() });
        };
    }

    function drawParts(parts) {
        if (parts.display) {
            const isOther = kind !== parts.display.keypad;
            kind = parts.display.keypad;
            if (isOther && isCurrent()) spoken.tell(nameOfKeypad(kind), "keypad");
            keypad.show(kind, parts.display.radians);
            display.draw(parts.display);
        }
        if (parts.pending !== undefined) display.wait(parts);
        if (parts.people) {
            read = parts.people.read ?? read;
            people.draw(parts.people);
            loaded.lesson?.then(({ draw }) => draw());
        }
        if (parts.tape) drawTape(parts.tape);
        state.draw(parts);
        spoken.draw(parts);
        if (parts.connection) drawConnection(parts.connection);
        if (parts.question) drawQuestion(parts.question);
        for (const { by, key } of parts.keys ?? []) keypad.light(key, nameOf(by), hue(by));
    }

    /** An empty tape needs no script. Parts that come meanwhile are drawn in their order. */
    async function drawTape(changes) {
        if (changes.lines.length > 0 || loaded.tape) (await part("tape")).draw(changes);
    }

    function drawConnection({ state, until, current, why, gone }) {
        if (state === "ended") return end(why);
        // Without the server it calculates by itself, if need be with a keypad that nobody chose.
        if (state === "away" && until > 0) element("calculator").dataset.known = true;
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

    async function end(why) {
        (await import("./ended.js")).end({ room, path, keypads }, why);
    }
}
