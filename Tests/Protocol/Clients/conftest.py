"""Servers and clients. Tests run with both libraries."""

import subprocess

import pytest

from puppets import PROGRAMS, Puppets
from scripted import ScriptedServer
from server import ROOT, Server


@pytest.fixture(scope="session")
def page(tmp_path_factory):
    """A folder with the files for programs, and without a page."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").touch()
    subprocess.run(["bash", "-ec", 'source Scripts/lib/page.sh; assemble_api "$0"/api', folder], check=True, cwd=ROOT)
    return folder


@pytest.fixture(scope="session")
def server(page):
    server = Server(":memory:", "--limits", "none", page=page)
    yield server
    server.stop()


@pytest.fixture(params=PROGRAMS)
def puppets(request):
    puppets = Puppets(request.param)
    yield puppets
    puppets.end()


@pytest.fixture(params=PROGRAMS)
def timeless(request):
    """Clients whose time passes only when a test says so."""
    puppets = Puppets(request.param, PUPPETS_TIME="stopped")
    yield puppets
    puppets.end()


@pytest.fixture
def scripted():
    server = ScriptedServer()
    yield server
    server.end()
