"""Passes the questions of a golden file to a player and compares its answers with the expected ones.

    golden.py [--update] FILE PLAYER…

A line of the file has a question, a tab and the expected answer. Empty lines and lines that begin with # are
ignored. --update writes the player's answers into the file, also to new questions without a tab.
"""

import subprocess
import sys
from pathlib import Path


def lines_of(data):
    """Only line feeds end lines, since questions contain all kinds of characters."""
    return data.decode().removesuffix("\n").split("\n")


def main(file, *player, updates=False):
    lines = lines_of(Path(file).read_bytes())
    places = [place for place, line in enumerate(lines) if line and not line.startswith("#")]
    rows = [lines[place].partition("\t") for place in places]
    if not rows:
        sys.exit(f"{file} contains no questions.")
    if not updates and not all(tab for _, tab, _ in rows):
        sys.exit(f"A question in {file} has no answer.")
    questions = "".join(f"{question}\n" for question, _, _ in rows)
    run = subprocess.run(player, input=questions.encode(), stdout=subprocess.PIPE)
    answers = lines_of(run.stdout)
    if run.returncode or len(answers) != len(rows):
        sys.exit(f"{' '.join(player)} ended with status {run.returncode} and {len(answers)} of {len(rows)} answers.")
    for place, (question, _, expected), answer in zip(places, rows, answers):
        if not updates and answer != expected:
            sys.exit(f"{file} line {place + 1} differs\n  given:    {question}\n  expected: {expected}\n  said:     {answer}")
        lines[place] = f"{question}\t{answer}"
    if updates:
        Path(file).write_bytes("".join(f"{line}\n" for line in lines).encode())
    print(f"{len(rows)} answers written." if updates else f"{len(rows)} lines agree.")


updates = sys.argv[1:2] == ["--update"]
main(*sys.argv[1 + updates:], updates=updates)
