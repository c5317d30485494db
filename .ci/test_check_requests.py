"""Tests of check_requests.py."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

import check_requests
from check_requests import Checker, Description

FOLDER = Path(__file__).parent


def setUpModule():
    global document, checker
    found = subprocess.run([FOLDER / "discord-openapi"], check=True, capture_output=True, text=True)
    document = json.loads(Path(found.stdout.strip()).read_text(encoding="utf-8"))
    checker = Checker(Description(document))


CHANNEL = "/channels/1234/messages"
CALLBACK = "/interactions/1234/token/callback"
NO_MENTIONS = {"parse": []}


def reasons(method, path, body=None, **more):
    return checker.reasons({"method": method, "path": path, "body": body, **more})


def message(**data):
    """Why a new message is refused."""
    return reasons("POST", CHANNEL, data)


def rows(*lists):
    return [{"type": 1, "components": components} for components in lists]


def button(custom_id="a", **more):
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": "Press", **more}


def bare_button(*without, **more):
    return {key: value for key, value in button(**more).items() if key not in without}


def select(custom_id="s"):
    return {"type": 5, "custom_id": custom_id}


def text(content="Text"):
    return {"type": 10, "content": content}


def command(**more):
    return {"type": 1, "name": "drop", "description": "Drop a disc", **more}


def commands(*bodies):
    """Why commands that replace all others are refused."""
    return reasons("PUT", "/applications/1234/commands", list(bodies))


def option(name="column", **more):
    return {"type": 3, "name": name, "description": "Which column", **more}


def subcommand(name="text", **more):
    return {"type": 1, "name": name, "description": "Say it", **more}


def choices(count, name="a", value="b"):
    return [{"name": name, "value": value} for _ in range(count)]


class RuleTest(unittest.TestCase):
    """Tests of one rule each: named after it, with what it refuses and what not."""

    def accepts(self, found):
        self.assertEqual(found, [])

    def refuses(self, found, *expected):
        self.assertEqual(found, list(expected))


class MessageRules(RuleTest):
    def test_rows_are_few(self):
        six = [[button(str(number))] for number in range(6)]
        self.refuses(message(components=rows(*six)), "6 rows of components; 5 are allowed")
        self.accepts(message(components=rows(*six[:5])))
        self.accepts(message(components=rows(*six), flags=1 << 15))

    def test_rows_are_filled(self):
        # A schema of Discord's refuses empty rows, too, but not those without a list.
        message_with_row = check_requests.Message({"components": rows([])}, True)
        self.refuses(
            list(check_requests.rows_are_filled(message_with_row)), "a row without components"
        )
        self.assertTrue(message(components=rows([button()], [])))
        self.assertTrue(message(components=[{"type": 1}]))
        self.accepts(message(components=rows([button()])))

    def test_a_select_has_its_row_to_itself(self):
        beside = "a select beside other components in a row"
        self.refuses(message(components=rows([select(), button()])), beside)
        self.refuses(message(components=rows([select("a"), select("b")])), beside)
        self.accepts(message(components=rows([select()], [button()])))

    def test_custom_ids_differ(self):
        twice = "custom id 'a' more than once"
        self.refuses(message(components=rows([button("a"), button("a")])), twice)
        self.refuses(message(components=rows([button("a")], [button("a")])), twice)
        section = {"type": 9, "components": [text()], "accessory": button("a")}
        mixed = [section, *rows([button("a")])]
        self.refuses(message(components=mixed, flags=1 << 15), twice)
        self.accepts(message(components=rows([button("a"), button("b")])))

    def test_a_button_has_a_custom_id(self):
        self.refuses(
            message(components=rows([bare_button("custom_id")])), "a button without a custom id"
        )
        link = {"type": 2, "style": 5, "label": "Rules", "url": "https://example.com"}
        self.accepts(message(components=rows([button(), link])))

    def test_a_button_shows_something(self):
        self.refuses(
            message(components=rows([bare_button("label")])),
            "a button with neither a label nor an emoji",
        )
        self.accepts(message(components=rows([bare_button("label", emoji={"name": "🔴"})])))
        self.accepts(message(components=rows([bare_button("emoji")])))
        premium = {"type": 2, "style": 6, "sku_id": "1234"}
        self.accepts(message(components=rows([premium])))

    def test_v2_components_are_the_content(self):
        v2 = {"components": [text()], "flags": 1 << 15}
        self.refuses(message(content="Hello", **v2), "content beside components v2")
        self.refuses(message(embeds=[{"title": "Hello"}], **v2), "embeds beside components v2")
        self.refuses(message(sticker_ids=["1234"], **v2), "sticker_ids beside components v2")
        self.accepts(message(**v2))
        self.accepts(message(content="Hello", components=rows([button()]), flags=1 << 6))

    def test_v2_components_are_few(self):
        container = {"type": 17, "components": [text()] * 9}
        forty = [container] * 4
        self.refuses(
            message(components=[*forty, text()], flags=1 << 15), "41 components; 40 are allowed"
        )
        self.accepts(message(components=forty, flags=1 << 15))

    def test_embeds_are_short(self):
        def embeds(length):
            first = {
                "title": "a" * 100,
                "description": "b" * 3000,
                "footer": {"text": "c" * 1000},
                "author": {"name": "d" * 100},
                "fields": [{"name": "e" * 100, "value": "f" * 700}],
            }
            return [first, {"description": "g" * (length - 5000)}]

        too_long = "6001 characters in all embeds; 6000 are allowed"
        self.refuses(message(embeds=embeds(6001)), too_long)
        self.accepts(message(embeds=embeds(6000)))

    def test_a_new_message_shows_something(self):
        empty = "an empty message"
        self.refuses(message(content="", allowed_mentions=NO_MENTIONS), empty)
        self.refuses(reasons("POST", "/webhooks/1234/token", {"flags": 64}), empty)
        self.refuses(reasons("POST", CALLBACK, {"type": 4, "data": {"content": ""}}), empty)
        self.accepts(message(content="Hello"))
        self.accepts(message(sticker_ids=["1234"]))
        attached = {"attachments": [{"id": "0", "filename": "game.gif"}]}
        self.accepts(reasons("POST", CHANNEL, attached, multipart=True))
        # An edit may change one part of a message only.
        self.accepts(reasons("PATCH", f"{CHANNEL}/5678", {"content": ""}))
        self.accepts(reasons("POST", CALLBACK, {"type": 7, "data": {"content": ""}}))

    def test_mentions_are_parsed_or_listed(self):
        def allowed(**mentions):
            return message(content="Hello", allowed_mentions=mentions)

        both = "allowed_mentions both parses and lists"
        self.refuses(allowed(parse=["users"], users=["1234"]), f"{both} users")
        self.refuses(allowed(parse=["users", "roles"], roles=["1234"]), f"{both} roles")
        self.accepts(allowed(parse=["roles"], users=["1234"]))
        self.accepts(allowed(parse=["users"], users=[]))
        self.accepts(allowed(parse=[], users=["1234"]))

    def test_mentions_are_allowed_explicitly(self):
        missing = "a mention without allowed_mentions"
        self.refuses(message(content="<@1234>, your turn"), missing)
        self.refuses(message(embeds=[{"description": "for <@&1234>"}]), missing)
        self.refuses(message(components=[text("<@1234>")], flags=1 << 15), missing)
        self.refuses(message(content="<@1234>", allowed_mentions=None), missing)
        self.refuses(reasons("PATCH", f"{CHANNEL}/5678", {"content": "<@1234>"}), missing)
        self.refuses(reasons("POST", CALLBACK, {"type": 7, "data": {"content": "<@1>"}}), missing)
        self.accepts(message(content="<@1234>", allowed_mentions=NO_MENTIONS))
        self.accepts(message(content="<#1234>"))


class CallbackRules(RuleTest):
    def test_a_deferred_reply_has_flags_only(self):
        def deferred(**data):
            return reasons("POST", CALLBACK, {"type": 5, "data": data})

        self.refuses(deferred(flags=64, content="Wait"), "a deferred reply with content")
        self.accepts(deferred(flags=64))
        self.accepts(deferred(content=""))
        self.accepts(reasons("POST", CALLBACK, {"type": 5}))


class CommandRules(RuleTest):
    def test_names_fit_the_pattern(self):
        def misfit(name, command="/drop"):
            return f"{command}: name {name!r} does not fit Discord's pattern"

        self.refuses(commands(command(name="Drop")), misfit("Drop", "/Drop"))
        self.refuses(commands(command(name="drop disc")), misfit("drop disc", "/drop disc"))
        self.refuses(commands(command(options=[option("Column")])), misfit("Column"))
        nested = subcommand(options=[option("a.b")])
        self.refuses(commands(command(options=[nested])), misfit("a.b"))
        self.refuses(commands(command(name_localizations={"de": "Wirf"})), misfit("Wirf"))
        localized = option(name_localizations={"fr": "la colonne"})
        self.refuses(commands(command(options=[localized])), misfit("la colonne"))
        edit = {"name_localizations": {"de": "Wirf"}}
        self.refuses(
            reasons("PATCH", "/applications/1234/commands/5678", edit), misfit("Wirf", "the command")
        )
        for name in ("drop", "it's_4-you", "größe", "落とす", "खेलें", "วาง", "a" * 32):
            with self.subTest(name):
                self.accepts(commands(command(name=name, name_localizations={"hi": name})))
        # Only names of commands in the chat are restricted.
        self.accepts(commands({"type": 2, "name": "Challenge to a Game"}))
        menu = {"type": 3, "name": "Review", "name_localizations": {"de": "Partie ansehen"}}
        self.accepts(commands(menu))

    def test_commands_differ(self):
        self.refuses(commands(command(), command()), "command 'drop' more than once")
        self.accepts(commands(command(), command(name="draw")))
        self.accepts(commands(command(), {"type": 2, "name": "drop"}))

    def test_option_names_differ(self):
        twice = "/drop: option 'column' more than once"
        self.refuses(commands(command(options=[option(), option()])), twice)
        nested = subcommand(options=[option(), option()])
        self.refuses(commands(command(options=[nested])), twice)
        self.accepts(commands(command(options=[option(), option("row")])))
        apart = [subcommand("a", options=[option()]), subcommand("b", options=[option()])]
        self.accepts(commands(command(options=apart)))

    def test_locales_are_known(self):
        def unknown(locale):
            return f"/drop: unknown locale {locale!r}"

        self.refuses(commands(command(name_localizations={"en": "drop"})), unknown("en"))
        self.refuses(commands(command(description_localizations={"xx": "Drop"})), unknown("xx"))
        translated = option(description_localizations={"pt": "Coluna"})
        self.refuses(commands(command(options=[translated])), unknown("pt"))
        choice = {"name": "One", "value": "1", "name_localizations": {"zh": "一"}}
        self.refuses(commands(command(options=[option(choices=[choice])])), unknown("zh"))
        known = {"de": "wirf", "es-419": "soltar", "zh-TW": "落"}
        self.accepts(commands(command(name_localizations=known)))

    def test_required_options_come_first(self):
        late = "/drop: a required option after an optional one"
        wrong = [option(), option("row", required=True)]
        self.refuses(commands(command(options=wrong)), late)
        self.refuses(commands(command(options=[subcommand(options=wrong)])), late)
        self.accepts(commands(command(options=wrong[::-1])))
        self.accepts(commands(command(options=[option(), option("row", required=False)])))

    def test_subcommands_have_no_other_options_beside_them(self):
        self.refuses(
            commands(command(options=[subcommand(), option()])),
            "/drop: subcommands beside other options",
        )
        self.accepts(commands(command(options=[subcommand(), subcommand("image")])))
        self.accepts(commands(command(options=[subcommand(options=[option()])])))

    def test_choices_exclude_autocomplete(self):
        self.refuses(
            commands(command(options=[option(autocomplete=True, choices=choices(1))])),
            "/drop: option 'column' has both choices and autocomplete",
        )
        self.accepts(commands(command(options=[option(autocomplete=True)])))
        self.accepts(commands(command(options=[option(autocomplete=False, choices=choices(1))])))

    def test_a_command_is_short(self):
        def of_length(length):
            # The longest translation counts.
            long = command(name="a", description_localizations={"de": "b" * 12})
            long["description"] = "short"
            # 4 options of 1 + 12 characters, with 25 choices of 75 each.
            options = [
                option(name, description="c" * 12, choices=choices(25, "d" * 25, "e" * 50))
                for name in "wxyz"
            ]
            rest = length - 13 - 4 * (13 + 25 * 75)
            last_choice = choices(1, "g" * 80, "h" * (rest - 180))
            last = option("v", description="f" * 99, choices=last_choice)
            return command(**long | {"options": [*options, last]})

        self.refuses(commands(of_length(8001)), "/a: 8001 characters; 8000 are allowed")
        self.accepts(commands(of_length(8000)))

    def test_private_channels_need_user_install(self):
        refused = "/drop: a context of private channels without user install"
        self.refuses(commands(command(contexts=[0, 2], integration_types=[0])), refused)
        self.refuses(commands(command(contexts=[2])), refused)
        self.accepts(commands(command(contexts=[0, 1, 2], integration_types=[0, 1])))
        self.accepts(commands(command(contexts=[0, 1], integration_types=[0])))


class EveryRule(unittest.TestCase):
    def test_every_rule_has_a_test(self):
        for rules, tests in (
            (check_requests.message_rules, MessageRules),
            (check_requests.callback_rules, CallbackRules),
            ([check_requests.commands_differ, *check_requests.command_rules], CommandRules),
        ):
            expected = {f"test_{rule.__name__}" for rule in rules}
            self.assertTrue(expected)
            self.assertEqual(expected, {name for name in dir(tests) if name.startswith("test_")})

    def test_rules_hold_wherever_messages_are_sent(self):
        body = {"content": "<@1234>"}
        webhook = "/webhooks/1234/token"
        for method, path, sent in (
            ("POST", CHANNEL, body),
            ("PATCH", f"{CHANNEL}/5678", body),
            ("POST", webhook, body),
            ("PATCH", f"{webhook}/messages/@original", body),
            ("PATCH", f"{webhook}/messages/5678", body),
            ("POST", CALLBACK, {"type": 4, "data": body}),
            ("POST", CALLBACK, {"type": 7, "data": body}),
        ):
            for multipart in (False, True):
                with self.subTest(method=method, path=path, multipart=multipart):
                    found = reasons(method, path, sent, multipart=multipart)
                    self.assertEqual(found, ["a mention without allowed_mentions"])

    def test_rules_hold_wherever_commands_are_registered(self):
        body = command(contexts=[2])
        for prefix in ("/applications/1234", "/applications/1234/guilds/5678"):
            for method, path, sent in (
                ("PUT", "/commands", [body]),
                ("POST", "/commands", body),
                ("PATCH", "/commands/9", body),
            ):
                with self.subTest(method=method, prefix=prefix):
                    found = reasons(method, prefix + path, sent)
                    self.assertEqual(
                        found, ["/drop: a context of private channels without user install"]
                    )

    def test_a_description_without_these_operations_is_useless(self):
        paths = dict(document["paths"])
        paths["/channels/{id}/messages"] = paths.pop("/channels/{channel_id}/messages")
        with self.assertRaisesRegex(ValueError, "channel_id}/messages"):
            Description(document | {"paths": paths})


class Operations(unittest.TestCase):
    def test_a_path_has_to_exist(self):
        for method, path in (
            ("GET", "/channels"),
            ("GET", "/channels/1234/messages/5678/9"),
            ("PUT", CHANNEL),
            ("GET", "/channels//messages"),
        ):
            with self.subTest(path):
                self.assertEqual(reasons(method, path), ["there is no such operation"])
        self.assertEqual(reasons("GET", CHANNEL), [])

    def test_a_version_and_a_query_are_not_part_of_the_path(self):
        self.assertEqual(reasons("GET", f"/api/v10{CHANNEL}?limit=5"), [])
        self.assertEqual(reasons("POST", f"/api/v10{CHANNEL}", {}), ["an empty message"])

    def test_literals_come_before_parameters(self):
        description = Description(document)
        webhook = "/webhooks/1/token/messages"
        templates = {
            it: description.operation("patch", f"{webhook}/{it}").template.rpartition("/")[2]
            for it in ("@original", "1234")
        }
        self.assertEqual(templates, {"@original": "@original", "1234": "{message_id}"})

    def test_a_literal_may_be_what_another_path_has_as_parameter(self):
        description = Description(document)
        for path, template in (
            ("/guilds/templates/roles", "/guilds/templates/{code}"),
            ("/guilds/templates/roles/1234", "/guilds/{guild_id}/roles/{role_id}"),
        ):
            self.assertEqual(description.operation("get", path).template, template)


class Bodies(unittest.TestCase):
    def test_a_body_has_to_fit_the_schema(self):
        self.assertEqual(message(content=5), ["content: 5 is not of type 'string', 'null'"])
        [too_long] = message(content="a" * 4001)
        self.assertRegex(too_long, "^content: 'a+…$")
        [wrong_button] = message(components=rows([button(style="red")]))
        self.assertRegex(wrong_button, "^components/0/components/0/style: ")
        self.assertTrue(reasons("POST", CALLBACK, {"type": 99}))
        self.assertTrue(reasons("PUT", "/applications/1234/commands", command()))

    def test_errors_are_found_each_time(self):
        wrong = rows([button(), button("b", disabled="no")])
        self.assertEqual(message(components=wrong), message(components=wrong))
        self.assertTrue(message(components=wrong, content="Hello"))
        self.assertEqual(message(components=rows([button(), button("b", disabled=False)])), [])

    def test_true_is_not_one(self):
        self.assertEqual(commands(command(contexts=[1])), [])
        self.assertTrue(commands(command(contexts=[True])))

    def test_a_body_is_needed_where_the_description_has_one(self):
        missing = ["the body is missing, or not JSON"]
        self.assertEqual(reasons("POST", CHANNEL), missing)
        self.assertEqual(reasons("DELETE", f"{CHANNEL}/5678"), [])
        self.assertEqual(reasons("PUT", f"{CHANNEL}/5678/reactions/🔴/@me"), [])

    def test_a_value_that_breaks_a_rule_is_refused(self):
        [reason] = message(components=rows([button(components=5)]))
        self.assertRegex(reason, "^a value of the wrong type: ")


class Recordings(unittest.TestCase):
    def check(self, **files):
        """Whether recordings pass, and what is printed."""
        printed = []
        with tempfile.TemporaryDirectory() as folder:
            for name, lines in files.items():
                Path(folder, f"{name}.jsonl").write_text("".join(f"{it}\n" for it in lines))
            passed = check_requests.check_recordings(checker, [Path(folder)], printed.append)
        return passed, [it.replace(folder, "") for it in printed]

    GOOD = json.dumps({"method": "GET", "path": CHANNEL, "body": None})
    BAD = json.dumps({"method": "POST", "path": CHANNEL, "body": {"content": ""}})

    def test_accepted_requests_are_counted(self):
        count = "3 requests, of which Discord would refuse 0"
        self.assertEqual(self.check(a=[self.GOOD, self.GOOD], b=[self.GOOD]), (True, [count]))

    def test_each_refused_request_is_printed(self):
        passed, printed = self.check(a=[self.GOOD, self.BAD], b=[self.BAD])
        self.assertFalse(passed)
        expected = [
            f"/{place}: POST {CHANNEL}\n  an empty message\n  {self.BAD}"
            for place in ("a.jsonl:2", "b.jsonl:1")
        ]
        self.assertEqual(printed, [*expected, "3 requests, of which Discord would refuse 2"])

    def test_a_line_that_is_not_json_is_refused(self):
        passed, printed = self.check(a=[self.GOOD, self.GOOD[:20]])
        self.assertFalse(passed)
        self.assertTrue(printed[0].startswith("/a.jsonl:2\n  not JSON\n"), printed)

    def test_no_request_at_all_is_a_failure(self):
        count = "0 requests, of which Discord would refuse 0"
        self.assertEqual(self.check(), (False, [count]))
        self.assertEqual(self.check(a=[]), (False, [count]))


if __name__ == "__main__":
    unittest.main()
