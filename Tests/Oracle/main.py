"""The oracle: many lines to the player, each answer compared with independent arithmetic.

Every area (a function, the chains, the trees) is divided into batches. A batch has its own random
numbers, seeded by seed, area and batch, so that its lines do not depend on the number of processes or on
other areas. A process handles one batch at a time, which bounds the memory.
"""

import multiprocessing
import sys
import time
from functools import partial
from random import Random

import chains
import compositions
import intervals
import signs
import singles
from options import PARTS, parsed_options
from player import NOT_ASKED, PATH, asked

BATCH = 2000
DIFFERENCES_SHOWN = 8
CHAINS = 1_000_000
CASES_A_FUNCTION = 100_000
LINES = {"near inverses": compositions.nearly_inverse, "trees": compositions.tree_line}


class AreaResult:
    """The results of an area, summed over its batches."""

    def __init__(self):
        self.cases = 0
        self.differences = []
        self.different = 0
        self.digits = None
        self.steps = 0
        self.seconds = 0.0
        self.counts = {}

    def agreement(self, digits):
        self.digits = digits if self.digits is None else min(self.digits, digits)

    def count(self, name):
        self.counts[name] = self.counts.get(name, 0) + 1

    def lost(self, digits):
        self.count("lost digits" if digits > 2 else "lost all digits")

    def differs(self, line, expected, answer):
        self.different += 1
        self.differences.append((line, expected, str(answer)))
        self.shorten()

    def shorten(self):
        """Keeps the shortest lines, and of equal ones the first."""
        self.differences = sorted(
            set(self.differences), key=lambda row: (row[2] == NOT_ASKED, len(row[0]), row))
        del self.differences[DIFFERENCES_SHOWN:]

    def add(self, other):
        self.cases += other.cases
        self.different += other.different
        self.differences += other.differences
        self.shorten()
        if other.digits is not None:
            self.agreement(other.digits)
        self.steps = max(self.steps, other.steps)
        self.seconds += other.seconds
        for name, count in other.counts.items():
            self.counts[name] = self.counts.get(name, 0) + count


def pairs(area, random, first, count):
    """The lines of a batch with their judges."""
    if area == "chains":
        return chains.chains(random, first, count)
    if area == "fact":
        return singles.factorials(first, count)
    if area == "obvious":
        return compositions.obvious_cases(first, count)
    if area == "inverses":
        return compositions.inverses(random, count)
    if area == "intervals":
        return intervals.intervals(random, count)
    if area == "signs":
        return signs.signs(random, count)
    line_of = LINES.get(area) or singles.SINGLES[area]
    return singles.singles(line_of, random, count)


def areas(scale):
    """The areas with their numbers of cases. Short areas always run completely."""
    def scaled(cases):
        return max(1, round(cases * scale))
    return {
        "chains": scaled(CHAINS),
        **{name: scaled(CASES_A_FUNCTION) for name in singles.SINGLES},
        "fact": singles.FACTORIALS + len(singles.WITHOUT_FACTORIAL),
        "obvious": len(compositions.OBVIOUS_CASES),
        "inverses": scaled(CASES_A_FUNCTION),
        "near inverses": scaled(CASES_A_FUNCTION),
        "trees": scaled(CASES_A_FUNCTION),
        "intervals": scaled(CASES_A_FUNCTION),
        "signs": scaled(CASES_A_FUNCTION),
    }


def kind_of(area):
    """The kind of the area's lines, which is the first line that the player reads."""
    return {"signs": "keys", "intervals": "intervals"}.get(area, "numbers")


def run_batch(seed, task):
    area, first, count = task
    result = AreaResult()
    started = time.monotonic()
    batch = list(pairs(area, Random(f"{seed} {area} {first}"), first, count))
    answers = asked([line for line, _ in batch], kind_of(area))
    for (line, judged), answer in zip(batch, answers, strict=True):
        result.cases += 1
        result.steps = max(result.steps, answer.steps)
        expected = judged(answer, result)
        if expected is not None:
            result.differs(line, expected, answer)
    result.seconds = time.monotonic() - started
    return area, result


def tasks(chosen):
    return [
        (area, first, min(BATCH, cases - first))
        for area, cases in chosen.items() for first in range(0, cases, BATCH)]


def show_row(*columns):
    area, cases, differences, digits, steps, seconds, notes = columns
    print(f"{area:14} {cases:>9} {differences:>11} {digits:>6} {steps:>11} {seconds:>8}  {notes}",
          flush=True)


def show_area(area, result):
    notes = ", ".join(f"{count} {name}" for name, count in sorted(result.counts.items()))
    show_row(area, result.cases, result.different, "" if result.digits is None else result.digits,
             result.steps, f"{result.seconds:.1f}", notes)


def show_differences(area, result, options):
    for line, expected, answer in result.differences:
        print(f"\n{area}: {line}\n  expected {expected}\n  received {answer}")
        print(f"  replay   printf '{kind_of(area)}\\n{line}\\n' | {PATH}")
    print(f"\n{area}: {result.different} differences; the shortest lines are above. Replay all with")
    print(f"  Tests/Oracle/oracle --seed {options.seed} --scale {options.scale:g} --only '{area}'")


def main():
    options = parsed_options(__doc__)
    chosen = {
        area: cases for area, cases in areas(options.scale).items()
        if area.startswith(options.only)}
    if not chosen and any(part.startswith(options.only) for part in PARTS):
        return 0
    if not chosen:
        sys.exit(f"no area begins with {options.only!r}; the areas are {', '.join([*areas(1), *PARTS])}")
    totals = {area: AreaResult() for area in chosen}
    waiting = dict(chosen)
    show_row("area", "cases", "differences", "digits", "max. steps", "seconds", "")
    with multiprocessing.Pool(options.jobs) as pool:
        for area, result in pool.imap_unordered(partial(run_batch, options.seed), tasks(chosen)):
            totals[area].add(result)
            waiting[area] -= result.cases
            if waiting[area] == 0:
                show_area(area, totals[area])
    whole = AreaResult()
    for area, result in totals.items():
        whole.add(result)
        if result.different:
            show_differences(area, result, options)
    show_area("all", whole)
    return 1 if whole.different else 0


if __name__ == "__main__":
    sys.exit(main())
