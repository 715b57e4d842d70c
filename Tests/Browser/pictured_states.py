"""Steps to each state of the page that is worth a picture. Each returns the person who shows it."""

from playwright.sync_api import expect

from lessons import lock, open_lesson
from server import Server


def pending(p):
    link = p.link()
    ada = p.person(address=link.address)
    ada.make("Formula")
    ada.press("1 2").is_settled()
    link.swallow()
    ada.press("3 4").is_told("Checking|Reconnecting")
    return ada


def offline(p):
    ada = p.person(scheme="dark")
    ada.make("Tip")
    ada.press("4 2")
    ada.loses_the_network()
    ada.is_told("Offline")
    return ada


def offer(p):
    link = p.link()
    ada, ben = p.person(address=link.address), p.person("Ben")
    ben.join(ada.make("Standard")).is_connected()
    link.cut()
    ada.is_away()
    ada.press("1 2 + 3 =")
    ben.press("8").sees("8")
    link.heal()
    ada.hears_of_the_network().is_connected()
    expect(ada.page.locator("#offer")).to_be_visible()
    return ada


def others(p):
    ada, ben = p.person(window="desktop-landscape"), p.person("Ben")
    for name in ("Ben", "Cleo", "Dilara"):
        guest = ben if name == "Ben" else p.person(name)
        guest.join(ada.make("Formula", "class-7b") if name == "Ben" else "class-7b").is_connected()
    ben.press("1 2 * 3 =")
    ada.sees("36")
    ben.press("5")
    expect(ada.page.locator('[data-by="Ben"]').first).to_be_visible()
    return ada


def locked(p):
    ada, ben = p.person(), p.person("Ben")
    ben.join(ada.make("Chain")).is_connected()
    ada.page.get_by_role("button", name="People").click()
    lock(ada)
    ben.is_told("The keypad is locked.").press("7")
    expect(ben.page.locator("#notices")).not_to_be_empty()
    return ben


def lesson(p, question=None):
    ada = p.person(window="desktop-landscape")
    ada.make("Formula")
    if question:
        return ada.in_lesson(question)
    open_lesson(ada)
    expect(ada.page.locator("#lesson")).to_be_visible()
    return ada


def alone(p):
    ben = locked(p)
    ben.page.locator("#asleep .try").click()
    expect(ben.page.locator("#alone")).to_be_visible()
    return ben.press("4 2")


def side(p):
    ada, ben = p.person(scheme="dark"), p.person("Ben")
    ben.join(ada.make("Standard")).is_connected()
    ben.press("6 * 7 =")
    ada.press("+ 1 =").sees("43")
    ada.page.get_by_role("button", name="Tape", exact=True).click()
    expect(ada.page.locator("#side")).to_be_in_viewport()
    ada.page.wait_for_timeout(400)
    return ada


def share(p):
    ada = p.person()
    ada.make("Formula", "mathe")
    ada.page.get_by_role("button", name="Share").click()
    ada.page.locator("#share-picture[src]").evaluate("picture => picture.decode()")
    return ada


def menu(p, window="phone-portrait", scheme="light"):
    ada = p.person(window=window, scheme=scheme)
    ada.make("Scientific")
    ada.page.get_by_role("button", name="Menu").click()
    return ada


def keyboard(p):
    ada = p.person(window="desktop-landscape", scheme="dark")
    ada.make("Standard")
    ada.page.keyboard.press("?")
    expect(ada.page.locator("#shortcuts")).to_be_visible()
    return ada


def no_room(p):
    return p.person().join("nobody-made-this")


def ended(code):
    def state(p):
        ada = p.person(scheme="dark")
        ada.make("Formula")
        ada.page.add_init_script(
            "{ const own = WebSocket; window.WebSocket = class extends own {"
            " constructor(...all) { super(...all); window.socket = this; } }; }")
        ada.page.reload()
        ada.is_connected()
        ada.page.evaluate(
            "(code) => { const end = socket.onclose; socket.onclose = null; socket.close();"
            " end({ code }); window.WebSocket = class { close() {} }; }", code)
        return ada
    return state


def refused(p):
    ada = ended(1000)(p)
    ada.page.reload()
    ada.is_connected()
    ada.page.evaluate("() => (socket.send = () => {})")
    ada.press("5 7").sees("57")
    ada.page.evaluate(
        """() => socket.onmessage({ data: '{"refused":{"n":1,"why":"storage","retry":60000}}' })""")
    ada.page.wait_for_timeout(300)
    return ada


def gone(p):
    server = Server()
    ada, ben = p.person(address=server.address), p.person("Ben", address=server.address)
    ben.join(ada.make("Tip")).is_connected()
    ada.leave()
    server.stop()
    server.start()
    expect(ben.page.locator("#gone")).to_be_visible()
    server.stop()
    return ben


def functions(p):
    ada = p.person(window=(320, 568))
    ada.make("Scientific")
    ada.page.get_by_role("button", name="More functions").click()
    ada.press("sin 3 0 =")
    return ada


def long_number(keypad):
    def state(p):
        ada = p.person()
        ada.make(keypad)
        for key in "1234567890123456*9876543210987654=":
            ada.page.keyboard.press(key)
        return ada
    return state


def failed(p):
    ada = p.person(scheme="dark")
    ada.make("Scientific")
    ada.press("1 / 0 =")
    return ada


def large_text(p):
    ada = p.person(window=(390, 844))
    ada.make("Standard")
    ada.press("1 2 * 7 = =")
    ada.page.evaluate("document.documentElement.style.fontSize = '200%'")
    return ada


def zoomed(p):
    ada = p.person(window=(320, 180))
    ada.make("Formula")
    ada.press("1 2 + 3")
    return ada


def forced_colors(p):
    ada = p.person(window="desktop-landscape", forced_colors="active")
    ada.make("Standard")
    ada.press("1 2 * 7 = =")
    return ada


def projector(p):
    ada = p.person(window=(3840, 2160))
    ada.make("Formula")
    ada.press("1 2 * 7 =")
    return ada


STATES = {
    "pending": pending, "offline": offline, "offer": offer, "others": others,
    "locked": locked, "side": side,
    "lesson": lesson, "alone": alone,
    "host-link": lambda p: lesson(p, "Host on another device"), "share": share, "menu": menu,
    "menu-desktop": lambda p: menu(p, "desktop-landscape", "dark"), "keyboard": keyboard,
    "no-room": no_room, "full": ended(4007), "removed": ended(4008), "door": ended(4006),
    "restart": ended(1012), "refused": refused, "gone": gone, "functions": functions,
    "long-formula": long_number("Formula"), "long-simple": long_number("Simple"),
    "failed": failed, "large-text": large_text, "zoomed": zoomed,
    "forced-colors": forced_colors, "projector": projector,
}
