"""Keys survive dead links, restarted servers and reloaded pages."""

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible
from server import Server


def test_a_page_comes_back_when_the_server_does(person, own_server):
    ada, ben = person("Ada", own_server.address), person("Ben", own_server.address)
    ben.page.clock.install()
    ben.join(ada.make()).is_connected()
    assert own_server.stop() == 0
    ada.is_told("The server is restarting. Reconnecting automatically").is_away().press("4 2").sees("42")
    own_server.start()
    # The server keeps rooms in memory. The page that made the room makes it again, and the new room
    # knows nothing of its pen, so the keys are offered.
    ada.is_connected()
    ada.page.get_by_role("button", name="Use 42").click()
    ada.is_settled().is_told("^Connected$").sees("42")
    # Ben may have come back before it was made again: then he asks again a minute later.
    ben.page.clock.fast_forward(60_000)
    ben.is_connected().sees("42").press("+")
    ada.sees("42", "42 +")


def test_a_server_that_is_killed_loses_no_key(person, tmp_path):
    server = Server(data=tmp_path / "rooms.db")
    ada = person("Ada", server.address)
    ada.make()
    ada.page.keyboard.type("12+")
    ada.is_settled()
    server.kill()
    ada.is_away().press("3 0").sees("30")
    server.start()
    ada.hears_of_the_network().is_connected().is_settled().sees("30", "12 +")
    ada.is_joined_by("Ben").write("=")
    ada.sees("42", "12 + 30")
    assert server.stop() == 0


def test_guests_go_on_without_the_host_of_a_lost_room(person, own_server):
    ben, cleo = (person(name, own_server.address) for name in ("Ben", "Cleo"))
    ada = ben.visits()
    ada.act({"keypad": "tip"})
    cleo.page.clock.install()
    cleo.join(ben.room).is_connected()
    ada.write("8 5")
    ada.close()
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


def test_a_link_that_died_silently_is_found_and_keys_arrive_once(person, link, server):
    ada = person("Ada", link.address)
    ben = ada.visits("Ben", address=server.address)
    link.swallow()
    ada.press("1 2 3 +").sees("123", "123 +")
    ada.hears_of_the_network().is_away()
    link.heal()
    ada.hears_of_the_network().is_connected().is_settled().sees("123", "123 +")
    ben.write("4 =")
    ada.sees("127", "123 + 4")
    # Keys survive a reload while the page is away, too.
    link.swallow()
    ada.press("* 5").sees("5")
    link.heal()
    ada.page.reload()
    ada.is_connected().is_settled().sees("5", "127 ×")
    ben.write("=")
    ada.sees("635")


def test_a_dead_link_is_found_without_any_hint(person, link, server):
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


@pytest.fixture
def ada(person, link, server):
    """A person behind a link, in the room of Ben, who has no page."""
    ada = person("Ada", link.address)
    ada.is_hosted_by("Ben", address=server.address).write("1 + 1 = C")
    ada.join(ada.room).is_connected()
    # The page has loaded the part that draws the tape, which it could not load offline.
    expect(ada.page.locator("#tape li")).to_have_count(1)
    return ada


def has(ada, display):
    """The room has this number, and nothing that is not decided."""
    assert ada.is_settled().page.request.get(f"{ada.address}/rooms/{ada.room}/state").json()["display"] == display


def test_keys_that_were_typed_offline_are_offered(ada, link):
    ben, offer = ada.others[0], ada.page.locator("#offer")
    for answer, display in (("Discard", "8"), ("Use 84", "84")):
        ben.write("C")
        ada.sees("0").page.keyboard.type("12+")
        ada.is_settled()
        # Ben changes the calculator while Ada types without a connection.
        link.cut()
        ada.is_away().page.keyboard.type("30=*2=")
        ben.write("C 8")
        link.heal()
        ada.hears_of_the_network().is_connected()
        expect(offer).to_contain_text("You calculated 84 while offline.")
        expect(ada.page.locator("#offer-keys")).to_have_text("3 0 = × 2 =")
        assert_accessible(ada.page, "offer")
        # Keys of others do not write the offer again, which screen readers would read again.
        text = ada.page.locator("#offer-text").evaluate_handle("line => line.firstChild")
        ben.write("+ 5")
        ada.sees("5", "8 +")
        ben.write("C 8")
        has(ada.sees("8"), "8")
        assert text.evaluate("text => text.isConnected")
        ada.page.reload()
        ada.is_connected()
        expect(offer).to_contain_text("84")
        ada.page.get_by_role("button", name=answer, exact=True).click()
        ada.sees(display)
        expect(offer).to_be_hidden()
        has(ada, display)
        ada.page.reload()
        ada.is_connected().sees(display)
        expect(offer).to_be_hidden()


def test_another_result_of_sent_keys_is_told_and_undone(ada, link):
    ben = ada.others[0]
    ben.write("1 2 +")
    ada.sees("12", "12 +")
    link.swallow()
    ada.page.keyboard.type("30+1=")
    ada.sees("43")
    link.cut()
    ada.is_away()
    ben.write("C 9 =")
    link.heal()
    ada.hears_of_the_network().is_connected().is_settled().sees("31")
    notice = ada.page.locator("#notices")
    expect(notice).to_contain_text("Others were faster: your keys gave 31 instead of 43.")
    notice.get_by_role("button", name="Undo").click()
    has(ada.sees("1"), "1")


def test_a_locked_participant_keeps_an_offered_result_privately(ada, link):
    ben = ada.others[0]
    link.cut()
    ada.is_away().page.keyboard.type("6*7=")
    ben.write("8")
    ben.act({"lock": True})
    link.heal()
    ada.hears_of_the_network().is_connected()
    ada.page.get_by_role("button", name="Keep privately").click()
    expect(ada.page.locator("#alone")).to_be_visible()
    ada.sees("42")
    expect(ada.page.locator("#offer")).to_be_hidden()
    has(ada, "8")


def test_two_tabs_and_a_reload_are_one_person(person):
    ada = person("Ada")
    room = ada.make()
    second = ada.context.new_page()
    second.goto(f"{ada.address}/rooms/{room}")
    second.locator('[data-key="6"]').click()
    ada.sees("6").press("1")
    expect(second.locator("#display")).to_have_text("61")
    ada.page.reload()
    ada.is_connected().sees("61")
    for page in (ada.page, second):
        expect(page.locator("#people li")).to_have_text(["Ada · host · you"])
