"""Ordinary and hostile names of rooms and people, wherever the page shows them."""

import re
from unicodedata import normalize

import pytest
from playwright.sync_api import expect

from boards import board_of
from scope import FULL, sample
from windows import PHONE

# A typed name, and the name that the room gets. An empty one is replaced by a code.
ROOMS = [
    ("maths-7b", "maths-7b"), ("Maths 7/b", "maths-7-b"), ("R&D", "r-d"), ("a" * 64, "a" * 64),
    ("W" * 64, "w" * 64), ("W" * 90, "w" * 64), ("数学" * 32, "数学" * 32), ("غرفة الرياضيات", "غرفة-الرياضيات"),
    ("חדר מתמטיקה", "חדר-מתמטיקה"), ("क्षिप्रा कक्षा", "क्षिप्रा-कक्षा"), ("e\u0301" * 64, "é" * 64),
    ("Za\u0338\u0322l\u0334\u0321go", normalize("NFC", "za\u0338\u0322l\u0334\u0321go")), ("<script>alert(1)</script>", "script-alert-1-script"),
    ("../../etc/passwd", "etc-passwd"), ("?make=tip#host=x", "make-tip-host-x"), ("100%", "100"),
    ("🎉 party 🎉", "party"), ("👩‍👩‍👧", ""), ("\u202eevil", "evil"), ("İstanbul ß", "i̇stanbul-ß"),
]
PEOPLE = [
    "Ada", "W" * 32, "数学" * 16, "محمد بن عبد الله", "שרה לוי", "👩‍👩‍👧‍👦", "🎉" * 32, "Za\u0338\u0322\u0321l\u0334g\u0335o",
    "<marquee>Eve</marquee>", "<img src=x onerror=alert(1)>", "' OR 1=1 --", "=HYPERLINK(1)", "a/b\\c", "&amp;", "{} {by}",
    "$&", "\ufdfa" * 8, "null", "-", "Person 2",
]
assert len(ROOMS) + len(PEOPLE) == 40

# Texts that leave the window where nothing clips them, and boxes that can be moved sideways.
OVERFLOW = """() => {
    const faults = [];
    const isSeen = (place) => place.checkVisibility({ visibilityProperty: true });
    const isClipped = (place) => place !== document.body
        && (getComputedStyle(place).overflowX !== "visible" || isClipped(place.parentElement));
    if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is wider than the window");
    for (const place of document.querySelectorAll(".card, dialog[open], #side, #bar"))
        if (isSeen(place) && place.scrollWidth > place.clientWidth + 1) faults.push(`${place.id} is too narrow`);
    for (const place of document.querySelectorAll("body *")) {
        if (!isSeen(place) || ![...place.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
        const range = document.createRange();
        range.selectNodeContents(place);
        const { left, right, width } = range.getBoundingClientRect();
        if (width && (left < -1 || right > innerWidth + 1) && !isClipped(place))
            faults.push(`${place.tagName}#${place.id} leaves the window`);
    }
    return faults;
}"""


def assert_fits(one, where):
    for width, height in [(320, 568), (1280, 800)] + FULL * [(390, 844)]:
        one.page.set_viewport_size({"width": width, "height": height})
        assert one.page.evaluate(OVERFLOW) == [], (where, width)


@pytest.mark.parametrize("part", sample(range(7), [4]))
def test_a_room_of_any_name_fits_everywhere(person, part, subtests):
    ada = person("Ada", viewport=PHONE)
    host = ada.address.removeprefix("http://")
    for typed, name in ROOMS[part::7]:
        with subtests.test(typed):
            ada.go("/").page.locator("#new-name").evaluate("field => (field.maxLength = 200)")
            for field in ("#code", "#new-name"):
                ada.page.locator(field).fill(typed)
            shown = ada.page.locator("#new-address").text_content()
            assert shown.startswith(f"{host}/rooms/{name}")
            assert_fits(ada, "home")
            ada.page.locator("#make > .main").click()
            ada.is_connected()
            title = ada.page.locator("#room-name").text_content()
            assert shown == f"{host}/rooms/{title}"
            assert_fits(ada, "room")
            ada.page.locator("#share").click()
            expect(ada.page.locator("#share-code")).to_have_text(title)
            ada.page.locator("#share-picture[src]").wait_for()
            assert_fits(ada, "share")
            ada.page.locator("#share-large").click()
            assert_fits(ada, "large code")
            path = ada.page.url
            ada.go("/").page.locator("#visited-rooms b").first.wait_for()
            assert_fits(ada, "visited rooms")
            ada.page.goto(f"{path}?view=board")
            ada.is_connected()
            expect(ada.page.locator("#board-room")).to_have_text(title)
            assert_fits(ada, "board")


def test_people_of_any_name_fit_everywhere(person):
    ada, newcomer = person("Ada", viewport=PHONE), person("", viewport=PHONE)
    room = ada.make("Standard")
    board = board_of(person, room).is_connected()
    for name in PEOPLE:
        ada.is_joined_by(name).write("1 + 1 =")
    names = ada.page.locator("#people li bdi")
    # Two of them have names that somebody else has.
    expected = ["Ada", "Ada (2)", *PEOPLE[1:]]
    expected[expected.index("Person 2")] = "Person 2"
    expect(names).to_have_text(expected)
    newcomer.go(f"/rooms/{room}").page.locator("#naming").wait_for()
    assert_fits(newcomer, "name step")
    for part in ("people", "tape"):
        ada.page.set_viewport_size(PHONE)
        ada.page.locator(f"#{part}-open").click()
        expect(ada.page.locator(f"#side-{part}")).to_be_visible()
        assert_fits(ada, part)
        ada.page.set_viewport_size(PHONE)
        ada.page.locator("#side-close").click()
    expect(ada.page.locator("#tape li")).to_have_count(len(PEOPLE))
    expect(ada.page.locator("#tape small").last).to_have_text(re.compile(r"^Ada \(2\) \d"))
    expect(board.page.locator("#board-names li")).to_have_count(len(PEOPLE) + 1)
    assert_fits(board, "board")
    for one in (ada, board, newcomer):
        expect(one.page.locator("marquee, img[src=x]")).to_have_count(0)
