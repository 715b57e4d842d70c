"""All fractions n/d with 0 < n < d and denominators up to 2,000 in every form, each compared with long
division in Python. Tests/Oracle/oracle runs this after the numbers.

--scale takes a share of the denominators, always including the smallest ones.
"""

import multiprocessing
import os
import subprocess
import sys
import time
from fractions import Fraction

from differences import show
from options import parsed_options

PATH = os.environ["PLAYER"]
DENOMINATORS = 2_000
DIGITS = 64
LEADING = 64
PERIOD = 60
SECONDS_A_BATCH = 300


def recurring(numerator, denominator):
    """Long division with the places of all remainders; None if the decimals end or are too many."""
    whole, rest = divmod(numerator, denominator)
    digits, seen = [], {}
    while rest and rest not in seen:
        seen[rest] = len(digits)
        digit, rest = divmod(rest * 10, denominator)
        digits.append(str(digit))
    if not rest:
        return None
    start = seen[rest]
    if len(str(whole)) + start > LEADING or len(digits) - start > PERIOD:
        return None
    return f"{whole}.{''.join(digits[:start])}({''.join(digits[start:])})"


def rounded(value, place):
    """The value in units of 10^place, halves away from zero, and whether that is exact."""
    scaled = value / Fraction(10) ** place
    whole = int(scaled + Fraction(1, 2))
    return whole, whole == scaled


def decimals(value):
    """The decimal and the scientific form of a number between zero and one."""
    first = -1
    while value < Fraction(10) ** first:
        first -= 1
    whole, is_exact = rounded(value, first - DIGITS + 1)
    mark = "" if is_exact else "~"
    digits = str(whole)
    first += len(digits) - DIGITS
    digits = digits.rstrip("0")
    mantissa = digits[0] + ("." + digits[1:] if digits[1:] else "")
    yield f"decimal {mark}0.{'0' * (-1 - first)}{digits}"
    yield f"scientific {mark}{mantissa}e{first}"


def expected(numerator, denominator):
    value = Fraction(numerator, denominator)
    decimal, scientific = decimals(value)
    forms = [decimal, f"fraction {value.numerator}/{value.denominator}"]
    period = recurring(value.numerator, value.denominator)
    if period:
        forms.append(f"recurring {period}")
    return " | ".join([*forms, scientific])


def worked(denominator):
    questions = "".join(f"{numerator} {denominator} /\n" for numerator in range(1, denominator))
    run = subprocess.run([PATH], input=f"forms\n{questions}", capture_output=True, text=True,
                         timeout=SECONDS_A_BATCH)
    answers = run.stdout.split("\n")[1:-1]
    if run.returncode != 0 or len(answers) != denominator - 1:
        return 0, [(f"the denominator {denominator}", "an answer a line",
                    f"status {run.returncode}, {len(answers)} lines")]
    rows = ((f"{numerator} {denominator} /", expected(numerator, denominator), answer)
            for numerator, answer in enumerate(answers, 1))
    return len(answers), [row for row in rows if row[1] != row[2]]


def main():
    options = parsed_options(__doc__, "forms")
    started = time.monotonic()
    step = max(1, round(1 / options.scale))
    denominators = [*range(2, 100), *range(100, DENOMINATORS + 1, step)]
    count, differences = 0, []
    with multiprocessing.Pool(options.jobs) as pool:
        for compared, different in pool.imap_unordered(worked, denominators, chunksize=4):
            count += compared
            differences += different
    show("forms", differences, lambda line: f"printf 'forms\\n{line}\\n' | {PATH}")
    print(f"forms: {count} fractions compared, {len(differences)} differences, "
          f"{time.monotonic() - started:.0f} s", flush=True)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
