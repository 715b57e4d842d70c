// Who is here, and who may press.
import { drawList, element, make, write } from "./elements.js";
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
    /** What is the same for all lines. */
    let room;

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
        const { activeElement } = document;
        const line = activeElement.closest("#people > li");
        room = { me, isHost: isHost && !closed, locked };
        drawList(element("people"), here, numberOf, makeLine);
        // Where a button is gone, Enter would be = in the room.
        if (line && !activeElement.isConnected) {
            (line.querySelector(".more") ?? element("lesson-open")).focus();
        }
        drawList(element("faces"), here.slice(0, facesInBar), numberOf, makeFace);
        element("control").hidden = !isHost;
        offer("lock", !closed, locked ? words.unlock : words.lock, { lock: !locked });
        const isAsleep = closed || (locked && !mayPress);
        element("keypad").classList.toggle("locked", isAsleep);
        element("asleep").hidden = !isAsleep;
        write(element("asleep-why"),
            texts.states[closed ? "closed" : me?.hand ? "handUp" : "locked"]);
        offer("hand", me && !closed, me?.hand ? words.lower : words.raise, { hand: !me?.hand });
    }

    function makeLine() {
        const [face, name] = [makeFace(), make("span")];
        const row = make("div", { className: "row" });
        const line = make("li", {}, face, name, row);
        line.draw = (person) => {
            const { who, host, keypad, hand, held } = person;
            const { me, isHost, locked } = room;
            const isMe = who === me?.who;
            line.className = hand ? "raised" : "";
            face.draw(person);
            write(name, [nameOf(person), host && words.host, keypad && words.keypad, hand && words.hand,
                isMe && words.you, held && (isMe || isHost) && words.held].filter(Boolean).join(" · "));
            const offers = [
                held && ["show", words.show, () => act({ show: held })],
                locked && !host && (keypad ? ["keypad", words.take, () => act({ revoke: who })]
                    : ["keypad", words.give, () => act({ grant: who })]),
                !isMe && ["more", "", () => about(person), fill(words.more, nameOf(person))],
            ].filter((offer) => isHost && offer);
            row.hidden = offers.length === 0;
            drawList(row, offers, ([id]) => id, makeButton);
        };
        return line;
    }

    function offer(id, isOffered, textContent, action) {
        Object.assign(element(id), { hidden: !isOffered, textContent, onclick: () => act(action) });
    }

    return { draw, nameOf: nameOfNumber };
}

const numberOf = ({ who }) => who;

/** One of the buttons that a host has beside a person. */
function makeButton([id]) {
    const button = make("button", { className: id === "more" ? "icon-button more" : "" });
    button.draw = ([, textContent, onclick, ariaLabel = null]) => {
        write(button, textContent);
        Object.assign(button, { onclick, ariaLabel });
    };
    return button;
}

/** The first letter of a name in the person's colour, which is never said by colour alone. */
export function makeFace() {
    const face = make("i", { className: "face" });
    face.draw = (person) => {
        face.dataset.letter = [...nameOf(person)][0].toUpperCase();
        face.style.setProperty("--hue", hue(person.who));
    };
    return face;
}
