// What was worked out, the last on top. A line is drawn once, and again only if it has changed.
import { errorOf, wordsOf } from "./display.js";
import { element, make } from "./elements.js";
import { hue } from "./people.js";
import { local } from "./numbers.js";
import { texts } from "./texts.js";

/** Of older lines that were fetched the page keeps so many, and so many before they join those. */
const drawnMax = 2000;
const liveMax = 150;
/** Of today and of any day. A browser takes its time to make one. */
const formats = [];
function timeOf(at) {
    const day = Number(new Date(at).toDateString() !== new Date().toDateString());
    const style = { timeStyle: "short", ...(day && { dateStyle: "short" }) };
    return (formats[day] ??= new Intl.DateTimeFormat([], style)).format(at);
}

export function outcomeOf({ result, error = errorOf(result) }) {
    return error ? wordsOf(error) : result ? local(result) : "…";
}

/** `act` does something in the room, `nameOf` says who has a number, `say` has a calm line for it,
 `documentAt` the address of a document of the room. */
function makeTape({ room, act, nameOf, say, documentAt }) {
    const place = element("tape");
    /** The lines by their numbers, and what draws them; the oldest first. */
    let drawn = new Map();
    let unconfirmed = [];
    /** The first line that the room itself has. Older ones are the store's. */
    let first = 0;
    let observer;

    function draw({ all, older, first: now, lines }) {
        const isLong = oldest() < first;
        for (const seq of all ? drawn.keys() : unconfirmed) remove(seq);
        for (const line of lines) {
            const before = drawn.get(line.seq)?.place;
            const made = makeLine(line);
            if (before) before.replaceWith(made);
            else place.prepend(made);
        }
        unconfirmed = lines.filter(({ pending }) => pending).map(({ seq }) => seq);
        first = now;
        if (drawn.size > drawnMax) for (const seq of drawn.keys()) if (seq < first) remove(seq);
        // To move a line costs as much as to draw one; many together cost little more.
        const isSoon = isLong && place.childElementCount < liveMax;
        for (let last; !isSoon && (last = place.lastElementChild)?.seq < first;) {
            if (isLong) place.nextElementSibling.prepend(last);
            else remove(last.seq);
        }
        element("tape-empty").hidden = drawn.size > 0;
        offerOlder(older > 0);
        tape.drawn?.(all);
    }

    function remove(seq) {
        drawn.get(seq)?.place.remove();
        drawn.delete(seq);
    }

    function makeLine(line) {
        const { seq, by, at, expression, undone, pending } = line;
        line.name ||= nameOf(by);
        const button = make(
            "button", {
                disabled: pending || !line.result || Boolean(errorOf(line.result)),
                onclick: () => (seq < first ? say(texts.tape.tooOld) : act({ recall: seq })),
            },
            make("span", {}, `${local(expression)} = `), make("b", {}, outcomeOf(line)));
        const author = make("small", {}, line.name, " ", make("time", {}, timeOf(at)));
        const made = make("li", { seq }, button, author);
        made.classList.toggle("undone", undone === true);
        made.classList.toggle("pending", pending === true);
        made.style.setProperty("--hue", hue(by));
        drawn.set(seq, { line, place: made });
        return made;
    }

    /** The oldest first. They stand in a list of their own, which costs nothing when it is not seen. */
    function addOlder(lines) {
        const newer = drawn;
        drawn = new Map();
        element("tape-older").before(
            make("ol", { className: "tape older" }, ...lines.map(makeLine).reverse()));
        drawn = new Map([...drawn, ...newer]);
        if (lines.length === 0) offerOlder(false);
        tape.drawn?.();
    }

    const oldest = () => drawn.keys().next().value;
    const tape = {
        room, say, documentAt, addOlder, oldest,
        places: () => [...drawn.values()],
        lines: () => [...drawn.values()].map(({ line }) => line),
    };
    const doMore = async (name, button) => (await import("./tape-more.js"))[name](tape, button);

    /** Older lines come when the end of the list comes into sight. */
    function offerOlder(isOffered) {
        const more = element("tape-older");
        more.hidden = !isOffered;
        if (observer || !isOffered) return;
        more.onclick = () => doMore("older");
        observer = new IntersectionObserver((seen) => seen.at(-1).isIntersecting && doMore("older"));
        observer.observe(more);
    }

    element("tape-tools").onclick = ({ target }) => target.dataset.act && doMore(target.dataset.act, target);
    return { draw };
}

export { makeTape as make };
