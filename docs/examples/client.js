// A room in a page of one's own, or wherever else a script has `WebSocket`:
//     const room = enter("http://127.0.0.1:8080/rooms/party", { name: "Ada", make: "standard" });
//     room.press("5", "+", "7", "=");
// It knows what PROTOCOL.md says, whose ids stand where a rule is kept, and nothing more.

const forGood = [4000, 1009, 4001, 4004, 4005, 4006, 4008, 4009, 4010]; // W58
const random = () => crypto.getRandomValues(new BigUint64Array(3)).join("").padStart(22, "0");

/** `show` is given what everybody sees (W24), `tell` what else there is to say, in words. */
export function enter(address, { name = "", make, show = console.log, tell = console.log } = {}) {
    const join = { secret: random(), pen: random(), name, views: true };
    if (make) join.make = { keypad: make };
    // Keys have the numbers 1, 2, 3… (C41), and are pending until they are decided.
    let pending = [], decided = 0, sent = 0, failures = 0, me, socket, bye, timer, isJoined, isPaused;
    connect();
    globalThis.addEventListener?.("online", () => isJoined && ask());
    return { press };

    /** What is pressed while there is no connection is not taken (C52). */
    function press(...keys) {
        if (isJoined) pending.push(...keys);
        send();
    }

    function connect() {
        socket = new WebSocket(address.replace(/^http/, "ws"), "calcroom.v1");
        [bye, isPaused] = [{}, false];
        wait(10_000, () => closed({ code: 1006 })); // C77
        socket.onopen = () => socket.send(JSON.stringify({ join }));
        socket.onmessage = ({ data }) => receive(JSON.parse(data));
        socket.onclose = closed;
    }

    function closed({ code, reason }) {
        socket.onopen = socket.onmessage = socket.onclose = isJoined = null;
        socket.close();
        tell(`closed: ${reason || code}`);
        const isGone = code === 4004 && me; // Its host may make it again (C76).
        if (forGood.includes(code) && !isGone) return clearTimeout(timer);
        const longest = isGone ? 60_000 : Math.min(30_000, 1_000 * 2 ** failures++); // C54
        wait(Math.max(longest * (0.5 + Math.random() / 2), Math.min(300_000, bye.retry ?? 0)), connect);
    }

    function wait(milliseconds, act) {
        clearTimeout(timer);
        timer = setTimeout(act, milliseconds);
    }

    function ask() { // C51
        socket.send('{"alive":1}');
        wait(3_000, () => closed({ code: 1006 }));
    }

    function receive(frame) {
        bye = frame.bye ?? bye;
        if (frame.welcome) begin(frame.welcome);
        else if (frame.events) follow(frame.seq, frame.events);
        else if (frame.alive) wait(25_000, ask);
        else if (frame.refused) { // C53
            [sent, isPaused] = [frame.refused.n - 1, true];
            setTimeout(() => { isPaused = false; send(); }, Math.min(300_000, frame.refused.retry ?? 0));
        }
        const { view } = frame.welcome ?? frame;
        if (view) show(view);
        send();
    }

    function begin({ epoch, seq, events = [], you, pen, last }) {
        join.since = { epoch, seq: seq - events.length }; // W25
        delete join.make;
        follow(join.since.seq + 1, events);
        const isMine = you === me?.you && pen === me?.pen && last !== null;
        if (pending.length && !(isMine && last >= decided && last <= decided + pending.length)) { // C45
            return closed({ code: 4000, reason: `these may not have been taken: ${pending.join(" ")}` });
        }
        pending.splice(0, (last ?? 0) - decided);
        [me, isJoined, failures, decided, sent] = [{ you, pen }, you !== undefined, 0, last ?? 0, last ?? 0];
        if (!isJoined) tell("the room is closed, and takes no more keys");
        wait(25_000, ask);
    }

    function follow(first, events) {
        if (first > join.since.seq + 1) return closed({ code: 1006 }); // C49
        for (const { by, pen = 0, n, void: reason } of events) {
            join.since.seq += 1;
            if (!pending.length || by !== me.you || pen !== me.pen || n !== decided + 1) continue; // C44
            decided += 1;
            const key = pending.shift();
            if (reason) tell(`${key} had no effect: ${reason}`);
        }
    }

    function send() {
        const keys = pending.slice(sent - decided, 64); // C43
        if (!isJoined || isPaused || keys.length === 0) return;
        socket.send(JSON.stringify({ n: sent + 1, press: keys }));
        sent += keys.length;
    }
}
