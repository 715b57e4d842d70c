"""Rooms: making, joining, pressing together."""

import re

from playwright.sync_api import expect

from bills import Guest
from server import Server


def test_one_makes_a_room_another_joins_and_both_see_every_key_until_it_is_deleted(person):
    ada, ben = person("Ada"), person("Ben")
    room = ada.make()
    ben.join(room).is_connected()
    ada.press("7 +")
    ben.sees("7", "7 +").press("5 =")
    ada.sees("12", "7 + 5")
    expect(ada.page.locator("#people li")).to_have_text(["Ada · host · you", "Ben"])
    # A line of the tape is recalled, and undone by somebody else.
    ada.press("C")
    line = ben.sees("0").page.get_by_role("button", name="7 + 5 = 12")
    expect(ben.page.locator("#tape small")).to_have_text(re.compile("^Ben "))
    line.click()
    ada.sees("12").page.get_by_role("button", name="Undo").click()
    ben.sees("0")
    # The host deletes the room for everybody, when sure.
    expect(ben.page.get_by_role("button", name="Lesson", exact=True)).to_be_hidden()
    ada.in_lesson("Delete room").takes_clicks("#ask-delete")
    expect(ada.page.locator("#ask-delete")).to_contain_text("This cannot be undone.")
    ada.page.locator("#ask-delete").get_by_role("button", name="Cancel").click()
    ada.page.locator("#lesson .main").click()
    ben.page.get_by_role("button", name="Menu").click()
    ada.press("7").sees("7").deletes_the_room()
    for one in (ada, ben):
        expect(one.page.locator("dialog[open]")).to_have_count(0)
        expect(one.page.locator("#ended-why")).to_have_text(f"{room} was deleted.")
        expect(one.page.locator("#ended-next")).to_contain_text("backups may still have it")
    assert ben.page.request.get(ben.address + f"/rooms/{room}/state").status == 404


def test_a_room_that_is_not_there_is_offered_to_be_made(person):
    ada = person("Ada").go("/rooms/nobody-made-this?make=abacus")
    expect(ada.page.locator("#ended-why")).to_have_text("There is no room nobody-made-this.")
    ada.join("nobody-made-this")
    expect(ada.page.locator("#ended-why")).to_have_text("There is no room nobody-made-this.")
    ada.page.get_by_label("Chain").check()
    ada.page.get_by_role("button", name="Create").click()
    ada.is_connected().press("AC 9").sees("9")
    # The address is the one to give to others.
    expect(ada.page).to_have_url(ada.address + "/rooms/nobody-made-this")


def test_a_keyboard_types(person):
    ada = person()
    ada.make()
    for key in ["1", "2", ",", "5", "*", "2", "Enter"]:
        ada.page.keyboard.press(key)
    ada.sees("25", "12.5 × 2")
    ada.page.keyboard.press("Control+z")
    ada.sees("2", "12.5 ×")
    ada.page.keyboard.press("Control+Shift+z")
    ada.sees("25")
    ada.page.keyboard.press("Escape")
    ada.sees("0")
    # In a field it presses no keys.
    ada.page.locator("#me").click()
    ada.page.locator("#own-name").fill("")
    ada.page.locator("#own-name").press_sequentially("Ada 7")
    ada.page.locator("#own-name").press("Enter")
    expect(ada.page.locator("#people li")).to_have_text(["Ada 7 · host · you"])
    ada.sees("0")


def test_whatever_invites_others_says_where_they_find_the_server(person):
    server = Server(":memory:", "--public-url", "https://calc.school.example")
    ada = person("Ada", server.address, viewport={"width": 1280, "height": 800})
    room = ada.make()
    address = f"https://calc.school.example/rooms/{room}"
    ada.page.get_by_role("button", name="Share").click()
    expect(ada.page.locator("#share-place")).to_have_text("calc.school.example")
    expect(ada.page.locator("#share-link")).to_have_value(address)
    ada.page.get_by_role("button", name="Done").click()
    ada.in_lesson("Host on another device")
    expect(ada.page.locator("#host-link-text")).to_have_value(re.compile(f"^{address}#host=[\\w-]{{24}}$"))
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("Escape")
    guest = Guest(ada).open().type("amount", "90")
    ada.page.get_by_role("button", name="+ Ada").click()
    ada.page.evaluate("() => { navigator.share = async ({ text }) => { window.shared = text; }; }")
    guest.part("send").click()
    ada.page.wait_for_function("window.shared")
    assert ada.page.evaluate("shared").split("\n")[-1] == address
    ada.go(f"/rooms/{room}?view=board").is_connected()
    expect(ada.page.locator("#board-place")).to_have_text("calc.school.example")
    ada.go("/rooms/nobodys?view=board")
    expect(ada.page.locator("#board-next")).to_contain_text("Open calc.school.example and create")
    ada.page.close()
    assert server.stop() == 0


def test_markup_in_names_is_shown_as_text(person):
    name = "<marquee>Eve</marquee>"
    ada, board = person("Ada", viewport={"width": 1280, "height": 800}), person()
    room = ada.make()
    board.go(f"/rooms/{room}?view=board").is_connected()
    ada.is_joined_by(name).write("1 + 1 =")
    expect(ada.page.locator("#people li").last).to_contain_text(name)
    expect(ada.page.locator("#tape small")).to_contain_text(name)
    expect(board.page.locator("#board-keys li > span").last).to_have_text(name)
    ada.page.get_by_role("button", name="Show keys").click()
    expect(ada.page.locator("#tape .caps")).to_contain_text(name)
    ada.page.locator("#undo").click()
    expect(ada.page.locator("#notices")).to_have_text(f"You undid {name}’s =.")
    ada.page.get_by_role("button", name=f"More options for {name}").click()
    expect(ada.page.locator("#ask-person")).to_contain_text(name)
    ada.page.keyboard.press("Escape")
    guest = Guest(ada).open().add_everybody().choose("split", "items").add_item("<marquee>Tea</marquee>", "4")
    guest.claims("Tea", name)
    expect(guest.part("people")).to_contain_text(name)
    expect(guest.part("items")).to_contain_text("<marquee>Tea</marquee>")
    for one in (ada, board):
        expect(one.page.locator("marquee")).to_have_count(0)
    board.go(f"/rooms/{room}?view=replay")
    # The slider works when the event log is loaded.
    expect(board.page.locator("#replay-event")).not_to_be_empty()
    board.page.locator("#replay-place").evaluate(
        "slider => { slider.value = 4; slider.dispatchEvent(new Event('input')); }")
    expect(board.page.locator("#replay-event")).to_contain_text(name)
    expect(board.page.locator("marquee")).to_have_count(0)
