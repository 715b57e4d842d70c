"""Marks for the authors of keys, and for keys that are not confirmed."""

from playwright.sync_api import expect


# Collects every text that the display shows.
WATCH = """() => {
    window.seen = [];
    const display = document.getElementById("display");
    new MutationObserver(() => {
        const text = display.textContent;
        if (window.seen.at(-1) !== text) window.seen.push(text);
    }).observe(display, { childList: true, subtree: true, characterData: true, attributes: true });
}"""


def test_a_press_shows_in_the_next_frame_and_is_marked_until_it_is_confirmed(person, link):
    ada = person(address=link.address)
    ada.make()
    frames = ada.page.evaluate(
        """async () => {
            const display = document.getElementById("display");
            const key = document.querySelector('[data-key="1"]');
            const before = display.textContent;
            key.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
            await new Promise(requestAnimationFrame);
            return [before, display.textContent];
        }"""
    )
    assert frames == ["0", "1"]
    marked = ada.page.locator("#display .unconfirmed")
    ada.press("2").is_settled()
    expect(marked).to_have_count(0)
    link.swallow()
    ada.press("3 4").sees("1234")
    expect(marked).to_have_text(["34"])
    # Also while the keys come without a pause. The browser's own clock presses them.
    shown = ada.page.evaluate(
        """async () => {
            const key = document.querySelector('[data-key="7"]');
            for (let count = 0; count < 8; count++) {
                await new Promise((next) => setTimeout(next, 70));
                key.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
            }
            return document.querySelector("#display .unconfirmed")?.textContent ?? "";
        }"""
    )
    assert shown.replace(",", "") == "3477777777"
    link.heal()
    ada.hears_of_the_network().is_settled().sees("123477777777")
    expect(marked).to_have_count(0)


def test_a_correction_is_one_step(person, link, server):
    ada = person("Ada", link.address)
    ben = ada.is_hosted_by("Ben", address=server.address).write("5 +")
    ada.join(ada.room).sees("5", "5 +").is_connected()
    link.swallow()
    ada.press("1 2").sees("12")
    ben.write("9")
    ada.page.evaluate(WATCH)
    link.heal()
    ada.hears_of_the_network().is_settled().sees("912")
    # The number that was shown, and the one that is right; none that nobody ever had.
    assert [text for text in ada.page.evaluate("seen") if text != "12"] == ["912"]


def test_a_key_of_another_participant_lights_up_with_the_name(person):
    ada = person("Ada")
    ada.make()
    ben = ada.is_joined_by("Ben")
    expect(ada.page.locator("#people li")).to_have_count(2)
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
    ben.write("8")
    ada.sees("8")
    expect(ada.page.locator('[data-key="8"]')).not_to_have_attribute("data-by", "Ben")
    hue = ada.page.locator("#people .face").nth(1).evaluate("f => f.style.getPropertyValue('--hue')")
    assert ada.page.evaluate("lit") == [["8", "Ben", hue, '"Ben"']]
    # One's own keys light up in nobody's colour.
    ada.press("9").is_settled()
    assert len(ada.page.evaluate("lit")) == 1
