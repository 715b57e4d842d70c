"""Every operation on intervals of every width: the result must hold for each number in its operands.

Operands become wide by cancellation: √2 + 10⁶² − 10⁶² has two known digits. The player answers with the operands,
the result and its text. The operation is computed for several points of each operand, its ends among them.

- An interval contains each value. Where the operation is monotonic, it is not much wider than the values.
- The text of an interval differs from each value by at most one unit of its last digit.
- An exact number differs from each value by no more than a narrow interval could show.
- `undefined` means that the values have no digit in common, or that one of them is an error.
- Any other error is the error of every point.
"""

from itertools import product

from gmpy2 import mpq
from mpmath import mp

from arguments import either_sign, near, near_half_turn, near_one, of_one, picked, plain, scaled, short
from functions import BINARY, UNARY, reference
from judges import shown_digits_right
from numerals import literal, truncated
from values import PRECISION_LEAST, Approximate, Failure, Multiple, Undecided, as_rational, rational

# A sum with 10^(place + 63) keeps no digit of a number with that place.
PLACES_OF_SUM = 63
DIGITS_LEFT_MOST = 40
DIGITS_CERTAIN = 44
# The points of an interval between its ends −1 and 1, in units of 10^-5.
POINTS = (-100_000, -37_193, 0, 71_029, 100_000)
# An operation may lose one digit, and a power, which is two operations, two.
WIDTH_MOST = {"pow": 100, "root": 100}
NARROW = mpq(1, 10 ** 15)
# Values that differ by less than this, relative to them, still share a digit after an operation that loses two.
DIGIT_SHARED = mpq(1, 500)
NEAR_ONE = mpq(95, 100)
SUMS = ("+", "-", "mod", "cmp")
# The values do not show how wide an interval must be.
NOT_MONOTONIC = ("sin", "cos", "tan", "asin", "acos", "mod")

TARGETS = [
    (10, either_sign(short)), (5, either_sign(plain)), (5, either_sign(of_one)), (5, near_one),
    (5, lambda random: scaled(random, -40, 40)), (10, lambda random: near(random, random.randint(-4, 12), 20)),
    (5, lambda random: near(random, 90 * random.randint(-9, 9), 20)), (5, near_half_turn)]
EXACT = [(10, either_sign(short)), (3, lambda random: str(random.randint(1, 9))), (2, lambda random: "pi")]


def target(random):
    return value_of(picked(random, TARGETS)) or mpq(1)


def close(random, number):
    """A number close to a multiple or a part of another one."""
    distance = mpq(random.randint(-9, 9), 10 ** random.randint(1, 30))
    return number * mpq(2, random.randint(1, 9)) * (1 + distance)


def wide(random, number):
    """A line for an interval around a number close to this one."""
    place = truncated(number, 1)[2]
    with mp.workdps(60):
        factor = rational(number) / mp.sqrt(2)
        text = literal(int(mp.nint(factor * mp.mpf(10) ** (50 - place))), 50 - place)
    power = f"1e{place + PLACES_OF_SUM - random.randint(1, DIGITS_LEFT_MOST)}"
    return f"{text} 2 sqrt * {power} + {power} -"


def intervals(random, count):
    """Pairs of a line and its judge."""
    for _ in range(count):
        name = random.choice((*UNARY, *BINARY))
        number = target(random)
        operands = [wide(random, number)]
        if name in BINARY:
            other = close(random, number) if random.random() < 0.4 else target(random)
            operands.append(wide(random, other) if random.random() < 0.5 else picked(random, EXACT))
            random.shuffle(operands)
        yield " ".join([*operands, name]), judge_of(name, len(operands))


def judge_of(name, count):
    def judge(answer, result):
        columns = answer.value.split("\t")
        if len(columns) <= count:
            result.count("without digits")
            return None
        if name == "root" and has_whole_reciprocal(columns[1]):
            result.count("whole powers")
            return None
        if name in ("pow", "root") and columns[0].startswith("-") and " " in columns[1]:
            # Only a fraction can be the exponent of a negative number.
            return None if columns[count] in ("error:invalidInput", "error:undefined") else "invalidInput"
        operands = [points(operand) for operand in columns[:count]]
        values, failures = outcomes(name, operands)
        if not values and not failures:
            result.count("undecided")
            return None
        if columns[count] == "error:undefined":
            result.count("undefined")
        problem = problem_of(name, operands, columns[count], columns[-1], values, failures)
        return problem and f"{problem}: {described(values, failures)}"
    return judge


def has_whole_reciprocal(operand):
    """True if a root is a whole power, since a narrow interval around a whole number becomes that number."""
    reciprocal = value_of(f"{points(operand)[0]} inv")
    return " " in operand and abs(reciprocal - round(reciprocal)) < NARROW


def points(operand):
    """Lines for points of an operand. An exact number is its only point."""
    if operand.startswith("pi*"):
        value = mpq(operand[3:])
        return [f"pi {value.numerator} * {value.denominator} /"]
    if " " not in operand:
        value = mpq(operand)
        return [f"{value.numerator} {value.denominator} /"]
    digits, exponent, radius = map(int, operand.split(" "))
    return [literal(digits * 100_000 + point * radius, 5 - exponent) for point in POINTS]


def outcomes(name, operands):
    """The values for all combinations of points, and the names of the errors."""
    values, failures = [], set()
    for texts in product(*operands):
        try:
            values.append(value_of(" ".join([*texts, "-" if name == "cmp" else name])))
        except Failure as failure:
            failures.add(failure.args[0])
        except Undecided:
            continue
    return values, failures


def value_of(line):
    value = reference(line)
    if isinstance(value, Approximate):
        return as_rational(value.estimate)
    with mp.workdps(PRECISION_LEAST):
        return as_rational(value.real()) if isinstance(value, Multiple) else value.value


def described(values, failures):
    numbers = [mp.nstr(rational(value), 20) for value in sorted(values)]
    return ", ".join([*dict.fromkeys([*numbers[:1], *numbers[-1:]]), *sorted(failures)])


def problem_of(name, operands, received, text, values, failures):
    if received == "error:undefined":
        return None if failures or is_steep(name, operands) or not share_digit(values) else "defined"
    if received.startswith("error:"):
        return "a value" if values else None
    if name != "cmp" and failures:
        return "undefined"
    if " " not in received:
        return problem_of_exact(name, operands, value_of(points(received)[0]), values)
    digits, exponent, radius = map(int, received.split(" "))
    unit = mpq(10) ** exponent
    # The multiple of the divisor may have become a whole number.
    error = radius * unit + (NARROW if name == "mod" else 0)
    if any(abs(value - digits * unit) > error + abs(value) / 10 ** DIGITS_CERTAIN for value in values):
        return "outside of the interval"
    if not all(shown_digits_right(text, value) for value in values):
        return "not the text"
    needed = (max(values) - min(values)) / 2 + abs(digits * unit) / 10 ** DIGITS_CERTAIN
    if name.partition(":")[0] not in NOT_MONOTONIC and radius * unit > needed * WIDTH_MOST.get(name, 10):
        return "not as wide"
    return None


def problem_of_exact(name, operands, exact, values):
    if name == "cmp" and exact:
        return None if all(value * exact > 0 for value in values) else "not compared"
    scale = max([mpq(1), abs(exact), *(abs(value_of(texts[0])) for texts in operands if name in SUMS)])
    # A remainder of almost the divisor is close to zero.
    period = value_of(operands[1][0]) if name == "mod" else 0
    errors = [min(abs(value - exact), abs(value - exact - period)) for value in values]
    return None if max(errors) <= NARROW * scale else "not exact"


def is_steep(name, operands):
    """True if the points do not show how much the values differ: in remainders, of angles that are not known to one
    degree or radian, and near the ends of asin and acos."""
    if name == "mod":
        quotients = [value_of(f"{left} {right} /") for left, right in product(*operands)]
        return max(quotients) - min(quotients) > DIGIT_SHARED * min(1, *map(abs, quotients))
    values = [value_of(point) for point in operands[0]]
    if name[:3] in ("sin", "cos", "tan"):
        return max(values) - min(values) >= 2
    return name[1:4] in ("sin", "cos") and max(map(abs, values)) > NEAR_ONE


def share_digit(values):
    low, high = min(values), max(values)
    return low * high > 0 and high - low < DIGIT_SHARED * min(abs(low), abs(high))
