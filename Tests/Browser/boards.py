"""Pages that show a room on a projector."""


def board_of(person, room, **options):
    """Opens the board of a room, and waits for its picture, so that a test may cut the link."""
    board = person(**{"viewport": {"width": 1280, "height": 720}} | options)
    board.room = room
    return open_board(board)


def board_and_host(person, keypad="Standard", server=None, **options):
    """The board of a new room, and its host, who has no page."""
    board = person(**{"viewport": {"width": 1280, "height": 720}} | options)
    host = board.is_hosted_by("Ada", keypad, server)
    return open_board(board).is_connected(), host


def open_board(board):
    board.go(f"/rooms/{board.room}?view=board")
    board.page.locator("#board-picture[src]").wait_for()
    return board
