"""Keys survive dead links, restarted servers and reloaded pages."""

import pytest
from playwright.sync_api import expect

from server import Server


def test_U65_a_page_comes_back_when_the_server_does(person, own_server):
    ada, ben = person("Ada", own_server.address), person("Ben", own_server.address)
    ben.page.clock.install()
    ben.join(ada.make()).is_connected()
    assert own_server.stop() == 0
    ada.is_away().press("4 2").sees("42")
    own_server.start()
    # The server keeps rooms in memory. The page that made the room makes it again, and the new room
    # knows nothing of its pen, so the keys are offered.
    ada.is_connected()
    ada.page.get_by_role("button", name="Use 42").click()
    ada.is_settled().sees("42")
    # Ben may have come back before it was made again: then he asks again a minute later.
    ben.page.clock.fast_forward(60_000)
    ben.is_connected().sees("42").press("+")
    ada.sees("42", "42 +")


def test_U65_U66_a_server_that_is_killed_loses_no_key(person, tmp_path):
    server = Server(data=tmp_path / "rooms.db")
    ada, ben = person("Ada", server.address), person("Ben", server.address)
    ben.join(ada.make()).is_connected()
    ada.press("1 2 +").is_settled()
    server.kill()
    ada.is_away().press("3 0").sees("30")
    server.start()
    ada.hears_of_the_network().is_connected().is_settled()
    ben.hears_of_the_network().is_connected().sees("30", "12 +").press("=")
    ada.sees("42", "12 + 30")
    assert server.stop() == 0


def test_U65_guests_go_on_without_the_host_of_a_lost_room(person, own_server):
    ada, ben, cleo = (person(name, own_server.address) for name in ("Ada", "Ben", "Cleo"))
    room = ada.make("Standard")
    ben.join(room).is_connected().choose("Tip")
    cleo.page.clock.install()
    cleo.join(room).is_connected().press("8 5").is_settled()
    ada.leave()
    assert own_server.stop() == 0
    own_server.start()
    for one in (ben, cleo):
        expect(one.page.locator("#gone")).to_be_visible()
        one.sees("85")
    ben.page.get_by_role("button", name="Create again").click()
    ben.is_connected().sees("0").press("1 2 tip20").sees("2.40")
    expect(ben.page.locator("#people li")).to_have_text(["Ben · host · you"])
    cleo.page.clock.fast_forward(60_000)
    cleo.is_connected().sees("2.40")
    expect(cleo.page.locator("#gone")).to_be_hidden()
    expect(cleo.page.locator("#people li")).to_have_text(["Ben · host", "Cleo · you"])


def test_U65_U66_a_link_that_died_silently_is_found_and_keys_arrive_once(person, link):
    ada, ben = person("Ada", link.address), person("Ben")
    ben.join(ada.make()).is_connected()
    link.swallow()
    ada.press("1 2 3 +")
    ada.sees("123", "123 +")
    ada.hears_of_the_network().is_away()
    ben.sees("0")
    link.heal()
    ada.hears_of_the_network().is_connected().is_settled()
    ben.sees("123", "123 +").press("4 =")
    ada.sees("127", "123 + 4")


def test_U65_a_dead_link_is_found_without_any_hint(person, link, server):
    ada = person(address=link.address)
    ada.page.clock.install()
    ada.make()
    ben = ada.is_joined_by("Ben", server.address)
    link.swallow()
    ben.write("9")
    # Long enough for a heartbeat, and for its reply to be missed.
    for _ in range(12):
        ada.page.clock.fast_forward(5_000)
    ada.is_away()
    link.heal()
    for _ in range(12):
        ada.page.clock.fast_forward(5_000)
    ada.is_connected().sees("9")


def test_U66_keys_survive_a_reload_while_away(person, link):
    ada, ben = person(address=link.address), person()
    room = ada.make()
    ben.join(room).is_connected()
    link.swallow()
    ada.press("5 5").sees("55")
    link.heal()
    ada.page.reload()
    ada.is_connected().is_settled().sees("55")
    ben.sees("55")


def has_a_tape(ada):
    """The page has loaded the part that draws the tape, which it could not load offline."""
    ada.press("1 + 1 = C").is_settled()
    expect(ada.page.locator("#tape li")).to_have_count(1)


def types_offline(ada, ben, link, keys):
    """Ben changes the calculator while Ada types without a connection."""
    link.cut()
    ada.is_away()
    ada.press(keys)
    ben.press("C 8").sees("8")
    link.heal()
    ada.hears_of_the_network().is_connected()


@pytest.mark.parametrize(
    ("answer", "display"), [("Discard", "8"), ("Use 84", "84")], ids=["discard", "use"]
)
def test_U67_keys_that_were_typed_offline_are_offered(person, link, answer, display):
    ada, ben = person(address=link.address), person()
    ben.join(ada.make()).is_connected()
    has_a_tape(ada)
    ada.press("1 2 +").is_settled()
    types_offline(ada, ben, link, "3 0 = * 2 =")
    expect(ada.page.locator("#offer")).to_contain_text("You calculated 84 while offline.")
    expect(ada.page.locator("#offer-keys")).to_have_text("3 0 = × 2 =")
    ada.sees("8")
    ben.sees("8")
    ada.page.reload()
    ada.is_connected()
    expect(ada.page.locator("#offer")).to_contain_text("84")
    ada.page.get_by_role("button", name=answer, exact=True).click()
    ada.is_settled().sees(display)
    expect(ada.page.locator("#offer")).to_be_hidden()
    ben.sees(display)
    ada.page.reload()
    ada.is_connected().sees(display)
    expect(ada.page.locator("#offer")).to_be_hidden()


def test_a_locked_participant_keeps_an_offered_result_privately(person, link):
    ada, ben = person(address=link.address), person()
    ada.join(ben.make()).is_connected()
    has_a_tape(ada)
    link.cut()
    ada.is_away()
    ada.press("6 * 7 =")
    ben.press("8").sees("8")
    ben.page.get_by_role("button", name="Lock keypad").click()
    link.heal()
    ada.hears_of_the_network().is_connected()
    ada.page.get_by_role("button", name="Keep privately").click()
    expect(ada.page.locator("#alone")).to_be_visible()
    ada.sees("42")
    expect(ada.page.locator("#offer")).to_be_hidden()
    ben.sees("8")


def test_another_result_of_sent_keys_is_told_and_undone(person, link):
    ada, ben = person(address=link.address), person()
    ben.join(ada.make("Standard")).is_connected()
    has_a_tape(ada)
    ada.press("1 2 +").is_settled()
    link.swallow()
    ada.press("3 0 + 1 =").sees("43")
    link.cut()
    ada.is_away()
    ben.press("C 9 =").sees("9")
    link.heal()
    ada.hears_of_the_network().is_connected().is_settled().sees("31")
    notice = ada.page.locator("#notices")
    expect(notice).to_contain_text("Others were faster: your keys gave 31 instead of 43.")
    notice.get_by_role("button", name="Undo").click()
    ada.is_settled().sees("1")
    ben.sees("1")


def test_U68_a_reload_keeps_the_participant(person):
    ada = person("Ada")
    ada.make()
    ada.press("3").is_settled()
    ada.page.reload()
    ada.is_connected().sees("3")
    expect(ada.page.locator("#people li")).to_have_text(["Ada · host · you"])


def test_U68_two_tabs_are_one_person(person):
    ada = person("Ada")
    room = ada.make()
    second = ada.context.new_page()
    second.goto(f"{ada.address}/rooms/{room}")
    second.locator('[data-key="6"]').click()
    ada.sees("6").press("1")
    expect(second.locator("#display")).to_have_text("61")
    expect(second.locator("#people li")).to_have_text(["Ada · host · you"])
