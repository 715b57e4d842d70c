"""Checks a WebAssembly module of the page: module.py FILE BYTES

The module must have no imports, and FILE.gz must have at most the given size.
"""

import gzip
import sys

IMPORTS = 2
HEADER_SIZE = 8


def number(data, place):
    """An unsigned LEB128 number, and the position after it."""
    value = shift = 0
    while True:
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, place


def sections(data):
    place = HEADER_SIZE
    while place < len(data):
        kind = data[place]
        size, place = number(data, place + 1)
        yield kind, data[place : place + size]
        place += size


def main():
    path, limit = sys.argv[1], int(sys.argv[2])
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] != b"\0asm":
        sys.exit(f"{path} is not a WebAssembly module.")
    with open(path + ".gz", "rb") as file:
        compressed = file.read()
    if gzip.decompress(compressed) != data:
        sys.exit(f"{path}.gz contains a different module.")
    print(f"{len(data)} bytes, {len(compressed)} compressed, at most {limit}")
    if any(kind == IMPORTS and content[0] > 0 for kind, content in sections(data)):
        sys.exit(f"{path} has imports, which the page does not provide.")
    if len(compressed) > limit:
        sys.exit(f"{path} is too large.")


main()
