"""sin, cos, tan and their inverses, in degrees and radians.

Angles that are exact in degrees (rationals in degrees, multiples of π in radians) are reduced
exactly to at most 45° by the symmetries of the circle, so that mpmath only computes near zero. All
other angles use mpmath's own reduction.

By Niven's theorem the sine of a rational angle in degrees is rational only if it is 0, ±1/2 or ±1,
and its tangent only if it is 0 or ±1; the sine of any other rational but 0 in radians is
transcendental.
"""

from gmpy2 import mpq
from mpmath import mp

from values import Approximate, Exact, Failure, Multiple, Undecided, multiple

SINES = {0: mpq(0), 30: mpq(1, 2), 90: mpq(1), 150: mpq(1, 2), 180: mpq(0), 210: mpq(-1, 2),
         270: mpq(-1), 330: mpq(-1, 2)}
TANGENTS = {0: 0, 45: 1, 135: -1}
ARCSINES = {mpq(-1): -90, mpq(-1, 2): -30, mpq(0): 0, mpq(1, 2): 30, mpq(1): 90}
ARCTANGENTS = {mpq(-1): -45, mpq(0): 0, mpq(1): 45}


def exact_degrees(value, unit):
    """The angle in degrees if it is a rational, else None."""
    if unit == "deg" and isinstance(value, Exact):
        return value.value
    if unit == "rad" and isinstance(value, Multiple):
        return value.value * 180
    if unit == "rad" and isinstance(value, Exact) and value.value == 0:
        return mpq(0)
    return None


def modulo(value, period):
    return value - period * ((value / period).numerator // (value / period).denominator)


def in_radians(degrees):
    return degrees * mp.pi / 180


def sine_of_degrees(degrees):
    degrees = modulo(degrees, 360)
    if degrees in SINES:
        return Exact(SINES[degrees])
    sign = 1 if degrees < 180 else -1
    degrees = modulo(degrees, 180)
    degrees = min(degrees, 180 - degrees)
    if degrees <= 45:
        return Approximate(lambda a: sign * mp.sin(in_radians(a)), Exact(degrees))
    return Approximate(lambda a: sign * mp.cos(in_radians(a)), Exact(90 - degrees))


def tangent_of_degrees(degrees):
    degrees = modulo(degrees, 180)
    if degrees == 90:
        raise Failure("undefined")
    if degrees in TANGENTS:
        return Exact(mpq(TANGENTS[degrees]))
    sign = 1 if degrees < 90 else -1
    degrees = min(degrees, 180 - degrees)
    if degrees <= 45:
        return Approximate(lambda a: sign * mp.tan(in_radians(a)), Exact(degrees))
    return Approximate(lambda a: sign / mp.tan(in_radians(a)), Exact(90 - degrees))


def direct(function, of_degrees, unit):
    def result(value):
        degrees = exact_degrees(value, unit)
        if degrees is not None:
            return of_degrees(degrees)
        if unit == "deg":
            return Approximate(lambda a: function(in_radians(a)), value)
        return Approximate(function, value)
    return result


def angle(degrees, unit):
    return Exact(mpq(degrees)) if unit == "deg" else multiple(mpq(degrees, 180))


def inverse(function, special, bounded, unit):
    def result(value):
        if bounded:
            refuse_outside_one(value)
        if isinstance(value, Exact) and value.value in special:
            return angle(special[value.value], unit)
        if unit == "deg":
            return Approximate(lambda a: function(a) * 180 / mp.pi, value)
        return Approximate(function, value)
    return result


def refuse_outside_one(value):
    if isinstance(value, Exact):
        outside = abs(value.value) > 1
    else:
        distance = abs(value.estimate if isinstance(value, Approximate) else value.real()) - 1
        if abs(distance) < mp.mpf(10) ** -15:
            raise Undecided("perhaps one")
        outside = distance > 0
    if outside:
        raise Failure("invalidInput")


FUNCTIONS = {}
for _unit in ("deg", "rad"):
    FUNCTIONS |= {
        f"sin:{_unit}": direct(mp.sin, sine_of_degrees, _unit),
        f"cos:{_unit}": direct(mp.cos, lambda degrees: sine_of_degrees(degrees + 90), _unit),
        f"tan:{_unit}": direct(mp.tan, tangent_of_degrees, _unit),
        f"asin:{_unit}": inverse(mp.asin, ARCSINES, True, _unit),
        f"acos:{_unit}": inverse(
            mp.acos, {value: 90 - degrees for value, degrees in ARCSINES.items()}, True, _unit),
        f"atan:{_unit}": inverse(mp.atan, ARCTANGENTS, False, _unit),
    }
