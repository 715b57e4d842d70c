// A room: passes the user's actions to the replica, and the replica's view to the modules that draw it.
import { makeDisplay } from "../calculator/display.js";
import { listenToCopy, listenToKeyboard } from "../calculator/keyboard.js";
import { makeKeypad } from "../calculator/keypad.js";
import { makeWriting } from "../calculator/writing.js";
import { calmDoubleClicks } from "../class/clicks.js";
import { askForName, changeName, drawPresent } from "../class/naming.js";
import { listedOf, readerOf } from "../class/participants.js";
import { makePeople } from "../class/people.js";
import { addressOf, shownName } from "../home/room-name.js";
import { lazy } from "../offline/page-files.js";
import { isEmbed, newJoin, noteVisit, ownName, storesOf, visitedRooms } from "../offline/storage.js";
import { listenToMenu, listenToSide } from "../page/dialogs.js";
import { element } from "../page/dom.js";
import { makeSpoken } from "../text/spoken.js";
import { fill, nameOfKeypad, texts } from "../text/texts.js";
import { makeBanner } from "./banner.js";
import { makeKeypadChange } from "./keypad-change.js";
import { makeLink } from "./replica.js";
import { makeState } from "./status.js";

/** Endings after which a room of this name can be made. */
export const makeable = ["noSuchRoom", "deleted"];

/**
 * Draws the screen before the replica is loaded, and returns the function that receives the replica.
 * @param {string} room
 * @param {Layout[]} keypads
 * @param {Record<string, string>} keyboard
 */
export function openRoom(room, keypads, keyboard) {
    const path = addressOf(room);
    const query = new URLSearchParams(location.search);
    const view = isEmbed ? null : query.get("view");
    const kindOf = (/** @type {string | null | undefined} */ kind) =>
        keypads.find(({ name }) => name === kind)?.name;
    // An unknown keypad makes no room. The page shows the room if it exists, or offers to make it.
    const visited = visitedRooms().find((one) => one.room === room);
    const visitedKind = kindOf(visited?.keypad);
    const making = kindOf(query.get("make")) ?? (visited?.make ? visitedKind : undefined);
    const known = making ?? visitedKind;
    let kind = known ?? keypads[0].name;
    /** @type {ReturnType<typeof makeLink> | undefined} */
    let link;
    /**
     * A newcomer without a name watches the room, answers the name step, and then enters: the page draws the
     * participant's view when it has the room again.
     * @type {"watching" | "asked" | "entering" | "in"}
     */
    let stage = view || making || visited || (ownName.read() && !isEmbed) ? "in" : "watching";
    /** True if the reader may enter. A reader of the page around an embed first has to touch it. */
    let isWilling = !isEmbed;
    /** True for somebody who entered without a name and was never asked for one. */
    let isUnasked = stage === "in" && !view && ownName.read() === null;
    let hasTyped = false;
    let isListed = false;
    /**
     * The token that reads documents while the door is shut.
     * @type {string | undefined}
     */
    let read;
    /** @type {Ask | undefined} */
    let asked;
    /**
     * Keys that went down before the replica was loaded.
     * @type {string[]}
     */
    const early = [];

    const isCurrent = () => element("room").dataset.current === "true";
    /** @type {Tell} */
    const tell = (...call) => link?.tell(...call);
    const act = (/** @type {Action} */ action) => tell("acted", JSON.stringify(action));
    const say = (/** @type {string} */ text) => state.say(text);
    const announce = (/** @type {string} */ text) => spoken.tell(text);
    /** @type {NameOf} */
    const nameOf = (who, name) => people.nameOf(who, name);
    /** @type {Ask} */
    const ask = (...question) => (shared.alone?.ask ?? asked)?.(...question) ?? {};
    /** @type {Room} */
    const shared = {
        room, path, keyboard, act, tell, ask, say, announce, nameOf, told: {}, documentAt, draw: drawParts,
        recall: ({ seq, result = "" }) => (shared.alone ? enterNumber(result) : act({ recall: seq })),
        typeKeys: (...given) => writing.typeKeys(...given),
        typeText: async (text) => (await pasting.load()).typeText(text),
    };
    const alone = lazy(async () => (await import("../offline/alone.js")).makeAlone(shared), "alone.js");
    const bill = lazy(async () => (await import("../bill/bill.js")).makeBill(shared), "bill.js");
    const lesson = lazy(async () => (await import("../class/lesson.js")).makeLesson(shared), "lesson.js");
    const pasting = lazy(async () => (await import("../calculator/pasting.js")).makePasting(
        shared, writing.loadExpressions, { press: typed, remark: display.remark, whyAsleep, offer: banner.show },
    ), "pasting.js");
    const question = lazy(async () => (await import("../question/question.js")).makeQuestion(shared), "question.js");
    const sharing = lazy(async () => (await import("../class/sharing.js")).makeSharing(shared), "sharing.js");
    const spelling = lazy(async () =>
        (await import("../calculator/spelling.js")).makeSpelling(typed, await pasting.load()), "spelling.js");
    const shortcuts = lazy(async () => (await import("../calculator/shortcuts.js")).makeShortcuts(shared), "shortcuts.js");
    const tape = lazy(async () => (await import("../tape/tape.js")).makeTape(shared), "tape.js");
    /** @type {TapeChanges[]} */
    const tapeChanges = [];
    /**
     * The bills that the page has shown or noted.
     * @type {string | undefined}
     */
    let shownBill;

    /**
     * Sends a call to the room, or to the reader's own copy of the calculator.
     * @type {Tell}
     */
    const type = (...call) => (shared.alone?.tell ?? tell)(...call);
    const press = (/** @type {string} */ key) => {
        hasTyped = true;
        enterEmbed();
        if (shared.editing) shared.editing.press(key);
        else if (link && (stage === "in" || stage === "entering" || shared.alone)) type("pressed", key);
        else if (!shared.told.people?.closed) early.push(key);
    };

    const display = makeDisplay(() => isCurrent() && tell("woke"), view !== "board");
    const about = async (/** @type {Person} */ person) => (await lesson.load()).about(person);
    const giveName = (/** @type {string} */ name) => act({ name });
    const rename = () => changeName(nameOf(shared.told.people?.you ?? 0), giveName);
    const people = makePeople(act, say, about, rename);
    const spoken = makeSpoken(nameOf, display.text);
    const state = makeState(spoken.tell, nameOf, (step) => act({ undo: step }));
    const banner = makeBanner(spoken.tell);
    const drawKeypadChange = makeKeypadChange({ tell, act, nameOf }, banner);
    const writing = makeWriting(shared, display, type);
    const { move, whyAsleep } = writing;
    const keypad = makeKeypad(keypads, press, (to) => move(to === "left" ? "ArrowLeft" : "ArrowRight"));
    const enterNumber = async (/** @type {string} */ number) => (await pasting.load()).enter(number);
    const typed = (/** @type {string} */ key) => {
        keypad.tap(key);
        press(key);
    };
    const offer = lazy(async () => (await import("./offer.js")).makeOffer({
        enter: enterNumber,
        keep: async (number) => {
            (await alone.load())(kind);
            return enterNumber(number);
        },
        close: () => tell("offerClosed"),
    }), "offer.js");

    keypad.show(kind);
    element("calculator").dataset.known = `${known !== undefined}`;
    element("room-name").textContent = document.title = shownName(room);
    element("room").hidden = false;
    document.documentElement.toggleAttribute("data-embed", isEmbed);
    listen();
    return enter;

    /** @param {Replica} replica */
    async function enter(replica) {
        asked = replica.ask;
        const scheme = location.protocol === "https:" ? "wss" : "ws";
        const address = `${scheme}://${location.host}${path}`;
        if (view === "board" || view === "replay") {
            const { open } = await (view === "board"
                ? import("../board/board.js") : import("../replay/replay.js"));
            return open({ ...shared, address, replica });
        }
        link = makeLink(replica, address, storesOf(room), (parts) => {
            // A view of the server names the main line differently.
            if (parts.display) parts.display.main ??= parts.display.display ?? "";
            Object.assign(shared.told, parts);
            bill.loaded?.then(({ draw }) => draw(parts));
            // The next page may have to make the room or to send its keys.
            if (!isListed && parts.pending) list();
            // A failed load is repeated with the next changes.
            if (parts.pending === 0) tape.loaded?.then(({ drawKeys }) => drawKeys(), () => {});
            if (stage === "entering") return drawEntrance();
            drawParts(shared.alone ? shared.alone.follow(parts) : parts);
        });
        if (visited?.pupils) (await import("../rehearsal/rehearsal.js")).open(shared, visited.pupils);
        if (stage === "in") return participate();
        link.begin(newJoin({ watch: true }));
    }

    /** @param {boolean} [isFresh] true for another participant than before */
    function participate(isFresh) {
        const make = making ? { keypad: making } : undefined;
        if (making) list({ make: true });
        link?.begin(newJoin({ name: ownName.read() || undefined, make }, isFresh));
        early.splice(0).forEach(press);
        becomeHost();
        addEventListener("hashchange", becomeHost);
    }

    /** @param {Partial<VisitedRoom>} [more] */
    function list(more) {
        isListed = true;
        noteVisit(room, kind, more);
    }

    /** Draws nothing until the room has arrived again, because the screen already shows it. */
    function drawEntrance() {
        if (isUndecided(shared.told.connection)) return;
        stage = "in";
        drawParts(shared.told);
        const you = shared.told.people?.you;
        if (you !== undefined && !ownName.read()) say(fill(texts.people.seenAs, nameOf(you)));
    }

    /**
     * Shows a newcomer who is there. Pupils may not know the names of hosts, who may have none.
     * @param {Person[]} people
     */
    function showPresent(people) {
        drawPresent(people.map(({ who, host }) => nameOf(who) + (host ? ` (${texts.people.host})` : "")));
    }

    function enterEmbed() {
        if (isWilling) return;
        isWilling = true;
        askNewcomer();
    }

    async function becomeHost() {
        if (location.hash && !isEmbed) (await lesson.load()).becomeHost();
    }

    /** @type {DocumentAt} */
    function documentAt(name, query = {}) {
        const all = new URLSearchParams();
        for (const [key, value] of Object.entries({ ...query, ...(read && { read }) })) {
            all.set(key, `${value}`);
        }
        return `${path}/${name}?${all}`;
    }

    function listen() {
        const undo = () => type("undone");
        const redo = () => type("redone");
        if (view !== "board") writing.listen(!view);
        const help = async () => (await shortcuts.load())();
        const isEditing = () => shared.editing !== undefined;
        const spell = view ? undefined : spelling.load;
        const paste = async (/** @type {string} */ text) => (await pasting.load()).paste(text);
        listenToKeyboard(keyboard, { press: typed, undo, redo, help, move, isEditing, paste, spell });
        const { number, copied } = display;
        listenToCopy({ number, copied, say });
        listenToSide();
        const choose = (/** @type {string} */ keypad) => {
            const why = whyAsleep();
            if (!why) act({ keypad });
            return why;
        };
        listenToMenu(keypads, { kind: () => kind, choose, number, copied, say, help });
        const calculator = element("calculator");
        // A clicked key does not take the focus, so that Enter still means =.
        calculator.onmousedown = (event) => {
            if (event.target instanceof Element && event.target.closest("button")) event.preventDefault();
        };
        element("undo").onclick = undo;
        element("redo").onclick = redo;
        element("bill-open").onclick = openBill;
        element("more").onclick = () => {
            element("more").ariaPressed = `${calculator.toggleAttribute("data-more")}`;
        };
        element("make-again").onclick = () => location.assign(`?make=${kind}`);
        element("lesson-open").onclick = async () => (await lesson.load()).open();
        element("ask-open").onclick = async () => (await question.load()).open();
        element("share").onclick = async () => (await sharing.load())();
        /** @type {NodeListOf<HTMLButtonElement>} */
        const tries = document.querySelectorAll("button.try");
        for (const button of tries) button.onclick = async () => (await alone.load())(kind);
        element("me").onclick = rename;
        element("room").addEventListener("click", enterEmbed);
        calmDoubleClicks();
    }

    /** @param {View} parts */
    function drawParts(parts) {
        // Nobody acts as a host by a click that another page has prepared.
        if (isEmbed && readerOf(parts.people)?.host) return participate(true);
        if (parts.display) {
            const isOther = kind !== parts.display.keypad;
            kind = parts.display.keypad;
            if (isOther && isCurrent()) spoken.tell(nameOfKeypad(kind), "keypad");
            keypad.show(kind, parts.display.radians);
            display.draw(parts.display);
        }
        const { pending, unconfirmed = 0 } = parts;
        if (pending !== undefined) display.wait({ pending, unconfirmed });
        if (parts.people) {
            read = parts.people.read ?? read;
            people.draw(parts.people);
            if (!isWilling) {
                Object.assign(element("hand"), { hidden: false, textContent: texts.home.enter, onclick: null });
            }
            const { all } = parts.people;
            if (stage === "in") invite(parts.people);
            // Nobody is known of a room with a shut door.
            else if (all.length > 0) showPresent(listedOf(all));
            askNewcomer();
        }
        if (parts.people || parts.tape) lesson.loaded?.then(({ draw }) => draw());
        if (parts.question || question.loaded) question.load().then(({ draw }) => draw(parts));
        if (parts.tape) drawTape(parts.tape);
        if (parts.bill && stage === "in" && !view) noteBill(parts);
        writing.draw(parts);
        state.draw(parts);
        drawKeypadChange(parts, shared.told);
        spoken.draw(parts);
        if (parts.connection) drawConnection(parts.connection);
        if (shared.told.offer || offer.loaded) offer.load().then((draw) => draw(shared.told));
        for (const { by, key } of parts.keys ?? []) keypad.light(key, nameOf(by), by);
    }

    /**
     * Shows that somebody else has begun or changed a bill since the reader last had it open, and once, unless the
     * change came with the whole room, a line with one button that opens it.
     * @param {View} parts
     */
    function noteBill({ bill: form, billBy, connection }) {
        const isFirst = !shownBill;
        const isSame = form === shownBill;
        shownBill = form;
        const { dataset } = element("bill-open");
        const isOpen = element("room").dataset.bill;
        if (isSame || !billBy || billBy === shared.told.people?.you || isOpen || dataset.news) return;
        dataset.news = "true";
        if (isFirst || connection) return;
        banner.show("bill", fill(texts.room.billChanged, nameOf(billBy)), texts.room.bill, openBill);
    }

    async function openBill() {
        delete element("bill-open").dataset.news;
        banner.hide("bill");
        (await bill.load()).open(shared.told);
    }

    /**
     * Draws changes of the tape. An empty tape does not load the module. Changes wait in their order until it is
     * loaded, also for the network to return: a load that began before that fails, and is repeated.
     * @param {TapeChanges[]} changes
     */
    async function drawTape(...changes) {
        tapeChanges.push(...changes);
        if (!tape.loaded && !tapeChanges.some(({ lines }) => lines.length > 0)) return;
        const part = await tape.load().catch(tape.load).catch(() => undefined);
        if (part) for (const change of tapeChanges.splice(0)) part.draw(change);
    }

    /** @param {Connection} connection */
    function drawConnection(connection) {
        const { state, until = 0, current, why, gone } = connection;
        if (state === "ended" && (stage === "in" || isEmbed || makeable.includes(why ?? ""))) return end(why);
        askNewcomer();
        // Without the server the page calculates alone, if necessary with a keypad that nobody chose.
        if (state === "away" && until > 0) element("calculator").dataset.known = "true";
        const isJoined = state === "joined" && current === true;
        element("room").dataset.current = `${isJoined}`;
        if (!isJoined || gone) return;
        drawTape();
        element("calculator").dataset.known = "true";
        if (stage !== "in") return;
        list({ make: undefined });
        // People copy this address for others, who must not make a room.
        if (making && !location.hash) history.replaceState(null, "", location.pathname);
    }

    /**
     * Asks a newcomer for a name, also in a room that does not admit spectators. Nobody can enter a closed room, but
     * watch it until it opens.
     */
    function askNewcomer() {
        const { connection, people } = shared.told;
        if (stage !== "watching" || !isWilling || isUndecided(connection) || people?.closed) return;
        stage = "asked";
        const goIn = () => {
            // The end of the room closes the sheet, too.
            if (element("room").hidden) return;
            stage = "entering";
            participate();
        };
        if (isEmbed && ownName.read() !== null) goIn();
        else askForName(room, goIn);
    }

    /**
     * Asks for a name: the maker of a room as soon as others are there, anyone else at once. Somebody who uses the
     * calculator already is not interrupted.
     * @param {People} people
     */
    function invite(people) {
        const me = readerOf(people);
        const others = listedOf(people.all).filter((one) => one !== me);
        // The names of those who are there come after the room.
        if (element("naming").open) showPresent(others);
        if (!isUnasked || !me || (me.host && others.length === 0)) return;
        isUnasked = false;
        ownName.write("");
        if (me.host || hasTyped) {
            const sentence = fill(texts.people.seenAs, nameOf(me.who));
            banner.show("name", sentence, texts.people.yourName, rename);
        } else {
            showPresent(others);
            askForName(room, () => {
                const name = ownName.read();
                if (name) giveName(name);
            });
        }
    }

    /** @param {string} [why] */
    async function end(why) {
        (await import("./ended.js")).end({ room, path, keypads }, why);
    }
}

/**
 * True while the first attempt to connect has no result.
 * @param {Connection} [connection]
 */
const isUndecided = (connection) =>
    connection?.state === "connecting" || (connection?.state === "away" && !connection.until);
