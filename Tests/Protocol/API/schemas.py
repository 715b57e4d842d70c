"""The descriptions of the protocol in docs/api, and the check of frames and documents with them."""

import json
from functools import cache
from pathlib import Path

from jsonschema_rs import Draft202012Validator, Registry

ROOT = next(folder for folder in Path(__file__).resolve().parents if (folder / "Package.swift").is_file())
FOLDER = ROOT / "docs/api"
MESSAGES, DOCUMENTS = "protocol.schema.json", "documents.schema.json"
BASE = "https://calcroom.example/api/"


@cache
def description(name):
    return json.loads((FOLDER / name).read_text())


def definition(name, file=MESSAGES):
    return description(file)["$defs"][name]


def target(reference):
    """The name of the definition in a reference."""
    return reference["$ref"].rpartition("/")[2]


def objects(value):
    """All objects in a description."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(part)


@cache
def validator(name, file=MESSAGES):
    registry = Registry([(BASE + file, description(file)) for file in (MESSAGES, DOCUMENTS)])
    return Draft202012Validator({"$ref": f"{BASE}{file}#/$defs/{name}"}, registry=registry)


def mistakes(value, name, file=MESSAGES):
    """The differences between a value and a definition, as sentences."""
    return [f"{'.'.join(map(str, error.instance_path)) or name}: {error.message}"
            for error in validator(name, file).iter_errors(value)]


@cache
def kinds(sender):
    """The definitions of the messages from a `client` or a `server`, with the members that tell them apart."""
    names = [target(reference) for reference in definition(f"{sender}Message")["oneOf"]]
    return {name: frozenset(definition(name)["required"]) for name in names}


def kind(frame, sender):
    """The definition of a message. None if it has no known member."""
    return next((name for name, members in kinds(sender).items() if members <= frame.keys()), None)


def mistakes_in_frame(text, sender):
    frame = json.loads(text)
    name = kind(frame, sender)
    # The whole check reports a mistake without its place.
    return mistakes(frame, name) if name else [f"{text} is not a message of a {sender}"]


def contents(frame, sender):
    """The kinds of messages, actions, events and changes of a bill in a frame, such as `action undo`."""
    found = {f"{sender} {kind(frame, sender)}"}
    for event in [frame, *frame.get("events", []), *frame.get("welcome", {}).get("events", [])]:
        kind_of_event = "event" if sender == "server" else "action"
        found |= {f"{kind_of_event} {name}" for name in event.keys() & ACTIONS[sender]}
        found |= {f"change {name}" for name in event.get("bill", {}).keys() - {"in"}}
    return found


_SHARED = definition("actions")["properties"].keys()
ACTIONS = {
    "client": _SHARED | definition("actionMessage")["properties"].keys() - {"n"},
    "server": _SHARED | definition("participantEvent")["properties"].keys() - {"by", "pen", "n"} | {"make", "enter"},
}
CHANGES = definition("billStep")["properties"].keys() - {"in"}
