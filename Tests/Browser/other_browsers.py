"""Firefox and WebKit as Debian has them, by one small interface."""

import base64
import glob
import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

from websockets.sync.client import connect

from waiting import LIMIT, until

# Firefox looks for the element under a pointer in its last picture. So the element is scrolled only if
# necessary, and the next picture is awaited.
SCROLLED = """new Promise((done) => {
    document.querySelector(%s)?.scrollIntoView({ block: "nearest", behavior: "instant" });
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)));
})"""


class Refused(Exception):
    """An error that a browser reports."""


class Browser:
    """The steps of a test in any browser. The subclasses have `open`, `evaluate`, `click`, `type` and
    `picture`."""

    def start(self, command, **options):
        self.process = subprocess.Popen(command, start_new_session=True, **options)

    def stop(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def press(self, keys):
        for key in keys.split():
            self.click(f'#keypad [data-key="{key}"]')

    def text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.textContent")

    def sees(self, display):
        until(lambda: self.text("#display") == display)

    def is_connected(self):
        until(lambda: self.evaluate("document.getElementById('room')?.dataset.current") == "true")


class Firefox(Browser):
    """Speaks WebDriver BiDi: https://w3c.github.io/webdriver-bidi/"""

    packages = {"firefox-esr": "firefox-esr"}

    def __init__(self, **preferences):
        self.profile = tempfile.mkdtemp()
        lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in preferences.items()]
        Path(self.profile, "user.js").write_text("\n".join(lines))
        self.start(
            ["firefox-esr", "--headless", "--no-remote", "--profile", self.profile,
             "--remote-debugging-port=0", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        address = next(
            found[1] for line in self.process.stderr
            if (found := re.search(r"BiDi listening on (ws://\S+)", line)))
        self.socket = connect(f"{address}/session", max_size=None)
        self.numbers = itertools.count(1)
        self.say("session.new", capabilities={})
        self.context = self.say("browsingContext.getTree")["contexts"][0]["context"]
        self.say("browsingContext.setViewport", context=self.context,
                 viewport={"width": 1000, "height": 800})

    def say(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv(timeout=LIMIT))
            if answer.get("id") == number:
                if answer["type"] != "success":
                    raise Refused(answer["error"], answer["message"])
                return answer["result"]

    def open(self, address):
        self.say("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def enter_frame(self):
        """From now on, all steps concern the only frame of the page."""
        [frame] = until(lambda: self.say("browsingContext.getTree", root=self.context)["contexts"][0]["children"])
        self.context = frame["context"]

    def evaluate(self, expression):
        result = self.say(
            "script.evaluate", expression=f"(async () => JSON.stringify(await ({expression})))()",
            target={"context": self.context}, awaitPromise=True)
        assert result["type"] == "success", result
        return json.loads(result["result"].get("value", "null"))

    def element(self, selector):
        return until(lambda: self.say(
            "browsingContext.locateNodes", context=self.context,
            locator={"type": "css", "value": selector})["nodes"])[0]

    def act(self, *sources):
        self.say("input.performActions", context=self.context, actions=list(sources))

    def click(self, selector):
        until(lambda: self.clicks(selector))

    def clicks(self, selector):
        """False if the element is hidden, or if the page scrolled and the element left the window."""
        if not self.evaluate(f"document.querySelector({json.dumps(selector)})?.checkVisibility()"):
            return False
        self.evaluate(SCROLLED % json.dumps(selector))
        origin = {"type": "element", "element": {"sharedId": self.element(selector)["sharedId"]}}
        try:
            self.act({"type": "pointer", "id": "mouse", "actions": [
                {"type": "pointerMove", "x": 0, "y": 0, "origin": origin},
                {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]})
        except Refused as refused:
            if refused.args[0] == "move target out of bounds":
                return False
            raise
        return True

    def type(self, selector, text):
        self.click(selector)
        self.act({"type": "key", "id": "keyboard", "actions": [
            {"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]})

    def picture(self, path):
        data = self.say("browsingContext.captureScreenshot", context=self.context)["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self):
        self.socket.close()
        self.stop()
        shutil.rmtree(self.profile, ignore_errors=True)


class WebKit(Browser):
    """WebKitGTK, which speaks WebDriver: https://w3c.github.io/webdriver/"""

    packages = {"WebKitWebDriver": "webkit2gtk-driver", "xvfb-run": "xvfb"}
    ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        # Its sandbox does not work for root.
        own = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"} if os.geteuid() == 0 else {}
        self.start(
            ["xvfb-run", "--auto-servernum", "--server-args=-screen 0 1100x900x24",
             "WebKitWebDriver", f"--port={port}"],
            env={**os.environ, **own}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{port}"
        until(self.is_there)
        options = {"binary": glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")[0],
                   "args": ["--automation"]}
        session = self.say("POST", "/session", capabilities={
            "alwaysMatch": {"webkitgtk:browserOptions": options}})["sessionId"]
        self.address += f"/session/{session}"
        self.say("POST", "/window/rect", width=1000, height=800)

    def is_there(self):
        try:
            return self.say("GET", "/status")
        except OSError:
            return None

    def say(self, method, path, **parameters):
        body = json.dumps(parameters).encode() if method == "POST" else None
        request = urllib.request.Request(
            self.address + path, body, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=LIMIT) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Refused(json.load(error)["value"]["error"]) from None

    def open(self, address):
        self.say("POST", "/url", url=address)

    def evaluate(self, expression):
        return self.say("POST", "/execute/async", args=[], script=f"""
            const done = arguments[0];
            (async () => done(await ({expression})))();""")

    def element(self, selector):
        found = until(lambda: self.say(
            "POST", "/elements", using="css selector", value=selector))[0]
        return f"/element/{found[self.ELEMENT]}"

    def click(self, selector):
        until(lambda: self.does(selector, "click"))

    def type(self, selector, text):
        until(lambda: self.does(selector, "value", text=text))

    def does(self, selector, what, **parameters):
        """False if the element is hidden."""
        try:
            self.say("POST", f"{self.element(selector)}/{what}", **parameters)
        except Refused as refused:
            if refused.args[0] == "element not interactable":
                return False
            raise
        return True

    def picture(self, path):
        path.write_bytes(base64.b64decode(self.say("GET", "/screenshot")))

    def close(self):
        self.stop()


BROWSERS = {"firefox": Firefox, "webkit": WebKit}
