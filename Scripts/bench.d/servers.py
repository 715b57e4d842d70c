"""The measured servers. Each run starts a new one, alone on its cores."""

import os
import re
import shutil
import socket
import subprocess
import time

CALCROOM = os.path.abspath(os.environ["CALCROOM"])
# The load generator, which is built into the same folder.
LAB = os.path.join(os.path.dirname(CALCROOM), "calcroom-lab")
FOLDER = ".build/bench"
PEERS = ".build/peers"
# The first core is used last, since it often runs the system's own work.
CORES = sorted(os.sched_getaffinity(0))
CORES = CORES[1:] + CORES[:1]
DATA = f"{FOLDER}/rooms.db"


class Server:
    """A process on some cores, measured from the remaining cores, if any. Everything that is started
    registers its cleanup in `ends`, an ExitStack, so that it also ends after an error."""
    speaks_plain = False
    cores = set(CORES[:1])
    # True if another thread or process of the server uses the core of its event loop.
    shares_core = False

    @property
    def other_cores(self):
        return set(CORES) - self.cores or set(CORES)

    @property
    def urls(self):
        return [f"ws://127.0.0.1:{self.port}"]


class Calcroom(Server):
    def __init__(self, *options, cores=1):
        self.options = options
        self.cores = set(CORES[:cores])
        # A file store has a thread besides the event loop's.
        self.shares_core = DATA in options

    def start(self, ends):
        remove_data()
        ends.callback(remove_data)
        log = ends.enter_context(open(f"{FOLDER}/serve.log", "w"))
        self.process = start(
            [CALCROOM, "serve", "--host", "127.0.0.1", "--port", "0", "--static", "static",
             *self.options], self.cores, ends, stdout=subprocess.PIPE, stderr=log, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            raise RuntimeError(f"the server did not start; see {log.name}")
        self.port = int(line.rsplit(":", 1)[1])


class OverRedis(Server):
    """Some servers with one Redis, which syncs its log every second."""
    shares_core = True

    def __init__(self, count, redis_cores, node_cores):
        self.count, self.redis_cores, self.node_cores = count, set(redis_cores), set(node_cores)
        self.cores = self.redis_cores | self.node_cores

    def start(self, ends):
        folder = f"{FOLDER}/redis"
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        port = free_port()
        words = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "",
                 "--appendonly", "yes", "--appendfsync", "everysec", "--dir", folder]
        start(words, self.redis_cores, ends, stdout=subprocess.DEVNULL)
        await_port(port, "redis-server")
        url = f"redis://127.0.0.1:{port}/0"
        self.nodes = []
        for _ in range(self.count):
            node = Calcroom("--data", url, "--limits", "none", "--loops", "1")
            node.cores = self.node_cores
            node.start(ends)
            self.nodes.append(node)
        self.process = self.nodes[0].process

    @property
    def urls(self):
        return [url for node in self.nodes for url in node.urls]


class Peer(Server):
    speaks_plain = True

    def __init__(self, *words, pad=0):
        self.words = words
        self.pad = pad

    def start(self, ends):
        self.port = free_port()
        words = [word.format(port=self.port) for word in self.words]
        # The program accepts a padding of 0 or of 10 to 50 bytes.
        self.process = start(words, self.cores, ends, env={**os.environ, "PAD": str(self.pad)},
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await_port(self.port, words[0])


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def await_port(port, program):
    limit = time.monotonic() + 10
    while time.monotonic() < limit:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"{program} did not start")


def start(words, cores, ends, **streams):
    process = subprocess.Popen(words, preexec_fn=lambda: os.sched_setaffinity(0, cores), **streams)
    ends.enter_context(process)
    ends.callback(stop, process)
    return process


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
    """The servers by name, with those of --peers that are available."""
    memory = ["--data", ":memory:"]
    servers = {
        "calcroom": Calcroom(*memory, "--limits", "none"),
        "calcroom, durable": Calcroom(
            "--data", DATA, "--durability", "full", "--limits", "none"),
        "calcroom, usual limits": Calcroom(*memory),
    }
    for loops in (2, 4, 8):
        options = [*memory, "--limits", "none", "--loops", str(loops)]
        # Two loops have a core each. More loops share all cores with the load generator, which
        # changes elapsed time but not processor time.
        if len(CORES) >= 4:
            servers[f"calcroom, {loops} loops"] = Calcroom(
                *options, cores=2 if loops == 2 else len(CORES))
    if shutil.which("redis-server"):
        # One server and Redis have a core each. Two servers, with two threads each, share all
        # cores with the load generator.
        servers["calcroom over Redis"] = OverRedis(1, CORES[:1], CORES[1:2] or CORES)
        servers["two calcrooms over Redis"] = OverRedis(2, CORES, CORES)
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
