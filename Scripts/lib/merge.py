"""Merges the scripts that every visit loads into app.js, and the style sheets that app.css imports into app.css.

Usage: merge.py PAGE

PAGE is a folder of stripped files. Each file of its own would cost a head of 300 bytes, and a small file compresses
badly. In app.js each script that app.js imports, directly or not, is a function, so that its names remain its own:

    const $dom = (() => {
    …
    return { element, make };
    })();

Scripts that are loaded on demand remain files, and take from app.js what they import of the merged ones. Empty lines
of merged files are removed.
"""

import pathlib
import re
import sys

IMPORT = re.compile(r'^import \{ (.+) \} from "\./([\w-]+)\.js";$', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (?:(\w+)|\{ (.+?) \}))", re.M)
SHEET = re.compile(r'^@import "(?:[^"]*/)?([^"/]+)";$', re.M)


def variable(name):
    return "$" + re.sub("-(.)", lambda match: match[1].upper(), name)


def bindings(names, script):
    return f"const {{ {names.replace(' as ', ': ')} }} = {variable(script)};"


def without_empty_lines(text):
    return re.sub("\n\n+", "\n", text).strip("\n") + "\n"


class Scripts:
    def __init__(self, page):
        self.texts = {path.stem: path.read_text("utf-8") for path in page.glob("*.js")}
        self.merged = []

    def collect(self, name):
        """Adds a script after those that it imports."""
        for _, imported in IMPORT.findall(self.texts[name]):
            if imported not in self.merged:
                self.collect(imported)
        self.merged.append(name)

    def as_function(self, name):
        text = IMPORT.sub(lambda match: bindings(*match.groups()), self.texts[name])
        exports = ", ".join(one or several for one, several in EXPORT.findall(text))
        text = EXPORT.sub("", text)
        if unknown := re.search("^(import|export) .*", text, re.M):
            raise ValueError(f"{name}.js: cannot merge “{unknown[0]}”")
        return f"const {variable(name)} = (() => {{\n{text}\nreturn {{ {exports} }};\n}})();\n"

    def app(self):
        """The text of app.js."""
        self.collect("app")
        *parts, app = self.merged
        main = IMPORT.sub(lambda match: bindings(*match.groups()), self.texts[app])
        exports = ", ".join(map(variable, parts))
        return without_empty_lines("".join(map(self.as_function, parts)) + main + f"export {{ {exports} }};\n")

    def on_demand(self, name):
        """The text of a script that is not merged."""
        return IMPORT.sub(self._import, self.texts[name])

    def _import(self, match):
        names, script = match.groups()
        if script not in self.merged:
            return match[0]
        return f'import {{ {variable(script)} }} from "./app.js"; {bindings(names, script)}'


def merge_scripts(page):
    scripts = Scripts(page)
    app = scripts.app()
    for name in scripts.texts:
        path = page / f"{name}.js"
        if name == "app":
            path.write_text(app, "utf-8")
        elif name in scripts.merged:
            path.unlink()
        else:
            path.write_text(scripts.on_demand(name), "utf-8")


def merge_sheets(page):
    app = page / "app.css"
    text = app.read_text("utf-8")
    sheets = [page / name for name in SHEET.findall(text)]
    app.write_text(without_empty_lines(SHEET.sub(lambda match: (page / match[1]).read_text("utf-8"), text)), "utf-8")
    for sheet in sheets:
        sheet.unlink()


def main(page):
    try:
        merge_scripts(page)
    except ValueError as error:
        sys.exit(str(error))
    merge_sheets(page)


main(pathlib.Path(sys.argv[1]))
