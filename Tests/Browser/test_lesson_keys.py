"""The keys of a lesson: on the tape, on the board, saved and on paper."""

import csv
import json

from playwright.sync_api import expect

from lessons import open_lesson
from windows import PHONE

LAPTOP = {"width": 1280, "height": 800}


def caps(person):
    """The shown names and keys of each line, from the top; `~8` is crossed out."""
    return person.page.locator("#tape .caps").evaluate_all(
        """rows => rows.map((row) => [...row.children].map((one) =>
            (one.className === "undone" ? "~" : "") + (one.textContent || "⌫")).join(" "))""")


def test_the_tape_shows_the_keys_of_each_line(person):
    cleo = person("Cleo", viewport=PHONE)
    ada = cleo.is_hosted_by()
    ben = cleo.is_joined_by("Ben")
    cleo.join(cleo.room).is_connected()
    ada.write("1 2 +")
    ben.act({"press": "9"})
    assert ben.act({"undo": ben.step}) == "taken"
    ben.write("3 =")
    keys = cleo.page.locator("#tape-tools [data-act=keys]")
    cleo.page.locator("#tape-open").click()
    keys.click()
    expect(cleo.page.locator(".caps")).to_have_count(1)
    assert caps(cleo) == ["Ada 1 2 + Ben ~9 3 ="]
    # The button stays next to its line.
    line, reuse = (cleo.page.locator(f"#tape li > {one}").bounding_box() for one in ("button:first-child", ".reuse"))
    assert reuse["y"] < line["y"] + line["height"] and reuse["x"] >= line["x"] + line["width"], (line, reuse)
    # New lines have their keys too, and undone ones keep them.
    cleo.page.locator("#side-close").click()
    cleo.press("* 2 back 4 =").is_settled()
    ada.write("5 C")
    cleo.sees("0")
    expect(cleo.page.locator(".caps")).to_have_count(2)
    assert caps(cleo)[0] == "Cleo × 2 ⌫ 4 ="
    for _ in range(3):
        cleo.page.locator("#undo").click()
        cleo.is_settled()
    expect(cleo.page.locator("#tape .undone .caps .undone").last).to_have_text("=")
    assert caps(cleo)[0].endswith("4 ~=")
    cleo.page.locator("#tape-open").click()
    keys.click()
    expect(cleo.page.locator(".caps").first).to_be_hidden()


def test_keys_that_cannot_be_read_now_are_not_called_gone(person):
    ada = person("Ada", viewport=LAPTOP)
    ada.expected += ("Failed to load resource", "TypeError: Failed to fetch", "Failed to fetch")
    ada.make()
    ada.page.keyboard.type("1+2=")
    ada.is_settled().page.route("**/lesson?*", lambda route: route.abort())
    with ada.page.expect_request("**/lesson?*"):
        ada.page.locator("#tape-tools [data-act=keys]").click()
    assert caps(ada) == []
    ada.page.unroute("**/lesson?*")
    ada.page.keyboard.type("*4=")
    ada.is_settled()
    expect(ada.page.locator(".caps")).to_have_count(2)
    assert caps(ada) == ["Ada × 4 =", "Ada 1 + 2 ="]


def test_older_lines_have_their_keys_and_some_have_none_any_more(person, free_server, writer):
    ada = person("Ada", free_server.address)
    writer("long-lesson").write("1 + 1 =").write("2 + 3 =", times=130)
    ada.go("/rooms/long-lesson").is_connected()
    expect(ada.page.locator("#tape li")).to_have_count(100)
    # The tools move when the list of people above them grows.
    expect(ada.page.locator("#people li")).to_have_count(2)
    ada.page.locator("#tape-tools [data-act=keys]").click()
    expect(ada.page.locator(".caps")).to_have_count(100)
    ada.page.locator("#tape-older").scroll_into_view_if_needed()
    expect(ada.page.locator(".caps")).to_have_count(131)
    rows = ada.page.locator(".caps").all_text_contents()
    assert rows == ["Eve2+3="] * 130 + ["Eve1+1="]
    # A server that keeps a line and not its keys any more says the line alone.
    ada.page.reload()
    ada.page.route("**/lesson?*", lambda route: route.fulfill(body="\n".join(
        json.dumps({name: value for name, value in json.loads(line).items() if name != "keys"})
        for line in route.fetch().text().splitlines())))
    ada.is_connected().page.locator("#tape-tools [data-act=keys]").click()
    expect(ada.page.locator(".caps")).to_have_count(100)
    expect(ada.page.locator(".caps").first).to_have_text("The keys of this line are no longer stored.")


def test_a_lesson_is_saved_and_printed_with_its_keys(person):
    ada = person("Ada", viewport=LAPTOP)
    room = ada.make()
    cleo = ada.is_joined_by("=Cleo")
    ada.page.keyboard.type("5+")
    ada.is_settled()
    cleo.write("7 =")
    ada.sees("12")
    open_lesson(ada)
    saved = {}
    for kind in ("csv", "txt"):
        with ada.page.expect_download() as download:
            ada.page.locator(f"#lesson [data-save={kind}]").click()
        assert download.value.suggested_filename == f"{room}.{kind}"
        saved[kind] = download.value.path()
    with open(saved["csv"], newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["time", "author", "expression", "result", "undone", "keys", "question"]
    assert rows[1][1:] == ["'=Cleo", "5 + 7", "12", "", "Ada: 5 +, '=Cleo: 7 =", ""]
    assert "=Cleo  5 + 7 = 12\n    Ada: 5 +, =Cleo: 7 =\n" in saved["txt"].read_text()
    # The tape's own buttons save the keys if they are shown.
    ada.page.get_by_role("button", name="Done").click()
    for is_shown in (False, True):
        with ada.page.expect_download() as download:
            ada.page.locator("#tape-export summary").click()
            ada.page.locator("#tape-tools [data-act=txt]").click()
        assert ("Ada: 5 +" in download.value.path().read_text()) == is_shown
        ada.page.locator("#tape-tools [data-act=keys]").click()
    cleo.write("/ 0 =")
    expect(ada.page.locator("#tape li")).to_have_count(2)
    open_lesson(ada)
    sheet = ada.prints("#lesson [data-save=print]")
    expect(sheet.locator("tbody tr")).to_have_count(2)
    cells = sheet.locator("tbody tr").first.locator("td").all_text_contents()
    assert cells[1:] == ["=Cleo", "5 + 7Ada5+=Cleo7=", "12"]
    assert len(ada.page.pdf()) > 10_000
    expect(sheet).to_have_count(0)
