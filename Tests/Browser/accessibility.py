"""The rules of accessibility that a program can check."""

from axe_playwright_python.base import AXE_SCRIPT

from waiting import come_to_rest

RUN = """([part, rules]) => axe.run(part, { resultTypes: ["violations"], ...(rules && { runOnly: rules }) })
    .then(({ violations, passes }) => [passes.length, violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => [id, target, failureSummary]))])"""

# The contrast of the expression with the screen behind it.
EXPRESSION_CONTRAST = """() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const paint = (...colours) => {
        for (const colour of colours) {
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
        }
        const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
            part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const colourOf = (id, name) => getComputedStyle(document.getElementById(id))[name];
    const screen = [colourOf("stage", "backgroundColor"), colourOf("screen", "backgroundColor")];
    const pair = [paint(...screen), paint(...screen, colourOf("expression", "color"))].sort((one, other) => other - one);
    return (pair[0] + 0.05) / (pair[1] + 0.05);
}"""


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
