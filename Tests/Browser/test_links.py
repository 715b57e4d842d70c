"""The page reports that its link is gone, and is current soon after it is back.

With CALCROOM_FULL=1 these times have limits, in seconds.
"""

import time
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from boards import board_of
from scope import FULL


@contextmanager
def within(seconds):
    begun = time.monotonic()
    yield
    took = time.monotonic() - begun
    print(f"took {took:.2f} s, of at most {seconds}")
    assert took < seconds or not FULL


def test_U96_a_link_that_is_cut_for_a_minute(person, link, server):
    ada = person("Ada", link.address)
    ada.page.clock.install()
    ada.make()
    ben = ada.is_joined_by("Ben", server.address)
    link.cut()
    ada.is_away()
    for _ in range(12):
        ada.page.clock.fast_forward(5_000)
    ben.write("4 2")
    link.heal()
    with within(2):
        ada.hears_of_the_network().is_connected().sees("42")


@pytest.mark.parametrize("view", ["board", "replay"])
def test_U96_a_board_and_a_replay_hear_of_the_networks_return(person, link, view):
    ada, ben = person("Ada", link.address), person("Ben")
    room = ben.make()
    ada.page.clock.install()
    ben.press("1").is_settled()
    ada.go(f"/rooms/{room}?view={view}")
    shown = expect(ada.page.locator({"board": "#display", "replay": "#replay-count"}[view]))
    shown.to_have_text({"board": "1", "replay": "1 / 1"}[view])
    if view == "board":
        ada.page.locator("#board-picture[src]").wait_for()
    link.cut()
    for _ in range(12):
        ada.page.clock.fast_forward(5_000)
    ben.press("4 2").is_settled()
    link.heal()
    with within(2):
        ada.hears_of_the_network()
        shown.to_have_text({"board": "142", "replay": "1 / 3"}[view])


def test_U96_a_board_reports_the_state_of_its_link(person, link):
    ada = person("Ada")
    board = board_of(person, ada.make(), address=link.address).is_connected().is_told("^Connected$")
    link.swallow()
    ada.press("7").is_settled()
    with within(4):
        board.hears_of_the_network().is_told("^(Checking|Reconnecting)…")
    expect(board.page.locator("#connection")).to_be_visible()
    board.sees("0")
    link.heal()
    with within(2):
        board.hears_of_the_network().is_connected().is_told("^Connected$").sees("7")


@pytest.mark.parametrize("hint", ["wakes", "presses"])
def test_U96_a_dead_link_is_reported(person, link, hint):
    ada = person(address=link.address)
    ada.make()
    link.swallow()
    if hint == "wakes":
        ada.hears_of_the_network()
    else:
        ada.press("7")
    with within(4):
        expect(ada.page.locator("#room")).to_have_attribute("data-current", "false")
    link.heal()
    with within(2):
        ada.hears_of_the_network().is_connected()
    ada.is_settled().sees("7" if hint == "presses" else "0")


def test_the_tape_is_complete_if_its_script_came_late(person, link):
    ada = person("Ada", link.address)
    ada.make()
    # The first line loads the script.
    link.cut()
    ada.is_away().press("1 + 1 =").sees("2")
    link.heal()
    ada.hears_of_the_network().is_connected().is_settled()
    expect(ada.page.locator("#tape li")).to_contain_text(["1 + 1"])


def test_the_tape_is_drawn_if_a_load_of_its_script_fails(person):
    ada = person("Ada")
    ada.expected += ("Failed to load resource",)
    ada.make()
    ada.page.route("**/tape.js", lambda route: route.abort(), times=1)
    ada.press("1 + 1 =").sees("2")
    expect(ada.page.locator("#tape li")).to_contain_text(["1 + 1"])
