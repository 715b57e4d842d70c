"""Gives each part of the page that comes when it is wanted its own texts.

Usage: texts.py STATIC MADE

A language is one file, texts.en.json. Its section "board" goes into board.en.json if there is a
board.html; what is left stays texts.en.json.
"""

import json
import pathlib
import sys

static, made = map(pathlib.Path, sys.argv[1:])
for source in static.glob("texts.*.json"):
    texts = json.loads(source.read_text())
    language = source.name.removeprefix("texts.")
    parts = {page.stem for page in static.glob("*.html")} & set(texts)
    for part in parts:
        (made / f"{part}.{language}").write_text(json.dumps(texts.pop(part), ensure_ascii=False))
    (made / source.name).write_text(json.dumps(texts, ensure_ascii=False))
