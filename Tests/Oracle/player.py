"""Runs the player on a batch of lines and reads an answer for each.

A player that crashes or hangs on a line would hide the answers of the whole batch. Therefore the batch is
split in halves until the line is alone; its answer then describes the failure. After a few such lines the
rest of the batch is skipped, and each of its lines counts as a difference.
"""

import os
import subprocess
from typing import NamedTuple

PATH = os.environ["PLAYER"]
SECONDS_A_BATCH = 10
SECONDS_A_LINE = 0.02
FAILURES_A_BATCH = 5
NOT_ASKED = "not asked, because the player has failed before"


class Answer(NamedTuple):
    value: str
    display: str
    steps: int

    def __str__(self):
        return f"{self.value}  shown as  {self.display}" if self.display else self.value


def asked(lines, kind="numbers"):
    """The answers to lines of one kind: `numbers`, `keys`, whose last display is the answer, or `intervals`, `bills` or
    `sheets`, whose answer is the whole line."""
    return _asked(lines, kind, [FAILURES_A_BATCH])


def _asked(lines, kind, failures_left):
    if failures_left[0] == 0:
        return [Answer(NOT_ASKED, "", 0)] * len(lines)
    answers = _run(lines, kind)
    if isinstance(answers, list):
        return answers
    if len(lines) == 1:
        failures_left[0] -= 1
        return [Answer(answers, "", 0)]
    middle = len(lines) // 2
    return _asked(lines[:middle], kind, failures_left) + _asked(lines[middle:], kind, failures_left)


def _run(lines, kind):
    """The answers, or a text that describes how the player failed."""
    try:
        run = subprocess.run(
            [PATH], input="\n".join([kind, *lines]) + "\n", capture_output=True, text=True,
            timeout=SECONDS_A_BATCH + SECONDS_A_LINE * len(lines))
    except subprocess.TimeoutExpired:
        return "no answer in time"
    if run.returncode != 0:
        last = [line for line in run.stderr.splitlines() if "rror" in line][:1]
        return f"the player stopped with {run.returncode} {' '.join(last)}".strip()
    rows = run.stdout.split("\n")[1:-1]
    if len(rows) != len(lines):
        return f"{len(rows)} lines came for {len(lines)}"
    if kind in ("intervals", "bills", "sheets"):
        return [Answer(row, "", 0) for row in rows]
    return [_display(row) if kind == "keys" else _answer(row) for row in rows]


def _display(row):
    """The main line and the expression after the last key."""
    main, _, rest = row.split(" | ")[-1].partition(" ")
    return Answer(main, rest[1:].partition("}")[0].removesuffix(" =") if rest.startswith("{") else "", 0)


def _answer(row):
    columns = row.split("\t")
    if len(columns) != 3 or not columns[2].isdigit():
        return Answer(f"not three columns: {row}", "", 0)
    return Answer(columns[0], columns[1], int(columns[2]))
