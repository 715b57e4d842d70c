// What comes of a bill: one's own share, who bears what is left over, what is not right yet; and a text of
// it for others.
import { element, make, write } from "./elements.js";
import { copy } from "./sheets.js";
import { fill, texts } from "./texts.js";

const list = new Intl.ListFormat(document.documentElement.lang);

const wordsOf = ({ money, nameOfParty }, { from, to, amount }) =>
    `${nameOfParty(from)} → ${nameOfParty(to)} ${money(amount)}`;

export function drawResult(table) {
    const { bill, people, money } = table;
    const own = bill.people.find(({ who }) => who === people.you);
    const share = own?.share ? money(own.share) : "";
    element("bill-own").hidden = !share;
    write(element("bill-share"), share);
    element("bill-share").style.setProperty("--length", share.length);
    const debts = table.debts.filter(({ from, to }) => [from, to].includes(people.you));
    element("bill-owes").replaceChildren(
        ...debts.map((debt) => make("span", {}, wordsOf(table, debt))));
    write(element("bill-rule"), ruleOf(table));
    drawAlarm(table);
    element("bill-send").disabled = !bill.total;
}

/** Who has what was left over: those shown first, if everybody lost the same. */
function ruleOf({ bill, money, nameOfParty }) {
    const words = texts.bill;
    const more = bill.people.filter(({ leftover }) => leftover);
    const unit = money(bill.unit);
    if (more.length === 0) return "";
    if (bill.split !== "even") {
        return fill(words.mostLost, list.format(more.map(({ who }) => nameOfParty(who))), unit);
    }
    return more.length === 1 ? fill(words.firstOne, unit) : fill(words.first, more.length, unit);
}

/** What is not right yet, and what would make it right. */
function drawAlarm(table) {
    const { isNothing, money, nameOfParty, step } = table;
    const { people, items, wrong, of, split, amount, unassigned, percents, evened } = table.bill;
    const words = texts.bill;
    const isMissed = split === "percent" && people.length > 0 && !evened;
    const open = split !== "items" || people.length === 0 ? []
        : items.filter(({ owners }) => owners.length === 0);
    const isSaid = wrong && wrong !== "percentBeyond" && !(wrong === "nobody" && isNothing(amount));
    const line = [
        isMissed && fill(words.percents, percents),
        isSaid && fill(words.wrong[wrong], nameOfParty(of ?? "unassigned")),
        !isNothing(unassigned ?? "") && fill(words.open, money(unassigned)),
    ].filter(Boolean).join(" ");
    write(element("bill-wrong"), line);
    element("bill-alarm").hidden = !line;
    element("bill-alarm").classList.toggle("calm", wrong === "nobody");
    const mend = element("bill-mend");
    mend.hidden = !isMissed && open.length === 0;
    write(mend, isMissed ? words.evenPercents : words.openEvenly);
    mend.onclick = isMissed ? () => evenPercents(table) : () => open.forEach(({ item }) =>
        people.forEach(({ who }) => step({ owner: { of: item, is: who } })));
}

export function evenPercents({ bill, step }) {
    for (const { who, evened } of bill.people) step({ weight: { of: who, is: evened } });
}

/** Where a browser has nothing to share with, the text is copied. */
export async function send(table) {
    const { bill, money, nameOfParty } = table;
    const words = texts.bill;
    const text = [
        `${words.title}: ${money(bill.total)}`,
        ...bill.people.map(({ who, share }) => `${nameOfParty(who)}: ${money(share)}`),
        ...table.debts.map((debt) => wordsOf(table, debt)),
        table.address,
    ].join("\n");
    try {
        await navigator.share({ text });
    } catch (error) {
        if (error.name === "AbortError") return;
        await copy(text, element("bill-text"));
        const button = element("bill-send");
        write(button, texts.room.copied);
        button.onblur = () => write(button, words.share);
    }
}
