"""Compares all frames of pages and clients with the schemas of the protocol."""

import sys

from server import ROOT

sys.path.append(str(ROOT / "Tests/Protocol/API"))
from schemas import mistakes_in_frame  # noqa: E402

_mistakes = []


def check(text, sender):
    """Notes the mistakes in a frame from a `client` or a `server`."""
    _mistakes.extend(f"{mistake} in {text}" for mistake in mistakes_in_frame(text, sender))


def listen(page):
    """Checks all frames of a page from now on."""
    def open_socket(socket):
        socket.on("framesent", lambda text: check(text, "client"))
        socket.on("framereceived", lambda text: check(text, "server"))

    page.on("websocket", open_socket)


def take_mistakes():
    """The mistakes since the last call."""
    taken = _mistakes[:]
    _mistakes.clear()
    return taken
