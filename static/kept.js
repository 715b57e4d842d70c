// Keeps things in the browser: the person's identity, the last rooms, the pending keys of a tab, and the page
// itself.

/**
 * Stores a text under a name. A browser that stores nothing for pages keeps it until the page closes.
 * @param {"localStorage" | "sessionStorage"} store
 * @param {string} name
 */
function keep(store, name) {
    const key = `calcroom ${name}`;
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

export const ownName = keep("localStorage", "name");
export const theme = keep("localStorage", "theme");
/** The language that the reader chose. */
export const ownLanguage = keep("localStorage", "language");
/** "true" if keys of others are not read out. */
export const quiet = keep("localStorage", "quiet");
const visited = keep("localStorage", "rooms");
const ownSecret = keep("localStorage", "secret");

/**
 * The stores of a replica: pending keys for this tab, and the room's state for all tabs as long as the room
 * is listed.
 * @param {string} room
 * @returns {Stores}
 */
export const storesOf = (room) => ({
    pending: keep("sessionStorage", `pending ${room}`),
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
export function visitedRooms() {
    try {
        return JSON.parse(visited.read() ?? "[]") ?? [];
    } catch {
        return [];
    }
}

/**
 * Lists a room first, or removes it from the list if it has no keypad because it ended.
 * @param {string} room
 * @param {string} [keypad]
 */
export function noteVisit(room, keypad) {
    const all = visitedRooms();
    const rooms = all.filter((other) => other.room !== room);
    if (keypad) rooms.unshift({ ...all.find((one) => one.room === room), room, keypad });
    visited.write(JSON.stringify(rooms.slice(0, visitedCount)));
}

/** The secret that identifies this person, made at the first call. */
export function secret() {
    const known = ownSecret.read();
    if (known) return known;
    const made = randomWord(16);
    ownSecret.write(made);
    return made;
}

export const freshPen = () => randomWord(12);

/**
 * Random bytes in the URL-safe alphabet of base 64.
 * @param {number} byteCount
 */
export function randomWord(byteCount) {
    const bytes = crypto.getRandomValues(new Uint8Array(byteCount));
    return btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Fetches a file of this page's own version, which is in the folder of its scripts.
 * @param {string} name
 */
export async function part(name) {
    const answer = await fetch(new URL(name, import.meta.url)).catch(() => undefined);
    if (!answer?.ok) throw new Error(`no import of ${name}`);
    return answer;
}

/** Lets sw.js keep the page. Browsers allow this over HTTPS and on the server's own machine. */
export function keepPage() {
    navigator.serviceWorker?.register("/sw.js").catch(() => {
        // Browsers refuse it if the reader accepted the certificate by hand.
    });
}

/** Loads the newest page. If it were not kept before, a slow server would bring the old one again. */
export async function loadNewestPage() {
    try {
        const registration = await navigator.serviceWorker?.getRegistration();
        await registration?.update();
        const worker = registration?.installing ?? registration?.waiting;
        if (worker) await settled(worker);
    } catch {
        // Load whatever the server has.
    }
    location.reload();
}

/**
 * Resolves when a worker is active, or never will be.
 * @param {ServiceWorker} worker
 * @returns {Promise<void>}
 */
const settled = (worker) => new Promise((resolve) => {
    const check = () => {
        if (["activated", "redundant"].includes(worker.state)) resolve();
    };
    worker.onstatechange = check;
    check();
});
