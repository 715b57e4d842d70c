// The tools of a class in the bar, which load when the room has a second person: raised hands and the given
// keypad. A host gives and takes the keypad with one tap, and a pupil gives it back. On phones the bar also has the
// buttons that the list of people has on larger screens.
import { element, write } from "../page/dom.js";
import { fill, firstOf, loadPart, texts } from "../text/texts.js";
import { holdersOf, raisedOf, readerOf } from "./participants.js";

/** The names that fit. The others are counted. */
const shownMax = 3;

/**
 * `give` gives the keypad to a person alone, and `free` takes it back.
 * @param {{ act(action: Action): void, give(who: number): void, free(): void, say(text: string): void,
 *     nameOf: NameOf }} room
 */
export async function makeHands({ act, give: giveKeypad, free, say, nameOf }) {
    element("me").before(await loadPart("hands"));
    element("people-open").append(element("hands-count"));
    const words = texts.hands;
    const [lock, ask, lesson] = [element("bar-lock"), element("bar-ask"), element("bar-lesson")];
    lock.onclick = () => element("lock").click();
    ask.onclick = () => element("ask-open").click();
    lesson.onclick = () => element("lesson-open").click();
    const [place, text] = [element("hands"), element("hands-text")];
    const [take, give] = [element("hands-take"), element("hands-give")];
    /**
     * The events of the hands that were announced.
     * @type {Set<number | undefined>}
     */
    let announced = new Set();
    let hadKeypad = false;
    const namesOf = (/** @type {Person[]} */ people) => firstOf(people.map(({ who }) => nameOf(who)), shownMax);

    /** @param {People} people */
    function draw(people) {
        const { all, locked, closed } = people;
        const me = readerOf(people);
        const isHost = me?.host === true;
        const raised = closed || !isHost ? [] : raisedOf(all);
        const holders = locked && !closed ? holdersOf(all) : [];
        const isMine = me !== undefined && holders.includes(me);
        place.hidden = !(isMine || (isHost && (raised.length > 0 || holders.length > 0)));
        element("bar").classList.toggle("busy", !place.hidden);
        write(element("hands-count"), raised.length || "");
        if (isMine && !isHost) drawOwn(me);
        else drawOffers(raised, holders);
        announce(raised);
        lesson.hidden = !isHost;
        ask.hidden = !isHost || closed;
        const label = locked ? texts.people.unlock : texts.people.lock;
        Object.assign(lock, { hidden: !isHost || closed, ariaLabel: label, title: label });
        lock.classList.toggle("on", locked);
        if (isMine && !hadKeypad) say(words.mine);
        hadKeypad = isMine;
    }

    /** @param {Person} me */
    function drawOwn({ who }) {
        write(text, words.mine);
        give.hidden = true;
        offer(take, texts.room.done, () => act({ revoke: who }));
    }

    /**
     * @param {Person[]} raised
     * @param {Person[]} holders
     */
    function drawOffers(raised, holders) {
        const [next] = raised;
        const { give: giveText, giveTo, has: hasText, take: takeText, takeFrom } = texts.people;
        const has = holders.length > 0 ? fill(hasText, namesOf(holders)) : "";
        write(text, [has, raised.length > 0 && fill(words.raised, namesOf(raised))].filter(Boolean).join(" · "));
        take.hidden = !has;
        give.hidden = !next;
        if (has) offer(take, takeText, free, namesOf(holders), takeFrom);
        if (next) offer(give, giveText, () => giveKeypad(next.who), nameOf(next.who), giveTo);
    }

    /**
     * @param {HTMLButtonElement} button
     * @param {string} text
     * @param {() => void} onclick
     * @param {string} [name] the name of the affected person
     * @param {string} label the text and the name for screen readers
     */
    function offer(button, text, onclick, name, label = text) {
        write(button, text);
        if (name) button.dataset.name = name;
        else delete button.dataset.name;
        Object.assign(button, { ariaLabel: fill(label, name ?? ""), onclick, hidden: false });
    }

    /** @param {Person[]} raised */
    function announce(raised) {
        const fresh = raised.filter(({ hand }) => !announced.has(hand));
        if (fresh.length > 0) say(fill(words.raised, namesOf(fresh)));
        announced = new Set(raised.map(({ hand }) => hand));
    }

    return { draw };
}
