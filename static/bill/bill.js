// The bills that all people in the room split together. A WebAssembly module calculates them, and this
// file draws the one that the reader chose.
import { namesOf } from "../class/participants.js";
import { showWay } from "../class/sharing.js";
import { choose, element, make, write } from "../page/dom.js";
import { loadBillSheet, loadReplica } from "../room/replica.js";
import { local } from "../text/numbers.js";
import { fill, loadPart, nameOf, texts } from "../text/texts.js";
import { isAmount, isNothing, makeAmounts, typed, unitsOf } from "./bill-amounts.js";
import { drawChanges, listenToChanges } from "./bill-changes.js";
import { choiceOf, decimalsOf, fillCurrencies, moneyText, signOf } from "./bill-currency.js";
import { drawBills, drawDebts, drawItems, drawPaid, drawPeople, drawOffers, namesIn, setUntyped } from "./bill-lists.js";
import { drawResult, print, saveText, send, sendPicture, writeMoney } from "./bill-result.js";

const tips = ["0", "10", "15", "18", "20"];
/** The bills that a room can have. */
const billsMax = 20;

/** @param {Room} room */
export async function makeBill({ room, path, act, documentAt }) {
    const [sheetOf, calculator, html] =
        await Promise.all([loadBillSheet(), loadReplica(), loadPart("bill")]);
    element("stage").after(html);
    const place = element("bill");
    const root = element("room").dataset;
    const words = texts.bill;
    const worked = makeAmounts(place, calculator);
    /** @type {NodeListOf<HTMLButtonElement>} */
    const takes = place.querySelectorAll("button.take");
    // The bill and the people are missing until the room sends them.
    const table = /** @type {BillTable} */ ({
        act: submit, step, money, nameOfParty, titleOf, choose: show, confirmed: 0,
    });
    /**
     * The names of the people in the room and of the guests.
     * @type {Map<number, string>}
     */
    let names = new Map();
    let [shown, form] = ["", ""];
    /**
     * The number of the bill that is shown. Without it the last one is.
     * @type {number | undefined}
     */
    let chosen;
    /**
     * The last bill when the reader asked for a new one, until that is confirmed and may begin with the number on the
     * display.
     * @type {number | undefined}
     */
    let lastBefore;
    /**
     * Changes from the begin of a press to the end of its click. A press that leaves a field changes the bill, which
     * would move the target before the click, or check another radio button than the clicked one.
     * @type {Action[] | undefined}
     */
    let held;
    /** True from the choice of another sign until one is typed. */
    let isOther = false;
    listen();
    showWay(path, ({ href }) => (table.address = href));

    return {
        /** @param {View} parts */
        open(parts) {
            root.bill = "true";
            draw(parts);
            takeFromDisplay();
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
            form = parts.bill;
            read();
        }
        if (parts.bill || parts.people) names = namesOf([...table.people?.all ?? [], ...table.bill?.guests ?? []]);
        if (!root.bill) return;
        if (parts.display) drawTake();
        if (parts.bill || parts.people || wasWaiting) drawAll();
        const last = lastOf(table.bill);
        if (lastBefore === undefined || last === lastBefore || last > table.confirmed) return;
        lastBefore = undefined;
        takeFromDisplay();
    }

    function read() {
        let bill = sheetOf(form, chosen ?? 0);
        if (lastBefore !== undefined && lastOf(bill) !== lastBefore) bill = sheetOf(form, lastOf(bill));
        chosen = bill.bill;
        // Before anybody has paid in a currency, all debts are to the till, which is not worth a list.
        const paid = bill.bills.filter((one) => one.paid).map(({ sign }) => sign);
        Object.assign(table, { bill, debts: bill.debts.filter(({ sign }) => paid.includes(sign)) });
    }

    function drawAll() {
        const focused = place.contains(document.activeElement) ? document.activeElement : null;
        const top = topOf(focused);
        const { bill, bills } = table.bill;
        write(element("bill-title"), titleOf(table.bill));
        write(element("bill-count"), bills.length > 1 ? bills.length : "");
        element("bill-over").textContent = bills.length > 1 ? words.removeBill : words.startOver;
        setUntyped(element("bill-name"), table.bill.title ?? "");
        drawCharges();
        drawTake();
        drawBills(table);
        drawPeople(table);
        drawOffers(table);
        drawResult(table);
        drawItems(table);
        drawPaid(table);
        drawDebts(table);
        drawChanges(table);
        const { mayPress } = table.people;
        // The number of a new bill may still become another's.
        const isFixed = bill > table.confirmed;
        element("bill-form").disabled = !mayPress || isFixed;
        element("bill-over").disabled = element("bill-name").disabled = !mayPress || isFixed;
        element("bill-add").disabled = !mayPress || isFixed || bills.length >= billsMax;
        element("bill-locked").hidden = mayPress;
        // The focused element may be gone. Otherwise it stays where it is while lines above it come and go.
        if (focused && !place.contains(document.activeElement)) {
            element("bill-title").focus({ preventScroll: true });
        } else {
            place.scrollTop += topOf(focused) - top || 0;
        }
    }

    /** @param {Action} change */
    function step(change) {
        const { bill } = table.bill;
        submit({ bill: bill === 1 ? change : { in: bill, ...change } });
    }

    /** @param {Action} action */
    function submit(action) {
        held ? held.push(action) : act(action);
    }

    function release() {
        const actions = held ?? [];
        held = undefined;
        actions.forEach(act);
    }

    /**
     * Shows another bill.
     * @param {number} [number] the last one by default
     */
    function show(number) {
        chosen = number;
        lastBefore = undefined;
        read();
        element("bill-list").hidden = true;
        drawAll();
        element("bill-title").focus();
    }

    function addBill() {
        show(table.bill.bill);
        lastBefore = lastOf(table.bill);
        step({ new: true });
    }

    /** Begins an empty bill with the number on the display, unless another bill has it. */
    function takeFromDisplay() {
        if (!table.bill || !table.people?.mayPress || table.bill.bill > table.confirmed) return;
        const { amount, items, split, bills, decimals } = table.bill;
        if (!isNothing(amount) || items.length > 0 || split === "items") return;
        if (!isAmount(shown) || isNothing(shown) || shown.startsWith("-")) return;
        if (bills.some((one) => isShown(one.amount, decimals))) return;
        step({ amount: shown });
    }

    /** @param {string} amount */
    function money(amount, sign = table.bill.sign) {
        return moneyText(amount, signOf(sign));
    }

    /**
     * @param {Party} who
     * @param {string} [name] of a guest who returns by undo or redo
     */
    function nameOfParty(who, name) {
        if (typeof who === "string") return words.parties[who] ?? who;
        return names.get(who) ?? nameOf({ who, name });
    }

    /** @type {BillTable["titleOf"]} */
    function titleOf({ bill, title }) {
        const { bills } = table.bill;
        if (title) return title;
        const place = bills.findIndex((one) => one.bill === bill);
        return bills.length > 1 && place >= 0 ? fill(words.numbered, place + 1) : texts.room.bill;
    }

    /**
     * True if the amount is that of the display.
     * @param {string} amount
     * @param {number} decimals
     */
    function isShown(amount, decimals) {
        return unitsOf(amount, decimals) === unitsOf(shown, decimals);
    }

    function drawTake() {
        const { amount, split, decimals } = table.bill;
        for (const button of takes) {
            button.hidden = !isAmount(shown) || isNothing(shown) || split !== "items" && isShown(amount, decimals);
            write(button, fill(words.take, local(shown)));
        }
    }

    function drawCharges() {
        const { bill } = table;
        const { split, amount, tax, tip, decimals, sign } = bill;
        place.dataset.split = split;
        setUntyped(element("bill-amount"), typed(amount));
        writeMoney(element("bill-sum"), money(bill.sum));
        const choice = isOther ? "other" : choiceOf(sign, decimals);
        setUntyped(element("bill-currency"), choice);
        element("bill-other").hidden = choice !== "other";
        setUntyped(element("bill-sign"), sign);
        setUntyped(element("bill-decimals"), decimals);
        write(element("bill-tax-label"), split === "items" ? words.taxOnTop : words.taxIncluded);
        setUntyped(element("bill-tax"), typed(tax));
        setUntyped(element("bill-tip"), tips.includes(tip) ? "" : local(tip));
        choose(element("bill-tips"), tip);
        element("bill-tip-on").hidden = isNothing(tip) || isNothing(tax);
        choose(element("bill-tip-on"), bill.tipOn);
        write(element("bill-tipped"), tipText(bill, money));
        element("bill-round").checked = bill.roundUp;
        element("bill-whole").hidden = isNothing(bill.total);
        writeMoney(element("bill-total"), bill.total ? money(bill.total) : "");
        choose(element("bill-split"), split);
        write(element("bill-kept"), keptText(bill, money));
    }

    /** @param {string} price */
    function addItem(price) {
        const name = element("bill-item").value.trim();
        step({ item: name ? { is: price, name } : price });
        element("bill-item").value = element("bill-price").value = "";
    }

    /** Repeats the line of the room that the sheet covers. The room announces it. */
    function drawConnection() {
        const { dataset, textContent } = element("connection");
        element("bill-connection").dataset.state = dataset.state;
        write(element("bill-connection"), textContent ?? "");
    }

    function close() {
        delete root.bill;
        element("bill-open").focus();
    }

    function listen() {
        write(element("bill-locked"), words.locked);
        drawConnection();
        new MutationObserver(drawConnection).observe(element("connection"), { attributes: true });
        const noteTyping = (/** @type {string} */ event, /** @type {boolean} */ isTyped) =>
            place.addEventListener(event, ({ target }) => target && Object.assign(target, { isTyped }), true);
        noteTyping("input", true);
        noteTyping("change", false);
        noteTyping("focusout", false);
        place.addEventListener("mousedown", () => (held ??= []), true);
        for (const event of ["mouseup", "keydown"]) addEventListener(event, () => setTimeout(release), true);
        element("bill-close").onclick = close;
        const turn = listenToChanges(table);
        place.onkeydown = (event) => {
            event.stopPropagation();
            if (event.key === "Escape") close();
            const isField = event.target instanceof HTMLInputElement && event.target.type !== "radio";
            if (isField || event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            turn(event.shiftKey ? "redo" : "undo");
        };
        for (const name of /** @type {const} */ (["amount", "tax", "tip"])) {
            const act = (/** @type {string} */ amount) => step({ [name]: amount });
            Object.assign(element(`bill-${name}`), { act });
        }
        const round = element("bill-round");
        round.onchange = () => step({ roundUp: round.checked });
        element("bill-tips").append(...tips.map((value) => make("label", {},
            make("input", { type: "radio", name: "tip", value }),
            make("span", {}, isNothing(value) ? words.noTip : `${value}%`))));
        listenToChoice("bill-tips", "tip");
        listenToChoice("bill-tip-on", "tipOn");
        listenToChoice("bill-split", "split");
        listenToCurrency();
        listenToForms();
        listenToBills();
        for (const button of takes) {
            button.onclick = () =>
                (table.bill.split === "items" ? addItem(shown) : step({ amount: shown }));
        }
        element("bill-send").onclick = () => send(table);
        element("bill-picture").onclick = () => sendPicture(table);
        element("bill-table").onclick = () => {
            element("bill-table").href = documentAt("bill.csv");
            element("bill-table").download = `${room}-bill.csv`;
        };
        element("bill-file").onclick = () => saveText(table, `${room}-bill.txt`);
        element("bill-print").onclick = () => print(table);
    }

    function listenToBills() {
        const [list, opener, name] = [element("bill-list"), element("bill-list-open"), element("bill-name")];
        opener.ariaLabel = opener.title = words.list;
        opener.onclick = () => {
            list.hidden = !list.hidden;
            opener.ariaExpanded = `${!list.hidden}`;
            place.scrollTop = 0;
        };
        element("bill-add").onclick = addBill;
        name.onchange = () => step({ title: name.value.trim() });
        element("bill-over").onclick = () => {
            const isOnly = table.bill.bills.length === 1;
            step(isOnly ? { startOver: true } : { removeBill: true });
            if (!isOnly) show();
        };
    }

    function listenToCurrency() {
        const [list, sign, decimals] = [element("bill-currency"), element("bill-sign"), element("bill-decimals")];
        fillCurrencies(list);
        const set = (/** @type {string} */ sign, /** @type {number} */ decimals) =>
            step({ currency: { decimals, sign } });
        list.onchange = () => {
            isOther = list.value === "other";
            if (!isOther) return set(list.value, list.value ? decimalsOf(list.value) : 2);
            drawCharges();
            sign.focus();
        };
        sign.onchange = decimals.onchange = () => {
            isOther = false;
            set(sign.value.trim(), Number(decimals.value));
        };
    }

    /**
     * @param {"bill-tips" | "bill-tip-on" | "bill-split"} id
     * @param {"tip" | "tipOn" | "split"} name
     */
    function listenToChoice(id, name) {
        element(id).onchange = ({ target }) => {
            if (target instanceof HTMLInputElement) step({ [name]: target.value });
        };
    }

    function listenToForms() {
        element("bill-guests").onsubmit = (event) => {
            event.preventDefault();
            const guest = element("bill-guest");
            namesIn(guest.value).forEach((name) => step({ guest: name }));
            guest.value = "";
        };
        element("bill-new").onsubmit = (event) => {
            event.preventDefault();
            const price = worked(element("bill-price").value);
            if (!price || isNothing(price)) return element("bill-price").focus();
            addItem(price);
            element("bill-item").focus();
        };
    }
}

/**
 * The place of an element in the window, if it has one.
 * @param {Element | null} [place]
 */
const topOf = (place) => place?.getClientRects()[0]?.top ?? NaN;

/** @param {Bill} bill */
const lastOf = ({ bills }) => bills[bills.length - 1].bill;

/**
 * True if something of the bills is not confirmed that others refer to by its event.
 * @param {Bill} bill
 * @param {number} confirmed
 */
const hasNewer = ({ bills, items, settled }, confirmed) =>
    [...bills.map(({ bill }) => bill), ...items.map(({ item }) => item), ...settled.map(({ payment }) => payment)]
        .some((event) => event > confirmed);

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
 * The initial values of a way to split, or those that it keeps for the other ways.
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
