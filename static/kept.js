// What the browser keeps: who one is for ever, what a tab has pending as long as it lives.

/** A text under a name. A browser that keeps nothing for pages still has it until the page goes. */
function keep(store, name) {
    const key = `calcroom ${name}`;
    let own = null;
    return {
        read() {
            try {
                return window[store].getItem(key) ?? own;
            } catch {
                return own;
            }
        },
        write(text) {
            own = text;
            try {
                window[store].setItem(key, text);
            } catch {
                // Storage is full or forbidden: the page's own copy serves until it is closed.
            }
        },
    };
}

export const ownName = keep("localStorage", "name");
export const theme = keep("localStorage", "theme");
/** The language that somebody chose, and whether others' keys are not to be read out. */
export const ownLanguage = keep("localStorage", "language");
export const quiet = keep("localStorage", "quiet");
const visited = keep("localStorage", "rooms");
const ownSecret = keep("localStorage", "secret");

export const pendingOf = (room) => keep("sessionStorage", `pending ${room}`);

const visitedCount = 6;

/** Rooms that one was in, the last one first, each with its keypad of then. */
export function visitedRooms() {
    try {
        return JSON.parse(visited.read()) ?? [];
    } catch {
        return [];
    }
}

/** Without a keypad the room is there no longer. */
export function noteVisit(room, keypad) {
    const rooms = visitedRooms().filter((other) => other.room !== room);
    if (keypad) rooms.unshift({ room, keypad });
    visited.write(JSON.stringify(rooms.slice(0, visitedCount)));
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
