// The WebAssembly module (docs/PROTOCOL.md, "The browser's module"), and what does as it says with a
// socket, timers and a store.
import { loadNewestPage, part } from "./kept.js";

/** `pending` and `kept` have `read()` and `write(text)`; `draw` takes the parts of the view that changed. */
export function makeLink(replica, address, { pending, kept }, draw) {
    let socket;
    let isCurrent;
    const timers = {};
    // Whenever the page may have slept or been cut off, the replica looks after the connection.
    addEventListener("online", () => (isCurrent ? tell("woke") : renew()));
    addEventListener("pageshow", (event) => event.persisted && tell("woke"));
    document.addEventListener("visibilitychange", () => tell(document.hidden ? "hid" : "woke"));
    // Not every browser says that a page is hidden before it goes.
    addEventListener("pagehide", () => tell("hid"));

    const begin = (join) => {
        follow(replica.begin(join, pending.read(), kept.read()));
        tell("woke");
    };
    const tell = (call, ...values) => follow(replica.call(call, ...values));

    const steps = {
        save: pending.write,
        keep: kept.write,
        send: (frame) => socket.send(frame),
        close: giveUp,
        connect: (time) => {
            clearTimeout(timers.wake);
            at(time, "connect", open);
        },
        wake: (time) => at(time, "wake", () => tell("woke")),
        reload: loadNewestPage,
    };

    function follow(answer) {
        for (const step of answer.do) for (const name in step) steps[name](step[name]);
        const { connection } = answer.view;
        if (connection) isCurrent = connection.state === "joined" && connection.current;
        draw(answer.view);
    }

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

    /** From here on nothing is heard of this socket, whatever becomes of it. */
    function giveUp() {
        if (!socket) return;
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
        socket = undefined;
    }

    /** Gives up a connection that nobody should wait for, and makes another one at once. */
    function renew() {
        if (socket) {
            giveUp();
            tell("disconnected", "", 1006);
        }
        tell("woke");
    }

    return { begin, tell };
}

export async function loadReplica(name = "calcroom.wasm") {
    const { instance } = await WebAssembly.instantiateStreaming(part(name));
    const module = instance.exports;
    module._initialize();

    const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
    const bytesOf = (text) => encoder.encode(text);

    function give(bytes) {
        const place = module.input(bytes.length) >>> 0;
        new Uint8Array(module.memory.buffer, place, bytes.length).set(bytes);
    }

    function answer(length) {
        const bytes = new Uint8Array(module.memory.buffer, module.output() >>> 0, length);
        const answer = JSON.parse(decoder.decode(bytes));
        if (answer.error) throw new Error(answer.error);
        return answer;
    }

    return {
        /** `saved` is what an earlier life of this tab was told to save, `kept` what one of any tab was
            told to keep; or nothing. */
        begin(join, saved, kept) {
            const frame = bytesOf(JSON.stringify({ join }));
            const [keys, room] = [saved, kept].map((text) =>
                Array.from(atob(text ?? ""), (letter) => letter.charCodeAt(0)));
            give(Uint8Array.from([...frame, ...keys, ...room]));
            const chance = crypto.getRandomValues(new Uint32Array(2));
            return answer(module.begin(frame.length, keys.length, ...chance));
        },

        /** One thing that happened: `call("pressed", "7")`, `call("disconnected", "", 1006)`. */
        call(name, given = "", ...numbers) {
            give(bytesOf(given));
            return answer(module[name](...numbers, Date.now()));
        },
    };
}
