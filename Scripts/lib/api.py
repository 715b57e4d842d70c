"""Makes the pages below /api/ that describe the protocol for people.

Usage: api.py DOCS MADE

MADE receives the files of DOCS/api, index.html, which shows the descriptions there as tables, and the documents of DOCS
that a programmer of a client needs.
"""

import html
import json
import pathlib
import shutil
import sys

from markdown import anchor, converted

DOCUMENTS = {
    "clients": "Client libraries", "protocol": "The protocol", "http": "The HTTP interface", "ENGINE": "The engine",
    "glossary": "Glossary",
}
PROTOCOL, ROOMS = "protocol.schema.json", "documents.schema.json"

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – Calcroom</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/api/api.css">
<nav aria-label="Documents">{links}</nav>
<main>
{content}</main>
</html>
"""


def page(title, content):
    links = [("/api/", "Overview"), *((f"/api/{name}.html", text) for name, text in DOCUMENTS.items())]
    items = " ".join(f'<a href="{address}">{text}</a>' for address, text in links)
    return PAGE.format(title=title, links=items, content=content)


def text(value):
    return html.escape(value, quote=False)


def code(value):
    return f"<code>{text(value)}</code>"


def table(heads, rows):
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in rows)
    rows = f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table>"
    return f'<div class="wide" tabindex="0">{rows}</div>\n'


def heading(level, title, name=None):
    return f'<h{level} id="{name or anchor(title)}">{text(title)}</h{level}>\n'


class Reference:
    """The overview. Its tables come from the schemas."""

    def __init__(self, folder):
        def read(name):
            return json.loads((folder / name).read_text("utf-8"))

        self.schemas = {PROTOCOL: read(PROTOCOL)["$defs"], ROOMS: read(ROOMS)["$defs"]}
        self.asyncapi, self.openapi = read("asyncapi.json"), read("openapi.json")

    def target(self, reference):
        """The definition that a reference names, and its name."""
        file, _, path = reference.partition("#/$defs/")
        names = path.split("/")
        value = self.schemas.get(file) or next(schema for schema in self.schemas.values() if names[0] in schema)
        for name in names:
            value = value[name]
        return value, names[-1]

    def resolved(self, schema):
        """The schema together with those that it refers to."""
        while "$ref" in schema:
            rest = {name: value for name, value in schema.items() if name != "$ref"}
            schema = {**self.target(schema["$ref"])[0], **rest}
        return schema

    def form(self, schema):
        """The values of a schema in a few words. A definition is a link."""
        if "$ref" in schema:
            _, _, path = schema["$ref"].partition("#/$defs/")
            # A part of a definition has no place of its own.
            return f'<a href="#{path.partition("/")[0]}">{path.rpartition("/")[2]}</a>'
        if "const" in schema:
            return code(json.dumps(schema["const"]))
        if "enum" in schema:
            return " ".join(code(json.dumps(value)) for value in schema["enum"])
        if "oneOf" in schema and "properties" not in schema:
            return " or ".join(self.form(one) for one in schema["oneOf"])
        if schema.get("type") == "array":
            items = schema["items"]
            members = f" with {' and '.join(map(code, items['required']))}" if "required" in items else ""
            return f"list of {self.form(items)}{members}" + self.bounds(schema, "minItems", "maxItems")
        if schema.get("type") == "integer":
            return "number" + self.bounds(schema, "minimum", "maximum")
        if schema.get("type") == "string":
            pattern = f", {code(schema['pattern'])}" if "pattern" in schema else ""
            return "string" + self.bounds(schema, "minLength", "maxLength") + pattern
        return schema.get("type", "object")

    @staticmethod
    def bounds(schema, least, most):
        words = [f"{word} {schema[name]}" for word, name in (("at least", least), ("at most", most)) if name in schema]
        return f" ({', '.join(words)})" if words else ""

    def rows(self, schema, prefix=""):
        """A row for each member, also of objects and lists inside."""
        for name, member in schema.get("properties", {}).items():
            words = self.resolved(member).get("description", "")
            is_required = "yes" if name in schema.get("required", []) else ""
            yield [code(prefix + name), self.form(member), is_required, text(words)]
            inner = member.get("items", member)
            if "$ref" not in inner:
                yield from self.rows(inner, f"{prefix}{name}{'[]' if 'items' in member else ''}.")

    def members(self, schema):
        """A table of the schema's own members, and links to the definitions that have the others."""
        others = [schema] if "$ref" in schema else schema.get("oneOf", [])
        links = [self.form({"$ref": one["$ref"]}) for one in others if "$ref" in one]
        rows = list(self.rows(schema))
        if "items" in schema:
            return f"<p>A {self.form(schema)}.</p>\n"
        words = {"actions": "Exactly one of the {}", "calculation": "All members of {}"}
        target = self.target(others[0]["$ref"])[1] if links else ""
        word = words.get(target, "One of {}" if len(links) > 1 else "All members of {}")
        start = f"<p>{word.format(', '.join(links))}{', and:' if rows else '.'}</p>\n" if links else ""
        return start + (table(["member", "value", "required", "meaning"], rows) if rows else "")

    def message(self, name):
        message = self.asyncapi["components"]["messages"][name]
        schema, definition = self.target(message["payload"]["schema"]["$ref"])
        examples = "\n".join(json.dumps(one["payload"], ensure_ascii=False) for one in message["examples"])
        return (heading(3, message["title"], definition) + f"<p>{text(schema['description'])}</p>\n"
                f'<pre tabindex="0">{text(examples)}</pre>\n' + self.members(schema))

    def messages(self, operation):
        names = [one["$ref"].rpartition("/")[2] for one in self.asyncapi["operations"][operation]["messages"]]
        return "".join(map(self.message, names))

    def definitions(self, file, names):
        return "".join(
            heading(3, name, name) + f"<p>{text(self.schemas[file][name].get('description', ''))}</p>\n"
            + self.members(self.schemas[file][name]) for name in names)

    def values(self):
        """The definitions of strings and numbers."""
        for name, schema in self.schemas[PROTOCOL].items():
            whole = self.resolved(schema)
            if whole.get("properties") or "items" in whole or "$ref" in schema.get("oneOf", [{}])[0]:
                continue
            form = self.form(schema)
            if "oneOf" in schema:
                rows = [f"<li>{self.form(one)}: {text(one['description'])}</li>" for one in schema["oneOf"]]
                form = f"<ul>{''.join(rows)}</ul>"
            yield [f'<span id="{name}">{name}</span>', form, text(whole.get("description", ""))]

    def closing(self):
        rows = self.asyncapi["channels"]["room"]["x-close-codes"]
        return table(["code", "name", "meaning", "again"], [
            [row["code"], code(row["name"]), text(row["meaning"]), "yes" if row["again"] else "no"] for row in rows])

    def addresses(self):
        for address, item in self.openapi["paths"].items():
            get = item["get"]
            parameters = [self.parameter(one) for one in item.get("parameters", []) + get.get("parameters", [])]
            own = [self.answer(status, one) for status, one in get["responses"].items() if "$ref" not in one]
            shared = [f'<a href="#response-{self.part(one)[1]}">{status}</a>'
                      for status, one in get["responses"].items() if "$ref" in one]
            yield heading(3, address, f"get-{get['operationId']}")
            yield f"<p>{text(get['summary'])}. {text(get.get('description', ''))}</p>\n"
            yield table(["parameter", "in", "value", "meaning"], parameters) if parameters else ""
            yield table(["status", "type", "content"], own) if own else ""
            yield f"<p>Shared responses: {', '.join(shared)}</p>\n"

    def responses(self):
        """The responses of several addresses."""
        return table(["name", "type", "content"], [
            self.answer(f'<span id="response-{name}">{name}</span>', one)
            for name, one in self.openapi["components"]["responses"].items()])

    def part(self, value):
        """A parameter or a response, which may be a shared one with a name."""
        if "$ref" not in value:
            return value, ""
        _, _, kind, name = value["$ref"].split("/")
        return self.openapi["components"][kind][name], name

    def parameter(self, value):
        one = self.part(value)[0]
        return [code(one["name"]), one["in"], self.form(one["schema"]), text(one.get("description", ""))]

    def answer(self, status, response):
        contents = response.get("content", {})
        schemas = [f' {self.form(body["schema"])}' for body in contents.values() if "$ref" in body["schema"]]
        return [status, "<br>".join(map(code, contents)), text(response["description"]) + "".join(schemas)]

    def content(self):
        channel = self.asyncapi["channels"]["room"]
        protocol = self.schemas[PROTOCOL]
        files = "".join(f'<li><a href="/api/{name}">{name}</a>: {text(what)}</li>\n' for name, what in FILES.items())
        return "".join([
            heading(1, "Calcroom for programs"), INTRODUCTION, f"<ul>\n{files}</ul>\n",
            heading(2, "The WebSocket"), f"<p>{code(channel['address'])}: {text(channel['description'])}</p>\n",
            heading(2, "Messages from a client"), self.messages("sendToRoom"),
            heading(2, "Actions"), f"<p>{text(protocol['actions']['description'])}</p>\n",
            self.members(protocol["actions"]),
            self.definitions(PROTOCOL, ["billStep"]),
            heading(2, "Messages from a server"), self.messages("receiveFromRoom"),
            heading(2, "Events", "event-objects"), self.definitions(PROTOCOL, EVENTS),
            heading(2, "Other objects"), self.definitions(PROTOCOL, OBJECTS),
            heading(2, "Values"), table(["name", "value", "meaning"], self.values()),
            heading(2, "Closing"), self.closing(),
            heading(2, "HTTP"), f"<p>{text(self.openapi['info']['description'])}</p>\n", *self.addresses(),
            heading(3, "Shared responses"), self.responses(),
            heading(2, "Documents of a room"), self.definitions(ROOMS, self.schemas[ROOMS]),
        ])


EVENTS = ["events", "event", "eventLine", "eventBody", "participantEvent", "makeEvent", "enterEvent"]
OBJECTS = ["view", "form", "shownQuestion", "people", "change", "itemOwner"]
FILES = {
    PROTOCOL: "JSON Schema of all messages",
    ROOMS: "JSON Schema of the documents of a room",
    "asyncapi.json": "the WebSocket as AsyncAPI 3",
    "openapi.json": "the addresses as OpenAPI 3.1",
    "calcroom.js": "a client for JavaScript, with types in calcroom.d.ts",
    "calcroom.py": "a client for Python",
}
INTRODUCTION = """<p>A room is an ordered log of events. A client joins it on a WebSocket and sends actions, such as one
key. Every client of the room receives them as events, in the same order. <a href="/api/protocol.html">The protocol</a>
begins with an example session, and has the rules for clients. This page lists all messages. These files describe
them for programs; the last two are client libraries:</p>
"""


def address(target):
    """The address of a document's link; None for a file that the server does not have."""
    path, hash, fragment = target.partition("#")
    name = path.removesuffix(".md")
    if not path:
        return target
    if path == "api":
        return "/api/"
    if path.startswith("api/"):
        return f"/{path}"
    return f"/api/{name}.html{hash}{fragment}" if name in DOCUMENTS else target if "://" in target else None


def main():
    docs, made = map(pathlib.Path, sys.argv[1:])
    api = docs / "api"
    made.mkdir(parents=True, exist_ok=True)
    for file in api.iterdir():
        # package.json tells Node that calcroom.js is a module.
        if file.name != "package.json":
            shutil.copy(file, made)
    (made / "index.html").write_text(page("For programs", Reference(api).content()), "utf-8")
    for name, title in DOCUMENTS.items():
        content = converted((docs / f"{name}.md").read_text("utf-8"), address)
        (made / f"{name}.html").write_text(page(title, content), "utf-8")


main()
