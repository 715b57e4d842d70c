import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { cleanName } from "../../static/class/naming.js";
import {
    addressOf, codeFor, decoded, isRoomName, normalName, roomCode, roomNameFor, shownName,
} from "../../static/home/room-name.js";

const suggestions = [
    ["maths-7b", "maths-7b"], ["Maths-7B", "maths-7b"], ["Maths 7/b", "maths-7-b"], ["R&D", "r-d"],
    ["  my  room ", "my-room"], ["Ms. O’Brien's class!", "ms-o-brien-s-class"], ["--a--", "--a--"],
    ["数学", "数学"], ["ＡＢＣ", "ａｂｃ"], ["Cafe\u0301", "caf\u00e9"], ["İstanbul", "i\u0307stanbul"],
    ["\u0301a", "a"], ["a\u200bb", "ab"], ["a\u20ddb", "ab"], ["👩‍👩‍👧 family", "family"], ["🎉", ""], ["…", ""], ["", ""],
    ["غرفة الرياضيات", "غرفة-الرياضيات"], ["../?make=tip#x", "make-tip-x"], ["<b>7</b>", "b-7-b"],
    ["a".repeat(64), "a".repeat(64)], ["a".repeat(80), "a".repeat(64)], [`${"a".repeat(63)} b`, "a".repeat(63)],
    ["𝟙𝟚", "𝟙𝟚"], ["Ⅷ", ""], ["½", ""], ["क्षि", "क्षि"],
];
for (const [typed, name] of suggestions) {
    test(`“${typed}” is suggested as “${name}”`, () => {
        assert.equal(roomNameFor(typed), name);
        assert.ok(name === "" || isRoomName(name));
        assert.equal(normalName(name), name);
    });
}

test("a name has letters, digits, marks and hyphens, and begins with no mark", () => {
    for (const name of ["a", "CAFÉ", "7", "-", "क्षि", "a".repeat(64)]) assert.ok(isRoomName(name), name);
    for (const name of ["", " ", "a b", "a/b", "a_b", "\u0301a", "a\u00adb", "🎉", "a".repeat(65)]) {
        assert.ok(!isRoomName(name), name);
    }
});

test("an address keeps within /rooms/", () => {
    assert.equal(addressOf("数学"), `/rooms/${encodeURIComponent("数学")}`);
    assert.equal(decoded("caf%C3%A9"), "café");
    assert.equal(decoded("100%"), "100%");
});

test("a code has six characters that nobody confuses, one of them a digit", () => {
    const codes = new Set(Array.from({ length: 500 }, roomCode));
    assert.ok(codes.size > 490);
    for (const code of codes) {
        assert.match(code, /^(?=.*\d)[A-HJ-NP-Z2-9]{6}$/);
        assert.equal(shownName(code.toLowerCase()), code);
    }
});

test("names that are no codes keep their letters", () => {
    for (const name of ["school", "room-7", "maths-7b", "class10", "名前"]) assert.equal(shownName(name), name);
});

test("a code is read without hyphens, and with L for 1 and I", () => {
    assert.equal(codeFor("K7-QX-2M"), "k7qx2m");
    assert.equal(codeFor("k71i2m"), "k7ll2m");
    assert.equal(codeFor("k7qx2m"), "k7qx2m");
    for (const name of ["nobody-made-this", "数学", "--", "k0qx2m"]) assert.equal(codeFor(name), "", name);
});

test("a person's name loses what would disturb its line, and half a character", () => {
    assert.equal(cleanName("  Ada \n"), "Ada");
    assert.equal(cleanName("A\u202eda\u0000\u200b\u2066\ufeff"), "Ada");
    assert.equal(cleanName("\u2029"), "");
    assert.equal(cleanName("👩‍👩‍👧\ud83d"), "👩‍👩‍👧");
    assert.equal([...cleanName("👍".repeat(40))].length, 32);
});
