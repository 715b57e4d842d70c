// Who is here, and who may press.
import { element, make } from "./elements.js";
import { nameOf, texts } from "./texts.js";

/** Neighbouring numbers get colours that are far apart: each turns by the golden angle. */
export const hue = (who) => Math.round(who * 137.508) % 360;

/** So many faces are in the bar; the others are counted. */
const facesInBar = 3;

export class PeopleView {
    #act;
    #names = new Map();

    constructor(act) {
        this.#act = act;
    }

    nameOf(who) {
        return this.#names.get(who) ?? nameOf({ who });
    }

    draw({ all, you, mayPress, locked, closed, count }) {
        this.#names = new Map(all.map((person) => [person.who, nameOf(person)]));
        const me = all.find(({ who }) => who === you);
        const isHost = me?.host === true;
        const here = all.filter((person) => person.here || person.hand);
        element("people-count").textContent = count;
        element("people").replaceChildren(
            ...here.map((person) => this.#person(person, you, isHost && locked)));
        const mine = here.filter((person) => person === me);
        const others = here.filter((person) => person !== me);
        element("faces").replaceChildren(...[...mine, ...others].slice(0, facesInBar).map(picture));
        element("keypad").classList.toggle("locked", closed || (locked && !mayPress));
        this.#offer("lock", isHost, locked ? texts.people.unlock : texts.people.lock,
            { lock: !locked });
        this.#offer("hand", me && locked && !mayPress,
            me?.hand ? texts.people.lower : texts.people.raise, { hand: !me?.hand });
        this.#offer("delete", isHost, texts.people.remove, { delete: true }, texts.room.sure);
    }

    #person(person, you, mayGive) {
        const { who, host, keypad, hand } = person;
        const words = texts.people;
        const marks = [host && words.host, keypad && words.keypad, hand && words.hand,
            who === you && words.you].filter(Boolean);
        const name = make("span", { textContent: [nameOf(person), ...marks].join(" · ") });
        const line = make("li", { className: "person" }, picture(person), name);
        line.classList.toggle("raised", hand !== undefined);
        line.style.setProperty("--hue", hue(who));
        if (mayGive && !host) {
            const give = make("button", { textContent: keypad ? words.take : words.give });
            give.onclick = () => this.#act(keypad ? { revoke: who } : { grant: who });
            line.append(give);
        }
        return line;
    }

    /** What cannot be taken back is asked about first. */
    #offer(id, isOffered, text, action, question) {
        const button = element(id);
        button.hidden = !isOffered;
        button.textContent = text;
        button.onclick = () => (!question || confirm(question)) && this.#act(action);
    }
}

/** The first letter of a name in the person's colour, which is never said by colour alone. */
function picture(person) {
    const letter = [...nameOf(person)][0].toUpperCase();
    const made = make("i", { className: "face", textContent: letter });
    made.setAttribute("aria-hidden", "true");
    made.style.setProperty("--hue", hue(person.who));
    return made;
}
