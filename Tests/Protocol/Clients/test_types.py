"""The constants and types of both libraries agree with docs/protocol.md."""

import re
import subprocess
from pathlib import Path

import calcroom
from server import ROOT
from test_closing import PROTOCOL, ROWS

TYPES = (ROOT / "docs/api/calcroom.d.ts").read_text()
SCRIPT = (ROOT / "docs/api/calcroom.js").read_text()


def union(name):
    """The strings of a union type."""
    return re.findall(r'"([^"]+)"', re.search(rf"^export type {name} =([^;]+);", TYPES, re.M)[1])


def section(title):
    return PROTOCOL.partition(f"\n{title}\n")[2].partition("\n#")[0]


def test_the_types_compile():
    run = subprocess.run(["tsc", "-p", Path(__file__).parent / "tsconfig.json"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def test_close_reasons():
    reasons = {code: name for code, name, *_ in ROWS}
    final = [name for _, name, _, again in ROWS if again == "no"]
    assert calcroom.REASONS == reasons and calcroom.FINAL_REASONS == {*final, "refused"}
    assert dict((int(code), name) for code, name in re.findall(r'(\d{4}): "(\w+)"', SCRIPT)) == reasons
    assert re.findall(r'"(\w+)"', re.search(r"finalReasons = \[([^]]+)", SCRIPT)[1]) == final
    assert {*union("CloseReason")} == {*reasons.values(), "network", "refused"}


def test_reasons_of_void_events():
    rows = re.findall(r"^\| (`.+?) \|", section("## Events"), re.M)
    names = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert {*union("ActionReason")} == names - {"void"} | {"unsure", "unsent"}


def test_keys_and_keypads():
    *keys, keypads = re.search(r"- `key.names`.*?```\n(.*?)```", PROTOCOL, re.S)[1].strip().splitlines()
    assert union("Key") == " ".join(keys).split()
    assert {*union("Keypad")} == {*keypads.split()}


def test_actions():
    table = section("### All actions")
    names = {name for row in re.findall(r"^\| (`.+?`) \|", table, re.M) for name in re.findall(r'`"(\w+)":', row)}
    body = TYPES.partition("export interface Actions {")[2].partition("\n}")[0]
    assert {*re.findall(r"^    (\w+):", body, re.M)} == names


def test_the_types_declare_all_members():
    declared = TYPES.partition("export interface Room {")[2].partition("\n}")[0]
    names = {*re.findall(r"^    (?:readonly )?(\w+)", declared, re.M)}
    room = SCRIPT.partition("class Room {")[2]
    methods = {*re.findall(r"^    (?:async )?\*?(\w+)\(.*\) \{$", room, re.M)} - {"constructor", "join"}
    fields = {*re.findall(r"^    (\w+)(?: = .*)?;$", room, re.M)}
    assert methods | fields <= names
    python = {name for name in vars(calcroom.Room) if not name.startswith("_")}
    assert methods == python
