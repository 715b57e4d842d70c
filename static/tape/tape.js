// Draws the tape, the newest line on top. A line is drawn once, and again only if it has changed.
import { equalsOf, errorOf, nodesOf, outcomeOf } from "../calculator/outcomes.js";
import { authorOf, setHue } from "../class/participants.js";
import { listenToPopup } from "../page/dialogs.js";
import { element, make, picture } from "../page/dom.js";
import { local } from "../text/numbers.js";
import { texts } from "../text/texts.js";

/** The page keeps this number of older lines that it fetched. */
const drawnMax = 2000;
/** Lines that the room dropped stay in its list up to this number, and then join the older lines. */
const liveMax = 150;
/**
 * Formats for times of other days and of today. They are slow to make.
 * @type {Intl.DateTimeFormat[]}
 */
const formats = [];
/** @param {number} at */
function timeOf(at) {
    const isToday = new Date(at).toDateString() === new Date().toDateString();
    const format = formats[Number(isToday)] ??= new Intl.DateTimeFormat(
        [], { timeStyle: "short", dateStyle: isToday ? undefined : "short" });
    return format.format(at);
}

/** @typedef {HTMLElement & { seq: number }} TapeElement */

/** True if this page shows the room and does not take part. */
const isWatched = () => /board|replay/.test(element("room").dataset.view ?? "");

/** @param {Room} room */
export function makeTape({ room, told, recall, nameOf, say, documentAt, typeText }) {
    const list = element("tape");
    /**
     * The drawn lines by sequence number, the oldest first.
     * @type {Map<number, DrawnLine>}
     */
    let drawn = new Map();
    /** @type {number[]} */
    let unconfirmed = [];
    /** The first line that the room itself has. Older ones are only in the store. */
    let first = 0;
    /** @type {IntersectionObserver | undefined} */
    let observer;

    /** @param {TapeChanges} changes */
    function draw({ all, older, first: now, lines }) {
        const isLong = (oldest() ?? Infinity) < first;
        for (const seq of all ? drawn.keys() : unconfirmed) remove(seq);
        for (const line of lines) {
            const before = drawn.get(line.seq)?.item;
            const made = makeLine(line);
            if (before) before.replaceWith(made);
            else list.prepend(made);
        }
        unconfirmed = lines.filter(({ pending }) => pending).map(({ seq }) => seq);
        first = now;
        if (drawn.size > drawnMax) for (const seq of drawn.keys()) if (seq < first) remove(seq);
        // Moving one line costs as much as drawing one, and moving many costs little more.
        const isSoon = isLong && list.childElementCount < liveMax;
        if (!isSoon) dropOld(isLong);
        element("tape-empty").hidden = drawn.size > 0;
        offerOlder(older > 0);
        tape.drawn?.(all);
    }

    /**
     * Removes lines that the room no longer has, or moves them to the older lines if there are any.
     * @param {boolean} isLong
     */
    function dropOld(isLong) {
        const last = () => /** @type {TapeElement | null} */ (list.lastElementChild);
        for (let line = last(); line && line.seq < first; line = last()) {
            if (isLong) list.nextElementSibling?.prepend(line);
            else remove(line.seq);
        }
    }

    /** @param {number} seq */
    function remove(seq) {
        drawn.get(seq)?.item.remove();
        drawn.delete(seq);
    }

    /** @param {TapeLine} line */
    function makeLine(line) {
        const { seq, by, at, expression, undone, pending } = line;
        line.name = authorOf(line, nameOf);
        const button = make(
            "button", {
                disabled: isWatched() || pending || !line.result || Boolean(errorOf(line.result)),
                onclick: () => (seq < first ? say(texts.tape.tooOld) : recall(line)),
            },
            make("span", {}, ...nodesOf(local(expression)), equalsOf(line)),
            make("b", {}, ...nodesOf(outcomeOf(line))));
        const reuse = make("button", {
            className: "icon-button reuse", disabled: pending, ariaLabel: texts.tape.reuse, title: texts.tape.reuse,
            onclick: () => typeText(expression),
        }, picture("i-reuse", "icon"));
        const author = make("small", {}, line.name, " ", make("time", {}, timeOf(at)));
        const made = Object.assign(make("li", {}, button, reuse, author), { seq });
        made.classList.toggle("undone", undone === true);
        made.classList.toggle("pending", pending === true);
        setHue(made, by);
        drawn.set(seq, { line, item: made });
        return made;
    }

    /**
     * Adds older lines, the oldest first, in a list of their own. Out of sight it costs nothing.
     * @param {TapeLine[]} lines
     */
    function addOlder(lines) {
        const newer = drawn;
        drawn = new Map();
        element("tape-older").before(
            make("ol", { className: "tape older" }, ...lines.map(makeLine).reverse()));
        drawn = new Map([...drawn, ...newer]);
        if (lines.length === 0) offerOlder(false);
        tape.drawn?.();
    }

    /** @returns {number | undefined} */
    const oldest = () => drawn.keys().next().value;
    /** @type {Tape} */
    const tape = {
        room, told, say, nameOf, documentAt, addOlder, oldest,
        drawnLines: () => [...drawn.values()],
        lines: () => [...drawn.values()].map(({ line }) => line),
    };

    /**
     * Runs one of the tape's tools, which are loaded on demand.
     * @param {string} name
     * @param {HTMLElement} button
     */
    async function use(name, button) {
        const { tools } = await import("./tape-tools.js");
        tools[name](tape, button);
    }

    /**
     * Fetches older lines when the end of the list comes into sight.
     * @param {boolean} isOffered
     */
    function offerOlder(isOffered) {
        const more = element("tape-older");
        more.hidden = !isOffered;
        if (observer || !isOffered) return;
        more.onclick = () => use("older", more);
        observer = new IntersectionObserver((seen) => seen.at(-1)?.isIntersecting && use("older", more));
        observer.observe(more);
    }

    listenToPopup(element("tape-export"));
    element("tape-tools").onclick = ({ target }) => {
        if (target instanceof HTMLElement && target.dataset.act) use(target.dataset.act, target);
    };
    return { draw, drawKeys: () => tape.drawn?.() };
}
