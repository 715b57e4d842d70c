"""Chains of exact arithmetic: up to 40 operations on numbers of up to 16 digits.

A chain is computed while it is generated, with gmpy2's rationals. A chain in which some value has more than 4,096
digits is expected to end in an approximation.
"""

from gmpy2 import mpq

from judges import (
    APPROXIMATION, EXACT, digits_between, digits_shared, judge_exact, judge_failure)
from numerals import display, literal, rounded, size, written
from values import EXACT_DIGITS, EXPONENT_LIMIT

OPERATIONS_MOST = 40
STACK_MOST = 5
DIGITS_AFTER_A_POWER = 1200
DIGITS_IN_A_LONG_CHAIN = 9000
DIGITS_AGREED = 32
LONG_CHAIN_EVERY = 50


class Chain:
    def __init__(self, random):
        self.random = random
        self.digits = random.choice((1, 2, 4, 8, 12, 16, 16))
        self.power_digits = (
            DIGITS_IN_A_LONG_CHAIN if random.randrange(LONG_CHAIN_EVERY) == 0
            else DIGITS_AFTER_A_POWER)
        self.tokens, self.stack = [], []
        self.largest = 0
        self.failure = None
        self.build(random.randint(1, OPERATIONS_MOST))

    @property
    def line(self):
        return " ".join(self.tokens)

    def build(self, operations):
        self.number()
        while operations > 0 and self.failure is None:
            operations -= 1
            must_reduce = len(self.stack) > operations
            if not must_reduce and self.random.random() < 0.25:
                self.unary()
                continue
            may_grow = not must_reduce and len(self.stack) < STACK_MOST
            if len(self.stack) == 1 or may_grow and self.random.random() < 0.4:
                self.number()
            self.binary(last=operations == 0 and len(self.stack) == 2)

    def number(self):
        coefficient = self.random.randrange(10 ** self.random.randint(1, self.digits))
        if self.random.random() < 0.3:
            coefficient = -coefficient
        places = self.random.choice((0, self.random.randint(0, 16)))
        self.tokens.append(literal(coefficient, places))
        self.stack.append(mpq(coefficient, 10 ** places))

    def unary(self):
        name = self.random.choice(("%", "neg", "inv", "sq", "pow", "pow"))
        exponent = self.random.choice((-3, -2, -1, 0, 2, 3, 4, 5, 9, 20)) if name == "pow" else 2
        if name in ("sq", "pow") and size(self.stack[-1]) * abs(exponent) > self.power_digits:
            name = "neg"
        self.tokens += [str(exponent), name] if name == "pow" else [name]
        value = self.stack.pop()
        if value == 0 and (name == "inv" or name == "pow" and exponent < 0):
            self.failure = "divisionByZero"
        elif name == "%":
            self.push(value / 100)
        elif name == "neg":
            self.push(-value)
        elif name == "inv":
            self.push(1 / value)
        else:
            self.push(value ** exponent)

    def binary(self, last):
        name = self.random.choice("++--**//")
        if last and self.random.random() < 0.1:
            name = "cmp"
        self.tokens.append(name)
        right, left = self.stack.pop(), self.stack.pop()
        if name == "/" and right == 0:
            self.failure = "undefined" if left == 0 else "divisionByZero"
        elif name == "cmp":
            self.push(mpq((left > right) - (left < right)))
        else:
            self.push(left + right if name == "+" else left - right if name == "-"
                      else left * right if name == "*" else left / right)

    def push(self, value):
        self.largest = max(self.largest, size(value))
        self.stack.append(value)


def chains(random, first, count):
    """Pairs of a line and its judge."""
    for _ in range(first, first + count):
        chain = Chain(random)
        while chain.largest > EXPONENT_LIMIT:
            chain = Chain(random)
        yield chain.line, judge_of(chain)


def judge_of(chain):
    def judge(answer, result):
        if chain.failure:
            return judge_failure(chain.failure, answer)
        value = chain.stack[-1]
        if chain.largest <= EXACT_DIGITS:
            return judge_exact(value, answer)
        result.count("beyond 4096 digits")
        if value == 0 or chain.tokens[-1] == "cmp":
            return judge_exact(value, answer)
        return judge_beyond(value, answer, result)
    return judge


def judge_beyond(value, answer, result):
    """Judges an approximation, or an exact number that the player may show instead (see judges.py)."""
    if answer.display == display(value):
        if EXACT.fullmatch(answer.value):
            result.count("wrongly exact")
            if digits_between(value, mpq(answer.value)) >= DIGITS_AGREED:
                return None
        elif (APPROXIMATION.fullmatch(answer.value)
                and digits_shared(answer.value, value) >= DIGITS_AGREED):
            return None
    return f"~{written(*rounded(value, 60))}\t{display(value)}"
