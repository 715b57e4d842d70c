"""A server sends the documents and messages that the descriptions promise."""

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from schemas import DOCUMENTS, FOLDER, ROOT, description, kind, kinds, mistakes, objects, target

sys.path.append(str(ROOT / "Tests/Browser"))
import traffic  # noqa: E402
from handmade import Handmade  # noqa: E402
from server import Server  # noqa: E402

OPEN = description("openapi.json")
KEYS = "1 + 2 = 5 0 * 2"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    page, limits = (tmp_path_factory.mktemp(name) for name in ("page", "limits"))
    (page / "index.html").write_text("<!doctype html>\n")
    subprocess.run([sys.executable, "-B", ROOT / "Scripts/lib/api.py", ROOT / "docs", page / "api"], check=True)
    (limits / "limits").write_text("trafficPerSecond 5000\ntrafficAtOnceMax 30000\nkeysPerSecond 1\n")
    server = Server(":memory:", "--limits", str(limits / "limits"), page=page)
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="module")
def room(server):
    """A room with a line of every kind in its documents. The door is shut in the end."""
    ada = Handmade(server.address, "lesson", "Ada").join(make={"keypad": "standard"}, views=True)
    ben = Handmade(server.address, "lesson", "Ben").join()
    ada.write(KEYS)
    ben.act({"press": "="})
    ben.act({"undo": ben.step})
    for names in (True, False):
        ada.act({"ask": {"text": "12 × 12?", "keypad": "simple"}})
        question = ada.number
        ben.act({"answer": {"question": question, "keys": ["1", "4", "4"]}})
        ada.act({"closeQuestion": question})
        ada.act({"reveal": {"question": question, "names": names}})
        ada.act({"showAnswer": {"question": question, "who": 2}})
    ada.act({"keypad": "formula"})
    ada.act({"type": {"keys": ["1", "/", "3", "="], "of": ada.step}})
    ada.act({"press": "form"})
    ada.act({"bill": {"amount": "95.00"}})
    ada.act({"bill": {"add": 1}})
    ada.act({"door": False})
    yield ada
    for one in (ada, ben):
        one.close()


@pytest.fixture(autouse=True)
def valid_frames():
    yield
    assert traffic.take_mistakes() == []


def response(server, path):
    """The status, the type without its parameters, and the body."""
    try:
        answer = urllib.request.urlopen(server.address + path)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers.get_content_type(), answer.read().decode()


def documented(address, status):
    answer = OPEN["paths"][address]["get"]["responses"][str(status)]
    if "$ref" in answer:
        answer = OPEN["components"]["responses"][target(answer)]
    return answer.get("content", {})


def get(server, address, query="", **parts):
    """The status and the body of a response with a documented status and type."""
    status, kind_of_body, body = response(server, address.format(**parts) + query)
    assert kind_of_body in documented(address, status), (address, status, kind_of_body)
    return status, body


@pytest.mark.parametrize("name, query", [
    ("state", ""), ("log", ""), ("log", "&from=3&count=2&with=snapshot"), ("tape", ""), ("tape", "&before=99&count=1"),
    ("lesson", ""), ("lesson", "&from=5"),
])
def test_the_documents_of_a_room_are_valid(server, room, name, query):
    address = f"/rooms/{{room}}/{name}"
    read = next(frame["read"] for frame in reversed(room.heard) if "read" in frame)
    status, body = get(server, address, f"?read={read}{query}", room="lesson")
    schemas = [content["schema"] for content in documented(address, status).values()]
    assert status == 200 and body
    for line in body.splitlines():
        assert mistakes(json.loads(line), target(schemas[0]), DOCUMENTS) == [], line


def test_the_documents_have_all_members(server, room):
    """Otherwise a part of the schemas would be untested."""
    read = next(frame["read"] for frame in reversed(room.heard) if "read" in frame)
    query = f"?read={read}&from=2&with=snapshot"
    texts = [response(server, f"/rooms/lesson/{name}{query}")[2] for name in ("state", "log", "tape", "lesson")]
    found = {name for text in texts for name in re.findall(r'"(\w+)":', text)}
    promised = {name for part in objects(description(DOCUMENTS)["$defs"]) for name in part.get("properties", {})}
    assert promised - found == {"recall"}


def test_the_tables_and_pictures_of_a_room_have_documented_types(server, room):
    read = next(frame["read"] for frame in reversed(room.heard) if "read" in frame)
    (names,) = [one["schema"]["enum"] for one in OPEN["paths"]["/rooms/{room}/{table}"]["get"]["parameters"]
                if one["name"] == "table"]
    for table in names:
        assert get(server, "/rooms/{room}/{table}", f"?read={read}", room="lesson", table=table)[0] == 200
    assert get(server, "/rooms/{room}/qr.svg", room="lesson")[0] == 200


@pytest.mark.parametrize("name", ["state", "log", "tape", "lesson"])
def test_errors_have_documented_statuses(server, room, name):
    for status, place, query in [(404, "nothing", ""), (400, "lesson", "?from=x"), (403, "lesson", "")]:
        assert get(server, f"/rooms/{{room}}/{name}", query, room=place)[0] == status


def test_the_other_addresses_have_documented_types(server):
    for address in ("/", "/rooms/{room}", "/healthz", "/readyz", "/metrics", "/api/"):
        assert get(server, address, room="any")[0] == 200
    assert get(server, "/rooms/{room}", room="no%20name")[0] == 404
    (names,) = [one["schema"]["enum"] for one in OPEN["paths"]["/api/{file}"]["get"]["parameters"]]
    assert {*names, "package.json"} == {file.name for file in FOLDER.glob("*.json")}
    for name in names:
        status, body = get(server, "/api/{file}", file=name)
        assert (status, json.loads(body)) == (200, description(name))


def test_every_frame_of_a_session_is_valid(server):
    """Together they are all messages of a server."""
    ada = Handmade(server.address, "session", "Ada").join(make={"keypad": "tip", "lock": True}, views=True)
    watcher = Handmade(server.address, "session", "Cleo").join(watch=True)
    watcher.until(lambda frame: "here" in frame)
    ada.press("7 " * 64)
    ada.until(lambda frame: frame.get("events"))
    ada.press("7 " * 64)
    assert ada.until(lambda frame: frame.get("refused"))["why"] == "rate"
    while "throttled" not in watcher.heard[-1]:
        watcher.socket.send('{"alive":1}'.ljust(4_000))
        watcher.until(lambda frame: frame.keys() & {"alive", "throttled"})
    stranger = Handmade(server.address, "nothing", "Ben")
    stranger.ask_in()
    assert stranger.closed() == 4004
    ada.close()
    watcher.close()
    assert {kind(frame, "server") for one in (ada, watcher, stranger) for frame in one.heard} == set(kinds("server"))
