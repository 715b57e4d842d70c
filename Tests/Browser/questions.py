"""Actions of hosts and pupils during a question."""

import re

from playwright.sync_api import expect

from windows import PHONE

QUESTION = "What is 12 × 12?"


def ask(host, text=QUESTION, keypad="simple"):
    host.page.locator("#ask-open, #bar-ask").locator("visible=true").click()
    host.page.locator("#ask-text").fill(text)
    host.page.locator("#ask-keypad").select_option(keypad)
    host.page.locator("#ask-form .main").click()
    expect(host.page.locator("#answers")).to_be_visible()
    return host


def is_asked(person, text=QUESTION):
    expect(person.page.locator("#question-text")).to_have_text(text)
    return person


def hand_in(person, keys):
    is_asked(person)
    expect(person.page.locator("#question-back")).to_be_visible()
    person.press(keys)
    person.page.locator("#question-answer").click()
    return person


def state(person, text):
    expect(person.page.locator("#question-state")).to_have_text(re.compile(text))
    return person


def advance(host, *buttons):
    for button in buttons:
        host.takes_clicks().page.locator(f"#answers-{button}").click()
    return host


def pupil_of(person, name="Ben", **options):
    """A pupil with a page in the room of a host who has none."""
    pupil = person(name, **{"viewport": PHONE} | options)
    return pupil, pupil.visits()
