// Who is here, and who may press.

const element = (id) => document.getElementById(id);

/** Neighbouring numbers get colours that are far apart: each turns by the golden angle. */
export const hue = (who) => Math.round(who * 137.508) % 360;

export class PeopleView {
    #act;

    constructor(act) {
        this.#act = act;
    }

    draw({ all, you, mayPress, locked, closed, count }) {
        const me = all.find(({ who }) => who === you);
        const isHost = me?.host === true;
        const here = all.filter((person) => person.here || person.hand);
        element("people-count").textContent = count;
        element("people").replaceChildren(
            ...here.map((person) => this.#person(person, you, isHost && locked)));
        element("keypad").classList.toggle("locked", locked && !mayPress);
        element("lock-state").textContent = closed
            ? "The room is closed."
            : locked ? `The keypad is locked${mayPress ? ", but not for you" : ""}.` : "";
        this.#offer("lock", isHost, locked ? "Unlock the keypad" : "Lock the keypad",
            { lock: !locked });
        this.#offer("hand", me && locked && !mayPress, me?.hand ? "Lower my hand" : "Raise my hand",
            { hand: !me?.hand });
        this.#offer("delete", isHost, "Delete the room", { delete: true },
            "Delete the room for everybody, with all its keys and names?");
    }

    #person({ who, name, host, keypad, hand }, you, mayGive) {
        const person = document.createElement("li");
        person.style.setProperty("--hue", hue(who));
        const marks = [host && "host", keypad && "has the keypad", hand && "✋", who === you && "you"]
            .filter(Boolean);
        person.textContent = [name || `Person ${who}`, ...marks].join(" · ");
        if (mayGive && !host) {
            const give = document.createElement("button");
            give.textContent = keypad ? "Take the keypad back" : "Give the keypad";
            give.onclick = () => this.#act(keypad ? { revoke: who } : { grant: who });
            person.append(give);
        }
        return person;
    }

    /** What cannot be taken back is asked about first. */
    #offer(id, isOffered, text, action, question) {
        const button = element(id);
        button.hidden = !isOffered;
        button.textContent = text;
        button.onclick = () => (!question || confirm(question)) && this.#act(action);
    }
}
