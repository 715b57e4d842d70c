// The lists of a bill: people, items, what was paid, what is owed.
import { drawList, element, make, picture, write } from "./elements.js";
import { makeFace } from "./people.js";
import { fill, nameOf, texts } from "./texts.js";

function makeCloser(onclick) {
    const closer = make("button", { type: "button", className: "icon-button", onclick },
        picture("i-close", "icon"));
    closer.draw = (name) => (closer.ariaLabel = closer.title = fill(texts.bill.remove, name));
    return closer;
}

export function drawPeople(table) {
    const words = texts.bill;
    drawList(element("bill-people"), table.bill.people, ({ who }) => who, ({ who }) => {
        const [face, name, share] = [makeFace(), make("span", { className: "name" }), make("b")];
        const part = make("input", { type: "number", min: 0, step: 1, inputMode: "numeric" });
        part.onchange = () => part.value && part.checkValidity()
            && table.step({ weight: { of: who, is: Number(part.value) } });
        const by = (textContent, turn) => make("button", {
            type: "button", textContent,
            onclick: () => {
                part[turn]();
                part.onchange();
            },
        });
        const [less, more] = [by("−", "stepDown"), by("+", "stepUp")];
        const parts = make("div", { className: "parts" }, less, part, more,
            make("span", { className: "percent" }, "%"));
        const closer = makeCloser(() => table.step({ take: who }));
        const line = make("li", {}, face, name, share, closer, parts);
        line.draw = ({ share: amount, weight }) => {
            const { bill, people } = table;
            const called = table.nameOfParty(who);
            const isMe = who === people.you;
            line.classList.toggle("own", isMe);
            face.draw({ who, name: called });
            closer.draw(called);
            less.ariaLabel = `${words.less}: ${called}`;
            more.ariaLabel = `${words.more}: ${called}`;
            write(name, called + (isMe ? ` · ${texts.people.you}` : ""));
            write(share, amount ? table.money(amount) : "–");
            parts.hidden = !["amount", "percent"].includes(bill.split);
            part.ariaLabel = `${bill.split === "percent" ? words.percent : words.weights}: ${called}`;
            table.set(part, weight);
        };
        return line;
    });
}

/** Those present who are not in the bill. */
export function drawOffers({ bill, people, step }) {
    const others = people.all.filter(({ here, who }) =>
        here && !bill.people.some((person) => person.who === who));
    const offers = others.map((person) => [`+ ${nameOf(person)}`, [person]]);
    if (offers.length > 1) offers.unshift([texts.bill.everybody, others]);
    element("bill-here").replaceChildren(...offers.map(([textContent, all]) =>
        make("button", {
            type: "button", className: all === others ? "main" : "", textContent,
            onclick: () => all.forEach(({ who }) => step({ add: who })),
        })));
}

export function drawItems(table) {
    const words = texts.bill;
    drawList(element("bill-items"), table.bill.items, ({ item }) => item, ({ item, name }) => {
        const called = name ?? words.item;
        const nobody = make("small", {}, words.nobodys);
        const price = make("b");
        const chips = make("div", { className: "chips" });
        const remove = makeCloser(() => table.step({ drop: item }));
        remove.draw(called);
        const line = make("li", {}, make("span", { className: "name" }, called, nobody), price, remove, chips);
        line.draw = ({ price: amount, owners }) => {
            line.owners = owners;
            write(price, table.money(amount));
            line.classList.toggle("open", owners.length === 0);
            nobody.hidden = owners.length > 0;
            remove.disabled = item > table.confirmed;
            drawList(chips, table.bill.people, ({ who }) => who, ({ who }) => {
                const chip = make("button", { type: "button" });
                chip.draw = () => {
                    const isOwner = line.owners.includes(who);
                    write(chip, table.nameOfParty(who));
                    chip.disabled = item > table.confirmed;
                    chip.ariaPressed = isOwner;
                    chip.onclick = () =>
                        table.step({ [isOwner ? "disown" : "owner"]: { of: item, is: who } });
                };
                return chip;
            });
        };
        return line;
    });
}

export function drawPaid(table) {
    const words = texts.bill;
    const { bill, money, isNothing } = table;
    const { open, total } = bill;
    element("bill-paid-part").hidden = bill.people.length === 0;
    write(element("bill-unpaid"), !total || isNothing(total) ? "" : isNothing(open) ? words.allPaid
        : fill(open.startsWith("-") ? words.tooMuch : words.stillOpen, money(open.replace("-", ""))));
    drawList(element("bill-paid"), bill.people, ({ who }) => who, ({ who }) => {
        const [face, name] = [makeFace(), make("span", { className: "name" })];
        const act = (amount) => table.step({ paid: { of: who, is: amount } });
        const paid = make("input", { className: "money", act });
        const all = make("button", {
            type: "button", textContent: words.all, onclick: () => act(table.bill.total),
        });
        const line = make("li", {}, face, name, paid, all);
        line.draw = (one) => {
            const called = table.nameOfParty(who);
            face.draw({ who, name: called });
            write(name, called);
            paid.ariaLabel = `${words.whoPaid} ${called}`;
            all.ariaLabel = `${words.all}: ${called}`;
            paid.placeholder = table.hint;
            table.set(paid, table.typed(one.paid));
            all.disabled = !table.bill.total;
        };
        return line;
    });
}

export function drawDebts({ bill, isPaid, debts, people, confirmed, money, nameOfParty, step }) {
    element("bill-debts-part").hidden = !isPaid && bill.settled.length === 0;
    const draw = (id, all, textContent, changeOf) => element(id).replaceChildren(...all.map((debt) => {
        const { from, to, amount, payment } = debt;
        const className = [from, to].includes(people.you) ? "own" : "";
        const line = make("li", { className },
            make("span", { className: "name" }, `${nameOfParty(from)} → ${nameOfParty(to)}`),
            make("b", {}, money(amount)));
        const change = changeOf(debt);
        const onclick = () => step(change);
        if (change) {
            line.append(make("button", { type: "button", textContent, disabled: payment > confirmed, onclick }));
        }
        return line;
    }));
    const isPerson = Number.isInteger;
    draw("bill-debts", debts, texts.bill.settle, ({ from, to, amount }) =>
        isPerson(from) && isPerson(to) && { settle: { of: from, to, is: amount } });
    draw("bill-settled", bill.settled, texts.bill.unsettle, ({ payment }) => ({ unsettle: payment }));
}
