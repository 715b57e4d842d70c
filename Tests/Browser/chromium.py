"""The browser that most tests are made in."""

import os
import shutil

# Of the same names as in Scripts/lib/browser.sh.
PATH = shutil.which("chromium") or shutil.which("google-chrome")


def launch(chromium, *arguments):
    # Its sandbox is not for root.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return chromium.launch(executable_path=PATH, args=[*sandbox, *arguments])
