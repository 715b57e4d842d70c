"""Random arguments: plain ones, and many awkward ones.

An argument is a piece of a line that leaves one number on the stack, such as `-12.5`, `1 3 /` or
`pi 7 * 6 /`. Rare and costly kinds (4,000 digits) have small weights.
"""

from mpmath import mp

from numerals import literal

FAR = 4000


def signed(random, text):
    return f"-{text}" if random.random() < 0.5 and text != "0" else text


def coefficient(random, digits=32):
    """A whole number without a trailing zero, of up to this many digits."""
    count = random.randint(1, digits)
    return random.randrange(10 ** (count - 1), 10 ** count) // 10 * 10 + random.randint(1, 9)


def scaled(random, low, high, digits=32):
    """A positive number whose first digit has an exponent between low and high."""
    whole = coefficient(random, digits)
    return literal(whole, len(str(whole)) - 1 - random.randint(low, high))


def plain(random):
    return scaled(random, -6, 8)


def short(random):
    return scaled(random, -3, 3, 5)


def tiny(random):
    return scaled(random, -300, -5, random.choice((1, 4, 32)))


def huge(random):
    return scaled(random, 5, 300, random.choice((1, 4, 32)))


def far_tiny(random):
    return scaled(random, -FAR, -FAR + 50)


def far_huge(random):
    return scaled(random, FAR - 50, FAR)


def near(random, whole, places_most=40):
    """A number 10^-k away from a whole number."""
    places = random.randint(1, places_most)
    distance = random.choice((-1, 1)) * random.choice((1, 1, 5, 7))
    return literal(whole * 10 ** places + distance, places)


def near_one(random):
    return near(random, 1, random.choice((10, 40, 40, 300)))


def fraction(random):
    return f"{coefficient(random, 6)} {coefficient(random, 6)} /"


def multiple_of_pi(random):
    return f"pi {signed(random, str(random.randint(1, 50)))} * {random.randint(1, 50)} /"


def half_way(random):
    """33 digits, the last a 5, which rounds to the wrong side if too few digits are considered."""
    whole = random.randrange(10 ** 31, 10 ** 32) * 10 + 5
    return literal(whole, 32 + random.randint(17, 100))


def near_half_turn(random):
    """A decimal approximation of a multiple of π/2, correct to some number of digits."""
    digits = random.randint(2, 60)
    with mp.workdps(90):
        angle = random.choice((random.randint(1, 12), random.randint(1, 10 ** 9))) * mp.pi / 2
        return literal(int(mp.nint(angle * 10 ** digits)), digits)


def special_degrees(random):
    turns = random.choice((0, 0, random.randint(-9, 9), random.randint(-10 ** 20, 10 ** 20)))
    return literal(random.choice((15, 30, 45, 90)) * random.randint(-24, 24) + 360 * turns, 0)


def near_quarter(random):
    most = random.choice((8, 10 ** 12))
    return near(random, 90 * random.randint(-most, most))


def special_radians(random):
    return f"pi {random.randint(-48, 48)} * {random.choice((1, 2, 3, 4, 6, 12))} /"


def far_radians(random):
    return f"pi {random.randint(-10 ** 30, 10 ** 30)} * {random.randint(1, 10 ** 6)} /"


def of_one(random):
    """A number between 0 and 1."""
    return scaled(random, -3, -1)


def half_or_one(random):
    return random.choice(("0", "1", "0.5", "1 2 /", "3 6 /"))


def outside_one(random):
    return random.choice((near(random, 2, 3), scaled(random, 1, 40), literal(10 ** 30 + 1, 30)))


def perfect_power(random, degree):
    """The power of a rational, as a decimal or as a quotient."""
    digits = max(1, 64 // degree)
    upper, lower = (random.randrange(1, 10 ** random.randint(1, digits)) for _ in range(2))
    if random.random() < 0.5:
        return literal(upper ** degree, degree * random.randint(0, 12 // degree + 1))
    return f"{upper ** degree} {lower ** degree} /"


def near_perfect_power(random, degree):
    """The power of 33 digits that end in 5, plus or minus a tiny amount: close to a tie."""
    whole = random.randrange(10 ** 31, 10 ** 32) * 10 + 5
    distance = random.choice((-1, 0, 1))
    return literal(whole ** degree * 10 ** 40 + distance, 40 + degree * random.randint(0, 40))


def picked(random, kinds):
    """A random kind from (weight, kind) pairs; negative half of the time if the kind allows it."""
    weights = [weight for weight, _ in kinds]
    return random.choices(kinds, weights)[0][1](random)


def either_sign(kind):
    """The same, negative half of the time; a quotient or product by negating its first number."""
    def drawn(random):
        text = kind(random)
        if random.random() < 0.5 or text.startswith("-"):
            return text
        return f"{text} neg" if text.startswith(("pi", "0")) else f"-{text}"
    return drawn
