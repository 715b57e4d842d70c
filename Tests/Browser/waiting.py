"""For whatever no browser tells of: asked for again and again, with a limit."""

import time

LIMIT = 60


def until(condition):
    end = time.monotonic() + LIMIT
    while not (value := condition()):
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)
    return value
