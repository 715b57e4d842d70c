"""Everyday tasks on a phone, with the largest number of taps that each may take."""

from playwright.sync_api import expect

from touches import Finger
from windows import PHONE

PRICES = ["1.99", "12.49", "3.19", "0.99", "24.90", "7.35", "2.09", "15.00", "4.45", "1.29"]


class Phone:
    """A person with a phone, whose taps are counted."""

    def __init__(self, person, keypad="Formula"):
        self.ada = person("Ada", viewport=PHONE, has_touch=True, permissions=["clipboard-read", "clipboard-write"])
        self.ada.page.clock.install()
        self.ada.make(keypad)
        self.taps = 0

    def keys(self, keys):
        """Types keys, which are not counted as taps."""
        self.ada.press(keys)
        return self

    def tap(self, selector, **options):
        self.ada.page.locator(selector).first.tap(**options)
        self.taps += 1
        return self

    def tap_name(self, name):
        self.ada.page.get_by_role("button", name=name, exact=True).tap()
        self.taps += 1
        return self

    def hold(self, selector):
        Finger(self.ada).touches(selector, milliseconds=600)
        self.taps += 1
        return self

    def clipboard(self):
        return self.ada.page.evaluate("navigator.clipboard.readText()")


def typed(text):
    return " ".join(text)


def test_a_wrong_digit_in_a_sum_of_ten_prices_takes_six_taps_at_most(person):
    phone = Phone(person)
    phone.keys(typed("+".join([*PRICES[:2], "3.79", *PRICES[3:]])))
    phone.tap("#expression")
    wrong = phone.ada.page.locator("#editor-text span", has_text="7").first
    box = wrong.bounding_box()
    phone.ada.page.touchscreen.tap(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    phone.taps += 1
    phone.tap('[data-key="back"]').tap('[data-key="1"]').tap("#editor-done")
    phone.keys("=").ada.is_settled().sees(f"{sum(round(float(price) * 100) for price in PRICES) / 100:g}")
    assert phone.taps <= 6


def test_15_percent_of_a_price_take_no_tap_more_than_the_keys(person):
    Phone(person).keys("8 0 * 1 5 % =").ada.sees("12")


def test_two_thirds_as_a_fraction_take_one_tap_after_the_equals_key(person):
    phone = Phone(person).keys("2 / 3 =")
    phone.ada.sees("0.666667")
    phone.tap("#display")
    expect(phone.ada.page.locator("#forms .number").nth(1)).to_have_text("2/3")
    expect(phone.ada.page.locator("#forms .fraction").first).to_be_in_viewport()
    assert phone.taps == 1


def test_a_result_is_copied_by_one_touch(person):
    phone = Phone(person).keys("5 - 1 7 . 5 =")
    phone.ada.sees("-12.5")
    phone.hold("#display")
    expect(phone.ada.page.locator("#notices")).to_have_text("Number copied.")
    assert phone.clipboard() == "-12.5" and phone.taps == 1
    expect(phone.ada.page.locator("#forms")).to_have_count(0)


def test_a_result_is_used_again_with_two_taps(person):
    phone = Phone(person).keys("6 * 7 = C 1 +")
    phone.tap_name("Tape").tap("#tape button")
    phone.ada.sees("42", "1 + 42")
    assert phone.taps == 2


def test_an_expression_is_used_again_with_two_taps(person):
    phone = Phone(person).keys("6 * 7 = C")
    phone.tap_name("Tape").tap("#tape .reuse")
    phone.ada.is_settled().sees("7", "6 ×")
    assert phone.taps == 2


def test_minus_three_squared_takes_one_tap_more_than_the_keys(person):
    phone = Phone(person, "Scientific")
    phone.tap_name("More functions").keys("- 3 sq =").ada.sees("-9")
    assert phone.taps == 1


def test_a_sine_from_the_default_keypad_takes_four_taps_more_than_the_keys(person):
    phone = Phone(person)
    phone.tap("#menu-open").tap("#menu [value=scientific]", force=True).tap("#menu .main")
    phone.tap_name("More functions").keys("sin 3 0 =").ada.sees("0.5")
    assert phone.taps <= 4


def test_a_product_of_twelve_digits_is_read_without_scrolling(person):
    phone = Phone(person).keys("9 8 7 6 5 4 * 9 8 7 6 5 4 =")
    phone.ada.shows("975,460,423,716")
    display = phone.ada.page.locator("#display")
    expect(display).to_be_in_viewport(ratio=1)
    assert display.evaluate("line => [line.scrollWidth <= line.clientWidth, line.scrollHeight <= line.clientHeight + 2]"
                            ) == [True, True]


def test_clearing_everything_is_undone_by_one_tap(person):
    phone = Phone(person, "Chain").keys("1 2 + 3 AC")
    phone.ada.sees("0")
    phone.tap("#undo").ada.sees("3", "12 +")
    assert phone.taps == 1
