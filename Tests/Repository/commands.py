"""Runs the built programs and finds commands and options that neither they nor the scripts have."""

import os
import re
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from checkout import ROOT

def program(name):
    """The path of a built program. CALCROOM or CALCROOM_LAB overrides the default."""
    variable = name.upper().replace("-", "_")
    path = Path(os.environ.get(variable, ROOT / ".build/release" / name)).resolve()
    if not path.is_file():
        raise FileNotFoundError(f"{path}: run `swift build -c release` first, or set {variable}")
    return path


def run(command, folder=None):
    """The output of a shell command on both streams. The built programs are in its PATH."""
    with tempfile.TemporaryDirectory() as programs:
        for name in ["calcroom", "calcroom-lab"]:
            (Path(programs) / name).symlink_to(program(name))
        environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
        return subprocess.run(
            ["bash", "-c", command], cwd=folder or programs, env=environment, text=True, timeout=60,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        ).stdout


def options_in(text):
    """The names of all options in a text."""
    return set(re.findall(r"--([a-z][a-z-]*)", text))


@cache
def options_by_command(name):
    """The commands of a program with their options, according to its help."""
    found = re.findall(r"^  \S+ ([a-z]+)", run(f"{name} help"), re.MULTILINE)
    return {command: options_in(run(f"{name} help {command}")) | {"help"} for command in found}


@cache
def options_of_program(name):
    """The options without a command, such as `--version`."""
    return options_in(run(f"{name} help")) | {"help"}


@cache
def options_of_script(path):
    """The options that a script and its folder mention, and those of the command that it starts."""
    files = [ROOT / path, *(ROOT / f"{path}.d").glob("*.py")]
    text = "".join(file.read_text() for file in files)
    started = re.search(r'/(calcroom(?:-lab)?)"? (\w+) .*"\$@"', text)
    return options_in(text) | (options_by_command(started[1])[started[2]] if started else set())


@cache
def tools_of_lab():
    """The tools that the first comment of Scripts/lab lists, which is its help."""
    return re.findall(r"^#   (\w+) ", (ROOT / "Scripts/lab").read_text(), re.MULTILINE)


@cache
def all_options():
    scripts = [f"Scripts/{path.name}" for path in (ROOT / "Scripts").iterdir() if path.is_file()]
    return set().union(
        *options_by_command("calcroom").values(), *options_by_command("calcroom-lab").values(),
        options_of_program("calcroom"), options_of_program("calcroom-lab"),
        *map(options_of_script, scripts),
    )


def unknown_in(line):
    """The commands and options in a line that do not exist."""
    unknown = []
    for part in re.split(r"[|;]|&&", line):
        words = re.sub(r"^(?:\s*(?:\$|sudo|\w+=\S*)(?=\s))*", "", part).split()
        name, operand = (words + ["", ""])[:2]
        ours = re.fullmatch(r"(?:\S*/)?(calcroom(?:-lab)?)", name)
        if ours and re.fullmatch("[a-z]+", operand) and operand != "help":
            known = options_by_command(ours[1]).get(operand)
        elif ours:
            known = options_of_program(ours[1])
        elif re.fullmatch(r"Scripts/\w+", name):
            is_known = (ROOT / name).is_file() and not (
                name == "Scripts/lab" and re.fullmatch("[a-z]+", operand) and operand not in tools_of_lab())
            known = options_of_script(name) if is_known else None
        elif name.startswith("--"):
            known = all_options()
        else:
            continue
        if known is None:
            unknown.append(f"{name} {operand}".strip())
        else:
            given = options_in(" ".join(word for word in words if word.startswith("--")))
            unknown += [f"{name} --{option}" for option in sorted(given - known)]
    return unknown
