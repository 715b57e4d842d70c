// Keeps things in the browser: the person's identity, the last rooms, and pending keys.

/** True for a room in a frame of another page. The server lets nothing else be framed. */
export const isEmbed = location.search === "?view=embed";
/** An embed has keys of its own, so that it never is the participant, or the host, of this browser's other pages. */
const prefix = isEmbed ? "calcroom embed" : "calcroom";

/**
 * Stores a text under a name. A browser that stores nothing for pages keeps it until the page closes.
 * @param {string} name
 * @param {"localStorage" | "sessionStorage"} store
 */
export function keep(name, store = "localStorage") {
    const key = `${prefix} ${name}`;
    /** @type {string | null} */
    let own = null;
    return {
        read() {
            try {
                return window[store].getItem(key) ?? own;
            } catch {
                return own;
            }
        },
        /**
         * Returns false if storage is full or forbidden. The page's own copy then serves until the page closes.
         * @param {string} text
         */
        write(text) {
            own = text;
            try {
                window[store].setItem(key, text);
                return true;
            } catch {
                return false;
            }
        },
        clear() {
            own = null;
            try {
                window[store].removeItem(key);
            } catch {
                // It has nothing.
            }
        },
    };
}

/**
 * The JSON value that a store has, or nothing if there is none or its text is damaged.
 * @param {Store} store
 */
export function parsed(store) {
    try {
        return JSON.parse(store.read() ?? "null");
    } catch {
        return null;
    }
}

export const ownName = keep("name");
export const theme = keep("theme");
/** The language that the reader chose. */
export const ownLanguage = keep("language");
/** "true" if keys of others are not read out. */
export const quiet = keep("quiet");
/** "true" if the device vibrates when a key is pressed. */
export const haptics = keep("haptics");
const visited = keep("rooms");
const ownSecret = keep("secret");

/**
 * The stores of a replica: pending keys, and the room's state for all tabs while the room is listed.
 * @param {string} room
 * @returns {Stores}
 */
export const storesOf = (room) => ({
    pending: pendingOf(room),
    kept: {
        read: () => visitedRooms().find((one) => one.room === room)?.state,
        write: (state) => visited.write(JSON.stringify(
            visitedRooms().map((one) => (one.room === room ? { ...one, state } : one)))),
    },
});

/**
 * The pending keys of a page. Its tab keeps them for the next page. While the page is left, and the room is listed, the
 * browser also keeps them for a page in another tab. Both pages may then have them, and the room counts them once.
 * @param {string} room
 * @returns {Stores["pending"]}
 */
function pendingOf(room) {
    const own = keep(`pending ${room}`, "sessionStorage");
    const left = keep(`left ${room} ${randomWord(6)}`);
    let isLeft = false;
    return {
        read() {
            const text = own.read();
            // If the tab has keys, those of other tabs wait for a later page.
            const found = leftOf(room).find((one) => !text || one.read() === text);
            if (!text && found) own.write(found.read() ?? "");
            found?.clear();
            return own.read();
        },
        write(text) {
            if (text) own.write(text);
            else own.clear();
            if (!isLeft) return;
            if (!text || !visitedRooms().some((one) => one.room === room)) left.clear();
            else if (!left.write(text)) {
                forgetStates();
                left.write(text);
            }
        },
        leave(now) {
            isLeft = now;
            if (!isLeft) left.clear();
        },
    };
}

/**
 * The keys that pages of a room have left.
 * @param {string} room
 */
function leftOf(room) {
    try {
        const store = window.localStorage;
        return Array.from(store, (_, index) => store.key(index)?.slice(prefix.length + 1) ?? "")
            .filter((name) => name.startsWith(`left ${room} `)).map((name) => keep(name));
    } catch {
        return [];
    }
}

/**
 * True if a page of a room was left before it could send its keys.
 * @param {string} room
 */
export const hasKeys = (room) => leftOf(room).length > 0;

const visitedCount = 6;

/**
 * The last rooms of this browser, the latest first, each with the keypad that it had.
 * @returns {VisitedRoom[]}
 */
export const visitedRooms = () => parsed(visited) ?? [];

/** Removes the states of rooms to make space for keys and new rooms. A server sends a state again. */
const forgetStates = (rooms = visitedRooms()) =>
    visited.write(JSON.stringify(rooms.map((room) => ({ ...room, state: undefined }))));

/**
 * Lists a room first. Without a keypad the room has ended, and is removed with its keys. Other rooms with keys stay
 * listed.
 * @param {string} room
 * @param {string} [keypad]
 * @param {Partial<VisitedRoom>} [more]
 */
export function noteVisit(room, keypad, more) {
    const all = visitedRooms();
    let rooms = all.filter((other) => other.room !== room);
    if (keypad) rooms.unshift({ ...all.find((one) => one.room === room), room, keypad, ...more });
    else leftOf(room).forEach((left) => left.clear());
    rooms = rooms.filter((one, index) => index < visitedCount || hasKeys(one.room));
    if (!visited.write(JSON.stringify(rooms))) forgetStates(rooms);
}

/**
 * The secret that identifies this person, made at the first call.
 * @param {boolean} [isFresh] true for another person
 */
export function secret(isFresh) {
    const known = ownSecret.read();
    if (known && !isFresh) return known;
    const made = randomWord(16);
    ownSecret.write(made);
    return made;
}

/**
 * A join of this person with a new pen.
 * @param {Partial<Join>} more
 * @param {boolean} [isFresh] true for another person
 * @returns {Join}
 */
export const newJoin = (more, isFresh) => ({ secret: secret(isFresh), pen: randomWord(12), ...more });

/**
 * Random bytes in the URL-safe alphabet of base 64.
 * @param {number} byteCount
 */
export function randomWord(byteCount) {
    const bytes = crypto.getRandomValues(new Uint8Array(byteCount));
    return btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
