"""The frames of the Swift tests and of simulated clients and servers are valid, and have all kinds of messages."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from schemas import ACTIONS, CHANGES, MESSAGES, contents, description, kinds, mistakes, mistakes_in_frame, objects

SEEDS = range(1, 5)
# A trace has this many bytes of each frame.
TRACED_BYTES_MAX = 200


def recorded(name):
    """The lines that `SharedRoomTests` wrote: messages with random members."""
    return (Path(os.environ["CALCROOM_FRAMES"]) / name).read_text().splitlines()


def simulated():
    """The complete frames of some histories, each with its sender. Clients that attack the server are left out."""
    frames = set()
    for seed in SEEDS:
        command = [os.environ["CALCROOM_LAB"], "simulate", "--seed", str(seed), "--steps", "2000", "--trace"]
        trace = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode(errors="replace")
        for verb, frame in re.findall(r"page \d+ (sends|receives) (\{.*)$", trace, re.MULTILINE):
            if len(frame.encode()) < TRACED_BYTES_MAX:
                frames.add((frame, "client" if verb == "sends" else "server"))
    return frames


@pytest.fixture(scope="module")
def frames():
    return [*((text, sender) for sender in ("client", "server") for text in recorded(sender)), *simulated()]


def test_all_frames_are_valid(frames):
    assert len(frames) > 40_000
    for text, sender in frames:
        assert mistakes_in_frame(text, sender) == [], text


def test_all_lines_of_logs_are_valid():
    lines = recorded("log")
    assert len(lines) == 10_000
    for line in lines:
        assert mistakes(json.loads(line), "eventLine") == [], line


def test_the_frames_have_all_messages_actions_and_changes_of_bills(frames):
    found = set()
    for text, sender in frames:
        found |= contents(json.loads(text), sender)
    expected = {f"{sender} {name}" for sender in ("client", "server") for name in kinds(sender)}
    expected |= {f"action {name}" for name in ACTIONS["client"]} | {f"event {name}" for name in ACTIONS["server"]}
    expected |= {f"change {name}" for name in CHANGES}
    # Its frames are in test_server.
    assert expected - found == {"server throttledMessage"}
    assert found <= expected


def test_the_frames_have_all_members_of_the_schema(frames):
    """Otherwise a part of the schema would be untested."""
    found = {name for text, _ in frames for name in re.findall(r'"(\w+)":', text)}
    promised = {name for part in objects(description(MESSAGES)["$defs"]) for name in part.get("properties", {})}
    # In test_server.
    assert promised - found == {"throttled"}


@pytest.mark.parametrize("text, sender", [
    ('{"n":1,"press":"7","more":1}', "client"), ('{"n":1,"lock":true,"door":true}', "client"),
    ('{"join":{"secret":"short"}}', "client"), ('{"n":1,"make":{"keypad":"tip"}}', "client"),
    ('{"alive":1}', "server"), ('{"seq":1,"events":[{"by":1,"n":1,"press":"7"}]}', "server"),
    ('{"seq":1,"events":[{"at":1,"by":1,"n":1,"press":"7","hand":true}]}', "server"),
    ('{"seq":1,"events":[{"at":1,"by":1,"n":1}]}', "server"), ('{"bye":{"why":"tired"}}', "server"),
    ('{"seq":1,"events":[{"at":1,"by":1,"n":1,"bill":{"add":1,"take":1}}]}', "server"),
    ('{"refused":{"n":1,"why":"rate","retry":1,"wait":1}}', "server"),
])
def test_a_wrong_frame_is_found(text, sender):
    assert mistakes_in_frame(text, sender)
