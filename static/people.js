// Who is here, and who may press.
import { element, make, write } from "./elements.js";
import { fill, nameOf, texts } from "./texts.js";

/** Neighbouring numbers get colours that are far apart: each turns by the golden angle. */
export const hue = (who) => Math.round(who * 137.508) % 360;

/** So many faces are in the bar; the others are counted. */
const facesInBar = 3;

/** `say` has a calm line, `about` what else a host may do with somebody. */
export function makePeople(act, say, about) {
    const words = texts.people;
    let names = new Map();
    let wasHost;

    const nameOfNumber = (who) => names.get(who) ?? nameOf({ who });

    function draw({ all, you, mayPress, locked, closed, count }) {
        names = new Map(all.map((person) => [person.who, nameOf(person)]));
        const me = all.find(({ who }) => who === you);
        const isHost = me?.host === true;
        if (isHost && wasHost === false) say(words.nowHost);
        wasHost = me && isHost;
        // Hands stand first, as they were raised.
        const turn = ({ hand }) => hand ?? Number.MAX_SAFE_INTEGER;
        const here = all.filter((person) => person.here || person.hand)
            .sort((one, other) => turn(one) - turn(other));
        element("people-count").textContent = count;
        element("people").replaceChildren(
            ...here.map((person) => makeLine(person, person === me, isHost && !closed, locked)));
        element("faces").replaceChildren(...here.slice(0, facesInBar).map(makeFace));
        element("control").hidden = !isHost;
        offer("lock", !closed, locked ? words.unlock : words.lock, { lock: !locked });
        const isAsleep = closed || (locked && !mayPress);
        element("keypad").classList.toggle("locked", isAsleep);
        element("asleep").hidden = !isAsleep;
        write(element("asleep-why"),
            texts.states[closed ? "closed" : me?.hand ? "handUp" : "locked"]);
        offer("hand", me && !closed, me?.hand ? words.lower : words.raise, { hand: !me?.hand });
    }

    function makeLine(person, isMe, isHost, locked) {
        const { who, host, keypad, hand, held } = person;
        const marks = [host && words.host, keypad && words.keypad, hand && words.hand,
            isMe && words.you, held && (isMe || isHost) && words.held].filter(Boolean);
        const name = make("span", {}, [nameOf(person), ...marks].join(" · "));
        const line = make("li", { className: hand ? "raised" : "" }, makeFace(person), name);
        const offers = [
            isHost && held && [words.show, { show: held }],
            isHost && locked && !host
                && (keypad ? [words.take, { revoke: who }] : [words.give, { grant: who }]),
        ].filter(Boolean).map(([textContent, action]) =>
            make("button", { textContent, onclick: () => act(action) }));
        if (isHost && !isMe) offers.push(make("button", {
            className: "icon-button more", ariaLabel: fill(words.more, nameOf(person)),
            onclick: () => about(person),
        }));
        if (offers.length > 0) line.append(make("div", { className: "row" }, ...offers));
        return line;
    }

    function offer(id, isOffered, textContent, action) {
        Object.assign(element(id), { hidden: !isOffered, textContent, onclick: () => act(action) });
    }

    return { draw, nameOf: nameOfNumber };
}

/** The first letter of a name in the person's colour, which is never said by colour alone. */
export function makeFace(person) {
    const made = make("i", { className: "face" });
    made.dataset.letter = [...nameOf(person)][0].toUpperCase();
    made.style.setProperty("--hue", hue(person.who));
    return made;
}
