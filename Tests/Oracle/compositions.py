"""Compositions: a function applied after its inverse, slight variations of that, and random trees.

A function of its inverse of an exact x must give exactly x, but not if a small amount was added in
between. Trees, and values outside of the range of an inverse, are judged by their digits.
"""

from functools import partial

from arguments import (
    either_sign, fraction, huge, near, near_one, of_one, picked, plain, scaled, short,
    special_radians, tiny)
from functions import reference
from judges import judge
from numerals import literal
from values import Exact, Failure, Multiple, Undecided

DEPTH_MOST = 6

# Cases with an obvious answer.
OBVIOUS_CASES = [
    ("2 sqrt sq", "2"), ("2.5 sqrt sq", "2.5"), ("5 exp ln", "5"), ("0.3 exp ln", "0.3"),
    ("0.3 sin:rad asin:rad", "0.3"), ("2 sqrt sq 2 -", "0"), ("2 sqrt 2 pow", "2"),
    ("0.1 0.2 +", "0.3"), ("1 3 / 3 *", "1"), ("8 3 root", "2"), ("-8 3 root", "-2"),
    ("-8 2 3 / pow", "4"), ("0 0 pow", "1"), ("-7 3 mod", "2"), ("7 -3 mod", "-2"),
    ("5.5 -2 mod", "-0.5"), ("200 %", "2"), ("pi sin:rad", "0"), ("pi 6 / sin:rad", "0.5"),
    ("1 exp ln", "1"), ("e ln", "1"), ("2 sqrt sq 2 cmp", "0"), ("pi pi /", "1"), ("pi pi -", "0"),
    ("1 0 exp10 -", "0"), ("100 log", "2"), ("60 cos:deg", "0.5"), ("1 atan:deg", "45"),
    ("2 ln exp", "2"), ("7 log exp10", "7"), ("0.2 tan:deg atan:deg", "0.2"),
    ("2 sqrt 3 sqrt cmp", "-1"), ("pi 3 cmp", "1"), ("pi 22 7 / cmp", "-1"), ("pi pi cmp", "0"),
    ("1 0 /", "error:divisionByZero"), ("0 0 /", "error:undefined"),
    ("0 inv", "error:divisionByZero"), ("0 -1 pow", "error:divisionByZero"),
    ("5 0 mod", "error:divisionByZero"), ("0 0 mod", "error:undefined"),
    ("pi 0 mod", "error:divisionByZero"), ("2 sqrt 0 /", "error:divisionByZero"),
    ("-1 sqrt", "error:invalidInput"), ("-8 2 root", "error:invalidInput"),
    ("-2 0.5 pow", "error:invalidInput"), ("-2 pi pow", "error:invalidInput"),
    ("0 ln", "error:invalidInput"), ("0 log", "error:invalidInput"),
    ("-1 ln", "error:invalidInput"), ("0.5 fact", "error:invalidInput"),
    ("-1 fact", "error:invalidInput"), ("pi fact", "error:invalidInput"),
    ("2 asin:deg", "error:invalidInput"), ("-2 acos:rad", "error:invalidInput"),
    ("90 tan:deg", "error:undefined"), ("pi 2 / tan:rad", "error:undefined"),
    ("-450 tan:deg", "error:undefined"), ("pi 7 * 2 / tan:rad", "error:undefined"),
    ("3249 fact", "error:overflow"), ("1e+300 exp", "error:overflow"),
    ("-1e+300 exp", "error:overflow"), ("10000 exp10", "error:overflow"),
    ("-10000 exp10", "error:overflow"), ("1e+5000 1e+5000 *", "error:overflow"),
    ("1e-5000 sq", "error:overflow"), ("0 1 / inv 1 +", "error:divisionByZero"),
]

ANY = [(30, plain), (10, tiny), (10, huge), (10, near_one), (10, fraction), (10, short)]
MODERATE = [
    (30, either_sign(partial(scaled, low=-5, high=2))), (10, either_sign(tiny)),
    (10, lambda random: f"{random.randint(-9999, 9999)} {random.randint(1, 9999)} /"),
    (10, lambda random: near(random, random.randint(-9, 9)))]
UNIT = [(30, either_sign(of_one)), (10, either_sign(tiny)),
        (10, lambda random: f"{random.randint(-999, 999)} 999 /")]
UNIT_AND_EDGE = UNIT + [(10, lambda random: f"1 1e-{random.randint(1, 30)} -")]
SMALL_RADIANS = UNIT + [
    (10, lambda random: literal(random.randint(-157, 157), 2)),
    (10, lambda random: f"pi {random.randint(-50, 50)} * 101 /")]
SMALL_DEGREES = UNIT + [
    (40, lambda random: literal(random.randint(-90 * 10 ** 9, 90 * 10 ** 9), 9)),
    (10, lambda random: f"90 1e-{random.randint(1, 30)} -")]
UPPER_RADIANS = [
    (10, of_one), (10, lambda random: literal(random.randint(0, 314), 2)),
    (10, lambda random: f"pi {random.randint(0, 101)} * 101 /")]
UPPER_DEGREES = [
    (10, of_one), (40, lambda random: literal(random.randint(0, 180 * 10 ** 9), 9)),
    (10, lambda random: f"180 1e-{random.randint(1, 30)} -")]
WIDE = [(10, either_sign(plain)), (10, either_sign(fraction)), (3, either_sign(huge)),
        (3, either_sign(tiny)), (10, either_sign(short))]

# A function, its inverse, and the numbers for which the inverse restores the argument.
PAIRS = [
    ("sqrt", "sq", ANY), ("exp", "ln", MODERATE), ("ln", "exp", ANY), ("exp10", "log", MODERATE),
    ("log", "exp10", ANY),
    ("sin:deg", "asin:deg", SMALL_DEGREES), ("sin:rad", "asin:rad", SMALL_RADIANS),
    ("cos:deg", "acos:deg", UPPER_DEGREES), ("cos:rad", "acos:rad", UPPER_RADIANS),
    ("tan:deg", "atan:deg", SMALL_DEGREES), ("tan:rad", "atan:rad", SMALL_RADIANS),
    ("asin:deg", "sin:deg", UNIT_AND_EDGE), ("asin:rad", "sin:rad", UNIT_AND_EDGE),
    ("acos:deg", "cos:deg", UNIT_AND_EDGE), ("acos:rad", "cos:rad", UNIT_AND_EDGE),
    ("atan:deg", "tan:deg", WIDE), ("atan:rad", "tan:rad", WIDE),
]


def obvious_cases(first, count):
    for line, answer in OBVIOUS_CASES[first:first + count]:
        prefix, _, name = answer.partition(":")
        yield line, partial(judge, Failure(name) if prefix == "error" else reference(answer))


def inverses(random, count):
    """Pairs of a line and its judge: the answer must be exactly x."""
    made = 0
    while made < count:
        argument, between = inverse_line(random)
        try:
            value = reference(argument)
        except Undecided:
            continue
        assert isinstance(value, (Exact, Multiple))
        made += 1
        yield f"{argument} {between}", partial(judge, value)


def inverse_line(random):
    choice = random.randrange(len(PAIRS) + 2)
    if choice < len(PAIRS):
        first, second, kinds = PAIRS[choice]
        return picked(random, kinds), f"{first} {second}"
    if choice == len(PAIRS):
        degree = random.randint(2, 50)
        return picked(random, ANY), f"{degree} root {degree} pow"
    return picked(random, ANY), powers_that_cancel(random)


def powers_that_cancel(random):
    upper, lower = random.randint(1, 9), random.randint(2, 9)
    if random.random() < 0.3:
        return f"0.{upper} pow 1 0.{upper} / pow"
    return f"{upper} {lower} / pow {lower} {upper} / pow"


def nearly_inverse(random):
    """A pair with an amount added in between or a number outside its range, or a sum with π."""
    first, second, kinds = random.choice(PAIRS)
    kind = random.randrange(5)
    if kind == 0:
        function = random.choice(("sin", "cos", "tan"))
        return f"{special_radians(random)} {near(random, 0)} + {function}:rad"
    if kind < 3:
        added = literal(random.choice((-1, 1)) * random.randint(1, 9), random.randint(20, 80))
        return f"{picked(random, kinds)} {first} {added} + {second}"
    return f"{picked(random, WIDE + MODERATE)} {first} {second}"


UNARY = (
    "neg % sqrt sqrt sq cube inv ln log exp exp10 "
    "sin:deg cos:deg tan:deg sin:rad cos:rad tan:rad "
    "asin:deg acos:deg atan:deg asin:rad acos:rad atan:rad").split()
LEAVES = [
    (20, short), (10, lambda random: str(random.randint(-20, 20))), (5, lambda random: "pi"),
    (5, lambda random: "e"), (5, fraction), (3, plain)]


def tree(random, depth):
    if depth == 0 or random.random() < 0.1:
        return picked(random, LEAVES)
    kind = random.random()
    if kind < 0.5:
        name = random.choice("++--**//")
        return f"{tree(random, depth - 1)} {tree(random, depth - 1)} {name}"
    if kind < 0.57:
        return f"{tree(random, depth - 1)} {tree(random, depth - 2) if depth > 1 else '2'} pow"
    if kind < 0.62:
        return f"{tree(random, depth - 1)} {random.randint(2, 7)} root"
    if kind < 0.65:
        return f"{tree(random, depth - 1)} {picked(random, LEAVES)} mod"
    return f"{tree(random, depth - 1)} {random.choice(UNARY)}"


def tree_line(random):
    """A random tree. Of those with an error, one in eight is kept."""
    while True:
        line = tree(random, random.randint(2, DEPTH_MOST))
        if random.randrange(20) == 0:
            line = f"{line} {tree(random, 3)} cmp"
        try:
            reference(line)
            return line
        except Failure:
            if random.randrange(8) == 0:
                return line
        except Undecided:
            continue

