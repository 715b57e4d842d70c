"""The pictures of the README: whether they can still be made, and look as they did from afar."""

import struct

import shown_pictures
from scope import full


def size(path):
    """Width and height, as a PNG says them."""
    return struct.unpack(">II", path.read_bytes()[16:24])


@full
def test_the_pictures_of_the_documents_can_be_made_anew(browser, screenshots):
    folder = screenshots / "readme"
    folder.mkdir(exist_ok=True)
    shown_pictures.take(browser.browser_type, folder)
    for name in shown_pictures.PICTURES:
        assert size(folder / name) == size(shown_pictures.FOLDER / name), name
