"""Another version of the page, for servers that are updated."""

import re
import shutil

from server import PAGE


def another_page(folder, name, pattern, new):
    """A copy of the page with another text in one of its scripts."""
    shutil.copytree(PAGE, folder)
    path = folder / f"{name}.js"
    text, count = re.subn(pattern, new, path.read_text())
    assert count == 1, f"{name} has {pattern} {count} times"
    path.write_text(text)
    return folder
