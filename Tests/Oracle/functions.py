"""The meaning of each token of a line, written from the specification.

`reference(line)` gives the value of a line, or raises `Failure` with the name of its error. The trigonometric functions are in trigonometry.py.
"""

from gmpy2 import fac, iroot, mpq, mpz
from mpmath import mp

import trigonometry
from numerals import digit_count, parsed, size
from values import (
    EXACT_DIGITS, EXPONENT_LIMIT, Approximate, Exact, Failure, Multiple, Undecided, exact, multiple,
    negative)

# e^30000 and 10^30000 are beyond every limit; nothing greater is ever computed.
EXPONENT_HOPELESS = 30_000


def reference(line):
    stack = []
    for token in line.split(" "):
        if stack and isinstance(stack[-1], Approximate) and stack[-1].is_vague:
            raise Undecided("the player may reject a number of which no digit is known")
        if token in CONSTANTS:
            stack.append(CONSTANTS[token]())
        elif token in BINARY:
            right, left = stack.pop(), stack.pop()
            stack.append(BINARY[token](left, right))
        elif token in UNARY:
            stack.append(UNARY[token](stack.pop()))
        else:
            stack.append(Exact(parsed(token)))
    (value,) = stack
    return value


def is_zero(value):
    return isinstance(value, Exact) and value.value == 0


def both(kind, left, right):
    return isinstance(left, kind) and isinstance(right, kind)


def add(left, right):
    if both(Exact, left, right):
        return exact(left.value + right.value)
    if both(Multiple, left, right):
        return multiple(left.value + right.value)
    if is_zero(left) or is_zero(right):
        return right if is_zero(left) else left
    return Approximate(lambda a, b: a + b, left, right)


def negated(value):
    if isinstance(value, Approximate):
        return Approximate(lambda a: -a, value)
    return type(value)(-value.value)


def subtract(left, right):
    return add(left, negated(right))


def multiply(left, right):
    if is_zero(left) or is_zero(right):
        return Exact(mpq(0))
    if both(Exact, left, right):
        return exact(left.value * right.value)
    if isinstance(left, Exact) and isinstance(right, Multiple) or (
            isinstance(left, Multiple) and isinstance(right, Exact)):
        return multiple(left.value * right.value)
    return Approximate(lambda a, b: a * b, left, right)


def divide(left, right):
    if is_zero(right):
        raise Failure("undefined" if is_zero(left) else "divisionByZero")
    if is_zero(left):
        return left
    if both(Exact, left, right) or both(Multiple, left, right):
        return exact(left.value / right.value)
    if isinstance(left, Multiple) and isinstance(right, Exact):
        return multiple(left.value / right.value)
    return Approximate(lambda a, b: a / b, left, right)


def modulo(left, right):
    if is_zero(right):
        raise Failure("undefined" if is_zero(left) else "divisionByZero")
    if is_zero(left):
        return left
    if both(Exact, left, right) or both(Multiple, left, right):
        quotient = left.value / right.value
        rest = left.value - right.value * (quotient.numerator // quotient.denominator)
        return exact(rest) if isinstance(left, Exact) else multiple(rest)
    quotient = divide(left, right)
    quotient = quotient.estimate if isinstance(quotient, Approximate) else quotient.real()
    if mp.mag(quotient) > 60:
        raise Undecided("too great a quotient")
    whole = mpz(int(mp.floor(quotient)))
    if min(quotient - whole, whole + 1 - quotient) < mp.mpf(10) ** -20:
        raise Undecided("perhaps a whole quotient")
    return subtract(left, multiply(Exact(mpq(whole)), right))


def compare(left, right):
    difference = subtract(left, right)
    return Exact(mpq(0 if is_zero(difference) else -1 if negative(difference) else 1))


def power(base, exponent):
    if isinstance(exponent, Exact):
        return power_exact_exponent(base, exponent.value)
    if is_zero(base):
        if negative(exponent):
            raise Failure("divisionByZero")
        return base
    if isinstance(base, Exact) and base.value == 1:
        raise Undecided("exact or not, both would be right")
    if negative(base):
        if isinstance(exponent, Multiple):
            raise Failure("invalidInput")
        raise Undecided("perhaps a rational exponent")
    return Approximate(checked_power, base, exponent)


def power_exact_exponent(base, exponent):
    if exponent == 0:
        return Exact(mpq(1))
    if is_zero(base):
        if exponent < 0:
            raise Failure("divisionByZero")
        return base
    if exponent == 1:
        return base
    odd_power, odd_root = exponent.numerator % 2 == 1, exponent.denominator % 2 == 1
    if negative(base) and not odd_root:
        raise Failure("invalidInput")
    if isinstance(base, Exact):
        result = exact_power(abs(base.value), exponent)
        if result is not None:
            return negated(result) if negative(base) and odd_power else result
    sign = -1 if negative(base) and odd_power else 1
    return Approximate(lambda b, e: sign * checked_power(abs(b), e), base, Exact(exponent))


def exact_power(base, exponent):
    """The power of a positive rational if it is rational (and not hopelessly long), else None."""
    numerator, denominator = (mpz(base.numerator), mpz(base.denominator))
    if base == 1:
        return Exact(base)
    degree = exponent.denominator
    if degree > 1:
        if degree > max(numerator.bit_length(), denominator.bit_length()):
            return None
        numerator, whole_numerator = iroot(numerator, int(degree))
        denominator, whole_denominator = iroot(denominator, int(degree))
        if not (whole_numerator and whole_denominator):
            return None
    if abs(exponent.numerator) * (size(mpq(numerator, denominator)) - 1) > 3 * EXACT_DIGITS:
        return None
    return exact(mpq(numerator, denominator) ** int(exponent.numerator))


def checked_power(base, exponent):
    product = exponent * mp.log(base)
    check_exponent(product)
    return mp.exp(product)


def check_exponent(exponent):
    if abs(exponent) > EXPONENT_HOPELESS:
        raise Failure("overflow")


def root(radicand, degree):
    if is_zero(degree):
        raise Undecided("no rule for the zeroth root")
    return power(radicand, divide(Exact(mpq(1)), degree))


def factorial(value):
    if isinstance(value, Approximate):
        raise Undecided("perhaps a whole number")
    if isinstance(value, Multiple) or value.value < 0 or value.value.denominator != 1:
        raise Failure("invalidInput")
    if value.value > EXPONENT_LIMIT:
        raise Failure("overflow")
    return exact(mpq(fac(int(value.value))))


def logarithm(value):
    refuse_unless_positive(value)
    if isinstance(value, Exact) and value.value == 1:
        return Exact(mpq(0))
    return Approximate(mp.log, value)


def logarithm_of_ten(value):
    refuse_unless_positive(value)
    if isinstance(value, Exact):
        count = digit_count(value.value.numerator) - digit_count(value.value.denominator)
        if value.value == mpq(10) ** count:
            return Exact(mpq(count))
    return Approximate(lambda a: mp.log(a) / mp.log(mp.mpf(10)), value)


def refuse_unless_positive(value):
    if is_zero(value) or negative(value):
        raise Failure("invalidInput")


def exponential(value):
    if is_zero(value):
        return Exact(mpq(1))
    return Approximate(checked_exponential, value)


def checked_exponential(value):
    check_exponent(value)
    return mp.exp(value)


def exponential_of_ten(value):
    if isinstance(value, Exact) and value.value.denominator == 1:
        if abs(value.value) > EXPONENT_LIMIT:
            raise Failure("overflow")
        return exact(mpq(10) ** int(value.value))
    return Approximate(lambda a: checked_exponential(a * mp.log(mp.mpf(10))), value)


def whole_power(count):
    return lambda value: power(value, Exact(mpq(count)))


CONSTANTS = {
    "pi": lambda: Multiple(mpq(1)),
    "e": lambda: exponential(Exact(mpq(1))),
}

BINARY = {
    "+": add, "-": subtract, "*": multiply, "/": divide, "mod": modulo, "cmp": compare,
    "pow": power, "root": root,
}

UNARY = {
    "neg": negated,
    "%": lambda value: divide(value, Exact(mpq(100))),
    "sqrt": whole_power(mpq(1, 2)),
    "sq": whole_power(2),
    "cube": whole_power(3),
    "inv": lambda value: divide(Exact(mpq(1)), value),
    "fact": factorial,
    "ln": logarithm,
    "log": logarithm_of_ten,
    "exp": exponential,
    "exp10": exponential_of_ten,
    **trigonometry.FUNCTIONS,
}
