"""Announcements for screen readers: one calm line."""

import pytest
from playwright.sync_api import expect

from lessons import lock_out

# Every line that is announced.
LISTEN = """() => {
    window.said = [];
    const line = document.getElementById("spoken");
    new MutationObserver(() => said.push(line.textContent))
        .observe(line, { childList: true, characterData: true, subtree: true });
}"""


class Listener:
    def __init__(self, person, keypad="Scientific", **options):
        self.ada = person("Ada", **options)
        self.others = {}
        self.room = self.ada.make(keypad)
        self.hears("Display 0")
        self.ada.page.evaluate(LISTEN)

    def joined_by(self, name):
        self.others[name] = self.ada.is_joined_by(name)

    def press(self, name, keys):
        self.others[name].press(keys)

    def hears(self, line):
        expect(self.ada.page.locator("#spoken")).to_have_text(line)

    def lines(self):
        return self.ada.page.evaluate("said")


@pytest.fixture
def listener(person):
    return Listener(person)


def test_U105_keys_of_others_are_announced_with_the_display(listener):
    listener.joined_by("Ben")
    listener.press("Ben", "1 2 + 3")
    listener.hears("Ben: 1 2 plus 3. Display 15")
    listener.press("Ben", "* 2 =")
    listener.hears("Ben: times 2 equals. Display 18")
    listener.press("Ben", "/ 0 =")
    listener.hears("Ben: divided by 0 equals. Display Division by zero")
    listener.press("Ben", "C 7")
    listener.hears("Ben: clear 7. Display 7")
    # An operator changes nothing that is shown here.
    listener.press("Ben", "+")
    listener.hears("Ben: plus")


def test_U105_several_people_are_said_in_their_order(listener):
    listener.joined_by("Ben")
    listener.joined_by("Cleo")
    listener.press("Ben", "1 +")
    listener.ada.sees("1")
    listener.hears("Ben: 1 plus. Display 1")
    listener.press("Cleo", "4")
    listener.hears("Cleo: 4. Display 5")


def test_U105_another_keypad_is_said(listener, person):
    ben = person("Ben").go(f"/rooms/{listener.room}").is_connected()
    ben.choose("Tip")
    expect(listener.ada.page.locator("#keypad [data-key=tip10]")).to_be_visible()
    expect(listener.ada.page.locator("#spoken")).to_contain_text("Tip")


def test_U106_only_the_result_of_own_keys_is_announced_once(listener):
    ada = listener.ada
    ada.press("1 2 + 3 =").is_settled().sees("15")
    listener.hears("Display 15")
    ada.press("* 2").is_settled()
    listener.hears("Display 30")
    lines = listener.lines()
    assert all(line.startswith("Display ") for line in lines), lines
    assert "Connected" not in " ".join(lines)
    # A confirmation is not announced again.
    assert len(set(lines)) == len(lines)


def test_U106_a_negative_number_is_said_with_its_sign(listener):
    listener.ada.press("5 - 9 =").sees("-4")
    listener.hears("Display −4")


def test_U106_an_own_key_without_effect_is_said_with_its_reason(person, link):
    ada, ben = person("Ada"), person("Ben", link.address)
    ben.join(ada.make()).is_connected()
    lock_out(ada, ben, link)
    ben.page.evaluate(LISTEN)
    link.heal()
    ben.hears_of_the_network().is_settled().sees("0")
    ben.page.wait_for_function("() => said.some((line) => line.includes('7: the keypad is locked'))")
    # The state of the room is announced as well, because the keypad is locked.
    ben.page.wait_for_function("() => said.some((line) => line.includes('The keypad is locked.'))")


def test_U106_the_screen_has_one_live_region(listener):
    live = listener.ada.page.locator(
        "#room :is([role=status], [role=log], [aria-live]:not([aria-live=off]), output:not([aria-live=off]))")
    assert live.evaluate_all("all => all.map((one) => one.id)") == ["spoken"]


def test_U107_a_quiet_page_announces_only_own_results(listener):
    ada = listener.ada
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.get_by_label("Read others’ keys aloud").uncheck()
    ada.page.get_by_role("button", name="Done").click()
    listener.joined_by("Ben")
    listener.press("Ben", "1 2 +")
    ada.sees("12")
    ada.press("3").is_settled().sees("15")
    listener.hears("Display 15")
    assert listener.lines() == ["Display 15"]
    # It is kept.
    ada.page.reload()
    ada.is_connected()
    assert ada.page.locator("#read-out").is_checked() is False


@pytest.mark.parametrize("locale, line", [
    ("ja-JP", "Ben：1 2 足す 3。表示 15"), ("ko-KR", "Ben: 1 2 더하기 3. 표시 15"),
])
def test_U105_it_is_said_in_the_readers_language(person, locale, line):
    ada = person("Ada", locale=locale)
    ada.make("Scientific")
    expect(ada.page.locator("#spoken")).not_to_be_empty()
    ada.is_joined_by("Ben").press("1 2 + 3")
    expect(ada.page.locator("#spoken")).to_have_text(line)
