"""The first minute: a new room, the ways into a room, and the names of rooms and people."""

import re

import pytest
from playwright.sync_api import expect

from accessibility import assert_accessible
from layout import resize
from windows import PHONE

LAPTOP = {"width": 1280, "height": 800}
SMALL_PHONE = {"width": 320, "height": 568}


def touches(one):
    """The number of clicks and taps of a person on the page."""
    return one.page.evaluate("touches")


@pytest.fixture
def newcomer(person):
    """A person without a name, whose touches are counted."""

    def make(window=PHONE, **options):
        one = person("", viewport=window, **options)
        one.page.add_init_script("""
            window.touches = Number(sessionStorage.touches ?? 0);
            addEventListener("pointerdown", () => (sessionStorage.touches = ++touches), true);
        """)
        return one

    return make


def is_in_sight(one, *selectors):
    """Everything is in the window, which was not scrolled, and nothing covers it."""
    for selector in selectors:
        expect(one.page.locator(selector)).to_be_in_viewport(ratio=1)
    assert one.page.evaluate("[scrollX, scrollY, document.documentElement.scrollWidth <= innerWidth]") == [0, 0, True]


def in_every_window(one):
    """Resizes the page to each window, and to that of a phone at last."""
    for window in (LAPTOP, SMALL_PHONE, PHONE):
        resize(one, window.values())
        yield window


def test_a_new_room_takes_one_tap(newcomer):
    ada = newcomer()
    row = ada.go("/").page.locator("#make .choices")
    expect(row.locator(".choice")).to_have_count(6)
    for _ in in_every_window(ada):
        is_in_sight(ada, "#code", "#join .main", "#make > .main", "#make .choice >> nth=1", "#new-name", "#new-address")
    # On a phone, the keypads are a row to swipe.
    tops = row.locator(".choice").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
    wide, seen = row.evaluate("row => [row.scrollWidth, row.clientWidth]")
    assert wide > seen
    address = ada.page.locator("#new-address").text_content()
    ada.page.get_by_role("button", name="New room").click()
    ada.is_connected()
    assert touches(ada) == 1
    for _ in in_every_window(ada):
        is_in_sight(ada, '[data-key="7"]')
    ada.press("7").sees("7").is_settled()
    # The room has the address that was shown, without a request to make it.
    assert ada.page.url.lower() == f"http://{address}".lower()
    ada.has_keypad("formula")


def test_a_newcomer_is_asked_for_a_name_once(person, newcomer):
    ada = person("Ada", viewport=LAPTOP)
    room = ada.make("Standard")
    ada.press("4 2").is_settled()
    ben = newcomer().go(f"/rooms/{room}")
    sheet = ben.page.locator("#naming")
    expect(sheet).to_contain_text(room)
    expect(sheet).to_contain_text("Here now: Ada (host)")
    # The room with its keypad and number is visible behind it. Nobody joined yet.
    ben.sees("42")
    for window in in_every_window(ben):
        is_in_sight(ben, "#own-name", "#naming-take", "#naming-skip", "#keypad")
        assert_accessible(ben.page, f"name step, {window}")
        under, keys = (ben.page.locator(part).bounding_box() for part in ("#naming", '[data-key="1"]'))
        assert under["y"] + under["height"] < keys["y"], window
    expect(ada.page.locator("#people li")).to_have_count(1)
    ben.page.locator("#own-name").click()
    ben.page.keyboard.type("Ben")
    ben.page.get_by_role("button", name="Join").click()
    assert touches(ben) == 2
    ben.press("7").sees("427").is_settled()
    for _ in in_every_window(ben):
        is_in_sight(ben, '[data-key="7"]')
    expect(ada.page.locator("#people li > span")).to_have_text(["Ada · host · you", "Ben"])
    # On the second visit the name is remembered, in other rooms, too.
    ben.page.reload()
    ben.is_connected().press("8").sees("4278")
    other = ada.make("Standard")
    ben.go(f"/rooms/{other}").is_connected()
    expect(sheet).to_be_hidden()
    expect(ada.page.locator("#people li > span")).to_have_text(["Ada · host · you", "Ben"])


def test_a_newcomer_may_skip_the_name(newcomer):
    ben = newcomer()
    ben.is_hosted_by()
    ben.go(f"/rooms/{ben.room}").page.get_by_role("button", name="Skip").click()
    assert touches(ben) == 1
    expect(ben.page.locator("#notices")).to_have_text("Others see you as Person 2.")
    ben.press("7").sees("7").is_settled()
    expect(ben.page.locator("#people li > span")).to_have_text(["Ada · host", "Person 2 · you"])
    ben.page.reload()
    ben.is_connected()
    expect(ben.page.locator("#naming")).to_be_hidden()
    # Each room asks again.
    ben.is_hosted_by()
    expect(ben.go(f"/rooms/{ben.room}").page.locator("#naming")).to_be_visible()
    ben.page.keyboard.press("Escape")
    ben.press("8").sees("8")


def test_the_keyboard_alone_leads_into_a_room(newcomer):
    ben = newcomer(LAPTOP)
    ben.is_hosted_by()
    expect(ben.go("/").page.locator("#make .choice")).to_have_count(6)
    ben.page.locator("#code").focus()
    ben.page.keyboard.type(ben.room)
    ben.page.keyboard.press("Enter")
    expect(ben.page.locator("#own-name")).to_be_focused()
    ben.page.keyboard.type("Ben")
    ben.page.keyboard.press("Enter")
    # Keys count at once, while the sheet closes and while the page joins.
    ben.page.keyboard.type("1+1")
    ben.page.keyboard.press("Enter")
    ben.sees("2").is_settled()
    assert touches(ben) == 0


def test_a_key_in_the_frame_of_the_join_counts(newcomer):
    ben = newcomer()
    ben.is_hosted_by()
    expect(ben.go(f"/rooms/{ben.room}").page.locator("#own-name")).to_be_focused()
    # The browser moves the focus out of the closed sheet with the next frame.
    ben.page.evaluate("""() => {
        document.getElementById("naming-take").click();
        for (const key of "12") document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }""")
    ben.sees("12").is_settled()


def test_a_host_without_a_name_is_asked_when_somebody_comes(newcomer):
    ada = newcomer()
    # The banner stays, however slow the machine is.
    ada.page.add_init_script("const own = setTimeout; window.setTimeout = (act, time) => time < 12_000 && own(act, time);")
    ada.go("/").page.get_by_role("button", name="New room").click()
    ada.is_connected().press("7").is_settled()
    banner = ada.page.locator("#banner")
    expect(banner).to_be_hidden()
    # The sheet that covers the banner asks, too.
    ada.page.get_by_role("button", name="Share").click()
    ada.room = ada.page.locator("#room-name").text_content()
    ada.is_joined_by("Ben")
    expect(banner).to_contain_text("Others see you as Person 1.")
    expect(ada.page.locator("#sharing")).to_contain_text("Others see you as Person 1.")
    ada.page.locator("#sharing").get_by_role("button", name="Your name").click()
    expect(ada.page.locator("#own-name")).to_be_focused()
    for dialog in ("#naming", "#sharing"):
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator(dialog)).to_be_hidden()
    assert_accessible(ada.page, "invitation to give a name")
    # It covers no key and takes no focus.
    ada.press("8").sees("78")
    banner.get_by_role("button", name="Your name").click()
    expect(banner).to_be_hidden()
    ada.page.keyboard.type("Ada")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#people li > span")).to_have_text(["Ada · host · you", "Ben"])


def test_an_unnamed_host_is_asked_only_once(newcomer):
    ada = newcomer()
    ada.make("Standard")
    ada.is_joined_by("Ben")
    ada.page.locator("#banner-close").click()
    ada.page.reload()
    ada.is_connected()
    expect(ada.page.locator("#people-count")).to_have_text("2")
    expect(ada.page.locator("#banner")).to_be_hidden()


def test_a_link_that_makes_a_room_asks_for_a_name_in_one_that_exists(newcomer):
    ben, cem, dora = (newcomer() for _ in range(3))
    host = ben.is_hosted_by()
    link = f"/rooms/{ben.room}?make=tip"
    sheet, names = (ben.page.locator(part) for part in ("#naming", "#people li > span"))
    expect(ben.go(link).page.locator("#naming")).to_contain_text("Here now: Ada (host)")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Join").click()
    expect(names).to_have_text(["Ada · host", "Ben · you"])
    cem.go(link).page.get_by_role("button", name="Skip").click()
    cem.press("7").sees("7").is_settled()
    cem.page.reload()
    cem.is_connected()
    expect(cem.page.locator("#naming")).to_be_hidden()
    # Also when everybody has left.
    host.close()
    for one in (ben, cem):
        one.go("/")
    expect(dora.go(link).page.locator("#naming")).to_contain_text("Nobody is here right now.")
    dora.page.get_by_label("Your name").fill("Dora")
    dora.page.get_by_role("button", name="Join").click()
    expect(dora.page.locator("#people li > span")).to_have_text("Dora · you")
    # The maker of a room is not asked: the first key takes one tap.
    cem.go(f"/rooms/{ben.room}-2?make=tip").is_connected()
    expect(cem.page.locator("#people li > span")).to_have_text("Person 1 · host · you")
    cem.press("7").sees("7").is_settled()
    expect(cem.page.locator("#naming")).to_be_hidden()


def test_the_name_step_does_not_need_spectators(newcomer):
    ben = newcomer()
    assert ben.is_hosted_by().act({"spectators": False}) == "taken"
    ben.go(f"/rooms/{ben.room}").page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Join").click()
    ben.is_connected().press("7").sees("7")
    expect(ben.page.locator("#people li")).to_have_count(2)


def test_a_shut_door_and_a_missing_room_need_no_name(newcomer):
    ben = newcomer().go("/rooms/nobody-made-this-one")
    expect(ben.page.locator("#ended-why")).to_contain_text("There is no room")
    expect(ben.page.locator("#naming")).to_be_hidden()
    assert ben.is_hosted_by().act({"door": False}) == "taken"
    ben.go(f"/rooms/{ben.room}")
    # The server admits earlier participants, so the page joins before it reports the door.
    expect(ben.page.locator("#naming-here")).to_have_text("")
    ben.page.get_by_role("button", name="Skip").click()
    expect(ben.page.locator("#ended-why")).to_contain_text("is shut")


def test_the_own_name_changes_by_the_own_picture(person):
    ada, ben = person("Ada", viewport=LAPTOP), person("Ben", viewport=PHONE)
    room = ada.make("Standard")
    ben.join(room).is_connected()
    me = ben.page.locator("#me")
    expect(me.locator(".face")).to_have_attribute("data-letter", "B")
    me.click()
    expect(ben.page.locator("#own-name")).to_have_value("Ben")
    assert_accessible(ben.page, "change of the name")
    ben.page.locator("#own-name").fill("  Zoe ")
    ben.page.keyboard.press("Enter")
    expect(me).to_be_focused()
    expect(me.locator(".face")).to_have_attribute("data-letter", "Z")
    expect(ada.page.locator("#people li > span").last).to_have_text("Zoe")
    # A click outside the sheet cancels it.
    me.click()
    ben.page.locator("#own-name").fill("Yan")
    ben.page.mouse.click(195, 830)
    expect(ben.page.locator("#naming")).to_be_hidden()
    # The picture and the button in the list open the same sheet.
    for part in ("#people .own .face", "#people .own button"):
        ada.page.locator(part).click()
        expect(ada.page.locator("#own-name")).to_have_value("Ada")
        ada.page.keyboard.press("Escape")
    ben.page.reload()
    ben.is_connected()
    expect(ben.page.locator("#people li > span").last).to_have_text("Zoe · you")


def test_a_misread_code_finds_its_room(person, subtests):
    ben = person("Ben")
    ben.is_hosted_by(room="KLL2QM").write("4 2")
    # The browser reports the 404.
    ben.expected += ("Failed to load resource: the server responded with a status of 404",)
    for typed in ("K1i-2QM", "https://calc.example/rooms/KLL2QM?make=tip"):
        with subtests.test(typed):
            ben.join_at_home(typed).is_connected().sees("42")
            expect(ben.page.locator("#room-name")).to_have_text("KLL2QM")
    ben.join_at_home("k-ll-2-qn")
    expect(ben.page.locator("#ended-why")).to_have_text("There is no room k-ll-2-qn.")
    # One wrong character is corrected, or all of them replaced.
    ben.page.get_by_role("link", name="Another room").click()
    expect(ben.page.locator("#code")).to_be_focused()
    expect(ben.page.locator("#code")).to_have_value("k-ll-2-qn")
    ben.page.keyboard.type("KLL2QM\n")
    ben.is_connected().sees("42")


def test_a_typed_room_name_is_corrected_and_without_letters_a_code(person):
    ada = person("Ada").go("/")
    ada.page.locator("#code").fill("🎉 !")
    expect(ada.page.locator("#join-hint")).to_contain_text("1 to 64 letters")
    ada.page.locator("#join .main").click()
    expect(ada.page.locator("#home")).to_be_visible()
    ada.page.locator("#new-name").fill("🎉 !")
    expect(ada.page.locator("#new-address")).to_have_text(re.compile(r"/rooms/[A-Z2-9]{6}$"))
    room = ada.make(room="数学-の-部屋")
    ada.go("/").page.locator("#code").fill("数学 の 部屋")
    expect(ada.page.locator("#join-hint")).to_have_text(f"{ada.address.removeprefix('http://')}/rooms/{room}")
    ada.page.locator("#join .main").click()
    expect(ada.is_connected().page.locator("#room-name")).to_have_text(room)


def test_an_invalid_address_offers_both_ways_in(person, subtests):
    ada = person("Ada", viewport=PHONE)
    for path, name, suggested in (
        ("Maths%207%2Fb", "Maths 7/b", "maths-7-b"), ("7/b", "7/b", "7-b"), ("%F0%9F%8E%89", "🎉", ""),
        ("100%25", "100%", "100"), ("x" * 70, "x" * 70, "x" * 64),
    ):
        with subtests.test(name):
            answer = ada.page.goto(f"{ada.address}/rooms/{path}")
            assert answer.status == 404
            note = ada.page.locator("#not-a-name")
            expect(note).to_contain_text(f"A room cannot be called “{name}”.")
            expect(note).to_contain_text("1 to 64 letters, digits and hyphens")
            expect(ada.page.locator("#code")).to_have_value(suggested)
            expect(ada.page.locator("#new-name")).to_have_value(suggested)
            is_in_sight(ada, "#not-a-name", "#join .main", "#make > .main")
    ada.page.get_by_role("button", name="New room").click()
    ada.is_connected().press("7").sees("7")
    # The browser reports the status.
    assert all("404" in complaint for complaint in ada.complaints), ada.complaints
    ada.complaints.clear()
