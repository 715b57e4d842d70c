"""Pages that show a room on a projector."""


def board_of(person, room, width=1280, height=720, **options):
    board = person(viewport={"width": width, "height": height}, **options)
    board.go(f"/rooms/{room}?view=board")
    return board
