"""How soon the page says that its link is gone, and is current when it is back."""

import time

import pytest
from playwright.sync_api import expect


def seconds(told):
    begun = time.monotonic()
    told()
    return time.monotonic() - begun


def test_U96_a_link_that_is_cut_for_a_second(person, link):
    ada = person(address=link.address)
    ada.make()
    link.cut()
    ada.is_away().press("7").sees("7")
    ada.page.wait_for_timeout(1000)
    link.heal()
    took = seconds(lambda: ada.hears_of_the_network().is_connected())
    print(f"current {took:.2f} s after the link's return from a second")
    assert took < 2
    ada.is_settled()


def test_U96_a_link_that_is_cut_for_a_minute(person, link):
    ada, ben = person("Ada", link.address), person("Ben")
    ada.page.clock.install()
    ben.join(ada.make()).is_connected()
    link.cut()
    ada.is_away()
    for _ in range(12):
        ada.page.clock.fast_forward(5_000)
    ben.press("4 2").is_settled()
    link.heal()
    took = seconds(lambda: ada.hears_of_the_network().is_connected().sees("42"))
    print(f"current {took:.2f} s after the link's return from a minute")
    assert took < 2


@pytest.mark.parametrize("view", ["board", "replay"])
def test_U96_a_board_and_a_replay_hear_of_the_networks_return(person, link, view):
    ada, ben = person("Ada", link.address), person("Ben")
    room = ben.make()
    ada.page.clock.install()
    ben.press("1").is_settled()
    ada.go(f"/rooms/{room}?view={view}")
    shown = expect(ada.page.locator({"board": "#display", "replay": "#replay-count"}[view]))
    shown.to_have_text({"board": "1", "replay": "1 / 3"}[view])
    link.cut()
    for _ in range(12):
        ada.page.clock.fast_forward(5_000)
    ben.press("4 2").is_settled()
    link.heal()
    took = seconds(lambda: (
        ada.hears_of_the_network(),
        shown.to_have_text({"board": "142", "replay": "1 / 5"}[view])))
    print(f"current {took:.2f} s after the link's return from a minute")
    assert took < 2


def test_U96_a_board_says_how_it_stands_with_its_link(person, link):
    ada, board = person("Ada"), person(address=link.address)
    room = ada.make()
    board.go(f"/rooms/{room}?view=board").is_connected().is_told("^Connected$")
    link.swallow()
    ada.press("7").is_settled()
    took = seconds(lambda: board.hears_of_the_network().is_told("^(Checking|Reconnecting)…"))
    print(f"said {took:.2f} s after the board wakes")
    assert took < 4
    expect(board.page.locator("#connection")).to_be_visible()
    board.sees("0")
    link.heal()
    took = seconds(lambda: board.hears_of_the_network().is_connected().is_told("^Connected$").sees("7"))
    print(f"current {took:.2f} s after that")
    assert took < 2


@pytest.mark.parametrize("hint", ["wakes", "presses"])
def test_U96_a_link_that_eats_everything_is_told_of(person, link, hint):
    ada = person(address=link.address)
    ada.make()
    link.swallow()
    if hint == "wakes":
        ada.hears_of_the_network()
    else:
        ada.press("7")
    took = seconds(
        lambda: expect(ada.page.locator("#room")).to_have_attribute("data-current", "false"))
    print(f"said {took:.2f} s after the page {hint}")
    assert took < 4
    link.heal()
    took = seconds(lambda: ada.hears_of_the_network().is_connected())
    assert took < 2
    ada.is_settled().sees("7" if hint == "presses" else "0")
