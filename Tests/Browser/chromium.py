"""The browser that most tests run in."""

import os
import shutil

# The headless shell needs a third of the processor time that the whole browser needs.
NAMES = ("chromium-headless-shell", "chromium", "google-chrome")
PATH = next(filter(None, map(shutil.which, NAMES)), None)


def launch(chromium, *arguments):
    # The sandbox does not work for root.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return chromium.launch(executable_path=PATH, args=[*sandbox, "--disable-gpu", *arguments])
