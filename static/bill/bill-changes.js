// Names the last change of the bills, and undoes or repeats it.
import { element, write } from "../page/dom.js";
import { local } from "../text/numbers.js";
import { fill, texts } from "../text/texts.js";

/** @param {Pick<BillTable, "act" | "bill" | "choose">} table */
export function listenToChanges(table) {
    const turn = (/** @type {"undo" | "redo"} */ name) => {
        const change = table.bill[name];
        if (!change) return;
        const { by, pen, n } = change;
        table.act({ [name]: { by, pen, n } });
        // The change may be in another bill, which is shown then.
        const isThere = table.bill.bills.some(({ bill }) => bill === change.bill);
        if (change.bill !== undefined && isThere && change.bill !== table.bill.bill) table.choose(change.bill);
    };
    element("bill-undo").onclick = () => turn("undo");
    element("bill-redo").onclick = () => turn("redo");
    return turn;
}

/** @param {BillTable} table */
export function drawChanges(table) {
    const { bill: { undo, redo }, people } = table;
    const words = texts.bill;
    element("bill-steps").hidden = !undo && !redo;
    write(element("bill-last"), undo ? `${table.nameOfParty(undo.by)} · ${changeText(undo, table)}` : "");
    draw("bill-undo", undo, words.undo, texts.room.undo);
    draw("bill-redo", redo, words.redo, texts.room.redo);

    /**
     * @param {"bill-undo" | "bill-redo"} id
     * @param {BillChange | undefined} change
     * @param {string} sentence
     * @param {string} none
     */
    function draw(id, change, sentence, none) {
        const button = element(id);
        button.disabled = !people.mayPress || !change;
        button.ariaLabel = button.title = change
            ? fill(sentence, changeText(change, table), table.nameOfParty(change.by)) : none;
    }
}

/**
 * A change in words: the kind, the person, and the values before and after.
 * @param {BillChange} change
 * @param {Pick<BillTable, "money" | "nameOfParty" | "titleOf" | "bill">} table
 */
export function changeText(change, { money, nameOfParty, titleOf, bill }) {
    const words = texts.bill;
    const { what, who, name, from, to, sign } = change;
    const isOther = change.bill !== undefined && change.bill !== bill.bill;
    const isThere = bill.bills.some((one) => one.bill === change.bill);
    return [
        isOther && (isThere ? titleOf(change) : change.title),
        words.changes[what] ?? words.changes.something,
        who !== undefined && nameOfParty(who, change.guest),
        name,
        [from, to].filter((value) => value !== undefined && value !== "").map(valueText).join(" → "),
    ].filter(Boolean).join(" · ");

    /** @param {string | number | undefined} value */
    function valueText(value) {
        const text = `${value}`;
        if (sign !== undefined) return money(text, sign);
        if (what === "tip") return `${local(text)}%`;
        return what === "split" ? words.ways[text] ?? text : text;
    }
}
