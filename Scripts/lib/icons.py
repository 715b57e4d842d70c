#!/usr/bin/env python3
"""Makes PNG icons for home screens from an SVG: icons.py icon.svg FOLDER

The SVG consists of rectangles with round corners; the first one is the background. In a "whole" icon the
background has square corners, since the system cuts it to its own shape.
"""

import struct
import sys
import xml.etree.ElementTree
import zlib
from pathlib import Path

# The names that index.html and manifest.webmanifest use, with their widths in pixels.
PICTURES = {
    "icon-192.png": 192, "icon-512.png": 512, "icon-whole-180.png": 180, "icon-whole-512.png": 512,
}


class Rectangle:
    def __init__(self, element):
        x, y, width, height, self.corner = (
            float(element.get(name, 0)) for name in ("x", "y", "width", "height", "rx"))
        self.left, self.right, self.top, self.bottom = x, x + width, y, y + height
        digits = element.get("fill").removeprefix("#")
        digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
        self.colour = bytes.fromhex(digits)
        self.opacity = float(element.get("opacity", 1))

    def covers(self, x, y):
        """How far a point is inside, or outside if negative."""
        outside_x = self.corner + max(self.left - x, x - self.right)
        outside_y = self.corner + max(self.top - y, y - self.bottom)
        outer = (max(outside_x, 0) ** 2 + max(outside_y, 0) ** 2) ** 0.5
        return self.corner - outer - min(max(outside_x, outside_y), 0)


def pixel(rectangles, x, y, scale):
    """Red, green, blue and opacity, with antialiased edges."""
    red = green = blue = opacity = 0.0
    for one in rectangles:
        part = min(max(one.covers(x, y) * scale + 0.5, 0), 1) * one.opacity
        if part:
            rest = 1 - part
            red, green, blue = (
                own * part + under * rest
                for own, under in zip(one.colour, (red, green, blue)))
            opacity = part + opacity * rest
    strength = 1 / opacity if opacity else 0
    return (*(round(value * strength) for value in (red, green, blue)), round(255 * opacity))


def picture(rectangles, width, scale):
    rows = (
        b"\0" + bytes(
            value for column in range(width)
            for value in pixel(rectangles, (column + 0.5) / scale, (row + 0.5) / scale, scale))
        for row in range(width)
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        chunk(kind, content) for kind, content in (
            (b"IHDR", struct.pack(">IIBBBBB", width, width, 8, 6, 0, 0, 0)),
            (b"IDAT", zlib.compress(b"".join(rows), 9)),
            (b"IEND", b""),
        ))


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def main():
    drawing, folder = sys.argv[1:]
    root = xml.etree.ElementTree.parse(drawing).getroot()
    size = float(root.get("viewBox").split()[2])
    for name, width in PICTURES.items():
        rectangles = [Rectangle(element) for element in root]
        if "whole" in name:
            rectangles[0].corner = 0
        Path(folder, name).write_bytes(picture(rectangles, width, width / size))


main()
