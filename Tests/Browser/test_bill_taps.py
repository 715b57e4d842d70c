"""The most taps that a phone needs from its page to a share. Digits and names are typed; Enter counts as a tap."""

from playwright.sync_api import expect

from windows import PHONE

COUNT = """() => {
    window.taps = 0;
    addEventListener("pointerdown", () => (window.taps += 1), true);
    addEventListener("keydown", ({ key }) => (window.taps += key === "Enter"), true);
}"""


class Phone:
    """A phone with the page of a room, whose taps are counted."""

    def __init__(self, person, *others, keys=""):
        ada = person("Ada", viewport=PHONE)
        ada.make()
        self.page = ada.page
        for name in others:
            ada.is_joined_by(name)
        expect(self.page.locator("#people-count")).to_have_text(str(len(others) + 1))
        ada.press(keys)
        self.page.evaluate(COUNT)

    def taps(self, place):
        self.page.locator(place).click()
        return self

    def types(self, text):
        self.page.keyboard.type(text)
        return self

    def enters(self, text):
        self.types(text).page.keyboard.press("Enter")
        return self

    def sees_share(self, share, most):
        """The share is in the window, after so many taps."""
        expect(self.page.locator("#bill-share")).to_have_text(share)
        expect(self.page.locator("#bill-share")).to_be_in_viewport(ratio=1)
        taps = self.page.evaluate("window.taps")
        assert taps <= most, taps
        return self


EVERYBODY, TIP_15 = "#bill-here .main", "#bill-tips label:has([value='15'])"


def test_two_friends_split_the_number_on_the_display(person):
    phone = Phone(person, "Ben", keys="8 4")
    phone.taps("#bill-open").taps(EVERYBODY).taps(TIP_15).sees_share("48.30", 3)


def test_two_friends_one_without_a_phone_and_a_second_bill(person):
    phone = Phone(person, "Ben").taps("#bill-open").taps("#bill-amount").types("84")
    phone.taps(EVERYBODY).taps(TIP_15).sees_share("48.30", 4).taps("#bill-guest").enters("Opa").sees_share("32.20", 6)
    phone.taps("#bill-add")
    expect(phone.page.locator("#bill-title")).to_have_text("Bill 2")
    expect(phone.page.locator("#bill-form")).to_be_enabled()
    phone.taps("#bill-amount").types("30").taps(TIP_15).sees_share("11.50", 9)


def test_five_people_split_items(person):
    phone = Phone(person, "Ben", "Cem", "Dora", "Eve").taps("#bill-open").taps(EVERYBODY)
    phone.taps("#bill-split label:has([value='items'])").taps("#bill-item")
    items = [("Soup", "8", [0]), ("Rice", "9", [1]), ("Fish", "15", [2]), ("Wine", "20", [0, 3]), ("Cake", "6", [0, 4])]
    for name, price, _ in items:
        phone.enters(name).enters(price)
        expect(phone.page.locator("#bill-items > li", has_text=name)).to_be_visible()
        expect(phone.page.locator("#bill-item")).to_be_in_viewport(ratio=1)
    phone.page.locator("#bill").evaluate("bill => { bill.scrollTop = 0; }")
    expect(phone.page.locator("#bill-items .chips").first).to_be_in_viewport(ratio=1)
    for name, _, owners in items:
        for owner in owners:
            chip = phone.page.locator("#bill-items > li", has_text=name).locator(".chips button").nth(owner)
            expect(chip).to_be_enabled()
            chip.click()
    phone.sees_share("21.00", 4 + 4 * len(items))
