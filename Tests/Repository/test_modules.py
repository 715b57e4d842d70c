"""Checks that modules import only lower layers, and that pure modules are deterministic."""

import re
import unittest

from checkout import ROOT
from purity import violations, without_comments_and_strings

# From the lowest layer to the highest.
LAYERS = [
    ["ExactNumbers", "SeededNumbers", "CommandLineKit"],
    ["CalculatorEngine"],
    ["SharedRoom"],
    ["RoomClient", "RoomServer", "RoomStore"],
    [
        "WebServer", "BrowserReplica", "BrowserBill", "BrowserEditor", "SQLiteStore", "RedisStore",
        "Simulator",
    ],
    ["calcroom", "calcroom-lab"],
]
PURE = ["ExactNumbers", "CalculatorEngine", "SharedRoom", "RoomClient", "RoomServer"]

LAYER = {module: number for number, modules in enumerate(LAYERS, 1) for module in modules}
IMPORT = re.compile(
    r"\bimport +(?:(?:struct|class|enum|protocol|typealias|func|let|var) +)?([\w`]+)"
)


def declared_dependencies():
    """The targets of Package.swift that have a folder in Sources, with their dependencies."""
    text = (ROOT / "Package.swift").read_text()
    dependencies = {}
    for target in re.split(r"\.(?:executableTarget|target|systemLibrary|testTarget)\(", text)[1:]:
        module = re.search(r'name: "([^"]+)"', target)[1]
        names = re.search(r"dependencies: \[([^\]]*)\]", target)
        if (ROOT / "Sources" / module).is_dir():
            dependencies[module] = re.findall(r'"([^"]+)"', names[1]) if names else []
    return dependencies


DEPENDENCIES = declared_dependencies()
C_LIBRARIES = [path.parent.name for path in ROOT.glob("Sources/*/module.modulemap")]


def sources(module):
    return sorted((ROOT / "Sources" / module).rglob("*.swift"))


def wrong_imports(module, source):
    imports = IMPORT.findall(without_comments_and_strings(source))
    return [name for name in imports if not may_import(module, name)]


def may_import(module, name):
    if name in DEPENDENCIES:
        return name in DEPENDENCIES[module] and LAYER.get(name, 0) < LAYER[module]
    return module not in PURE


class ModuleTests(unittest.TestCase):
    def test_every_module_is_declared_and_has_a_layer(self):
        modules = {path.name for path in ROOT.glob("Sources/*") if path.is_dir()}
        self.assertEqual(modules - DEPENDENCIES.keys(), set())
        self.assertEqual(modules - LAYER.keys() - set(C_LIBRARIES), set())

    def test_modules_import_only_lower_layers(self):
        for module in DEPENDENCIES.keys() - set(C_LIBRARIES):
            for path in sources(module):
                with self.subTest(path.relative_to(ROOT)):
                    self.assertEqual(wrong_imports(module, path.read_text()), [])

    def test_pure_modules_are_pure(self):
        for module in PURE:
            self.assertNotEqual(sources(module), [])
            for path in sources(module):
                with self.subTest(path.relative_to(ROOT)):
                    self.assertEqual(violations(path.read_text()), [])

    def test_wrong_imports_are_found(self):
        for module, source, name in [
            ("ExactNumbers", "import Foundation", "Foundation"),
            ("ExactNumbers", "import CalculatorEngine", "CalculatorEngine"),
            ("SharedRoom", "public import struct RoomClient.Replica", "RoomClient"),
            ("RoomClient", "import RoomServer", "RoomServer"),
            ("RoomServer", "@preconcurrency import RoomStore", "RoomStore"),
            ("WebServer", "import CSQLite", "CSQLite"),
            ("Simulator", "import calcroom", "calcroom"),
        ]:
            self.assertEqual(wrong_imports(module, source), [name], source)
        for module, source in [
            ("CalculatorEngine", "import ExactNumbers"),
            ("ExactNumbers", "// import Foundation"),
            ("SQLiteStore", "import CSQLite\nimport Foundation\nimport RoomStore"),
        ]:
            self.assertEqual(wrong_imports(module, source), [], source)

    def test_impure_code_is_found(self):
        for source, reason in [
            ("let x: Float16 = 1", "binary float type, Float16"),
            ("let x = 0...1.5", "binary float literal, 1.5"),
            ("let x = 1_0e-3", "binary float literal, 1_0e-3"),
            ("let x = 0x1.8p3", "binary float literal, 0x1.8p3"),
            (r'let x = "\(y * 0.5)"', "binary float literal, 0.5"),
            ("let x = Set<Int>()", "random order, Set"),
            ("let x: [Int: [Int]]", "random order, [Int:"),
            ("let x = [f(1, 2)[3]: 4]", "random order, [f(1, 2)[3]:"),
            ("f([:])", "random order, [:"),
            ("var hasher = Hasher()", "random hash seed, Hasher"),
            ("let now = Date()", "clock, Date"),
            ("let x = Int.random(in: 1...6)", "randomness, random"),
            ("let x = try! f()", "force, try!"),
            ("let x = list[0]!.first", "force, 0]!"),
            ("let x = f()! + 1", "force, )!"),
            ("var x: Int!", "force, Int!"),
            (r'let x = #"a "Set" and \#(y!)"#', "force, y!"),
        ]:
            self.assertEqual(violations(source), [f"line 1: {reason}"], source)

    def test_pure_code_passes(self):
        for source in [
            "let x: OptionSet = !y && (!z || a != b) && a!=b",
            "// a Float, 1.5, [Int: Int] and try! f()",
            "/* a Double\nand 0.5 */",
            'let x = "a Set, 0.5 and x!"',
            r'let x = #"a "Set" of 0.5 and \(x!)"#',
            'let x = """\n    a "Set" of 0.5\n    """',
            r'let x = "\(f("0.5"))!"',
            "let x = pair.0.1 + 0x1e5 + 0b1 + 1_000 + f(1...5)",
            "let x = list[at: 5] + list?[at: 5] + f()[at: 5]",
            "let x = [a ? b : c, d]",
            "let x = [f(a: 1), g { b ? c : d }]",
            "f { [list] (x: Int) in x }",
        ]:
            self.assertEqual(violations(source), [], source)

    def test_a_violation_is_reported_with_its_line(self):
        source = '/* one\n   two */\nlet text = """\n    four\n    """\nlet x = y!\n'
        self.assertEqual(violations(source), ["line 6: force, y!"])

