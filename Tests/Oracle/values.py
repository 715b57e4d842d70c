"""Values: an exact rational, an exact multiple of π, or an approximation.

Whether a value is exact is decided by theory, with rationals. An approximation is a function of
other values that mpmath can compute at any precision. It is computed at two precisions, which are
increased until both agree to 45 digits. The first precision exceeds the digits of every exact operand, so
that 1 + 1e-300 differs from 1, and 1e300 from its neighbours.
"""

from gmpy2 import mpq
from mpmath import libmp, mp

from numerals import DISPLAY_DIGITS, shortened, size, truncated, written

EXACT_DIGITS = 4096
EXPONENT_LIMIT = 9999
DIGITS_CERTAIN = 45
DIGITS_MORE = 30
# A composition that keeps no more digits than these at that precision is vague.
VAGUE_DIGITS = 3
VAGUE_PRECISION = 42
PRECISION_LEAST = 120
PRECISION_MOST = 60_000
DIGITS_A_BIT = 0.30103


class Failure(Exception):
    """The line ends in an error, whose name is the argument."""


class Undecided(Exception):
    """The rules do not decide this line, or the decision would take too long."""


class Exact:
    def __init__(self, value):
        self.value = value

    def real(self):
        return rational(self.value)

    def digits(self):
        return size(self.value)


class Multiple:
    """An exact multiple of π, not zero."""

    def __init__(self, value):
        self.value = value

    def real(self):
        return rational(self.value) * mp.pi

    def digits(self):
        return size(self.value)


class Approximate:
    """A function of other values. `estimate` is correct to at least 45 digits."""

    def __init__(self, function, *operands, at_least=PRECISION_LEAST):
        self.function = function
        self.operands = operands
        self.display = None
        self.precision = max(
            at_least, PRECISION_LEAST, *(precision_for(operand) for operand in operands))
        self.is_composed = any(isinstance(operand, Approximate) for operand in operands)
        self.estimate = self.settled()
        self.is_vague = self.is_composed and self.kept(VAGUE_PRECISION) <= VAGUE_DIGITS
        exponent = floor_exponent(self.estimate)
        if self.is_vague and abs(exponent) > EXPONENT_LIMIT:
            raise Undecided("perhaps an overflow")
        check_magnitude(exponent)

    def kept(self, digits):
        """The number of digits that a calculation keeps if it rounds each approximation to this precision."""
        try:
            with mp.workdps(digits):
                return agreement(self.rough(), self.estimate, digits)
        except (ZeroDivisionError, ValueError, Failure, Undecided):
            return 0

    def real(self):
        return self.function(*(operand.real() for operand in self.operands))

    def digits(self):
        return 0

    def at(self, precision):
        with mp.workdps(precision):
            return self.real()

    def settled(self):
        """Increases the precision until two results agree."""
        while self.precision < PRECISION_MOST:
            first, second = self.at(self.precision), self.at(self.precision + DIGITS_MORE)
            if second and agreement(first, second, self.precision) > DIGITS_CERTAIN:
                return second
            if not second and self.precision > 10 * PRECISION_LEAST:
                break
            self.precision *= 2
        raise Undecided("nothing but zeros")

    def rough(self):
        """The value, computed with intermediate approximations of only mp.dps digits."""
        if not self.is_composed:
            return +self.estimate
        return self.function(*(
            operand.rough() if isinstance(operand, Approximate) else operand.real()
            for operand in self.operands))

    def shown(self):
        """The display with 32 significant digits."""
        if self.display is None:
            self.display = self.decided()
        return self.display

    def decided(self):
        """The 32 digits, followed by as many as are needed for certainty."""
        while self.precision < PRECISION_MOST:
            first, second = self.at(self.precision), self.at(self.precision + DIGITS_MORE)
            certain = agreement(first, second, self.precision)
            if certain > DISPLAY_DIGITS + 5:
                sign, coefficient, exponent, _ = truncated(as_rational(second), certain)
                low = shortened(coefficient - 2, exponent, certain, DISPLAY_DIGITS)
                high = shortened(coefficient + 2, exponent, certain, DISPLAY_DIGITS)
                if low == high:
                    return written(sign, *low)
            self.precision *= 2
        raise Undecided("between two displays")


def precision_for(operand):
    if isinstance(operand, Approximate):
        return operand.precision
    return PRECISION_LEAST + operand.digits()


def rational(value):
    """A rational at the working precision, rounded once."""
    return mp.make_mpf(libmp.from_rational(value.numerator, value.denominator, mp.prec))


def as_rational(real):
    """A binary number as an exact rational."""
    sign, mantissa, exponent, _ = real._mpf_
    value = mpq(mantissa) * (mpq(2) ** exponent)
    return -value if sign else value


def agreement(first, second, precision):
    """The number of common digits of two results; never more than the precision."""
    if not isinstance(first, mp.mpf) or not isinstance(second, mp.mpf):
        raise Undecided("not a real number")
    difference = first - second
    bits = mp.mag(second) - mp.mag(difference) if difference else 4 * precision
    return min(int(bits * DIGITS_A_BIT), precision) - 2


def floor_exponent(real):
    """The exponent of the first digit of a number that is not zero; near the limit to the digit."""
    guess = int(mp.mag(real) * DIGITS_A_BIT)
    near = EXPONENT_LIMIT - 10 < abs(guess) < EXPONENT_LIMIT + 10
    return truncated(as_rational(real), 1)[2] if near else guess


def check_magnitude(exponent):
    if exponent > EXPONENT_LIMIT or exponent < -EXPONENT_LIMIT:
        raise Failure("overflow")
    if exponent == EXPONENT_LIMIT:
        raise Undecided("a magnitude at the limit")


def exact(value):
    """A rational result: exact while it is short enough, an approximation of itself beyond."""
    digits = size(value)
    if digits > EXPONENT_LIMIT:
        check_magnitude(truncated(value, 1)[2])
    if digits <= EXACT_DIGITS:
        return Exact(value)
    return Approximate(lambda: rational(value))


def multiple(value):
    return Multiple(value) if value else Exact(mpq(0))


def negative(value):
    return (value.estimate if isinstance(value, Approximate) else value.value) < 0
