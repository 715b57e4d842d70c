"""The line about the state of the room and the connection."""

import pytest
from playwright.sync_api import expect


def test_a_cut_and_a_lost_network_are_reported_until_they_end(person, link):
    ada = person(address=link.address)
    ada.make()
    link.cut()
    ada.is_told("Reconnecting… Your keys are kept and sent later.")
    ada.loses_the_network()
    ada.is_told("Offline. Your keys are kept").press("4").sees("4")
    link.heal()
    ada.has_the_network_again().is_told("Connected").is_settled().sees("4")


def test_a_server_that_starts_again(person, own_server):
    ada = person(address=own_server.address)
    ada.make()
    assert own_server.stop() == 0
    ada.is_told("The server is restarting. Reconnecting automatically")
    own_server.start()
    ada.is_connected().is_told("Connected")


# Lets a test put frames into the page's socket, for states that a server reaches only in an emergency.
SAID = """() => {
    const own = WebSocket;
    window.WebSocket = class extends own {
        constructor(...all) {
            super(...all);
            window.socket = this;
        }
    };
}"""


def says(person, frame):
    person.page.evaluate("(data) => socket.onmessage({ data })", frame)


def ends(person, code):
    person.page.evaluate(
        "(code) => { const end = socket.onclose; socket.onclose = null; socket.close(); end({ code }); }",
        code,
    )


@pytest.fixture
def told(person):
    """A person in a room whose page accepts frames from the test."""
    ada = person("Ada")
    ada.page.add_init_script(f"({SAID})()")
    ada.make()
    return ada


def test_a_refusal_is_shown_with_its_reason(told, subtests):
    told.page.evaluate("() => (socket.send = () => {})")
    told.press("5").sees("5")
    for why, line in (
        ("storage", "The server cannot save. Your keys are kept and sent again."),
        ("rate", "That was too fast. Your keys are kept and sent again."),
        ("work", "Too much to calculate. Your keys are kept and sent again."),
        ("busy", "The server is busy. Your keys are kept and sent again."),
    ):
        with subtests.test(why):
            says(told, '{"refused":{"n":1,"why":"%s","retry":60000}}' % why)
            told.is_told(line).sees("5")


def test_a_connection_that_ends_for_a_while_is_tried_again(told, subtests):
    for code, line in (
        (4007, "The room is full. Retrying automatically"),
        (4013, "The room cannot be opened right now. Retrying automatically"),
        (4014, "Your place was taken while you were away."),
        (4015, "The room is closed to spectators. Retrying automatically"),
    ):
        with subtests.test(code):
            told.page.evaluate("() => (window.WebSocket = class { close() {} })")
            ends(told, code)
            told.is_told(line)
        told.page.reload()
        told.is_connected()


def test_a_connection_that_ends_for_good_says_why(told, subtests):
    for code, why, following in (
        (4006, "The door to {} is shut.", "Ask a host to open the door, then try again."),
        (4008, "A host removed you from {}.", "While the door is open, you can rejoin"),
        (4009, "A host deleted {}.", "Nothing was kept."),
        (4010, "{} is not available.", "Your keys are kept in this tab."),
    ):
        with subtests.test(code):
            ends(told, code)
            expect(told.page.locator("#ended-why")).to_have_text(why.format(told.room))
            expect(told.page.locator("#ended-next")).to_contain_text(following)
            told.page.locator("#try-again").click()
            told.is_connected()
