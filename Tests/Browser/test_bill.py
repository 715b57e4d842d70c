"""A bill that all in the room split together."""

import re

from playwright.sync_api import expect

from bills import Guest, table
from windows import PHONE

WIDE = {"viewport": {"width": 1280, "height": 800}}


def test_a_bill_is_everybodys_beside_the_calculator_or_over_it(person):
    loaded = []
    ada = person("Ada", viewport={"width": 390, "height": 844})
    ada.page.on("request", lambda request: loaded.append(request.url))
    room = ada.make()
    assert not [url for url in loaded if "bill" in url]
    ben = person("Ben", **WIDE).join(room).is_connected()
    phone, desk = Guest(ada).open(), Guest(ben).open()
    assert any(url.endswith("bill.wasm") for url in loaded)
    expect(phone.page.locator("#display")).to_be_hidden()
    expect(desk.page.locator("#display")).to_be_visible()
    phone.add_everybody().type("amount", "95")
    desk.sees_people("47.50", "47.50").type("amount", "96")
    phone.sees_people("48.00", "48.00")
    # Wherever the focus was, it is still in the sheet.
    expect(phone.part("currency")).to_be_focused()
    phone.page.keyboard.press("Escape")
    expect(phone.page.locator("#display")).to_be_visible()
    expect(phone.part("open")).to_be_focused()


def test_the_total_is_taken_from_the_display(person):
    [ada] = table(person, "Ada", others=["Ben"], **WIDE)
    [ben] = ada.person.others
    take = ada.page.get_by_role("button", name="from display")
    expect(take).to_be_hidden()
    ben.write("2 0 0 / 3 =")
    ada.person.sees("66.66666666666667")
    take.click()
    expect(ada.part("amount")).to_have_value("66.67")
    expect(take).to_be_hidden()
    ben.write("+ 1 =")
    expect(take).to_be_visible()
    ben.write("/ 0 =")
    ada.person.sees("Division by zero")
    expect(take).to_be_hidden()
    # A bill takes the number by itself only while it is empty.
    ben.write("C 5")
    ada.person.sees("5")
    ada.part("close").click()
    ada.open()
    expect(take).to_be_visible()
    expect(ada.part("amount")).to_have_value("66.67")


def test_an_amount_is_calculated_while_it_is_typed_and_other_text_is_refused(person, subtests):
    ada, ben = table(person, "Ada", "Ben", locale="en-GB", has_touch=True)
    amount = ada.part("amount")
    for typed, is_worth in (
        ("(4 + 5.5) × 3", "28.50"), ("100/3", "33.33"), ("1,234.5", "1,234.50"), ("", ""),
    ):
        with subtests.test(typed):
            ada.type("amount", "7").type("amount", typed)
            for one in (ada, ben):
                expect(one.part("amount")).to_have_value(is_worth)
    ada.type("amount", "7")
    amount.fill("12.50")
    ada.page.locator("#bill-keys").get_by_role("button", name="times", exact=True).click()
    amount.press_sequentially("3")
    ada.sees("worked", "= 37.5")
    for wrong in ("twelve", "1/0", "5 +", "10%", "+".join("2" * 70)):
        amount.fill(wrong)
        amount.press("Tab")
        ada.sees("worked", "This is not an amount.")
        expect(ben.part("amount")).to_have_value("7.00")
    ada.type("amount", "8")
    expect(ben.part("amount")).to_have_value("8.00")
    # After a touch the next digit replaces the amount.
    ben.part("amount").tap()
    ben.page.keyboard.type("9")
    expect(ben.part("amount")).to_have_value("9")


def test_tax_tip_and_rounding_change_the_total(person):
    ada, ben = table(person, "Ada", "Ben", others=["Cem"])
    ada.add_everybody().type("amount", "85").type("tax", "7").choose("tips", "20")
    ben.sees("tipped", "20% of 85.00 is 17.00.").sees("total", "102.00")
    ada.choose("tip-on", "pretax")
    ben.sees("tipped", "20% of 78.00 is 15.60.").sees("total", "100.60")
    ben.part("round").check()
    ada.sees("tipped", "20% of 78.00 is 15.60. Rounding up adds 0.40.").sees("total", "101.00")
    expect(ada.part("round")).to_be_checked()
    ada.type("tip", "12.5%")
    ben.sees("tipped", "12.5% of 78.00 is 9.75. Rounding up adds 0.25.").sees("total", "95.00")
    expect(ben.part("tip")).to_have_value("12.5")
    ben.choose("tips", "0")
    ada.sees("total", "85.00")
    expect(ada.part("tip-on")).to_be_hidden()
    ada.type("amount", "84.01")
    ben.sees("tipped", "Rounding up adds 0.99.")


def test_other_decimals_leave_amounts_unchanged(person):
    [ada] = table(person, "Ada", others=["Ben", "Cem"])
    ada.add_everybody().type("amount", "76.80").type("tax", "5.55").pays("Ben", "76.80")
    ada.part("debts").locator("button").first.click()
    ada.has_currency("JPY").sees_people("¥26", "¥26", "¥25")
    expect(ada.part("tax")).to_have_value("6")
    ben = ada.person.is_settled().others[0]
    assert ben.act({"bill": {"currency": {"decimals": 2, "sign": "EUR"}}}) == "taken"
    ada.sees_people("€25.60", "€25.60", "€25.60").sees("unpaid", "Fully paid.")
    expect(ada.part("amount")).to_have_value("76.80")
    expect(ada.part("tax")).to_have_value("5.55")


def test_any_sign_and_decimals_can_be_typed(person):
    ada, ben = table(person, "Ada", "Ben", locale="de-CH")
    usual = ada.part("currency").locator("optgroup").first.locator("option")
    expect(usual.first).to_have_attribute("value", "CHF")
    ada.add_everybody().type("amount", "95").has_sign("mugs")
    ada.part("decimals").select_option("0")
    ben.sees("share", "mugs\u00a047")
    expect(ben.part("currency")).to_have_value("other")
    expect(ben.part("sign")).to_have_value("mugs")
    ben.has_currency("CHF").sees("share", "CHF\u00a047.50")
    expect(ada.part("other")).to_be_hidden()


def test_participants_are_offered_and_others_added_by_name(person):
    ada, ben = table(person, "Ada", "Ben", others=["Cem"])
    offers = expect(ben.page.locator("#bill-here button"))
    offers.to_have_text(["Everyone here", "+ Ada", "+ Ben", "+ Cem"])
    ada.page.get_by_role("button", name="+ Cem").click()
    offers.to_have_text(["Everyone here", "+ Ada", "+ Ben"])
    ben.part("guest").fill("Opa, Ida")
    ben.part("guest").press("Enter")
    ben.add_everybody()
    names = expect(ben.part("people").locator(".name"))
    names.to_have_text(["Cem", "Opa", "Ida", "Ada", "Ben · you"])
    ada.page.get_by_role("button", name="Remove Opa").click()
    names.to_have_text(["Cem", "Ida", "Ada", "Ben · you"])


def test_a_new_name_appears_everywhere_in_the_bill(person):
    [ada] = table(person, "Ada", others=["Ben", "Cem"], **WIDE)
    ada.add_everybody().type("amount", "90").choose("split", "amount")
    ada.page.get_by_role("button", name="All of it: Ben").click()
    ada.person.is_settled().others[0].act({"name": "Zoe"})
    for part in ("people", "paid"):
        expect(ada.part(part).locator(".name").nth(1)).to_have_text("Zoe")
        expect(ada.part(part).locator(".face").nth(1)).to_have_attribute("data-letter", "Z")
    for label in ("Less: Zoe", "More: Zoe", "Shares: Zoe", "Remove Zoe", "Who paid Zoe", "The rest: Zoe"):
        expect(ada.page.get_by_label(label, exact=True)).to_be_visible()
    expect(ada.page.get_by_label("Ben")).to_have_count(0)
    ada.sees("owes", "Ada → Zoe 30.00")


def test_a_bill_is_split_evenly_by_shares_or_by_percent_and_everybody_sees_their_share(person):
    ada, ben = table(person, "Ada", "Ben", others=["Cem"])
    ada.add_everybody().type("amount", "95")
    ben.sees_people("31.67", "31.67", "31.66")
    for one in (ada, ben):
        one.sees("share", "31.67").sees("rule", "The first 2 each pay 0.01 more.")
        assert one.part("share").evaluate("(place) => parseFloat(getComputedStyle(place).fontSize)") >= 40
    ben.choose("split", "amount")
    more = ada.page.get_by_role("button", name="More: Ben")
    more.click()
    more.click()
    ben.sees_people("19.00", "57.00", "19.00").sees("share", "57.00").sees("rule", "")
    expect(ben.part("kept")).to_be_empty()
    ada.choose("split", "percent")
    ben.sees_people("32.30", "31.35", "31.35").sees("kept", "Starts from an equal split.")
    expect(ben.part("alarm")).to_be_hidden()
    # More than 100 percent is not split.
    percent = ben.page.get_by_label("Percent: Cem")
    for typed, wrong, shares in (
        ("34", "The shares add up to 101%, not 100%.", ["–"] * 3),
        ("10", "The shares add up to 77%, not 100%. 21.85 is unclaimed.", ["32.30", "31.35", "9.50"]),
    ):
        percent.fill(typed)
        percent.press("Tab")
        ada.sees("wrong", wrong).sees_people(*shares)
    ada.page.get_by_role("button", name="Make it 100%").click()
    ben.sees_people("41.80", "40.85", "12.35")
    ben.choose("split", "even")
    ada.sees_people("31.67", "31.67", "31.66")


def test_items_are_claimed_and_corrected_and_unclaimed_ones_are_marked(person):
    ada, ben = table(person, "Ada", "Ben", others=["Cem"])
    ada.add_everybody().choose("split", "items")
    ada.add_item("Pizza", "12.50").add_item("Wine", "4*6")
    prices = [one.page.get_by_label("Price: Wine", exact=True) for one in (ada, ben)]
    prices[1].fill("6*7")
    prices[1].press("Tab")
    for price in prices:
        expect(price).to_have_value("42.00")
    ada.sees("last", "Ben · Price · Wine · 24.00 → 42.00")
    # No item costs nothing.
    prices[0].fill("")
    prices[0].press("Tab")
    expect(prices[0]).to_have_value("42.00")
    ada.part("undo").click()
    for price in prices:
        expect(price).to_have_value("24.00")
    ada.add_item("", "3")
    expect(ben.part("sum")).to_have_text("39.50")
    expect(ben.page.locator("#bill-items > .open")).to_have_count(3)
    ben.claims("Pizza", "Ben")
    ada.claims("Wine", "Cem").claims("Wine", "Ada")
    ada.sees_people("12.00", "12.50", "12.00").sees("wrong", "3.00 is unclaimed.")
    expect(ada.page.locator("#bill-items > .open")).to_have_count(1)
    ada.type("tax", "7.90")
    ben.sees_people("14.40", "15.00", "14.40").sees("total", "47.40")
    ben.page.get_by_role("button", name="Split evenly").click()
    ada.sees_people("15.60", "16.20", "15.60")
    expect(ada.part("alarm")).to_be_hidden()
    ada.claims("Wine", "Cem")
    ben.sees_people("30.00", "16.20", "1.20")
    ben.page.get_by_role("button", name="Remove Wine").click()
    ada.sees("sum", "15.50").add_item("Voucher", "-1").sees("sum", "14.50")


def test_payments_make_debts_that_can_be_settled(person):
    ada, ben = table(person, "Ada", "Ben", others=["Cem"])
    all_by_ada = ben.page.get_by_role("button", name="All of it: Ada")
    ada.add_everybody()
    expect(all_by_ada).to_be_disabled()
    ada.type("amount", "90").sees("unpaid", "90.00 still to pay")
    expect(ada.part("debts-part")).to_be_hidden()
    all_by_ada.click()
    ben.sees("unpaid", "Fully paid.").sees("owes", "Ben → Ada 30.00")
    bens, cems = re.compile("Ben → Ada30.00"), re.compile("Cem → Ada30.00")
    ben.sees_debts(bens, cems)
    ben.part("debts").locator("> li", has_text="Cem").get_by_role("button").click()
    ada.sees_debts(bens)
    expect(ada.part("settled").locator("> li")).to_have_text([cems])
    ada.part("settled").get_by_role("button", name="Undo").click()
    ben.sees_debts(bens, cems)
    ada.pays("Ada", "60").pays("Cem", "20")
    ben.sees("unpaid", "10.00 still to pay")
    ben.sees_debts(bens, re.compile("Cem → the till10.00"))
    for amount, name, paid in (("90", "Cem", "30.00"), ("91.10", "Ada", "61.10")):
        ada.type("amount", amount)
        ben.page.get_by_role("button", name=f"The rest: {name}").click()
        ada.sees("unpaid", "Fully paid.")
        expect(ada.page.get_by_label(f"Who paid {name}", exact=True)).to_have_value(paid)
    expect(ada.page.get_by_role("button", name="The rest")).to_have_count(3)
    for amount, unpaid in (("91.10", "Fully paid."), ("90", "1.10 overpaid")):
        ada.type("amount", amount).sees("unpaid", unpaid)
        expect(ada.page.get_by_role("button", name="The rest", disabled=True)).to_have_count(3)


def test_the_result_is_shared_saved_and_printed(person):
    ada, ben = table(person, "Ada", "Ben", others=["Cem"])
    ada.add_everybody().has_currency("GBP").type("amount", "90").pays("Cem", "90")
    for one in (ada, ben):
        one.sees_people("£30.00", "£30.00", "£30.00").sees("unpaid", "Fully paid.")
    ada.page.evaluate("() => { navigator.share = async ({ text }) => { window.shared = text; }; }")
    ada.part("send").click()
    ada.page.wait_for_function("() => window.shared")
    lines = ["Bill: £90.00", "Ada: £30.00", "Ben: £30.00", "Cem: £30.00", "Ada → Cem £30.00", "Ben → Cem £30.00"]
    *text, address = ada.page.evaluate("window.shared").split("\n")
    assert text == lines and address.endswith(ada.page.url.split(ada.person.address)[1].split("?")[0])
    ben.page.evaluate("() => { navigator.share = undefined; }")
    ben.part("send").click()
    ben.sees("send", "Copied")
    # The system's sheet receives the picture, if it accepts files.
    ada.page.evaluate("""() => {
        navigator.canShare = ({ files }) => files.length === 1;
        navigator.share = async ({ files, text }) => { window.sharedFile = `${files[0].type} ${text}`; };
    }""")
    ada.part("picture").click()
    ada.page.wait_for_function("() => window.sharedFile")
    assert ada.page.evaluate("window.sharedFile").startswith("image/png http")
    ada.page.evaluate("() => { navigator.canShare = undefined; }")
    ada.person.is_past_a_double_click()
    saved = {}
    for kind in ("picture", "file", "table"):
        with ada.page.expect_download() as download:
            ada.part(kind).click()
        saved[kind] = download.value.path().read_bytes()
    assert re.fullmatch(r"table-\d+-bill\.csv", download.value.suggested_filename)
    head = saved["picture"][:20]
    assert head[:8] == b"\x89PNG\r\n\x1a\n" and int.from_bytes(head[16:20], "big") == 1080
    assert saved["file"].decode().split("\n")[:6] == lines
    for row in ("1,share,Ada,,30.00,", ",owes,Ada,Cem,30.00,"):
        assert f"\n{row}" in saved["table"].decode(), row
    ada.page.evaluate("""() => {
        window.print = () => { window.printed = document.getElementById("sheet").innerText; };
    }""")
    ada.part("print").click()
    ada.page.wait_for_function("() => window.printed")
    assert "Ben → Cem" in ada.page.evaluate("window.printed")


def test_a_change_is_undone_by_anybody_and_named_with_its_author(person):
    ada, ben = table(person, "Ada", "Ben")
    expect(ada.part("steps")).to_be_hidden()
    ada.add_everybody().type("amount", "90").choose("tips", "15")
    ben.sees("total", "103.50").sees("last", "Ada · Tip · 0% → 15%")
    expect(ben.part("redo")).to_be_disabled()
    ben.part("undo").click()
    ada.sees("total", "90.00").sees("last", "Ada · Amount · 0.00 → 90.00")
    expect(ada.part("redo")).to_have_attribute("aria-label", "Redo: Tip · 0% → 15% (Ada)")
    ada.page.keyboard.press("ControlOrMeta+Shift+z")
    ben.sees("total", "103.50")
    ben.part("list-open").click()
    ben.part("over").click()
    expect(ada.part("people").locator("> li")).to_have_count(0)
    ada.sees("last", "Ben · Bill emptied").part("undo").click()
    for one in (ada, ben):
        one.sees_people("51.75", "51.75")


def test_a_room_has_several_bills_and_nets_their_debts(person):
    ada, ben = table(person, "Ada", "Ben")
    ada.add_everybody().type("amount", "90").pays("Ada", "90")
    ada.part("add").click()
    ada.sees("title", "Bill 2").sees_people("0.00", "0.00").type("amount", "30").pays("Ben", "30")
    ada.sees_debts(re.compile("Ben → Ada30.00")).sees("count", "2")
    ada.part("list-open").click()
    expect(ada.part("all").locator("[aria-current=true]")).to_have_text(["Bill 230.00Open"])
    expect(ada.part("all").locator(":disabled")).to_have_count(0)
    ada.type("name", "Taxi").sees("title", "Taxi")
    ben.sees("title", "Bill 1").sees_debts(re.compile("Ben → Ada30.00"))
    ben.part("debts").get_by_role("button", name="Paid back").click()
    ada.sees_debts()
    expect(ada.part("all").locator("button")).to_have_text(["Bill 190.00Settled", "Taxi30.00Settled"])
    ben.shows_bill("Taxi").sees_people("15.00", "15.00").has_currency("CHF")
    ben.sees_debts(re.compile("Ada → Ben"), re.compile("Ben → Ada15.00"))
    ben.part("list-open").click()
    ben.part("over").click()
    for one in (ada, ben):
        one.sees("title", "Bill").sees_people("45.00", "45.00")
    ada.sees("last", "Ben · Taxi · Bill removed").part("undo").click()
    ben.shows_bill("Taxi").sees_people("CHF\u00a015.00", "CHF\u00a015.00")
    # A long sheet scrolls up to its list of bills.
    ben.part("print").scroll_into_view_if_needed()
    ben.part("list-open").click()
    expect(ben.part("all")).to_be_in_viewport()
    # If the last change was in another bill, its undo shows that bill.
    ada.type("amount", "100")
    ben.sees("last", "Ada · Bill 1 · Amount · 90.00 → 100.00").part("undo").click()
    ben.sees("title", "Bill 1").sees_people("45.00", "45.00")


def test_guests_have_names_of_their_own_also_in_the_debts_of_other_bills(person):
    (ada,) = table(person, "Ada")
    ada.part("guest").fill("Opa, Ada")
    ada.part("guest").press("Enter")
    ada.part("here").get_by_role("button", name="+ Ada").click()
    ada.type("amount", "90").pays("Ada", "90")
    ada.sees_debts(re.compile("^Opa → Ada30.00"), re.compile(r"^Ada \(2\) → Ada30.00"))
    ada.part("add").click()
    ada.page.get_by_label("Remove Ada (2)").click()
    ada.page.get_by_label("Remove Opa").click()
    ada.sees_debts(re.compile("^Opa → Ada30.00"), re.compile(r"^Ada \(2\) → Ada30.00"))
    expect(ada.part("here").locator("button")).to_have_text(["+ Opa", "+ Ada (2)"])


def test_another_phone_gets_a_sign_that_the_bill_has_changed(person):
    ben = person("Ben", viewport=PHONE)
    ada = ben.visits()
    expect(ben.page.locator("#bill-open")).not_to_have_attribute("data-news", "true")
    assert ada.act({"bill": {"add": 1}}) == "taken"
    expect(ben.page.locator("#banner-text")).to_have_text("Ada has changed the bill.")
    expect(ben.page.locator("#bill-open")).to_have_attribute("data-news", "true")
    ben.page.locator("#banner").get_by_role("button", name="Bill").click()
    expect(ben.page.locator("#bill")).to_be_visible()
    expect(ben.page.locator("#banner")).to_be_hidden()
    expect(ben.page.locator("#bill-open")).not_to_have_attribute("data-news", "true")


def test_a_bill_is_there_for_newcomers_and_after_a_reload_and_says_why_a_locked_one_stays(person):
    ben = person("Ben", **WIDE)
    ada = ben.is_hosted_by()
    for change in ({"add": 1}, {"amount": "90.00"}):
        assert ada.act({"bill": change}) == "taken"
    guest = Guest(ben.join(ben.room).is_connected()).open().sees_people("90.00")
    ben.page.get_by_role("button", name="+ Ben").click()
    guest.sees_people("45.00", "45.00").person.is_settled()
    ben.page.reload()
    ben.is_connected()
    guest.open().sees_people("45.00", "45.00")
    expect(guest.part("locked")).to_be_hidden()
    assert ada.act({"lock": True}) == ada.act({"bill": {"amount": "95.00"}}) == "taken"
    guest.sees_people("47.50", "47.50")
    guest.sees("locked", "The keypad is locked, so the bill cannot be changed.")
    expect(guest.part("amount")).to_be_disabled()


def test_typed_text_stays_while_others_change_the_bill(person):
    [ben] = table(person, "Ben", others=["Ada", "Cem"])
    ben.add_everybody().type("amount", "90").sees_people("30.00", "30.00", "30.00")
    ada, cem = ben.person.is_settled().others
    field = ben.page.get_by_label("Who paid Ben", exact=True)
    field.press_sequentially("12.5")
    for change in ({"amount": "60.00"}, {"take": cem.you}):
        assert ada.act({"bill": change}) == "taken"
    ben.sees_people("30.00", "30.00")
    expect(field).to_be_focused()
    expect(field).to_have_value("12.5")
    field.press("Tab")
    ben.sees("unpaid", "47.50 still to pay")


def test_two_phones_and_a_laptop_edit_a_bill_while_the_network_is_cut(person, link):
    ada, ben = (person(name, link.address, viewport=PHONE) for name in ("Ada", "Ben"))
    cem = person("Cem", **WIDE)
    room = ada.make()
    for one in (ben, cem):
        one.join(room).is_connected()
    ada, ben, cem = guests = [Guest(one).open() for one in (ada, ben, cem)]
    ada.add_everybody().type("amount", "60")
    cem.sees_people("20.00", "20.00", "20.00")
    link.cut()
    for one in (ada, ben):
        one.person.is_away()
        one.sees("connection", re.compile("onnecting…"))
    ada.choose("tips", "10")
    expect(ada.part("connection")).to_be_in_viewport(ratio=1)
    ben.part("guest").fill("Opa")
    ben.part("guest").press("Enter")
    cem.type("amount", "90")
    link.heal()
    for one in (ada, ben):
        one.person.hears_of_the_network().is_connected().is_settled()
    for one in guests:
        expect(one.part("connection")).to_be_hidden()
        one.sees_people("24.75", "24.75", "24.75", "24.75").sees("total", "99.00")
    credits = set()
    for _ in range(3):
        last = cem.part("last").text_content()
        credits.add(last)
        cem.part("undo").click()
        expect(cem.part("last")).not_to_have_text(last)
    assert credits == {"Cem · Amount · 60.00 → 90.00", "Ada · Tip · 0% → 10%", "Ben · Added · Opa"}
    for one in guests:
        one.sees_people("20.00", "20.00", "20.00")
