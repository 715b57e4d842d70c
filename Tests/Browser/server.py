"""The server under test, as somebody starts it."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = Path(os.environ.get("CALCROOM_PAGE", ROOT / ".build/page"))


class Server:
    """`calcroom serve` on a port that is free, and on the same one when it is started again."""

    def __init__(self, data=":memory:", *arguments, page=PAGE):
        self.data = data
        self.page = page
        self.arguments = arguments
        self.port = 0
        self.start()

    def start(self, retries=50):
        program = os.environ.get("CALCROOM", ROOT / ".build/release/calcroom")
        self.process = subprocess.Popen(
            [program, "serve", "--port", str(self.port), "--data", self.data]
            + ["--static", self.page, *self.arguments],
            stdout=subprocess.PIPE,
            text=True,
            # The server refuses settings that it does not know, such as those of the tests.
            env={name: text for name, text in os.environ.items() if not name.startswith("CALCROOM_")},
        )
        first_line = self.process.stdout.readline()
        if not first_line and self.port and retries > 0:
            # Ports are shared with all programs of the machine, which may take it for a moment.
            self.process.wait(timeout=20)
            time.sleep(0.2)
            return self.start(retries - 1)
        self.port = int(re.fullmatch(r"listening on http://.*:(\d+)\n", first_line)[1])

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def kill(self):
        """Ends it without a word."""
        self.process.kill()
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def stop(self):
        """Asks it to end, and gives its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=20)
        finally:
            self.process.kill()
            self.process.stdout.close()
