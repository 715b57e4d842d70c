import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { isAmount, isNothing } from "../../static/bill/bill-amounts.js";
import { unpaidOf } from "../../static/bill/bill-lists.js";
import { alarmOf, ruleOf, textOf } from "../../static/bill/bill-result.js";
import { keptText, moneyText, tipText, zeroLike } from "../../static/bill/bill.js";

const money = (amount) => moneyText(amount, "", true);
const nameOfParty = (who) => ({ 1: "Ada", 2: "Ben", 3: "Cem", unassigned: "unclaimed", till: "the till" })[who];
const person = (who, more) => ({ who, weight: 1, paid: "0.00", share: "31.67", ...more });
const billOf = (more) => ({
    decimals: 2, sign: "", unit: "0.01", split: "even", amount: "95.00", tax: "0.00", tip: "0",
    tipOn: "total", roundUp: false, percents: 3, items: [], sum: "0.00",
    people: [person(1), person(2), person(3)], total: "95.00",
    unassigned: "0.00", open: "95.00", debts: [], settled: [], ...more,
});
const address = "http://here/rooms/abc";
const tableOf = (more) => ({ bill: billOf(more), money, nameOfParty, debts: [], address });

test("a currency's sign is where the locale writes it, and a minus before everything", () => {
    assert.equal(moneyText("1234.50", "€", true), "€1,234.50");
    assert.equal(moneyText("1234.50", "€", false), "1,234.50\u00a0€");
    assert.equal(moneyText("-5.00", "£", true), "−£5.00");
    assert.equal(moneyText("-5.00", "kr", false), "−5.00\u00a0kr");
    assert.equal(moneyText("5", "$&", true), "$&5");
    assert.equal(moneyText("-5.00", "", true), "−5.00");
});

test("amounts are plain numbers, and zero is nothing", () => {
    for (const text of ["0", "-12.5", "100.000"]) assert.ok(isAmount(text), text);
    for (const text of ["", undefined, "error:overflow", "1e+40", "1/2"]) assert.ok(!isAmount(text), text);
    for (const text of ["", undefined, "0", "0.00", "-0.00"]) assert.ok(isNothing(text), text);
    assert.ok(!isNothing("0.01"));
});

test("a placeholder is zero with the decimals of the amount", () => {
    assert.deepEqual(["95.00", "-12.500", "7", "0.00"].map(zeroLike), ["0.00", "0.000", "0", "0.00"]);
});

test("a tip says what it is taken of, and rounding what it adds", () => {
    const tip = (more) => tipText(billOf(more), money);
    assert.equal(tip({ tip: "20", tips: "17.00", tipped: "85.00" }), "20% of 85.00 is 17.00.");
    assert.equal(tip({ tip: "15", tips: "11.53", tipped: "76.85", about: true }), "15% of 76.85 is 11.53, rounded.");
    assert.equal(tip({ tip: "15", tips: "11.55", tipped: "77.00", raise: "0.45" }),
        "15% of 77.00 is 11.55. Rounding up adds 0.45.");
    assert.equal(tip({ tip: "0", tips: "0.00", tipped: "84.01", raise: "0.99" }), "Rounding up adds 0.99.");
    assert.equal(tip({ tip: "0", tips: "0.00", tipped: "84.00" }), "");
    assert.equal(tipText(billOf({}), money), "");
});

test("the rule for the remainder names the people unless the split is even", () => {
    const first = { leftover: true };
    const people = [person(1, first), person(2, first), person(3)];
    assert.equal(ruleOf(tableOf({ people })), "The first 2 each pay 0.01 more.");
    assert.equal(ruleOf(tableOf({ people: people.slice(1) })), "The first pays 0.01 more.");
    assert.equal(ruleOf(tableOf({})), "");
    assert.equal(ruleOf(tableOf({ people, split: "amount" })), "Rounded down, then for Ada and Ben: 0.01 more.");
    assert.equal(ruleOf(tableOf({ people, total: "-95.00" })), "Rounded down, then for Ada and Ben: −0.01 more.");
});

const alarms = [
    [{ wrong: "nobody", people: [] }, "Add the people who share the bill."],
    [{ wrong: "nobody", people: [], amount: "0.00" }, ""],
    [{ wrong: "taxBeyondAmount" }, "The tax cannot be more than the amount."],
    [{ wrong: "signsDiffer", of: 2 }, "Items and total have different signs: Ben."],
    [{ wrong: "signsDiffer" }, "Items and total have different signs: unclaimed."],
    [{ split: "percent", percents: 90, unassigned: "9.50" },
        "The shares add up to 90%, not 100%. 9.50 is unclaimed."],
    [{ split: "percent", percents: 101, wrong: "percentBeyond", unassigned: undefined },
        "The shares add up to 101%, not 100%."],
    [{ split: "percent", percents: 100, evened: true }, ""], [{ split: "percent", people: [], percents: 0 }, ""],
    [{ split: "items", unassigned: "3.00" }, "3.00 is unclaimed."], [{}, ""],
];
for (const [bill, line] of alarms) {
    test(`a bill with ${JSON.stringify(bill)} says “${line}”`, () => {
        assert.equal(alarmOf(tableOf(bill)), line);
    });
}

test("what is still to pay is said", () => {
    assert.equal(unpaidOf(tableOf({})), "95.00 still to pay");
    assert.equal(unpaidOf(tableOf({ open: "0.00" })), "Fully paid.");
    assert.equal(unpaidOf(tableOf({ open: "-5.00" })), "5.00 overpaid");
    assert.equal(unpaidOf(tableOf({ total: "-9.00", open: "-5.00" })), "−5.00 still to pay");
    assert.equal(unpaidOf(tableOf({ total: "-9.00", open: "5.00" })), "5.00 still to pay");
    assert.equal(unpaidOf(tableOf({ total: undefined, open: undefined })), "");
    assert.equal(unpaidOf(tableOf({ total: "0.00", open: "0.00" })), "");
});

test("the result is a text with all shares and debts", () => {
    const debts = [{ from: 1, to: 3, amount: "30.00" }, { from: 2, to: "till", amount: "10.00" }];
    assert.deepEqual(textOf({ ...tableOf({}), debts }).split("\n"), [
        "Bill: 95.00", "Ada: 31.67", "Ben: 31.67", "Cem: 31.67", "Ada → Cem 30.00", "Ben → the till 10.00",
        address,
    ]);
});

test("a way to split says that it starts evenly, and what it keeps for the other ways", () => {
    const kept = (more) => keptText(billOf(more), money);
    const percents = [34, 33, 33].map((weight, index) => person(index + 1, { weight }));
    assert.equal(kept({}), "");
    assert.equal(kept({ split: "amount" }), "Starts from an equal split.");
    assert.equal(kept({ split: "amount", people: [person(1), person(2, { weight: 2 })] }), "");
    assert.equal(kept({ split: "percent", people: percents, percents: 100 }), "Starts from an equal split.");
    assert.equal(kept({ split: "percent", people: percents.slice(1), percents: 66 }), "");
    assert.equal(kept({ items: [{}, {}] }), "Items kept: 2.");
    assert.equal(kept({ split: "items", items: [{}] }), "The amount 95.00 is kept.");
    assert.equal(kept({ split: "items", amount: "0.00" }), "");
});
