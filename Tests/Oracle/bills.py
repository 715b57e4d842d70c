"""Random bills to `calcroom split --lines`, each answer compared with Python's fractions.

Tests/Oracle/oracle runs this after the numbers. The program is CALCROOM=path, or calcroom in the folder of
PLAYER.
"""

import os
import subprocess
import sys
from fractions import Fraction
from functools import partial
from random import Random

from batches import compared
from options import parsed_options

BILLS = 1_000_000
BATCH = 5_000
SECONDS_A_BATCH = 120
PATH = os.environ.get("CALCROOM") or os.path.join(os.path.dirname(os.environ["PLAYER"]), "calcroom")

DIGITS = (1, 2, 3, 3, 4, 4, 4, 5, 5, 6, 8, 11, 15)
TIPS = ("10", "15", "18", "20", "12.5", "0", "7.25", "33.3333", "1000")


class Bill:
    """The arguments of a line and the expected result. Amounts are whole units."""

    def __init__(self, random):
        self.random = random
        self.decimals = random.choice((2, 2, 2, 2, 2, 0, 3))
        self.sign = random.choice((1, 1, 1, -1))
        self.digits = min(random.choice(DIGITS), 12 + self.decimals)
        # A trillion.
        self.limit = 10 ** (12 + self.decimals)
        self.arguments = [] if self.decimals == 2 else ["--decimals", str(self.decimals)]
        self.rounds_up = random.random() < 0.2
        if self.rounds_up:
            self.arguments.append("--round-up")
        self.tax = self.add_tax()
        self.add_tip()

    def text(self, amount):
        digits = str(abs(amount)).rjust(self.decimals + 1, "0")
        sign = "-" if amount < 0 else ""
        if not self.decimals:
            return sign + digits
        return f"{sign}{digits[:-self.decimals]}.{digits[-self.decimals:]}"

    def amount(self):
        return self.sign * self.random.randrange(10 ** self.digits)

    def add_tax(self):
        if self.random.random() < 0.5:
            return 0
        tax = self.amount() // self.random.choice((10, 10, 10, 1))
        if self.random.random() < 0.05:
            tax = -tax
        self.arguments += ["--tax", self.text(tax)]
        return tax

    def add_tip(self):
        self.percent = Fraction(0)
        self.before_tax = False
        if self.random.random() < 0.5:
            text = self.random.choice(TIPS)
            self.percent = Fraction(text)
            self.arguments += ["--tip", text]
        if self.random.random() < 0.5:
            self.before_tax = self.random.random() < 0.5
            self.arguments += ["--tip-on", "pretax" if self.before_tax else "total"]

    def tip(self, pretax):
        exact = (pretax if self.before_tax else pretax + self.tax) * self.percent / 100
        rounded = (2 * abs(exact) + 1) // 2
        tip = int(-rounded if exact < 0 else rounded)
        total = pretax + self.tax + tip
        if not self.rounds_up:
            return tip
        whole = 10 ** self.decimals
        return tip + sign(total) * (-abs(total) % whole)


def by_weights(bill):
    """One amount. Returns the weights, the unassigned one last, and the amount before tax."""
    random = bill.random
    amount = bill.amount()
    way = random.choice(("--people", "--weights", "--percents"))
    people, rest = random.randint(1, 12), 0
    weights = [1] * people
    if way == "--weights":
        most = random.choice((1, 3, 10, 10 ** 12 - 1))
        weights = [random.randint(0, most) for _ in range(people)]
    if way == "--percents":
        weights = percentages(random, people)
        rest = 100 - sum(weights)
    parts = str(people) if way == "--people" else ":".join(map(str, weights))
    bill.arguments += [way, parts]
    bill.arguments.insert(random.choice((0, len(bill.arguments))), bill.text(amount))
    if rest < 0:
        return "The percentages add up to more than 100"
    if not any(weights + [rest]):
        return "All weights are 0"
    if not min(amount, 0) <= bill.tax <= max(amount, 0):
        return "The tax is part of the amount"
    return [Fraction(weight) for weight in weights + [rest]], amount - bill.tax


def percentages(random, people):
    """Percentages that mostly add up to 100, sometimes to less or more."""
    cuts = sorted(random.randint(0, 100) for _ in range(people - 1))
    weights = [end - start for start, end in zip([0, *cuts], [*cuts, 100])]
    if random.random() < 0.4:
        place = random.randrange(people)
        weights[place] = random.choice((0, weights[place] // 2, weights[place] + 1, 100, 10 ** 12 - 1))
    return weights


def by_items(bill):
    """Items. Returns the part of each person, the unassigned part last, and the sum."""
    random = bill.random
    items = [bill.amount() for _ in range(random.randint(1, 8))]
    if random.random() < 0.2:
        items[random.randrange(len(items))] *= -1
    bill.arguments += ["--items", ",".join(map(bill.text, items))]
    owners = [[number] for number in range(1, len(items) + 1)]
    if random.random() < 0.8:
        people = random.randint(1, 9)
        counts = [min(people, random.choice((0, 1, 1, 2, 3, 7))) for _ in items]
        owners = [random.sample(range(1, people + 1), count) for count in counts]
        bill.arguments += [
            "--owners", ",".join("+".join(map(str, who)) if who else "none" for who in owners)]
    people = max([number for who in owners for number in who], default=0)
    if random.random() < 0.2:
        people += random.randint(0 if people else 1, 3)
        bill.arguments += ["--people", str(people)]
    if random.random() < 0.2:
        rest = bill.amount()
        items.append(rest)
        owners.append([])
        whole = sum(items) + bill.tax
        bill.arguments.append(bill.text(whole))
        listed = whole - rest
        if abs(whole) >= bill.limit:
            return "too large"
        if rest * listed < 0:
            return "is less than the sum of the items"
    return what_everybody_had(items, owners, people), sum(items)


def what_everybody_had(items, owners, people):
    sums = [Fraction(0)] * (people + 1)
    for item, who in zip(items, owners):
        for owner in who or [people + 1]:
            sums[owner - 1] += Fraction(item, max(1, len(who)))
    return sums


def apportioned(total, weights):
    """The largest-remainder method. Ties go to the first persons; a negative total is mirrored."""
    if total < 0:
        return [-share for share in apportioned(-total, weights)]
    exact = [total * weight / sum(weights) for weight in weights]
    shares = [share.numerator // share.denominator for share in exact]
    order = sorted(range(len(shares)), key=lambda place: (shares[place] - exact[place], place))
    for place in order[:total - sum(shares)]:
        shares[place] += 1
    return shares


def sign(number):
    return (number > 0) - (number < 0)


def signs_differ(sums, pretax, total):
    return any(part and (sign(part) != sign(pretax) or sign(part) == -sign(total)) for part in sums)


def case(random):
    """A line, and a judge of its answer, which returns None or the expected answer."""
    bill = Bill(random)
    division = by_weights(bill) if random.random() < 0.5 else by_items(bill)
    if isinstance(division, str):
        return " ".join(bill.arguments), partial(judge_error, division)
    parts, pretax = division
    total = pretax + bill.tax + bill.tip(pretax)
    has_items = "--items" in bill.arguments
    paid = add_payments(bill, len(parts) - 1, total)
    if has_items and signs_differ(parts, pretax, total):
        return " ".join(bill.arguments), partial(judge_error, "different signs")
    shares = apportioned(total, parts if any(parts) else parts[:-1] + [Fraction(1)])
    lines = [bill.text(share) for share in shares[:-1]] + [f"total {bill.text(total)}"]
    if shares[-1]:
        lines.append(f"unassigned {bill.text(shares[-1])}")
    return " ".join(bill.arguments), partial(judge, bill, lines, shares, paid, total)


def add_payments(bill, people, total):
    """The payments of each person, which cover the bill, a part of it, or more."""
    random = bill.random
    if random.random() < 0.6 or not people:
        return [0] * people
    paid = [0] * people
    for _ in range(random.randint(1, 3)):
        part = random.choice((total, total // 2, total - sum(paid), bill.amount()))
        if abs(part) < bill.limit:
            paid[random.randrange(people)] = part
    bill.arguments += ["--paid", ",".join(map(bill.text, paid))]
    return paid


def judge_error(wanted, answer):
    return None if answer.startswith("error: ") and wanted in answer else f"error: …{wanted}…"


def judge(bill, lines, shares, paid, total, answer):
    got = answer.split("\t")
    if got[:len(lines)] != lines:
        return "\t".join(lines)
    return judge_debts(bill, got[len(lines):], shares, paid, total)


def judge_debts(bill, debts, shares, paid, total):
    """Checks that nobody owes anything after the transfers, and that there are few transfers."""
    if not any(paid):
        return "no debts" if debts else None
    owed = {str(place + 1): share - given for place, (share, given) in enumerate(zip(shares, paid))}
    owed["unassigned"] = shares[-1]
    owed["till"] = sum(paid) - total
    parties = sum(1 for amount in owed.values() if amount)
    for debt in debts:
        debtor, _, claimant, text = debt.split(" ")
        amount = int(text.replace(".", ""))
        if amount <= 0 or bill.text(amount) != text:
            return "debts of more than zero"
        owed[debtor] -= amount
        owed[claimant] += amount
    if any(owed.values()):
        return "debts after which nobody owes anything"
    return "fewer debts than parties" if len(debts) > max(0, parties - 1) else None


def worked(seed, task):
    first, count = task
    random = Random(f"{seed} bills {first}")
    cases = [case(random) for _ in range(count)]
    run = subprocess.run(
        [PATH, "split", "--lines"], input="".join(f"{line}\n" for line, _ in cases),
        capture_output=True, text=True, timeout=SECONDS_A_BATCH)
    answers = run.stdout.split("\n")[:-1]
    if run.returncode != 0 or len(answers) != count:
        return count, 0, [(f"the batch at {first}", "an answer a line",
                           f"status {run.returncode}, {len(answers)} lines {run.stderr[:200]}")]
    errors = sum(answer.startswith("error: ") for answer in answers)
    judged = [(line, judge_of(answer), answer) for (line, judge_of), answer in zip(cases, answers)]
    return count, errors, [row for row in judged if row[1] is not None]


def main():
    options = parsed_options(__doc__, "bills")
    return compared("bills", BILLS, BATCH, worked, options, "{} answered with an error".format,
                    "calcroom split {}".format)


if __name__ == "__main__":
    sys.exit(main())
