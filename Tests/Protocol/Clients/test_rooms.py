"""Both libraries with a server."""

import gzip
import itertools
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from server import ROOT, Server

numbers = itertools.count(1)
CLIENT_BYTES_MAX = 8192


@pytest.fixture
def room(server):
    return f"{server.address}/rooms/clients-{next(numbers)}"


@pytest.fixture
def host(puppets, room):
    """Ada, who makes the room, and Ben."""
    puppets.join(room, "ada", name="Ada", make="standard")
    puppets.until("joined", "ada")
    puppets.join(room, "ben", name="Ben")
    assert puppets.until("joined", "ben")["you"] == 2

    def act(**action):
        puppets.call("act", "ada", action=action)
        while not puppets.until("event", "ada").keys() >= action.keys():
            pass
        assert "void" not in puppets.last["event"]

    return act


def test_everybody_sees_keys_views_and_people(puppets, host):
    # Before any key: waiting for the events of keys would skip the list.
    while [person["name"] for person in puppets.until("people", "ada")] != ["Ada", "Ben"]:
        pass
    puppets.call("keys", "ben", keys=["1", "+", "2", "="])
    found = []
    while len(found) < 4:
        if "press" in (event := puppets.until("event", "ada")):
            found.append((event["by"], event["press"]))
    assert found == [(2, "1"), (2, "+"), (2, "2"), (2, "=")]
    while puppets.until("view", "ada")["display"] != "3":
        pass


def test_void_actions_have_a_reason(puppets, host):
    host(lock=True)
    puppets.call("press", "ben", key="7", id=1)
    assert puppets.until("failed", "ben") == {"press": "7"} and puppets.last["why"] == "locked"
    assert puppets.until("id", "ben") == 1 and puppets.last["why"] == "locked"


def test_a_deleted_room_ends_for_everybody(puppets, host):
    puppets.call("act", "ada", action={"delete": True})
    ends = {}
    while len(ends) < 2:
        report = puppets.hear()
        assert "failed" not in report
        if "closed" in report:
            ends[report["client"]] = report["closed"]
    assert ends == {"ada": "deleted", "ben": "deleted"}


def test_clients_return_to_a_server_that_starts_again(puppets, page, tmp_path):
    server = Server(tmp_path / "rooms.db", page=page)
    puppets.join(f"{server.address}/rooms/a", name="Ada", make="standard")
    puppets.until("joined")
    assert server.stop() == 0
    puppets.until_state("waiting")
    assert puppets.last["why"] == "restart"
    puppets.call("press", key="7", id=1)
    server.start()
    assert puppets.until("id") == 1 and "why" not in puppets.last
    assert server.stop() == 0


def fetched(server, name):
    with urllib.request.urlopen(f"{server.address}/api/{name}") as response:
        return response.headers, response.read()


def test_every_server_has_the_libraries(server):
    for name in ("calcroom.js", "calcroom.d.ts", "calcroom.py"):
        headers, content = fetched(server, name)
        assert headers["Access-Control-Allow-Origin"] == "*" and headers["Cache-Control"] == "no-cache"
        if name != "calcroom.js":
            assert content == (ROOT / "docs/api" / name).read_bytes()
    size = len(gzip.compress(fetched(server, "calcroom.js")[1], 9))
    print(f"calcroom.js: {size} bytes")
    assert size <= CLIENT_BYTES_MAX


def test_deno_imports_the_library_from_a_server_with_its_types(server, room, tmp_path):
    deno = shutil.which("deno", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    script = f"""
        import {{ join }} from "{server.address}/api/calcroom.js";
        const room = await join("{room}", {{ name: "Deno", make: "standard" }});
        // @ts-expect-error: no such state
        const [event] = room.state === "asleep" ? [] : await room.press("7");
        console.log(event?.press, room.view.display);
        room.leave();
    """
    (tmp_path / "script.ts").write_text(script)
    run = subprocess.run(
        [deno, "run", "--quiet", "--check", "--allow-net", "--allow-import", "script.ts"], cwd=tmp_path, text=True,
        capture_output=True, env=os.environ | {"DENO_DIR": str(tmp_path), "NO_COLOR": "1"})
    assert (run.stdout, run.stderr) == ("7 7\n", "")
