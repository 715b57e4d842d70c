"""Merges the scripts that every visit loads into app.js, and the style sheets that app.css imports into app.css.

Usage: merge.py STATIC PAGE

STATIC has folders, and PAGE is one flat folder, so "../text/texts.js" becomes "./texts.js" in imports. Each file of
its own would cost a head of 300 bytes, and a small file compresses badly. In app.js each script that app.js imports,
directly or not, is a function, so that its names remain its own:

    const $dom = (() => {
    …
    return { element, make };
    })();

Scripts that are loaded on demand remain files, and take from app.js what they import of the merged ones. Names that
only tests import remain inside.
"""

import collections
import pathlib
import re
import sys

FOLDER = re.compile(r'((?:\bfrom |\bimport |\bimport\()"\.)[^"]*(/[^"/]+")')
IMPORT = re.compile(r'^import \{ (.+) \} from "\./([\w-]+)\.js";$', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (?:(\w+)|\{ (.+?) \}))", re.M)
SHEET = re.compile(r'^@import "(?:[^"]*/)?([^"/]+)";$', re.M)


def variable(name):
    return "$" + re.sub("-(.)", lambda match: match[1].upper(), name)


def bindings(names, script):
    return f"const {{ {names.replace(' as ', ': ')} }} = {variable(script)};"


class Scripts:
    def __init__(self, static):
        self.texts = {path.stem: FOLDER.sub(r"\1\2", path.read_text("utf-8")) for path in static.rglob("*.js")}
        self.merged = []
        # The names that other scripts import, by script.
        self.wanted = collections.defaultdict(set)
        for text in self.texts.values():
            for names, script in IMPORT.findall(text):
                self.wanted[script] |= {name.split(" as ")[0] for name in names.split(", ")}

    def collect(self, name):
        """Adds a script after those that it imports."""
        for _, imported in IMPORT.findall(self.texts[name]):
            if imported not in self.merged:
                self.collect(imported)
        self.merged.append(name)

    def as_function(self, name):
        text = IMPORT.sub(lambda match: bindings(*match.groups()), self.texts[name])
        names = ", ".join(one or several for one, several in EXPORT.findall(text)).split(", ")
        exports = ", ".join(one for one in names if one in self.wanted[name])
        text = EXPORT.sub("", text)
        if unknown := re.search("^(import|export) .*", text, re.M):
            raise ValueError(f"{name}.js: cannot merge “{unknown[0]}”")
        return f"const {variable(name)} = (() => {{\n{text}\nreturn {{ {exports} }};\n}})();\n"

    def app(self):
        """The text of app.js."""
        self.collect("app")
        *parts, app = self.merged
        main = IMPORT.sub(lambda match: bindings(*match.groups()), self.texts[app])
        late = {script for name, text in self.texts.items() if name not in self.merged
                for _, script in IMPORT.findall(text)}
        exports = ", ".join(variable(part) for part in parts if part in late)
        return "".join(map(self.as_function, parts)) + main + f"export {{ {exports} }};\n"

    def on_demand(self, name):
        """The text of a script that is not merged."""
        return IMPORT.sub(self._import, self.texts[name])

    def _import(self, match):
        names, script = match.groups()
        if script not in self.merged:
            return match[0]
        return f'import {{ {variable(script)} }} from "./app.js"; {bindings(names, script)}'


def merge_scripts(static, page):
    scripts = Scripts(static)
    texts = {"app": scripts.app()}
    texts |= {name: scripts.on_demand(name) for name in scripts.texts if name not in scripts.merged}
    for name, text in texts.items():
        (page / f"{name}.js").write_text(text, "utf-8")


def merge_sheets(static, page):
    texts = {path.name: path.read_text("utf-8") for path in static.rglob("*.css")}
    app = SHEET.sub(lambda match: texts.pop(match[1]), texts["app.css"])
    for name, text in (texts | {"app.css": app}).items():
        (page / name).write_text(text, "utf-8")


def main(static, page):
    try:
        merge_scripts(static, page)
    except ValueError as error:
        sys.exit(str(error))
    merge_sheets(static, page)


main(*map(pathlib.Path, sys.argv[1:]))
