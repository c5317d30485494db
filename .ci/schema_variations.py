"""Prints what else Discord may send in the place of what it usually sends.

    schema_variations.py DESCRIPTION

Walks the schemas of users, members, channels and messages in Discord's OpenAPI
description. The output is JSON: for each kind of object a list of changes, each of
one key. ["bot"] leaves a key out, ["bot", true] sets it.

A key that is not required is left out, and each form of a value is there once: null,
the alternatives, the values of enumerations and one that is not listed, numbers at
their limits, lists without an item and with one. So are the forms of the parts of a
value, with the rest of it as short as is allowed.
"""

import json
import sys
from pathlib import Path

# By kind: its schema, and the keys that are left alone, since a client has to know
# them: which object it is, who may see it, what belongs to it.
KINDS = {
    "user": ("UserResponse", {"id", "username"}),
    "member": ("GuildMemberResponse", {"user", "nick", "permissions"}),
    "guild_channel": ("GuildChannelResponse", {"id", "guild_id", "permissions"}),
    "thread": ("ThreadResponse", {"id", "guild_id", "parent_id", "permissions"}),
    "dm": ("PrivateChannelResponse", {"id"}),
    "group_dm": ("PrivateGroupChannelResponse", {"id"}),
    "message": ("MessageResponse", {"id", "channel_id", "author", "flags"}),
}

HASH = "0123456789abcdef0123456789abcdef"
HASHES = [HASH, f"a_{HASH}", f"v2_{HASH}", f"v2_a_{HASH}"]
TIME = "2026-01-02T03:04:05.678000+00:00"
ALL_PERMISSIONS = str(2**62 - 1)
UNHEARD_OF = {"unheard_of": [{"key": [1, None, "text"]}]}

# What Discord sends as well, or may send one day, by kind and key.
BEYOND = {
    "user": {
        "avatar": HASHES,
        "banner": HASHES,
        "discriminator": ["0001"],
        "display_name": [None, "Name"],
        "flags": [2**63 - 1],
        "locale": ["xx"],
        "member": [{"roles": [], "nick": None}],
        "premium_type": [99],
        "public_flags": [2**53 - 1],
        **UNHEARD_OF,
    },
    "member": {
        "avatar": HASHES,
        "banner": HASHES,
        "display_name_styles": [{"font_id": 99, "effect_id": 99, "colors": [0]}],
        "flags": [2**53 - 1],
        "joined_at": [None, "2026-01-02T03:04:05+00:00"],
        "unusual_dm_activity_until": [None, TIME],
        **UNHEARD_OF,
    },
    "guild_channel": {
        "flags": [2**53 - 1],
        "icon_emoji": [{"id": None, "name": "👋"}],
        "name": [None],
        "status": [None, "Status"],
        "theme_color": [None],
        "version": [2**53 - 1],
        **UNHEARD_OF,
    },
    "thread": {"flags": [2**53 - 1], **UNHEARD_OF},
    "dm": {"flags": [2**53 - 1], "safety_warnings": [[]], **UNHEARD_OF},
    "group_dm": {"flags": [2**53 - 1], "nicks": [[]], **UNHEARD_OF},
    "message": {
        "channel_type": [99],
        "guild_id": ["1"],
        "member": [{"roles": [], "nick": None}],
        "timestamp": ["2026-01-02T03:04:05+00:00"],
        **UNHEARD_OF,
    },
    "interaction": {
        "app_permissions": [ALL_PERMISSIONS],
        "attachment_size_limit": [500 * 2**20],
        "context": [99],
        "entitlement_sku_ids": [["1"]],
        "entitlements": [
            [
                {
                    "id": "1",
                    "sku_id": "1",
                    "application_id": "1",
                    "type": 99,
                    "deleted": False,
                    "starts_at": None,
                    "ends_at": TIME,
                    "fulfilled_at": None,
                    "fulfillment_status": 99,
                    "gift_code_flags": 99,
                }
            ]
        ],
        "guild_locale": ["xx"],
        "locale": ["xx"],
        "version": [99],
        **UNHEARD_OF,
    },
}

TEXT = "a"
STRINGS = {
    "date-time": TIME,
    "snowflake": "1",
    "uri": "https://example.com/",
}
# Texts by key, where the schema does not say what is in them.
TEXTS = {
    **dict.fromkeys(["avatar", "badge", "banner", "icon"], HASH),
    "asset": f"a_{HASH}",
    "discriminator": "0",
    **dict.fromkeys(["allow", "deny", "flags_new", "permissions"], "0"),
}
LIMITS = {"int32": 2**31 - 1, "int64": 2**63 - 1}

# How deep the parts of a value are varied.
DEPTH = 4
# What is not varied as a part of something else: it is, as an object of its own.
WHOLE = {schema for schema, _ in KINDS.values()} | {
    "BasicMessageResponse",
    "MinimalContentMessageResponse",
}


class Walker:
    """Finds the forms of values of schemas."""

    def __init__(self, document, with_unlisted=True):
        self.schemas = document["components"]["schemas"]
        self.with_unlisted = with_unlisted

    def changes(self, kind):
        """The changes of an object of a kind."""
        name, protected = KINDS[kind]
        schema = self.schemas[name]
        found = []
        for key in schema["properties"].keys() - protected:
            is_required = key in schema["required"]
            if not is_required:
                found.append([key])
            values = self.parts(schema["properties"], key, DEPTH)
            # A single form says nothing if it is what is sent anyway.
            if not is_required or len(values) > 1:
                found += ([key, value] for value in values)
        return found

    def values(self, schema, depth):
        """Each form of a value, the shortest first. Only that without depth."""
        found = self._forms(schema, depth)
        return found if depth > 0 else found[:1]

    def parts(self, properties, key, depth):
        """The same for a key of an object."""
        values = self.values(properties[key], depth)
        return [TEXTS.get(key, TEXT) if it == TEXT else it for it in values]

    def _forms(self, schema, depth):
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return self.values(self.schemas[name], 0 if name in WHOLE else depth)
        if "const" in schema:
            return [schema["const"]]
        if "enum" in schema:
            return self._with_unlisted(schema["enum"])
        for key in ("oneOf", "anyOf"):
            if key in schema:
                found = [it for form in schema[key] for it in self.values(form, depth)]
                is_enumeration = all("const" in it for it in schema[key])
                return self._with_unlisted(found) if is_enumeration else found
        if "allOf" in schema:
            [only] = schema["allOf"]
            return self.values(only, depth)
        types = schema.get("type", "null")
        types = types if isinstance(types, list) else [types]
        return [it for form in types for it in getattr(self, f"_{form}")(schema, depth)]

    def _with_unlisted(self, listed):
        if not self.with_unlisted:
            return listed
        unlisted = "unheard_of" if isinstance(listed[0], str) else max(listed) + 100
        return [*listed, unlisted]

    def _null(self, _schema, _depth):
        return [None]

    def _boolean(self, _schema, _depth):
        return [False, True]

    def _integer(self, schema, _depth):
        most = schema.get("maximum", LIMITS.get(schema.get("format"), 2**53 - 1))
        least = max(0, schema.get("minimum", 0))
        return [least, *([2**32] if most > 2**32 else []), most]

    def _number(self, _schema, _depth):
        return [0, 0.5]

    def _string(self, schema, _depth):
        text = STRINGS.get(schema.get("format"), TEXT * schema.get("minLength", 1))
        return [text]

    def _array(self, schema, depth):
        items = self.values(schema["items"], depth - 1)
        least = schema.get("minItems", 0)
        return [*([] if least else [[]]), *([item] * max(1, least) for item in items)]

    def _object(self, schema, depth):
        properties, required = schema.get("properties", {}), schema.get("required", [])
        shortest = {key: self.parts(properties, key, 0)[0] for key in required}
        found = [shortest]
        if depth <= 0:
            return found
        for key in properties:
            found += (shortest | {key: value} for value in self.parts(properties, key, depth - 1))
        others = schema.get("additionalProperties")
        if isinstance(others, dict):
            found += ({"1": value} for value in self.values(others, depth - 1))
        return found


def variations(document):
    """All changes by kind: sorted, each once."""
    walker = Walker(document)
    found = {}
    for kind in [*KINDS, "interaction"]:
        changes = walker.changes(kind) if kind in KINDS else []
        changes += ([key, it] for key, values in BEYOND[kind].items() for it in values)
        found[kind] = sorted({line(change) for change in changes})
    return found


def line(change):
    return json.dumps(change, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def as_text(found):
    between = ",\n"
    kinds = (f'"{kind}":[\n{between.join(lines)}\n]' for kind, lines in found.items())
    return f"{{{between.join(kinds)}}}\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    document = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.stdout.write(as_text(variations(document)))
