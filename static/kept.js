// What the browser keeps: who one is for ever, what a tab has pending for the life of the tab.

/** A text under a name. A browser that keeps nothing for pages still has it until the page goes. */
class Kept {
    #store;
    #name;
    #text = null;

    constructor(store, name) {
        this.#store = store;
        this.#name = `calcroom ${name}`;
    }

    read() {
        try {
            return window[this.#store].getItem(this.#name) ?? this.#text;
        } catch {
            return this.#text;
        }
    }

    write(text) {
        this.#text = text;
        try {
            window[this.#store].setItem(this.#name, text);
        } catch {
            // Storage is full or forbidden: the page's own copy serves until it is closed.
        }
    }
}

export const ownName = new Kept("localStorage", "name");
export const theme = new Kept("localStorage", "theme");
const visited = new Kept("localStorage", "rooms");
const ownSecret = new Kept("localStorage", "secret");

export const pendingOf = (room) => new Kept("sessionStorage", `pending ${room}`);

const visitedCount = 6;

/** Rooms that one was in, the last one first, each with its keypad of then. */
export function visitedRooms() {
    try {
        return JSON.parse(visited.read()) ?? [];
    } catch {
        return [];
    }
}

export function noteVisit(room, keypad) {
    const others = visitedRooms().filter((other) => other.room !== room);
    visited.write(JSON.stringify([{ room, keypad }, ...others].slice(0, visitedCount)));
}

export function forgetVisit(room) {
    visited.write(JSON.stringify(visitedRooms().filter((other) => other.room !== room)));
}

/** Made when it is first wanted; whoever has it is this person. */
export function secret() {
    if (!ownSecret.read()) ownSecret.write(randomWord(16));
    return ownSecret.read();
}

export const freshPen = () => randomWord(12);

/** Random bytes in the letters of base 64 for addresses. */
function randomWord(byteCount) {
    const bytes = crypto.getRandomValues(new Uint8Array(byteCount));
    return btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A name for a room that was not given one. The letters are those that nobody confuses. */
export function roomCode() {
    const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => letters[byte % 32])
        .join("");
}
