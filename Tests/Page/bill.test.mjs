import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import { amountOf, isAmount, isNothing, isSum, unitsOf } from "../../static/bill/bill-amounts.js";
import { changeText } from "../../static/bill/bill-changes.js";
import { choiceOf, decimalsOf, moneyText, signOf, usualCurrencies } from "../../static/bill/bill-currency.js";
import { namesIn, unpaidOf } from "../../static/bill/bill-lists.js";
import { alarmOf, ruleOf, textOf } from "../../static/bill/bill-result.js";
import { keptText, tipText } from "../../static/bill/bill.js";

const money = (amount, sign = "") => moneyText(amount, signOf(sign, "en"));
const titleOf = ({ title = "Bill" }) => title;
const nameOfParty = (who, guest) => guest ?? ({ 1: "Ada", 2: "Ben", 3: "Cem", unassigned: "unclaimed", till: "the till" })[who];
const person = (who, more) => ({ who, weight: 1, paid: "0.00", share: "31.67", ...more });
const billOf = (more) => ({
    bill: 1, bills: [{ bill: 1 }], guests: [], decimals: 2, sign: "", unit: "0.01", split: "even", amount: "95.00", tax: "0.00", tip: "0",
    tipOn: "total", roundUp: false, percents: 3, items: [], sum: "0.00",
    people: [person(1), person(2), person(3)], total: "95.00",
    unassigned: "0.00", open: "95.00", debts: [], settled: [], ...more,
});
const address = "http://here/rooms/abc";
const tableOf = (more) => ({ bill: billOf(more), money, nameOfParty, titleOf, debts: [], address });

test("a currency's sign is where the locale writes it, and a minus before everything", () => {
    const shown = (amount, sign, locale) => moneyText(amount, signOf(sign, locale));
    assert.equal(shown("1234.50", "€", "en"), "€1,234.50");
    assert.equal(shown("1234.50", "€", "de"), "1,234.50\u00a0€");
    assert.equal(shown("-5.00", "£", "en"), "−£5.00");
    assert.equal(shown("-5.00", "kr", "de"), "−5.00\u00a0kr");
    assert.equal(shown("5.00", "kr", "en"), "kr\u00a05.00");
    assert.equal(shown("5", "$&", "en"), "$&5");
    assert.equal(shown("-5.00", "", "en"), "−5.00");
    assert.equal(shown("-5.00", "EUR", "en"), "−€5.00");
    assert.equal(shown("5.00", "EUR", "de"), "5.00\u00a0€");
    assert.equal(shown("5", "JPY", "ja"), "￥5");
    assert.equal(shown("5", "TWD", "zh-Hant-TW"), "$5");
    assert.equal(shown("5.00", "CHF", "en"), "CHF\u00a05.00");
});

test("amounts are added and rounded in whole units, halves away from zero", () => {
    const sum = (decimals, ...amounts) =>
        amountOf(amounts.map((one) => unitsOf(one, decimals)).reduce((all, one) => all + one, 0n), decimals);
    assert.equal(sum(2, "1.005"), "1.01");
    assert.equal(sum(2, "-1.005"), "-1.01");
    assert.equal(sum(0, "2.5", "-3"), "0");
    assert.equal(sum(2, "0.1", "0.2"), "0.30");
    assert.equal(sum(2, "5", "-5.07"), "-0.07");
    assert.equal(sum(2, ".5", "5."), "5.50");
    assert.equal(sum(3, "199999999999999.996", "0.001"), "199999999999999.997");
});

test("the usual currencies begin with those of the reader's locales", () => {
    const first = (...locales) => usualCurrencies(locales).slice(0, 3);
    assert.deepEqual(first("de-CH", "fr"), ["CHF", "EUR", "USD"]);
    assert.deepEqual(first("ja"), ["JPY", "EUR", "USD"]);
    assert.deepEqual(first("zh-TW", "en-GB"), ["TWD", "GBP", "EUR"]);
    assert.deepEqual(first("x!", "tlh"), ["EUR", "USD", "GBP"]);
    assert.equal(new Set(usualCurrencies(["en"])).size, usualCurrencies(["en"]).length);
});

test("a currency sets the decimals", () => {
    assert.deepEqual(["EUR", "JPY", "KWD", "TWD", "CLF"].map(decimalsOf), [2, 0, 3, 0, 3]);
    const choice = (sign, decimals) => choiceOf(sign, decimals);
    assert.equal(choice("", 2), "");
    assert.equal(choice("", 0), "other");
    assert.equal(choice("EUR", 2), "EUR");
    assert.equal(choice("EUR", 0), "other");
    assert.equal(choice("kr", 2), "other");
    assert.equal(choice("QQQ", 2), "other");
});

test("a line of names is split at commas of every script", () => {
    assert.deepEqual(namesIn("Ann, Ben ,Cy"), ["Ann", "Ben", "Cy"]);
    assert.deepEqual(namesIn("小安、小明，小華；Opa"), ["小安", "小明", "小華", "Opa"]);
    assert.deepEqual(namesIn("Aunt May"), ["Aunt May"]);
    assert.deepEqual(namesIn(" ,, "), []);
});

test("a change says what it was, whose, and the values before and after", () => {
    const text = (change, more = {}) => changeText({ by: 1, n: 2, bill: 1, ...change }, tableOf(more));
    assert.equal(text({ what: "tip", from: "0", to: "12.5" }), "Tip · 0% → 12.5%");
    assert.equal(text({ what: "amount", from: "0.00", to: "9.00", sign: "EUR" }), "Amount · €0.00 → €9.00");
    assert.equal(text({ what: "paid", who: 2, from: "0.00", to: "9.00", sign: "" }), "Paid · Ben · 0.00 → 9.00");
    assert.equal(text({ what: "split", from: "even", to: "items" }), "How to split · Evenly → Items");
    assert.equal(text({ what: "item", name: "Tea", to: "4.50", sign: "" }), "New item · Tea · 4.50");
    assert.equal(text({ what: "add", who: 9, guest: "Opa" }), "Added · Opa");
    assert.equal(text({ what: "weight", who: 1, from: 1, to: 2 }), "Share · Ada · 1 → 2");
    assert.equal(text({ what: "fromTheFuture" }), "Change");
    const bills = [{ bill: 1 }, { bill: 5 }];
    assert.equal(text({ what: "roundUp", bill: 5, title: "Taxi" }, { bills }), "Taxi · Rounding");
    assert.equal(text({ what: "roundUp" }, { bills }), "Rounding");
});

test("amounts are plain numbers, and zero is nothing", () => {
    for (const text of ["0", "-12.5", "100.000"]) assert.ok(isAmount(text), text);
    for (const text of ["", undefined, "error:overflow", "1e+40", "1/2"]) assert.ok(!isAmount(text), text);
    for (const text of ["", undefined, "0", "0.00", "-0.00"]) assert.ok(isNothing(text), text);
    assert.ok(!isNothing("0.01"));
    for (const text of ["1,234.50", "1\u202f234,50", "1'234.50", "-5", ""]) assert.ok(!isSum(text), text);
    for (const text of ["1+2", "1\u00a0234,50 + 3", "2 x 3.5"]) assert.ok(isSum(text), text);
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
    const debts = [{ from: 1, to: 3, amount: "30.00", sign: "" }, { from: 2, to: "till", amount: "10", sign: "JPY" }];
    assert.deepEqual(textOf({ ...tableOf({}), debts }).split("\n"), [
        "Bill: 95.00", "Ada: 31.67", "Ben: 31.67", "Cem: 31.67", "Ada → Cem 30.00", "Ben → the till ¥10",
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
