"""Tests of schema_variations.py."""

import json
import subprocess
import unittest
from pathlib import Path

import schema_variations
from check_requests import Schemas
from schema_variations import KINDS, Walker

FOLDER = Path(__file__).parent


def setUpModule():
    global document
    found = subprocess.run([FOLDER / "discord-openapi"], check=True, capture_output=True, text=True)
    document = json.loads(Path(found.stdout.strip()).read_text(encoding="utf-8"))


def forms(schema, **schemas):
    """The forms of a value of a schema, which may refer to others."""
    walker = Walker({"components": {"schemas": schemas}})
    return walker.values(schema, schema_variations.DEPTH)


NUMBER = {"type": "integer", "format": "int32"}
MOST = 2**31 - 1


class Forms(unittest.TestCase):
    def test_a_value_has_each_of_its_types(self):
        self.assertEqual(forms({"type": ["string", "null"]}), ["a", None])
        alternatives = {"oneOf": [{"type": "null"}, {"type": "boolean"}]}
        self.assertEqual(forms(alternatives), [None, False, True])

    def test_a_number_has_its_limits(self):
        self.assertEqual(forms(NUMBER), [0, MOST])
        large = {"type": "integer", "minimum": 5, "maximum": 2**53 - 1}
        self.assertEqual(forms(large), [5, 2**32, 2**53 - 1])

    def test_an_enumeration_has_a_value_that_is_not_listed(self):
        self.assertEqual(forms({"enum": ["x", "y"]}), ["x", "y", "unheard_of"])
        self.assertEqual(forms({"oneOf": [{"const": 1}, {"const": 3}]}), [1, 3, 103])

    def test_a_list_is_empty_or_has_one_item(self):
        self.assertEqual(forms({"type": "array", "items": NUMBER}), [[], [0], [MOST]])

    def test_parts_are_varied_one_at_a_time(self):
        thing = {
            "type": "object",
            "properties": {"count": NUMBER, "name": {"type": ["string", "null"]}},
            "required": ["name"],
        }
        expected = [{"name": "a"}, {"name": "a", "count": 0}, {"name": "a", "count": MOST}]
        expected += [{"name": "a"}, {"name": None}]
        reference = {"$ref": "#/components/schemas/Thing"}
        self.assertEqual(forms(reference, Thing=thing), expected)

    def test_a_schema_that_contains_itself_ends(self):
        reference = {"$ref": "#/components/schemas/Thing"}
        thing = {"type": "object", "properties": {"inner": reference}}
        deepest = forms(reference, Thing=thing)[-1]
        self.assertEqual(deepest, {"inner": {"inner": {"inner": {"inner": {}}}}})


class Changes(unittest.TestCase):
    def test_changed_objects_fit_the_schema(self):
        schemas, walker = Schemas(document), Walker(document, with_unlisted=False)
        for kind, (name, _) in KINDS.items():
            place = ("components", "schemas", name)
            # With each key, so that one that is left out is missed.
            properties = document["components"]["schemas"][name]["properties"]
            whole = {key: walker.values(it, 0)[0] for key, it in properties.items()}
            self.assertEqual(list(schemas.errors(place, whole)), [])
            for key, *value in walker.changes(kind):
                changed = {**whole, key: value[0]} if value else whole.copy()
                if not value:
                    del changed[key]
                self.assertEqual(list(schemas.errors(place, changed)), [], (kind, key, value))

    def test_what_a_client_has_to_know_stays(self):
        for kind, lines in schema_variations.variations(document).items():
            changed = {json.loads(line)[0] for line in lines}
            _, protected = KINDS.get(kind, (None, {"id", "type", "token", "data"}))
            self.assertEqual(changed & protected, set(), kind)

    def test_known_surprises_are_there(self):
        found = schema_variations.variations(document)
        for change in (
            '["avatar","v2_a_0123456789abcdef0123456789abcdef"]',
            '["avatar_decoration_data",{"asset":"a_0123456789abcdef0123456789abcdef","sku_id":null}]',
            '["flags",4294967296]',
            '["global_name",null]',
            '["bot"]',
        ):
            self.assertIn(change, found["user"])
        self.assertNotIn('["flags"]', found["user"])

    def test_the_output_is_json_with_a_line_for_each_change(self):
        found = schema_variations.variations(document)
        text = schema_variations.as_text(found)
        self.assertEqual(list(json.loads(text)), [*KINDS, "interaction"])
        self.assertEqual(len(text.splitlines()), sum(len(it) + 2 for it in found.values()))


if __name__ == "__main__":
    unittest.main()
