"""The browser that most tests are made in."""

import os


def launch(chromium, *arguments):
    # Its sandbox is not for root.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return chromium.launch(executable_path="/usr/bin/chromium", args=[*sandbox, *arguments])
