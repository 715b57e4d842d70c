// A room on a projector: display, the tape's last lines, the way in, and keys as they go down. It
// watches, and never enters.
import { element, make, write } from "./elements.js";
import { freshPen, secret, storesOf } from "./kept.js";
import { faceOf } from "./keypad.js";
import { linesOf } from "./lines.js";
import { makeLink } from "./link.js";
import { hue } from "./people.js";
import { showWay } from "./sharing.js";
import { fill, loadPart, texts } from "./texts.js";

/** So many keys the widest picture has, and one that is leaving. */
const keyCount = 9;
/** A room that cannot be seen is asked for again after so long. */
const waitTime = 6000;
const makeable = ["noSuchRoom", "deleted"];

/** `draw` takes parts of the view, `nameOf` says who has a number. */
export async function open({ room, path, address, replica, documentAt, draw, nameOf }) {
    const { dataset } = element("room");
    element("calculator").append(await loadPart("board"), element("tape"));
    const words = texts.board;
    // What concerns those who type concerns nobody here.
    Object.assign(texts.states, words.states);
    const [place, name, people, keys, picture, why, next, offer] =
        ["place", "room", "people", "keys", "picture", "why", "next", "make"]
            .map((part) => element(`board-${part}`));
    writeLarge(name, room);
    showWay(path, drawWay);
    offer.href = path;
    dataset.view = "board";
    stayAwake();
    document.addEventListener("visibilitychange", stayAwake);
    let isFilled = false;
    const link = makeLink(replica, address, storesOf(`board ${room}`), follow);
    begin();

    function begin() {
        link.begin({ secret: secret(), pen: freshPen(), watch: true });
    }

    function follow({ connection, ...parts }) {
        const isOver = connection?.state === "ended";
        if (isOver || connection?.gone) wait(connection.why);
        else if (connection?.state === "joined") {
            delete dataset.waiting;
            // It may have begun without the server.
            if (!picture.src) showWay(path, drawWay);
        }
        if (isOver) setTimeout(begin, waitTime);
        draw(isOver ? parts : { connection, ...parts });
        if (parts.people) drawPeople(parts.people);
        for (const { by, key } of parts.keys ?? []) addKey(by, key);
        if (parts.seq && !isFilled) addEarlier(parts.seq);
    }

    /** Keys that went down before the board was there, unless there are others by now. */
    async function addEarlier(seq) {
        isFilled = true;
        const from = Math.max(1, seq - 4 * keyCount);
        const lines = await linesOf(documentAt("log", { from }));
        if (keys.firstChild) return;
        for (const { by, press, void: why } of lines) if (press && !why) addKey(by, press);
    }

    function writeLarge(line, text) {
        write(line, text);
        line.style.setProperty("--length", [...text].length);
    }

    function drawWay({ host }, source) {
        writeLarge(place, host);
        writeNext();
        if (source) picture.src = source;
    }

    function wait(reason = "noSuchRoom") {
        offer.hidden = !makeable.includes(reason);
        write(why, fill(texts.endings[reason] ?? texts.endings.other, room));
        writeNext();
        dataset.waiting = true;
    }

    function writeNext() {
        write(next, fill(offer.hidden ? words.again : words.make, place.textContent));
    }

    function drawPeople({ count, locked, door, all }) {
        write(people, [fill(words.here, count), locked ? words.locked : words.unlocked,
            !door && words.shut].filter(Boolean).join(" · "));
        for (const key of keys.children) write(key.lastChild, nameOf(Number(key.dataset.by)));
        // Of a room that is not there is no picture.
        picture.hidden = all.length === 0;
    }

    /** It looks like the one of the keypad, if that has it. */
    function addKey(by, key) {
        const pressed = element("keypad").querySelector(`[data-key="${CSS.escape(key)}"]`);
        const className = pressed?.className ?? "key function";
        const made = make(
            "li", {}, make("b", { className }, faceOf(key)), make("span", {}, nameOf(by)));
        made.dataset.by = by;
        made.style.setProperty("--hue", hue(by));
        keys.append(made);
        if (keys.childElementCount > keyCount) keys.firstChild.remove();
        [...keys.children].reverse().forEach((key, place) => key.style.setProperty("--place", place));
    }
}

/** Where a page may keep the screen on. That ends whenever it is not seen. */
function stayAwake() {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}
