// Keeps things in the browser: the person's identity, the last rooms, and the pending keys of a tab.

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
        /** @param {string} text */
        write(text) {
            own = text;
            try {
                window[store].setItem(key, text);
            } catch {
                // Storage is full or forbidden. The page's own copy serves until the page closes.
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
 * The stores of a replica: pending keys for this tab, and the room's state for all tabs while the room
 * is listed.
 * @param {string} room
 * @returns {Stores}
 */
export const storesOf = (room) => ({
    pending: keep(`pending ${room}`, "sessionStorage"),
    kept: {
        read: () => visitedRooms().find((one) => one.room === room)?.state,
        write: (state) => visited.write(JSON.stringify(
            visitedRooms().map((one) => (one.room === room ? { ...one, state } : one)))),
    },
});

const visitedCount = 6;

/**
 * The last rooms of this browser, the latest first, each with the keypad that it had.
 * @returns {VisitedRoom[]}
 */
export const visitedRooms = () => parsed(visited) ?? [];

/**
 * Lists a room first, or removes it from the list if it has no keypad because it ended.
 * @param {string} room
 * @param {string} [keypad]
 * @param {Partial<VisitedRoom>} [more]
 */
export function noteVisit(room, keypad, more) {
    const all = visitedRooms();
    const rooms = all.filter((other) => other.room !== room);
    if (keypad) rooms.unshift({ ...all.find((one) => one.room === room), room, keypad, ...more });
    visited.write(JSON.stringify(rooms.slice(0, visitedCount)));
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
