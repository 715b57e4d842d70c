"""The trials. A trial is a load, the servers to which it is applied, and the figures to print."""

import contextlib
import json
import os
import subprocess

import servers as places

COALESCE = "limit-coalesce"
SAME = "limit-coalesce, same length"
BESIDE = [COALESCE, SAME, "node-ws"]

SIZES = ["p50Milliseconds", "p99Milliseconds", "eventsPerFrame", "serverProcessors", "serverWaited"]

# name: (arguments of `calcroom-lab bench`, servers, members of its JSON output)
TRIALS = {
    "fan-out": (
        "fanout --clients 500 --senders 4 --window 64",
        ["calcroom", "calcroom, durable", *BESIDE],
        ["deliveriesPerSecond", "microsecondsPerDelivery", "eventsPerRead", "bytesPerDelivery",
         "serverWaited"]),
    "rooms": (
        "rooms --rooms 1000 --clients 4",
        ["calcroom", "calcroom, durable", *BESIDE],
        ["keysPerSecond", "microsecondsPerDelivery", "eventsPerRead", "bytesPerDelivery",
         "serverWaited"]),
    "latency": (
        "latency --rooms 1000 --clients 4 --rate 5000",
        ["calcroom", "limit", COALESCE],
        ["p50Milliseconds", "p99Milliseconds", "p999Milliseconds", "serverProcessors",
         "serverWaited"]),
    "durable": (
        f"durable --rooms 1000 --clients 4 --rate 1000 --data {places.FOLDER}/page",
        ["calcroom, durable"],
        ["p50Milliseconds", "p99Milliseconds", "p50MillisecondsDisk", "p99MillisecondsDisk",
         "p50MillisecondsDiskPaced", "p99MillisecondsDiskPaced", "serverWaited"]),
    "idle": (
        "idle",
        ["calcroom", COALESCE],
        ["bytesPerConnection", "serverProcessorsIdle", "p50MillisecondsAlone",
         "p50MillisecondsAmong", "p99MillisecondsAmong", "serverWaitedAmong"]),
    "joins": (
        "joins --connections 64 --clients 30",
        ["calcroom", COALESCE],
        ["joinsPerSecond", "microsecondsPerJoin", "serverWaited"]),
    "flood, one socket": (
        "flood --connections 1 --frames 1000 --rooms 100 --rate 1000",
        ["calcroom, usual limits"],
        ["p99MillisecondsQuiet", "p99MillisecondsFlooded", "serverProcessorsQuiet",
         "serverProcessorsFlooded", "serverWaitedFlooded"]),
    "flood, 500 sockets": (
        "flood --connections 500 --frames 1000 --rooms 100 --rate 1000",
        ["calcroom, usual limits"],
        ["p99MillisecondsQuiet", "p99MillisecondsFlooded", "serverProcessorsQuiet",
         "serverProcessorsFlooded", "serverWaitedFlooded"]),
    "loops": (
        "rooms --rooms 1000 --clients 4",
        ["calcroom", "calcroom, 2 loops", "calcroom, 4 loops", "calcroom, 8 loops"],
        ["keysPerSecond", "microsecondsPerDelivery", "eventsPerRead", "serverProcessors",
         "serverWaited"]),
    "pairs": ("latency --rooms 500 --clients 2 --rate 1000", ["calcroom"], SIZES),
    "tables": ("latency --rooms 250 --clients 8 --rate 1000", ["calcroom"], SIZES),
    "classes": ("latency --rooms 100 --clients 30 --rate 1000", ["calcroom"], SIZES),
    "Redis": (
        "rooms --rooms 1000 --clients 4",
        ["calcroom over Redis"],
        ["keysPerSecond", "microsecondsPerDelivery", "eventsPerRead", "serverWaited"]),
    "nodes": (
        "latency --rooms 500 --clients 2 --rate 2000",
        ["two calcrooms over Redis"],
        ["p50Milliseconds", "p99Milliseconds", "p999Milliseconds", "serverProcessors",
         "serverWaited"]),
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
    """Runs a trial once and returns its figures and its messages on standard error."""
    with contextlib.ExitStack() as ends:
        server.start(ends)
        words = [places.LAB, "bench", *TRIALS[trial][0].split(),
                 *server.urls, "--seconds", str(seconds), "--json",
                 "--server-pid", str(server.process.pid)]
        if server.speaks_plain:
            words.append("--plain")
        said = subprocess.run(
            words, capture_output=True, text=True, timeout=300,
            preexec_fn=lambda: os.sched_setaffinity(0, server.other_cores))
    if said.returncode or not said.stdout:
        raise RuntimeError(said.stderr.strip() or "nothing was measured")
    return json.loads(said.stdout), said.stderr.strip()


def pad(results, trial):
    """Bytes of padding that make events of `limit` as long as ours, or 0 if padding is not possible."""
    lengths = [results.get((trial, name)) for name in ("calcroom", COALESCE)]
    if not all(lengths):
        return 0
    ours, theirs = (runs[-1][1]["bytesPerDelivery"] for runs in lengths)
    missing = round(ours - theirs)
    return min(50, missing) if missing >= 10 else 0
