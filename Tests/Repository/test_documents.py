"""Checks that links, paths, commands, options and variables in the documents exist and that examples work."""

import re
import tempfile
import unittest
from urllib.parse import unquote

from checkout import DOCUMENTS, ROOT, anchors, blocks, code, prose
from commands import options_by_command, program, run, tools_of_lab, unknown_in

LINK = re.compile(r"""(?:\]\(|\b(?:src|href)=")([^)"\s]+)""")
PATH = re.compile(r"(?<![\w/.-])(?:Scripts|Sources|Tests|docs|static)/[\w./+-]*[\w/]")


def broken_links(document, text):
    links = LINK.findall(re.sub(r"`[^`\n]*`", "", prose(text)))
    return [link for link in links if ":" not in link and not leads_somewhere(document, link)]


def leads_somewhere(document, link):
    target, _, anchor = link.partition("#")
    path = (document.parent / unquote(target)).resolve() if target else document
    if not path.is_relative_to(ROOT) or not path.exists():
        return False
    return not anchor or anchor in anchors(path.read_text())


def missing_paths(text):
    paths = [path for line in code(text) for path in PATH.findall(line)]
    return [path for path in paths if not (ROOT / path).exists()]


def variables_in(text):
    return re.findall(r"\bCALCROOM_[A-Z_]*[A-Z]\b", text)


def assert_none(test, wrong_in):
    for document in DOCUMENTS:
        with test.subTest(document.relative_to(ROOT)):
            test.assertEqual(wrong_in(document, document.read_text()), [])


class DocumentTests(unittest.TestCase):
    def test_links_lead_to_files_and_headings(self):
        assert_none(self, broken_links)

    def test_paths_exist(self):
        assert_none(self, lambda _, text: missing_paths(text))

    def test_broken_links_are_found(self):
        document = ROOT / "docs/cli.md"
        for link in ["../README.md#calcroom", "examples", "."]:
            self.assertTrue(leads_somewhere(document, link), link)
        for link in ["operations.md#nowhere", "#nowhere", "Nowhere.md", "../../"]:
            self.assertFalse(leads_somewhere(document, link), link)

    def test_missing_paths_are_found(self):
        text = "`cp docs/nowhere.md Scripts/test, Sources/Programs/calcroom/.`\n\nnot code: docs/missing.md"
        self.assertEqual(missing_paths(text), ["docs/nowhere.md"])


class CommandTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        program("calcroom")
        program("calcroom-lab")

    def test_commands_and_options_exist(self):
        assert_none(self, lambda _, text: sum(map(unknown_in, code(text)), []))

    def test_contributing_lists_all_scripts_and_the_laboratory_all_tools(self):
        scripts = {f"Scripts/{path.name}" for path in (ROOT / "Scripts").iterdir() if path.is_file()}
        listed = re.findall(r"^\| `(Scripts/\w+)", (ROOT / "docs/contributing.md").read_text(), re.MULTILINE)
        self.assertEqual(set(listed), scripts)
        script = (ROOT / "Scripts/lab").read_text()
        self.assertEqual(re.search(r"^    ([a-z |]+)\) shift", script, re.MULTILINE)[1].split(" | "), tools_of_lab())

    def test_variables_are_known_to_the_server_or_used_by_a_test(self):
        options = options_by_command("calcroom")["serve"]
        known = {"CALCROOM_" + option.upper().replace("-", "_") for option in options}
        for path in [*(ROOT / "Tests").rglob("*.swift"), *(ROOT / "Tests").rglob("*.py")]:
            known.update(variables_in(path.read_text()))
        assert_none(self, lambda _, text: [v for v in variables_in(text) if v not in known])

    def test_console_examples_print_what_they_show(self):
        documents = [ROOT / "README.md", ROOT / "docs/cli.md"]
        consoles = [block for path in documents for block in blocks(path.read_text(), "console")]
        parts = [part for block in consoles for part in re.split(r"(?m)^\$ ", block)[1:]]
        self.assertNotEqual(parts, [])
        with tempfile.TemporaryDirectory() as folder:
            for command, shown in (part.split("\n", 1) for part in parts):
                with self.subTest(command):
                    self.assertEqual(run(command.replace(".build/release/", ""), folder), shown)

    def test_keys_in_the_readme_lead_to_the_results_that_it_shows(self):
        text = (ROOT / "README.md").read_text()
        examples = re.findall(r"`([a-z]+): ([^`]+)` → `([^`]+)`", text)
        keys = re.search(r"^\| keypad \|.*`([^`]+)` \|$", text, re.MULTILINE)
        rows = re.findall(r"^\| `(\w+)` \|.*\| ([\d.]+) \|$", text, re.MULTILINE)
        self.assertTrue(examples and keys)
        self.assertEqual(len(rows), 6)
        for keypad, typed, shown in examples + [(keypad, keys[1], shown) for keypad, shown in rows]:
            with self.subTest(f"{keypad}: {typed}"):
                printed = run(f"echo '{typed}' | calcroom type --keypad {keypad}")
                self.assertEqual(printed, shown + "\n")

    def test_unknown_commands_and_options_are_found(self):
        for line, unknown in [
            ("calcroom frobnicate", ["calcroom frobnicate"]),
            ("$ echo '1' | calcroom type --keypat tip", ["calcroom --keypat"]),
            ("sudo /opt/calcroom split 95.00 --people=3 --tipp", ["/opt/calcroom --tipp"]),
            ("Scripts/nowhere", ["Scripts/nowhere"]),
            ("Scripts/lab", []), ("Scripts/lab kil 3", ["Scripts/lab kil"]), ("Scripts/lab kill stop 3", []),
            ("Scripts/install --prefax /opt", ["Scripts/install --prefax"]),
            ("--no-such-option 5", ["--no-such-option --no-such-option"]),
            ("calcroom --verzion", ["calcroom --verzion"]),
            ("calcroom-lab --version", ["calcroom-lab --version"]),
            ("calcroom COMMAND --help", []),
            ("calcroom --version", []),
            ("calcroom export class --as tape.csv --data calcroom.db >class.csv", []),
            ("Scripts/serve --port 8000 && systemctl enable --now calcroom", []),
        ]:
            self.assertEqual(unknown_in(line), unknown, line)
