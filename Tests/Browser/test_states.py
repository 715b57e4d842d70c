"""What the page says of room and connection, and how it shows whose keys are whose."""

import time

import pytest
from playwright.sync_api import expect

# What each pass of the loop that draws has shown: a line for each text that the display had.
WATCH = """() => {
    window.seen = [];
    const display = document.getElementById("display");
    new MutationObserver(() => {
        const text = display.textContent;
        if (window.seen.at(-1) !== text) window.seen.push(text);
    }).observe(display, { childList: true, subtree: true, characterData: true, attributes: true });
}"""


def seconds(told):
    begun = time.monotonic()
    told()
    return time.monotonic() - begun


def test_U83_a_press_shows_in_the_next_frame(person):
    ada = person()
    ada.make()
    frames = ada.page.evaluate(
        """async () => {
            const display = document.getElementById("display");
            const key = document.querySelector('[data-key="7"]');
            const before = display.textContent;
            key.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
            await new Promise(requestAnimationFrame);
            return [before, display.textContent];
        }"""
    )
    assert frames == ["0", "7"]


def test_U83_digits_are_marked_until_they_are_confirmed(person, link):
    ada = person(address=link.address)
    ada.make()
    marked = ada.page.locator("#display .unconfirmed")
    ada.press("1 2").is_settled()
    expect(marked).to_have_count(0)
    link.swallow()
    ada.press("3 4").sees("1234")
    expect(marked).to_have_text(["3", "4"])
    link.heal()
    ada.hears_of_the_network().is_settled()
    expect(marked).to_have_count(0)


def test_U83_a_correction_is_one_step(person, link):
    ada, ben = person("Ada", link.address), person("Ben")
    ben.join(ada.make()).is_connected()
    ada.press("5 +").is_settled()
    link.swallow()
    ada.press("1 2").sees("12")
    ben.sees("5").press("9")
    ada.page.evaluate(WATCH)
    link.heal()
    ada.hears_of_the_network().is_settled().sees("912")
    # The number that was shown, and the one that is right; none that nobody ever had.
    assert [text for text in ada.page.evaluate("seen") if text != "12"] == ["912"]


def test_U69_a_void_key_of_ones_own_says_why(person, link):
    ada, ben = person("Ada"), person("Ben", link.address)
    ben.join(ada.make()).is_connected()
    link.swallow()
    ben.press("7").sees("7")
    ada.page.get_by_role("button", name="Lock the keypad", exact=True).click()
    ada.is_settled()
    link.heal()
    ben.hears_of_the_network().is_settled().sees("0")
    expect(ben.page.locator("#notices")).to_have_text("7: the keypad is locked")


def test_U85_somebody_elses_key_lights_up_with_the_name(person):
    ada, ben = person("Ada"), person("Ben")
    ben.join(ada.make()).is_connected()
    ada.page.evaluate(
        """() => {
            window.lit = [];
            new MutationObserver((changes) => {
                for (const { target } of changes) {
                    const { by, key } = target.dataset;
                    if (by) window.lit.push([key, by, target.style.getPropertyValue("--hue"),
                        getComputedStyle(target, "::after").content]);
                }
            }).observe(document.getElementById("keypad"),
                { subtree: true, attributes: true, attributeFilter: ["data-by"] });
        }"""
    )
    ben.press("8")
    ada.sees("8")
    expect(ada.page.locator('[data-key="8"]')).not_to_have_attribute("data-by", "Ben")
    hue = ada.page.locator("#people .face").nth(1).evaluate("f => f.style.getPropertyValue('--hue')")
    assert ada.page.evaluate("lit") == [["8", "Ben", hue, '"Ben"']]
    # One's own keys light up in nobody's colour.
    ada.press("9").is_settled()
    assert len(ada.page.evaluate("lit")) == 1


def test_U84_offline_and_back(person, link):
    ada = person(address=link.address)
    ada.make()
    link.cut()
    ada.context.set_offline(True)
    ada.is_told("No network. Keys are kept here")
    ada.press("4").sees("4")
    link.heal()
    ada.context.set_offline(False)
    ada.is_told("Connected").is_settled().sees("4")


def test_U84_a_server_that_starts_again(person, own_server):
    ada = person(address=own_server.address)
    ada.make()
    assert own_server.stop() == 0
    ada.is_told("The server starts again. This page comes back by itself")
    own_server.start()
    ada.is_connected().is_told("Connected")


def test_U84_reconnecting_after_a_cut(person, link):
    ada = person(address=link.address)
    ada.make()
    link.cut()
    ada.is_told("Reconnecting… keys are kept here and sent then.")
    link.heal()
    ada.is_told("Connected")


# What a server says, put into the page's socket: states that a server comes to only in need.
SAID = """(frame) => {
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
    """Somebody in a room whose page can be told what no server here says."""
    ada = person("Ada")
    ada.page.add_init_script(f"({SAID})()")
    ada.make()
    return ada


@pytest.mark.parametrize(
    ("why", "line"),
    [
        ("storage", "The server cannot save now. Keys are kept here and sent again."),
        ("rate", "That was too fast. Keys are kept here and sent again."),
        ("work", "That was a lot of work. Keys are kept here and sent again."),
        ("busy", "The server is busy. Keys are kept here and sent again."),
    ],
)
def test_U84_what_a_server_refuses(told, why, line):
    told.page.evaluate("() => (socket.send = () => {})")
    told.press("5").sees("5")
    says(told, '{"refused":{"n":1,"why":"%s","retry":60000}}' % why)
    told.is_told(line).sees("5")


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (4007, "The room is full. This page tries again by itself"),
        (4013, "The room cannot be read now. This page tries again by itself"),
        (1012, "The server starts again. This page comes back by itself"),
        (1006, "Reconnecting…"),
    ],
)
def test_U84_what_a_connection_ends_with_for_a_while(told, code, line):
    told.page.evaluate("() => (window.WebSocket = class { close() {} })")
    ends(told, code)
    told.is_told(line)


@pytest.mark.parametrize(
    ("code", "why", "following"),
    [
        (4006, "The door of {} is shut.", "Ask a host to open it, then try again."),
        (4008, "A host removed you from {}.", "You may come back through the open door"),
        (4009, "A host deleted {}.", "Nothing of it is kept."),
        (4010, "{} is out of order.", "Your keys are kept in this tab."),
    ],
)
def test_U84_what_a_connection_ends_with_for_good(told, code, why, following):
    room = told.page.locator("#room-name").text_content()
    ends(told, code)
    expect(told.page.locator("#ended-why")).to_have_text(why.format(room))
    expect(told.page.locator("#ended-next")).to_contain_text(following)
    told.page.get_by_role("button", name="Try again").click()
    told.is_connected()


def test_U84_a_closed_room_says_so(person):
    ada, ben = person("Ada"), person("Ben")
    room = ada.make()
    ben.join(room).is_connected()
    # The page has no button for it yet; a program closes the room in the host's name.
    ada.page.evaluate(
        """async (room) => {
            const { secret, freshPen } = await import("/kept.js");
            const socket = new WebSocket(`ws://${location.host}/rooms/${room}`, "calcroom.v1");
            await new Promise((open) => (socket.onopen = open));
            socket.send(JSON.stringify({ join: { secret: secret(), pen: freshPen() } }));
            await new Promise((welcome) => (socket.onmessage = welcome));
            socket.send(JSON.stringify({ n: 1, close: true }));
        }""",
        room,
    )
    ben.is_told("The room is closed. It stays as it is.").press("7")
    expect(ben.page.locator("#notices")).to_have_text("7: the room is closed")


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
