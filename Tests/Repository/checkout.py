"""Finds the documents of this checkout and the code in them."""

import re
from pathlib import Path

ROOT = next(folder for folder in Path(__file__).resolve().parents if (folder / "Package.swift").is_file())
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCED_BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


def blocks(text, language):
    """The contents of the fenced blocks in the language."""
    return [block for kind, block in FENCED_BLOCK.findall(text) if kind == language]


def prose(text):
    """The text of a document without its fenced blocks."""
    return FENCED_BLOCK.sub("", text)


def code(text):
    """The code spans, which may continue on the next line, and the lines of fenced blocks."""
    paragraphs = re.split(r"\n\s*\n", prose(text))
    spans = [span for paragraph in paragraphs for span in re.findall(r"`([^`]+)`", paragraph)]
    lines = [line for _, block in FENCED_BLOCK.findall(text) for line in block.splitlines()]
    return [" ".join(span.split()) for span in spans] + lines


def anchors(text):
    """The anchors of a document's headings, as links name them."""
    headings = re.findall(r"^#+ +(.*)", prose(text), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings]
