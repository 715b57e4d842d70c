"""The description of the protocol below /api/, and the check of all frames in these tests."""

from playwright.sync_api import expect

import traffic
from accessibility import assert_accessible
from windows import PHONE

# The overview and the protocol are too long for all rules of axe-core. They have the same elements.
CHECKED = ["http.html", "glossary.html"]


def test_the_description_fits_on_a_phone_and_is_accessible(person, subtests):
    reader = person(viewport=PHONE)
    for name in ("", "clients.html", "protocol.html", "ENGINE.html", *CHECKED):
        with subtests.test(name):
            page = reader.go(f"/api/{name}").page
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            expect(page.get_by_role("navigation")).to_have_css("display", "flex")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    reader.page.set_viewport_size({"width": 1280, "height": 720})
    for name, scheme in zip(CHECKED, ("light", "dark")):
        with subtests.test(name, scheme=scheme):
            reader.page.emulate_media(color_scheme=scheme)
            assert_accessible(reader.go(f"/api/{name}").page, name)


def test_pages_of_other_origins_may_read_the_description_and_nothing_else(person, server):
    other = person()
    other.expected += ("Access to fetch at", "Failed to load resource: the server responded with a status of 403")
    read = "(address) => fetch(address).then((answer) => answer.json(), () => null)"
    assert other.page.evaluate(read, f"{server.address}/api/openapi.json")["openapi"]
    assert other.page.evaluate(read, f"{server.address}/keypads.json") is None
    # The client library says why it cannot join.
    fails = """async (address) => {
        const { join } = await import(`${address}/api/calcroom.js`);
        return join(`${address}/rooms/a`).catch(({ why, code, message }) => [why, code, message]);
    }"""
    assert other.page.evaluate(fails, server.address) == [
        "refused", 403, "Pages of other servers may not open rooms of this server."]


def test_the_frames_of_pages_and_clients_are_checked(person, monkeypatch):
    checked = []
    monkeypatch.setattr(traffic, "check", lambda text, sender: checked.append((sender, text)))
    ada = person("Ada")
    ada.make()
    ada.is_joined_by("Ben").act({"press": "7"})
    ada.press("8").sees("78").is_settled()
    for sender, part in [("client", '"join"'), ("client", '{"press": "7"'), ("client", '"press":"8"'),
                         ("server", '"welcome"'), ("server", '"press":"8"')]:
        assert any(one == sender and part.strip("{") in text for one, text in checked), (sender, part)


def test_a_wrong_frame_is_found():
    traffic.check('{"n":1,"press":"77"}', "client")
    assert len(traffic.take_mistakes()) == 1 and traffic.take_mistakes() == []
