"""A teacher tries a lesson alone, with scripted pupils."""

import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect


def test_a_teacher_rehearses_a_lesson_with_twelve_pupils_and_ends_it(person, server):
    ada = person("Ada")
    page = ada.page
    # Only the pupils look at the room in intervals.
    page.add_init_script("{ const slow = setInterval; window.setInterval = (act, time) => slow(act, time / 20); }")
    ada.go("/")
    page.get_by_role("button", name="Rehearse a lesson").click()
    ada.is_connected()
    room = page.url.rpartition("/")[2]
    next_step = page.locator("#rehearsal-next")
    expect(page.locator("#rehearsal b")).to_have_text("Rehearsal")
    expect(page.locator("#people-count")).to_have_text("13")
    expect(next_step).to_contain_text("Lock keypad")
    page.get_by_role("button", name="Lock keypad").first.click()
    page.locator("#hands-give").click()
    expect(next_step).to_contain_text("Ask")
    page.locator("#ask-open").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Text (optional)").fill("12 × 12?")
    sheet.get_by_role("button", name="Ask", exact=True).click()
    expect(next_step).to_contain_text("Close the question")
    # The first answers are there.
    expect(page.locator("#answers-state")).to_contain_text("of 12")
    expect(page.locator("#answers li").first).to_be_visible()
    # It is not in the list of rooms. The same pupils come back, also in another tab.
    ada.go("/")
    expect(page.locator("#visited")).to_be_hidden()
    page.close()
    page = ada.page = ada.context.new_page()
    ada.go(f"/rooms/{room}").is_connected()
    expect(page.locator("#rehearsal b")).to_have_text("Rehearsal")
    expect(page.locator("#people-count")).to_have_text("13")
    page.get_by_role("button", name="End rehearsal").click()
    expect(page.locator("#home")).to_be_visible()
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(f"{server.address}/rooms/{room}/state")
    # Another room of this tab has no pupils.
    ada.make()
    expect(page.locator("#rehearsal")).to_have_count(0)
