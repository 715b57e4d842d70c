"""Judges of answers. A judge returns None for a correct answer, or the text of the expected one.

Functions of exact numbers are judged strictly. Compositions are judged as far as
their value is known:

- Where a calculation at 42 digits keeps at least 34, the player must show all 32 digits (and may
  round to either side where the decision needs more than 40 digits). Where it loses more, the
  player may show fewer digits, but they must be correct.
- The player shows an exact number for an approximation that is consistent with it (√2² is 2). It may do
  so wrongly if a calculation with 50 digits cannot show the difference. The table counts wrong cases: "wrongly exact".
"""

import re

from gmpy2 import mpq
from mpmath import mp

from numerals import DISPLAY_DIGITS, display, parsed, truncated
from values import Approximate, Exact, Failure, Multiple, as_rational, rational

DIGITS_OF_APPROXIMATIONS = 40
DIGITS_OF_CLAIMS = 100
DIGITS_KNOWN = 50
ROUGH_DIGITS = 42
ALMOST = mpq(1, 10 ** 8)
ROUGH_DIGITS_ENOUGH = 34
APPROXIMATION = re.compile(r"~-?\d(\.\d+)?e[+-]\d+")
DISPLAY = re.compile(r"-?\d+(\.\d+)?(e[+-]\d+)?")
EXACT = re.compile(r"-?\d+(/\d+)?")


def digits_shared(text, value):
    """The number of common digits of the approximation `~1.25e+0` and a rational."""
    difference = abs(parsed(text[1:]) - value)
    if not difference:
        return DIGITS_OF_CLAIMS
    return truncated(value, 1)[2] - truncated(difference, 1)[2] - 1


def judge_exact(value, answer):
    expected = f"{value}\t{display(value)}"
    return None if expected == f"{answer.value}\t{answer.display}" else expected


def judge_failure(name, answer):
    return None if answer.value == f"error:{name}" and not answer.display else f"error:{name}"


def judge_multiple(value, answer, result):
    del result
    shown = Approximate(lambda: rational(value) * mp.pi, at_least=2 * DISPLAY_DIGITS).shown()
    expected = f"pi*{value}\t{shown}"
    return None if expected == f"{answer.value}\t{answer.display}" else expected


def judge_approximate(value, answer, result, digits_wanted=DIGITS_OF_APPROXIMATIONS):
    shown = value.shown()
    expected = f"~{mp.nstr(value.estimate, 60)}\t{shown}"
    if not APPROXIMATION.fullmatch(answer.value) or answer.display != shown:
        return expected
    shared = digits_shared(answer.value, as_rational(value.estimate))
    result.agreement(shared)
    return None if shared >= digits_wanted else f"{expected}, known to {digits_wanted} digits"


def judge(value, answer, result):
    """The same kind of value, all digits of the display, 40 digits of an approximation."""
    if isinstance(value, Failure):
        return judge_failure(value.args[0], answer)
    if isinstance(value, Exact):
        return judge_exact(value.value, answer)
    if isinstance(value, Multiple):
        return judge_multiple(value.value, answer, result)
    if value.is_composed:
        return judge_composition(value, answer, result)
    return judge_approximate(value, answer, result)


def judge_composition(value, answer, result):
    if EXACT.fullmatch(answer.value):
        return judge_claim(value, mpq(answer.value), answer, result)
    if answer.display == value.shown():
        return judge_digits(value, answer)
    if is_almost_a_tie(answer.display, as_rational(value.estimate)):
        result.count("almost ties")
        return None
    kept = value.kept(ROUGH_DIGITS)
    expected = f"~{mp.nstr(value.estimate, 60)}\t{value.shown()}"
    if kept >= ROUGH_DIGITS_ENOUGH:
        return expected
    result.lost(kept)
    if kept <= 2 or shown_digits_right(answer.display, as_rational(value.estimate)):
        return None
    return f"{expected}, or fewer digits that are right"


def judge_digits(value, answer):
    """The digits after those of the display: 40, or as many as are known."""
    if not APPROXIMATION.fullmatch(answer.value):
        return None
    wanted = min(DIGITS_OF_APPROXIMATIONS, value.kept(DIGITS_KNOWN) - 4)
    if digits_shared(answer.value, as_rational(value.estimate)) >= wanted:
        return None
    return f"~{mp.nstr(value.estimate, 60)}, known to {wanted} digits"


def judge_claim(value, claimed, answer, result):
    true = as_rational(value.at(DIGITS_OF_CLAIMS + value.precision))
    shared = digits_between(true, claimed)
    if shared >= DIGITS_OF_CLAIMS:
        return judge_exact(claimed, answer)
    if shared < value.kept(DIGITS_KNOWN) - 2:
        return f"~{mp.nstr(value.estimate, 60)}\t{value.shown()}, not exact"
    result.count("wrongly exact")
    return None


def digits_between(true, claimed):
    """The number of common digits of an answer and a true value that is not zero."""
    difference = true - claimed
    return truncated(true, 1)[2] - truncated(difference, 1)[2] if difference else DIGITS_OF_CLAIMS


def is_almost_a_tie(text, true):
    """True if more than 40 digits are needed to decide which of two neighbours is nearer."""
    if not DISPLAY.fullmatch(text):
        return False
    unit = mpq(10) ** (truncated(true, 1)[2] - DISPLAY_DIGITS + 1)
    return abs(parsed(text) - true) <= unit * (mpq(1, 2) + ALMOST)


def shown_digits_right(text, true):
    """True if a display differs from the true value by at most one unit of its last digit."""
    if not DISPLAY.fullmatch(text):
        return False
    mantissa, _, exponent = text.partition("e")
    unit = mpq(10) ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    return abs(parsed(text) - true) <= unit
