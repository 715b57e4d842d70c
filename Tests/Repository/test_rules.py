"""The ids of rules, such as `join.first`, are unique. References in protocol.md name existing rules."""

import re
import unittest
from collections import Counter

from checkout import DOCUMENTS, ROOT

RULE = re.compile(r"^- `([a-z]+(?:\.\w+)+)`: ", re.MULTILINE)
REFERENCE = re.compile(r"`([a-z]+\.\w+)`")


def repeated(texts):
    counts = Counter(rule for text in texts for rule in RULE.findall(text))
    return [rule for rule, count in counts.items() if count > 1]


def unknown_references(text):
    rules = set(RULE.findall(text))
    groups = {rule.partition(".")[0] for rule in rules}
    references = set(REFERENCE.findall(text)) - rules
    return sorted(name for name in references if name.partition(".")[0] in groups)


class RuleTests(unittest.TestCase):
    def test_ids_are_unique(self):
        self.assertEqual(repeated(document.read_text() for document in DOCUMENTS), [])

    def test_references_name_rules(self):
        text = (ROOT / "docs/protocol.md").read_text()
        self.assertGreater(len(RULE.findall(text)), 60)
        self.assertEqual(unknown_references(text), [])

    def test_mistakes_are_found(self):
        text = "- `a.b`: One, see `a.c` and `x.y`.\n- `a.b`: Two.\n"
        self.assertEqual(repeated([text]), ["a.b"])
        self.assertEqual(unknown_references(text), ["a.c"])
