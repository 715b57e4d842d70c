"""The pictures of the README, in docs/pictures: windows of people who are in rooms, side by side."""

import base64
import subprocess

from bills import Guest
from chromium import launch
from lessons import lock, number_of_question
from people import Person
from server import ROOT, Server
from waiting import come_to_rest

FOLDER = ROOT / "docs/pictures"
# The host that links and boards show instead of this machine's address.
HOST = "calc.example"
PHONE = (390, 844)
TYPED = {
    "Formula": "1 2 + 3 4 . 5", "Scientific": "2 * 3 + 4", "Simple": "1 2 8 * 3 6",
    "Chain": "2 + 3 + 4", "Tip": "8 5 tip20", "Standard": "1 2 * 7 = =",
}

SHEET = """<!doctype html><meta charset="utf-8"><style>
    body { display: flex; margin: 0; padding: 36px; gap: 28px; align-items: center;
        justify-content: center; background: #E4E6EB; width: max-content }
    figure { margin: 0 }
    img { display: block; border-radius: var(--round); box-shadow: 0 0 0 6px #24262B, 0 10px 26px #0004 }
    figcaption { font: 20px "Noto Sans", sans-serif; text-align: center; margin-top: 20px; color: #24262B }
</style>"""


class Sheet:
    """Windows that become one picture."""

    def __init__(self, browser, address):
        self.browser, self.address, self.people, self.figures = browser, address, [], []

    def person(self, name="Ada", size=PHONE, scheme="light", language="en-US"):
        width, height = size
        self.people.append(Person(self.browser, f"http://{HOST}", name, {
            "viewport": {"width": width, "height": height}, "color_scheme": scheme,
            "locale": language, "device_scale_factor": 2}))
        return self.people[-1]

    def add(self, person, width, caption=""):
        person.page.mouse.move(0, 0)
        picture = base64.b64encode(person.page.screenshot()).decode()
        words = f"<figcaption>{caption}</figcaption>" if caption else ""
        self.figures.append(
            f'<figure style="--round: {width * 0.02 + 8}px">'
            f'<img width="{width}" src="data:image/png;base64,{picture}">{words}</figure>')

    def save(self, path):
        for person in self.people:
            person.leave()
        context = self.browser.new_context(viewport={"width": 100, "height": 100})
        page = context.new_page()
        page.set_content(SHEET + "".join(self.figures))
        page.locator("body").screenshot(path=path)
        context.close()


def together(sheet):
    """A class: the board, and three phones in different languages and colours."""
    ada, board = sheet.person("Ada", (1280, 720)), sheet.person("", (1280, 720))
    ada.make("Formula", "class-7b")
    board.go("/rooms/class-7b?view=board").is_connected()
    pupils = [
        sheet.person("Ben"), sheet.person("Cleo", scheme="dark"),
        sheet.person("ゆき", language="ja-JP")]
    for pupil in pupils:
        pupil.join("class-7b").is_connected()
    ben, cleo, yuki = pupils
    for pupil, keys in [
        (ben, "2 + 3"), (cleo, "* 4 ="), (ben, "1 2"), (cleo, "+ 3"), (yuki, "* 4"),
    ]:
        pupil.press(keys).is_settled()
    for one in [board, *pupils]:
        one.sees("4")
    come_to_rest(board.page)
    sheet.add(board, 900)
    for pupil in pupils:
        sheet.add(pupil, 216)


def tour(sheet):
    """Make a room, let others in, hold the keypad, compare answers, split a bill."""
    home = sheet.person("Ada").go("/")
    ada, ben = sheet.person("Ada"), sheet.person("Ben")
    ada.make("Formula", "mathe")
    ben.join("mathe").is_connected()
    ada.press("1 2 * 7").is_settled()
    ada.page.get_by_role("button", name="Share").click()
    ada.page.locator("#share-picture[src]").evaluate("picture => picture.decode()")
    sheet.add(home, 236)
    sheet.add(ada, 236)
    ada.page.keyboard.press("Escape")
    lock(ada)
    ben.is_told("The keypad is locked.")
    sheet.add(ben, 236)
    sheet.add(question(sheet), 236)
    sheet.add(bill(sheet), 236)


def question(sheet):
    mina = sheet.person("Mina")
    mina.make("Formula", "class-7b-asks")
    pupils = [mina.is_joined_by(name, sheet.address) for name in ("Ada", "Ben", "Cleo", "Dan", "Eve")]
    mina.page.locator("#bar-ask").click()
    mina.page.locator("#ask-text").fill("A shirt costs 80. What does it cost with 15 % off?")
    mina.page.locator("#ask-form .main").click()
    mina.is_settled()
    asked = pupils[0].until(number_of_question)
    for pupil, keys in zip(pupils, ["6 8", "8 0 - 1 5 % =", "8 0 - 1 5 =", "8 0 * . 8 5 =", "8 0 * 1 5 % ="]):
        pupil.act({"answer": {"question": asked, "keys": keys.split()}})
    for button in ("close", "show"):
        mina.page.locator(f"#answers-{button}").click()
    mina.is_settled()
    return mina


def bill(sheet):
    cleo, dan = sheet.person("Cleo"), sheet.person("Dan")
    cleo.make("Tip", "dinner")
    dan.join("dinner").is_connected()
    guest = Guest(cleo).open().add_everybody()
    guest.has_currency("EUR").type("amount", "85.35").choose("tips", "20")
    cleo.is_settled()
    return cleo


def keypads(sheet):
    for number, (keypad, keys) in enumerate(TYPED.items()):
        ada = sheet.person(scheme="dark" if number % 2 else "light")
        ada.make(keypad, f"a-{keypad.lower()}-room")
        ada.press(keys).is_settled()
        sheet.add(ada, 206, keypad.lower())


PICTURES = {"together.png": together, "tour.png": tour, "keypads.png": keypads}


def take(chromium, folder):
    """All of them, by a browser that knows the host."""
    server = Server(":memory:", "--public-url", f"http://{HOST}", "--limits", "none")
    browser = launch(chromium, f"--host-resolver-rules=MAP {HOST}:80 127.0.0.1:{server.port}")
    try:
        for name, picture in PICTURES.items():
            sheet = Sheet(browser, server.address)
            picture(sheet)
            sheet.save(folder / name)
    finally:
        browser.close()
        server.stop()


def renew(chromium):
    """Those in docs, with as few bytes as they can have."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    take(chromium, FOLDER)
    for path in FOLDER.iterdir():
        subprocess.run(["zopflipng", "-y", path, path], check=True, stdout=subprocess.DEVNULL)
        print(path.relative_to(ROOT), path.stat().st_size)
