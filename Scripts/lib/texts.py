"""Splits the texts of each language, so that a part of the page loads its own texts with it.

Usage: texts.py STATIC MADE

STATIC/text/texts.en.json has every English text. Each of its sections that has the name of an HTML file,
such as "board" for board.html, becomes MADE/board.en.json. The rest becomes MADE/texts.en.json.
"""

import json
import pathlib
import sys

static, made = map(pathlib.Path, sys.argv[1:])


def write(name, texts):
    (made / name).write_text(json.dumps(texts, ensure_ascii=False, separators=(",", ":")), "utf-8")


for source in static.glob("text/texts.*.json"):
    texts = json.loads(source.read_text("utf-8"))
    language = source.name.removeprefix("texts.")
    parts = {page.stem for page in static.rglob("*.html")} & set(texts)
    for part in parts:
        write(f"{part}.{language}", texts.pop(part))
    write(source.name, texts)
