"""The page of docs/examples, on a server of its own."""

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlencode

from playwright.sync_api import expect

from people import Person
from server import ROOT

FOLDER = ROOT / "docs/examples"


class OwnPage(Person):
    def open(self, room):
        return self.go(f"/page.html?{urlencode({'room': room})}")

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
        expect(self.page.locator("#message")).to_have_text(words)
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
