"""The browser that most tests run in."""

import os
import shutil

NAMES = ("chromium-headless-shell", "chromium", "google-chrome")
PATH = next(filter(None, map(shutil.which, NAMES)), None)


def launch(chromium, *arguments, **options):
    # The sandbox does not work for root.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return chromium.launch(executable_path=PATH, args=[*sandbox, "--disable-gpu", *arguments], **options)
