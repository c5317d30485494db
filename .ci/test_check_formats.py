"""Tests check_formats.py on broken files, and the egg's install script on releases that are
made up here. Runs with `python -m unittest discover .ci`."""

import hashlib
import json
import os
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

import check_formats
from check_formats import ROOT

EGG = ROOT / "deploy/egg-fourfall.json"
COMPOSE = ROOT / "deploy/compose.yaml"
REPLICAS = ROOT / "deploy/compose.replicas.yaml"
LISTING = ROOT / "docs/listing.md"


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def reports(self, check, original, replacements, expected):
        """Asserts that a copy with these replacements is wrong, and how. Its neighbours are those
        of the original."""
        text = original.read_text()
        for old, new in replacements.items():
            self.assertIn(old, text)
            text = text.replace(old, new)
        folder = Path(tempfile.mkdtemp(dir=self.folder)) / original.parent.name
        folder.mkdir()
        for neighbour in original.parent.iterdir():
            if neighbour != original:
                (folder / neighbour.name).symlink_to(neighbour)
        copy = folder / original.name
        copy.write_text(text)
        wrong = "\n".join(check(copy))
        self.assertIn(expected, wrong)


class Formats(Files):
    def test_the_files_are_right(self):
        for check, name in check_formats.CHECKS:
            self.assertEqual(check(ROOT / name), [], name)

    def test_a_broken_egg_is_reported(self):
        for old, new, expected in [
            ("PTDL_v2", "PTDL_v9", "'PTDL_v2' was expected"),
            ("{\n", "", "not read"),
            ('"author": "fourfall@example.com"', '"author": "somebody"', "$.author"),
            ('"stop"', '"halt"', "'stop' is a required property"),
            ('"startup": "./fourfall"', '"startup": ""', "$.startup"),
            ('"user_viewable": true', '"user_viewable": 1', "is not of type 'boolean'"),
            ('"env_variable": "DEV_GUILD_ID"', '"env_variable": "SERVER_PORT"', "not be valid"),
            ('"default_value": "info"', '"default_value": null', "is not of type 'string'"),
            ('\\"done\\"', '\\"ready\\"', "names no line of the log"),
            ('"{\\"done\\"', '"{done', "config.startup is no JSON"),
            ("connected shard=", "joined shard=", "never logs 'joined shard='"),
            ('"RUST_LOG"', '"LOG_LEVEL"', "LOG_LEVEL is neither in .env.example nor used"),
            ('"RUST_LOG"', '"OPS_ADDR"', "a variable is there twice"),
            ('"required|string|max:64|', '"wanted|string|max:64|', "unknown rule: wanted"),
            ('"default_value": "latest"', '"default_value": "a b"', "violates its own rule regex"),
            ("sqlite://fourfall.db\",", "fourfall.db\",", "violates its own rule starts_with"),
            ("\\nesac", "\\n", "the install script:"),
        ]:
            with self.subTest(new=new):
                self.reports(check_formats.check_egg, EGG, {old: new}, expected)

    def test_a_broken_compose_file_is_reported(self):
        for original, old, new, expected in [
            (COMPOSE, "services:", "servers:", "'servers' does not match"),
            (COMPOSE, "read_only: true", "read_only: [true]", "read_only"),
            (COMPOSE, "restart:", "restarts:", "'restarts' was unexpected"),
            (COMPOSE, "volumes:\n      -", "volumes:\n     -\n   -", "not read"),
            (COMPOSE, "RUST_LOG:", "LOG_LEVEL:", "LOG_LEVEL is not in .env.example"),
            (COMPOSE, "${RUST_LOG", "${LOG_LEVEL", "LOG_LEVEL is not in .env.example"),
            (COMPOSE, "- data:", "- games:", "there is no volume games"),
            (REPLICAS, "[inside]", "[within]", "there is no network within"),
            (REPLICAS, "[fourfall]", "[bot]", "there is no service bot"),
            (REPLICAS, "./nginx.conf", "./caddy.conf", "there is no file ./caddy.conf"),
        ]:
            with self.subTest(new=new):
                self.reports(check_formats.check_compose, original, {old: new}, expected)

    def test_a_wrong_text_or_picture_is_reported(self):
        first = LISTING.read_text().split("```text\n")[1].split("\n")[0]
        for replacements, expected in [
            ({first: first + "!"}, "characters, not"),
            ({first: first + "!" * 100}, "too few or too many"),
            ({first: "Connect Four"}, "the trademark"),
            ({first: "🔴" + first[1:]}, "counts twice"),
            ({"\nleaderboard\n": "\nladder of the best players\n"}, "more than 20 characters"),
            ({"\nleaderboard\n": "\nranks\nladder\n"}, "6 tags, not 5"),
            ({"characters; at most 200": "letters"}, "no line above it"),
            ({"win.png": "won.png"}, "there is no file won.png"),
            ({"![Ann has won": "[Ann has won"}, "4 pictures instead of 5"),
            ({"pictures/win.png": f"{ROOT}/tests/screens/menu.png"}, "another size"),
        ]:
            with self.subTest(expected=expected):
                self.reports(check_formats.check_listing, LISTING, replacements, expected)


# Stands for curl: copies what the last argument names from the folder $RELEASES.
CURL = """#!/bin/bash
while [ $# -gt 1 ]; do
    [ "$1" = --output ] && output=$2
    shift
done
case $1 in
    https://github.com/*) exec cp "$RELEASES/${1#https://github.com/}" "$output" ;;
    *) exit 1 ;;
esac
"""


class Install(Files):
    """The install script, with a folder in the place of /mnt/server."""

    def setUp(self):
        super().setUp()
        self.server = self.folder / "server"
        self.server.mkdir()
        (self.server / "fourfall.db").write_text("games")
        self.commands = self.folder / "commands"
        self.commands.mkdir()
        self.command("curl", CURL)
        self.machine("x86_64")

    def command(self, name, script):
        (self.commands / name).write_text(script)
        (self.commands / name).chmod(0o755)

    def machine(self, name):
        self.command("uname", f"#!/bin/bash\necho {name}\n")

    def release(self, path, version, content=None):
        """Puts a release with both programs there, and returns its folder."""
        folder = self.folder / "releases" / path
        folder.mkdir(parents=True)
        sums = ""
        for target in ["x86_64-linux", "aarch64-linux"]:
            name = f"fourfall-{version}-{target}"
            program = self.folder / "fourfall"
            program.write_text(f"{version} for {target}")
            archive = folder / f"{name}.tar.gz"
            with tarfile.open(archive, "w:gz") as tar:
                tar.add(program, f"{name}/{content or 'fourfall'}")
            sums += f"{hashlib.sha256(archive.read_bytes()).hexdigest()}  {archive.name}\n"
        (folder / "SHA256SUMS").write_text(sums)
        return folder

    def install(self, repository="someone/fourfall", release="latest"):
        """Returns the exit code and what it said."""
        script = json.loads(EGG.read_text())["scripts"]["installation"]["script"]
        script = script.replace("/mnt/server", str(self.server))
        environment = {
            "PATH": f"{self.commands}:{os.environ['PATH']}",
            "RELEASES": str(self.folder / "releases"),
            "REPOSITORY": repository,
            "RELEASE": release,
        }
        run = subprocess.run(
            ["bash", "-c", script], env=environment, capture_output=True, text=True
        )
        return run.returncode, run.stdout + run.stderr

    def installed(self):
        program = self.server / "fourfall"
        return program.read_text() if program.exists() else None

    def test_the_latest_release_is_installed(self):
        self.release("someone/fourfall/releases/latest/download", "0.2.0")
        code, said = self.install()
        self.assertEqual(code, 0, said)
        self.assertEqual(self.installed(), "0.2.0 for x86_64-linux")
        self.assertEqual((self.server / "fourfall").stat().st_mode & 0o777, 0o755)
        self.assertEqual((self.server / "fourfall.db").read_text(), "games")
        self.assertEqual(len(list(self.server.iterdir())), 2)

    def test_another_machine_gets_its_program_and_release(self):
        self.machine("aarch64")
        self.release("someone/fourfall/releases/download/v0.1.0", "0.1.0")
        self.assertEqual(self.install(release="v0.1.0")[0], 0)
        self.assertEqual(self.installed(), "0.1.0 for aarch64-linux")

    def test_what_is_not_as_it_should_be_is_not_installed(self):
        folder = self.release("someone/fourfall/releases/latest/download", "0.2.0")
        self.release("someone/odd/releases/latest/download", "0.2.0", content="README")
        self.assertIn("has no program in it", self.install(repository="someone/odd")[1])
        self.assertIn("owner/name", self.install(repository="https://example.com")[1])
        self.assertIn("neither latest nor a tag", self.install(release="../x")[1])
        self.assertNotEqual(self.install(release="v9")[0], 0)
        self.machine("riscv64")
        self.assertIn("no program for riscv64", self.install()[1])
        self.machine("x86_64")
        archive = folder / "fourfall-0.2.0-x86_64-linux.tar.gz"
        archive.write_bytes(archive.read_bytes() + b"!")
        code, said = self.install()
        self.assertNotEqual(code, 0)
        self.assertIn("is not what the release says", said)
        (folder / "SHA256SUMS").write_text("")
        self.assertIn("no program for x86_64-linux", self.install()[1])
        self.assertIsNone(self.installed())


if __name__ == "__main__":
    unittest.main()
