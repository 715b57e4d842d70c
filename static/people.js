// Who is here, and who may press.
import { element, make } from "./elements.js";
import { nameOf, texts } from "./texts.js";

/** Neighbouring numbers get colours that are far apart: each turns by the golden angle. */
export const hue = (who) => Math.round(who * 137.508) % 360;

/** So many faces are in the bar; the others are counted. */
const facesInBar = 3;

export function makePeople(act) {
    const words = texts.people;
    let names = new Map();

    const nameOfNumber = (who) => names.get(who) ?? nameOf({ who });

    function draw({ all, you, mayPress, locked, closed, count, holdsNames }) {
        names = new Map(all.map((person) => [person.who, nameOf(person)]));
        const me = all.find(({ who }) => who === you);
        const isHost = me?.host === true;
        const here = all.filter((person) => person.here || person.hand);
        element("people-count").textContent = count;
        element("people").replaceChildren(
            ...here.map((person) => makeLine(person, person === me, isHost, locked)));
        element("faces").replaceChildren(...here.slice(0, facesInBar).map(makeFace));
        element("keypad").classList.toggle("locked", closed || (locked && !mayPress));
        element("control").hidden = !isHost;
        offer("lock", isHost, locked ? words.unlock : words.lock, { lock: !locked });
        offer("hand", me && locked && !mayPress, me?.hand ? words.lower : words.raise,
            { hand: !me?.hand });
        offer("hold", isHost, holdsNames ? words.unhold : words.hold, { names: !holdsNames });
        // Those that the host sees here, and no others.
        const held = here.filter((person) => person.held).map((person) => ({ show: person.held }));
        offer("show-all", isHost && held.length > 1, words.showAll, held);
        offer("delete", isHost, words.remove, { delete: true }, texts.room.sure);
    }

    function makeLine(person, isMe, isHost, locked) {
        const { who, host, keypad, hand, held } = person;
        const marks = [host && words.host, keypad && words.keypad, hand && words.hand,
            isMe && words.you, held && (isMe || isHost) && words.held].filter(Boolean);
        const name = make("span", {}, [nameOf(person), ...marks].join(" · "));
        const line = make("li", { className: hand ? "raised" : "" }, makeFace(person), name);
        const offers = make("div", { className: "row" });
        const offer = (textContent, action) =>
            offers.append(make("button", { textContent, onclick: () => act(action) }));
        if (isHost && held) offer(words.show, { show: held });
        if (isHost && locked && !host) {
            keypad ? offer(words.take, { revoke: who }) : offer(words.give, { grant: who });
        }
        if (offers.firstChild) line.append(offers);
        return line;
    }

    /** What cannot be taken back is asked about first. */
    function offer(id, isOffered, textContent, action, question) {
        const onclick = () => (!question || confirm(question)) && [action].flat().forEach(act);
        Object.assign(element(id), { hidden: !isOffered, textContent, onclick });
    }

    return { draw, nameOf: nameOfNumber };
}

/** The first letter of a name in the person's colour, which is never said by colour alone. */
function makeFace(person) {
    const made = make("i", { className: "face" });
    made.dataset.letter = [...nameOf(person)][0].toUpperCase();
    made.style.setProperty("--hue", hue(person.who));
    return made;
}
