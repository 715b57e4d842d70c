// A bill that all people in the room split together. A WebAssembly module calculates it, and this
// file draws it.
import { showWay } from "../class/sharing.js";
import { choose, element, make, write } from "../page/dom.js";
import { loadBillSheet, loadReplica } from "../room/replica.js";
import { local } from "../text/numbers.js";
import { fill, loadPart, nameOf, texts } from "../text/texts.js";
import { isAmount, isNothing, makeAmounts } from "./bill-amounts.js";
import { drawDebts, drawItems, drawPaid, drawPeople, drawOffers, setUntyped } from "./bill-lists.js";
import { drawResult, send } from "./bill-result.js";

const tips = ["0", "10", "15", "18", "20"];
/** True if the reader's locale writes a currency's sign before the amount. */
const isSignFirst = new Intl.NumberFormat([], { style: "currency", currency: "EUR" })
    .formatToParts(1)[0].type === "currency";

/** @param {Room} room */
async function makeBill({ room, path, act, nameOf: nameOfNumber, documentAt }) {
    const [sheetOf, calculator, html] =
        await Promise.all([loadBillSheet(), loadReplica(), loadPart("bill")]);
    element("stage").after(html);
    const place = element("bill");
    const root = element("room").dataset;
    const words = texts.bill;
    const { worked } = makeAmounts(place, calculator);
    /** @type {NodeListOf<HTMLButtonElement>} */
    const takes = place.querySelectorAll("button.take");
    // The bill and the people are missing until the room sends them.
    const table = /** @type {BillTable} */ ({ step, money, nameOfParty, typed, confirmed: 0 });
    let shown = "";
    listen();
    showWay(path, ({ href }) => (table.address = href));

    return {
        /** @param {View} parts */
        open(parts) {
            root.bill = "true";
            draw(parts);
            element("bill-title").focus();
        },
        draw,
    };

    /** @param {View} parts */
    function draw(parts) {
        const wasWaiting = table.bill && hasNewer(table.bill, table.confirmed);
        if (parts.seq) table.confirmed = parts.seq;
        shown = parts.display?.main ?? shown;
        table.people = parts.people ?? table.people;
        if (parts.bill) {
            const bill = sheetOf(parts.bill);
            // Before anybody has paid, all debts are to the till, which is not worth a list.
            const isPaid = bill.people.some(({ paid }) => !isNothing(paid));
            Object.assign(table, { bill, isPaid, debts: isPaid ? bill.debts : [] });
        }
        if (!root.bill) return;
        if (parts.display) drawTake();
        if (!parts.bill && !parts.people && !wasWaiting) return;
        const hadFocus = place.contains(document.activeElement);
        drawCharges();
        drawPeople(table);
        drawOffers(table);
        drawResult(table);
        drawItems(table);
        drawPaid(table);
        drawDebts(table);
        const { mayPress } = table.people;
        element("bill-form").disabled = element("bill-over").disabled = !mayPress;
        element("bill-locked").hidden = mayPress;
        // The focused element may be gone.
        if (hadFocus && !place.contains(document.activeElement)) {
            element("bill-title").focus({ preventScroll: true });
        }
    }

    /** @param {Action} change */
    function step(change) {
        act({ bill: change });
    }

    /** @param {string} amount */
    function money(amount) {
        return moneyText(amount, table.bill.sign, isSignFirst);
    }

    /** @param {Party} who */
    function nameOfParty(who) {
        if (typeof who === "string") return words.parties[who] ?? who;
        const guest = table.bill.people.find((person) => person.who === who)?.guest;
        return guest === undefined ? nameOfNumber(who) : nameOf({ who, name: guest });
    }

    function drawTake() {
        for (const button of takes) {
            button.hidden = !isAmount(shown) || isNothing(shown);
            write(button, fill(words.take, local(shown)));
        }
    }

    function drawCharges() {
        const { bill } = table;
        const { split, amount, tax, tip, decimals } = bill;
        place.dataset.split = split;
        setUntyped(element("bill-amount"), typed(amount));
        table.hint = local(zeroLike(amount));
        for (const field of [element("bill-amount"), element("bill-price"), element("bill-tax")]) {
            field.placeholder = table.hint;
        }
        write(element("bill-sum"), money(bill.sum));
        setUntyped(element("bill-sign"), bill.sign);
        setUntyped(element("bill-decimals"), decimals);
        write(element("bill-tax-label"), split === "items" ? words.taxOnTop : words.taxIncluded);
        setUntyped(element("bill-tax"), typed(tax));
        setUntyped(element("bill-tip"), tips.includes(tip) ? "" : local(tip));
        choose(element("bill-tips"), tip);
        element("bill-tip-on").hidden = isNothing(tip);
        choose(element("bill-tip-on"), bill.tipOn);
        write(element("bill-tipped"), tipText(bill, money));
        element("bill-round").checked = bill.roundUp;
        write(element("bill-total"), bill.total ? money(bill.total) : "–");
        choose(element("bill-split"), split);
        write(element("bill-kept"), keptText(bill, money));
    }

    /** @param {string} price */
    function addItem(price) {
        const name = element("bill-item").value.trim();
        step({ item: name ? { is: price, name } : price });
        element("bill-item").value = element("bill-price").value = "";
    }

    function close() {
        delete root.bill;
        element("bill-open").focus();
    }

    function listen() {
        write(element("bill-locked"), words.locked);
        const noteTyping = (/** @type {string} */ event, /** @type {boolean} */ isTyped) =>
            place.addEventListener(event, ({ target }) => target && Object.assign(target, { isTyped }), true);
        noteTyping("input", true);
        noteTyping("change", false);
        noteTyping("focusout", false);
        element("bill-close").onclick = close;
        place.onkeydown = (event) => {
            event.stopPropagation();
            if (event.key === "Escape") close();
        };
        for (const name of /** @type {const} */ (["amount", "tax", "tip"])) {
            const act = (/** @type {string} */ amount) => step({ [name]: amount });
            Object.assign(element(`bill-${name}`), { act });
        }
        const [sign, decimals] = [element("bill-sign"), element("bill-decimals")];
        const round = element("bill-round");
        sign.onchange = decimals.onchange = () =>
            step({ currency: { decimals: Number(decimals.value), sign: sign.value.trim() } });
        round.onchange = () => step({ roundUp: round.checked });
        element("bill-tips").append(...tips.map((value) => make("label", {},
            make("input", { type: "radio", name: "tip", value }),
            make("span", {}, isNothing(value) ? words.noTip : `${value}%`))));
        listenToChoice("bill-tips", "tip");
        listenToChoice("bill-tip-on", "tipOn");
        listenToChoice("bill-split", "split");
        listenToForms();
        for (const button of takes) {
            button.onclick = () =>
                (table.bill.split === "items" ? addItem(shown) : step({ amount: shown }));
        }
        element("bill-send").onclick = () => send(table);
        element("bill-table").onclick = () => {
            element("bill-table").href = documentAt("bill.csv");
            element("bill-table").download = `${room}-bill.csv`;
        };
        element("bill-over").onclick = () => confirm(words.sure) && step({ startOver: true });
    }

    /**
     * @param {"bill-tips" | "bill-tip-on" | "bill-split"} id
     * @param {"tip" | "tipOn" | "split"} name
     */
    function listenToChoice(id, name) {
        element(id).onchange = ({ target }) => {
            if (!(target instanceof HTMLInputElement)) return;
            step({ [name]: target.value });
        };
    }

    function listenToForms() {
        element("bill-guests").onsubmit = (event) => {
            event.preventDefault();
            const guest = element("bill-guest");
            if (guest.value.trim()) step({ guest: guest.value.trim() });
            guest.value = "";
        };
        element("bill-new").onsubmit = (event) => {
            event.preventDefault();
            const price = worked(element("bill-price").value);
            if (price && !isNothing(price)) addItem(price);
        };
    }
}

/**
 * An amount for a field, which is empty for zero.
 * @param {string} amount
 */
const typed = (amount) => (isNothing(amount) ? "" : local(amount));

/**
 * True if the bill has items or payments that are not confirmed.
 * @param {Bill} bill
 * @param {number} confirmed
 */
const hasNewer = ({ items, settled }, confirmed) =>
    items.some(({ item }) => item > confirmed) || settled.some(({ payment }) => payment > confirmed);

/**
 * An amount with the currency's sign, where the locale writes it.
 * @param {string} amount
 * @param {string} sign
 * @param {boolean} isSignFirst
 */
export const moneyText = (amount, sign, isSignFirst) =>
    local(amount).replace(/\d.*/, (number) =>
        !sign ? number : isSignFirst ? sign + number : `${number}\u00a0${sign}`);

/**
 * Zero with the decimals of an amount: `-12.50` becomes `0.00`.
 * @param {string} amount
 */
export const zeroLike = (amount) => amount.replaceAll(/\d/g, "0").replace(/^-?0+/, "0");

/**
 * The tip in words, and the amount that rounding up adds.
 * @param {Bill} bill
 * @param {(amount: string) => string} money
 */
export function tipText({ tip, tips = "", tipped = "", about, raise = "" }, money) {
    const { tipped: exactly, tippedAbout, raised } = texts.bill;
    const sentences = [];
    if (!isNothing(tip) && !isNothing(tipped)) {
        sentences.push(fill(about ? tippedAbout : exactly, local(tip), money(tipped), money(tips)));
    }
    if (!isNothing(raise)) sentences.push(fill(raised, money(raise)));
    return sentences.join(" ");
}

/**
 * The values with which a way to split begins, or those that it keeps for the other ways.
 * @param {Bill} bill
 * @param {(amount: string) => string} money
 */
export function keptText({ split, amount, items, people, percents }, money) {
    const { kept, keptItems, startsEven } = texts.bill;
    if (split === "items") return isNothing(amount) ? "" : fill(kept, money(amount));
    const weights = people.map(({ weight }) => weight);
    const spread = Math.max(...weights) - Math.min(...weights);
    const isEven = split === "percent" ? spread < 2 && percents === 100 : spread === 0;
    return [
        split !== "even" && people.length > 0 && isEven && startsEven,
        items.length > 0 && fill(keptItems, items.length),
    ].filter(Boolean).join(" ");
}

export { makeBill as make };
