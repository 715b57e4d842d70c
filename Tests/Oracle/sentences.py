"""The page's sentences about random bills, in every language, compared with exact arithmetic.

Tests/Oracle/oracle runs this after the histories. The player answers a history with the page's sheet, and the page's
own modules, in Node.js, write the sentences. The model of bills.py says what they must be.
"""

import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random

from bills import EVEN, ITEMS, PERCENT, UNITS, Room, sign
from differences import show
from histories import random_step
from options import parsed_options
from player import asked

ROOT = next(folder for folder in Path(__file__).resolve().parents if (folder / "Package.swift").is_file())
WRITER = ROOT / "Tests/Page/bill-sentences.mjs"
BILLS = 10_000
STEPS = 24
LANGUAGES = sorted(path.name.split(".")[1] for path in ROOT.glob("static/text/texts.*.json"))


def local(amount, decimals):
    """An amount in thousandths with the marks of `LC_ALL`, which Tests/Oracle/oracle sets."""
    whole, rest = divmod(abs(amount), 1000)
    assert rest % UNITS[decimals] == 0, amount
    point = f".{rest:03}"[:decimals + 1] if decimals else ""
    return ("−" if amount < 0 else "") + f"{whole:,}{point}"


def percentage(tip):
    return f"{tip / 10_000:.4f}".rstrip("0").rstrip(".")


def fill(text, *values):
    for value in values:
        text = text.replace("{}", str(value), 1)
    return text


class Expected:
    """The sentences about a bill, from exact arithmetic."""

    def __init__(self, bill, words):
        self.bill, self.words = bill, words
        self.split = bill.split()

    def money(self, amount):
        return local(amount, self.bill.decimals)

    def tip(self):
        bill = self.bill
        if not self.split:
            return ""
        _, pretax = bill.parts()
        tax = bill.shown(bill.tax)
        base = pretax if bill.before_tax else pretax + tax
        exact = Fraction(base * bill.tip, 1_000_000)
        units = abs(exact) / bill.unit
        tips = sign(exact) * int(units + Fraction(1, 2)) * bill.unit
        sentences = []
        if bill.tip and base:
            text = self.words["tipped" if tips == exact else "tippedAbout"]
            sentences.append(fill(text, percentage(bill.tip), self.money(base), self.money(tips)))
        if raised := self.split[1] - pretax - tax - tips:
            sentences.append(fill(self.words["raised"], self.money(raised)))
        return " ".join(sentences)

    def kept(self):
        bill, words = self.bill, self.words
        if bill.basis == ITEMS:
            amount = bill.shown(bill.amount)
            return fill(words["kept"], self.money(amount)) if amount else ""
        weights = [weight for _, weight, _ in bill.people]
        sentences = []
        if weights and bill.basis != EVEN:
            is_even = max(weights) - min(weights) < 2 and sum(weights) == 100 if bill.basis == PERCENT \
                else max(weights) == min(weights)
            if is_even:
                sentences.append(words["startsEven"])
        if bill.items:
            sentences.append(fill(words["keptItems"], len(bill.items)))
        return " ".join(sentences)

    def rule(self):
        """The sentence, with a place for the people's names, and their numbers."""
        bill, words = self.bill, self.words
        if not self.split:
            return "", []
        total, shares = self.split[1], self.split[3:]
        parts = [abs(part) for part in bill.parts()[0]]
        if not any(parts):
            parts[-1] = 1
        whole = sum(parts)
        more = [number for (number, _, _), share, part in zip(bill.people, shares, parts)
                if abs(share) // bill.unit * whole > abs(total) // bill.unit * part]
        unit = self.money(sign(total) * bill.unit)
        if not more:
            return "", []
        if bill.basis != EVEN or total < 0:
            return fill(words["mostLost"], "<>", unit), more
        # The sentence says the first ones.
        assert more == [number for number, _, _ in bill.people[:len(more)]]
        return (fill(words["firstOne"], unit) if len(more) == 1 else fill(words["first"], len(more), unit)), []

    def alarms(self):
        """The beginning and the end of the alarm. Reasons between them have no numbers."""
        bill, words = self.bill, self.words
        percents = sum(weight for _, weight, _ in bill.people)
        first = fill(words["percents"], f"{percents:,}") if bill.basis == PERCENT and bill.people and percents != 100 else ""
        last = fill(words["open"], self.money(self.split[2])) if self.split and self.split[2] else ""
        return first, last

    def unpaid(self):
        bill, words = self.bill, self.words
        if not self.split or not self.split[1]:
            return ""
        total = self.split[1]
        rest = total - sum(bill.shown(paid) for _, _, paid in bill.people)
        if not rest:
            return words["allPaid"]
        if rest < 0 < total:
            return fill(words["tooMuch"], self.money(-rest))
        return fill(words["stillOpen"], self.money(rest))

    def difference(self, got):
        """The name of the first sentence that is wrong, with the right one; None if there is none."""
        for name in ("tip", "kept", "unpaid"):
            if (right := getattr(self, name)()) != got[name]:
                return name, right
        rule, more = self.rule()
        names = [int(number) for number in re.findall(r"<(\d+)>", got["rule"])]
        if names != more or re.sub(r"<\d+>.*<\d+>|<\d+>", "<>", got["rule"]) != rule:
            return "rule", f"{rule} {more}"
        first, last = self.alarms()
        alarm = got["alarm"]
        if not (alarm.startswith(first) and alarm.endswith(last)) or (self.split and alarm != f"{first} {last}".strip()):
            return "alarm", f"{first} … {last}"
        shares = [self.money(share) for share in self.split[3:]] or [None] * len(self.bill.people)
        if got["shares"] != shares:
            return "shares", shares
        total = self.money(self.split[1]) if self.split else None
        return None if got.get("total") == total else ("total", total)


def history(random):
    """A history as the player's line, and the last bill."""
    room, steps = Room(), []
    for _ in range(random.randint(4, STEPS)):
        step = random_step(random, room)
        room.play(step)
        steps.append(step if isinstance(step, str) else json.dumps(step, separators=(",", ":")))
    return "\t".join(steps), room.bills[-1]


def written(sheets, language):
    run = subprocess.run(
        ["node", WRITER], input="\n".join(sheets) + "\n", capture_output=True, text=True, check=True,
        env={**os.environ, "PAGE_LANGUAGE": language})
    return [json.loads(line) for line in run.stdout.splitlines()]


def main():
    options = parsed_options(__doc__, "sentences")
    random = Random(f"{options.seed} sentences")
    count = max(1, round(BILLS * options.scale))
    lines, bills = zip(*(history(random) for _ in range(count)))
    sheets = [answer.value for answer in asked(lines, "sheets")]
    differences, sentences = [], 0
    for language in LANGUAGES:
        words = json.loads((ROOT / f"static/text/texts.{language}.json").read_text())["bill"]
        answers = written(sheets, language)
        assert len(answers) == count
        for line, bill, got in zip(lines, bills, answers):
            sentences += sum(bool(got[name]) for name in ("tip", "kept", "rule", "alarm", "unpaid"))
            if wrong := Expected(bill, words).difference(got):
                name, right = wrong
                differences.append((line, f"{name} in {language}: {right}", got))
    show("sentences", differences)
    print(f"sentences: {count} bills with {sentences} sentences in {len(LANGUAGES)} languages, "
          f"{len(differences)} differences", flush=True)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
