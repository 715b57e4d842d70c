// The participants of a room: who they are, whom a list shows, and whose turn it is.
import { nameOf, texts } from "../text/texts.js";

/**
 * The colour of a person. The golden angle gives neighbouring numbers very different colours.
 * @param {number} who
 */
export const hue = (who) => Math.round(who * 137.508) % 360;

/**
 * Gives an element the colour of a person.
 * @param {HTMLElement} element
 * @param {number} who
 */
export const setHue = ({ style }, who) => style.setProperty("--hue", `${hue(who)}`);

/** @param {{ who: number }} one */
export const numberOf = ({ who }) => who;

/**
 * The participant who reads this page, unless it is a spectator's.
 * @param {People} [people]
 */
export const readerOf = (people) => people?.all.find(({ who }) => who === people.you);

/**
 * The people to list, in the order of their arrival: those present, and those with a raised hand.
 * @param {Person[]} all
 */
export const listedOf = (all) => all.filter((person) => person.here || person.hand);

/**
 * The people to list while the pointer is over the list or it has the focus: nobody moves. Newcomers come last,
 * and people who leave stay for now.
 * @param {Person[]} listed
 * @param {Person[]} all
 */
export function heldOf(listed, all) {
    const known = new Map(all.map((person) => [person.who, person]));
    const held = listed.map(({ who, name }) => known.get(who) ?? { who, name });
    const before = new Set(listed.map(numberOf));
    return [...held, ...listedOf(all).filter(({ who }) => !before.has(who))];
}

/**
 * The names of people by their numbers. No two are equal: of people with one name, all but the first have a mark, as in
 * `Ada (2)`. The server's PersonNames do the same.
 * @param {Named[]} all
 */
export function namesOf(all) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    const used = new Set();
    const soundOf = (/** @type {string} */ name) => name.normalize("NFKC").toLowerCase();
    return new Map(all.map((person) => {
        const plain = nameOf(person);
        let [name, count] = [plain, counts.get(soundOf(plain)) ?? 0];
        do {
            count++;
            if (count > 1) name = `${plain} (${count})`;
        } while (used.has(soundOf(name)));
        used.add(soundOf(name));
        counts.set(soundOf(plain), count);
        return [person.who, name];
    }));
}

/**
 * The name below a line of the tape. An answer may be shown without its author.
 * @param {{ by: number, name?: string }} line
 * @param {NameOf} nameOf
 */
export const authorOf = ({ by, name }, nameOf) => by === 0 ? texts.tape.anonymous : nameOf(by, name);

/**
 * The people who received the keypad from a host, also those who have left.
 * @param {Person[]} all
 */
export const givenTo = (all) => all.filter(({ keypad, host }) => keypad && !host);

/**
 * The people in the room who received the keypad from a host.
 * @param {Person[]} all
 */
export const holdersOf = (all) => givenTo(all).filter(({ here }) => here);

/**
 * The people who raised their hands, in the order in which they did.
 * @param {Person[]} all
 */
export const raisedOf = (all) =>
    all.filter(({ hand }) => hand).sort((one, other) => (one.hand ?? 0) - (other.hand ?? 0));
