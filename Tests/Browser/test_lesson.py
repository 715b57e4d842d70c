"""A lesson: the host's tools, and their effects on pupils' pages."""

import re

from playwright.sync_api import expect

from accessibility import assert_accessible
from boards import board_of
from handmade import Handmade
from layout import key_boxes
from lessons import about, does, class_of, line_of, lock, open_lesson, starts_over
from windows import KEYPADS, PHONE


def test_a_host_has_one_place_for_a_lesson_and_keeps_it(person):
    ada, ben = class_of(person, names=["Ben"])
    ben.page.get_by_role("button", name="People").click()
    expect(ben.page.locator("#control")).to_be_hidden()
    expect(ben.page.get_by_role("button", name="More options for")).to_have_count(0)
    # Nothing of it is loaded before it is wanted.
    assert ada.page.evaluate("performance.getEntriesByType('resource').every(({ name }) => !/lesson/.test(name))")
    ada.page.reload()
    ada.is_connected()
    open_lesson(ada)
    assert_accessible(ada.page)
    ada.page.get_by_role("button", name="Done").click()
    lock(ada)
    ben.is_told("The keypad is locked")


def test_a_link_for_another_device_works_once(person):
    ada, ben, cleo = class_of(person)
    asked = []
    for one in (ada, cleo):
        one.context.on("request", lambda request: asked.append(request.url))
    ada.in_lesson("Host on another device")
    dialog = ada.page.locator("#host-link")
    expect(dialog).to_contain_text("works once")
    assert_accessible(ada.page)
    ada.page.locator("#host-link-picture[src^=data]").evaluate("picture => picture.decode()")
    link = ada.page.get_by_label("Link", exact=True).and_(ada.page.locator("#host-link-text")).input_value()
    address, secret = link.split("#host=")
    assert address.endswith(f"/rooms/{ada.page.locator('#room-name').text_content()}") and len(secret) >= 22
    expect(ada.page.locator("#host-link-picture")).to_have_attribute("src", re.compile(secret))
    # Cleo opens it: she is host too, and the dialog goes.
    cleo.page.goto(link)
    cleo.is_connected()
    expect(cleo.page.locator("#notices")).to_have_text("You are now a host.")
    assert "#" not in cleo.page.url
    expect(dialog).to_be_hidden()
    expect(ada.page.locator("#notices")).to_have_text(re.compile("^The link was used"))
    expect(ada.page.locator("#people li").filter(has_text="host")).to_have_count(2)
    # Ben comes too late.
    ben.page.goto(link)
    ben.is_connected()
    expect(ben.page.locator("#notices")).to_have_text(re.compile("used or revoked"))
    expect(ben.page.locator("#control")).to_be_hidden()
    lock(cleo)
    ben.is_told("The keypad is locked")
    assert [url for url in asked if secret in url.split("#")[0]] == []


def test_a_host_is_shown_no_link_that_is_dead(person):
    ada = person("Ada", viewport={"width": 1280, "height": 800})
    ada.make()
    ben, cleo = (ada.is_joined_by(name) for name in ("Ben", "Cleo"))
    dialog, text, picture = (ada.page.locator(f"#host-link{part}") for part in ("", "-text", "-picture[src^=data]"))
    notices = ada.page.locator("#notices")

    def offered():
        ada.in_lesson("Host on another device")
        picture.wait_for()
        ada.is_settled()
        return text.input_value()

    def uses(somebody, link):
        return somebody.act({"useLink": link.partition("#host=")[2]})

    revoked = offered()
    ada.takes_clicks("#host-link").page.locator("#host-link").get_by_role("button", name="Done").click()
    # The link stays the same until it is used, revoked or replaced.
    ada.page.get_by_role("button", name="Host on another device").click()
    picture.wait_for()
    expect(text).to_have_value(revoked)
    ada.takes_clicks("#host-link").page.get_by_role("button", name="Revoke link").click()
    expect(ada.page.locator("dialog[open]")).to_have_count(0)
    ada.is_settled()
    assert uses(ben, revoked) == "link"
    used = offered()
    assert used != revoked and uses(ben, used) == "taken"
    expect(dialog).to_be_hidden()
    expect(notices).to_have_text("The link was used and no longer works.")
    expect(ada.page.locator("#people li").filter(has_text="host")).to_have_count(2)
    replaced = offered()
    ada.takes_clicks("#host-link").page.locator("#host-link").get_by_role("button", name="Done").press("Enter")
    ada.page.locator("#lesson .main").press("Enter")
    assert ben.act({"hostLink": "a-link-of-another-host-1"}) == "taken"
    ben.write("7")
    ada.sees("7")
    last = offered()
    assert last != replaced
    # A dialog with a link that is replaced closes.
    assert ben.act({"hostLink": "a-link-of-another-host-2"}) == "taken"
    expect(dialog).to_be_hidden()
    expect(notices).to_have_text("Another host created a new link. This one no longer works.")
    assert uses(cleo, last) == "link" and uses(cleo, offered()) == "taken"


def test_a_link_stays_the_same_until_the_room_knows_it(person, link):
    ada = person("Ada", link.address)
    ada.make()
    ada.page.get_by_role("button", name="Lesson", exact=True).click()
    ada.takes_clicks("#lesson")
    link.cut()
    ada.is_away()
    ada.page.get_by_role("button", name="Host on another device").click()
    text = ada.page.locator("#host-link-text")
    expect(text).to_have_value(re.compile("#host="))
    link = text.input_value()
    ada.takes_clicks("#host-link").page.locator("#host-link").get_by_role("button", name="Done").click()
    ada.page.get_by_role("button", name="Host on another device").click()
    expect(text).to_have_value(link)


def test_the_role_is_handed_on(person):
    ada = person("Ada", viewport={"width": 1280, "height": 800})
    ada.make()
    ben = ada.is_joined_by("Ben")
    about(ada, "Ben", "Hand over host role")
    ada.is_settled()
    expect(ada.page.locator("#control")).to_be_hidden()
    assert ben.act({"lock": True}) == "taken"
    ada.is_told("The keypad is locked")


def test_a_locked_keypad_says_why(person, server):
    host = Handmade(server.address, "locked-keypads", "Ada").join(make={"keypad": "standard", "lock": True})
    ben = person("Ben").join("locked-keypads").is_connected()
    outside = []
    for keypad in KEYPADS:
        host.act({"keypad": keypad.lower()})
        ben.has_keypad(keypad)
        for width, height in [(320, 568), (390, 844), (844, 390), (1280, 800)]:
            ben.page.set_viewport_size({"width": width, "height": height})
            card, keys = (ben.page.locator(id).bounding_box() for id in ("#asleep", "#keypad"))
            x, y = card["x"] + card["width"] / 2, card["y"] + card["height"] / 2
            is_over_keys = (keys["x"] < x < keys["x"] + keys["width"]
                            and keys["y"] < y < keys["y"] + keys["height"])
            is_in_window = (card["x"] >= 0 and card["x"] + card["width"] <= width
                            and card["y"] >= 0 and card["y"] + card["height"] <= height)
            if not (is_over_keys and is_in_window):
                outside.append((keypad, width, height))
    assert outside == []
    expect(ben.page.locator("#asleep")).to_contain_text("The keypad is locked. Raise your hand to ask for it.")
    assert float(ben.page.locator("#keypad").evaluate("keys => getComputedStyle(keys).opacity")) < 0.5
    # A key that is pressed nevertheless has its reason.
    ben.page.keyboard.press("7")
    expect(ben.page.locator("#notices")).to_have_text("7: the keypad is locked")
    ben.is_settled().sees("0")
    host.close()


def test_hands_are_in_order_and_the_keypad_goes_from_pupil_to_pupil(person):
    ada, ben = class_of(person, names=["Ben"])
    cleo, dora = (ada.is_joined_by(name) for name in ("Cleo", "Dora"))
    lock(ada)
    dora.act({"hand": True})
    ben.page.get_by_role("button", name="Raise hand").click()
    ben.is_told("The host can see your hand.").is_settled()
    cleo.act({"hand": True})
    names = ada.page.locator("#people li > span")
    expect(names).to_have_text(["Ada · host · you", "Ben · hand raised", "Cleo · hand raised",
                                "Dora · hand raised"])
    hands = ada.page.locator("#hands-text")
    expect(hands).to_have_text("Hand raised: Dora, Ben, Cleo")
    # Enter means = on a button that was clicked, until Tab is pressed.
    ben.page.keyboard.press("Tab")
    ben.page.get_by_role("button", name="Lower hand").press("Enter")
    expect(hands).to_have_text("Hand raised: Dora, Cleo")
    ben.page.get_by_role("button", name="Raise hand").press("Enter")
    expect(hands).to_have_text("Hand raised: Dora, Cleo, Ben")

    def gives(button):
        button.press("Enter")
        ada.is_settled()

    # From the list of people and from the raised hands, the keypad leaves the one who had it.
    gives(line_of(ada, "Cleo").get_by_role("button", name="Give keypad"))
    gives(line_of(ada, "Dora").get_by_role("button", name="Give keypad"))
    expect(hands).to_have_text("Keypad: Dora · Hand raised: Ben")
    expect(ben.page.locator("#asleep")).to_be_visible()
    assert [one.act({"press": "2"}) for one in (cleo, dora)] == ["locked", "taken"]
    gives(ada.page.locator("#hands-give"))
    expect(hands).to_have_text("Keypad: Ben")
    ben.is_told("but you can use it").press("1").is_settled()
    expect(ben.page.locator("#asleep")).to_be_hidden()
    ada.sees("21")
    line_of(ada, "Ben").get_by_role("button", name="Take back keypad").press("Enter")
    ben.is_told("Raise your hand to ask for it").page.keyboard.press("9")
    expect(ben.page.locator("#asleep")).to_be_visible()
    expect(ben.page.locator("#notices")).to_have_text("9: the keypad is locked")


def test_a_hosts_press_and_focus_survive_arrivals_and_departures(person):
    ada = person("Ada", viewport={"width": 1280, "height": 800})
    ada.make()
    ben, cleo = (ada.is_joined_by(name) for name in ("Ben", "Cleo"))
    lock(ada)
    ada.press("1 + 2").is_settled()
    give, take = "Give", "Take back"
    bens = line_of(ada, "Ben").get_by_role("button")
    bens.first.focus()
    ada.page.keyboard.press("Enter")
    expect(bens.first).to_have_text(take)
    expect(bens.first).to_be_focused()
    # Neither a newcomer nor a hand moves Ben's line.
    dora = ada.is_joined_by("Dora")
    expect(line_of(ada, "Dora")).to_have_count(1)
    expect(bens.first).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(bens.first).to_have_text(give)
    ben.act({"hand": True})
    expect(ada.page.locator("#people li").nth(1)).to_contain_text("Ben · hand raised")
    expect(bens.first).to_be_focused()
    # A press continues while somebody leaves, whose line stays while the list is in use. If a focused
    # button disappears, another one gets the focus.
    line_of(ada, "Cleo").get_by_role("button").first.hover()
    ada.page.mouse.down()
    dora.close()
    expect(line_of(ada, "Dora")).to_have_class(re.compile("away"))
    ada.page.mouse.up()
    expect(ada.page.locator("#hands-text")).to_contain_text("Keypad: Cleo")
    ada.page.mouse.move(400, 20)
    ada.page.get_by_role("button", name="Unlock keypad").focus()
    expect(line_of(ada, "Dora")).to_have_count(0)
    bens.first.focus()
    ada.page.evaluate("lock.click()")
    expect(bens).to_have_count(1)
    expect(bens).to_be_focused()
    ada.sees("2", "1 +")


def test_a_removed_participant_may_return_until_the_door_is_shut(person):
    ada, ben = class_of(person, names=["Ben"])
    ada.is_joined_by("Cleo")
    about(ada, "Ben", "Remove")
    expect(ben.page.locator("#ended-why")).to_contain_text("removed you")
    ben.page.get_by_role("button", name="Join", exact=True).click()
    ben.is_connected()
    expect(line_of(ada, "Ben")).to_have_count(1)
    about(ada, "Ben", "Remove and shut door")
    expect(ben.page.locator("#ended-why")).to_contain_text("removed you")
    ben.page.get_by_role("button", name="Join", exact=True).click()
    expect(ben.page.locator("#ended-why")).to_contain_text("is shut")
    # Cleo was in, and stays so.
    ada.is_joined_by("Cleo")
    open_lesson(ada)
    door = ada.page.get_by_label("The door is open")
    expect(door).not_to_be_checked()
    # The words act like the box.
    ada.takes_clicks("#lesson").page.locator("#lesson-door + span").click(position={"x": 20, "y": 10})
    expect(door).to_be_checked()
    ben.page.get_by_role("button", name="Try again").click()
    ben.is_connected()
    door.press("Space")
    # The sheet with the code says so to those who share it.
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name="Share", exact=True).click()
    expect(ada.page.locator("#share-shut")).to_be_visible()


def test_a_host_sees_spectators_and_closes_the_room_to_them(person):
    ada = person("Ada")
    room = ada.make("Standard")
    stranger = board_of(person, room).is_connected()
    own = ada.context.new_page()
    own.goto(f"{ada.address}/rooms/{room}?view=board")
    open_lesson(ada)
    expect(ada.page.locator("#lesson-watching")).to_contain_text("Watching now: 2")
    assert_accessible(ada.page)
    ada.page.get_by_role("switch", name="Allow spectators").uncheck()
    expect(stranger.page.locator("#connection")).to_contain_text("The room is closed to spectators")
    expect(ada.page.locator("#lesson-watching")).to_contain_text("Watching now: 1")
    expect(own.locator("#connection")).to_have_attribute("data-state", "current")
    ada.page.get_by_role("switch", name="Allow spectators").press("Space")
    expect(ada.page.locator("#lesson-watching")).to_contain_text("Watching now: 2", timeout=15_000)


def test_a_cleared_tape_comes_back_until_the_next_line(person):
    ada, ben = class_of(person, names=["Ben"])
    ada.press("1 + 2 =").is_settled()
    expect(ben.page.locator("#tape li")).to_have_count(1)
    ada.in_lesson("Clear tape")
    for one in (ada, ben):
        expect(one.page.locator("#tape li")).to_have_count(0)
        one.sees("3")
    assert_accessible(ada.page)
    ada.page.get_by_role("button", name="Restore tape").press("Enter")
    for one in (ada, ben):
        expect(one.page.locator("#tape li")).to_have_count(1)
    ada.page.get_by_role("button", name="Clear tape").press("Enter")
    ada.page.keyboard.press("Escape")
    ada.press("4 + 4 =").is_settled()
    for one in (ada, ben):
        expect(one.page.locator("#tape li")).to_have_count(1)
        expect(one.page.locator("#tape li")).to_contain_text("4 + 4")
    open_lesson(ada)
    expect(ada.page.get_by_role("button", name="Clear tape")).to_be_visible()


def test_the_next_class_starts_over(person):
    ada, ben = class_of(person, names=["Ben"])
    lock(ada)
    ada.press("1 + 2 =").is_settled()
    starts_over(ada)
    expect(ben.page.locator("#ended-why")).to_contain_text("The lesson in")
    expect(ben.page.locator("#ended-next")).to_contain_text("next lesson")
    expect(ben.page.get_by_role("button", name="Join", exact=True)).to_have_id("try-again")
    ada.sees("0")
    expect(ada.page.locator("#tape li")).to_have_count(0)
    expect(ada.page.locator("#people li")).to_have_text(["Ada · host · you"])
    ada.is_joined_by("Dora").write("7")
    ada.sees("7")


def test_a_closed_room_stays_readable(person):
    ada, ben = class_of(person, names=["Ben"])
    ada.press("6 * 7 =").is_settled()
    does(ada, "Close room")
    ben.page.reload()
    for one in (ada, ben):
        one.is_told("The room is closed").sees("42")
        expect(one.page.locator("#asleep")).to_contain_text("You can still view it.")
        expect(one.page.locator("#tape li")).to_have_count(1)
        expect(one.page.get_by_role("button", name="Raise hand")).to_be_hidden()
    ben.press("C").sees("42")
    expect(ben.page.locator("#notices")).to_have_text("C: the room is closed")
    expect(ada.page.locator("#people button:not(.name)")).to_have_count(0)
    expect(ben.page.locator("#undo")).to_be_hidden()
    open_lesson(ada)
    for name in ("Host on another device", "Clear tape"):
        expect(ada.page.get_by_role("button", name=name)).to_be_disabled()
    expect(ada.page.locator("#lesson-close")).to_have_text("Open again")
    ada.page.get_by_role("button", name="Done").click()
    expect(ben.page.locator("#open-again")).to_be_hidden()
    ada.page.locator("#open-again").press("Enter")
    ben.is_told("Connected").press("C 5").sees("5").is_settled()
    ada.sees("5")
    does(ada, "Close room")
    starts_over(ada)
    ada.sees("0").press("5").sees("5")


def test_a_closed_room_asks_nobody_for_a_name_until_it_opens(person):
    ada = person("Ada")
    room = ada.make()
    ada.press("4 2").is_settled()
    ben = ada.is_joined_by("Ben")
    open_lesson(ada)
    ada.page.locator("#lesson-close").press("Enter")
    dora = person().go(f"/rooms/{room}").is_told("The room is closed").sees("42")
    expect(dora.page.locator("#asleep")).to_contain_text("You can still view it.")
    expect(dora.page.locator("#naming")).to_be_hidden()
    # Keys of a keyboard are not kept for later, and the own copy works.
    dora.page.keyboard.press("7")
    dora.page.locator("#asleep .try").click()
    expect(dora.page.locator("#alone")).to_be_visible()
    dora.press("0").sees("420")
    dora.page.get_by_role("button", name="Back to the room").click()
    dora.sees("42")
    ada.page.locator("#lesson-close").press("Enter")
    expect(dora.page.locator("#naming")).to_be_visible()
    dora.page.get_by_label("Your name").fill("Dora")
    dora.page.locator("#naming-take").click()
    expect(ada.page.locator("#people")).to_contain_text("Dora")
    dora.is_settled().sees("42")
    ben.write("1")
    dora.sees("421")


def test_a_pupil_calculates_privately_while_the_keypad_is_locked(person):
    ada, ben = class_of(person, names=["Ben"])
    ada.press("1 2 + 3").is_settled()
    lock(ada)
    ben.sees("3", "12 +")
    ben.page.locator("#asleep .try").click()
    expect(ben.page.locator("#alone")).to_contain_text("Only you can see this.")
    expect(ben.page.locator("#asleep")).to_be_hidden()
    ben.sees("3", "12 +").press("0 =").sees("42")
    ben.page.keyboard.press("Control+z")
    ben.sees("30").press("= * 2 =").sees("84")
    ada.sees("3", "12 +")
    # The room goes on below.
    ada.press("4 =").is_settled()
    expect(ben.page.locator("#alone-room")).to_contain_text("12 + 34 → 46")
    ada.paste("2e30").is_settled()
    expect(ben.page.locator("#alone-number sup")).to_have_text("^30")
    ada.press("C 1 2 + 3 4 =").is_settled()
    ben.sees("84")
    expect(ben.page.locator("#tape li")).to_have_count(2)
    # A line of the tape enters its result where the person types.
    ben.page.set_viewport_size({"width": 1280, "height": 800})
    ben.page.locator("#tape button").first.press("Enter")
    ben.sees("46").press("+ 3 8 =").sees("84")
    ada.sees("46", "12 + 34")
    assert_accessible(ben.page)
    for width, height in [(320, 568), (390, 844), (844, 390), (1280, 800)]:
        ben.page.set_viewport_size({"width": width, "height": height})
        room, *places = (ben.page.locator(id).bounding_box() for id in
                         ("#alone", "#display", "#keypad .base"))
        for place in places:
            assert any(one[start] + one[size] <= other[start] + 0.5
                       for start, size in (("x", "width"), ("y", "height"))
                       for one, other in ((room, place), (place, room))), (width, height)
        screen, again = (ben.page.locator(id).bounding_box() for id in ("#screen", "#again"))
        assert again["y"] + again["height"] <= screen["y"] + screen["height"] + 0.5, (width, height)
        assert min(min(width, height) for _, _, _, width, height in key_boxes(ben)) > 43.9
    ben.page.get_by_role("button", name="Back to the room").click()
    ben.sees("46", "12 + 34")
    expect(ben.page.locator("#asleep")).to_be_visible()
    ben.page.keyboard.press("9")
    expect(ben.page.locator("#notices")).to_have_text("9: the keypad is locked")
    # Again, with the present state of the room.
    ben.page.locator("#asleep .try").click()
    expect(ben.page.locator("#alone")).to_be_visible()
    ben.sees("46", "12 + 34").press("+ 1 =").sees("47")
    lines = ada.page.request.get(f"{ada.page.url.split('?')[0]}/log").text().splitlines()
    assert [line for line in lines if '"by":2' in line and '"void"' not in line] == []


def test_a_private_calculator_is_there_in_open_and_closed_rooms(person):
    ben = person("Ben", viewport=PHONE)
    ada = ben.is_hosted_by().write("7")
    ben.join(ben.room).is_connected().sees("7").page.get_by_role("button", name="Menu").click()
    ben.page.locator("#menu .try").click()
    expect(ben.page.locator("dialog[open]")).to_have_count(0)
    ben.press("8").sees("78").page.get_by_role("button", name="Back to the room").click()
    ben.sees("7").press("9").is_settled().sees("79")
    ada.act({"close": True})
    ben.page.locator("#asleep .try").click()
    expect(ben.page.locator("#alone")).to_be_visible()
    ben.press("1").sees("791")
