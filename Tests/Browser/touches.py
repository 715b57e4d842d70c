"""Fingers on a screen, as the system reports them to the browser."""


class Finger:
    """A finger of a person whose page has a clock that the test moves: `page.clock.install()`."""

    def __init__(self, person):
        self.page = person.page
        self.devtools = person.context.new_cdp_session(person.page)

    def touches(self, selector, milliseconds=50, distance=0):
        """Touches the right end of an element for some time, after a move to the left if there is a distance."""
        box = self.page.locator(selector).bounding_box()
        at = {"x": box["x"] + box["width"] * 0.9, "y": box["y"] + box["height"] / 2}
        # Otherwise a busy machine makes every touch long.
        self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000 + 1"))
        self._send("touchStart", at)
        if distance:
            self._send("touchMove", at | {"x": at["x"] - distance})
        self.page.clock.run_for(milliseconds)
        self._send("touchEnd")
        self.page.clock.resume()
        return self

    def _send(self, kind, *points):
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
