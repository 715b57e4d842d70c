"""The pages that show the descriptions to people are complete, and their links lead somewhere."""

import html
import re
import subprocess
import sys

import pytest

from schemas import DOCUMENTS, MESSAGES, ROOT, description


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("api")
    subprocess.run([sys.executable, "-B", ROOT / "Scripts/lib/api.py", ROOT / "docs", folder], check=True)
    return {f"/api/{path.name.replace('index.html', '')}": path.read_text() for path in folder.iterdir()}


def ids(page):
    return re.findall(r'\bid="([^"]+)"', page)


def text(page):
    """The words of a page without its marks."""
    return re.sub(r"[^\w]+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


def test_links_lead_to_files_and_headings(pages):
    assert {"/api/", "/api/openapi.json", "/api/protocol.html", "/api/api.css"} <= pages.keys()
    for name, page in pages.items():
        for link in re.findall(r'href="([^"]+)"', page) if name.endswith((".html", "/")) else ():
            path, _, fragment = link.partition("#")
            assert path in pages or path in ("", "/icon.svg"), f"{name}: {link}"
            assert not fragment or fragment in ids(pages[path or name]), f"{name}: {link}"


def test_ids_are_unique_and_nothing_runs(pages):
    for name, page in pages.items():
        if name.endswith((".html", "/")):
            assert len(set(ids(page))) == len(ids(page)), name
            assert "<script" not in page and not re.search(r' (style|on\w+)="', page), name


def test_the_overview_has_all_definitions_codes_and_addresses(pages):
    names = [name for file in (MESSAGES, DOCUMENTS) for name in description(file)["$defs"]]
    assert set(names) - set(ids(pages["/api/"])) == {"clientMessage", "serverMessage"}
    rows = description("asyncapi.json")["channels"]["room"]["x-close-codes"]
    missing = [row for row in rows if f"<td>{row['code']}</td>" not in pages["/api/"]]
    missing += [path for path in description("openapi.json")["paths"] if f">{path}</h3>" not in pages["/api/"]]
    assert missing == []


@pytest.mark.parametrize("name", ["clients", "protocol", "http", "ENGINE", "glossary"])
def test_a_document_keeps_its_words(pages, name):
    source = (ROOT / f"docs/{name}.md").read_text()
    # Marks and targets of links are not text.
    source = re.sub(r"\]\([^)]*\)", " ", re.sub(r"^\s*```\w*$|^\|[-| ]+\|$", "", source, flags=re.MULTILINE))
    content = pages[f"/api/{name}.html"].partition("<main>")[2]
    numbers = r"(?m)^\d+\. "
    assert text(content).split() == re.sub(r"[^\w]+", " ", re.sub(numbers, "", source)).split()
