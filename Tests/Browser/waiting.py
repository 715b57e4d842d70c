"""For whatever no browser tells of: asked for again and again, with a limit."""

import time

LIMIT = 60


def until(condition):
    end = time.monotonic() + LIMIT
    while not (value := condition()):
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)
    return value


def come_to_rest(page):
    """Whatever slides or fades is where it goes, or was called off."""
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0)))")
