// A room on a projector: display, the last lines of the tape, the way in, and the last keys. A board watches
// the room without entering it.
import { capOf } from "../calculator/keypad.js";
import { holdersOf, listedOf, numberOf, raisedOf, setHue } from "../class/participants.js";
import { showWay } from "../class/sharing.js";
import { shownName } from "../home/room-name.js";
import { newJoin, storesOf } from "../offline/storage.js";
import { drawList, drawnBy, element, make, write } from "../page/dom.js";
import { isRevealed } from "../question/groups.js";
import { linesOf } from "../room/documents.js";
import { makeLink } from "../room/replica.js";
import { makeable } from "../room/room.js";
import { fill, loadPart, texts } from "../text/texts.js";

/** The number of keys on the widest screen. */
const keyCount = 8;
/** Milliseconds until the board asks again for a room that it cannot see. */
const waitTime = 6000;

/** @param {Watched} room */
export async function open({ room, path, address, replica, documentAt, draw, nameOf }) {
    const { dataset } = element("room");
    element("calculator").append(await loadPart("board"), element("tape"));
    const words = texts.board;
    // Replace the states that address people who type.
    Object.assign(texts.states, words.states);
    const [place, keys, picture] = [element("board-place"), element("board-keys"), element("board-picture")];
    const [next, offer] = [element("board-next"), element("board-make")];
    /** True if somebody asked to see the way in, or to hide it; undefined if the number of people decides. */
    let isWayLarge = /** @type {boolean | undefined} */ (undefined);
    let hasGuests = false;
    writeLarge(element("board-room"), shownName(room));
    showWay(path, drawWay);
    offer.href = path;
    dataset.view = "board";
    element("expression").tabIndex = -1;
    element("board-replay").href = `${path}?view=replay&from=board`;
    element("board-way").onclick = switchWay;
    addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
        if (key.length === 1 && !ctrlKey && !metaKey && !altKey) switchWay();
    });
    stayAwake();
    document.addEventListener("visibilitychange", stayAwake);
    let isFilled = false;
    /** @type {RoomQuestion | null | undefined} */
    let question;
    const link = makeLink(replica, address, storesOf(`board ${room}`), follow);
    begin();

    function begin() {
        link.begin(newJoin({ watch: true }));
    }

    /** @param {View} parts */
    function follow({ connection, ...parts }) {
        const isOver = connection?.state === "ended";
        if (isOver || connection?.gone) wait(connection.why);
        else if (connection?.state === "joined") {
            delete dataset.waiting;
            // The board may have started without the server.
            if (!picture.src) showWay(path, drawWay);
        }
        if (isOver) setTimeout(begin, waitTime);
        draw(isOver ? parts : { connection, ...parts });
        // After a new beginning the keys of the class before are gone, too, and the next class finds the way in.
        if (parts.tape?.all && parts.tape.lines.length === 0) {
            keys.replaceChildren();
            isWayLarge = undefined;
        }
        if (parts.people) drawPeople(parts.people);
        for (const step of parts.keys ?? []) addKey(step, step.key);
        for (const { by, step, undid } of parts.notices ?? []) {
            if (by && step) strike(step, undid !== undefined);
        }
        question = parts.question === undefined ? question : parts.question;
        if (hasShownAnswer(parts)) keys.replaceChildren();
        if (parts.seq && !isFilled) addEarlier(parts.seq);
    }

    /**
     * Adds keys that went down before the board was open, unless newer ones are there.
     * @param {number} seq
     */
    async function addEarlier(seq) {
        isFilled = true;
        const from = Math.max(1, seq - 4 * keyCount);
        /**
         * @type {(Step & { press?: string, undo?: Step, redo?: Step, clearTape?: true, startOver?: true,
         *     showAnswer?: object, void?: string })[]}
         */
        // The room may have been deleted.
        const lines = await linesOf(documentAt("log", { from })).catch(() => []);
        if (keys.firstChild) return;
        for (const line of lines) {
            const { press, undo, redo, clearTape, startOver, showAnswer, void: why } = line;
            if (why) continue;
            if (clearTape || startOver || showAnswer) keys.replaceChildren();
            if (press) addKey(line, press);
            if (undo) strike(undo, true);
            if (redo) strike(redo, false);
        }
    }

    /**
     * True if an answer has replaced the calculation: while the groups are shown, the last step is new, and no key.
     * @param {View} parts
     */
    function hasShownAnswer({ display, notices }) {
        const isTurned = notices?.some(({ step }) => step);
        return display?.step && question && isRevealed(question) && !isTurned && !keyOf(display.step);
    }

    /** @param {Step} step */
    function keyOf(step) {
        return keys.querySelector(`[data-step="${nameOfStep(step)}"]`);
    }

    /**
     * Strikes out a key that was undone, or no longer if it was redone.
     * @param {Step} step
     * @param {boolean} isUndone
     */
    function strike(step, isUndone) {
        keyOf(step)?.classList.toggle("undone", isUndone);
    }

    function switchWay() {
        isWayLarge = dataset.way !== "large";
        drawWaySize();
    }

    /** The way in is large until somebody has joined the host. */
    function drawWaySize() {
        dataset.way = isWayLarge ?? !hasGuests ? "large" : "small";
    }

    /**
     * @param {HTMLElement} line
     * @param {string} text
     */
    function writeLarge(line, text) {
        write(line, text);
        // Capitals are wider.
        const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
        line.style.setProperty("--length", `${[...text].length + Math.ceil(capitals / 5)}`);
    }

    /**
     * @param {URL} address
     * @param {string} [source]
     */
    function drawWay({ host }, source) {
        writeLarge(place, host);
        writeNext();
        if (source) picture.src = source;
    }

    function wait(reason = "noSuchRoom") {
        offer.hidden = !makeable.includes(reason);
        write(element("board-why"), fill(texts.endings[reason] ?? texts.endings.other, shownName(room)));
        writeNext();
        dataset.waiting = "true";
    }

    function writeNext() {
        write(next, fill(offer.hidden ? words.again : words.make, place.textContent ?? ""));
    }

    /** @param {People} people */
    function drawPeople({ count, locked, door, closed, all }) {
        const holders = holdersOf(all).map(({ who }) => nameOf(who)).join(", ");
        const keypad = !locked ? words.unlocked : holders ? fill(texts.people.has, holders) : words.locked;
        write(element("board-people"), closed ? words.closed
            : [fill(words.here, count), keypad, !door && words.shut].filter(Boolean).join(" · "));
        dataset.closed = `${closed || !door}`;
        hasGuests = all.some(({ here, host }) => here && !host);
        drawWaySize();
        for (const key of /** @type {HTMLCollectionOf<HTMLElement>} */ (keys.children)) {
            write(/** @type {HTMLElement} */ (key.lastChild), nameOf(Number(key.dataset.by)));
        }
        // Raised hands come first, in their order, then the newest names.
        const listed = listedOf(all).map((person) => (closed ? { ...person, hand: undefined } : person));
        const hands = raisedOf(listed);
        const others = listed.filter(({ hand }) => !hand).reverse();
        drawList(element("board-names"), [...hands, ...others], numberOf, makeName);
        // A room that does not exist has no QR code.
        picture.hidden = all.length === 0;
    }

    /** @param {Person} person */
    function makeName({ who }) {
        const text = make("span");
        const name = make("li", {}, element("board-hand").content.cloneNode(true), text);
        setHue(name, who);
        return drawnBy(name, (/** @type {Person} */ { hand }) => {
            write(text, nameOf(who));
            name.classList.toggle("raised", hand !== undefined);
            name.ariaLabel = hand ? `${text.textContent} · ${texts.people.hand}` : null;
        });
    }

    /**
     * Adds a key that looks like the one of the keypad, if the keypad has it.
     * @param {Step} step
     * @param {string} key
     */
    function addKey(step, key) {
        const { by } = step;
        const pressed = element("keypad").querySelector(`[data-key="${CSS.escape(key)}"]`);
        const className = pressed?.className ?? "key function";
        const made = make(
            "li", {}, make("b", { className }, capOf(key)), make("span", {}, nameOf(by)));
        Object.assign(made.dataset, { by, step: nameOfStep(step) });
        setHue(made, by);
        keys.append(made);
        if (keys.childElementCount > keyCount) keys.firstChild?.remove();
    }
}

/** @param {Step} step */
const nameOfStep = ({ by, pen = 0, n }) => `${by} ${pen} ${n}`;

/** Keeps the screen on where browsers allow it. It ends whenever the page is hidden. */
function stayAwake() {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}
