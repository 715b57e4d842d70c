// Draws the lists of a bill: people, items, payments and debts.
import { numberOf } from "../class/participants.js";
import { makeFace } from "../class/people.js";
import { drawList, drawnBy, element, make, picture, write } from "../page/dom.js";
import { fill, texts } from "../text/texts.js";
import { amountOf, isNothing, typed, unitsOf } from "./bill-amounts.js";

/**
 * Makes a button that removes a line. Its `draw` takes the line's name.
 * @param {() => void} onclick
 */
function makeCloser(onclick) {
    const closer = make("button", { type: "button", className: "icon-button", onclick },
        picture("i-close", "icon"));
    return drawnBy(closer, (/** @type {string} */ name) => {
        closer.ariaLabel = closer.title = fill(texts.bill.remove, name);
    });
}

/**
 * True for a participant or guest, and false for the till and for unclaimed items.
 * @param {Party} party
 */
const isPerson = (party) => typeof party === "number";

/** @param {BillTable} table */
export function drawPeople(table) {
    const words = texts.bill;
    drawList(element("bill-people"), table.bill.people, numberOf, ({ who }) => {
        const [face, name, share] = [makeFace(), make("span", { className: "name" }), make("b")];
        const part = make("input", { type: "number", min: "0", step: "1", inputMode: "numeric" });
        const weigh = () => {
            const is = Number(part.value);
            if (part.value && part.checkValidity()) table.step({ weight: { of: who, is } });
        };
        part.onchange = weigh;
        const by = (/** @type {string} */ textContent, /** @type {() => void} */ turn) => make("button", {
            type: "button", textContent,
            onclick: () => {
                turn();
                weigh();
            },
        });
        const [less, more] = [by("−", () => part.stepDown()), by("+", () => part.stepUp())];
        const parts = make("div", { className: "parts" }, less, part, more,
            make("span", { className: "percent" }, "%"));
        const closer = makeCloser(() => table.step({ take: who }));
        const line = make("li", {}, face, name, share, closer, parts);
        return drawnBy(line, (/** @type {BillPerson} */ { share: amount, weight }) => {
            const { split } = table.bill;
            const called = table.nameOfParty(who);
            const isMe = who === table.people.you;
            line.classList.toggle("own", isMe);
            face.draw({ who, name: called });
            closer.draw(called);
            less.ariaLabel = `${words.less}: ${called}`;
            more.ariaLabel = `${words.more}: ${called}`;
            write(name, called + (isMe ? ` · ${texts.people.you}` : ""));
            write(share, amount ? table.money(amount) : "–");
            parts.hidden = split !== "amount" && split !== "percent";
            part.ariaLabel = `${split === "percent" ? words.percent : words.weights}: ${called}`;
            setUntyped(part, weight);
        });
    });
}

/**
 * Sets a field unless somebody is typing in it.
 * @param {(HTMLInputElement | HTMLSelectElement) & { isTyped?: boolean }} field
 * @param {string | number} value
 */
export function setUntyped(field, value) {
    if (!field.isTyped) field.value = `${value}`;
}

/** @param {(amount: string) => void} act */
const makeAmountField = (act) =>
    Object.assign(make("input", { className: "money", inputMode: "decimal", autocomplete: "off" }), { act });

/**
 * Offers the people who are present and not in the bill, and the guests of other bills. Buttons stay while others
 * change the bill, so that a press that has begun is not lost.
 * @param {BillTable} table
 */
export function drawOffers({ bill, people, step, nameOfParty }) {
    const present = people.all.filter(({ here, who }) =>
        here && !bill.people.some((person) => person.who === who)).map(numberOf);
    const everybody = { who: 0, text: texts.bill.everybody, all: present };
    const offer = (/** @type {number} */ who, /** @type {string} */ name) => ({ who, text: `+ ${name}`, all: [who] });
    const offers = [
        ...(present.length > 1 ? [everybody] : []), ...present.map((who) => offer(who, nameOfParty(who))),
        ...bill.guests.filter(({ other }) => other).map(({ who }) => offer(who, nameOfParty(who))),
    ];
    drawList(element("bill-here"), offers, numberOf, ({ who }) => {
        const button = make("button", { type: "button", className: who ? "" : "main" });
        return drawnBy(button, (/** @type {typeof everybody} */ { text, all }) => {
            write(button, text);
            button.onclick = () => all.forEach((one) => step({ add: one }));
        });
    });
}

/**
 * The names in a line, such as “Ann, Ben, Cy”.
 * @param {string} line
 */
export const namesIn = (line) => line.split(/[,;\n、，；]/).map((name) => name.trim()).filter(Boolean);

/** @param {BillTable} table */
export function drawBills(table) {
    const words = texts.bill;
    drawList(element("bill-all"), table.bill.bills, (one) => one.bill, ({ bill: number }) => {
        const [title, total, state] = [make("span", { className: "name" }), make("b"), make("small")];
        const button = make("button", { type: "button", onclick: () => table.choose(number) }, title, total, state);
        return drawnBy(make("li", {}, button), (/** @type {BillEntry} */ one) => {
            write(title, table.titleOf(one));
            write(total, one.total ? table.money(one.total, one.sign) : "–");
            write(state, words.states[one.state]);
            button.disabled = number > table.confirmed;
            button.ariaCurrent = `${number === table.bill.bill}`;
        });
    });
}

/** @param {BillTable} table */
export function drawItems(table) {
    const words = texts.bill;
    const keyOf = (/** @type {BillItem} */ { item }) => item;
    drawList(element("bill-items"), table.bill.items, keyOf, ({ item, name = words.item }) => {
        const nobody = make("small", {}, words.nobodys);
        let known = "";
        const act = (/** @type {string} */ amount) => {
            if (isNothing(amount)) setUntyped(price, typed(known));
            else table.step({ price: { of: item, is: amount } });
        };
        const price = makeAmountField(act);
        price.ariaLabel = `${words.price}: ${name}`;
        const chips = make("div", { className: "chips" });
        const remove = makeCloser(() => table.step({ drop: item }));
        remove.draw(name);
        const title = make("span", { className: "name" }, name, nobody);
        const line = make("li", {}, title, price, remove, chips);
        /** @type {number[]} */
        let owners;
        return drawnBy(line, (/** @type {BillItem} */ one) => {
            owners = one.owners;
            known = one.price;
            setUntyped(price, typed(known));
            price.disabled = item > table.confirmed;
            line.classList.toggle("open", owners.length === 0);
            nobody.hidden = owners.length > 0;
            remove.disabled = item > table.confirmed;
            drawList(chips, table.bill.people, numberOf, makeChip);
        });

        /** @param {BillPerson} person */
        function makeChip({ who }) {
            const chip = make("button", { type: "button" });
            return drawnBy(chip, () => {
                const isOwner = owners.includes(who);
                write(chip, table.nameOfParty(who));
                chip.disabled = item > table.confirmed;
                chip.ariaPressed = `${isOwner}`;
                chip.onclick = () => table.step({ [isOwner ? "disown" : "owner"]: { of: item, is: who } });
            });
        }
    });
}

/**
 * A refund is negative, and so is the amount that is still to come.
 * @param {Pick<BillTable["bill"], "open" | "total">} bill
 */
const isOverpaid = ({ open = "", total }) => !isNothing(open) && open.startsWith("-") && !total?.startsWith("-");

/**
 * How much of the bill is still to pay, in words.
 * @param {Pick<BillTable, "bill" | "money">} table
 */
export function unpaidOf({ bill: { open = "", total }, money }) {
    const words = texts.bill;
    if (isNothing(total)) return "";
    if (isNothing(open)) return words.allPaid;
    return isOverpaid({ open, total }) ? fill(words.tooMuch, money(open.replace("-", ""))) : fill(words.stillOpen, money(open));
}

/** @param {BillTable} table */
export function drawPaid(table) {
    const words = texts.bill;
    element("bill-paid-part").hidden = table.bill.people.length === 0;
    const unpaid = element("bill-unpaid");
    write(unpaid, unpaidOf(table));
    unpaid.classList.toggle("wrong", isOverpaid(table.bill));
    drawList(element("bill-paid"), table.bill.people, numberOf, ({ who }) => {
        const [face, name] = [makeFace(), make("span", { className: "name" })];
        const act = (/** @type {string} */ amount) => table.step({ paid: { of: who, is: amount } });
        const paid = makeAmountField(act);
        const rest = make("button", { type: "button" });
        const line = make("li", {}, face, name, paid, rest);
        return drawnBy(line, (/** @type {BillPerson} */ one) => {
            const { open = "", people, decimals } = table.bill;
            const label = people.every(({ paid }) => isNothing(paid)) ? words.all : words.rest;
            const called = table.nameOfParty(who);
            face.draw({ who, name: called });
            write(name, called);
            paid.ariaLabel = `${words.whoPaid} ${called}`;
            write(rest, label);
            rest.ariaLabel = `${label}: ${called}`;
            setUntyped(paid, typed(one.paid));
            rest.disabled = isNothing(open) || isOverpaid(table.bill);
            rest.onclick = () => act(amountOf(unitsOf(one.paid, decimals) + unitsOf(open, decimals), decimals));
        });
    });
}

/** @param {BillTable} table */
export function drawDebts(table) {
    const { bill, debts } = table;
    element("bill-debts-part").hidden = debts.length === 0 && bill.settled.length === 0
        && !bill.bills.some(({ paid }) => paid);
    write(element("bill-netted"), bill.bills.length > 1 ? texts.bill.netted : "");
    const keyOf = (/** @type {Debt} */ { payment, from, to, sign }) => payment ?? `${from} ${to} ${sign}`;
    const makeLine = () => {
        const [name, sum, button] = [make("span", { className: "name" }), make("b"), make("button", { type: "button" })];
        const line = make("li", {}, name, sum, button);
        return drawnBy(line, (/** @type {Debt} */ { payment, from, to, amount, sign }) => {
            const { people: { you }, confirmed, nameOfParty, step } = table;
            line.classList.toggle("own", you !== undefined && [from, to].includes(you));
            write(name, `${nameOfParty(from)} → ${nameOfParty(to)}`);
            write(sum, table.money(amount, sign));
            write(button, payment ? texts.bill.unsettle : texts.bill.settle);
            // A payment has the currency of the bill that is shown.
            button.hidden = !payment && !(isPerson(from) && isPerson(to) && sign === table.bill.sign);
            button.disabled = payment !== undefined && payment > confirmed;
            button.onclick = () => step(payment ? { unsettle: payment } : { settle: { of: from, to, is: amount } });
        });
    };
    drawList(element("bill-debts"), debts, keyOf, makeLine);
    drawList(element("bill-settled"), bill.settled, keyOf, makeLine);
}
