"""Finds Swift code that could make replicas diverge, crash the server, or break the WebAssembly build."""

import re

FORBIDDEN = [
    ("binary float type", r"\b(?:Float(?:16|32|64|80)?|Double|CGFloat)\b"),
    # The lookbehind excludes the second number of `pair.0.1`.
    ("binary float literal", r"(?<![\w)\]?!]\.)\b\d[\d_]*(?:\.\d|[eE][+-]?\d)[\w+-]*"),
    ("binary float literal", r"\b0x[\da-fA-F_]+(?:\.[\da-fA-F]|[pP])[\w+-]*"),
    ("random order", r"\b(?:Dictionary|Set)\b"),
    # Brackets with a colon of their own, unlike `list[at: 1]` and `[a ? b : c]`.
    ("random order", r"(?<![\w)\]}?!`\"])\[(?:[^][(){}?,]|\([^()]*\)|\[[^][]*\])*:"),
    ("random hash seed", r"\b(?:Hasher|hashValue)\b"),
    ("clock", r"\b(?:Date|Clock|ContinuousClock|SuspendingClock)\b"),
    ("randomness", r"\b(?:random|randomElement|shuffled?|SystemRandomNumberGenerator)\b"),
    ("Foundation", r"\bFoundation(?:Essentials)?\b"),
    # A `!` that directly follows an operand and does not begin `!=`.
    ("force", r"\w*[\w)\]}\"`][?!]*!(?!=)"),
]
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|(#*)("""|")|[()]|[^/#"()]+|.', re.DOTALL)


def violations(source):
    """The violations in a source, with line and reason: `line 1: force, x!`."""
    code = without_comments_and_strings(source)
    found = [
        (code.count("\n", 0, match.start()) + 1, reason, match[0])
        for reason, pattern in FORBIDDEN
        for match in re.finditer(pattern, code)
    ]
    return [f"line {line}: {reason}, {text}" for line, reason, text in sorted(found)]


def without_comments_and_strings(source):
    """The code and its interpolations, with unchanged line numbers."""
    code, at = "", 0
    strings = []  # The open strings: delimiter, escape, depth of parentheses in an interpolation.
    while at < len(source):
        if strings and strings[-1][2] == 0:
            delimiter, escape, _ = strings[-1]
            if source.startswith(delimiter, at):
                at += len(delimiter)
                code += '"'
                strings.pop()
            elif source.startswith(escape, at):
                at += len(escape) + 1
                strings[-1][2] = 1 if source[at - 1] == "(" else 0
                code += {"(": " (", "\n": "\n"}.get(source[at - 1], "")
            else:
                code += "\n" if source[at] == "\n" else ""
                at += 1
            continue
        token = TOKEN.match(source, at)
        at = token.end()
        if token[2]:
            strings.append([token[2] + token[1], "\\" + token[1], 0])
            code += ' "'
        elif token[0].startswith(("//", "/*")):
            code += " " + "\n" * token[0].count("\n")
        else:
            code += token[0]
            if strings:
                strings[-1][2] += {"(": 1, ")": -1}.get(token[0], 0)
    return code
