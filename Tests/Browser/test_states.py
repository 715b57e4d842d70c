"""The line about refusals and about the end of a connection."""

import pytest
from playwright.sync_api import expect

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
def ada(person):
    """A person in a room whose page accepts frames from the test."""
    ada = person("Ada")
    ada.page.add_init_script(f"({SAID})()")
    ada.make()
    return ada


def test_a_refusal_is_reported_with_its_reason(ada, subtests):
    ada.page.evaluate("() => (socket.send = () => {})")
    ada.press("5").sees("5")
    for why, line in (
        ("storage", "The server cannot save. Your keys are kept and sent again."),
        ("rate", "That was too fast. Your keys are kept and sent again."),
        ("work", "Too much to calculate. Your keys are kept and sent again."),
        ("busy", "The server is busy. Your keys are kept and sent again."),
    ):
        with subtests.test(why):
            says(ada, '{"refused":{"n":1,"why":"%s","retry":60000}}' % why)
            ada.is_told(line).sees("5")


def test_the_end_of_a_connection_is_reported_with_its_reason(ada, subtests):
    # Ends after which the page tries again.
    for code, line in (
        (4007, "The room is full. Retrying automatically"),
        (4013, "The room cannot be opened right now. Retrying automatically"),
        (4014, "Your place was taken while you were away."),
        (4016, "Too many attempts from your network. Retrying automatically"),
        (4018, "The server is busy. Retrying automatically"),
        (4015, "The room is closed to spectators. Retrying automatically"),
    ):
        with subtests.test(code):
            ada.page.reload()
            ada.is_connected().page.evaluate("() => (window.WebSocket = class { close() {} })")
            ends(ada, code)
            ada.is_told(line)
    # Ends for good. Some have tests of their own: test_rooms deletes a room.
    ada.page.reload()
    ada.is_connected()
    for code, why, following in (
        (4006, "The door to {} is shut.", "Ask a host to open the door, then try again."),
        (4008, "A host removed you from {}.", "While the door is open, you can rejoin"),
        (4010, "{} is not available.", "Your keys are kept in this tab."),
    ):
        with subtests.test(code):
            ends(ada, code)
            expect(ada.page.locator("#ended-why")).to_have_text(why.format(ada.room))
            expect(ada.page.locator("#ended-next")).to_contain_text(following)
            ada.page.locator("#try-again").click()
            ada.is_connected()
