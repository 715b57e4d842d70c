"""Servers that are measured. Each run has one of its own, alone on one core."""

import os
import re
import shutil
import socket
import subprocess
import time

CALCROOM = os.path.abspath(os.environ["CALCROOM"])
FOLDER = ".build/bench"
PEERS = ".build/peers"
# The first core often has the system's own work.
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE = CORES[1 % len(CORES)]
OTHER_CORES = set(CORES) - {SERVER_CORE} or set(CORES)
DATA = f"{FOLDER}/rooms.db"


class Calcroom:
    speaks_plain = False

    def __init__(self, *options):
        self.options = options
        # A file has a thread of its own beside the loop's.
        self.shares_core = DATA in options

    def start(self):
        remove_data()
        self.log = open(f"{FOLDER}/serve.log", "w")
        self.process = start(
            [CALCROOM, "serve", "--host", "127.0.0.1", "--port", "0", "--static", "static",
             *self.options], stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            raise RuntimeError(f"the server did not begin; see {self.log.name}")
        self.port = int(line.rsplit(":", 1)[1])

    def stop(self):
        stop(self.process)
        self.process.stdout.close()
        self.log.close()
        remove_data()


class Peer:
    speaks_plain = True
    shares_core = False

    def __init__(self, *words, pad=0):
        self.words = words
        self.pad = pad

    def start(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        words = [word.format(port=self.port) for word in self.words]
        # It takes a length of 0, or of 10 to 50.
        self.process = start(words, env={**os.environ, "PAD": str(self.pad)},
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        limit = time.monotonic() + 10
        while time.monotonic() < limit:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(f"{words[0]} did not begin")

    def stop(self):
        stop(self.process)


def start(words, **streams):
    return subprocess.Popen(
        words, preexec_fn=lambda: os.sched_setaffinity(0, {SERVER_CORE}), **streams)


def stop(process):
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def remove_data():
    for ending in ["", "-wal", "-shm", "-lock"]:
        if os.path.exists(DATA + ending):
            os.remove(DATA + ending)


def all_servers(peers):
    """By name; those of the peers only as far as they are there."""
    memory = ["--data", ":memory:"]
    servers = {
        "calcroom": Calcroom(*memory, "--limits", "none"),
        "calcroom, durable": Calcroom(
            "--data", DATA, "--durability", "full", "--limits", "none"),
        "calcroom, usual limits": Calcroom(*memory),
    }
    if peers:
        os.makedirs(PEERS, exist_ok=True)
        program = f"{PEERS}/limit"
        subprocess.run(["cc", "-O2", "-o", program, f"{peers}/limit.c", "-lcrypto", "-lm"],
                       check=True)
        servers["limit"] = Peer(program, "{port}")
        servers["limit-coalesce"] = Peer(program, "{port}", "coalesce")
        servers["limit-coalesce, same length"] = Peer(program, "{port}", "coalesce")
        if shutil.which("node") and os.path.isdir("/usr/share/nodejs/ws"):
            servers["node-ws"] = Peer("node", f"{peers}/nodews.js", "{port}")
    return servers


def versions():
    """The processor, its cores, memory and system."""
    model = re.search(r"model name\s*: (.*)", open("/proc/cpuinfo").read())
    memory = int(re.search(r"MemTotal: *(\d+)", open("/proc/meminfo").read())[1])
    name = model[1] if model else os.uname().machine
    return f"{name}, {len(CORES)} cores, {memory / 2**20:.0f} GiB, Linux {os.uname().release}"
