// What the browser keeps: who one is for ever, the last rooms, what a tab has pending as long as it lives,
// and the page itself.

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

/** Keys that wait, for this tab; and the room as it was, for all, as long as it is listed. */
export const storesOf = (room) => ({
    pending: keep("sessionStorage", `pending ${room}`),
    kept: {
        read: () => visitedRooms().find((one) => one.room === room)?.state,
        write: (state) => visited.write(JSON.stringify(
            visitedRooms().map((one) => (one.room === room ? { ...one, state } : one)))),
    },
});

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
    const all = visitedRooms();
    const rooms = all.filter((other) => other.room !== room);
    if (keypad) rooms.unshift({ ...all.find((one) => one.room === room), room, keypad });
    visited.write(JSON.stringify(rooms.slice(0, visitedCount)));
}

/** Made when it is first wanted; whoever has it is this person. */
export function secret() {
    if (!ownSecret.read()) ownSecret.write(randomWord(16));
    return ownSecret.read();
}

export const freshPen = () => randomWord(12);

/** Random bytes in the letters of base 64 for addresses. */
export function randomWord(byteCount) {
    const bytes = crypto.getRandomValues(new Uint8Array(byteCount));
    return btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A file of this page's own version, which is the folder that its scripts are in. */
export async function part(name) {
    const answer = await fetch(new URL(name, import.meta.url)).catch(() => ({}));
    if (!answer.ok) throw new Error(`no import of ${name}`);
    return answer;
}

/** Has sw.js keep the page. Browsers want HTTPS for it, or this machine. */
export function keepPage() {
    navigator.serviceWorker?.register("/sw.js").catch(() => {
        // A certificate that somebody accepted by hand is not enough.
    });
}

/** Loads the newest page, once it is kept: a slow server would bring this one back. */
export async function loadNewestPage() {
    try {
        const registration = await navigator.serviceWorker?.getRegistration();
        await registration?.update();
        const worker = registration?.installing ?? registration?.waiting;
        if (worker) await end(worker);
    } catch {
        // Then it is as new as the server makes it.
    }
    location.reload();
}

/** When a worker serves, or never will. */
const end = (worker) => new Promise((resolve) => {
    worker.onstatechange = () => ["activated", "redundant"].includes(worker.state) && resolve();
    worker.onstatechange();
});
