// Writes the sentences with numbers for sheets of bills, one JSON object a line, in the language PAGE_LANGUAGE.
// Tests/Oracle compares them with exact arithmetic.
import { createInterface } from "node:readline";
import "./browser.mjs";
import { moneyText, signOf } from "../../static/bill/bill-currency.js";
import { unpaidOf } from "../../static/bill/bill-lists.js";
import { alarmOf, ruleOf } from "../../static/bill/bill-result.js";
import { keptText, tipText } from "../../static/bill/bill.js";

const nameOfParty = (who) => `<${who}>`;

for await (const line of createInterface({ input: process.stdin })) {
    const bill = JSON.parse(line);
    const money = (amount) => moneyText(amount, signOf("", process.env.PAGE_LANGUAGE));
    const table = { bill, money, nameOfParty };
    console.log(JSON.stringify({
        tip: tipText(bill, money), kept: keptText(bill, money), rule: ruleOf(table), alarm: alarmOf(table),
        unpaid: unpaidOf(table), shares: bill.people.map(({ share }) => share && money(share)),
        total: bill.total && money(bill.total),
    }));
}
