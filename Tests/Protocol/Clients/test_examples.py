"""The programs of docs/examples, run as a user runs them."""

import csv
import itertools
import re
import shutil
import subprocess
import sys
import urllib.request
from urllib.parse import quote

import pytest

import calcroom
from server import ROOT

EXAMPLES = ROOT / "docs/examples"
LIMIT = 60
# Versions of Node without WebSocket use Debian's package node-ws.
WEB_SOCKET = """import { createRequire } from "node:module";
globalThis.WebSocket ??= createRequire("/usr/share/nodejs/")("./ws");"""
NODE = ["node", "--import", f"data:text/javascript,{quote(WEB_SOCKET)}"]
numbers = itertools.count(1)


@pytest.fixture
def room(server):
    return f"{server.address}/rooms/examples-{next(numbers)}"


@pytest.fixture
def host(room):
    with calcroom.join_sync(room, name="Ada", make="standard") as host:
        yield host


@pytest.fixture
def start(server, tmp_path):
    """Starts an example in a folder with the libraries that the server has."""
    for name, source in {"calcroom.mjs": "calcroom.js", "calcroom.py": "calcroom.py"}.items():
        urllib.request.urlretrieve(f"{server.address}/api/{source}", tmp_path / name)
    processes = []

    def start(name, *arguments):
        shutil.copy(EXAMPLES / name, tmp_path)
        program = NODE if name.endswith("mjs") else [sys.executable]
        processes.append(subprocess.Popen(
            [*program, name, *arguments], cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def output_of(process):
    output, errors = process.communicate(timeout=LIMIT)
    assert (process.returncode, errors) == (0, "")
    return output


def test_the_bot_answers_questions(start, host, room):
    bot = start("bot.mjs", room)
    for text, answer in [("12 × 12?", "1 2 * 1 2 ="), ("How much is (1.5 + 2) ÷ 7?", "( 1 . 5 + 2 ) / 7 =")]:
        question = host.act({"ask": {"text": text, "keypad": "scientific"}})["seq"]
        assert bot.stdout.readline() == f"{answer}\n"
        host.act({"closeQuestion": question})
        host.act({"reveal": {"question": question, "names": False}})
        assert [group["answers"] for group in host.view["question"]["groups"]] == [1]
        host.act({"endQuestion": question})
    host.act({"delete": True})
    assert bot.wait(timeout=LIMIT) == 0
    assert bot.stdout.read() == "the room was deleted\n"


def test_the_display_follows_a_room(start, host, room):
    display = start("display.py", room)
    read = lambda count: [display.stdout.readline().rstrip("\n") for _ in range(count)]
    assert read(4) == ["", " _ ", "| |", "|_|"]
    host.press("4")
    assert read(4) == ["", "   ", "|_|", "  |"]
    host.press("/", "0", "=")
    while "error:divisionByZero" not in read(1):
        pass
    host.act({"delete": True})
    assert display.wait(timeout=LIMIT) == 0
    assert display.stdout.read() == "the room was deleted\n"


def test_without_a_room_the_display_says_so(start, room):
    display = start("display.py", room)
    assert display.communicate(timeout=LIMIT) == ("", "no such room\n")
    assert display.returncode == 1


def test_the_school_gets_rooms_a_sheet_and_links_for_hosts(start, server, tmp_path):
    output_of(start("school.py", server.address, "30"))
    sheet = (tmp_path / "rooms.html").read_text()
    codes = re.findall(r"<figcaption>(\w{6})</figcaption>", sheet)
    assert len(set(codes)) == 30 and sheet.count("<svg") == 30
    with open(tmp_path / "hosts.csv") as file:
        links = dict(list(csv.reader(file))[1:])
    assert [*links] == codes
    address, _, secret = links[codes[7]].partition("#host=")
    with calcroom.join_sync(address, name="Teacher") as room:
        room.act({"useLink": secret})
        assert "void" not in room.act({"lock": True})


def test_the_notebook_reads_a_lesson(start, host, room):
    host.press(*"12+30=")
    with calcroom.join_sync(room, name="Ben") as ben:
        ben.press(*"*2=")
        question = host.act({"ask": {"text": "6 × 7?", "keypad": "simple"}})["seq"]
        ben.act({"answer": {"question": question, "keys": ["4", "2"]}})
        host.act({"closeQuestion": question})
        host.act({"reveal": {"question": question, "names": True}})
        host.act({"door": False})
        output = output_of(start("lesson.py", f"{room}?read={host.read}"))
    assert "    6  Ada\n    3  Ben\n" in output
    assert "42 × 2 = 84\n" in output
    assert "6 × 7? (1 answers)\n    1  42\n" in output
