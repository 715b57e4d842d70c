// Draws the list of people, and who may press keys.
import { lazy } from "../offline/page-files.js";
import { drawList, drawnBy, element, make, write } from "../page/dom.js";
import { fill, nameOf, texts } from "../text/texts.js";
import { givenTo, heldOf, listedOf, namesOf, numberOf, readerOf, setHue } from "./participants.js";

/** The bar shows this number of other people's faces, and the count of all people. */
const facesInBar = 2;
/** From this number of people on, the list has a search field. */
const searchMin = 12;

/**
 * A button of a host: its kind, its text, its act, and its label if that differs from the text.
 * @typedef {"name" | "show" | "keypad" | "more"} Kind
 * @typedef {[kind: Kind, text: string, act: () => void, label?: string]} Offer
 */

/**
 * Makes the list of people. `say` shows a line, `about` opens the other actions of a host on a person, and
 * `rename` asks for another own name.
 * @param {(action: Action) => void} act
 * @param {(text: string) => void} say
 * @param {(person: Person) => void} about
 * @param {() => void} rename
 */
export function makePeople(act, say, about, rename) {
    const words = texts.people;
    /** @type {Map<number, string>} */
    let names = new Map();
    /**
     * People who left, as far as this page knows them: lines of the tape name them.
     * @type {Map<number, Named>}
     */
    const left = new Map();
    /** @type {boolean | undefined} */
    let wasHost;
    /** @type {{ me?: Person, isHost: boolean, locked: boolean }} */
    let room = { isHost: false, locked: false };

    const [place, search] = [element("people"), element("people-search")];
    /**
     * The people in the list.
     * @type {Person[]}
     */
    let listed = [];
    /** @type {People | undefined} */
    let latest;

    /**
     * @param {number} who
     * @param {string} [name] of a person who left, if it is known
     */
    function nameOfNumber(who, name) {
        if (name && !names.has(who)) {
            left.set(who, { who, name });
            nameAll();
        }
        return names.get(who) ?? nameOf({ who });
    }

    /** The people in the room come first, so that all pages give them the same names. */
    function nameAll() {
        names = namesOf([...latest?.all ?? [], ...left.values()]);
    }

    /** @param {number} who */
    const isInRoom = (who) => names.has(who) && !left.has(who);

    const hands = lazy(async () =>
        (await import("./hands.js")).makeHands({ act, give, free, say, nameOf: nameOfNumber }), "hands.js");
    const redraw = () => latest && draw(latest);
    search.placeholder = words.search;
    search.oninput = redraw;
    place.addEventListener("pointerleave", redraw);
    place.addEventListener("focusout", () => requestAnimationFrame(redraw));

    /** @param {People} people */
    function draw(people) {
        for (const person of latest?.all ?? []) left.set(person.who, person);
        const { all, you, mayPress, locked, closed, count } = latest = people;
        for (const { who } of all) left.delete(who);
        nameAll();
        const me = readerOf(people);
        const isHost = me?.host === true;
        if (isHost && wasHost === false) say(words.nowHost);
        wasHost = me && isHost;
        listed = place.matches(":hover, :focus-within") ? heldOf(listed, all) : listedOf(all);
        search.hidden = listed.length < searchMin;
        const wanted = search.hidden ? "" : search.value.trim().toLowerCase();
        write(element("people-count"), count);
        const { activeElement } = document;
        const line = activeElement?.closest("#people > li");
        room = { me, isHost: isHost && !closed, locked };
        drawList(place, listed.filter(({ who }) => nameOfNumber(who).toLowerCase().includes(wanted)),
            numberOf, makeLine);
        // If the focused button is gone, Enter would press = in the room.
        if (line && !activeElement?.isConnected) {
            /** @type {HTMLElement | null} */
            const more = line.querySelector(".more");
            (more ?? element("lesson-open")).focus();
        }
        const others = listedOf(all).filter(({ who }) => who !== you);
        drawList(element("faces"), others.slice(0, facesInBar), numberOf, makeFace);
        drawList(element("me"), me ? [me] : [], numberOf, makeFace);
        element("me").hidden = !me;
        element("control").hidden = !isHost;
        offer("lock", !closed, locked ? words.unlock : words.lock, { lock: !locked });
        const isAsleep = closed || (locked && !mayPress);
        element("keypad").classList.toggle("locked", isAsleep);
        element("asleep").hidden = !isAsleep;
        write(element("asleep-why"),
            texts.states[closed ? "closed" : me?.hand ? "handUp" : "locked"]);
        offer("hand", me !== undefined && !closed, me?.hand ? words.lower : words.raise,
            { hand: !me?.hand });
        offer("open-again", isHost && closed, words.openAgain, { open: true });
        if (me && (listedOf(all).length > 1 || hands.loaded)) drawHands();
    }

    async function drawHands() {
        // If the load fails, the next change of the people repeats it.
        const part = await hands.load().catch(() => undefined);
        if (latest) part?.draw(latest);
    }

    function makeLine() {
        const [face, name, marks] = [makeFace(), make("bdi"), make("small")];
        const dot = make("span", { className: "dot" });
        const row = make("div", { className: "row" });
        const line = make("li", {}, face, make("span", {}, name, dot, marks), row);
        return drawnBy(line, (/** @type {Person} */ person) => {
            const { me, isHost, locked } = room;
            const isMe = person.who === me?.who;
            line.classList.toggle("raised", person.hand !== undefined);
            line.classList.toggle("own", isMe);
            line.classList.toggle("away", !person.here);
            line.classList.toggle("gone", !isInRoom(person.who));
            face.draw(person);
            write(name, nameOfNumber(person.who));
            const roles = marksOf(person, isMe, isHost);
            write(dot, roles.slice(0, 3));
            write(marks, roles.slice(3));
            line.title = `${name.textContent}${roles}`;
            face.onclick = isMe ? rename : null;
            // Somebody who was removed may still have a line.
            const offers = isHost && isInRoom(person.who) ? offersOf(person, isMe, locked) : [];
            if (isMe) offers.unshift(["name", "", rename, words.rename]);
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
            const name = nameOfNumber(who);
            offers.push(keypad
                ? ["keypad", words.take, () => act({ revoke: who }), fill(words.takeFrom, name)]
                : ["keypad", words.give, () => give(who), fill(words.giveTo, name)]);
        }
        if (!isMe) offers.push(["more", "", () => about(person), fill(words.more, nameOfNumber(who))]);
        return offers;
    }

    /** Takes the keypad back from everybody who received it, also from people who have left. */
    function free() {
        for (const { who } of givenTo(latest?.all ?? [])) act({ revoke: who });
    }

    /**
     * Gives the keypad to a person, and to nobody else.
     * @param {number} who
     */
    function give(who) {
        free();
        act({ grant: who });
    }

    /**
     * @param {"lock" | "hand" | "open-again"} id
     * @param {boolean} isOffered
     * @param {string} textContent
     * @param {Action} action
     */
    function offer(id, isOffered, textContent, action) {
        Object.assign(element(id), { hidden: !isOffered, textContent, onclick: () => act(action) });
    }

    return { draw, nameOf: nameOfNumber };
}

/**
 * The text after the name in a person's line: ` · host · you`
 * @param {Person} person
 * @param {boolean} isMe
 * @param {boolean} isHost true if the reader is a host
 */
export function marksOf({ host, keypad, hand, held }, isMe, isHost) {
    const words = texts.people;
    const marks = [host && words.host, keypad && words.keypad, hand && words.hand, isMe && words.you,
        held && (isMe || isHost) && words.held];
    return marks.map((mark) => (mark ? ` · ${mark}` : "")).join("");
}

/** @param {Offer} offer */
function makeButton([kind]) {
    const isPicture = ["more", "name"].includes(kind);
    const button = make("button", { className: isPicture ? `icon-button ${kind}` : "" });
    return drawnBy(button, (/** @type {Offer} */ [, text, onclick, label]) => {
        write(button, text);
        Object.assign(button, { onclick, ariaLabel: label ?? null });
    });
}

/** Makes the first letter of a name, or the number of a person without one, in the person's colour. */
export function makeFace() {
    const face = make("i", { className: "face" });
    return drawnBy(face, (/** @type {Named} */ { name, who }) => {
        face.dataset.letter = name ? [...name][0].toUpperCase() : `${who}`;
        setHue(face, who);
    });
}
