"""A question of a host: asking, answering, comparing."""

import re

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible
from boards import board_of
from handmade import Handmade
from lessons import ask_without_page, class_of, number_of_question
from questions import QUESTION, advance, ask, hand_in, is_asked, pupil_of, state
from scope import full
from test_class import LAPTOP, clicks
from windows import PHONE


def results(person):
    return person.page.locator("#question-groups b").all_inner_texts()


@pytest.mark.parametrize("window", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_host_needs_few_clicks_for_a_question(person, window):
    ada = person("Ada", viewport=window)
    room = ada.make()
    ben = ada.is_joined_by("Ben")
    expect(ada.page.locator("#people li")).to_have_count(2)
    way = "#bar-ask" if window == PHONE else "#ask-open"
    clicks(ada, way)
    expect(ada.page.locator("#ask-text")).to_be_focused()
    ada.page.keyboard.type(QUESTION)
    clicks(ada, "#ask-form .main")
    question = ben.until(number_of_question)
    # A closed sheet leaves a mark, and one click leads back. The cross does not close the question.
    ada.page.get_by_role("button", name="Close", exact=True).click()
    assert ben.act({"answer": {"question": question, "keys": ["1", "4", "4"]}}) == "taken"
    expect(ada.page.get_by_role("button", name="Question: 1 of 1 answered")).to_have_id(way[1:])
    clicks(ada, way)
    expect(ada.page.locator("#answers-state")).to_have_text("Standard · 1 of 1 answered")
    expect(ada.page.locator("#answers-groups li li")).to_have_count(1)
    clicks(ada, "#answers-close", "#answers-show", "#answers-groups button")
    ada.sees("144").is_settled()
    log = ada.page.request.get(f"{ada.address}/rooms/{room}/log").text()
    assert [name in log for name in ('"closeQuestion"', '"reveal"', '"showAnswer"')] == [True] * 3


def test_a_class_answers_and_compares(person):
    ada, ben = class_of(person, names=["Ben"])
    cleo = ada.is_joined_by("Cleo")
    board = board_of(person, ada.room)
    ada.press("7 =").sees("7")
    ask(ada)
    question = cleo.until(number_of_question)
    hand_in(ben, "1 2 * 1 2 =")
    state(ben, "Handed in: 144 · 1 of 2")
    # The room's calculator is back, and was never touched.
    ben.sees("7")
    assert cleo.act({"answer": {"question": question, "keys": "1 2 + 1 2 =".split()}}) == "taken"
    state(ben, "Handed in: 144 · 2 of 2")
    grid = ada.page.locator("#answers-groups > li")
    expect(grid).to_have_count(2)
    expect(grid.first.locator("h3")).to_have_text("144")
    expect(grid.first.locator("li")).to_contain_text("Ben12 × 12")
    # Nobody else sees an answer before the groups are shown.
    state(board, "2 of 2")
    assert results(board) == results(ben) == []
    assert cleo.act({"answer": {"question": question, "keys": "1 4 4".split()}}) == "taken"
    expect(grid).to_have_count(1)
    state(ben, "Handed in: 144 · 2 of 2")
    advance(ada, "close")
    state(ben, "Closed · Your answer: 144")
    expect(ben.page.locator("#question-answer")).to_be_hidden()
    advance(ada, "show")
    for one in (ben, board):
        expect(one.page.locator("#question-groups li")).to_have_count(1)
    expect(ben.page.locator("#question-groups .own")).to_have_count(1)
    expect(board.page.locator("#question-groups small")).to_have_text("")
    # With hidden names, the line of a shown answer names nobody.
    ada.page.locator("#answers-groups button").first.click()
    expect(ada.page.locator("#tape li").first.locator("small")).to_have_text(re.compile(r"^Anonymous \W?\d+:\d\d"))
    ada.page.locator("#ask-open").click()
    ada.page.locator("#answers-names").check()
    expect(board.page.locator("#question-groups small")).to_have_text("Ben, Cleo")
    ada.page.locator("#answers-groups button").first.click()
    for one in (ada, ben, board):
        one.sees("144")
    # The board has no key of the calculation that the answer replaced, and neither has one that is loaded again.
    ada.page.locator("#ask-open").click()
    advance(ada, "end")
    expect(ada.page.locator("#ask-open")).to_have_text("Ask")
    ada.press("+").is_settled()
    for one in (ben, board):
        expect(one.page.locator("#question")).to_be_hidden()
    expect(board.page.locator("#board-keys b")).to_have_text(["+"])
    board.page.reload()
    expect(board.page.locator("#board-keys b")).to_have_text(["+"])
    # The same question again takes one tap.
    ada.page.locator("#ask-open").click()
    ada.page.locator("#ask-earlier button").click()
    is_asked(ben)


def test_a_second_click_neither_shows_the_answers_nor_ends_the_question(person):
    ada, ben = class_of(person, names=["Ben"])
    ada.is_joined_by("Cleo")
    waiting = ada.page.locator("#answers-waiting")
    hand_in(ask(ada) and ben, "1 4 4").is_settled()
    ada.takes_clicks().page.locator("#answers-close").dblclick()
    state(ben, "Closed")
    expect(waiting).to_have_text("No answer yet: Cleo")
    ada.is_settled().takes_clicks().page.locator("#answers-show").dblclick(position={"x": 150, "y": 20})
    expect(ben.page.locator("#question-groups li")).to_have_count(1)
    ada.is_settled()
    expect(ben.page.locator("#question-groups")).to_be_visible()
    expect(waiting).to_have_text("No answer yet: Cleo")


def test_the_end_of_a_question_asks_first_while_answers_would_be_lost(person):
    ada = person("Ada", viewport=LAPTOP)
    ada.make()
    ben, cleo = (ada.is_joined_by(name) for name in ("Ben", "Cleo"))
    ask(ada)
    answer = {"question": ben.until(number_of_question), "keys": ["1"]}
    assert ben.act({"answer": answer}) == "taken"
    advance(ada, "end")
    sure = ada.takes_clicks("#ask-end").page.locator("#ask-end")
    expect(sure).to_contain_text("Answers that will be lost: 1.")
    assert_accessible(ada.page, "end")
    assert cleo.act({"answer": answer}) == "taken"
    expect(sure).to_contain_text("Answers that will be lost: 2.")
    sure.get_by_role("button", name="Cancel").click()
    advance(ada.is_settled(), "close")
    expect(ada.page.locator("#answers-groups li li")).to_have_count(2)
    advance(ada, "end")
    ada.takes_clicks("#ask-end")
    sure.get_by_role("button", name="End").click()
    expect(ada.page.locator("#ask-open")).to_have_text("Ask")
    # The lesson has the groups that were shown.
    advance(ask(ada), "close", "show", "end")
    expect(ada.page.locator("#ask-open")).to_have_text("Ask")


def test_a_private_calculator_keeps_its_way_back_during_a_question(person):
    ben, ada = pupil_of(person)
    ada.act({"lock": True})
    ben.page.get_by_role("button", name="Try it yourself").click()
    expect(ben.page.locator("#alone-back")).to_be_visible()
    question = ask_without_page(ada, QUESTION)
    is_asked(ben)
    for action in ("closeQuestion", "endQuestion"):
        assert ada.act({action: question}) == "taken"
    ben.page.locator("#alone-back").click()
    ada.write("7")
    ben.sees("7")


def test_a_reload_keeps_the_private_keys_and_an_answer_has_at_most_64(person):
    ben, ada = pupil_of(person)
    ask_without_page(ada, QUESTION)
    answer = is_asked(ben).page.locator("#question-answer")
    expect(answer).to_be_disabled()
    ben.press("1 2 *").sees("12")
    ben.page.reload()
    ben.is_connected()
    expect(ben.page.locator("#question-back")).to_be_visible()
    ben.sees("12").press("1 2 =").sees("144")
    answer.click()
    state(ben, "Handed in: 144")
    # An answer is changed.
    answer.click()
    expect(ben.page.locator("#question-back")).to_be_visible()
    ben.press("C").page.keyboard.type("1+" * 32 + "1")
    expect(ben.page.locator("#question-why")).to_contain_text("at most 64 keys")
    expect(answer).to_be_disabled()
    ben.press("C 4")
    expect(answer).to_be_enabled()
    answer.click()
    state(ben, "Handed in: 4")


def test_a_late_answer_is_void_and_the_page_says_so(person, link, server):
    ben = person("Ben", viewport=PHONE, address=link.address)
    ada = ben.visits(address=server.address)
    ben.is_joined_by("Cleo", server.address)
    question = ask_without_page(ada, QUESTION)
    is_asked(ben)
    link.cut()
    ben.is_told("Reconnecting…")
    hand_in(ben, "1 4 4")
    state(ben, "Sending your answer: 144")
    assert ada.act({"closeQuestion": question}) == "taken"
    link.heal()
    ben.hears_of_the_network()
    expect(ben.page.locator("#notices")).to_have_text("Your answer: the question is closed")
    state(ben, "^Closed · 0 of 2 answered$")


def test_lesson_and_replay_have_the_question(person):
    ada = person("Ada", viewport=LAPTOP)
    ada.make()
    ben, cleo = (ada.is_joined_by(name) for name in ("Ben", "Cleo"))
    ask(ada)
    question = ben.until(number_of_question)
    for one, keys in ((ben, "1 4 4"), (cleo, "1 2 * 1 2 =")):
        assert one.act({"answer": {"question": question, "keys": keys.split()}}) == "taken"
    expect(ada.page.locator("#answers-groups li li")).to_have_count(2)
    ada.page.locator("#answers-names").evaluate("(box) => (box.checked = true)")
    advance(ada, "close", "show", "end").is_settled()
    text = ada.page.request.get(f"{ada.address}/rooms/{ada.room}/lesson.txt").text()
    assert f"Question: {QUESTION} (2 answers)\n    144: 2 (Ben, Cleo)\n" in text
    print_lesson(ada)
    replay = person().go(f"/rooms/{ada.room}?view=replay")
    # The replay starts with the first key or question.
    expect(replay.page.locator("#replay-place")).to_have_value("5")
    replay.page.locator("#replay-place").fill("6")
    is_asked(replay)
    expect(replay.page.locator("#replay-event")).to_have_text(re.compile("answer"))
    state(replay, "1 of ")


def print_lesson(ada):
    """Prints the lesson, and asserts that the question is a row with its groups."""
    ada.page.get_by_role("button", name="Lesson", exact=True).evaluate("button => button.click()")
    row = ada.prints("#lesson [data-save=print]").locator("tbody tr")
    expect(row).to_contain_text(QUESTION)
    expect(row).to_contain_text("144: 2 (Ben, Cleo)")
    expect(row.locator("td").last).to_have_text("Answers: 2")
    # No line has a single letter.
    assert row.locator("td").last.evaluate("cell => cell.clientWidth") > 50
    ada.page.emulate_media(media="screen")


@full
def test_a_room_without_space_for_an_answer_says_so(person, free_server):
    ada = person("Ada", address=free_server.address, viewport=LAPTOP)
    ben = person("Ben", address=free_server.address, viewport=PHONE).join(ada.make()).is_connected()
    ask(ada)
    is_asked(ben)
    state_of_room = ada.page.request.get(f"{ada.address}/rooms/{ada.room}/state").json()
    answer = {"question": state_of_room["question"]["question"], "keys": ["1"] * 32 + ["+"] + ["1", "+"] * 15 + ["="]}
    for number in range(676):
        pupil = Handmade(free_server.address, ada.room, f"Pupil {number}").join()
        verdict = pupil.act({"answer": answer})
        pupil.close()
        assert verdict == ("taken" if number < 675 else "full")
    ben.page.keyboard.type("1+" * 31 + "1")
    ben.page.locator("#question-answer").click()
    expect(ben.page.locator("#notices")).to_have_text(
        "There is no space for more answers. Hand in a shorter one.")


def test_a_newcomer_answers_after_the_name_also_while_the_keypad_is_locked(person):
    zoe = person(viewport=PHONE)
    ada = zoe.is_hosted_by()
    zoe.is_joined_by("Ben")
    ada.act({"lock": True})
    ask_without_page(ada, QUESTION)
    zoe.go(f"/rooms/{zoe.room}").page.get_by_label("Your name").fill("Zoe")
    zoe.page.get_by_role("button", name="Join").click()
    zoe.is_connected()
    expect(zoe.page.locator("#question-back")).to_be_visible()
    hand_in(zoe, "1 4 4")
    state(zoe, "Handed in: 144 · 1 of 2")
