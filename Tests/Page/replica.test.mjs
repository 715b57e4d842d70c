import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { clock, dispatch } from "./browser.mjs";
import { makeLink } from "../../static/room/replica.js";

/** Sockets that the page opened, and what it sent. */
let sockets;
globalThis.WebSocket = class {
    sent = [];
    isClosed = false;
    constructor(address, protocol) {
        Object.assign(this, { address, protocol });
        sockets.push(this);
    }
    send(frame) {
        this.sent.push(frame);
    }
    close() {
        this.isClosed = true;
    }
};

/** A replica that records calls, and answers each with the steps that the test set for it. */
let calls, steps, view, drawn, stored;
function linked() {
    [sockets, calls, steps, view, drawn, stored] = [[], [], {}, {}, [], {}];
    // Links of earlier tests still listen to the page, and note it in their own lists.
    const own = calls;
    const answer = (...call) => {
        own.push(call);
        return { do: steps[call[0]] ?? [], view: view[call[0]] ?? {} };
    };
    const replica = { begin: (...given) => answer("begin", ...given), call: answer };
    clock.install();
    clock.now = 50_000;
    const store = (name) => ({
        read: () => `read ${name}`, write: (text) => (stored[name] = text), leave: (isLeft) => (stored.isLeft = isLeft),
    });
    return makeLink(replica, "ws://here/rooms/abc", { pending: store("pending"), kept: store("kept") },
        (parts) => drawn.push(parts));
}
let link;
beforeEach(() => (link = linked()));
const names = () => calls.splice(0).map(([name]) => name);

test("a link begins with what earlier pages stored", () => {
    view.begin = { pending: 0 };
    link.begin({ secret: "s", pen: "p" });
    assert.deepEqual(calls, [["begin", { secret: "s", pen: "p" }, "read pending", "read kept"], ["woke"]]);
    assert.deepEqual(drawn, [{ pending: 0 }, {}]);
});

test("steps save, keep, and connect at their time", () => {
    steps.begin = [{ save: "c2F2ZQ==" }, { keep: "a2VlcA==" }, { wake: 50_400 }, { connect: 50_700 }];
    link.begin({});
    assert.deepEqual(stored, { pending: "c2F2ZQ==", kept: "a2VlcA==" });
    clock.run(699);
    assert.equal(sockets.length, 0);
    clock.run(1);
    assert.equal(sockets.length, 1);
    assert.deepEqual([sockets[0].address, sockets[0].protocol], ["ws://here/rooms/abc", "calcroom.v1"]);
    // A connection replaces the call that was due before.
    assert.deepEqual(names(), ["begin", "woke"]);
});

test("a later time replaces an earlier one, and a time in the past means now", () => {
    steps.begin = [{ wake: 50_100 }, { wake: 50_300 }];
    link.begin({});
    names();
    clock.run(299);
    assert.deepEqual(names(), []);
    clock.run(1);
    assert.deepEqual(names(), ["woke"]);
    steps.acted = [{ connect: 1 }];
    link.tell("acted", "{}");
    clock.run(0);
    assert.equal(sockets.length, 1);
});

function connected() {
    steps.begin = [{ connect: 0 }];
    steps.connected = [{ send: "join" }];
    link.begin({});
    clock.run(0);
    sockets[0].onopen();
    return sockets[0];
}

test("a socket's events reach the replica, and frames reach the socket", () => {
    const socket = connected();
    assert.deepEqual(socket.sent, ["join"]);
    socket.onmessage({ data: "welcome" });
    socket.onclose({ code: 4007 });
    assert.deepEqual(calls.slice(-2), [["received", "welcome"], ["disconnected", "", 4007]]);
});

test("a socket that was given up reports nothing", () => {
    const socket = connected();
    steps.woke = [{ close: true }];
    link.tell("woke");
    assert.ok(socket.isClosed);
    assert.deepEqual([socket.onopen, socket.onmessage, socket.onclose], [null, null, null]);
    // A frame without a socket is lost, and the replica sends it again.
    steps.acted = [{ send: "frame" }];
    link.tell("acted", "{}");
    assert.deepEqual(socket.sent, ["join"]);
});

test("the network's return wakes a current connection, and replaces any other", () => {
    const socket = connected();
    view.received = { connection: { state: "joined", current: true } };
    socket.onmessage({ data: "welcome" });
    names();
    dispatch(globalThis, "online");
    assert.deepEqual(names(), ["woke"]);
    assert.ok(!socket.isClosed);
    view.received = { connection: { state: "joined", current: false } };
    socket.onmessage({ data: "event" });
    names();
    dispatch(globalThis, "online");
    assert.ok(socket.isClosed);
    assert.deepEqual(calls, [["disconnected", "", 1006], ["woke"]]);
});

test("a page that is hidden, shown or restored tells the replica", () => {
    link.begin({});
    const heard = (act) => {
        names();
        act();
        return [...names(), stored.isLeft];
    };
    document.hidden = true;
    assert.deepEqual(heard(() => dispatch(document, "visibilitychange")), ["hid", true]);
    document.hidden = false;
    assert.deepEqual(heard(() => dispatch(document, "visibilitychange")), ["woke", false]);
    assert.deepEqual(heard(() => dispatch(globalThis, "pagehide")), ["hid", true]);
    assert.deepEqual(heard(() => dispatch(globalThis, "pageshow", { persisted: true })), ["woke", false]);
    assert.deepEqual(heard(() => dispatch(globalThis, "pageshow", { persisted: false })), [false]);
});
