"""Expressions on the keypad `scientific`, where a typed − and ± are different signs.

`Typing` turns keys into tokens and `Reading` evaluates tokens, both written from docs/ENGINE.md. The answer is
judged twice: the number must be that of the keys, and the expression shown, read as in school mathematics, must
have the same number.
"""

import re

from functions import BINARY, CONSTANTS, UNARY, multiply, negated
from numerals import display, parsed
from values import Approximate, Exact, Failure, Multiple, Undecided

KEYS_MOST = 14
EXPONENT_DIGITS = 4
SUMS, PRODUCTS, POWERS = ("+", "-"), ("*", "/", "mod"), ("pow", "root")
INFIXES = SUMS + PRODUCTS + POWERS
POSTFIXES = ("%", "sq", "cube", "inv", "fact")
FUNCTIONS = {
    "sin": "sin:deg", "cos": "cos:deg", "tan": "tan:deg", "asin": "asin:deg", "ln": "ln", "log": "log",
    "exp": "exp", "exp10": "exp10"}

WEIGHTS = {
    **dict.fromkeys("123456789", 4), "0": 3, ".": 1, "EE": 1, "-": 24, "neg": 16, "+": 5, "*": 5, "/": 3,
    "mod": 2, "pow": 9, "root": 2, "sq": 9, "cube": 1, "inv": 2, "fact": 3, "%": 4, "sqrt": 5, "(": 9, ")": 8,
    "pi": 2, "e": 1, **dict.fromkeys(FUNCTIONS, 0.5)}

# The texts of the display. A sign has no blank after it, an operator has one on each side.
TEXTS = [
    (r"10\^[(]", "exp10"), (r"\d+\.?\d*(?:e[+-]\d+)?", None), (" [+] ", "+"), (" − ", "-"), (" × ", "*"),
    (" ÷ ", "/"), (" mod ", "mod"), (r" \^ ⅟", "root"), (r" \^ ", "pow"), ("-", "sign"), ("√", "wide root"),
    ("%", "%"), ("²", "sq"), ("³", "cube"), ("sin⁻¹[(]", "asin"), ("sin[(]", "sin"), ("cos[(]", "cos"),
    ("tan[(]", "tan"), ("ln[(]", "ln"), ("log[(]", "log"), (r"e\^[(]", "exp"), ("⁻¹", "inv"), ("!", "fact"),
    ("[(]", "("), ("[)]", ")"), ("π", "pi"), ("e", "e")]

# The index of a root comes before it.
INDEX = re.compile("([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)√")
SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")

# The exact power may take more steps than a key has.
LONG_POWER = re.compile(r"e[+-]\d{4}$")


class Number:
    """A number being typed."""

    def __init__(self):
        self.minus, self.mantissa, self.exponent_minus, self.exponent = "", "0", "", None

    def press(self, key):
        if key == "EE":
            if self.exponent is None:
                self.exponent = ""
                # Without a number it is 1.
                self.mantissa = "1" if (self.minus + self.mantissa) == "0" else self.mantissa
        elif key == ".":
            if "." not in self.mantissa and self.exponent is None:
                self.mantissa += "."
        elif self.exponent is None:
            self.mantissa = key if self.mantissa == "0" else self.mantissa + key
        elif len(self.exponent) < EXPONENT_DIGITS:
            self.exponent = (self.exponent + key).lstrip("0")
        return self

    def change_sign(self):
        if self.exponent is None:
            self.minus = "" if self.minus else "-"
        else:
            self.exponent_minus = "" if self.exponent_minus else "-"

    @property
    def has_fresh_exponent(self):
        return self.exponent == "" and not self.exponent_minus

    def value(self):
        return Exact(parsed(f"{self.minus}{self.mantissa}e{self.exponent_minus}{self.exponent or 0}"))


class Index:
    """The index of a root, as it is shown."""

    def __init__(self, text):
        self.value = Exact(parsed(text.translate(SUPERSCRIPTS)))


class Typing:
    """The tokens that keys leave. `sign` is a typed −, and `neg` belongs to the next number or parenthesis."""

    def __init__(self, keys):
        self.tokens = []
        for key in keys:
            self.press(key)

    @property
    def last(self):
        return self.tokens[-1] if self.tokens else None

    @property
    def is_complete(self):
        return isinstance(self.last, Number) or self.last in (*CONSTANTS, *POSTFIXES, ")")

    def press(self, key):
        if key.isdigit() or key in (".", "EE"):
            if not isinstance(self.last, Number):
                self.tokens.append(Number())
            self.last.press(key)
        elif key in INFIXES:
            self.infix(key)
        elif key in POSTFIXES:
            if not self.tokens:
                self.tokens.append(Number())
            if self.is_complete:
                self.tokens.append(key)
        elif key == "neg":
            self.change_sign()
        elif key != ")" or self.is_complete and self.depth() > 0:
            self.tokens.append(key)

    def depth(self, start=0, end=None):
        """The number of open parentheses, less those closed, in a part of the tokens."""
        part = [token for token in self.tokens[start:end] if not isinstance(token, Number)]
        return sum((token == "(" or token in FUNCTIONS) - (token == ")") for token in part)

    def infix(self, key):
        if key == "-" and isinstance(self.last, Number) and self.last.has_fresh_exponent:
            self.last.change_sign()
        elif self.is_complete:
            self.tokens.append(key)
        elif key == "-" and (self.last in (None, "(", "sqrt", *FUNCTIONS) or self.last in PRODUCTS + POWERS):
            self.tokens.append("neg" if self.last == "sqrt" else "sign")
        elif self.last in ("sign", "neg"):
            if key != "-":
                self.tokens.pop()
                self.infix_without_operand(key)
        else:
            self.infix_without_operand(key)

    def infix_without_operand(self, key):
        """An operator replaces the one before it, with all signs. An empty expression begins with 0."""
        while self.last in ("sign", "neg"):
            self.tokens.pop()
        if self.last in INFIXES:
            self.tokens[-1] = key
        elif not self.tokens:
            self.tokens += [Number(), key]

    def change_sign(self):
        if isinstance(self.last, Number) and self.last.exponent is not None:
            self.last.change_sign()
        elif not self.is_complete:
            if self.last in ("sign", "neg"):
                self.tokens.pop()
            else:
                self.tokens.append("neg")
        else:
            self.change_sign_of_operand()

    def change_sign_of_operand(self):
        start = len(self.tokens) - 1
        has_postfix = self.last in POSTFIXES
        while self.tokens[start] in POSTFIXES:
            start -= 1
        end = start
        while self.tokens[end] == ")" and self.depth(start, end + 1) < 0:
            start -= 1
        while has_postfix and start > 0 and self.tokens[start - 1] in ("neg", "sqrt"):
            start -= 1
        if start > 0 and self.tokens[start - 1] in ("sign", "neg"):
            del self.tokens[start - 1]
        elif isinstance(self.last, Number):
            self.last.change_sign()
        elif has_postfix:
            self.tokens[start:] = ["neg", "(", *self.tokens[start:], ")"]
        else:
            self.tokens.insert(start, "neg")


def applied(operation, *values):
    if any(isinstance(value, Approximate) and value.is_vague for value in values):
        raise Undecided("the player may reject a number of which no digit is known")
    return operation(*values)


class Reading:
    """Evaluates tokens by recursive descent. Parentheses may be open at the end."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.place = 0
        self.result = self.sum()

    @property
    def next(self):
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def skip(self, tokens):
        token = self.next
        if isinstance(token, (Number, Exact, Index)) or token not in tokens:
            return None
        self.place += 1
        return token

    def sum(self):
        left = self.product(None)
        while infix := self.skip(SUMS):
            left = applied(BINARY[infix], left, self.product(left))
        return left

    def product(self, left):
        value, percent = self.signed()
        if left is not None and percent is not None and self.next in (None, ")", *SUMS):
            return applied(multiply, UNARY["%"](percent), left)
        while infix := self.skip(PRODUCTS) or self.implied():
            value = applied(BINARY[infix], value, self.signed()[0])
        return value

    def implied(self):
        """An operand directly after another one is multiplied."""
        return None if self.next in (None, ")", *INFIXES) else "*"

    def signed(self):
        """A sign applies to powers and postfixes. A percentage is returned with the number before %."""
        if not self.skip(["sign"]):
            return self.power()
        value, percent = self.power()
        return negated(value), percent and negated(percent)

    def power(self):
        value, percent = self.operand()
        while infix := self.skip(POWERS):
            value, percent = applied(BINARY[infix], value, self.exponent(infix)), None
        return value, percent

    def exponent(self, infix):
        """A power of a power goes from right to left, everything else from left to right."""
        if self.skip(["sign"]):
            return negated(self.exponent(infix))
        value = self.operand()[0]
        if infix == "pow" and self.skip(["pow"]):
            return applied(BINARY["pow"], value, self.exponent("pow"))
        return value

    def operand(self):
        value, percent = self.prefixed(), None
        while postfix := self.skip(POSTFIXES):
            value, percent = applied(UNARY[postfix], value), value if postfix == "%" else None
        return value, percent

    def prefixed(self):
        if isinstance(self.next, Index):
            index = self.next.value
            self.place += 1
            return applied(BINARY["root"], self.prefixed(), index)
        prefix = self.skip(["neg", "sqrt", "wide root"])
        if prefix == "wide root":
            return applied(UNARY["sqrt"], self.signed()[0])
        return applied(UNARY[prefix], self.prefixed()) if prefix else self.atom()

    def atom(self):
        token = self.next
        self.place += 1
        if isinstance(token, Number):
            return token.value()
        if isinstance(token, Exact):
            return token
        if token in CONSTANTS:
            return CONSTANTS[token]()
        value = self.sum()
        self.skip([")"])
        return applied(UNARY[FUNCTIONS[token]], value) if token in FUNCTIONS else value


def tokens_of_text(text):
    """The tokens of an expression as it is shown: a − before an operand is a sign, √ reaches over powers."""
    tokens = []
    while text:
        if found := INDEX.match(text):
            tokens.append(Index(found.group(1)))
            text = text[found.end():]
            continue
        for pattern, token in TEXTS:
            if found := re.match(pattern, text):
                break
        else:
            raise ValueError(text)
        tokens.append(token or Exact(parsed(found.group())))
        text = text[found.end():]
    return tokens


def outcome(tokens):
    """The main line of an expression, or None if the rules leave it open."""
    try:
        value = Reading(tokens).result
        if isinstance(value, Exact):
            return display(value.value)
        if isinstance(value, Multiple):
            value = Approximate(value.real, at_least=300)
        return None if value.is_composed else value.shown()
    except Failure as failure:
        return f"error:{failure.args[0]}"
    except Undecided:
        return None


def signs(random, count):
    """Pairs of a line and its judge."""
    keys, weights = list(WEIGHTS), list(WEIGHTS.values())
    made = 0
    while made < count:
        pressed = random.choices(keys, weights, k=random.randint(2, KEYS_MOST))
        typing = Typing(pressed)
        if not typing.is_complete and random.random() < 0.9:
            pressed.append(random.choice("123456789"))
            typing.press(pressed[-1])
        expected = outcome(typing.tokens) if typing.is_complete else "error:syntax" if typing.tokens else "0"
        if expected is None:
            continue
        made += 1
        yield " ".join(["scientific", *pressed, "="]), judge_of(expected, typing.is_complete)


def judge_of(expected, is_complete):
    def judge(answer, result):
        if answer.value == "error:overflow" and LONG_POWER.search(expected):
            result.count("too much work")
            return None
        if answer.value != expected:
            return expected
        read = outcome(tokens_of_text(answer.display)) if is_complete else expected
        if read != expected:
            return f"{expected}, as the expression shown would be {read}"
        if expected.startswith("error:"):
            result.count("errors")
        return None
    return judge
