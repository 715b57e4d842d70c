// A client for a web page or any script with `WebSocket`. It depends only on docs/protocol.md.
//     const room = enter("http://127.0.0.1:8080/rooms/party", { name: "Ada", make: "standard" });
//     room.press("5", "+", "7", "=");

const forGood = [4000, 1009, 4001, 4004, 4005, 4006, 4008, 4009, 4010]; // Close codes without a reconnection.
const random = () => crypto.getRandomValues(new BigUint64Array(3)).join("").padStart(22, "0");

/** Joins a room. Calls `show` with each new view of the room and `tell` with messages for the user. */
export function enter(address, { name = "", make, show = console.log, tell = console.log } = {}) {
    const join = { secret: random(), pen: random(), name, views: true };
    if (make) join.make = { keypad: make };
    // Keys are numbered from 1. A key is pending until the server has decided it.
    let pending = [], decided = 0, sent = 0, failures = 0, me, socket, bye, timer, isJoined, isPaused;
    connect();
    globalThis.addEventListener?.("online", () => isJoined && ask());
    return { press };

    /** Sends keys. Ignores them while the client is not connected. */
    function press(...keys) {
        if (isJoined) pending.push(...keys);
        send();
    }

    function connect() {
        socket = new WebSocket(address.replace(/^http/, "ws"), "calcroom.v1");
        [bye, isPaused] = [{}, false];
        wait(10_000, () => closed({ code: 1006 }));
        socket.onopen = () => socket.send(JSON.stringify({ join }));
        socket.onmessage = ({ data }) => receive(JSON.parse(data));
        socket.onclose = closed;
    }

    function closed({ code, reason }) {
        socket.onopen = socket.onmessage = socket.onclose = isJoined = null;
        socket.close();
        tell(`closed: ${reason || code}`);
        const isGone = code === 4004 && me; // A host may create the room again.
        if (forGood.includes(code) && !isGone) return clearTimeout(timer);
        const longest = isGone ? 60_000 : Math.min(30_000, 1_000 * 2 ** failures++);
        wait(Math.max(longest * (0.5 + Math.random() / 2), Math.min(300_000, bye.retry ?? 0)), connect);
    }

    function wait(milliseconds, act) {
        clearTimeout(timer);
        timer = setTimeout(act, milliseconds);
    }

    function ask() { // Checks that the connection is alive.
        socket.send('{"alive":1}');
        wait(3_000, () => closed({ code: 1006 }));
    }

    function receive(frame) {
        bye = frame.bye ?? bye;
        if (frame.welcome) begin(frame.welcome);
        else if (frame.events) follow(frame.seq, frame.events);
        else if (frame.alive) wait(25_000, ask);
        else if (frame.refused) { // Resend later.
            [sent, isPaused] = [frame.refused.n - 1, true];
            setTimeout(() => { isPaused = false; send(); }, Math.min(300_000, frame.refused.retry ?? 0));
        }
        const { view } = frame.welcome ?? frame;
        if (view) show(view);
        send();
    }

    function begin({ epoch, seq, events = [], you, pen, last }) {
        join.since = { epoch, seq: seq - events.length };
        delete join.make;
        follow(join.since.seq + 1, events);
        // Resend pending keys only if the server remembers this pen and its last key.
        const isMine = you === me?.you && pen === me?.pen && last !== null;
        if (pending.length && !(isMine && last >= decided && last <= decided + pending.length)) {
            return closed({ code: 4000, reason: `these keys may not have been applied: ${pending.join(" ")}` });
        }
        pending.splice(0, (last ?? 0) - decided);
        [me, isJoined, failures, decided, sent] = [{ you, pen }, you !== undefined, 0, last ?? 0, last ?? 0];
        if (!isJoined) tell("the room is closed and accepts no more keys");
        wait(25_000, ask);
    }

    function follow(first, events) {
        if (first > join.since.seq + 1) return closed({ code: 1006 }); // Events are missing.
        for (const { by, pen = 0, n, void: reason } of events) {
            join.since.seq += 1;
            if (!pending.length || by !== me.you || pen !== me.pen || n !== decided + 1) continue;
            decided += 1;
            const key = pending.shift();
            if (reason) tell(`${key} had no effect: ${reason}`);
        }
    }

    function send() {
        const keys = pending.slice(sent - decided, 64); // At most 64 keys may wait for a decision.
        if (!isJoined || isPaused || keys.length === 0) return;
        socket.send(JSON.stringify({ n: sent + 1, press: keys }));
        sent += keys.length;
    }
}
