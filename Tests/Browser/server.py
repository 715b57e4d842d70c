"""The server under test, as somebody starts it."""

import os
import re
import signal
import socket
import subprocess
from pathlib import Path

ROOT = next(folder for folder in Path(__file__).resolve().parents if (folder / "Package.swift").is_file())
PAGE = Path(os.environ.get("CALCROOM_PAGE", ROOT / ".build/page"))


class Server:
    """`calcroom serve` on a port that is free, and on the same one when it is started again."""

    def __init__(self, data=":memory:", *arguments, page=PAGE):
        self.data = data
        self.page = page
        self.arguments = arguments
        # While this socket is open, the system gives the port to no other program.
        self.reserved = socket.socket()
        self.reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.reserved.bind(("0.0.0.0", 0))
        self.port = self.reserved.getsockname()[1]
        self.start()

    def start(self):
        program = os.environ.get("CALCROOM", ROOT / ".build/release/calcroom")
        self.process = subprocess.Popen(
            [program, "serve", "--port", str(self.port), "--data", self.data]
            + ["--static", self.page, *self.arguments],
            stdout=subprocess.PIPE,
            text=True,
            # The server refuses settings that it does not know, such as those of the tests.
            env={name: text for name, text in os.environ.items() if not name.startswith("CALCROOM_")},
        )
        assert re.fullmatch(rf"listening on http://.*:{self.port}\n", self.process.stdout.readline())

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
