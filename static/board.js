// A room on a projector: the display as large as it can be, the tape's last lines, the way in, and keys
// as they go down, each with a name. It watches, and never enters.
import { element, loadStyle, make, write } from "./elements.js";
import { freshPen, pendingOf, secret } from "./kept.js";
import { faceOf } from "./keypad.js";
import { makeLink } from "./link.js";
import { hue } from "./people.js";
import { fill, texts } from "./texts.js";

/** So many keys are in the widest window, and one that is just leaving it. */
const keyCount = 9;
/** A room that is not there, or not to be seen, is asked for again after so many milliseconds. */
const waitTime = 6000;
/** Endings after which somebody may make the room. */
const makeable = ["noSuchRoom", "deleted"];
const words = texts.board;

/** `draw` takes parts of the view, `nameOf` says who has a number. */
export async function openBoard({ room, path, address, replica, draw, nameOf }) {
    const picture = make("img", { id: "board-picture", alt: texts.room.picture, hidden: true });
    const people = make("p", { id: "board-people" });
    const caps = make("ol", { id: "board-keys", ariaLabel: words.keys });
    const [why, next] = [make("h1"), make("p")];
    let waiting;

    await loadStyle("/board.css");
    // What concerns those who type concerns nobody here.
    Object.assign(texts.states, words.states);
    document.title += ` · ${words.title}`;
    element("room").dataset.view = "board";
    element("calculator").append(
        element("tape"),
        make("section", { id: "board-way" }, picture, make(
            "div", {}, make("p", {}, words.scan), large("p", location.host),
            large("h1", room), people)),
        caps, make("section", { id: "board-waiting" }, why, next, make(
            "a", { href: path, target: "_blank", rel: "noopener" }, texts.home.makeHere)));
    document.addEventListener("visibilitychange", stayAwake);
    stayAwake();

    const link = makeLink(replica, address, pendingOf(`board ${room}`), follow);
    const begin = () => link.begin({ secret: secret(), pen: freshPen(), watch: true });
    begin();

    /** Takes as much of its line as there is. */
    function large(tag, text) {
        const made = make(tag, { className: "large" }, text);
        made.style.setProperty("--length", [...text].length);
        return made;
    }

    function follow({ connection, ...parts }) {
        if (connection?.state === "ended") wait(connection.why, true);
        else if (connection?.gone) wait("noSuchRoom");
        else if (connection?.state === "joined") delete element("room").dataset.waiting;
        draw(connection?.state === "ended" ? parts : { connection, ...parts });
        if (parts.people) drawPeople(parts.people);
        for (const { by, key } of parts.keys ?? []) addKey(by, key);
    }

    function wait(reason, isOver) {
        const isThere = !makeable.includes(reason);
        write(why, fill(texts.endings[reason] ?? texts.endings.other, room));
        write(next, isThere ? words.again : fill(words.make, location.host));
        next.nextSibling.hidden = isThere;
        element("room").dataset.waiting = true;
        clearTimeout(waiting);
        if (isOver) waiting = setTimeout(begin, waitTime);
    }

    function drawPeople({ count, locked, door, closed, read, all }) {
        const lock = locked ? words.locked : words.unlocked;
        write(people, [fill(words.here, count), !closed && lock, !door && words.shut]
            .filter(Boolean).join(" · "));
        for (const cap of caps.children) write(cap.lastChild, nameOf(Number(cap.dataset.by)));
        // Of a room that is not there yet there is no picture.
        if (all.length === 0) return;
        const source = `${path}/qr.svg${read ? `?read=${read}` : ""}`;
        if (picture.getAttribute("src") !== source) picture.src = source;
        picture.hidden = false;
    }

    function addKey(by, key) {
        // It looks like the one of the keypad, if that has it.
        const pressed = element("keypad").querySelector(`[data-key="${CSS.escape(key)}"]`);
        const { className } = pressed ?? { className: "key function" };
        const cap = make("li", {}, make("b", { className }, faceOf(key)), make("span", {}, nameOf(by)));
        cap.dataset.by = by;
        cap.style.setProperty("--hue", hue(by));
        caps.append(cap);
        if (caps.childElementCount > keyCount) caps.firstChild.remove();
        [...caps.children].reverse().forEach((cap, place) => cap.style.setProperty("--place", place));
    }
}

/** Where a browser lets a page keep the screen on. It ends whenever the page is not seen. */
async function stayAwake() {
    if (document.hidden) return;
    try {
        await navigator.wakeLock?.request("screen");
    } catch {
        // Its battery is low, or its owner does not want it: then the screen is theirs.
    }
}
