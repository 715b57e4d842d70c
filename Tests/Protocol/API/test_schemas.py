"""The descriptions are valid, complete, and agree with each other and with the decoders of the server."""

import re

import jsonschema_rs
import pytest
from openapi_spec_validator import validate

from schemas import ACTIONS, CHANGES, DOCUMENTS, FOLDER, MESSAGES, ROOT, definition, description, kinds, mistakes
from schemas import target

SOURCES = ROOT / "Sources/Core/SharedRoom"
ASYNC = description("asyncapi.json")


def parts(value, path=""):
    """All objects in a description, with their paths."""
    if isinstance(value, dict):
        yield path, value
    for name, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from parts(part, f"{path}/{name}")


def at(path, value):
    for name in path.strip("/").split("/"):
        value = value[name]
    return value


def decoded(file):
    """The names of the members that a decoder reads."""
    lines = re.findall(r"^ *case (\"\w+\".*?):", (SOURCES / file).read_text(), re.MULTILINE)
    return {name for line in lines for name in re.findall(r'"(\w+)"', line)}


@pytest.mark.parametrize("name", [MESSAGES, DOCUMENTS])
def test_a_schema_is_valid(name):
    assert jsonschema_rs.meta.validate(description(name)) is None


@pytest.mark.parametrize("name", [MESSAGES, DOCUMENTS])
def test_no_object_of_a_schema_admits_other_members(name):
    """An object may be open only if it is a part of others, which refer to it."""
    open_parts = {"eventBody", "participantEvent", "makeEvent", "enterEvent", "actions", "calculation"}
    for path, part in parts(description(name)["$defs"]):
        if isinstance(part.get("properties"), dict) and path.strip("/") not in open_parts and not path.endswith("/if"):
            assert part.get("additionalProperties", part.get("unevaluatedProperties")) is False, path


@pytest.mark.parametrize("name", [MESSAGES, DOCUMENTS])
def test_every_member_and_definition_is_described(name):
    for path, part in parts(description(name)["$defs"]):
        if re.fullmatch(r"/\w+|.*/properties/\w+", path):
            # A list of words, and an object whose members are described, may say enough.
            inner = part.get("items", part)
            assert inner.keys() & {"description", "$ref", "enum", "properties", "const"}, f"{name}#{path}"


def test_every_reference_leads_to_a_definition():
    for file in FOLDER.glob("*.json"):
        for path, part in parts(description(file.name)):
            if isinstance(part.get("$ref"), str):
                other, _, place = part["$ref"].partition("#")
                assert at(place, description(other or file.name)), f"{file.name}#{path}"


def test_the_openapi_document_is_valid():
    validate(description("openapi.json"), base_uri=(FOLDER / "openapi.json").as_uri())


def test_the_asyncapi_document_has_the_required_members():
    """There is no validator of AsyncAPI 3 for Python. These are its rules for the objects that the document has."""
    assert re.fullmatch(r"3\.\d+\.\d+", ASYNC["asyncapi"]) and ASYNC["info"]["title"] and ASYNC["info"]["version"]
    allowed = {"": {"asyncapi", "info", "defaultContentType", "channels", "operations", "components"},
               "/info": {"title", "version", "description"},
               "/channels/room": {"address", "title", "description", "parameters", "messages", "bindings",
                                  "x-close-codes"},
               "/components": {"messages"}}
    for path, members in allowed.items():
        assert (at(path, ASYNC) if path else ASYNC).keys() <= members, path
    channel = ASYNC["channels"]["room"]
    assert set(re.findall(r"{(\w+)}", channel["address"])) == channel["parameters"].keys()
    messages = {name: {"$ref": f"#/components/messages/{name}"} for name in ASYNC["components"]["messages"]}
    assert channel["messages"] == messages
    for operation in ASYNC["operations"].values():
        assert operation.keys() <= {"action", "title", "channel", "messages"}
        assert operation["channel"] == {"$ref": "#/channels/room"}
        assert {message["$ref"].rpartition("/")[0] for message in operation["messages"]} == {"#/channels/room/messages"}


def test_the_asyncapi_document_has_all_messages_and_their_senders():
    for sender, operation, action in [("client", "sendToRoom", "send"), ("server", "receiveFromRoom", "receive")]:
        named = [target(message) for message in ASYNC["operations"][operation]["messages"]]
        payloads = [target(ASYNC["components"]["messages"][name]["payload"]["schema"]) for name in named]
        assert payloads == list(kinds(sender))
        assert ASYNC["operations"][operation]["action"] == action


@pytest.mark.parametrize("name", ASYNC["components"]["messages"])
def test_the_examples_of_messages_are_valid(name):
    message = ASYNC["components"]["messages"][name]
    assert message["examples"]
    for example in message["examples"]:
        assert mistakes(example["payload"], target(message["payload"]["schema"])) == []


def test_the_examples_of_documents_are_valid():
    examples = [part for _, part in parts(description("openapi.json")) if "example" in part]
    assert len(examples) == 4
    for part in examples:
        assert mistakes(part["example"], target(part["schema"]), DOCUMENTS) == []


def test_the_schema_has_the_messages_that_the_server_and_its_replica_decode():
    members = {name for required in kinds("client").values() for name in required}
    actions = {"press", "make", "enter", "hostLink", "useLink"}
    assert members == decoded("Messages/ClientMessage+Decoding.swift") - actions
    members = {name for required in kinds("server").values() for name in required} - {"seq"}
    # Replicas need not know `throttled`.
    assert members - {"throttled"} == decoded("Messages/ServerMessage+Decoding.swift")


def test_the_schema_has_the_actions_that_the_server_decodes():
    actions = decoded("Events/Action+JSON.swift")
    assert len(actions) > 30
    assert ACTIONS["server"] == actions
    assert ACTIONS["client"] == actions - {"make", "enter"}
    alternatives = [name for choice in definition("participantEvent")["oneOf"] for name in choice["required"]]
    assert sorted(alternatives) == sorted(actions - {"make", "enter"})


def test_the_schema_has_the_changes_of_a_bill_that_the_server_decodes():
    names = re.findall(r'^ *case "(\w+)"', (SOURCES / "Events/BillStep+JSON.swift").read_text(), re.MULTILINE)
    assert CHANGES == set(names)
