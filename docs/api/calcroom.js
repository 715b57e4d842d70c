/* @ts-self-types="./calcroom.d.ts" */
/*! SPDX-License-Identifier: Apache-2.0 */
// A client for rooms of Calcroom, for browsers, Deno and Node. docs/clients.md describes it. Names such as
// `client.resend` are rules of docs/protocol.md.
//
//     const room = await join("https://calc.example/rooms/mathe", { name: "Bot" });
//     await room.press("1", "+", "2", "=");
//     console.log(room.view.display);

/** The server's reasons by close code. */
const reasons = {
    1009: "frameSize", 1012: "restart", 4000: "frame", 4001: "notJoined", 4002: "joinTime", 4004: "noSuchRoom",
    4005: "roomName", 4006: "door", 4007: "full", 4008: "removed", 4009: "deleted", 4010: "setAside",
    4011: "rules", 4012: "order", 4013: "storage", 4014: "replaced", 4015: "spectators", 4016: "limit", 4017: "over",
    4018: "serverLimit",
};
/** The reasons after which a client stays away (`follow.stop`). */
const finalReasons = [
    "frame", "frameSize", "notJoined", "noSuchRoom", "roomName", "door", "removed", "over", "deleted", "setAside",
];
/** Actions that change the calculator, and actions of hosts that change it, too. */
const calculatorActions = ["press", "undo", "redo", "keypad", "recall", "type"];
const hostActions = ["removeAndRewind", "showAnswer", "startOver"];
/** Verdicts on an action whose number is not the pen's next, so that it remains undecided. */
const penVerdicts = ["pen", "gap"];
/** At most so many actions are sent and undecided (`client.resend`). */
const sentMax = 64;
/** Times in milliseconds (`follow.alive`, `follow.open`, `follow.wait`, `follow.missing`). */
const alivePeriod = 25_000, silenceMax = 10_000, doubtTime = 1_000, answerTime = 3_000, openTime = 10_000;
const waitMin = 500, waitMax = 30_000, missingRoomWait = 60_000, retryMax = 300_000;
/** HTTP statuses of a server that refuses this client, or does not have such an address. */
const finalStatuses = [403, 404];

/** The end of a connection. */
export class CloseError extends Error {
    name = "CloseError";

    constructor(why, code, willRetry, message) {
        super(message || `the connection ended: ${why}`);
        Object.assign(this, { why, code, willRetry });
    }
}

/** An action that had no effect, or may have had none. */
export class ActionError extends Error {
    name = "ActionError";

    constructor(why, action) {
        super(`${JSON.stringify(action)}: ${why}`);
        Object.assign(this, { why, action });
    }
}

// Node before version 19 has it only as a module.
const crypto = globalThis.crypto ?? (await import("node:crypto")).webcrypto;

/** 132 random bits. */
const randomSecret = () => Array.from(crypto.getRandomValues(new Uint8Array(22)), (byte) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[byte & 63]).join("");

/** The address of a room without its query and fragment. */
function addressOf(text, base) {
    const { protocol, host, pathname } = new URL(text, base);
    const address = `${protocol.replace(/^ws/, "http")}//${host}${pathname}`;
    if (/^https?:\/\/[^/]+\/rooms\/[^/]+$/.test(address)) return address;
    throw new TypeError("the address has the form https://HOST/rooms/NAME");
}

const isOneOf = (action, names) => names.some((name) => name in action);

/** A promise whose rejection needs no handler: the room also reports it as an event. */
function quiet(promise) {
    promise.catch(() => {});
    return promise;
}

/** The actions that the room has not decided, and the pen that numbers them. */
class Outbox {
    name = randomSecret();
    /** The number of the pen in the room, known after its first welcome. */
    pen;
    /** The last decided number. The first pending action has the next one, and the others follow. */
    decided = 0;
    /** The last number that was sent on this connection, and the last one that was sent with this pen. */
    sent = 0;
    everSent = 0;
    pending = [];

    constructor(report) {
        this.report = report;
    }

    /** Adds an action, or fails if there is a reason not to. */
    add(action, why) {
        return quiet(new Promise((resolve, reject) => {
            const entry = { action, resolve, reject };
            if (why) this.fail(entry, why);
            else this.pending.push(entry);
        }));
    }

    /** The next frame to send; undefined if there is none. Presses share a frame. */
    next() {
        const [first, ...rest] = this.pending.slice(this.sent - this.decided, sentMax).map(({ action }) => action);
        if (!first) return;
        const end = "press" in first ? rest.findIndex((action) => !("press" in action)) : 0;
        const keys = [first, ...rest.slice(0, end < 0 ? sentMax : end)];
        const n = this.sent + 1;
        this.sent += keys.length;
        this.everSent = Math.max(this.everSent, this.sent);
        return { n, ...(keys.length > 1 ? { press: keys.map(({ press }) => press) } : first) };
    }

    /** Removes the first action, because the room has decided it by this event, or by one that was missed. */
    settle(event) {
        const entry = this.pending.shift();
        this.decided += 1;
        this.sent = Math.max(this.sent, this.decided);
        if (event?.void) this.fail(entry, event.void);
        else entry.resolve(event);
    }

    /** Starts a fresh pen. If the room may have decided the actions that were sent, they are not repeated. */
    renew(isUnsure) {
        const sent = isUnsure ? this.pending.splice(0, this.everSent - this.decided) : [];
        [this.name, this.pen, this.decided, this.sent, this.everSent] = [randomSecret(), undefined, 0, 0, 0];
        for (const entry of sent) this.fail(entry, "unsure");
        if (sent.some(({ action }) => isOneOf(action, calculatorActions))) this.withdraw();
    }

    /** Withdraws changes of the calculator that were never sent, as they may now mean something else. */
    withdraw() {
        const sent = this.pending.splice(0, this.everSent - this.decided);
        const [all, rest] = [this.pending, this.pending = sent];
        for (const entry of all) {
            if (isOneOf(entry.action, calculatorActions)) this.fail(entry, "unsent");
            else rest.push(entry);
        }
    }

    /** Ends all actions. `why` is the reason for those that were not sent. */
    drop(why = "unsent", isDeleted = false) {
        const sentCount = this.everSent - this.decided;
        this.pending.splice(0).forEach((entry, index) => {
            if (isDeleted && "delete" in entry.action) entry.resolve();
            else this.fail(entry, index < sentCount ? "unsure" : why);
        });
    }

    fail({ action, reject }, why) {
        const error = new ActionError(why, action);
        reject(error);
        this.report(error);
    }
}

class Room {
    state = "connecting";
    /** The sequence number of the last event. */
    seq = 0;
    people = [];
    count = 0;
    watching = 0;
    #listeners = {};
    #outbox = new Outbox((error) => this.#emit("failed", error));
    #end = new AbortController();
    #stirred = [];
    #failures = 0;
    #freshPens = 0;
    #heard = 0;

    #address; #join; #WebSocket; #welcomed; #settleJoin; #settleClosed; #socket; #bye; #epoch; #isAccepted; #isOpen;
    #isHeld; #isAsking; #timer; #holdTimer;

    /** Joins a room. Tries again until the server welcomes this client or turns it away for good. */
    static async join(address, options = {}) {
        const room = new Room(address, options);
        await room.#welcomed;
        return room;
    }

    constructor(address, { name = "", make, watch, read, secret = randomSecret(), signal, WebSocket }) {
        signal?.throwIfAborted();
        this.#WebSocket = WebSocket ?? globalThis.WebSocket;
        if (!this.#WebSocket) throw new TypeError("there is no WebSocket here: pass one as an option");
        this.#address = addressOf(address);
        this.#join = { secret, name, watch, views: true };
        this.read = read;
        if (make) this.#join.make = typeof make === "string" ? { keypad: make } : make;
        this.#welcomed = quiet(new Promise((resolve, reject) => { this.#settleJoin = { resolve, reject }; }));
        this.closed = new Promise((resolve) => { this.#settleClosed = resolve; });
        const untilEnd = { signal: this.#end.signal };
        signal?.addEventListener("abort", () => this.#finish(undefined, signal.reason), untilEnd);
        const { document } = globalThis;
        document?.addEventListener("visibilitychange", () => document.hidden || this.wake(), untilEnd);
        if (document) for (const event of ["online", "pageshow"]) addEventListener(event, () => this.wake(), untilEnd);
        this.#connect();
    }

    /** Calls a listener for all later events of a kind. Returns a function that removes it. */
    on(kind, listener) {
        const listeners = this.#listeners[kind] ??= new Set();
        listeners.add(listener);
        return () => listeners.delete(listener);
    }

    /** Presses keys. Resolves with their events. */
    press(...keys) {
        return this.#act(keys.map((press) => ({ press })));
    }

    /** Sends any action of the protocol. Resolves with its event. */
    act(action) {
        return quiet(this.#act([action]).then(([event]) => event));
    }

    /** The view now, and after each change. Views that came in between are left out. */
    async *views() {
        let shown;
        while (this.state !== "closed") {
            if (this.view !== shown) yield shown = this.view;
            else await new Promise((resolve) => this.#stirred.push(resolve));
        }
    }

    /** Connects now, or checks the connection. Call it when the device has slept or its network has returned. */
    wake() {
        if (this.state === "waiting") this.#connect();
        else if (this.#isOpen) this.#ask();
    }

    leave() {
        this.#finish();
    }

    #act(actions) {
        let why;
        if (this.#join.watch || this.state === "closed") why = "unsent";
        else if (this.#isOpen && this.you === undefined) why = "closed";
        const outcomes = quiet(Promise.all(actions.map((action) => this.#outbox.add(action, why))));
        if (this.#isOpen && Date.now() - this.#heard >= silenceMax) this.#ask();
        this.#flush();
        return outcomes;
    }

    #flush() {
        if (!this.#isOpen || this.#isHeld) return;
        for (let frame; (frame = this.#outbox.next());) this.#send(frame);
    }

    #send(message) {
        this.#socket.send(JSON.stringify(message));
    }

    #emit(kind, ...values) {
        for (const listener of this.#listeners[kind] ?? []) queueMicrotask(() => listener(...values));
        if (kind === "view" || this.state === "closed") this.#stirred.splice(0).forEach((resolve) => resolve());
    }

    #enter(state, error) {
        if (state === this.state) return;
        this.state = state;
        this.#emit("state", state, error);
    }

    #wait(time, act) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(act, time);
    }

    #connect() {
        this.#enter("connecting");
        this.#bye = {};
        this.#isAccepted = false;
        const socket = this.#socket = new this.#WebSocket(this.#address.replace("http", "ws"), "calcroom.v1");
        const limit = () => this.#wait(openTime, () => this.#lose());
        limit();
        socket.onopen = () => {
            this.#isAccepted = true;
            const since = this.#epoch && { epoch: this.#epoch, seq: this.seq };
            const read = this.#join.watch && this.read;
            this.#send({ join: { ...this.#join, pen: this.#outbox.name, since, read } });
            limit();
        };
        socket.onmessage = ({ data }) => this.#receive(data);
        socket.onclose = ({ code, reason }) => this.#lose(code, reason);
        // Without a listener the package ws throws. The event `close` follows.
        socket.onerror = () => {};
    }

    #hangUp() {
        const socket = this.#socket;
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
        this.#isOpen = this.#isHeld = this.#isAsking = false;
        clearTimeout(this.#timer);
        clearTimeout(this.#holdTimer);
    }

    /** Ends a connection, and decides whether and when to connect again. */
    #lose(code = 1006, message = "") {
        this.#hangUp();
        const why = this.#bye.why ?? reasons[code] ?? "network";
        const isDeleting = this.#outbox.pending.some(({ action }) => "delete" in action);
        const isMissing = why === "noSuchRoom" && this.#epoch && !isDeleting;
        const error = new CloseError(why, code, isMissing || !finalReasons.includes(why), message);
        if (!error.willRetry) return this.#finish(error);
        const half = (isMissing ? missingRoomWait : Math.min(waitMin * 2 ** this.#failures, waitMax)) / 2;
        const least = Math.min(this.#bye.retry ?? 0, retryMax);
        const wait = Math.max(half, least) + half * Math.random();
        this.#failures += 1;
        this.#wait(wait, () => this.#connect());
        this.#enter("waiting", error);
        if (!this.#isAccepted) this.#inquire(wait);
    }

    /** Ends the room if the server refuses it for good, and waits longer if the server says so. A browser does not
     * show the answer to a handshake, but the answer to a request for the room's page has the same status. */
    async #inquire(wait) {
        const socket = this.#socket;
        const { signal } = this.#end;
        const answer = await globalThis.fetch?.(this.#address, { cache: "no-store", signal }).catch(() => {});
        const isFinal = finalStatuses.includes(answer?.status);
        if (!isFinal) {
            const retry = Math.min(1000 * answer?.headers.get("Retry-After"), retryMax);
            const isWaiting = this.state === "waiting" && socket === this.#socket;
            if (isWaiting && retry > wait) this.#wait(retry, () => this.#connect());
            return answer?.body?.cancel();
        }
        const isSentence = answer.headers.get("Content-Type")?.startsWith("text/plain");
        const sentence = isSentence ? await answer.text().catch(() => "") : "";
        if (this.#isOpen) return;
        const message = sentence.trim() || `the server answered with HTTP status ${answer.status}`;
        this.#finish(new CloseError("refused", answer.status, false, message));
    }

    #finish(error, reason = error ?? new Error("this client left the room")) {
        if (this.state === "closed") return;
        this.#hangUp();
        this.#end.abort();
        this.#enter("closed", error);
        this.#outbox.drop("unsent", ["deleted", "noSuchRoom"].includes(error?.why));
        this.#settleJoin.reject(reason);
        this.#settleClosed(error);
    }

    /** Checks that the connection is alive. */
    #ask() {
        if (this.#isAsking) return;
        this.#isAsking = true;
        this.#send({ alive: 1 });
        this.#wait(doubtTime, () => {
            this.#wait(answerTime - doubtTime, () => this.#lose());
            this.#enter("doubtful");
        });
    }

    /** Asks again later. */
    #trust(time = alivePeriod) {
        this.#isAsking = false;
        this.#enter("joined");
        this.#wait(time, () => this.#ask());
    }

    #receive(data) {
        let frame;
        try {
            frame = JSON.parse(data);
        } catch {
            return this.#lose();
        }
        this.#heard = Date.now();
        const { welcome, events, here, refused, throttled, alive, bye } = frame;
        if (bye) this.#bye = bye;
        else if (welcome) this.#begin(welcome);
        else if (!this.#isOpen) return;
        else if (events) this.#follow(frame.seq, events);
        else if (here) this.#list(here);
        else if (alive) this.#trust();
        else if (throttled) this.#trust(Math.min(throttled.retry, retryMax));
        else if (refused) this.#hold(refused);
        if (!this.#isOpen) return;
        this.#show(frame);
        this.#flush();
    }

    /** Sends nothing for a while, and then everything from the refused action on. */
    #hold({ n, retry = 0 }) {
        this.#outbox.sent = Math.max(this.#outbox.decided, Math.min(this.#outbox.sent, n - 1));
        this.#isHeld = true;
        clearTimeout(this.#holdTimer);
        this.#holdTimer = setTimeout(() => {
            this.#isHeld = false;
            this.#flush();
        }, Math.min(retry, retryMax));
    }

    #begin({ you, pen, last, epoch, seq, events, read, rules, view }) {
        const outbox = this.#outbox;
        const isParticipant = you !== undefined;
        if (isParticipant) {
            const isSame = outbox.pen === undefined || (you === this.you && pen === outbox.pen && last !== null);
            if (!isSame || last > outbox.everSent) return this.#renewPen(true);
            // The server lost events, so the room cannot have decided the pending actions.
            if (last < outbox.decided) return this.#renewPen(false);
        }
        const decided = last ?? 0;
        const isReturn = this.#epoch !== undefined && !this.#isOpen;
        const missedCount = epoch === this.#epoch ? seq - this.seq : Infinity;
        const othersActed = events
            ? events.slice(events.length - missedCount).some((event) => event.by !== you && !event.void
                && isOneOf(event, [...calculatorActions, ...hostActions]))
            : missedCount > decided - outbox.decided;
        Object.assign(this, { you, rules });
        [outbox.pen, this.#epoch] = [pen, epoch];
        delete this.#join.make;
        if (!this.#isOpen) [outbox.sent, this.#isOpen] = [outbox.decided, true];
        if (!events) this.seq = seq;
        else if (!this.#follow(seq - events.length + 1, events)) return;
        while (outbox.decided < decided) outbox.settle();
        if (isReturn && othersActed) outbox.withdraw();
        // Without a number this client only watches, because the room is closed.
        if (!isParticipant) {
            outbox.renew(true);
            outbox.drop("closed");
        }
        this.#failures = this.#freshPens = 0;
        this.#trust();
        this.#show({ view, read });
        this.#settleJoin.resolve();
    }

    /** Joins with a fresh pen: the first two at once, later ones after a wait, in case this never ends. */
    #renewPen(isUnsure) {
        this.#outbox.renew(isUnsure);
        this.#freshPens += 1;
        if (this.#freshPens > 2) return this.#lose();
        this.#hangUp();
        this.#connect();
    }

    /** Follows the events from this sequence number on. False if that ended the connection. */
    #follow(first, events) {
        const outbox = this.#outbox;
        if (first > this.seq + 1) return this.#lose();
        let at;
        for (const [index, event] of events.entries()) {
            const seq = first + index;
            at = event.at ?? at;
            if (seq <= this.seq) continue;
            this.seq = seq;
            const whole = { seq, at, ...event };
            this.#emit("event", whole);
            if (event.name !== undefined && !event.void) this.#rename(event.by, event.name);
            if (event.by === this.you && (event.pen ?? 0) === outbox.pen && event.n === outbox.decided + 1) {
                // Another client uses the pen, or the room has forgotten it.
                if (event.n > outbox.everSent) return this.#renewPen(true);
                if (penVerdicts.includes(event.void)) return this.#renewPen(false);
                outbox.settle(whole);
            }
            if (event.open && !event.void && this.you === undefined && !this.#join.watch) return this.#lose();
        }
        return true;
    }

    #rename(number, name) {
        if (!this.people.some(({ who }) => who === number)) return;
        this.people = this.people.map((person) => (person.who === number ? { ...person, name } : person));
        this.#emit("people", this.people);
    }

    #list({ all, came = [], gone = [], count, watching = 0 }) {
        const rest = this.people.filter(({ who }) => ![...gone, ...came.map((person) => person.who)].includes(who));
        const people = all ?? [...rest, ...came];
        const isListed = this.you === undefined || people.some(({ who }) => who === this.you);
        this.people = isListed ? people : [...people, { who: this.you, name: this.#join.name }];
        this.count = count ?? this.people.length;
        this.watching = watching;
        this.#emit("people", this.people);
    }

    #show({ view, read = this.read }) {
        this.read = read;
        if (!view || JSON.stringify(view) === JSON.stringify(this.view)) return;
        this.view = view;
        this.#emit("view", view);
    }
}

export const { join } = Room;

/** Defines `<calc-room src="https://calc.example/rooms/mathe">`, which shows a room in a frame. */
function defineElement({ customElements, document, CSSStyleSheet, HTMLElement }) {
    if (!customElements || customElements.get("calc-room")) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
        :host { display: block; width: 22.5rem; max-width: 100%; height: 40rem; max-height: 100dvh }
        iframe { display: block; width: 100%; height: 100%; border: 0; border-radius: inherit }`);
    customElements.define("calc-room", class extends HTMLElement {
        static observedAttributes = ["src", "title"];
        #root = this.attachShadow({ mode: "open" });

        attributeChangedCallback() {
            this.#root.adoptedStyleSheets = [sheet];
            let address;
            try {
                address = addressOf(this.getAttribute("src"), document.baseURI);
            } catch {
                return this.#root.replaceChildren();
            }
            // A new frame, because another address in the old one would be a step of the page's history.
            this.#root.replaceChildren(Object.assign(document.createElement("iframe"), {
                src: `${address}?view=embed`, title: this.title || "Calcroom",
                loading: "lazy", allow: "clipboard-write",
            }));
        }
    });
}
defineElement(globalThis);
