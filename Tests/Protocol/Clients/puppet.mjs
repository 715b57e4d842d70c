// Clients of calcroom.js that a test controls. Each line of the standard input is a call, as JSON; each line of the
// output is a report. puppet.py does the same.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { CloseError, join } from "../../../docs/api/calcroom.js";

// Debian's package node-ws, for versions of Node without WebSocket.
const WebSocket = globalThis.WebSocket ?? createRequire("/usr/share/nodejs/")("./ws");
const rooms = {};

const calls = {
    async join({ client, address, options, hurries }) {
        const say = (report) => console.log(JSON.stringify({ client, ...report }));
        try {
            const room = rooms[client] = await join(address, { ...options, WebSocket });
            say({ joined: { you: room.you, seq: room.seq, view: room.view } });
            room.on("event", (event) => say({ event }));
            room.on("view", (view) => say({ view }));
            room.on("people", (people) => say({ people, count: room.count, watching: room.watching }));
            room.on("failed", ({ action, why }) => say({ failed: action, why }));
            room.on("state", (state, error) => say({ state, why: error?.why }));
            if (hurries) room.on("state", (state) => state === "waiting" && room.wake());
            say({ closed: (await room.closed)?.why ?? "left" });
        } catch (error) {
            if (!(error instanceof CloseError)) throw error;
            const { why, code, message, willRetry } = error;
            say({ rejected: { why, code, message, willRetry } });
        }
    },
    press({ client, key, id }) {
        rooms[client].press(key).then(
            ([event]) => console.log(JSON.stringify({ client, id, seq: event?.seq ?? null })),
            ({ why }) => console.log(JSON.stringify({ client, id, why })));
    },
    keys({ client, keys }) {
        rooms[client].press(...keys);
    },
    act({ client, action }) {
        rooms[client].act(action);
    },
    echo({ client }) {
        console.log(JSON.stringify({ client, echo: true }));
    },
    wake({ client }) {
        rooms[client].wake();
    },
    leave({ client }) {
        rooms[client].leave();
    },
};

/** Lets time pass only with the call `pass`, and makes each random part of a wait as short as possible. */
function stopTime() {
    const timers = new Set();
    let now = 0;
    Date.now = () => now;
    Math.random = () => 0;
    globalThis.setTimeout = (act, time) => {
        const timer = { act, due: now + time };
        timers.add(timer);
        return timer;
    };
    globalThis.clearTimeout = (timer) => timers.delete(timer);
    const { fetch } = globalThis;
    globalThis.fetch = async (...request) => {
        const answer = await fetch(...request);
        // The client reads the answer first.
        setImmediate(() => console.log(JSON.stringify({ client: "ada", fetched: answer.status })));
        return answer;
    };
    calls.pass = ({ seconds }) => {
        now += 1000 * seconds;
        for (const timer of timers) {
            if (timer.due <= now && timers.delete(timer)) timer.act();
        }
    };
}

if (process.env.PUPPETS_TIME) stopTime();
for await (const line of createInterface({ input: process.stdin })) {
    const call = JSON.parse(line);
    calls[call.call](call);
}
process.exit();
