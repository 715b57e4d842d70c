// Whose turn it is: raised hands, and the keypad that a host gave.

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
