"""Another version of the page, for servers that are updated."""

import shutil

from server import PAGE


def another_page(folder, **changes):
    """A copy of the page with another text in some of its scripts: `replica=("old", "new")`."""
    shutil.copytree(PAGE, folder)
    for name, (old, new) in changes.items():
        path = folder / f"{name}.js"
        text = path.read_text()
        assert text.count(old) == 1, f"{name} has {old} {text.count(old)} times"
        path.write_text(text.replace(old, new))
    return folder
