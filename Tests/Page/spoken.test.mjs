import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, places } from "./browser.mjs";
import { quiet } from "../../static/offline/storage.js";
import { joined, linesOfKeys, makeSpoken } from "../../static/text/spoken.js";

const nameOf = (who) => ["", "Ada", "Ben", "Cem"][who];
const keys = (by, text) => text.split(" ").map((key) => ({ by, key }));

test("keys of several people are announced in runs", () => {
    assert.deepEqual(linesOfKeys([...keys(2, "1 2 +"), ...keys(3, "4"), ...keys(2, "/ 0 =")], nameOf),
        ["Ben: 1 2 plus", "Cem: 4", "Ben: divided by 0 equals"]);
});

test("of more than twelve keys only the count is announced", () => {
    assert.deepEqual(linesOfKeys(keys(2, "1 2 3 4 5 6 7 8 9 0 1 2"), nameOf), ["Ben: 1 2 3 4 5 6 7 8 9 0 1 2"]);
    assert.deepEqual(linesOfKeys(keys(2, "1 2 3 4 5 6 7 8 9 0 1 2 3"), nameOf), ["13 keys"]);
});

test("lines are joined with one full stop", () => {
    assert.equal(joined(["Ada redid 7.", "Display 1"]), "Ada redid 7. Display 1");
    assert.equal(joined(["表示 1。", "2"]), "表示 1. 2");
});

/** A listener, with every announcement and its time. */
function listener() {
    clock.install();
    clock.now = 10_000;
    quiet.write("false");
    const said = [];
    Object.defineProperty(places, "spoken", {
        configurable: true, value: { set textContent(text) { said.push([clock.now - 10_000, text]); } },
    });
    const room = { shown: "0", said };
    Object.assign(room, makeSpoken(nameOf, () => room.shown));
    room.press = (text, by = 2) => {
        room.shown = text;
        room.draw({ keys: [{ by, key: text.at(-1) }], display: {} });
    };
    return room;
}

test("a key is announced with the display after a moment", () => {
    const room = listener();
    room.press("7");
    clock.run(299);
    assert.deepEqual(room.said, []);
    clock.run(1);
    assert.deepEqual(room.said, [[300, "Ben: 7. Display 7"]]);
});

test("a burst is at most one line a second, and the last one has the final number", () => {
    const room = listener();
    let number = "";
    for (let index = 1; index <= 27; index++) {
        number += index % 10;
        room.press(number);
        clock.run(100);
    }
    clock.run(3000);
    const times = room.said.map(([time]) => time);
    assert.ok(times.length >= 2 && times.length <= 4, `${times}`);
    times.slice(1).forEach((time, index) => assert.ok(time - times[index] >= 1000, `${times}`));
    assert.ok(room.said.at(-1)[1].endsWith(`Display ${number}`));
    const pressed = room.said.map(([, line]) => /Ben: ([\d ]+)\./.exec(line)[1].replaceAll(" ", "")).join("");
    assert.equal(pressed, number);
});

test("only the result of own keys is announced", () => {
    const room = listener();
    room.shown = "−12";
    room.draw({ display: {}, pending: 1 });
    clock.run(2000);
    assert.deepEqual(room.said, [[300, "Display −12"]]);
    // The confirmation brings nothing new.
    room.draw({ display: {}, pending: 0 });
    clock.run(3000);
    assert.equal(room.said.length, 1);
});

test("a reader who wants quiet only hears of own keys", () => {
    const room = listener();
    quiet.write("true");
    room.press("12");
    clock.run(3000);
    assert.deepEqual(room.said, []);
    room.shown = "123";
    room.draw({ display: {}, pending: 1 });
    clock.run(3000);
    assert.deepEqual(room.said.map(([, line]) => line), ["Display 123"]);
});

test("of several lines about one subject the last is announced", () => {
    const room = listener();
    room.tell("Reconnecting…", "connection");
    room.tell("Connected", "connection");
    room.tell("7: the keypad is locked");
    clock.run(300);
    assert.deepEqual(room.said, [[300, "Connected. 7: the keypad is locked. Display 0"]]);
});
