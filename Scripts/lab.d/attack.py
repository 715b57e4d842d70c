"""Measures what attacks from another address do to other people and to the server: the delay of keys compared with
that while another server is attacked, and the memory and processor time of the server."""

import argparse
import contextlib
import multiprocessing
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import attacks
import checks
import clients
from clients import Client, connect, text_frame

SECONDS, WARM_UP, PAIRS, EVENTS = 2, 0.5, 8, 125_000


class Server:
    def __init__(self, folder, *options):
        page = Path(folder, "page")
        page.mkdir()
        (page / "index.html").write_text("<!doctype html><title>Calcroom</title>")
        (page / "huge.txt").write_bytes(b"0123456789abcdef" * 250_000)
        self.process = subprocess.Popen(
            [os.environ["CALCROOM"], "serve", "--port", "0", "--data", f"{folder}/rooms.db", "--static", page,
             *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        while not (match := re.search(r"https?://[^ ]*:(\d+)", self.process.stdout.readline())):
            if self.process.poll() is not None:
                sys.exit("The server did not start.")
        self.port = int(match[1])

    def megabytes(self):
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * 4_096 / 1e6

    def processor_time(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        if self.process.poll() is not None:
            sys.exit(f"The server ended with status {self.process.returncode}.")
        self.process.terminate()
        self.process.wait()


@contextlib.contextmanager
def running_server(data, *options):
    """A server with a copy of a data file."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(data, Path(folder, "rooms.db"))
        if clients.is_secure:
            options += ("--tls-cert", data.with_name("cert.pem"), "--tls-key", data.with_name("key.pem"))
        server = Server(folder, *options)
        try:
            yield server
        finally:
            server.stop()


def data_file(folder):
    """A data file with a long room."""
    # No limits, so that it takes seconds.
    server = Server(folder, "--limits", "none")
    client = Client(server.port, attacks.LONG_ROOM, "host")
    client.hear_until('"welcome"')
    for number in range(1, EVENTS, 50):
        client.send(text_frame({"n": number, "press": ["1", "2", "+", "3", "="] * 10}))
        client.hear_until(f'"n":{number + 49},')
    server.stop()
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout",
                    Path(folder, "key.pem"), "-out", Path(folder, "cert.pem")], check=True, capture_output=True)
    return Path(folder, "rooms.db")


class Pair:
    """Two people in a room."""

    def __init__(self, port, room):
        self.people = [Client(port, room, name) for name in ("ada", "ben")]
        for person in self.people:
            person.hear_until('"welcome"')
        self.number = 0

    def delay(self):
        """The milliseconds from a key until the other person has it."""
        self.number += 1
        key = text_frame({"n": self.number, "press": "C" if self.number % 8 == 0 else "1"})
        start = time.perf_counter()
        self.people[0].send(key)
        self.people[1].hear_until(f'"n":{self.number},')
        end = time.perf_counter()
        self.people[0].hear_until(f'"n":{self.number},')
        return (end - start) * 1_000


def delays(pairs, seconds):
    """Lets one pair after the other press a key."""
    found, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        for pair in pairs:
            found.append(pair.delay())
            time.sleep(0.004)
    return found


def document_delay(port):
    """The milliseconds until the state of a room that nobody attacks has arrived."""
    start = time.perf_counter()
    with connect(port, "127.0.0.1") as one:
        one.settimeout(60)
        one.sendall(b"GET /rooms/quiet-0/state HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        while one.recv(65_536):
            pass
    return (time.perf_counter() - start) * 1_000


def attack_forever(attack, port):
    # It should take no processor time from the server, since real attackers have their own machines.
    os.nice(19)
    for _ in attack(port):
        time.sleep(0.01)


@contextlib.contextmanager
def attacked(attack, server):
    attacker = multiprocessing.Process(target=attack_forever, args=(attack, server.port))
    attacker.start()
    try:
        yield
    finally:
        # While an attack waits for the server, nobody answers the pings of the pairs.
        attacker.kill()
        attacker.join()


def quantile(rounds, part):
    """The median of all rounds, so that an interruption of the machine in some of them does not count."""
    return statistics.median(sorted(delays)[int(len(delays) * part)] for delays in rounds)


def measure(name, rounds, data):
    """Prints a row of the table. Returns false if the attack locked somebody out."""
    text, attack = attacks.ALL[name]
    clients.is_secure = name in attacks.SECURE
    # People who share a limit with an attacker must share the loop, too.
    options = ["--loops", "1"] if name in checks.ALL else []
    with running_server(data, *options) as server, running_server(data, *options) as other:
        pairs = [Pair(server.port, f"quiet-{number}") for number in range(PAIRS)]
        delays(pairs, SECONDS)
        check = checks.ALL[name](server.port) if name in checks.ALL else None
        before, busy, quiet, loud, documents = server.megabytes(), 0, [], [], []
        # Alternating spreads the other work of the machine over both measurements. The attacker works all the
        # time, because it shares the machine: against the other server, or against this one.
        for _ in range(rounds):
            with attacked(attack, other):
                delays(pairs, WARM_UP)
                quiet.append(delays(pairs, SECONDS))
            with attacked(attack, server):
                delays(pairs, WARM_UP)
                start = server.processor_time()
                loud.append(delays(pairs, SECONDS))
                busy += server.processor_time() - start
                documents.append(document_delay(server.port))
                if check:
                    check.run()
        delays(pairs, 60)
        grown = server.megabytes() - before
    ratio = quantile(loud, 0.99) / quantile(quiet, 0.99)
    print(f"| {text} | {ratio:.2f} | {grown:+.1f} MB | {busy / (rounds * SECONDS):.3f} |", flush=True)
    print(f"{name}: p50 {quantile(quiet, 0.5):.2f} and {quantile(loud, 0.5):.2f} ms, "
          f"p99 {quantile(quiet, 0.99):.2f} and {quantile(loud, 0.99):.2f} ms, "
          f"state {statistics.median(documents):.0f} ms, at most {max(documents):.0f}", file=sys.stderr, flush=True)
    if check:
        text, is_passed = check.result()
        print(f"{name}: {text}", file=sys.stderr, flush=True)
        return is_passed
    return True


def main():
    parser = argparse.ArgumentParser(
        prog="Scripts/lab attack", description=__doc__)
    parser.add_argument("--rounds", type=int, default=16, help="measurements without and with each attack")
    parser.add_argument("--only", metavar="NAME,…", help=f"some of: {', '.join(attacks.ALL)}")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else list(attacks.ALL)
    for name in names:
        if name not in attacks.ALL:
            sys.exit(f"Scripts/lab attack: unknown attack {name}")
    print("| attack | p99 of keys | memory | processor |\n| --- | --- | --- | --- |", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        data = data_file(folder)
        results = [measure(name, options.rounds, data) for name in names]
    if not all(results):
        sys.exit(1)


main()
