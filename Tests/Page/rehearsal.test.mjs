import assert from "node:assert/strict";
import { test } from "node:test";
import { answerTo, calculationIn, makeClass } from "../../static/rehearsal/pupils.js";

const count = 12;

/** A room with a class, in which every action has its effect at once. */
function lesson() {
    const room = {
        locked: false, keypad: "formula", hostTime: -Infinity, question: undefined,
        pupils: Array.from({ length: count }, () => ({ hand: false, keypad: false })),
    };
    const act = makeClass(count, () => 0.5);
    let time = 0;
    return {
        room,
        /** Lets seconds pass, and returns the actions in them. */
        pass(seconds) {
            const done = [];
            for (const end = time + 1000 * seconds; time < end; time += 300) {
                for (const { place, action } of act(room, time)) {
                    if ("hand" in action) room.pupils[place].hand = action.hand;
                    done.push({ place, time, ...action });
                }
            }
            return done;
        },
        host: () => (room.hostTime = time),
    };
}

const kinds = (actions) => [...new Set(actions.flatMap((action) => Object.keys(action).slice(2)))];
const keysOf = (actions) => actions.flatMap(({ press }) => press ?? []).join("");

for (const [text, keys] of [
    ["12 × 12?", "12*12"], ["What is 2 + 3 × 4?", "2+3*4"], ["１２÷４＝", "12/4"], ["0,5 − 1.25", "0.5-1.25"],
    ["3 x 4", "3*4"], ["5 apples, 3 euros each", "5*3"], ["", "6*7"], ["1/3, then 2 + 2 + 2", "2+2+2"],
    ["1+".repeat(99) + "1", "6*7"],
]) {
    test(`“${text.slice(0, 30)}” is the calculation ${keys}`, () => assert.equal(calculationIn(text).join(""), keys));
}

test("most answers are right, and some have a typical mistake", () => {
    const answers = (text) => Array.from({ length: count }, (_, place) => answerTo(text, place).join(""));
    const groups = (text) => {
        const counts = new Map();
        for (const keys of answers(text)) counts.set(keys, (counts.get(keys) ?? 0) + 1);
        return [...counts].sort(([, one], [, other]) => other - one);
    };
    assert.deepEqual(groups("12 × 12"), [["12*12=", 9], ["12+12=", 2], ["21*12=", 1]]);
    assert.deepEqual(groups("2 + 3 × 4"), [["2+3*4=", 9], ["2+3*5=", 1], ["2*3*4=", 1], ["2+3=*4=", 1]]);
    for (const keys of [...answers("1+".repeat(29) + "1"), ...answers("")]) assert.ok(keys.length <= 64);
});

test("on an open keypad pupils take turns, and sometimes somebody clears", () => {
    const { pass } = lesson();
    const pressed = pass(60);
    assert.deepEqual(kinds(pressed), ["press"]);
    assert.match(keysOf(pressed), /^(100-37=|C)+$/);
    assert.match(keysOf(pressed), /=C/);
    const times = pressed.map(({ time }) => time);
    assert.equal(new Set(times).size, times.length);
});

test("nobody disturbs a host who works", () => {
    const { pass, host } = lesson();
    pass(8);
    host();
    assert.deepEqual(pass(5), []);
    assert.notDeepEqual(pass(10), []);
});

test("when the keypad is locked, pupils stop at once and some raise a hand", () => {
    const { room, pass } = lesson();
    pass(4.5);
    room.locked = true;
    const actions = pass(20);
    assert.deepEqual(kinds(actions), ["hand"]);
    assert.equal(room.pupils.filter(({ hand }) => hand).length, 3);
    room.locked = false;
    assert.deepEqual(kinds(pass(1)), ["hand"]);
    assert.ok(room.pupils.every(({ hand }) => !hand));
});

test("a pupil who receives the keypad lowers the hand and types one calculation", () => {
    const { room, pass } = lesson();
    room.locked = true;
    pass(3);
    const place = room.pupils.findIndex(({ hand }) => hand);
    room.pupils[place].keypad = true;
    const actions = pass(20).filter((action) => action.place === place);
    assert.equal(actions[0].hand, false);
    assert.equal(keysOf(actions), "C100-37=");
    room.pupils[place].keypad = false;
    assert.ok(pass(5).some(({ hand }) => hand));
});

test("a pupil whose keypad is taken back stops", () => {
    const { room, pass } = lesson();
    room.locked = true;
    room.pupils[2].keypad = true;
    assert.ok(keysOf(pass(2)).length > 0);
    room.pupils[2].keypad = false;
    assert.equal(keysOf(pass(5)), "");
});

test("each pupil answers a question once, one of them late, and nobody after its end", () => {
    const { room, pass } = lesson();
    room.question = { question: 7, text: "12 × 12", open: true };
    assert.deepEqual(pass(2.5), []);
    const answers = pass(15);
    assert.equal(answers.length, 11);
    assert.deepEqual(answers.find(({ place }) => place === 0).answer, { question: 7, keys: [..."12*12="] });
    assert.equal(new Set(answers.map(({ place }) => place)).size, 11);
    const [last, ...rest] = pass(60);
    assert.equal(last.place, 11);
    assert.deepEqual(rest, []);
    room.question = { question: 8, text: "", open: true };
    pass(5);
    room.question = { ...room.question, open: false };
    assert.deepEqual(pass(60), []);
});

test("pupils who are not in the room do nothing", () => {
    const { room, pass } = lesson();
    room.pupils.fill(undefined);
    room.locked = true;
    assert.deepEqual(pass(20), []);
});
