"""Checks recorded requests of the bot against Discord's OpenAPI description,
and against rules that the description leaves out.

    check_requests.py DESCRIPTION RECORDING…

A recording is a file of JSON lines, or a folder of such files (*.jsonl):

    {"method": "POST", "path": "/channels/1/messages", "body": {…}, "multipart": false}

The body of a multipart request is its payload_json. Prints each request that
Discord would refuse, with the reasons, then how many there were. The exit code
is 1 if there was one, or no request at all.
"""

import argparse
import json
import re
import sys
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

SHOWN_CHARACTERS = 200


def shorten(text):
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}…"


def repeated(values):
    """The values that are there more than once."""
    return [value for value, count in Counter(values).items() if count > 1]


# What the description says


class Description:
    """The OpenAPI document: which operations there are, and what they take."""

    def __init__(self, document):
        self._root = PathNode()
        schemas = Schemas(document)
        for template, item in document["paths"].items():
            node = self._root
            for segment in segments(template):
                node = node.add(segment)
            for method in item.keys() & {"get", "post", "put", "patch", "delete"}:
                node.operations[method] = Operation(method, template, item[method], schemas)
        missing = [key for key in MESSAGES | COMMANDS if not self._has(*key)]
        if missing:
            raise ValueError(f"the description lacks operations that have rules: {missing}")

    def operation(self, method, path):
        """The operation of a request; None if there is none."""
        for node in self._root.matches(segments(path)):
            if method in node.operations:
                return node.operations[method]
        return None

    def _has(self, method, template):
        found = self.operation(method, template)
        return found is not None and found.template == template


def segments(path):
    return path.strip("/").split("/")


class PathNode:
    """What the description has below the first segments of a path."""

    def __init__(self):
        self.operations = {}
        self._literals = {}
        self._parameter = None

    def add(self, segment):
        if segment.startswith("{"):
            self._parameter = self._parameter or PathNode()
            return self._parameter
        return self._literals.setdefault(segment, PathNode())

    def matches(self, path):
        """The nodes of a path; those with a literal before those with a parameter."""
        if not path:
            yield self
            return
        first, *rest = path
        if first in self._literals:
            yield from self._literals[first].matches(rest)
        if first and self._parameter:
            yield from self._parameter.matches(rest)


class Operation:
    """A method of a path."""

    def __init__(self, method, template, value, schemas):
        self.key = (method, template)
        self.template = template
        self._schemas = schemas
        self.takes_json = "application/json" in value.get("requestBody", {}).get("content", {})

    def schema_errors(self, body):
        """Where and how a body differs from the schema."""
        place = (*reversed(self.key), "requestBody", "content", "application/json", "schema")
        return self._schemas.errors(("paths", *place), body)


class Schemas:
    """All schemas of the document."""

    ADDRESS = "urn:description"

    def __init__(self, document):
        resource = DRAFT202012.create_resource(document)
        self._registry = Registry().with_resource(self.ADDRESS, resource)
        # A reference means the same everywhere, as there is only one document.
        by_reference = remembering(Draft202012Validator.VALIDATORS["$ref"])
        self._quick_validator = extend(Draft202012Validator, {"$ref": by_reference})

    def errors(self, place, value):
        """How a value differs from the schema in a place of the document."""
        steps = (step.replace("~", "~0").replace("/", "~1") for step in place)
        pointer = "/".join(steps).replace("{", "%7B").replace("}", "%7D")
        schema = {"$ref": f"{self.ADDRESS}#/{pointer}"}
        if self._quick_validator(schema, registry=self._registry).is_valid(value):
            return
        for error in Draft202012Validator(schema, registry=self._registry).iter_errors(value):
            # Of the alternatives to a part of the body, the one that it differs from last.
            cause = max(causes(error), key=lambda it: len(it.absolute_path))
            where = "/".join(map(str, cause.absolute_path)) or "the body"
            yield f"{where}: {shorten(cause.message)}"


def causes(error):
    """What an error comes down to, in each alternative of the schema."""
    if not error.context:
        yield error
    for inner in error.context:
        yield from causes(inner)


def remembering(keyword):
    """A keyword's function that validates each value once, and gives no details.

    Most parts of a request, such as a button, are the same as in many others.
    """
    known = {}

    def validate(validator, argument, instance, schema):
        key = (argument, json.dumps(instance))
        if key not in known:
            known[key] = not any(True for _ in keyword(validator, argument, instance, schema))
        if not known[key]:
            yield ValidationError("invalid")

    return validate


# Rules that the description leaves out. Each is a function that yields reasons.

message_rules = []
command_rules = []
callback_rules = []


def rule(rules):
    """Adds a function to rules."""

    def add(function):
        rules.append(function)
        return function

    return add


REPLY, DEFERRED_REPLY, UPDATE = 4, 5, 7  # types of callbacks
ROW, BUTTON = 1, 2  # types of components
SELECTS = (3, 5, 6, 7, 8)
LINK, PREMIUM = 5, 6  # styles of buttons without a custom id
COMPONENTS_V2 = 1 << 15  # a flag of messages


@dataclass
class Message:
    """What a request sends or changes as a message."""

    data: dict
    is_new: bool

    def items(self, key):
        return self.data.get(key) or []

    @property
    def has_v2_components(self):
        return bool((self.data.get("flags") or 0) & COMPONENTS_V2)

    @cached_property
    def components(self):
        """All components, also those within others."""
        return list(nested_components(self.items("components")))

    def rows(self):
        return [it for it in self.components if it["type"] == ROW]

    def buttons(self):
        return [it for it in self.components if it["type"] == BUTTON]


def nested_components(components):
    for component in components:
        yield component
        yield from nested_components(component.get("components") or [])
        accessory = component.get("accessory")
        if accessory:
            yield from nested_components([accessory])


# https://discord.com/developers/docs/components/reference#legacy-message-component-behavior
@rule(message_rules)
def rows_are_few(message):
    count = len(message.items("components"))
    if count > 5 and not message.has_v2_components:
        yield f"{count} rows of components; 5 are allowed"


@rule(message_rules)
def rows_are_filled(message):
    if any(not row.get("components") for row in message.rows()):
        yield "a row without components"


# https://discord.com/developers/docs/components/reference#action-row
@rule(message_rules)
def a_select_has_its_row_to_itself(message):
    for row in message.rows():
        types = [it["type"] for it in row.get("components") or []]
        if len(types) > 1 and any(it in SELECTS for it in types):
            yield "a select beside other components in a row"


# https://discord.com/developers/docs/components/reference#anatomy-of-a-component-custom-id
@rule(message_rules)
def custom_ids_differ(message):
    ids = [it["custom_id"] for it in message.components if it.get("custom_id")]
    for custom_id in repeated(ids):
        yield f"custom id {custom_id!r} more than once"


# https://discord.com/developers/docs/components/reference#button
@rule(message_rules)
def a_button_has_a_custom_id(message):
    for button in message.buttons():
        if button.get("style") not in (LINK, PREMIUM) and not button.get("custom_id"):
            yield "a button without a custom id"


@rule(message_rules)
def a_button_shows_something(message):
    for button in message.buttons():
        shows_something = button.get("label") or button.get("emoji")
        # Discord labels premium buttons itself.
        if button.get("style") != PREMIUM and not shows_something:
            yield "a button with neither a label nor an emoji"


# https://discord.com/developers/docs/resources/message#message-object-message-flags
@rule(message_rules)
def v2_components_are_the_content(message):
    if message.has_v2_components:
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if message.data.get(key):
                yield f"{key} beside components v2"


@rule(message_rules)
def v2_components_are_few(message):
    count = len(message.components)
    if message.has_v2_components and count > 40:
        yield f"{count} components; 40 are allowed"


# https://discord.com/developers/docs/resources/message#embed-object-embed-limits
@rule(message_rules)
def embeds_are_short(message):
    length = sum(map(embed_length, message.items("embeds")))
    if length > 6000:
        yield f"{length} characters in all embeds; 6000 are allowed"


def embed_length(embed):
    texts = [embed.get("title"), embed.get("description")]
    texts.append((embed.get("footer") or {}).get("text"))
    texts.append((embed.get("author") or {}).get("name"))
    for field in embed.get("fields") or []:
        texts += [field.get("name"), field.get("value")]
    return sum(len(text) for text in texts if text)


# https://discord.com/developers/docs/resources/message#create-message
@rule(message_rules)
def a_new_message_shows_something(message):
    # Recordings leave out the files of a request: `attachments` has to list them.
    shown = ("content", "embeds", "components", "attachments", "poll", "sticker_ids")
    forwards = (message.data.get("message_reference") or {}).get("type") == 1
    if message.is_new and not forwards and not any(message.data.get(key) for key in shown):
        yield "an empty message"


# https://discord.com/developers/docs/resources/message#allowed-mentions-object
@rule(message_rules)
def mentions_are_parsed_or_listed(message):
    allowed = message.data.get("allowed_mentions") or {}
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or []) and allowed.get(kind):
            yield f"allowed_mentions both parses and lists {kind}"


# Discord would take it, and ping whoever is mentioned. The bot has to say whom.
@rule(message_rules)
def mentions_are_allowed_explicitly(message):
    shown = [message.data.get(key) for key in ("content", "embeds", "components")]
    if message.data.get("allowed_mentions") is None and any("<@" in it for it in texts(shown)):
        yield "a mention without allowed_mentions"


def texts(value):
    """All texts in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts(part)


# https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object
@rule(callback_rules)
def a_deferred_reply_has_flags_only(callback):
    if callback["type"] == DEFERRED_REPLY:
        for key, value in (callback.get("data") or {}).items():
            if value and key != "flags":
                yield f"a deferred reply with {key}"


CHAT_INPUT = 1  # a type of commands
SUBCOMMANDS = (1, 2)  # types of options
USER_INSTALL = 1  # an integration type
PRIVATE_CHANNEL = 2  # a context
# https://discord.com/developers/docs/reference#locales
LOCALES = frozenset(
    """bg cs da de el en-GB en-US es-419 es-ES fi fr hi hr hu id it ja ko lt nl no pl pt-BR ro ru
    sv-SE th tr uk vi zh-CN zh-TW""".split()
)


def command_type(command):
    return command.get("type") or CHAT_INPUT


def nested_options(command):
    """All options of a command, also those of subcommands."""
    for option in command.get("options") or []:
        yield option
        yield from nested_options(option)


def option_lists(command):
    """The options of the command itself, and those of each subcommand."""
    for node in (command, *nested_options(command)):
        if node.get("options"):
            yield node["options"]


def named_nodes(command):
    """Whatever has a name in the command: itself, options and choices."""
    yield command
    for option in nested_options(command):
        yield option
        yield from option.get("choices") or []


def is_command_name(name):
    """Whether Discord takes a name of a command in the chat, or of an option:

    ^[-_'\\p{L}\\p{N}\\p{sc=Deva}\\p{sc=Thai}]{1,32}$, and lower case where there is one.
    https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-naming
    """
    fits = all(is_name_character(it) for it in name)
    return 1 <= len(name) <= 32 and fits and name == name.lower()


# The scripts Devanagari and Thai, whose vowel signs are neither letters nor numbers.
NAME_SCRIPTS = re.compile(
    "[\u0900-\u0950\u0955-\u0963\u0966-\u097f\ua8e0-\ua8ff\u0e01-\u0e3a\u0e40-\u0e5b]"
)


def is_name_character(character):
    return (
        character in "-_'"
        or unicodedata.category(character)[0] in "LN"
        or NAME_SCRIPTS.match(character) is not None
    )


@rule(command_rules)
def names_fit_the_pattern(command):
    nodes = list(nested_options(command))
    if command_type(command) == CHAT_INPUT:
        nodes.append(command)
    for node in nodes:
        # An edit may leave the name alone.
        names = [node["name"]] if "name" in node else []
        names += (node.get("name_localizations") or {}).values()
        for name in names:
            if not is_command_name(name):
                yield f"name {name!r} does not fit Discord's pattern"


@rule(command_rules)
def option_names_differ(command):
    for options in option_lists(command):
        for name in repeated(it["name"] for it in options):
            yield f"option {name!r} more than once"


@rule(command_rules)
def locales_are_known(command):
    for node in named_nodes(command):
        for key in ("name_localizations", "description_localizations"):
            for locale in (node.get(key) or {}).keys() - LOCALES:
                yield f"unknown locale {locale!r}"


# https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-structure
@rule(command_rules)
def required_options_come_first(command):
    for options in option_lists(command):
        required = [bool(it.get("required")) for it in options if it["type"] not in SUBCOMMANDS]
        if required != sorted(required, reverse=True):
            yield "a required option after an optional one"


# https://discord.com/developers/docs/interactions/application-commands#subcommands-and-subcommand-groups
@rule(command_rules)
def subcommands_have_no_other_options_beside_them(command):
    for options in option_lists(command):
        if len({it["type"] in SUBCOMMANDS for it in options}) > 1:
            yield "subcommands beside other options"


# https://discord.com/developers/docs/interactions/application-commands#autocomplete
@rule(command_rules)
def choices_exclude_autocomplete(command):
    for option in nested_options(command):
        if option.get("autocomplete") and option.get("choices"):
            yield f"option {option['name']!r} has both choices and autocomplete"


# https://discord.com/developers/docs/interactions/application-commands#registering-a-command
@rule(command_rules)
def a_command_is_short(command):
    length = sum(map(node_length, named_nodes(command)))
    if length > 8000:
        yield f"{length} characters; 8000 are allowed"


def node_length(node):
    """The length of the longest translations, and of a choice's value."""
    length = len(str(node.get("value", "")))
    for key in ("name", "description"):
        translations = (node.get(f"{key}_localizations") or {}).values()
        length += max(map(len, [node.get(key) or "", *translations]))
    return length


# https://discord.com/developers/docs/interactions/application-commands#interaction-contexts
@rule(command_rules)
def private_channels_need_user_install(command):
    if PRIVATE_CHANNEL not in (command.get("contexts") or []):
        return
    if USER_INSTALL not in (command.get("integration_types") or []):
        yield "a context of private channels without user install"


def commands_differ(commands):
    names = [(command_type(it), it["name"]) for it in commands]
    for _, name in repeated(names):
        yield f"command {name!r} more than once"


# What the rules apply to. The value is whether the message is new.
MESSAGES = {
    ("post", "/channels/{channel_id}/messages"): True,
    ("patch", "/channels/{channel_id}/messages/{message_id}"): False,
    ("post", "/webhooks/{webhook_id}/{webhook_token}"): True,
    ("patch", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"): False,
    ("patch", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): False,
    # Its type says whether there is a message, and whether it is new.
    ("post", "/interactions/{interaction_id}/{interaction_token}/callback"): None,
}
# The value is whether the body is a list.
COMMANDS = {
    (method, f"{prefix}/commands{suffix}"): method == "put"
    for prefix in (
        "/applications/{application_id}",
        "/applications/{application_id}/guilds/{guild_id}",
    )
    for method, suffix in (("put", ""), ("post", ""), ("patch", "/{command_id}"))
}


def rule_violations(operation, body):
    """Why Discord refuses a body that fits the schema of its operation."""
    if operation.key in MESSAGES:
        message = message_of(MESSAGES[operation.key], body)
        if message:
            for violations in message_rules:
                yield from violations(message)
        if operation.template.endswith("/callback"):
            for violations in callback_rules:
                yield from violations(body)
    elif operation.key in COMMANDS:
        commands = body if COMMANDS[operation.key] else [body]
        if len(commands) > 1:
            yield from commands_differ(commands)
        for command in commands:
            name = f"/{command['name']}" if "name" in command else "the command"
            for violations in command_rules:
                yield from (f"{name}: {reason}" for reason in violations(command))


def message_of(is_new, body):
    """The message in a body; None if there is none."""
    if is_new is not None:
        return Message(body, is_new)
    if body["type"] in (REPLY, UPDATE):
        return Message(body.get("data") or {}, body["type"] == REPLY)
    return None


# Requests


class Checker:
    """Says why Discord would refuse requests. Remembers bodies that it has seen."""

    def __init__(self, description):
        self._description = description
        self._known = {}

    def reasons(self, request):
        method = request["method"].lower()
        path = re.sub(r"^/api/v\d+(?=/)", "", request["path"]).partition("?")[0]
        operation = self._description.operation(method, path)
        if operation is None:
            return ["there is no such operation"]
        if not operation.takes_json:
            return []
        body = request.get("body")
        key = (operation.key, json.dumps(body))
        if key not in self._known:
            self._known[key] = list(self._body_reasons(operation, body))
        return self._known[key]

    @staticmethod
    def _body_reasons(operation, body):
        if body is None:
            return ["the body is missing, or not JSON"]
        errors = list(operation.schema_errors(body))
        try:
            # The rules rely on the types that the schema prescribes.
            return errors or list(rule_violations(operation, body))
        # Under keys that it does not know, the schema allows anything.
        except (AttributeError, KeyError, TypeError) as error:
            return [f"a value of the wrong type: {error}"]


def recorded_lines(paths):
    """The place and the text of each line in the recordings."""
    for path in paths:
        for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path]:
            with file.open(encoding="utf-8") as lines:
                for number, line in enumerate(lines, 1):
                    yield f"{file}:{number}", line


def check_recordings(checker, paths, write=print):
    """Prints what Discord would refuse; returns whether there were requests, all of them fine."""
    checked = refused = 0
    for place, line in recorded_lines(paths):
        checked += 1
        try:
            request = json.loads(line)
        except ValueError:
            heading, reasons = place, ["not JSON"]
        else:
            heading = f"{place}: {request['method']} {request['path']}"
            reasons = checker.reasons(request)
        if reasons:
            refused += 1
            write("\n  ".join([heading, *reasons, shorten(line.strip())]))
    write(f"{checked} requests, of which Discord would refuse {refused}")
    return checked > 0 and refused == 0


def main():
    parser = argparse.ArgumentParser(description="Checks recorded requests of the bot.")
    parser.add_argument("description", type=Path, help="Discord's OpenAPI description")
    parser.add_argument("recordings", type=Path, nargs="+", help="files of JSON lines, or folders")
    arguments = parser.parse_args()
    description = Description(json.loads(arguments.description.read_text(encoding="utf-8")))
    return 0 if check_recordings(Checker(description), arguments.recordings) else 1


if __name__ == "__main__":
    sys.exit(main())
