"""Checks that modules import only lower layers, and that pure modules avoid what could differ between replicas."""

import re
import unittest

from checkout import ROOT

IMPORT = re.compile(r"^[@\w ]*\bimport +(?:(?:struct|class|enum|protocol|typealias|func|let|var) +)?(\w+)", re.MULTILINE)
# Floats, collections with random order, clocks and randomness. Embedded Swift lacks only some of them, and RoomServer
# is not Embedded. The linter finds force unwraps.
IMPURE = re.compile(
    r"\b(?:Float\d*|Double|Dictionary|Set|Hasher|hashValue|Date|(?:[A-Z]\w*)?Clock|random|randomElement|shuffled?"
    r"|SystemRandomNumberGenerator)\b|\[:\]|\[[A-Z]\w*: |(?<![\w.])\d+\.\d")
COMMENT_OR_STRING = re.compile(r'//.*|"(?:\\.|[^"\\\n])*"')

# The layers and pure modules in the table of ARCHITECTURE.md: `| 3 | `SharedRoom` | … | yes |`.
ROWS = re.findall(r"^\| (\d) \| (`.*?`) \|.*\| (yes )?\|$", (ROOT / "docs/ARCHITECTURE.md").read_text(), re.MULTILINE)
LAYER = {name: int(layer) for layer, names, _ in ROWS for name in re.findall(r"`([\w-]+)`", names)}
PURE = [name for _, names, pure in ROWS if pure for name in re.findall(r"`([\w-]+)`", names)]


def declared_targets():
    """The folders and the dependencies of all targets in Package.swift."""
    folders, modules = {}, {}
    for target in re.split(r"\.(?:\w*[tT]arget|systemLibrary)\(", (ROOT / "Package.swift").read_text())[1:]:
        name, path = (re.search(rf'\b{label}: "([^"]+)"', target)[1] for label in ("name", "path"))
        dependencies = re.search(r"dependencies: \[([^\]]*)\]", target)
        folders[name] = path
        modules[name] = re.findall(r'"([^"]+)"', dependencies[1]) if dependencies else []
    return folders, modules


FOLDERS, DEPENDENCIES = declared_targets()


def sources(module):
    """The code of the files of a module, without comments and strings."""
    return {path.relative_to(ROOT): COMMENT_OR_STRING.sub('""', path.read_text())
            for path in (ROOT / FOLDERS[module]).rglob("*.swift")}


def wrong_imports(module, code):
    return [name for name in IMPORT.findall(code) if not may_import(module, name)]


def may_import(module, name):
    if name in DEPENDENCIES:
        return name in DEPENDENCIES[module] and LAYER.get(name, 0) < LAYER[module]
    return module not in PURE


class ModuleTests(unittest.TestCase):
    def test_every_folder_is_declared_and_those_with_code_have_a_layer(self):
        found = [*ROOT.glob("Sources/*/*"), *ROOT.glob("Tests/Unit/*")]
        folders = {str(path.relative_to(ROOT)) for path in found}
        self.assertEqual(folders, {path for path in FOLDERS.values() if path.startswith(("Sources/", "Tests/Unit/"))})
        modules = {name for name, path in FOLDERS.items() if path.startswith("Sources/")}
        self.assertEqual({name for name in modules if sources(name)}, LAYER.keys())
        self.assertEqual(len(PURE), 5)

    def test_modules_import_only_lower_layers(self):
        for module in LAYER:
            for path, code in sources(module).items():
                self.assertEqual(wrong_imports(module, code), [], path)

    def test_pure_modules_are_pure(self):
        for module in PURE:
            for path, code in sources(module).items():
                self.assertEqual(IMPURE.findall(code), [], path)

    def test_mistakes_are_found(self):
        self.assertEqual(wrong_imports("RoomServer", "import Foundation\n@preconcurrency import RoomStore\n"),
                         ["Foundation", "RoomStore"])
        self.assertEqual(wrong_imports("SharedRoom", "public import struct RoomClient.Replica"), ["RoomClient"])
        for code in ["x: Double", "Set<Int>()", "[RoomName: Int]", "= [:]", "Date()", "0.5", "list.shuffled()"]:
            self.assertTrue(IMPURE.search(code), code)
