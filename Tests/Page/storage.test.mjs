import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Storage } from "./browser.mjs";
import {
    hasKeys, noteVisit, ownName, randomWord, secret, storesOf, visitedRooms,
} from "../../static/offline/storage.js";

beforeEach(() => {
    Object.assign(window, { localStorage: new Storage(), sessionStorage: new Storage() });
    window.localStorage.setItem("calcroom rooms", "[]");
});

test("the last six rooms are listed, the latest first", () => {
    for (let room = 1; room <= 8; room++) noteVisit(`room-${room}`, "tip");
    noteVisit("room-5", "chain");
    const listed = [5, 8, 7, 6, 4, 3].map((room) => `room-${room}`);
    assert.deepEqual(visitedRooms().map(({ room }) => room), listed);
    assert.equal(visitedRooms()[0].keypad, "chain");
});

test("a room that ended is not listed", () => {
    noteVisit("a", "tip");
    noteVisit("b", "tip");
    noteVisit("a");
    assert.deepEqual(visitedRooms(), [{ room: "b", keypad: "tip" }]);
});

test("a listed room keeps its state, and another visit keeps it too", () => {
    noteVisit("a", "tip");
    storesOf("a").kept.write("c3RhdGU=");
    noteVisit("a", "chain");
    assert.equal(storesOf("a").kept.read(), "c3RhdGU=");
    storesOf("unlisted").kept.write("c3RhdGU=");
    assert.equal(storesOf("unlisted").kept.read(), undefined);
});

test("pending keys are kept for one tab and one room", () => {
    storesOf("a").pending.write("keys");
    assert.equal(storesOf("a").pending.read(), "keys");
    assert.equal(storesOf("b").pending.read(), null);
    assert.deepEqual([...window.sessionStorage.items.keys()], ["calcroom pending a"]);
});

/** Leaves a page of a room with these keys, and returns its stores. */
function leave(room, keys, stores = storesOf(room)) {
    stores.pending.write(keys);
    stores.pending.leave(true);
    stores.pending.write(keys);
    return stores;
}
const closeTab = () => (window.sessionStorage = new Storage());

test("the keys of a page that was left wait for the next page of the room, in any tab", () => {
    noteVisit("a", "tip");
    leave("a", "keys");
    closeTab();
    assert.deepEqual([hasKeys("a"), hasKeys("b")], [true, false]);
    const next = storesOf("a").pending;
    assert.deepEqual([next.read(), next.read()], ["keys", "keys"]);
    assert.equal(hasKeys("a"), false);
    // A reload of that tab has them, another tab does not.
    assert.equal(storesOf("a").pending.read(), "keys");
    closeTab();
    assert.equal(storesOf("a").pending.read(), null);
});

test("a tab that returns to a room has its own keys, once", () => {
    noteVisit("a", "tip");
    leave("a", "keys of another tab");
    closeTab();
    leave("a", "own keys");
    assert.equal(storesOf("a").pending.read(), "own keys");
    closeTab();
    assert.equal(storesOf("a").pending.read(), "keys of another tab");
});

test("a page that was only hidden keeps its keys to itself again, and sent keys are not kept", () => {
    noteVisit("a", "tip");
    const { pending } = leave("a", "keys");
    pending.leave(false);
    assert.equal(hasKeys("a"), false);
    leave("a", "more keys", { pending });
    pending.write("");
    closeTab();
    assert.equal(storesOf("a").pending.read(), null);
});

test("a room with keys stays listed, and a room that ended has none", () => {
    for (const room of ["new", "typed"]) noteVisit(room, "tip", { make: true });
    leave("typed", "keys");
    for (let room = 1; room <= 8; room++) noteVisit(`room-${room}`, "tip");
    assert.deepEqual(visitedRooms().slice(6), [{ room: "typed", keypad: "tip", make: true }]);
    noteVisit("typed");
    closeTab();
    noteVisit("typed", "tip");
    assert.equal(storesOf("typed").pending.read(), null);
    leave("unlisted", "keys");
    assert.equal(hasKeys("unlisted"), false);
});

test("full storage forgets the states of rooms before keys", () => {
    noteVisit("a", "tip");
    storesOf("a").kept.write("s".repeat(200));
    window.localStorage.most = 150;
    noteVisit("b", "tip");
    leave("b", "keys");
    closeTab();
    assert.deepEqual(visitedRooms(), [{ room: "b", keypad: "tip" }, { room: "a", keypad: "tip" }]);
    assert.equal(storesOf("b").pending.read(), "keys");
});

test("damaged storage lists no rooms", () => {
    for (const text of ["{", "", "null"]) {
        window.localStorage.setItem("calcroom rooms", text);
        assert.deepEqual(visitedRooms(), [], text);
    }
});

test("a browser that stores nothing keeps texts until the page closes", () => {
    window.localStorage.isFull = true;
    ownName.write("Ada");
    assert.equal(ownName.read(), "Ada");
    Object.defineProperty(window, "localStorage", {
        configurable: true, get: () => { throw new Error("forbidden"); },
    });
    assert.equal(ownName.read(), "Ada");
    ownName.write("Ben");
    assert.equal(ownName.read(), "Ben");
    Object.defineProperty(window, "localStorage", { value: new Storage(), writable: true, configurable: true });
});

test("a person has one secret, which is hard to guess", () => {
    const own = secret();
    assert.equal(secret(), own);
    assert.match(own, /^[\w-]{22}$/);
    assert.equal(window.localStorage.getItem("calcroom secret"), own);
    const words = new Set(Array.from({ length: 200 }, () => randomWord(12)));
    assert.equal(words.size, 200);
    for (const word of words) assert.match(word, /^[\w-]{16}$/);
});
