// Draws the result of a bill: the reader's share, the rule for the remainder, and any problem. Shares the
// result as a text.
import { copy } from "../page/dialogs.js";
import { element, make, write } from "../page/dom.js";
import { fill, texts } from "../text/texts.js";
import { isNothing } from "./bill-amounts.js";

const list = new Intl.ListFormat(document.documentElement.lang);

/**
 * @param {Pick<BillTable, "money" | "nameOfParty">} table
 * @param {Debt} debt
 */
const debtOf = ({ money, nameOfParty }, { from, to, amount, sign }) =>
    [`${nameOfParty(from)} → ${nameOfParty(to)}`, money(amount, sign)];

/**
 * Writes an amount whose size depends on its length.
 * @param {HTMLElement} place
 * @param {string} amount
 */
export function writeMoney(place, amount) {
    write(place, amount);
    place.style.setProperty("--length", `${amount.length}`);
}

/** @param {BillTable} table */
export function drawResult(table) {
    const { bill, people, money } = table;
    const own = bill.people.find(({ who }) => who === people.you);
    const share = own?.share ? money(own.share) : "";
    element("bill-own").hidden = !share;
    writeMoney(element("bill-share"), share);
    const debts = table.debts.filter(({ from, to }) => [from, to].some((party) => party === people.you));
    element("bill-owes").replaceChildren(
        ...debts.map((debt) => make("span", {}, debtOf(table, debt).join(" "))));
    write(element("bill-rule"), ruleOf(table));
    drawAlarm(table);
    element("bill-send").disabled = element("bill-picture").disabled = !bill.total;
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
    mend.onclick = () => step(isMissed ? { scalePercents: true } : { shareOpen: true });
}

/**
 * The parts of the result for others: each a text and an amount.
 * @param {Pick<BillTable, "bill" | "money" | "nameOfParty" | "titleOf" | "debts" | "address">} table
 */
export function textsOf(table) {
    const { bill, money, nameOfParty, titleOf, debts, address } = table;
    return {
        title: [titleOf(bill), money(bill.total ?? "")],
        shares: bill.people.map(({ who, share = "" }) => [nameOfParty(who), money(share)]),
        debts: debts.map((debt) => debtOf(table, debt)),
        address,
    };
}

/** @param {Parameters<typeof textsOf>[0]} table */
export function textOf(table) {
    const { title, shares, debts, address } = textsOf(table);
    return [
        title.join(": "), ...shares.map((line) => line.join(": ")), ...debts.map((line) => line.join(" ")), address,
    ].join("\n");
}

/**
 * Shares the result as a picture, or saves it if the browser cannot share.
 * @param {BillTable} table
 */
export async function sendPicture(table) {
    const { pictureOf } = await import("./bill-picture.js");
    const file = await pictureOf(textsOf(table));
    if (navigator.canShare?.({ files: [file] })) {
        // The person may close the system's sheet.
        return navigator.share({ files: [file], text: table.address }).catch(() => undefined);
    }
    save(file, file.name);
}

/**
 * Saves the result as a file of text.
 * @param {BillTable} table
 * @param {string} name
 */
export const saveText = (table, name) => save(new Blob([`${textOf(table)}\n`], { type: "text/plain" }), name);

/**
 * @param {Blob} content
 * @param {string} download
 */
function save(content, download) {
    const href = URL.createObjectURL(content);
    make("a", { href, download }).click();
    URL.revokeObjectURL(href);
}

/** @param {BillTable} table */
export async function print(table) {
    const { printOnly } = await import("../tape/tape-print.js");
    const { title, shares, debts, address } = textsOf(table);
    const row = (/** @type {string[]} */ cells) => make("tr", {}, ...cells.map((cell) => make("td", {}, cell)));
    await printOnly("", make("h1", {}, title.join(": ")), make("p", {}, address),
        make("table", {}, make("tbody", {}, ...[...shares, ...debts].map(row))));
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
        await copy(text);
        const button = element("bill-send");
        write(button, texts.room.copied);
        button.onblur = () => write(button, texts.bill.share);
    }
}
