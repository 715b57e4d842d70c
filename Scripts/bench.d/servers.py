"""The measured servers. Each run starts a new one, alone on its cores."""

import os
import re
import resource
import shutil
import socket
import subprocess

CALCROOM = os.path.abspath(os.environ["CALCROOM"])
# The load generator, which is built into the same folder.
LAB = os.path.join(os.path.dirname(CALCROOM), "calcroom-lab")
FOLDER = ".build/bench"
# The first core is used last, since it often runs the system's own work.
CORES = sorted(os.sched_getaffinity(0))
CORES = CORES[1:] + CORES[:1]
DATA = f"{FOLDER}/rooms.db"


# Some trials have more connections than the usual limit of open files.
HARD_LIMIT = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (HARD_LIMIT, HARD_LIMIT))


class Server:
    """A process on some cores, measured from the remaining cores, if any. Everything that is started
    registers its cleanup in `ends`, an ExitStack, so that it also ends after an error."""
    # True if another thread or process of the server uses the core of its event loop.
    shares_core = False

    def __init__(self, *words, cores=1):
        self.words = words
        self.cores = set(CORES[:cores])

    @property
    def other_cores(self):
        return set(CORES) - self.cores or set(CORES)

    def start(self, ends):
        log = ends.enter_context(open(f"{FOLDER}/serve.log", "w"))
        self.process = start(
            self.words, self.cores, ends, stdout=subprocess.PIPE, stderr=log, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            raise RuntimeError(f"the server did not start; see {log.name}")
        self.ports = [int(line.rsplit(":", 1)[1])]


class Calcroom(Server):
    def __init__(self, *options, cores=1):
        super().__init__(CALCROOM, "serve", "--host", "127.0.0.1", "--port", "0",
                         "--static", "static", *options, cores=cores)
        # A file store has a thread besides the event loop's.
        self.shares_core = DATA in options

    def start(self, ends):
        remove_data()
        ends.callback(remove_data)
        super().start(ends)


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
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        words = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "",
                 "--appendonly", "yes", "--appendfsync", "everysec", "--dir", folder]
        redis = start(words, self.redis_cores, ends, stdout=subprocess.PIPE, text=True)
        if not any("Ready to accept connections" in line for line in redis.stdout):
            raise RuntimeError("redis-server did not start")
        nodes = []
        for _ in range(self.count):
            node = Calcroom("--data", f"redis://127.0.0.1:{port}/0", "--limits", "none", "--loops", "1")
            node.cores = self.node_cores
            node.start(ends)
            nodes.append(node)
        self.process = nodes[0].process
        self.ports = [port for node in nodes for port in node.ports]


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


def all_servers():
    """The servers by name."""
    memory = ["--data", ":memory:"]
    broadcast = f"{FOLDER}/broadcast"
    subprocess.run(["cc", "-O2", "-o", broadcast, "Scripts/bench.d/broadcast.c"], check=True)
    servers = {
        "calcroom": Calcroom(*memory, "--limits", "none"),
        "calcroom, durable": Calcroom(
            "--data", DATA, "--durability", "full", "--limits", "none"),
        "limit": Server(broadcast),
        "limit-coalesce": Server(broadcast, "coalesce"),
    }
    for loops in (2, 4, 8):
        # Two loops have a core each. More loops share all cores with the load generator, which
        # changes elapsed time but not processor time.
        if len(CORES) >= 4:
            servers[f"calcroom, {loops} loops"] = Calcroom(
                *memory, "--limits", "none", "--loops", str(loops),
                cores=2 if loops == 2 else len(CORES))
    if shutil.which("redis-server"):
        # One server and Redis have a core each. Two servers, with two threads each, share all
        # cores with the load generator.
        servers["calcroom over Redis"] = OverRedis(1, CORES[:1], CORES[1:2] or CORES)
        servers["two calcrooms over Redis"] = OverRedis(2, CORES, CORES)
    return servers


def versions():
    """The processor, its cores, memory and system."""
    model = re.search(r"model name\s*: (.*)", open("/proc/cpuinfo").read())
    memory = int(re.search(r"MemTotal: *(\d+)", open("/proc/meminfo").read())[1])
    name = model[1] if model else os.uname().machine
    return f"{name}, {len(CORES)} cores, {memory / 2**20:.0f} GiB, Linux {os.uname().release}"
