"""Every reason for which a server closes, from the table in docs/protocol.md."""

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from server import ROOT

PROTOCOL = (ROOT / "docs/protocol.md").read_text()
CLOSING = PROTOCOL.partition("## Closing")[2].partition("\n## ")[0]
# Code, name, meaning, and "yes" if a client connects again.
ROWS = [(int(code), *rest) for code, *rest in re.findall(r"^\| (\d+) \| `(\w+)` \| (.+) \| (yes|no) \|$", CLOSING, re.M)]
FINAL = [row for row in ROWS if row[3] == "no"]
AGAIN = [row for row in ROWS if row[3] == "yes"]


def test_the_protocol_has_reasons_of_both_kinds():
    assert len(ROWS) == 20 and FINAL and AGAIN


@pytest.mark.parametrize("has_bye", [True, False])
def test_a_final_reason_rejects_a_join(puppets, scripted, has_bye):
    for code, name, meaning, _ in FINAL:
        puppets.join(scripted.address)
        scripted.accept().close(code, meaning, **({"why": name} if has_bye else {}))
        assert puppets.until("rejected") == {"why": name, "code": code, "message": meaning, "willRetry": False}


def test_a_final_reason_ends_a_room(puppets, scripted):
    for code, name, meaning, _ in FINAL:
        if name == "noSuchRoom":
            continue
        puppets.join(scripted.address)
        connection = scripted.welcome()
        puppets.until("joined")
        connection.close(code, meaning, why=name)
        assert puppets.until("closed") == name


class Refusing(BaseHTTPRequestHandler):
    """Answers each request with one sentence and the status that is the room's name."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = b"no rooms here\n"
        self.send_response(int(self.path.rpartition("/")[2]))
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def refusing():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Refusing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/rooms"
    server.shutdown()
    server.server_close()


def test_a_final_http_status_rejects_a_join(puppets, refusing, server):
    for address, status in [(f"{refusing}/403", 403), (f"{refusing}/404", 404), (f"{server.address}/rooms/a%20b", 404)]:
        puppets.join(address)
        error = puppets.until("rejected")
        assert (error["why"], error["code"], error["willRetry"]) == ("refused", status, False)


def test_after_other_http_statuses_a_join_waits(puppets, refusing, server):
    for status in (429, 503):
        puppets.join(f"{refusing}/{status}")
    # The others have answered by then.
    puppets.join(f"{server.address}/rooms/made-later", "ben", make="standard")
    puppets.until("joined", "ben")
    assert not any("rejected" in report for report in puppets.heard)


@pytest.mark.parametrize("has_bye", [True, False])
def test_after_other_reasons_a_client_returns(puppets, scripted, has_bye):
    puppets.join(scripted.address)
    connection = scripted.welcome()
    missing = next(row for row in ROWS if row[1] == "noSuchRoom")
    for code, name, meaning, _ in [*AGAIN, (4999, "holiday" if has_bye else "network", "closed", ""), missing]:
        connection.close(code, meaning, **({"why": name, "retry": 0} if has_bye else {}))
        puppets.until_state("waiting")
        assert puppets.last["why"] == name
        connection = scripted.welcome(last=0)
        puppets.until_state("joined")


def test_a_missing_room_ends_the_deletion_of_a_room(puppets, scripted):
    puppets.join(scripted.address)
    connection = scripted.welcome()
    puppets.until("joined")
    puppets.call("act", action={"delete": True})
    connection.hear()
    connection.close(4004, "no such room", why="noSuchRoom")
    assert puppets.until("closed") == "noSuchRoom"
    assert not any("failed" in report for report in puppets.heard)
