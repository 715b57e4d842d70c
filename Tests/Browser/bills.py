"""A table with a bill: people in one room, each with the bill before them."""

import itertools

from playwright.sync_api import expect

_tables = itertools.count(1)


class Guest:
    """A participant with the bill open, and their actions on it."""

    def __init__(self, person):
        self.person = person
        self.page = person.page

    def part(self, name):
        return self.page.locator(f"#bill-{name}")

    def open(self):
        self.part("open").click()
        expect(self.page.locator("#bill")).to_be_visible()
        return self

    def type(self, name, text):
        """Fills a field, and leaves it."""
        self.part(name).fill(text)
        self.part(name).press("Tab")
        return self

    def choose(self, name, value):
        self.part(name).locator(f"[value='{value}']").check()
        return self

    def has_currency(self, code):
        self.part("currency").select_option(code)
        return self

    def has_sign(self, sign):
        self.has_currency("other").type("sign", sign)
        return self

    def shows_bill(self, name):
        """Chooses a bill from the list."""
        self.part("list-open").click()
        self.part("all").get_by_role("button", name=name).click()
        return self

    def add_everybody(self):
        self.page.get_by_role("button", name="Everyone here").click()
        return self

    def add_item(self, name, price):
        before = self.part("items").locator("> li").count()
        self.part("item").fill(name)
        self.part("price").fill(price)
        self.part("price").press("Enter")
        expect(self.part("items").locator("> li")).to_have_count(before + 1)
        self.person.is_settled()
        return self

    def claims(self, item, name):
        line = self.part("items").locator("> li", has_text=item)
        line.get_by_role("button", name=name, exact=True).click()
        return self

    def pays(self, name, amount):
        field = self.page.get_by_label(f"Who paid {name}", exact=True)
        field.fill(amount)
        field.press("Tab")
        return self

    def sees(self, name, text):
        expect(self.part(name)).to_have_text(text)
        return self

    def sees_people(self, *shares):
        expect(self.part("people").locator("> li > b")).to_have_text(list(shares))
        return self

    def sees_debts(self, *debts):
        expect(self.part("debts").locator("> li")).to_have_text(list(debts))
        return self


def table(person, *names, others=(), **options):
    """People with the bill in front of them, in one room with others who have no page."""
    people = [person(name, **options) for name in names]
    ada = people[0]
    ada.make("Standard", f"table-{next(_tables)}")
    for one in people[1:]:
        one.join(ada.room).is_connected()
    for name in others:
        ada.is_joined_by(name)
    expect(ada.page.locator("#people-count")).to_have_text(str(len(people) + len(others)))
    return [Guest(one).open() for one in people]
