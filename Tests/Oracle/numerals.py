"""An independent implementation of the rules for writing numbers.

A number on its way to a display is `(sign, coefficient, exponent)`: the coefficient is a whole
number with a known number of digits, and the exponent is that of its first digit.
"""

from gmpy2 import mpq, mpz, num_digits

DISPLAY_DIGITS = 32


def digit_count(whole):
    """The number of decimal digits of a whole number; gmpy2's own count may be one too many."""
    whole = abs(whole)
    count = num_digits(whole, 10)
    return count if whole == 0 or whole >= mpz(10) ** (count - 1) else count - 1


def size(value):
    """Digits of numerator and denominator together."""
    return digit_count(value.numerator) + digit_count(value.denominator)


def truncated(value, digits):
    """The first digits of a rational that is not zero: sign, coefficient, exponent, rest."""
    numerator, denominator = abs(value.numerator), value.denominator
    exponent = digit_count(numerator) - digit_count(denominator)
    if numerator * mpz(10) ** max(-exponent, 0) < denominator * mpz(10) ** max(exponent, 0):
        exponent -= 1
    shift = digits - 1 - exponent
    if shift >= 0:
        numerator *= mpz(10) ** shift
    else:
        denominator *= mpz(10) ** -shift
    coefficient, rest = divmod(numerator, denominator)
    return (-1 if value < 0 else 1), coefficient, exponent, mpq(rest, denominator)


def shortened(coefficient, exponent, digits, wanted):
    """Rounds a coefficient of `digits` digits to `wanted` digits, half away from zero."""
    unit = mpz(10) ** (digits - wanted)
    quotient, rest = divmod(coefficient, unit)
    if 2 * rest >= unit:
        quotient += 1
    if quotient == mpz(10) ** wanted:
        return quotient // 10, exponent + 1
    return quotient, exponent


def rounded(value, digits=DISPLAY_DIGITS):
    """A rational that is not zero, rounded half away from zero: sign, coefficient, exponent."""
    sign, coefficient, exponent, rest = truncated(value, digits)
    if 2 * rest >= 1:
        coefficient += 1
    if coefficient == mpz(10) ** digits:
        coefficient, exponent = coefficient // 10, exponent + 1
    return sign, coefficient, exponent


def written(sign, coefficient, exponent):
    """The canonical text: `-12.5`, `0.001`, `1e+32`, `2.5e-40`."""
    digits = str(coefficient).rstrip("0")
    minus = "-" if sign < 0 else ""
    if not -DISPLAY_DIGITS <= exponent < DISPLAY_DIGITS:
        point = "." + digits[1:] if len(digits) > 1 else ""
        return f"{minus}{digits[0]}{point}e{exponent:+d}"
    if exponent < 0:
        return f"{minus}0.{'0' * (-exponent - 1)}{digits}"
    if len(digits) <= exponent + 1:
        return minus + digits + "0" * (exponent + 1 - len(digits))
    return f"{minus}{digits[:exponent + 1]}.{digits[exponent + 1:]}"


def display(value):
    """The display of a rational with 32 significant digits."""
    return written(*rounded(value)) if value else "0"


def literal(coefficient, places):
    """The canonical text of coefficient ÷ 10^places: the form in which the player receives numbers."""
    if coefficient == 0:
        return "0"
    sign, magnitude = (-1 if coefficient < 0 else 1), abs(coefficient)
    return written(sign, magnitude, len(str(magnitude)) - 1 - places)


def parsed(text):
    """A decimal text as a rational, exactly."""
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    power = int(exponent or 0) - len(fraction)
    value = mpz(whole + fraction, 10)
    return mpq(value * mpz(10) ** power) if power >= 0 else mpq(value, mpz(10) ** -power)
