// Runs a WebAssembly module (Sources/Client/BrowserReplica) and carries out its answers with a
// socket, timers and stores.
import { fetchFile, loadNewestPage } from "../offline/page-files.js";

/**
 * Connects a replica to a room. `draw` receives the parts of the view that changed.
 * @param {Replica} replica
 * @param {string} address
 * @param {Stores} stores
 * @param {(parts: View) => void} draw
 */
export function makeLink(replica, address, { pending, kept }, draw) {
    /** @type {WebSocket | undefined} */
    let socket;
    let isCurrent = false;
    let isLeft = false;
    /** A spectator has no keys to save. */
    let isWatching = false;
    /** @type {{ connect?: number, wake?: number }} */
    const timers = {};
    // The replica checks the connection whenever the page may have slept or lost the network.
    addEventListener("online", () => (isCurrent ? tell("woke") : renew()));
    addEventListener("pageshow", (event) => event.persisted && leave(false));
    document.addEventListener("visibilitychange", () => leave(document.hidden));
    // Not every browser reports that a page is hidden before it goes.
    addEventListener("pagehide", () => leave(true));

    /** @param {Join} join */
    const begin = (join) => {
        giveUp();
        isWatching = join.watch === true;
        follow(replica.begin(join, isWatching ? undefined : pending.read(), kept.read()));
        tell("woke");
    };
    const leave = (/** @type {boolean} */ now) => {
        isLeft = now;
        pending.leave(isLeft);
        tell(isLeft ? "hid" : "woke");
    };
    /** @type {Tell} */
    const tell = (call, ...values) => follow(replica.call(call, ...values));

    /** @param {Answer} answer */
    function follow(answer) {
        answer.do.forEach(perform);
        const { connection } = answer.view;
        if (connection) isCurrent = connection.state === "joined" && connection.current === true;
        draw(answer.view);
        // No other page has to send what this one could send after it was left.
        if (isLeft && answer.view.pending === 0) tell("hid");
    }

    /** @param {Instruction} instruction */
    function perform({ save, keep, send, close, connect, wake, reload }) {
        if (save !== undefined && !isWatching) pending.write(save);
        if (keep !== undefined) kept.write(keep);
        if (send !== undefined) socket?.send(send);
        if (close) giveUp();
        if (connect !== undefined) {
            clearTimeout(timers.wake);
            at(connect, "connect", open);
        }
        if (wake !== undefined) at(wake, "wake", () => tell("woke"));
        if (reload) loadNewestPage();
    }

    /**
     * @param {number} time
     * @param {"connect" | "wake"} name
     * @param {() => void} act
     */
    function at(time, name, act) {
        clearTimeout(timers[name]);
        timers[name] = setTimeout(act, Math.max(0, time - Date.now()));
    }

    function open() {
        socket = new WebSocket(address, "calcroom.v1");
        socket.onopen = () => tell("connected");
        socket.onmessage = (event) => tell("received", event.data);
        socket.onclose = (event) => {
            socket = undefined;
            tell("disconnected", "", event.code);
        };
    }

    /** Closes the socket and ignores its later events. */
    function giveUp() {
        if (!socket) return;
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
        socket = undefined;
    }

    /** Replaces a connection that is probably dead without waiting for its end. */
    function renew() {
        if (socket) {
            giveUp();
            tell("disconnected", "", 1006);
        }
        tell("woke");
    }

    return { begin, tell };
}

/**
 * The exports of a module, in addition to one function for each call.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(count: number) => number} input
 * @property {() => number} output
 * @property {(joinCount: number, savedCount: number, ...chance: number[]) => number} begin
 * @property {(bill: number) => number} sheet
 */

/** @param {string} name */
async function loadModule(name) {
    const { instance } = await WebAssembly.instantiateStreaming(fetchFile(name));
    const { exports } = instance;
    const module = /** @type {Exports} */ (/** @type {unknown} */ (exports));
    module._initialize();

    const decoder = new TextDecoder();

    /** @param {Uint8Array} bytes */
    function give(bytes) {
        const place = module.input(bytes.length) >>> 0;
        new Uint8Array(module.memory.buffer, place, bytes.length).set(bytes);
    }

    /** @param {number} length */
    function read(length) {
        const bytes = new Uint8Array(module.memory.buffer, module.output() >>> 0, length);
        return JSON.parse(decoder.decode(bytes));
    }

    /** @param {number} length */
    function answer(length) {
        const answer = read(length);
        if (answer.error) throw new Error(answer.error);
        return answer;
    }

    const calls = /** @type {Record<Call | Question | EditorQuestion, (...numbers: number[]) => number>} */ (exports);
    return { module, calls, give, read, answer };
}

const encoder = new TextEncoder();

/** @returns {Promise<Replica>} */
export async function loadReplica() {
    const { module, calls, give, read, answer } = await loadModule("calcroom.wasm");
    return {
        begin(join, saved, kept) {
            const frame = encoder.encode(JSON.stringify({ join }));
            const [keys, room] = [saved, kept].map((text) =>
                Array.from(atob(text ?? ""), (letter) => letter.charCodeAt(0)));
            give(Uint8Array.from([...frame, ...keys, ...room]));
            const chance = crypto.getRandomValues(new Uint32Array(2));
            return answer(module.begin(frame.length, keys.length, ...chance));
        },
        call(name, given = "", ...numbers) {
            give(encoder.encode(given));
            return answer(calls[name](...numbers, Date.now()));
        },
        ask(question, given = "", ...numbers) {
            give(encoder.encode(given));
            return read(calls[question](...numbers));
        },
    };
}

/**
 * Loads the module that reads a bill in its binary form.
 * @returns {Promise<(form: string, bill: number) => Bill>}
 */
export async function loadBillSheet() {
    const { module, give, answer } = await loadModule("bill.wasm");
    return (form, bill) => {
        give(encoder.encode(form));
        return answer(module.sheet(bill));
    };
}

/**
 * Loads the module that reads and edits expressions. `ask` answers with the calculator that they are for.
 * @param {Ask} ask
 * @returns {Promise<AskEditor>}
 */
export async function loadExpressions(ask) {
    const { calls, give, read } = await loadModule("expressions.wasm");
    return (question, given = "") => {
        give(encoder.encode(`${ask("calculator").calculator ?? ""} ${given}`));
        return read(calls[question]());
    };
}
