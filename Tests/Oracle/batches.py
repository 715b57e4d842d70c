"""Compares cases in batches, in several processes."""

import multiprocessing
import time
from functools import partial

DIFFERENCES_SHOWN = 8


def compared(name, total, size, worked, options, note=str, replay=None):
    """Prints the result, and returns the exit status.

    `worked` takes the seed and a batch, which is its first case and its number of cases. It returns the number of
    cases, another count, and the differences: line, expected, received. `note` describes the sum of the other count.
    """
    count = max(1, round(total * options.scale))
    batches = [(first, min(size, count - first)) for first in range(0, count, size)]
    started = time.monotonic()
    cases, others, differences = 0, 0, []
    with multiprocessing.Pool(options.jobs) as pool:
        for some, other, different in pool.imap_unordered(partial(worked, options.seed), batches):
            cases += some
            others += other
            differences += different
    show(name, differences, replay)
    print(f"{name}: {cases} compared, {len(differences)} differences, {note(others)}, "
          f"{time.monotonic() - started:.0f} s", flush=True)
    return 1 if differences else 0


def show(name, differences, replay=None):
    """Prints the shortest differences. `replay` is a command for a line."""
    for line, expected, received in sorted(differences, key=lambda row: len(row[0]))[:DIFFERENCES_SHOWN]:
        print(f"\n{name}: {line}\n  expected {expected}\n  received {received}")
        if replay:
            print(f"  replay   {replay(line)}")
