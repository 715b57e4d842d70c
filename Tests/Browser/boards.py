"""Pages that show a room on a projector."""


def board_of(person, room, **options):
    """Opens the board of a room, and waits for its picture, so that a test may cut the link."""
    board = person(**{"viewport": {"width": 1280, "height": 720}} | options)
    board.go(f"/rooms/{room}?view=board")
    board.page.locator("#board-picture[src]").wait_for()
    return board
