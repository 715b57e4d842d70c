"""Shows the display of a room in a terminal, with the digits of a pocket calculator.

    curl -O https://calc.example/api/calcroom.py
    python3 -m pip install websockets
    python3 display.py https://calc.example/rooms/mathe
"""

import asyncio
import sys

import calcroom

# The segments of a digit: three rows of three characters.
SEGMENTS = {
    "0": " _ | ||_|", "1": "     |  |", "2": " _  _||_ ", "3": " _  _| _|", "4": "   |_|  |", "5": " _ |_  _|",
    "6": " _ |_ |_|", "7": " _   |  |", "8": " _ |_||_|", "9": " _ |_| _|", "-": "    _    ", ".": "       . ",
    "e": " _ |_ |_ ",
}


def drawn(display):
    """The rows of a number. An error is one row of text."""
    if display.startswith("error:"):
        return [display]
    return ["".join(SEGMENTS.get(sign, 9 * " ")[row:row + 3] for sign in display) for row in (0, 3, 6)]


async def main(address):
    room = await calcroom.join(address, watch=True)
    room.on("state", lambda state, error: state == "waiting" and print(f"({error})", flush=True))
    async for view in room.views():
        print(view["expression"], *drawn(view["display"]), sep="\n", flush=True)
    print(await room.closed)


try:
    asyncio.run(main(*sys.argv[1:]))
except (calcroom.CloseError, KeyboardInterrupt) as end:
    sys.exit(str(end))
