"""Measures the effects of attacks on other people and on the server."""

import argparse
import contextlib
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import attacks
from clients import Client, text_frame

SECONDS, WARM_UP = 4, 1


class Server:
    def __init__(self, folder):
        page = Path(folder, "page")
        page.mkdir()
        (page / "index.html").write_text("<!doctype html><title>Calcroom</title>")
        (page / "huge.txt").write_bytes(b"0123456789abcdef" * 250_000)
        self.process = subprocess.Popen(
            [os.environ["CALCROOM"], "serve", "--port", "0", "--data", f"{folder}/rooms.db", "--static", page],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        while not (match := re.search(r"http://[^ ]*:(\d+)", self.process.stdout.readline())):
            if self.process.poll() is not None:
                sys.exit("The server did not start.")
        self.port = int(match[1])

    def megabytes(self):
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * 4_096 / 1e6

    def processor_time(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        self.process.wait()


@contextlib.contextmanager
def running_server():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            yield server
        finally:
            server.stop()


class Pair:
    """Two people in a room. The delay of a key is the time until the other person has it."""

    def __init__(self, port):
        self.people = [Client(port, "quiet", name) for name in ("ada", "ben")]
        for person in self.people:
            person.hear_until('"welcome"')
        self.number = 0

    def delays(self, seconds):
        delays, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            self.number += 1
            key = text_frame({"n": self.number, "press": "C" if self.number % 8 == 0 else "1"})
            start = time.perf_counter()
            self.people[0].send(key)
            self.people[1].hear_until(f'"n":{self.number},')
            delays.append((time.perf_counter() - start) * 1_000)
            self.people[0].hear_until(f'"n":{self.number},')
            time.sleep(0.035)
        return delays


def attack_until(stop, attack, port):
    for _ in attack(port):
        if stop.is_set():
            return
        time.sleep(0.01)


@contextlib.contextmanager
def attacked(attack, server):
    stop = multiprocessing.Event()
    attacker = multiprocessing.Process(target=attack_until, args=(stop, attack, server.port))
    attacker.start()
    try:
        yield
    finally:
        stop.set()
        attacker.join()


def quantile(values, part):
    return sorted(values)[int(len(values) * part)]


def measure(name, rounds):
    """A row of the table."""
    text, attack = attacks.ALL[name]
    with running_server() as server, running_server() as other:
        pair = Pair(server.port)
        pair.delays(SECONDS)
        before, busy, quiet, loud = server.megabytes(), 0, [], []
        # Alternating spreads the other work of the machine over both measurements. The attacker works all the
        # time, because it shares the machine: against the other server, or against this one.
        for _ in range(rounds):
            with attacked(attack, other):
                pair.delays(WARM_UP)
                quiet += pair.delays(SECONDS)
            with attacked(attack, server):
                pair.delays(WARM_UP)
                start = server.processor_time()
                loud += pair.delays(SECONDS)
                busy += server.processor_time() - start
        pair.delays(60)
        grown = server.megabytes() - before
    ratio = quantile(loud, 0.99) / quantile(quiet, 0.99)
    print(f"| {text} | {ratio:.2f} | {grown:+.1f} MB | {busy / (rounds * SECONDS):.3f} |", flush=True)
    print(f"{name}: p50 {quantile(quiet, 0.5):.2f} and {quantile(loud, 0.5):.2f} ms, "
          f"p99 {quantile(quiet, 0.99):.2f} and {quantile(loud, 0.99):.2f} ms", file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(
        prog="Scripts/attack", description="Measures the effects of attacks on other people and on the server.")
    parser.add_argument("--rounds", type=int, default=8, help="measurements without and with each attack")
    parser.add_argument("--only", metavar="NAME,…", help=f"some of: {', '.join(attacks.ALL)}")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else list(attacks.ALL)
    for name in names:
        if name not in attacks.ALL:
            sys.exit(f"Scripts/attack: unknown attack {name}. See Scripts/attack --help")
    print("| attack | p99 of keys | memory | processor |\n| --- | --- | --- | --- |", flush=True)
    for name in names:
        measure(name, options.rounds)


main()
