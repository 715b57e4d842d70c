"""The languages of the page: complete, chosen by the browser or by the reader, one loaded at a time."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from scope import sample
from server import ROOT
from windows import WINDOWS

STATIC = ROOT / "static"
LANGUAGES = sorted(path.name.split(".")[1] for path in STATIC.glob("text/texts.*.json"))
# Reasons that no own action can meet: they all say `other`.
INNER_REASONS = {"sequence", "made", "notMade", "again", "gap"}


def load(language):
    return json.loads((STATIC / f"text/texts.{language}.json").read_text())


def leaves(texts, path=()):
    """Every text by its path: `("room", "undo")`."""
    if not isinstance(texts, dict):
        return {path: texts}
    return {name: text for key, part in texts.items()
            for name, text in leaves(part, (*path, key)).items()}


def swift_names(path):
    """The names that a Swift enumeration gives its cases, or a table in Swift its rows."""
    source = (ROOT / "Sources/Core" / path).read_text()
    names = re.findall(r'(?:case \.\w+: "|name: "|\(")([^" ]+)"', source)
    assert len(names) > 3
    return set(names)


def used_texts():
    """Paths that HTML and script name."""
    paths = set()
    for file in STATIC.rglob("*.html"):
        named = re.findall(r'data-(?:text|label|hint)="([\w.]+)"', file.read_text())
        paths |= {tuple(name.split(".")) for name in named}
    for file in STATIC.rglob("*.js"):
        script = file.read_text()
        paths |= {tuple(name.split(".")) for name in re.findall(r"\btexts\??\.(?!js\b)(\w+(?:\.\w+)*)", script)}
        for names, section in re.findall(r"const \{ ([\w:, ]+) \} = texts\.(\w+);", script):
            paths |= {(section, name.split(":")[0]) for name in names.split(", ")}
        for section in re.findall(r"words = texts\.(\w+);", script):
            paths |= {(section, name) for name in re.findall(r"\bwords\.(\w+)", script)}
    return paths


def test_every_text_is_used(server):
    with urllib.request.urlopen(server.address + "/keypads.json") as answer:
        keypads = json.load(answer)
    keys = {cell[kind] for keypad in keypads["keypads"]
            for row in keypad["rows"] + keypad["landscapeRows"] for cell in row
            for kind in ("key", "local", "inverse", "radians") if kind in cell}
    keys |= swift_names("CalculatorEngine/Keys/Key+Names.swift")
    texts = load("en")
    families = {
        "keypads": {keypad["name"] for keypad in keypads["keypads"]},
        "spoken": {key for key in keys if not key.isdigit()} | {"undo", "redo"},
        "errors": swift_names("CalculatorEngine/Outcomes/CalculatorError.swift"),
        # A repeated operation has a badge.
        "remarks": swift_names("CalculatorEngine/Outcomes/Notice.swift") - {"repeated"},
        "voids": swift_names("SharedRoom/Room/Outcome.swift") - INNER_REASONS | {"other"},
        "memory": {"number", "error"}, "angles": {"deg", "rad"}, "rules": {"formula", "running"},
    }
    for section, names in families.items():
        assert set(texts[section]) == names, section
    endings = swift_names("SharedRoom/Messages/CloseReason.swift") | {"other"}
    refusals = swift_names("SharedRoom/Messages/ServerMessage.swift")
    states = set(re.findall(r'"(\w+)"', (STATIC / "room/status.js").read_text()))
    some = {
        "faces": keys, "errorsOf": families["keypads"], "remarksOf": families["keypads"],
        "endings": endings,
        "ended": endings, "states": states | refusals | endings,
        "shortcuts": set(keypads["keyboard"]) | {"others"},
    }
    for section, names in some.items():
        assert set(texts[section]) <= names, section
    used = used_texts()
    # Code that names a part of a section, such as `texts.board.states`, may use any text of it.
    left = [path for path in leaves(texts) if path[0] not in families | some and path not in used
            and not any(path[:count] in used for count in range(2, len(path)))]
    assert left == []


def test_the_browser_chooses_the_language(person, subtests):
    ada = person()
    ada.page.add_init_script("""Object.defineProperty(navigator, "languages", {
        get: () => new URLSearchParams(location.search).getAll("language"),
    });""")
    asked = []
    ada.page.on("request", lambda request: asked.append(request.url))
    for languages, language in (
        (["en-GB"], "en"), (["de-DE", "ja-JP", "en"], "ja"),
    ):
        with subtests.test(" ".join(languages)):
            asked.clear()
            ada.go("/?" + "&".join(f"language={one}" for one in languages))
            expect(ada.page.locator("#home h2").first).to_have_text(load(language)["home"]["join"])
            expect(ada.page.locator("html")).to_have_attribute("lang", language)
            # Its texts are loaded once, and no other language's.
            texts = [url.split("/")[-1] for url in asked if "texts." in url and "json" in url]
            assert texts == [f"texts.{language}.json"]


def test_the_reader_chooses_another_one_and_stays_in_the_room(person):
    ada = person("Ada")
    room = ada.make("Standard")
    ada.press("1 2 3 4 + 5").is_settled()
    ada.page.get_by_role("button", name="Menu").click()
    ada.page.locator("#menu").get_by_label("Language").select_option("日本語")
    expect(ada.page.locator("#undo")).to_have_attribute("aria-label", "元に戻す")
    ada.is_connected().sees("5", "1,234 +")
    expect(ada.page.locator("#room-name")).to_have_text(room)
    ada.page.reload()
    expect(ada.page.locator("html")).to_have_attribute("lang", "ja")
    # The home page has the choice, too.
    choice = ada.go("/").page.locator("#home .language option")
    expect(choice).to_have_text(["English", "繁體中文", "简体中文", "日本語", "한국어"])
    assert sorted(choice.evaluate_all("all => all.map((one) => one.value)")) == LANGUAGES
    ada.page.locator("#home").get_by_label("言語").select_option("한국어")
    expect(ada.page.locator("#join h2")).to_have_text("방에 참가하기")


def test_errors_have_the_readers_language(person):
    ada = person(locale="zh-TW")
    ada.make("Simple")
    ada.press("5 / 0 =").sees("無限大")
    ada.page.goto(ada.address + "/rooms/no%20name")
    expect(ada.page.locator("#not-a-name")).to_contain_text("房間名稱不能是「no name」。")
    ada.complaints.clear()  # The browser reports the 404.


# Words that are wider than their place, or cut off in it.
CUT = """() => [...document.querySelectorAll("body *")].filter((place) =>
        place.checkVisibility({ visibilityProperty: true }) && !place.closest("svg, .unseen, .key")
        && [...place.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
        && !place.matches("option, noscript, #room-name, .figures *, .screen *"))
    .filter((place) => {
        const range = document.createRange();
        range.selectNodeContents(place);
        const box = range.getBoundingClientRect();
        const card = place.closest(".choice, .segments label, dialog, .card")?.getBoundingClientRect();
        if (card && (box.right > card.right + 1 || box.left < card.left - 1)) return true;
        if (place.scrollWidth > place.clientWidth + 1 && getComputedStyle(place).display !== "inline") return true;
        // The keypads are a row that fingers move.
        return !place.closest(".making .choices") && (box.right > innerWidth + 1 || box.left < -1);
    }).map((place) => `${place.tagName}#${place.id} ${place.textContent}`)"""


@pytest.mark.parametrize("locale", sample(["en-US", "zh-TW", "zh-CN", "ja-JP", "ko-KR"], ["en-US", "ko-KR"]))
def test_no_word_is_cut_in_any_language(person, locale):
    ada = person("Ada", locale=locale)
    places = {
        "home": lambda: ada.go("/").page.locator("#home").wait_for(),
        "room": lambda: ada.go(f"/rooms/cut-{locale.lower()}?make=scientific").is_connected(),
        "menu": lambda: ada.page.locator("#menu-open").click(),
        "share": lambda: (ada.page.keyboard.press("Escape"), ada.page.locator("#share").click(),
                          ada.page.locator("#sharing").wait_for()),
        "keyboard": lambda: (ada.page.keyboard.press("Escape"), ada.page.keyboard.press("?"),
                             ada.page.locator("#shortcuts").wait_for()),
        "side": lambda: (ada.page.keyboard.press("Escape"),
                         ada.page.locator("#people-open").evaluate("button => button.click()")),
        "ended": lambda: ada.go("/rooms/nobody-ever-made-this").page.locator("#ended").wait_for(),
    }
    for name, go in places.items():
        go()
        for width, height in WINDOWS:
            ada.page.set_viewport_size({"width": width, "height": height})
            assert ada.page.evaluate(CUT) == [], (name, width)
            assert ada.page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
