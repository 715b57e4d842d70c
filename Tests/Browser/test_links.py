"""The page reports that its link is gone, and is current soon after it is back.

With CALCROOM_FULL=1 these times have limits, in seconds.
"""

import time
from contextlib import contextmanager
from copy import copy

from playwright.sync_api import expect

from boards import board_and_host, open_board
from scope import FULL


@contextmanager
def within(seconds):
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < seconds or not FULL


def test_a_room_a_board_and_a_replay_are_current_soon_after_a_minute_without_a_link(person, link, server):
    ada = person("Ada", link.address)
    ben = ada.is_hosted_by("Ben", address=server.address)
    room, replay = copy(ada), copy(ada)
    room.page, replay.page = (ada.context.new_page() for _ in range(2))
    ada.page.clock.install()
    room.go(f"/rooms/{ada.room}").is_connected()
    ben.write("1")
    open_board(ada)
    replay.go(f"/rooms/{ada.room}?view=replay")
    ways = [(room, "#display", "1", "142"), (ada, "#display", "1", "142"), (replay, "#replay-count", "1 / 1", "1 / 3")]
    for one, place, before, _ in ways:
        expect(one.page.locator(place)).to_have_text(before)
    link.cut()
    for one in (room, ada):
        one.is_away()
    # A board offers no keys.
    expect(ada.page.locator("#connection")).not_to_contain_text("keys")
    for _ in range(12):
        ada.page.clock.fast_forward(5_000)
    ben.write("4 2")
    link.heal()
    for one, place, _, after in ways:
        with within(2):
            one.hears_of_the_network()
            expect(one.page.locator(place)).to_have_text(after)


def test_a_board_reports_the_state_of_its_link(person, link, server):
    board, ada = board_and_host(person, server=server.address, address=link.address)
    board.is_told("^Connected$")
    link.swallow()
    ada.write("7")
    with within(4):
        board.hears_of_the_network().is_told("^(Checking|Reconnecting)…")
    expect(board.page.locator("#connection")).to_be_visible()
    board.sees("0")
    link.heal()
    with within(2):
        board.hears_of_the_network().is_connected().is_told("^Connected$").sees("7")


def test_a_dead_link_a_cut_and_a_lost_network_are_reported_until_they_end(person, link):
    ada = person(address=link.address)
    ada.make()
    for hint in (ada.hears_of_the_network, lambda: ada.press("7")):
        link.swallow()
        hint()
        with within(4):
            expect(ada.page.locator("#room")).to_have_attribute("data-current", "false")
        link.heal()
        with within(2):
            ada.hears_of_the_network().is_connected()
    ada.is_settled().sees("7")
    link.cut()
    ada.is_told("Reconnecting… Your keys are kept and sent later.")
    ada.loses_the_network()
    ada.is_told("Offline. Your keys are kept").press("4").sees("74")
    link.heal()
    ada.has_the_network_again().is_told("Connected").is_settled().sees("74")


def test_the_tape_is_complete_if_its_script_came_late_or_a_load_of_it_failed(person, link):
    ada = person("Ada", link.address)
    ada.expected += ("Failed to load resource",)
    ada.make()
    # The first line loads the script.
    link.cut()
    ada.is_away().press("1 + 1 =").sees("2")
    link.heal()
    ada.hears_of_the_network().is_connected().is_settled()
    expect(ada.page.locator("#tape li")).to_contain_text(["1 + 1"])
    ada.make()
    ada.page.route("**/tape.js", lambda route: route.abort(), times=1)
    ada.press("1 + 1 =").sees("2")
    expect(ada.page.locator("#tape li")).to_contain_text(["1 + 1"])
