"""Actions of teachers and pupils in a lesson."""

from playwright.sync_api import expect

from windows import PHONE


def class_of(person, names=("Ben", "Cleo")):
    """A room with its host and pupils."""
    ada = person("Ada", viewport={"width": 1280, "height": 800})
    room = ada.make()
    # They join one after the other, so that their numbers are in this order.
    return ada, *(person(name, viewport=PHONE).join(room).is_connected() for name in names)


def lock(ada):
    # On phones, the tools of a class bring their own button, and hide the one in the list of people.
    expect(ada.page.locator("#hands")).to_have_count(1)
    ada.page.get_by_role("button", name="Lock keypad", exact=True).click()
    ada.is_settled()


def line_of(person, name):
    return person.page.locator("#people li").filter(has_text=name)


def about(ada, name, answer):
    ada.page.get_by_role("button", name=f"More options for {name}").click()
    ada.takes_clicks("#ask-person").page.locator("#ask-person").get_by_role("button", name=answer, exact=True).click()


def open_lesson(ada):
    ada.page.get_by_role("button", name="Lesson", exact=True).click()
    ada.takes_clicks("#lesson")


def does(ada, action):
    """Uses a tool that acts at once, and leaves the tools."""
    ada.in_lesson(action)
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("dialog[open]")).to_have_count(0)
    ada.is_settled()


def starts_over(ada):
    ada.in_lesson("Start over for the next class").takes_clicks("#ask-over")
    expect(ada.page.locator("#ask-over")).to_contain_text("This cannot be undone.")
    ada.page.locator("#ask-over .main").click()
    ada.is_settled()


def ask_without_page(host, text, keypad="simple"):
    """Lets a host without a page ask, and returns the number of the question."""
    assert host.act({"ask": {"text": text, "keypad": keypad}}) == "taken"
    return host.number


def number_of_question(frame):
    """The number of the question that this frame asks, if any: `client.until(number_of_question)`."""
    return next((frame["seq"] + place for place, event in enumerate(frame.get("events", [])) if "ask" in event), None)
