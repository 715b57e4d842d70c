"""Marks for the authors of keys, and for keys that are not confirmed."""

from playwright.sync_api import expect

from lessons import lock_out

# Collects every text that the display shows.
WATCH = """() => {
    window.seen = [];
    const display = document.getElementById("display");
    new MutationObserver(() => {
        const text = display.textContent;
        if (window.seen.at(-1) !== text) window.seen.push(text);
    }).observe(display, { childList: true, subtree: true, characterData: true, attributes: true });
}"""


def test_U83_a_press_shows_in_the_next_frame(person):
    ada = person()
    ada.make()
    frames = ada.page.evaluate(
        """async () => {
            const display = document.getElementById("display");
            const key = document.querySelector('[data-key="7"]');
            const before = display.textContent;
            key.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
            await new Promise(requestAnimationFrame);
            return [before, display.textContent];
        }"""
    )
    assert frames == ["0", "7"]


def test_U83_digits_are_marked_until_they_are_confirmed(person, link):
    ada = person(address=link.address)
    ada.make()
    marked = ada.page.locator("#display .unconfirmed")
    ada.press("1 2").is_settled()
    expect(marked).to_have_count(0)
    link.swallow()
    ada.press("3 4").sees("1234")
    expect(marked).to_have_text(["34"])
    link.heal()
    ada.hears_of_the_network().is_settled()
    expect(marked).to_have_count(0)


def test_U83_digits_are_marked_during_continuous_typing(person, link):
    ada = person(address=link.address)
    ada.make()
    ada.press("1 2").is_settled()
    link.swallow()
    # The browser's own clock presses them, so that there is never a pause to wait for.
    marked = ada.page.evaluate(
        """async () => {
            const key = document.querySelector('[data-key="7"]');
            for (let count = 0; count < 8; count++) {
                await new Promise((next) => setTimeout(next, 70));
                key.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
            }
            return document.querySelector("#display .unconfirmed")?.textContent ?? "";
        }"""
    )
    assert marked.replace(",", "") == "77777777"
    link.heal()
    ada.hears_of_the_network().is_settled().sees("1277777777")
    expect(ada.page.locator("#display .unconfirmed")).to_have_count(0)


def test_U83_a_correction_is_one_step(person, link):
    ada, ben = person("Ada", link.address), person("Ben")
    ben.join(ada.make()).is_connected()
    ada.press("5 +").is_settled()
    link.swallow()
    ada.press("1 2").sees("12")
    ben.sees("5").press("9")
    ada.page.evaluate(WATCH)
    link.heal()
    ada.hears_of_the_network().is_settled().sees("912")
    # The number that was shown, and the one that is right; none that nobody ever had.
    assert [text for text in ada.page.evaluate("seen") if text != "12"] == ["912"]


def test_U69_a_void_key_of_ones_own_says_why(person, link):
    ada, ben = person("Ada"), person("Ben", link.address)
    ben.join(ada.make()).is_connected()
    lock_out(ada, ben, link)
    link.heal()
    ben.hears_of_the_network().is_settled().sees("0")
    expect(ben.page.locator("#notices")).to_have_text("7: the keypad is locked")


def test_U85_a_key_of_another_participant_lights_up_with_the_name(person):
    ada, ben = person("Ada"), person("Ben")
    ben.join(ada.make()).is_connected()
    ada.page.evaluate(
        """() => {
            window.lit = [];
            new MutationObserver((changes) => {
                for (const { target } of changes) {
                    const { by, key } = target.dataset;
                    if (by) window.lit.push([key, by, target.style.getPropertyValue("--hue"),
                        getComputedStyle(target, "::after").content]);
                }
            }).observe(document.getElementById("keypad"),
                { subtree: true, attributes: true, attributeFilter: ["data-by"] });
        }"""
    )
    ben.press("8")
    ada.sees("8")
    expect(ada.page.locator('[data-key="8"]')).not_to_have_attribute("data-by", "Ben")
    hue = ada.page.locator("#people .face").nth(1).evaluate("f => f.style.getPropertyValue('--hue')")
    assert ada.page.evaluate("lit") == [["8", "Ben", hue, '"Ben"']]
    # One's own keys light up in nobody's colour.
    ada.press("9").is_settled()
    assert len(ada.page.evaluate("lit")) == 1
