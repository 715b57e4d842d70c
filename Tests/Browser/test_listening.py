"""Announcements for screen readers: one calm line."""

import pytest
from playwright.sync_api import expect

from scope import sample

# Every line that is announced.
LISTEN = """() => {
    window.said = [];
    const line = document.getElementById("spoken");
    new MutationObserver(() => said.push(line.textContent))
        .observe(line, { childList: true, characterData: true, subtree: true });
}"""


def hears(ada, line):
    expect(ada.page.locator("#spoken")).to_have_text(line)


@pytest.fixture
def ada(person):
    """A person who listens, in the room of Ben, who has no page."""
    ada = person("Ada")
    ada.visits("Ben", "Scientific")
    hears(ada, "Display 0")
    ada.page.evaluate(LISTEN)
    return ada


def test_keys_of_others_are_announced_with_the_display(ada):
    ben = ada.others[0]
    for keys, line in (("1 2 / 0 =", "1 2 divided by 0 equals. Display Division by zero"),
                       ("C 7", "clear 7. Display 7"),
                       # An operator changes nothing that is shown here.
                       ("+", "plus")):
        ben.press(keys)
        hears(ada, f"Ben: {line}")
    # The screen has one live region.
    live = ada.page.locator(
        "#room :is([role=status], [role=log], [aria-live]:not([aria-live=off]), output:not([aria-live=off]))")
    assert live.evaluate_all("all => all.map((one) => one.id)") == ["spoken"]
    ada.receives_keypad("Tip")
    expect(ada.page.locator("#spoken")).to_contain_text("Tip")


def test_only_the_result_of_own_keys_is_announced_once_and_nothing_else_on_a_quiet_page(ada):
    ada.page.keyboard.type("12-15=")
    ada.is_settled().sees("-3")
    hears(ada, "Display −3")
    lines = ada.page.evaluate("said")
    assert all(line.startswith("Display ") for line in lines), lines
    # A confirmation is not announced again.
    assert len(set(lines)) == len(lines)
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_label("Read others’ keys aloud").uncheck()
    ada.page.get_by_role("button", name="Done").click()
    ada.page.evaluate("said.length = 0")
    ada.others[0].write("C 1 2 +")
    ada.sees("12").page.keyboard.type("3")
    ada.is_settled().sees("15")
    hears(ada, "Display 15")
    assert ada.page.evaluate("said") == ["Display 15"]
    # It is kept.
    ada.page.reload()
    assert ada.is_connected().page.locator("#read-out").is_checked() is False


def test_an_own_key_without_effect_is_said_with_its_reason(person, link, server):
    ben = person("Ben", link.address)
    ada = ben.visits(address=server.address)
    # The link swallows a key before the host locks the keypad.
    link.swallow()
    ben.press("7").sees("7")
    ada.act({"lock": True})
    ben.page.evaluate(LISTEN)
    link.heal()
    ben.hears_of_the_network().is_settled().sees("0")
    expect(ben.page.locator("#notices")).to_have_text("7: the keypad is locked")
    ben.page.wait_for_function("() => said.some((line) => line.includes('7: the keypad is locked'))")
    # The state of the room is announced as well, because the keypad is locked.
    ben.page.wait_for_function("() => said.some((line) => line.includes('The keypad is locked.'))")


SAID = {"ja-JP": "Ben：1 2 足す 3。表示 15", "ko-KR": "Ben: 1 2 더하기 3. 표시 15"}


@pytest.mark.parametrize("locale", sample(SAID, ["ja-JP"]))
def test_it_is_said_in_the_readers_language(person, locale):
    ada = person("Ada", locale=locale)
    ben = ada.visits("Ben", "Scientific")
    expect(ada.page.locator("#spoken")).not_to_be_empty()
    ben.press("1 2 + 3")
    hears(ada, SAID[locale])
