"""The clients of a library, in a process of their own."""

import json
import os
import queue
import subprocess
import sys
import threading
from collections import defaultdict, deque
from pathlib import Path

from server import ROOT

FOLDER = Path(__file__).parent
PROGRAMS = {"JavaScript": ["node", FOLDER / "puppet.mjs"], "Python": [sys.executable, FOLDER / "puppet.py"]}
LIMIT = 20


class Puppets:
    def __init__(self, language, **environment):
        self.language = language
        environment |= os.environ | {"PYTHONPATH": str(ROOT / "docs/api")}
        self.process = subprocess.Popen(
            PROGRAMS[language], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self.reports = queue.Queue()
        self.heard, self.kept = [], defaultdict(deque)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.reports.put(json.loads(line))
        self.reports.put(None)

    def call(self, call, client="ada", **arguments):
        self.process.stdin.write(json.dumps({"call": call, "client": client, **arguments}) + "\n")
        self.process.stdin.flush()

    def join(self, address, client="ada", hurries=True, **options):
        self.call("join", client, address=address, options=options, hurries=hurries)

    def hear(self):
        """The next report."""
        report = self.reports.get(timeout=LIMIT)
        assert report is not None, f"the clients ended with status {self.process.wait()}"
        self.heard.append(report)
        self.last = report
        return report

    def until(self, member, client="ada"):
        """Skips reports of this client until one with this member, which it returns. Reports of other clients are
        kept for later calls."""
        while True:
            if self.kept[client]:
                self.last = self.kept[client].popleft()
            else:
                self.hear()
            if self.last["client"] != client:
                self.kept[self.last["client"]].append(self.last)
            elif member in self.last:
                return self.last[member]

    def settle(self):
        """Waits until the clients have performed all calls."""
        self.call("echo")
        self.until("echo")

    def pass_time(self, seconds):
        """Performs the timers that are due until then."""
        self.call("pass", seconds=seconds)
        self.settle()

    @property
    def state(self):
        """The last state that a client has reported since it joined."""
        return next((report["state"] for report in reversed(self.heard) if "state" in report), "joined")

    def until_state(self, state):
        while self.state != state:
            self.hear()

    def end(self):
        self.process.kill()
        self.process.wait()
