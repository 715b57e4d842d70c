// The few objects of a browser that the page's modules use, as far as pure functions and timers need them.
// Import it before any module of the page. A test begins when the English texts are loaded.
import { webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";

const texts = new URL("../../static/text/", import.meta.url);

/** Storage that a test may break by `storage.isFull = true`. */
export class Storage {
    items = new Map();
    isFull = false;
    /** The length of the longest text that it takes. */
    most = Infinity;
    getItem(key) {
        return this.items.get(key) ?? null;
    }
    setItem(key, text) {
        if (this.isFull || text.length > this.most) throw new Error("full");
        this.items.set(key, text);
    }
    removeItem(key) {
        this.items.delete(key);
    }
    get length() {
        return this.items.size;
    }
    key(index) {
        return [...this.items.keys()][index];
    }
}

/** Elements by their ids, made on demand. */
export const places = {};

class FakeElement extends EventTarget {
    hidden = false;
    textContent = "";
    dataset = {};
    children = [];
    style = { setProperty() {} };
    /** Selectors that the element itself matches. */
    constructor(...selectors) {
        super();
        this.selectors = selectors;
    }
    closest(selector) {
        return this.selectors.includes(selector) ? this : null;
    }
    append(...children) {
        this.children.push(...children);
        for (const child of children) if (child instanceof FakeElement) child.parent = this;
    }
    blur() {
        this.isBlurred = true;
    }
    remove() {
        this.parent.children.splice(this.parent.children.indexOf(this), 1);
    }
}

/** A clock that only moves when a test says so. */
export const clock = {
    now: 0,
    timers: new Map(),
    count: 0,
    /** Runs everything that is due within some milliseconds. */
    run(time) {
        const end = this.now + time;
        for (let next = this.next(end); next; next = this.next(end)) {
            const [id, { due, act }] = next;
            this.timers.delete(id);
            this.now = due;
            act();
        }
        this.now = end;
    },
    next(end) {
        return [...this.timers].filter(([, { due }]) => due <= end)
            .sort(([, one], [, other]) => one.due - other.due)[0];
    },
    /** Replaces the real clock. */
    install() {
        this.timers.clear();
        globalThis.setTimeout = (act, delay = 0) => {
            this.timers.set(++this.count, { act, due: this.now + delay });
            return this.count;
        };
        globalThis.clearTimeout = (id) => this.timers.delete(id);
        Date.now = () => this.now;
        globalThis.performance = { now: () => this.now };
    },
};

const document = Object.assign(new EventTarget(), {
    documentElement: { dataset: {}, lang: "" },
    hidden: false,
    activeElement: null,
    createElement: () => new FakeElement(),
    // A style sheet is there at once.
    head: { append: (link) => link.onload() },
    getElementById: (id) => (places[id] ??= new FakeElement()),
});
const window = new EventTarget();
const globals = {
    document, window, Element: FakeElement, HTMLElement: FakeElement, Text: class {},
    // Node 18 has no global for it.
    crypto: webcrypto, performance,
    navigator: { languages: [process.env.PAGE_LANGUAGE ?? "en"], onLine: true },
    location: { pathname: "/rooms/abc", hash: "", host: "localhost", protocol: "http:" },
    addEventListener: window.addEventListener.bind(window),
    dispatchEvent: window.dispatchEvent.bind(window),
    getSelection: () => "",
    // The served page is one folder, and the sources have their texts in another one.
    fetch: async (url) => new Response(await readFile(new URL(path.basename(url.pathname), texts))),
};
Object.assign(window, { localStorage: new Storage(), sessionStorage: new Storage() });
for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

await (await import("../../static/text/texts.js")).textsAreThere;

/** Dispatches an event with these properties to the page's window or document. */
export function dispatch(target, type, properties = {}) {
    const event = new Event(type, { cancelable: true });
    for (const [name, value] of Object.entries(properties)) Object.defineProperty(event, name, { value });
    target.dispatchEvent(event);
    return event;
}

/** Lets `listen` add listeners to a window and document of its own, and returns both as one target for events. */
export function pageOf(listen) {
    const page = new EventTarget();
    const shared = { addEventListener, document: globalThis.document };
    Object.assign(globalThis, { addEventListener: page.addEventListener.bind(page), document: page });
    listen();
    Object.assign(globalThis, shared);
    return page;
}

export { FakeElement };
