// A bill that all in the room split together. What it comes to a module of its own says (C69); here it is
// drawn.
import { makeAmounts } from "./bill-amounts.js";
import { drawDebts, drawItems, drawPaid, drawPeople, drawOffers } from "./bill-lists.js";
import { drawResult, evenPercents, send } from "./bill-result.js";
import { element, make, write } from "./elements.js";
import { loadReplica } from "./link.js";
import { local } from "./numbers.js";
import { showWay } from "./sharing.js";
import { fill, loadPart, nameOf, texts } from "./texts.js";

const tips = ["0", "10", "15", "18", "20"];
const isNothing = (amount) => !/[1-9]/.test(amount);
/** Whether a currency's sign stands before the amount, where the reader lives. */
const isSignFirst = new Intl.NumberFormat([], { style: "currency", currency: "EUR" })
    .formatToParts(1)[0].type === "currency";

/** `act` does something in the room, `nameOfNumber` says who has one, `documentAt` is the address of a
 document of the room. */
async function makeBill({ room, path, act, nameOf: nameOfNumber, documentAt }) {
    const [sheet, calculator, html] =
        await Promise.all([loadReplica("bill.wasm"), loadReplica(), loadPart("bill")]);
    element("stage").after(html);
    const place = element("bill");
    const root = element("room").dataset;
    const words = texts.bill;
    /** What the lists are drawn with. What has a larger number than `confirmed` may get another one. */
    const table = { isNothing, money, nameOfParty, set, step, typed, confirmed: 0 };
    const amounts = makeAmounts(place, calculator);
    let bill;
    let people;
    let shown;
    listen();
    showWay(path, ({ href }) => (table.address = href));

    return {
        open(parts) {
            root.bill = true;
            draw(parts);
            element("bill-title").focus();
        },
        draw,
    };

    function draw(parts) {
        const wasWaiting = bill && [...bill.items, ...bill.settled]
            .some(({ item, payment }) => (item ?? payment) > table.confirmed);
        if (parts.seq) table.confirmed = parts.seq;
        shown = parts.display?.main ?? shown;
        table.people = people = parts.people ?? people;
        if (parts.bill) {
            table.bill = bill = sheet.call("sheet", parts.bill);
            // Before anybody paid, all owe it to the till.
            table.isPaid = bill.people.some(({ paid }) => !isNothing(paid));
            table.debts = table.isPaid ? bill.debts : [];
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
        const { mayPress } = people;
        element("bill-form").disabled = element("bill-over").disabled = !mayPress;
        element("bill-locked").hidden = mayPress;
        // What was touched may be gone.
        if (hadFocus && !place.contains(document.activeElement)) {
            element("bill-title").focus({ preventScroll: true });
        }
    }

    function step(change) {
        act({ bill: change });
    }

    function money(amount) {
        return local(amount).replace("-", "−").replace(/\d.*/, (number) =>
            !bill.sign ? number : isSignFirst ? bill.sign + number : `${number}\u00a0${bill.sign}`);
    }

    /** What stands in a field that is nothing yet. */
    function typed(amount) {
        return isNothing(amount) ? "" : local(amount);
    }

    function nameOfParty(who) {
        const guest = bill.people.find((person) => person.who === who)?.guest;
        return words.parties[who] ?? (guest === undefined ? nameOfNumber(who) : nameOf({ who, name: guest }));
    }

    /** What somebody is typing stays. */
    function set(field, value) {
        if (!field.isTyped) field.value = value;
    }

    function drawTake() {
        for (const button of place.querySelectorAll(".take")) {
            button.hidden = !amounts.isAmount(shown) || isNothing(shown);
            write(button, fill(words.take, local(shown)));
        }
    }

    function choose(id, value) {
        for (const one of element(id).querySelectorAll("input")) one.checked = one.value === value;
    }

    function drawCharges() {
        const { split, amount, tax, tip, tips: given } = bill;
        place.dataset.split = split;
        set(element("bill-amount"), typed(amount));
        table.hint = local(amount.replaceAll(/\d/g, "0").replace(/^-?0+/, "0"));
        for (const id of ["bill-amount", "bill-price", "bill-tax"]) element(id).placeholder = table.hint;
        write(element("bill-sum"), money(bill.sum));
        set(element("bill-sign"), bill.sign);
        set(element("bill-decimals"), bill.decimals);
        element("bill-decimals").disabled = bill.settled.length > 0;
        write(element("bill-tax-label"), split === "items" ? words.taxOnTop : words.taxIncluded);
        set(element("bill-tax"), typed(tax));
        set(element("bill-tip"), tips.includes(tip) ? "" : local(tip));
        choose("bill-tips", tip);
        element("bill-tip-on").hidden = isNothing(tip);
        choose("bill-tip-on", bill.tipOn);
        write(element("bill-tipped"), isNothing(given ?? "") ? ""
            : isNothing(tip) ? fill(words.rounded, money(given))
            : fill(words.tipped, local(tip), money(bill.tipped), money(given)));
        element("bill-round").checked = bill.roundUp;
        write(element("bill-total"), bill.total ? money(bill.total) : "–");
        choose("bill-split", split);
    }

    /** Amounts are counted in what changes: so they go, and come back. */
    function changeDecimals(decimals) {
        const { amount, tax, items, people: all } = bill;
        const put = (text) => {
            step({ amount: text(amount) });
            step({ tax: text(tax) });
            for (const { item, price } of items) step({ price: { of: item, is: text(price) } });
            for (const { who, paid } of all) step({ paid: { of: who, is: text(paid) } });
        };
        put(() => "0");
        step({ decimals });
        put((amount) => amount);
    }

    function addItem(price) {
        const name = element("bill-item").value.trim();
        step({ item: name ? { is: price, name } : price });
        element("bill-item").value = element("bill-price").value = "";
    }

    function listen() {
        write(element("bill-locked"), words.locked);
        for (const [event, isTyped] of [["input", true], ["change", false], ["focusout", false]]) {
            place.addEventListener(event, ({ target }) => Object.assign(target, { isTyped }), true);
        }
        const close = () => {
            delete root.bill;
            element("bill-open").focus();
        };
        element("bill-close").onclick = close;
        place.onkeydown = (event) => {
            event.stopPropagation();
            if (event.key === "Escape") close();
        };
        for (const name of ["amount", "tax", "tip"]) {
            element(`bill-${name}`).act = (text) => step({ [name]: text });
        }
        element("bill-sign").onchange = ({ target }) => step({ sign: target.value.trim() });
        element("bill-decimals").onchange = ({ target }) => changeDecimals(Number(target.value));
        element("bill-tips").append(...tips.map((value) => make("label", {},
            make("input", { type: "radio", name: "tip", value }),
            make("span", {}, isNothing(value) ? words.noTip : `${value}%`))));
        for (const [id, name] of [["tips", "tip"], ["tip-on", "tipOn"], ["split", "split"]]) {
            element(`bill-${id}`).onchange = ({ target }) => {
                step({ [name]: target.value });
                if (target.value === "percent" && !bill.evened) evenPercents(table);
            };
        }
        element("bill-round").onchange = ({ target }) => step({ roundUp: target.checked });
        const submit = (id, act) => {
            element(id).onsubmit = (event) => {
                event.preventDefault();
                act();
            };
        };
        submit("bill-guests", () => {
            const guest = element("bill-guest");
            if (guest.value.trim()) step({ guest: guest.value.trim() });
            guest.value = "";
        });
        submit("bill-new", () => {
            const price = amounts.worked(element("bill-price").value);
            if (price && !isNothing(price)) addItem(price);
        });
        for (const button of place.querySelectorAll(".take")) {
            button.onclick = () => (bill.split === "items" ? addItem(shown) : step({ amount: shown }));
        }
        element("bill-send").onclick = () => send(table);
        element("bill-table").onclick = (event) => {
            event.currentTarget.href = documentAt("bill.csv");
            event.currentTarget.download = `${room}-bill.csv`;
        };
        element("bill-over").onclick = () => confirm(words.sure) && step({ startOver: true });
    }
}

export { makeBill as make };
