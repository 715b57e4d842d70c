"""Runs all trials in several rounds, each in a different order; see Scripts/bench."""

import argparse
import datetime
import os
import random
import shlex
import subprocess
import sys

import document
import servers as places
from comparisons import COMPARISONS
from trials import TRIALS, run


def arguments():
    parser = argparse.ArgumentParser(prog="Scripts/bench")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--only", help="trials: " + "; ".join(TRIALS))
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    names = list(TRIALS)
    if options.only:
        names = [name for name in TRIALS if name.startswith(tuple(options.only.split(",")))]
        if not names:
            parser.error(f"no trial begins with {options.only}; there are: {', '.join(TRIALS)}")
    return options, names


def measure(options, names, notes):
    servers = places.all_servers()
    results = {}
    for round_number in range(options.rounds):
        for name, server in turns(round_number, names):
            if server not in servers:
                continue
            trial = f"round {round_number + 1}, {name}, {server}"
            print(trial, file=sys.stderr, flush=True)
            try:
                figures, complaint = run(name, servers[server], options.seconds)
            except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
                notes.append(f"{trial}: {error}")
                continue
            results.setdefault((name, server), []).append((round_number, figures))
            if complaint:
                notes.append(f"{trial}: {complaint}")
    return results


def turns(round_number, names):
    """The trials with their servers, in a different order in each round. Runs that are compared follow
    one another directly, since the speed of a shared machine changes by a third within a minute."""
    chance = random.Random(round_number)
    for name in chance.sample(names, len(names)):
        servers = TRIALS[name][1]
        yield from ((name, server) for server in chance.sample(servers, len(servers)))


def commit():
    """The commit, or "unknown" without git."""
    try:
        described = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True,
                                   text=True).stdout.strip()
    except FileNotFoundError:
        described = ""
    return described or "unknown"


def heads():
    return [f"Machine: {places.versions()}", f"Date: {datetime.date.today()}",
            f"Commit: {commit()}", f"Command: `{shlex.join(['Scripts/bench', *sys.argv[1:]])}`"]


def check(results):
    """True if there are recorded ratios, and none is now worse by more than a fifth."""
    known = document.recorded()
    count, worse = 0, 0
    for comparison in COMPARISONS:
        value = comparison.value(results)
        if value is None or comparison.how != "ratio" or comparison.name not in known:
            continue
        count += 1
        if comparison.is_worse(value, known[comparison.name]):
            worse += 1
            print(f"WORSE: {comparison.name}: {value:.3g}, recorded {known[comparison.name]:.3g}")
    print(f"{count} ratios compared with {document.PATH}, {worse} worse by more than 20 %")
    return count > 0 and worse == 0


def main():
    options, names = arguments()
    os.makedirs(places.FOLDER, exist_ok=True)
    notes, head = [], heads()
    results = measure(options, names, notes)
    for note in notes:
        print(f"!! {note}", file=sys.stderr)
    print(document.comparisons(results))
    for name in names:
        print(f"\n{name}\n{document.trial(name, results)}")
    if options.check:
        return 0 if check(results) and not notes else 1
    if not options.only:
        document.write(results, head, notes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
