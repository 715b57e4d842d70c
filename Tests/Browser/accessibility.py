"""The rules of accessibility that a program can check."""

from axe_playwright_python.base import AXE_SCRIPT

from waiting import come_to_rest

RUN = """([part, rules]) => axe.run(part, { resultTypes: ["violations"], ...(rules && { runOnly: rules }) })
    .then(({ violations, passes }) => [passes.length, violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => [id, target, failureSummary]))])"""


def assert_accessible(page, where="", rules=None, part="html"):
    """Asserts that the page, or a part of it, as it is now breaks no rule of axe-core, or none of these rules."""
    page.mouse.move(0, 0)
    come_to_rest(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    passed, broken = page.evaluate(RUN, [part, rules])
    assert passed > (0 if rules else 10), where
    assert broken == [], (where, broken)


def assert_contrast(page, where="", part="html"):
    assert_accessible(page, where, ["color-contrast"], part)


def assert_accessible_in_both_schemes(person, where, part="html"):
    """The dark scheme has other colours only, and these may differ in one part of the page."""
    person.page.emulate_media(color_scheme="dark")
    assert_contrast(person.page, f"{where}, dark", part)
    person.page.emulate_media(color_scheme="light")
    assert_accessible(person.page, where)
