"""The clients of docs/examples, run as a user runs them."""

import functools
import queue
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlencode

from playwright.sync_api import expect

from people import Person
from server import ROOT

FOLDER = ROOT / "docs/examples"
LIMIT = 45


class Terminal:
    """The client in Python. Its output is read line by line, with a limit."""

    def __init__(self, address, name, *keys):
        self.process = subprocess.Popen(
            [sys.executable, FOLDER / "client.py", address, name, *keys],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines = {stream: self._read(getattr(self.process, stream)) for stream in ("stdout", "stderr")}

    @staticmethod
    def _read(stream):
        lines = queue.Queue()
        thread = threading.Thread(target=lambda: [lines.put(line.rstrip("\n")) for line in stream])
        thread.daemon = True
        thread.start()
        return lines

    def prints(self, line):
        """Skips the lines before."""
        while self._next("stdout") != line:
            pass
        return self

    def says(self, words):
        assert self._next("stderr") == words
        return self

    def _next(self, stream):
        try:
            return self.lines[stream].get(timeout=LIMIT)
        except queue.Empty:
            errors = list(self.lines["stderr"].queue)
            raise AssertionError(f"nothing on {stream}, exit status {self.process.poll()}, {errors}") from None

    def ends(self):
        return self.process.wait(timeout=LIMIT)

    def leave(self):
        self.process.kill()
        self.process.wait(timeout=LIMIT)


class OwnPage(Person):
    """The client in JavaScript, on a page of another server."""

    def open(self, room, make=None):
        wanted = {"room": room, "name": self.name} | ({"make": make} if make else {})
        return self.go(f"/client.html?{urlencode(wanted)}")

    def press(self, keys):
        for key in keys.split():
            self.page.get_by_role("button", name=key, exact=True).click()
        return self

    def sees(self, display, expression=None):
        expect(self.page.locator("#display")).to_have_text(display)
        if expression is not None:
            expect(self.page.locator("#expression")).to_have_text(expression)
        return self

    def is_told(self, words):
        expect(self.page.locator("#told")).to_have_text(words)
        return self


class Folder:
    """A file server."""

    def __init__(self):
        class Handler(SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory=str(FOLDER)))
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
