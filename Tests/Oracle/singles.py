"""Single functions: for each a table of the kinds of its arguments, with weights."""

from functools import partial

from arguments import (
    near_perfect_power, either_sign, far_huge, far_radians, far_tiny, fraction, half_or_one,
    half_way, huge, multiple_of_pi, near, near_half_turn, near_one, near_quarter, of_one,
    outside_one, perfect_power, picked, plain, scaled, short, special_degrees, special_radians,
    tiny)
from functions import reference
from judges import judge
from numerals import literal
from values import Approximate, Failure, Undecided

FACTORIALS = 3301
WITHOUT_FACTORIAL = ("-1", "0.5", "-7.25", "1 3 /", "pi", "4000", "9999", "1e+20", "1e-20", "170.5")
DEGREE_MOST = 50
TIE_DEGREE_MOST = 8
FAR_POWERS = 1000


def constant(text):
    return lambda random: text


POSITIVE = [
    (30, plain), (10, tiny), (10, huge), (15, near_one), (8, fraction), (2, multiple_of_pi),
    (1, constant("1")), (0.1, far_tiny), (0.1, far_huge)]
REFUSED = [(1, constant("0")), (2, lambda random: f"-{plain(random)}")]

SQUARE_ROOTS = POSITIVE + REFUSED + [
    (1, constant("e")), (20, partial(perfect_power, degree=2)), (5, partial(near_perfect_power, degree=2))]

LOGARITHMS = POSITIVE + REFUSED + [
    (10, lambda random: literal(1, random.randint(-60, 60))),
    (1, lambda random: literal(1, random.randint(-FAR_POWERS, FAR_POWERS))),
    (5, lambda random: near(random, 10 ** random.randint(1, 12))),
    (5, lambda random: f"1 {half_way(random)} +")]

EXPONENTS = [
    (30, either_sign(partial(scaled, low=-6, high=3))), (10, either_sign(tiny)),
    (2, either_sign(huge)), (15, either_sign(partial(near, whole=0))),
    (5, lambda random: near(random, random.randint(-100, 100))), (8, either_sign(fraction)),
    (2, multiple_of_pi), (5, lambda random: str(random.randint(-9990, 9990))),
    (5, either_sign(half_way)), (1, constant("0")), (1, constant("1")),
    (0.1, either_sign(far_tiny)), (0.1, either_sign(far_huge))]

ANGLES = [
    (25, either_sign(plain)), (10, either_sign(tiny)), (10, either_sign(huge)),
    (8, either_sign(fraction)), (5, multiple_of_pi), (5, either_sign(half_way)),
    (1, constant("0")), (0.1, either_sign(far_tiny)), (0.1, either_sign(far_huge))]
ANGLES_IN_DEGREES = ANGLES + [(15, special_degrees), (25, near_quarter)]
ANGLES_IN_RADIANS = ANGLES + [
    (15, special_radians), (15, either_sign(near_half_turn)), (5, far_radians)]

SINES = [
    (25, either_sign(of_one)), (10, either_sign(tiny)), (25, near_one),
    (10, lambda random: f"{near_one(random)} neg"), (10, either_sign(half_or_one)),
    (8, lambda random: f"{random.randint(-999, 999)} 999 /"), (5, either_sign(half_way)),
    (5, lambda random: near(random, 0) if random.random() < 0.5 else f"0.5 {near(random, 0)} +"),
    (3, outside_one), (2, lambda random: f"pi {random.randint(4, 40)} /"),
    (0.1, either_sign(far_tiny))]
TANGENTS = ANGLES + [(10, near_one), (5, either_sign(half_or_one))]

BASES = [
    (30, plain), (8, tiny), (8, huge), (12, near_one), (8, fraction), (2, multiple_of_pi),
    (2, constant("e")), (3, constant("0")), (5, lambda random: f"-{plain(random)}"),
    (0.1, far_tiny), (0.1, far_huge)]
FRACTIONAL_EXPONENTS = [
    (30, either_sign(short)), (10, either_sign(partial(scaled, low=-6, high=1))),
    (15, lambda random: f"{random.randint(-40, 40)} {random.randint(2, 40)} /"),
    (5, lambda random: near(random, random.randint(-4, 4), 30)), (2, either_sign(tiny)),
    (2, either_sign(of_one)), (5, lambda random: str(random.randint(-300, 300)))]

NUMBERS = [
    (30, either_sign(plain)), (10, either_sign(tiny)), (10, either_sign(huge)),
    (10, either_sign(short)), (10, either_sign(fraction)), (5, near_one), (1, constant("0")),
    (0.1, either_sign(far_tiny)), (0.1, either_sign(far_huge))]


def of(name, kinds):
    return lambda random: f"{picked(random, kinds)} {name}"


def root(random):
    degree = random.randint(2, DEGREE_MOST)
    kinds = POSITIVE + [
        (40, partial(perfect_power, degree=degree)),
        (10, lambda random: f"{perfect_power(random, degree)} neg"),
        (8, lambda random: f"-{plain(random)}"), (1, constant("0")),
        (5 if degree <= TIE_DEGREE_MOST else 0, partial(near_perfect_power, degree=degree))]
    return f"{picked(random, kinds)} {degree} root"


def power(random):
    if random.random() < 0.2:
        return exact_power(random)
    return f"{picked(random, BASES)} {picked(random, FRACTIONAL_EXPONENTS)} pow"


def exact_power(random):
    """A perfect power to the power of a fraction, sometimes of a negative number."""
    degree = random.randint(2, 12)
    sign = random.choice(("", "", " neg"))
    return f"{perfect_power(random, degree)}{sign} {random.randint(-30, 30)} {degree} / pow"


def modulo(random):
    return f"{picked(random, NUMBERS)} {picked(random, NUMBERS)} mod"


SINGLES = {
    "sqrt": of("sqrt", SQUARE_ROOTS),
    "root": root,
    "ln": of("ln", LOGARITHMS),
    "log": of("log", LOGARITHMS),
    "exp": of("exp", EXPONENTS),
    "exp10": of("exp10", EXPONENTS),
    "pow": power,
    "mod": modulo,
}
for _name, _degrees, _radians in (
        ("sin", ANGLES_IN_DEGREES, ANGLES_IN_RADIANS),
        ("cos", ANGLES_IN_DEGREES, ANGLES_IN_RADIANS),
        ("tan", ANGLES_IN_DEGREES, ANGLES_IN_RADIANS),
        ("asin", SINES, SINES), ("acos", SINES, SINES), ("atan", TANGENTS, TANGENTS)):
    SINGLES[f"{_name}:deg"] = of(f"{_name}:deg", _degrees)
    SINGLES[f"{_name}:rad"] = of(f"{_name}:rad", _radians)


def singles(line_of, random, count):
    """Pairs of a line and its judge; undecided lines are replaced by others."""
    made = 0
    while made < count:
        line = line_of(random)
        try:
            value = expected(line)
        except Undecided:
            continue
        made += 1
        yield line, partial(judge, value)


def expected(line):
    """The value of a line with its display, or its failure."""
    try:
        value = reference(line)
    except Failure as failure:
        return failure
    if isinstance(value, Approximate):
        value.shown()
    return value


def factorials(first, count):
    """Every whole number once, then numbers without a factorial."""
    for index in range(first, first + count):
        number = str(index) if index < FACTORIALS else WITHOUT_FACTORIAL[index - FACTORIALS]
        yield f"{number} fact", partial(judge, expected(f"{number} fact"))
