"""Every example in protocol.md and http.md is valid."""

import json
import re
import sys

import pytest

from schemas import DOCUMENTS, MESSAGES, ROOT, mistakes, mistakes_in_frame

sys.path.append(str(ROOT / "Tests/Repository"))
from checkout import code  # noqa: E402

PROTOCOL = (ROOT / "docs/protocol.md").read_text()
HTTP = (ROOT / "docs/http.md").read_text()

SIGNED = {"seq": 1, "at": 1, "by": 1, "n": 1}
VIEW = {"display": "0", "expression": "", "keypad": "standard"}
QUESTION = {"question": 1, "keypad": "standard", "answers": 12}
LINE = {"seq": 1, "at": 1, "by": 1, "name": "", "expression": ""}
# A definition that an example of one or some members may belong to, and the value around the example.
PLACES = {
    PROTOCOL: [
        (MESSAGES, "actionMessage", lambda members: {"n": 1, **members}),
        (MESSAGES, "eventLine", lambda members: {**SIGNED, **members}),
        (MESSAGES, "billStep", lambda members: members),
        (MESSAGES, "view", lambda members: {**VIEW, **members}),
        (MESSAGES, "shownQuestion", lambda members: {**QUESTION, "state": "revealed", "groups": [], **members}),
        (MESSAGES, "shownQuestion", lambda members: {**QUESTION, "state": "open", **members}),
    ],
    HTTP: [
        (DOCUMENTS, "tapeLine", lambda members: {**LINE, **members}),
        (DOCUMENTS, "lessonLine", lambda members: {**LINE, **members}),
        (DOCUMENTS, "lessonLine", lambda members: {"seq": 1, "question": "", "keypad": "tip", "answers": 1, **members}),
    ],
}
WHOLE = {
    PROTOCOL: [(MESSAGES, "clientMessage"), (MESSAGES, "serverMessage"), (MESSAGES, "eventLine")],
    HTTP: [(DOCUMENTS, name) for name in ("state", "logLine", "tapeLine", "lessonLine")],
}


def examples(text):
    return [span for span in code(text) if re.match(r'\{"|"\w+":', span)]


def is_valid(example, text):
    if example.startswith("{"):
        return any(not mistakes(json.loads(example), name, file) for file, name in WHOLE[text])
    members = json.loads(f"{{{example}}}")
    return any(not mistakes(around(members), name, file) for file, name, around in PLACES[text])


def test_the_frames_of_the_example_session_are_valid():
    frames = re.findall(r"^(?:ada|ben) ([<>]) (\{.*)$", PROTOCOL, re.MULTILINE)
    assert len(frames) >= 40
    for direction, text in frames:
        assert mistakes_in_frame(text, "client" if direction == ">" else "server") == [], text


@pytest.mark.parametrize("text, count", [(PROTOCOL, 60), (HTTP, 7)], ids=["protocol.md", "http.md"])
def test_every_example_is_valid(text, count):
    found = examples(text)
    assert len(found) >= count
    assert [example for example in found if not is_valid(example, text)] == []


@pytest.mark.parametrize("example", [
    '"press":"77"', '"undo":{"by":3}', '"add":0', '{"n":1}', '"lock":1', '"remove":5,"door":true', '"state":"asked"',
])
def test_a_wrong_example_is_found(example):
    assert not is_valid(example, PROTOCOL)
