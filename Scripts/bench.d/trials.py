"""The trials. A trial is a load, the servers to which it is applied, and the figures to print."""

import contextlib
import json
import os
import subprocess
import time

import servers as places

OURS, DURABLE = "calcroom", "calcroom, durable"
LIMIT, COALESCE = "limit", "limit-coalesce"
REDIS, NODES = "calcroom over Redis", "two calcrooms over Redis"

ROOMS = "--rooms 1000 --clients 4"
DELAYS = ["p50Milliseconds", "p99Milliseconds", "eventsPerFrame", "serverProcessors", "serverWaited"]
THROUGHPUT = ["keysPerSecond", "microsecondsPerDelivery", "eventsPerFrame", "serverWaited"]

# name: (options of `calcroom-lab bench`, servers, members of its output)
TRIALS = {
    "fan-out": (
        "--clients 500 --senders 4 --window 64", [OURS, DURABLE, COALESCE],
        ["deliveriesPerSecond", "microsecondsPerDelivery", "eventsPerFrame", "serverWaited"]),
    "rooms": (ROOMS, [OURS, DURABLE, COALESCE], THROUGHPUT),
    "latency": (f"{ROOMS} --rate 5000", [OURS, LIMIT], DELAYS),
    "durable": (
        f"{ROOMS} --rate 1000", [DURABLE],
        ["p50Milliseconds", "p99Milliseconds", "p50MillisecondsDisk", "p99MillisecondsDisk",
         "serverWaited"]),
    "idle": (
        f"--rate 200 --idle {min(20_000, places.HARD_LIMIT - 200)}", [OURS],
        ["bytesPerConnection", "serverProcessorsIdle", "p50MillisecondsAlone",
         "p50MillisecondsTogether", "p99MillisecondsTogether", "serverWaitedTogether"]),
    "loops": (
        ROOMS, [OURS, "calcroom, 2 loops", "calcroom, 4 loops", "calcroom, 8 loops"], THROUGHPUT),
    "pairs": ("--rooms 500 --clients 2 --rate 1000", [OURS], DELAYS),
    "tables": ("--rooms 250 --clients 8 --rate 1000", [OURS], DELAYS),
    "classes": ("--rooms 100 --clients 30 --rate 1000", [OURS], DELAYS),
    "Redis": (ROOMS, [REDIS], THROUGHPUT),
    "nodes": ("--rooms 500 --clients 2 --rate 2000", [NODES], DELAYS),
}

# A run is repeated if the server waited for its core for more than this share of the time.
WAITED_MAX = 0.1
ATTEMPTS_MAX = 3


def run(trial, server, seconds):
    """Runs a trial, repeatedly if other processes shared the server's core, and returns the attempt
    with the least waiting. The choice does not depend on the results. Raises RuntimeError if one fails."""
    attempts = []
    while not attempts or (waited(attempts[-1][0]) > WAITED_MAX and len(attempts) < ATTEMPTS_MAX):
        attempts.append(run_once(trial, server, seconds))
        if server.shares_core:
            break
    return min(attempts, key=lambda attempt: waited(attempt[0]))


def waited(figures):
    """The share of time that the server was ready to run but another process had its core."""
    return max((value for name, value in figures.items() if name.startswith("serverWaited")),
               default=0)


def run_once(trial, server, seconds):
    """Runs a trial once and returns its figures and its messages on standard error. The disk's speed varies,
    so it is measured before and after the keys."""
    delays = disk(seconds / 2) if trial == "durable" else []
    with contextlib.ExitStack() as ends:
        server.start(ends)
        words = [places.LAB, "bench", *map(str, server.ports), *TRIALS[trial][0].split(),
                 "--seconds", str(seconds), "--server-pid", str(server.process.pid)]
        said = subprocess.run(
            words, capture_output=True, text=True, timeout=300,
            preexec_fn=lambda: os.sched_setaffinity(0, server.other_cores))
    if said.returncode or not said.stdout:
        raise RuntimeError(said.stderr.strip() or "nothing was measured")
    figures = json.loads(said.stdout)
    if delays:
        delays = sorted(delays + disk(seconds / 2))
        for name, part in [("p50", 0.5), ("p99", 0.99)]:
            figures[name + "MillisecondsDisk"] = delays[int(len(delays) * part)] * 1e3
    return figures, said.stderr.strip()


def disk(seconds):
    """Seconds until a page is durable, with a write and an fdatasync in a preallocated file, as a
    write-ahead log does it, one page after another."""
    delays, page, pages = [], bytes(4096), 1024
    path = f"{places.FOLDER}/page"
    with open(path, "wb", buffering=0) as file:
        file.write(page * pages)
        os.fsync(file)
        end = time.monotonic() + seconds
        while (start := time.monotonic()) < end:
            os.pwrite(file.fileno(), page, len(delays) % pages * len(page))
            os.fdatasync(file)
            delays.append(time.monotonic() - start)
    os.remove(path)
    return delays
