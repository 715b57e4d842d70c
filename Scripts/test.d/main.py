"""The parts of Scripts/test: their commands, their dependencies, and the report."""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import results

ROOT = next(folder for folder in Path(__file__).resolve().parents if (folder / "Package.swift").is_file())
WORK = ROOT / ".build/test"
LOGS = WORK / "logs"
PROGRAMS = WORK / "release"
MODULES = ROOT / ".build/wasm"
PYTHON = ROOT / ".build/browser/bin/python"
# SharedRoomTests writes random frames here, and the part `api` checks them.
FRAMES = LOGS / "frames"

# Compressed sizes in bytes: the module that every visit loads, and those that a bill and the editor add.
MODULE_BYTES_MAX = {"BrowserReplica": 122_000, "BrowserBill": 29_500, "BrowserEditor": 61_500}

# Scripts/serve builds with other options, so the tests have a scratch folder of their own.
OPTIONS = ["--configuration", "release", "-Xswiftc", "-enable-testing", "-Xswiftc", "-warnings-as-errors"]
BUILD = ["swift", "build", "--scratch-path", WORK, *OPTIONS]
TESTS = PROGRAMS / "calcroomPackageTests.xctest"

# Tasks that run at the same time. Builds and browser tests are extra: they take longest and start first. Browser
# tests leave the processors to the build, since Swift tests, which wait for it, wait a lot themselves. Each task runs
# one test after the other, and some tests wait.
TASKS_AT_ONCE = 1 + (os.cpu_count() or 2)


@dataclass
class Task:
    """Commands that run one after the other. They start when the needed tasks have passed, and those of the
    last task when all others have ended."""

    name: str
    commands: list
    part: str = ""
    needs: tuple = ()
    environment: dict = field(default_factory=dict)
    minutes_max: int = 20
    is_build: bool = False
    niceness: int = 0
    is_only_in_full: bool = False
    is_last: bool = False
    counter: Callable = results.of_commands
    report: Path | None = None
    status: str = ""
    seconds: float = 0
    processor_seconds: float = 0

    @property
    def log(self):
        return LOGS / f"{self.name}.log"


def node_tests(pattern):
    """Runs the tests in the files of a pattern. Without names, Node.js would look for tests itself."""
    found = sorted(ROOT.glob(pattern))
    assert found, f"{pattern} matches no file"
    return ["node", "--test", "--test-reporter=spec", *found]


NODE_COUNTER = results.of_output(r"^ℹ pass (\d+)$")


def swift_targets():
    """The test targets, slowest first."""
    slow = ["RoomStoreTests", "SimulatorTests", "RoomServerTests", "WebServerTests", "CommandTests"]
    names = sorted(re.findall(r'\.testTarget\(\s*name: "(\w+)"', (ROOT / "Package.swift").read_text()))
    assert names, "Package.swift has no test target"
    return [name for name in slow if name in names] + [name for name in names if name not in slow]


def swift_task(target):
    report = LOGS / f"{target}.xml"
    run = [TESTS, "--testing-library", "swift-testing", "--filter", f"^{target}\\.", "--no-parallel",
           "--xunit-output", report]
    environment = {"CALCROOM_FRAMES": FRAMES} if target == "SharedRoomTests" else {}
    return Task(target, [run], part="swift", needs=("tests",), environment=environment,
                counter=results.of_xml, report=report)


def sanitizer_task(kind):
    """The tests of server and store on a build that checks each access to memory. It is many times
    slower, so tests that kill programs, fill disks or damage files are left out."""
    environment = {"LSAN_OPTIONS": f"suppressions={ROOT}/Scripts/lib/leaks.txt:print_suppressions=0",
                   "TSAN_OPTIONS": f"suppressions={ROOT}/Scripts/lib/races.txt:print_suppressions=0",
                   "CALCROOM_FULL": "0"}
    targets = ["WebServerTests", "RoomServerTests", "RoomStoreTests"]
    assert set(targets) <= set(swift_targets())
    run = ["swift", "test", "--disable-xctest", "--no-parallel", *OPTIONS, "--sanitize", kind,
           "--scratch-path", ROOT / f".build/sanitize-{kind}", "--filter", f"^({'|'.join(targets)})\\."]
    for name in ("when a fault ends the program", "Machine", "Balancer", "Damage", "PowerCut", "FullDisk", "Kill"):
        run += ["--skip", name]
    return Task(f"{kind}-sanitizer", [run], environment=environment, is_only_in_full=True,
                counter=results.of_output(r"Test run with (\d+) tests.* passed"))


def golden(name, *player):
    return ["python3", "Scripts/test.d/golden.py", f"Tests/Golden/{name}.txt", *player]


GOLDEN = ("numbers", "forms", "keys", "editor", "room")


def all_tasks(is_full):
    player, module = PROGRAMS / "GoldenPlayer", MODULES / "GoldenPlayer.wasm"
    programs = {"CALCROOM": PROGRAMS / "calcroom", "CALCROOM_LAB": PROGRAMS / "calcroom-lab"}
    browser_report, benchmarks_report, api_report, clients_report = [
        LOGS / f"{name}.xml" for name in ("browser", "benchmarks", "api", "clients")]
    browser = [PYTHON, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider"]
    tasks = [
        Task("programs", [[*BUILD, "--product", name] for name in ("calcroom", "calcroom-lab")],
             is_build=True),
        Task("tests", [[*BUILD, "--build-tests", "--disable-xctest"]], needs=("programs",), is_build=True),
        Task("modules", [["Scripts/lib/wasm", "BrowserReplica", "BrowserBill", "BrowserEditor", "GoldenPlayer"]],
             is_build=True),
        Task("assembled-page", [["bash", "-ec", "source Scripts/lib/page.sh; assemble_page"]],
             needs=("modules",), is_build=True),
        Task("format", [["Scripts/format", "--check"]]),
        Task("page", [*(["tsc", "-p", f"Tests/Page/{name}.json", "--incremental",
                         "--tsBuildInfoFile", WORK / f"{name}.tsbuildinfo"]
                        for name in ("jsconfig", "jsconfig.worker")),
                      node_tests("Tests/Page/*.test.mjs")],
             counter=NODE_COUNTER),
        Task("docs", [["python3", "-m", "unittest", "discover", "-s", "Tests/Repository"]],
             needs=("programs",), environment=programs, counter=results.of_output(r"^Ran (\d+) tests")),
        Task("api", [[PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", *written_to(api_report),
                      "Tests/Protocol/API"]],
             needs=("programs", "SharedRoomTests"), environment={**programs, "CALCROOM_FRAMES": FRAMES},
             counter=results.of_xml, report=api_report),
        Task("browser", [[*browser, "-n", "3", *(["-m", "not benchmark"] if is_full else []),
                          *written_to(browser_report), "Tests/Browser"]],
             needs=("programs", "assembled-page"), niceness=5,
             environment={"CALCROOM": PROGRAMS / "calcroom"}, counter=results.of_xml,
             report=browser_report),
        Task("clients", [[PYTHON, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-n", "2",
                          *written_to(clients_report), "Tests/Protocol/Clients"]],
             needs=("programs",), environment=programs, counter=results.of_xml, report=clients_report),
        *map(swift_task, swift_targets()),
        Task("wasm", [*(["python3", "Scripts/test.d/module.py", MODULES / f"{name}.wasm", size]
                        for name, size in MODULE_BYTES_MAX.items()),
                      *(golden(name, player) for name in GOLDEN),
                      *(golden(name, "wasmkit", "run", module) for name in GOLDEN)],
             needs=("tests", "modules")),
        Task("page-with-engine", [node_tests("Tests/Page/engine/*.test.mjs")], part="wasm", needs=("modules",),
             counter=NODE_COUNTER),
        Task("oracle", [["Tests/Oracle/oracle", "--scale", 1 if is_full else 0.004]], needs=("tests",),
             environment={"PLAYER": player}),
    ]
    tasks += [
        Task("simulate", [[PROGRAMS / "calcroom-lab", "simulate", "--seeds", 2000, "--steps", 2000]],
             needs=("programs",), is_only_in_full=True),
        *map(sanitizer_task, ("thread", "address")),
        Task("benchmarks", [[*browser, "-m", "benchmark", *written_to(benchmarks_report), "Tests/Browser"]],
             needs=("programs", "assembled-page"),
             environment={"CALCROOM": PROGRAMS / "calcroom", "CALCROOM_FULL": "1"}, is_only_in_full=True,
             is_last=True, counter=results.of_xml, report=benchmarks_report),
    ]
    for task in tasks:
        task.part = task.part or task.name
        task.minutes_max *= 8 if is_full else 1
    return tasks


def written_to(report):
    """Options of pytest for a report that includes the output of the tests."""
    return [f"--junit-xml={report}", "-o", "junit_logging=system-out"]


def chosen(tasks, parts, is_full):
    """The tasks of the named parts, or of the whole run, with the tasks that they need."""
    known = {name for task in tasks for name in (task.part, task.name)}
    unknown = [part for part in parts if part not in known]
    if unknown:
        sys.exit(f"Scripts/test: unknown part {unknown[0]}. See Scripts/test --help")
    if parts:
        wanted = {task.name for task in tasks if task.part in parts or task.name in parts}
    else:
        wanted = {task.name for task in tasks if is_full or not task.is_only_in_full}
    by_name = {task.name: task for task in tasks}
    while needed := {need for name in wanted for need in by_name[name].needs} - wanted:
        wanted |= needed
    return [task for task in tasks if task.name in wanted]


class Runner:
    def __init__(self, tasks, is_full):
        self.tasks = tasks
        self.by_name = {task.name: task for task in tasks}
        self.changed = threading.Condition()
        self.processes = set()
        self.slots = threading.Semaphore(TASKS_AT_ONCE)
        self.environment = os.environ | ({"CALCROOM_FULL": "1"} if is_full else {})

    def run(self):
        threads = [threading.Thread(target=self._run, args=[task], daemon=True) for task in self.tasks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def stop(self):
        for process in list(self.processes):
            os.killpg(process.pid, signal.SIGKILL)

    def _run(self, task):
        awaited = [other for other in self.tasks
                   if other.name in task.needs or task.is_last and other is not task]
        with self.changed:
            self.changed.wait_for(lambda: all(other.status for other in awaited))
            missing = [name for name in task.needs if self.by_name[name].status != "ok"]
        if missing:
            return self._end(task, "failed", 0, f"not run, because {missing[0]} failed")
        if task.is_build or task.part == "browser":
            return self._run_now(task)
        with self.slots:
            self._run_now(task)

    def _run_now(self, task):
        start = time.monotonic()
        environment = self.environment | {name: str(value) for name, value in task.environment.items()}
        reason = ""
        with open(task.log, "wb") as log:
            for command in task.commands:
                reason = self._fails([str(word) for word in command], environment, log, task)
                if reason:
                    break
        self._end(task, "failed" if reason else "ok", time.monotonic() - start, reason)

    def _fails(self, command, environment, log, task):
        """Runs a command. Returns the reason of its failure, or an empty text."""
        try:
            process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, process_group=0)
        except OSError as error:
            return str(error)
        os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + task.niceness)
        self.processes.add(process)
        limit = threading.Timer(task.minutes_max * 60, os.killpg, [process.pid, signal.SIGKILL])
        limit.daemon = True
        limit.start()
        # Unlike Popen.wait, this has the processor time of the command and of all programs that it waited for.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status = os.waitstatus_to_exitcode(status)
        self.processes.discard(process)
        task.processor_seconds += usage.ru_utime + usage.ru_stime
        if limit.finished.is_set():
            return f"stopped after {task.minutes_max} minutes"
        limit.cancel()
        return f"{Path(command[0]).name} ended with status {status}" if status else ""

    def _end(self, task, status, seconds, reason):
        with self.changed:
            task.status, task.seconds = status, seconds
            print(f"{status:8}{task.name:24}{seconds:6.0f} s   {reason}".rstrip(), flush=True)
            if reason and task.log.exists():
                print(results.excerpt(task), flush=True)
            self.changed.notify_all()


def main():
    parts = dict.fromkeys(task.part for task in all_tasks(is_full=False) if not task.is_build)
    parser = argparse.ArgumentParser(
        prog="Scripts/test", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Runs the checks of the project and reports every part that fails.",
        epilog=f"parts: {', '.join(parts)},\n"
               "or one Swift target, such as RoomStoreTests\n"
               f"Logs are in {LOGS.relative_to(ROOT)}.")
    parser.add_argument("parts", nargs="*", metavar="PART", help="parts to run (default: all)")
    parser.add_argument("--full", action="store_true",
                        help="the long version, for releases: adds simulate, sanitizers, all browsers,"
                        " full repetition counts and time limits")
    options = parser.parse_args()

    tasks = chosen(all_tasks(options.full), options.parts, options.full)
    if not any(map(shutil.which, ["chromium-headless-shell", "chromium", "google-chrome"])):
        print("NOT RUN: browser, since Chromium is not installed")
        tasks = [task for task in tasks if task.part != "browser"]
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    FRAMES.mkdir()
    runner = Runner(tasks, options.full)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    start = time.monotonic()
    try:
        runner.run()
    finally:
        runner.stop()
    sys.exit(results.report(tasks, WORK / "times.txt", time.monotonic() - start))


main()
