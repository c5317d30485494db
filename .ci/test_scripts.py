"""Tests of the scripts in .ci, each in a repository of its own."""

import hashlib
import http.server
import os
import re
import shutil
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).parent
WORKFLOWS = SCRIPTS.parent / ".github" / "workflows"


class ScratchRepository(unittest.TestCase):
    """An empty repository with the scripts."""

    def setUp(self):
        outside = tempfile.TemporaryDirectory()
        self.addCleanup(outside.cleanup)
        self.root = Path(outside.name, "repository")
        shutil.copytree(SCRIPTS, self.root / ".ci", ignore=shutil.ignore_patterns("__pycache__"))
        (self.root / "deploy").mkdir()
        shutil.copy(SCRIPTS.parent / "deploy/version", self.root / "deploy/version")
        self.git("init", "--quiet")

    def git(self, *arguments):
        identity = ("-c", "user.name=Test", "-c", "user.email=test@example.com")
        subprocess.run(["git", *identity, *arguments], cwd=self.root, check=True)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def commit(self, tag=None):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Change", "--allow-empty")
        if tag:
            self.git("tag", tag)

    def run_script(self, name, *arguments, root=None, **environment):
        root = root or self.root
        # Whether the tests run in CI must not matter.
        variables = {key: value for key, value in os.environ.items() if key != "CI"}
        return subprocess.run(
            [root / ".ci" / name, *arguments],
            env=variables | environment,
            capture_output=True,
            text=True,
        )

    def passes(self, *arguments, **more):
        done = self.run_script(*arguments, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def fails(self, *arguments, **more):
        done = self.run_script(*arguments, **more)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        return done.stderr


class ReleaseNotes(ScratchRepository):
    def setUp(self):
        super().setUp()
        self.write("Cargo.toml", '[a]\nversion = "9.9.9"\n[package]\nversion = "0.2.0"\n[b]\n')
        self.write(
            "CHANGELOG.md",
            "# Changelog\n\nVersions.\n\n## 0.3.0 – unreleased\n\n- Later.\n\n"
            "## 0.2.0 – 2026-12-01\n\n### Added\n\n- Streaks.\n\n### Fixed\n\n- Draws.\n\n"
            "## 0.2.0-rc.1 – 2026-11-30\n\n\n## 0.1.0 – 2026-11-01\n\n- All.\n",
        )

    def test_one_section_is_cut_out(self):
        notes = "### Added\n\n- Streaks.\n\n### Fixed\n\n- Draws.\n"
        self.assertEqual(self.passes("release-notes", "0.2.0"), notes)
        self.assertEqual(self.passes("release-notes", "0.1.0"), "- All.\n")

    def test_an_unreleased_section_is_refused(self):
        self.assertIn("0.3.0 – unreleased", self.fails("release-notes", "0.3.0"))

    def test_a_missing_or_empty_section_is_refused(self):
        self.assertIn("no section about 0.4.0", self.fails("release-notes", "0.4.0"))
        self.assertIn("no section about 0.2", self.fails("release-notes", "0.2"))
        self.assertIn("says nothing", self.fails("release-notes", "0.2.0-rc.1"))

    def test_a_tag_has_to_name_the_version(self):
        self.passes("check-release", "v0.2.0")
        self.assertIn("is v0.1.0, but", self.fails("check-release", "v0.1.0"))
        self.assertIn("is 0.2.0, but", self.fails("check-release", "0.2.0"))

    def test_a_tag_needs_release_notes(self):
        self.write("CHANGELOG.md", "## 0.2.0 – unreleased\n\n- Streaks.\n")
        self.assertIn("unreleased", self.fails("check-release", "v0.2.0"))


class DiscordOpenapi(ScratchRepository):
    """Expects another description than Discord's, from a server of the test."""

    RIGHT = b'{"openapi": "3.1.0"}'

    def setUp(self):
        super().setUp()
        script = self.root / ".ci" / "discord-openapi"
        digest = hashlib.sha256(self.RIGHT).hexdigest()
        text, count = re.subn("(?m)^sha256=.*", f"sha256={digest}", script.read_text())
        self.assertEqual(count, 1)
        script.write_text(text)
        self.requests = 0
        self.served = self.RIGHT

    def serve(self):
        """The address of a server of `self.served`, or of nothing if that is None."""
        test = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                test.requests += 1
                self.send_response(200 if test.served else 404)
                self.end_headers()
                self.wfile.write(test.served or b"not found")

            def log_message(self, *_):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}/openapi.json"

    def downloads(self):
        return list(self.root.glob("target/*"))

    def test_it_is_downloaded_once(self):
        address = self.serve()
        for _ in range(2):
            found = self.passes("discord-openapi", DISCORD_OPENAPI_URL=address)
            self.assertEqual((self.root / found.strip()).read_bytes(), self.RIGHT)
        self.assertEqual(self.requests, 1)

    def test_another_file_is_refused(self):
        self.served = b"{}"
        error = self.fails("discord-openapi", DISCORD_OPENAPI_URL=self.serve())
        self.assertIn("another SHA-256", error)
        self.assertEqual(self.downloads(), [])

    def test_a_changed_download_is_refused(self):
        address = self.serve()
        self.passes("discord-openapi", DISCORD_OPENAPI_URL=address)
        self.downloads()[0].write_text("{}")
        self.assertIn("another SHA-256", self.fails("discord-openapi", DISCORD_OPENAPI_URL=address))

    def test_a_server_without_it_is_a_failure(self):
        self.served = None
        error = self.fails("discord-openapi", DISCORD_OPENAPI_URL=self.serve())
        self.assertIn("neither here nor", error)
        self.assertEqual(self.downloads(), [])

    def test_the_copy_beside_the_repository_comes_first(self):
        self.write("../shared/discord/openapi.json", self.RIGHT.decode())
        found = self.passes("discord-openapi", DISCORD_OPENAPI_URL=self.serve())
        self.assertEqual(found, "../shared/discord/openapi.json\n")
        self.write("../shared/discord/openapi.json", "{}")
        self.assertIn("another SHA-256", self.fails("discord-openapi"))
        self.assertEqual(self.requests, 0)

    def test_requests_fail_without_it(self):
        self.served = None
        error = self.fails("run", "requests", DISCORD_OPENAPI_URL=self.serve())
        self.assertIn("neither here nor", error)


class Steps(ScratchRepository):
    def setUp(self):
        super().setUp()
        self.script = (SCRIPTS / "run").read_text()

    def steps(self, name):
        return re.search(rf"(?m)^{name}=\((.+)\)$", self.script)[1].split()

    def test_every_listed_step_exists(self):
        listed = [*self.steps("change"), *self.steps("release"), "long"]
        self.assertEqual(sorted(listed), sorted(re.findall(r"(?m)^step_(\w+)\(\)", self.script)))

    def test_an_unknown_step_runs_nothing(self):
        done = self.run_script("run", "format", "unknown")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("there is no step unknown", done.stderr)

    def test_ci_runs_every_step(self):
        rows = re.findall(r"(?m)^          - ([a-z ]+)$", (WORKFLOWS / "ci.yaml").read_text())
        steps = {step for row in rows for step in row.split()}
        self.assertEqual(steps, {*self.steps("change"), "workflows"})
        # What tests record is checked in the same job.
        for row in rows:
            tests = set(row.split()) & {"test", "postgres", "http"}
            self.assertEqual(bool(tests), row.endswith(" requests"), row)


if __name__ == "__main__":
    unittest.main()
