"""Copies scripts and style sheets without comments and indentation, so that comments cost no transfer.

Usage: strip.py STATIC MADE

MADE is one flat folder, so the imports of scripts change: "../text/texts.js" becomes "./texts.js".

Line numbers stay the same, so that an error's position is right in the source too. Only these are
removed: a `//` comment that has its line to itself, a `/*` comment that begins its line, and a type cast
`/** @type {…} */` anywhere. A comment after code stays. A template literal that spans lines could
contain any of them, so it is an error.
"""

import pathlib
import re
import sys

CAST = re.compile(r"/\*\* @type \{[^*]*\} \*/ ?")
IMPORT = re.compile(r'((?:\bfrom |\bimport |\bimport\()"\.)[^"]*(/[^"/]+")')


def stripped(source, is_script):
    """The text of a file without its comments, line by line."""
    in_comment = False
    for number, line in enumerate(source.split("\n"), 1):
        line = line.strip()
        if not in_comment and line.startswith("/*"):
            in_comment, line = True, line[2:]
        if in_comment:
            _, end, line = line.partition("*/")
            in_comment, line = not end, line.strip()
        if is_script:
            line = "" if line.startswith("//") else IMPORT.sub(r"\1\2", CAST.sub("", line))
            if line.count("`") % 2 > 0:
                raise ValueError(f"line {number}: end the template literal on the line where it begins")
        yield line


def main(static, made):
    for path in sorted([*static.rglob("*.js"), *static.rglob("*.css")]):
        try:
            text = "\n".join(stripped(path.read_text("utf-8"), path.suffix == ".js"))
        except ValueError as error:
            sys.exit(f"{path}: {error}")
        (made / path.name).write_text(text, "utf-8")


main(*map(pathlib.Path, sys.argv[1:]))
