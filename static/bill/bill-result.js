// Draws the result of a bill: the reader's share, the rule for the remainder, and any problem. Shares the
// result as a text.
import { copy } from "../page/dialogs.js";
import { element, make, write } from "../page/dom.js";
import { fill, texts } from "../text/texts.js";
import { isNothing } from "./bill-amounts.js";

const list = new Intl.ListFormat(document.documentElement.lang);

/**
 * @param {BillTable} table
 * @param {Debt} debt
 */
const debtText = ({ money, nameOfParty }, { from, to, amount }) =>
    `${nameOfParty(from)} → ${nameOfParty(to)} ${money(amount)}`;

/** @param {BillTable} table */
export function drawResult(table) {
    const { bill, people, money } = table;
    const own = bill.people.find(({ who }) => who === people.you);
    const share = own?.share ? money(own.share) : "";
    element("bill-own").hidden = !share;
    write(element("bill-share"), share);
    element("bill-share").style.setProperty("--length", `${share.length}`);
    const debts = table.debts.filter(({ from, to }) => [from, to].some((party) => party === people.you));
    element("bill-owes").replaceChildren(
        ...debts.map((debt) => make("span", {}, debtText(table, debt))));
    write(element("bill-rule"), ruleOf(table));
    drawAlarm(table);
    element("bill-send").disabled = !bill.total;
}

/**
 * The rule for the remainder. It names people unless the first ones pay more.
 * @param {Pick<BillTable, "bill" | "money" | "nameOfParty">} table
 */
export function ruleOf({ bill, money, nameOfParty }) {
    const words = texts.bill;
    const more = bill.people.filter(({ leftover }) => leftover);
    const isRefund = bill.total?.startsWith("-") === true;
    const unit = money(isRefund ? `-${bill.unit}` : bill.unit);
    if (more.length === 0) return "";
    if (bill.split !== "even" || isRefund) {
        return fill(words.mostLost, list.format(more.map(({ who }) => nameOfParty(who))), unit);
    }
    return more.length === 1 ? fill(words.firstOne, unit) : fill(words.first, more.length, unit);
}

/** @param {Bill} bill */
const missesHundred = ({ split, people, evened }) => split === "percent" && people.length > 0 && !evened;

/**
 * The problem of a bill, in words.
 * @param {Pick<BillTable, "bill" | "money" | "nameOfParty">} table
 */
export function alarmOf({ bill, money, nameOfParty }) {
    const { wrong, of = "unassigned", amount, unassigned = "", percents } = bill;
    const words = texts.bill;
    const isSaid = wrong && wrong !== "percentBeyond" && !(wrong === "nobody" && isNothing(amount));
    return [
        missesHundred(bill) && fill(words.percents, percents),
        isSaid && fill(words.wrong[wrong], nameOfParty(of)),
        !isNothing(unassigned) && fill(words.open, money(unassigned)),
    ].filter(Boolean).join(" ");
}

/**
 * Draws the problem, and a button that corrects it.
 * @param {BillTable} table
 */
function drawAlarm(table) {
    const { bill, step } = table;
    const words = texts.bill;
    const isMissed = missesHundred(bill);
    const open = bill.split !== "items" || bill.people.length === 0 ? []
        : bill.items.filter(({ owners }) => owners.length === 0);
    const line = alarmOf(table);
    write(element("bill-wrong"), line);
    element("bill-alarm").hidden = !line;
    element("bill-alarm").classList.toggle("calm", bill.wrong === "nobody");
    const mend = element("bill-mend");
    mend.hidden = !isMissed && open.length === 0;
    write(mend, isMissed ? words.evenPercents : words.openEvenly);
    mend.onclick = isMissed ? () => step({ scalePercents: true }) : () => open.forEach(({ item }) =>
        bill.people.forEach(({ who }) => step({ owner: { of: item, is: who } })));
}

/**
 * The result as a text for others.
 * @param {BillTable} table
 */
export function textOf(table) {
    const { bill, money, nameOfParty } = table;
    return [
        `${texts.bill.title}: ${money(bill.total ?? "")}`,
        ...bill.people.map(({ who, share = "" }) => `${nameOfParty(who)}: ${money(share)}`),
        ...table.debts.map((debt) => debtText(table, debt)),
        table.address,
    ].join("\n");
}

/**
 * Shares the result, or copies it if the browser cannot share.
 * @param {BillTable} table
 */
export async function send(table) {
    const text = textOf(table);
    try {
        await navigator.share({ text });
    } catch (error) {
        if (error instanceof DOMException && error.name === "AbortError") return;
        await copy(text, element("bill-text"));
        const button = element("bill-send");
        write(button, texts.room.copied);
        button.onblur = () => write(button, texts.bill.share);
    }
}
