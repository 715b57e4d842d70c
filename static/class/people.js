// Draws the list of people, and who may press keys.
import { drawList, drawnBy, element, make, write } from "../page/dom.js";
import { fill, nameOf, texts } from "../text/texts.js";

/**
 * The colour of a person. The golden angle gives neighbouring numbers very different colours.
 * @param {number} who
 */
export const hue = (who) => Math.round(who * 137.508) % 360;

/** The bar shows this number of faces. The others are counted. */
const facesInBar = 3;

/**
 * A button of a host: its kind, its text, its act, and its label if that differs from the text.
 * @typedef {[kind: "show" | "keypad" | "more", text: string, act: () => void, label?: string]} Offer
 */

/**
 * Makes the list of people. `say` shows a line, and `about` opens the other actions of a host on a person.
 * @param {(action: Action) => void} act
 * @param {(text: string) => void} say
 * @param {(person: Person) => void} about
 */
export function makePeople(act, say, about) {
    const words = texts.people;
    /** @type {Map<number, string>} */
    let names = new Map();
    /** @type {boolean | undefined} */
    let wasHost;
    /** @type {{ me?: Person, isHost: boolean, locked: boolean }} */
    let room = { isHost: false, locked: false };

    /** @type {NameOf} */
    const nameOfNumber = (who) => names.get(who) ?? nameOf({ who });

    /** @param {People} people */
    function draw({ all, you, mayPress, locked, closed, count }) {
        names = new Map(all.map((person) => [person.who, nameOf(person)]));
        const me = all.find(({ who }) => who === you);
        const isHost = me?.host === true;
        if (isHost && wasHost === false) say(words.nowHost);
        wasHost = me && isHost;
        const listed = listedOf(all);
        write(element("people-count"), count);
        const { activeElement } = document;
        const line = activeElement?.closest("#people > li");
        room = { me, isHost: isHost && !closed, locked };
        drawList(element("people"), listed, numberOf, makeLine);
        // If the focused button is gone, Enter would press = in the room.
        if (line && !activeElement?.isConnected) {
            /** @type {HTMLElement | null} */
            const more = line.querySelector(".more");
            (more ?? element("lesson-open")).focus();
        }
        drawList(element("faces"), listed.slice(0, facesInBar), numberOf, makeFace);
        element("control").hidden = !isHost;
        offer("lock", !closed, locked ? words.unlock : words.lock, { lock: !locked });
        const isAsleep = closed || (locked && !mayPress);
        element("keypad").classList.toggle("locked", isAsleep);
        element("asleep").hidden = !isAsleep;
        write(element("asleep-why"),
            texts.states[closed ? "closed" : me?.hand ? "handUp" : "locked"]);
        offer("hand", me !== undefined && !closed, me?.hand ? words.lower : words.raise,
            { hand: !me?.hand });
    }

    function makeLine() {
        const [face, name] = [makeFace(), make("span")];
        const row = make("div", { className: "row" });
        const line = make("li", {}, face, name, row);
        return drawnBy(line, (/** @type {Person} */ person) => {
            const { me, isHost, locked } = room;
            line.className = person.hand ? "raised" : "";
            face.draw(person);
            write(name, lineOf(person, person.who === me?.who, isHost));
            const offers = isHost ? offersOf(person, person.who === me?.who, locked) : [];
            row.hidden = offers.length === 0;
            drawList(row, offers, ([kind]) => kind, makeButton);
        });
    }

    /**
     * The buttons of a host next to a person.
     * @param {Person} person
     * @param {boolean} isMe
     * @param {boolean} locked
     */
    function offersOf(person, isMe, locked) {
        const { who, host, keypad, held } = person;
        /** @type {Offer[]} */
        const offers = [];
        if (held) offers.push(["show", words.show, () => act({ show: held })]);
        if (locked && !host) {
            offers.push(keypad ? ["keypad", words.take, () => act({ revoke: who })]
                : ["keypad", words.give, () => act({ grant: who })]);
        }
        if (!isMe) offers.push(["more", "", () => about(person), fill(words.more, nameOf(person))]);
        return offers;
    }

    /**
     * @param {"lock" | "hand"} id
     * @param {boolean} isOffered
     * @param {string} textContent
     * @param {Action} action
     */
    function offer(id, isOffered, textContent, action) {
        Object.assign(element(id), { hidden: !isOffered, textContent, onclick: () => act(action) });
    }

    return { draw, nameOf: nameOfNumber };
}

/** @param {Person} person */
const numberOf = ({ who }) => who;

/**
 * The people to list: those present, and raised hands first, in the order in which they were raised.
 * @param {Person[]} all
 */
export function listedOf(all) {
    const turn = (/** @type {Person} */ { hand }) => hand ?? Number.MAX_SAFE_INTEGER;
    return all.filter((person) => person.here || person.hand)
        .sort((one, other) => turn(one) - turn(other));
}

/**
 * The text of a person's line: `Ada · host · you`
 * @param {Person} person
 * @param {boolean} isMe
 * @param {boolean} isHost true if the reader is a host
 */
export function lineOf(person, isMe, isHost) {
    const words = texts.people;
    const { host, keypad, hand, held } = person;
    return [nameOf(person), host && words.host, keypad && words.keypad, hand && words.hand,
        isMe && words.you, held && (isMe || isHost) && words.held].filter(Boolean).join(" · ");
}

/** @param {Offer} offer */
function makeButton([kind]) {
    const button = make("button", { className: kind === "more" ? "icon-button more" : "" });
    return drawnBy(button, (/** @type {Offer} */ [, text, onclick, label]) => {
        write(button, text);
        Object.assign(button, { onclick, ariaLabel: label ?? null });
    });
}

/** Makes the first letter of a name in the person's colour. Colour is never the only distinction. */
export function makeFace() {
    const face = make("i", { className: "face" });
    return drawnBy(face, (/** @type {Named} */ person) => {
        face.dataset.letter = [...nameOf(person)][0].toUpperCase();
        face.style.setProperty("--hue", `${hue(person.who)}`);
    });
}
