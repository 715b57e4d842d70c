"""An independent model of the bills of a room. It keeps amounts in thousandths, and undoes by keeping every earlier
state."""

import math
from functools import partial

UNITS = {0: 1000, 2: 10, 3: 1}
EVEN, AMOUNT, PERCENT, ITEMS = 3, 0, 2, 1
BASES = {"even": EVEN, "amount": AMOUNT, "percent": PERCENT, "items": ITEMS}
AMOUNT_MAX = 10 ** 15 - 1
STEPS_KEPT = 50


def sign(number):
    return (number > 0) - (number < 0)


class Refused(Exception):
    """The room makes the step void, with this reason."""


def rounded(amount, unit):
    units = (2 * abs(amount) + unit) // (2 * unit)
    return sign(amount) * units * unit


class Bill:
    """A bill with exact fields in thousandths."""

    def __init__(self, number):
        self.number, self.decimals, self.sign = number, 2, ""
        self.basis, self.amount, self.tax, self.tip = EVEN, 0, 0, 0
        self.before_tax, self.rounds_up = False, False
        self.people, self.items = [], []

    def copy(self):
        other = Bill(self.number)
        other.__dict__.update(self.__dict__)
        other.people = [list(person) for person in self.people]
        other.items = [[number, amount, list(owners)] for number, amount, owners in self.items]
        return other

    @property
    def unit(self):
        return UNITS[self.decimals]

    def shown(self, amount):
        return rounded(amount, self.unit)

    def person(self, number):
        for person in self.people:
            if person[0] == number:
                return person
        raise Refused("bill")

    def item(self, number):
        for item in self.items:
            if item[0] == number:
                return item
        raise Refused("bill")

    def set_weights(self, weights):
        for person, weight in zip(self.people, weights):
            person[1] = weight

    def equal_percents(self):
        return scaled([1] * len(self.people))

    def change_people(self, people):
        is_equal = self.basis == PERCENT and [p[1] for p in self.people] == self.equal_percents()
        is_more = len(people) > len(self.people)
        self.people = people
        if is_equal:
            self.set_weights(self.equal_percents())
        elif self.basis == PERCENT and is_more:
            people[-1][1] = 0

    def split_by(self, basis):
        if basis == self.basis:
            return
        if self.basis == ITEMS and self.amount == 0:
            whole = sum(amount for _, amount, _ in self.items) + self.tax
            if abs(whole) <= AMOUNT_MAX:
                self.amount = whole
        if basis == AMOUNT:
            self.set_weights([1] * len(self.people))
        if basis == PERCENT:
            self.set_weights(self.equal_percents())
        self.basis = basis

    def parts(self):
        """The weights of all people and of the unassigned part, and the amount before tax; or None."""
        weights = [weight for _, weight, _ in self.people]
        if self.basis != ITEMS:
            amount, tax = self.shown(self.amount), self.shown(self.tax)
            if not self.people or not min(amount, 0) <= tax <= max(amount, 0):
                return None
            if self.basis == PERCENT:
                return None if sum(weights) > 100 else (weights + [100 - sum(weights)], amount - tax)
            weights = [1] * len(weights) if self.basis == EVEN else weights
            return (weights + [0], amount - tax) if any(weights) else None
        common = math.lcm(*[len(owners) or 1 for _, _, owners in self.items])
        sums = {number: 0 for number, _, _ in self.people}
        sums[None] = 0
        for _, amount, owners in self.items:
            for owner in owners or [None]:
                sums[owner] += self.shown(amount) * common // max(1, len(owners))
        return list(sums.values()), sum(self.shown(amount) for _, amount, _ in self.items)

    def split(self):
        """Tip, total, unassigned part and shares; nothing if the bill cannot be split."""
        found = self.parts()
        if found is None:
            return []
        parts, pretax = found
        tax = self.shown(self.tax)
        base = pretax if self.before_tax else pretax + tax
        tip = rounded_quotient(base * self.tip, 1_000_000 * self.unit) * self.unit
        total = pretax + tax + tip
        if self.rounds_up:
            tip += sign(total) * (-abs(total) % 1000)
            total = pretax + tax + tip
        if self.basis == ITEMS and any(
                part and (sign(part) != sign(pretax) or sign(part) == -sign(total)) for part in parts):
            return []
        parts = [abs(part) for part in parts]
        if not any(parts):
            parts[-1] = 1
        shares = [share * self.unit for share in portions(total // self.unit, parts)]
        return [tip, total, shares[-1], *shares[:-1]]

    def state(self):
        return [
            self.number, self.decimals, self.basis, self.shown(self.amount), self.shown(self.tax), self.tip,
            int(self.before_tax), int(self.rounds_up),
            [[number, weight, self.shown(paid)] for number, weight, paid in self.people],
            [[number, self.shown(amount), owners] for number, amount, owners in self.items],
            self.split()]


def rounded_quotient(number, divisor):
    return sign(number) * ((2 * abs(number) + divisor) // (2 * divisor))


def portions(total, weights):
    """The largest-remainder method in whole numbers."""
    whole = sum(weights)
    exact = [abs(total) * weight for weight in weights]
    shares = [amount // whole for amount in exact]
    order = sorted(range(len(weights)), key=lambda place: (-(exact[place] % whole), place))
    for place in order[:abs(total) - sum(shares)]:
        shares[place] += 1
    return [sign(total) * share for share in shares]


def scaled(weights):
    if not weights:
        return []
    return portions(100, weights if any(weights) else [1] * len(weights))


class Room:
    """The bills of a room with three participants, and all their earlier states."""

    def __init__(self):
        self.bills, self.guests, self.settled = [Bill(1)], [], []
        self.done, self.undone = [], []
        self.next_number = 4
        self.sequence = 4

    def copied(self):
        return [bill.copy() for bill in self.bills], list(self.guests), list(self.settled)

    def play(self, step):
        """Plays a step, and returns its verdict."""
        self.sequence += 1
        if step in ("undo", "redo"):
            return self.turn(step)
        before, number = self.copied(), self.next_number
        state = [bill.__dict__ for bill in before[0]], before[1], before[2]
        try:
            self.change(step)
        except Refused as refused:
            (self.bills, self.guests, self.settled), self.next_number = before, number
            return str(refused)
        if state != ([bill.__dict__ for bill in self.bills], self.guests, self.settled):
            self.done.append(before)
            self.undone = []
            del self.done[:-STEPS_KEPT]
        return "taken"

    def turn(self, name):
        source, target = (self.done, self.undone) if name == "undo" else (self.undone, self.done)
        if not source:
            return "step"
        target.append(self.copied())
        self.bills, self.guests, self.settled = source.pop()
        return "taken"

    def has(self, person):
        return any(number == person for bill in self.bills for number, _, _ in bill.people)

    def change(self, step):
        step = dict(step)
        wanted = step.pop("in", 1)
        bill = next((bill for bill in self.bills if bill.number == wanted), None)
        [(name, value)] = step.items()
        if name == "add" and value > 3 and not self.has(value):
            raise Refused("nobody")
        if bill is None:
            raise Refused("full" if name == "guest" else "bill")
        getattr(self, f"do_{name}", partial(self.set, name))(bill, value)

    def set(self, name, bill, value):
        """The steps that change one bill only."""
        match name:
            case "amount" | "tax":
                setattr(bill, name, amount_of(value, bill))
            case "tip":
                bill.tip = round(float(value) * 10_000)
            case "tipOn":
                bill.before_tax = value == "pretax"
            case "roundUp":
                bill.rounds_up = value
            case "currency":
                bill.decimals, bill.sign = value["decimals"], value["sign"]
            case "split":
                bill.split_by(BASES[value])
            case "scalePercents":
                bill.set_weights(scaled([weight for _, weight, _ in bill.people]))
            case "weight":
                bill.person(value["of"])[1] = value["is"]
            case "paid":
                bill.person(value["of"])[2] = amount_of(value["is"], bill)
            case "item":
                bill.items.append([self.sequence, amount_of(value, bill), []])
            case "drop":
                bill.items.remove(bill.item(value))
            case "price":
                bill.item(value["of"])[1] = amount_of(value["is"], bill)
            case "owner" | "disown":
                bill.person(value["is"])
                owners = set(bill.item(value["of"])[2]) - {value["is"]}
                bill.item(value["of"])[2] = sorted(owners | ({value["is"]} if name == "owner" else set()))
            case "shareOpen":
                for item in bill.items:
                    item[2] = item[2] or sorted(number for number, _, _ in bill.people)

    def do_add(self, bill, person):
        if any(number == person for number, _, _ in bill.people):
            raise Refused("bill")
        bill.change_people([*bill.people, [person, 1, 0]])

    def do_guest(self, bill, name):
        self.guests.append((self.next_number, name))
        bill.change_people([*bill.people, [self.next_number, 1, 0]])
        self.next_number += 1

    def do_take(self, bill, person):
        bill.person(person)
        bill.change_people([one for one in bill.people if one[0] != person])
        for item in bill.items:
            item[2] = [owner for owner in item[2] if owner != person]
        self.drop_unused()

    def do_startOver(self, bill, _):
        self.bills[self.bills.index(bill)] = emptied(bill, bill.number)
        self.drop_unused()

    def do_new(self, bill, _):
        new = emptied(bill, self.sequence)
        new.before_tax = bill.before_tax
        new.people = [[number, 1, 0] for number, _, _ in bill.people]
        self.bills.append(new)
        if len(self.bills) > 20:
            raise Refused("bill")

    def do_removeBill(self, bill, _):
        if len(self.bills) == 1:
            raise Refused("bill")
        self.bills.remove(bill)
        heir = next((one for one in self.bills if same_currency(one, bill)), None)
        if heir:
            self.settled = [(number, heir.number if of == bill.number else of, *payment)
                            for number, of, *payment in self.settled]
        self.drop_unused()

    def do_settle(self, bill, value):
        if not (self.has(value["of"]) and self.has(value["to"])):
            raise Refused("bill")
        amount = amount_of(value["is"], bill)
        self.settled.append((self.sequence, bill.number, value["of"], value["to"], amount))

    def do_unsettle(self, _, number):
        rest = [payment for payment in self.settled if payment[0] != number]
        if len(rest) == len(self.settled):
            raise Refused("bill")
        self.settled = rest

    def drop_unused(self):
        self.guests = [guest for guest in self.guests if self.has(guest[0])]
        numbers = {bill.number for bill in self.bills}
        self.settled = [payment for payment in self.settled
                        if payment[1] in numbers and all(map(self.has, payment[2:4]))]

    def judge_debts(self, debts):
        """True if nobody owes anything after the debts, and there are fewer of them than parties."""
        owed, parties = {}, {}
        for bill in self.bills:
            split = bill.split()
            if not split:
                continue
            _, total, unassigned, *shares = split
            sums = owed.setdefault((bill.decimals, bill.sign), {})
            sums[-1] = sums.get(-1, 0) + unassigned
            sums[0] = sums.get(0, 0) - total
            for (person, _, paid), share in zip(bill.people, shares):
                sums[person] = sums.get(person, 0) + share - bill.shown(paid)
                sums[0] += bill.shown(paid)
        by_number = {bill.number: bill for bill in self.bills}
        for _, of, debtor, claimant, amount in self.settled:
            bill = by_number[of]
            sums = owed.setdefault((bill.decimals, bill.sign), {})
            sums[debtor] = sums.get(debtor, 0) - bill.shown(amount)
            sums[claimant] = sums.get(claimant, 0) + bill.shown(amount)
        open_sums = {}
        for (decimals, _), sums in owed.items():
            parties[decimals] = parties.get(decimals, 0) + max(0, sum(map(bool, sums.values())) - 1)
            for party, amount in sums.items():
                key = decimals, party
                open_sums[key] = open_sums.get(key, 0) + amount
        for decimals, debtor, claimant, amount in debts:
            if amount <= 0:
                return False
            parties[decimals] = parties.get(decimals, 0) - 1
            open_sums[decimals, debtor] = open_sums.get((decimals, debtor), 0) - amount
            open_sums[decimals, claimant] = open_sums.get((decimals, claimant), 0) + amount
        return not any(open_sums.values()) and min(parties.values(), default=0) >= 0


def same_currency(one, other):
    return (one.decimals, one.sign) == (other.decimals, other.sign)


def emptied(bill, number):
    empty = Bill(number)
    empty.decimals, empty.sign = bill.decimals, bill.sign
    return empty


def amount_of(text, bill):
    """A decimal text in thousandths, rounded to the currency in force."""
    whole, _, decimals = text.removeprefix("-").partition(".")
    exact = int(whole + decimals.ljust(6, "0"))
    amount = (2 * exact + bill.unit * 1000) // (2 * bill.unit * 1000) * bill.unit
    if amount > AMOUNT_MAX // bill.unit * bill.unit:
        raise Refused("bill")
    return -amount if text.startswith("-") else amount
