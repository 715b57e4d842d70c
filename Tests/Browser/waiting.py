"""Waits for conditions that no browser reports."""

import time

LIMIT = 60


def until(condition, about=""):
    end = time.monotonic() + LIMIT
    while not (value := condition()):
        assert time.monotonic() < end, f"it took too long {about}"
        time.sleep(0.05)
    return value


def come_to_rest(page):
    """Ends every animation, except those that never end, and waits for their events."""
    page.evaluate("""() => {
        for (const one of document.getAnimations())
            if (one.effect.getComputedTiming().endTime < Infinity) one.finish();
        return new Promise(requestAnimationFrame);
    }""")
