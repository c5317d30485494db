#!/usr/bin/env python3
"""Holds what only others can run against its format, and prints what is wrong:

- the egg against egg.schema.json, the settings, the log lines and bash;
- the compose files against the Compose specification's JSON schema, which
  check-jsonschema brings, the settings and the files that they mount;
- the texts and pictures of docs/listing.md against the lengths and sizes there.

Needs Python 3.11 and the packages in requirements.txt. `python -m unittest discover .ci`
tests it, and the egg's install script.
"""

import json
import re
import struct
import subprocess
import sys
from pathlib import Path

from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parent.parent
EGG_SCHEMA = ROOT / ".ci/egg.schema.json"
PICTURE_SIZE = (1920, 1080)
PICTURES_BYTES = 1 << 20


def settings():
    """The names in .env.example, those that are commented out included."""
    text = (ROOT / ".env.example").read_text()
    return set(re.findall(r"^#?([A-Z][A-Z0-9_]*)=", text, re.MULTILINE))


def violations(path, schema):
    """Where a file violates a schema: the arguments that name one to check-jsonschema."""
    command = [sys.executable, "-m", "check_jsonschema", "--output-format", "json"]
    run = subprocess.run([*command, *schema, str(path)], capture_output=True, text=True)
    try:
        report = json.loads(run.stdout)
    except ValueError:
        return [(run.stdout + run.stderr).strip()]
    errors = [f"{error['path']}: {error['message']}" for error in report.get("errors", [])]
    return errors + [f"not read: {error['message']}" for error in report.get("parse_errors", [])]


# The egg


def check_egg(path):
    wrong = violations(path, ["--schemafile", str(EGG_SCHEMA)])
    if wrong:
        return wrong
    egg = json.loads(path.read_text())
    script = egg["scripts"]["installation"]["script"]
    return [
        *check_egg_config(egg["config"]),
        *check_egg_variables(egg["variables"], script),
        *check_script(script),
    ]


def check_egg_config(config):
    parsed = {}
    for key in ["files", "startup", "logs"]:
        try:
            parsed[key] = json.loads(config[key])
        except ValueError as error:
            return [f"config.{key} is no JSON: {error}"]
    done = parsed["startup"].get("done")
    done = [done] if isinstance(done, str) else done
    if not done or not all(isinstance(line, str) and line for line in done):
        return ["config.startup.done names no line of the log"]
    return [f"the bot never logs {line!r}" for line in done if not is_logged(line)]


def is_logged(line):
    """Whether a message of the log has these words, before any field."""
    message = re.sub(r" \w+=$", "", line)
    return any(f'"{message}")' in path.read_text() for path in (ROOT / "src").rglob("*.rs"))


def check_egg_variables(variables, script):
    wrong = []
    names = [variable["env_variable"] for variable in variables]
    if len(set(names)) < len(names):
        wrong.append("a variable is there twice")
    for variable in variables:
        name = variable["env_variable"]
        if name not in settings() and not re.search(rf"\${{?{name}\b", script):
            wrong.append(f"{name} is neither in .env.example nor used by the install script")
        default = variable["default_value"]
        for rule in variable["rules"].split("|"):
            fits = fits_rule(rule, default)
            if fits is None:
                wrong.append(f"{name} has an unknown rule: {rule}")
            # An empty value is one that is still to be set.
            elif default and not fits:
                wrong.append(f"{name} violates its own rule {rule}: {default!r}")
        first = variable["rules"].split("|")[0]
        if first not in ["required", "nullable"]:
            wrong.append(f"{name} is neither required nor nullable")
    return wrong


def fits_rule(rule, value):
    """Whether a value fits one of Laravel's validation rules; None if it is unknown here.
    https://laravel.com/docs/validation#available-validation-rules"""
    word, _, argument = rule.partition(":")
    match word:
        case "required" | "nullable" | "string":
            return True
        case "max":
            return len(value) <= int(argument)
        case "starts_with":
            return value.startswith(tuple(argument.split(",")))
        case "regex":
            # The slashes are delimiters; a slash within is escaped.
            return re.search(argument[1:-1].replace(r"\/", "/"), value) is not None
    return None


def check_script(script):
    if "\r" in script:
        return ["the install script has carriage returns"]
    run = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True)
    return [f"the install script: {line}" for line in run.stderr.splitlines()]


# Compose files


def check_compose(path):
    wrong = violations(path, ["--builtin-schema", "vendor.compose-spec"])
    if wrong:
        return wrong
    text = path.read_text()
    file = YAML(typ="safe").load(text)
    known = settings()
    for name in re.findall(r"\$\{(\w+)", text):
        if name not in known:
            wrong.append(f"{name} is not in .env.example")
    for name, service in file["services"].items():
        if "fourfall" in service["image"].lower():
            unknown = sorted(set(service["environment"]) - known)
            wrong += [f"{name}: {variable} is not in .env.example" for variable in unknown]
        wrong += [f"{name}: {problem}" for problem in check_references(path, file, service)]
    return wrong


def check_references(path, file, service):
    """What a service names has to be declared, or to be there."""
    for other in service.get("depends_on", []):
        if other not in file["services"]:
            yield f"there is no service {other}"
    for network in service.get("networks", []):
        if network not in file.get("networks", {}):
            yield f"there is no network {network}"
    for volume in service.get("volumes", []):
        source = volume.split(":")[0]
        if source.startswith("."):
            if not (path.parent / source).exists():
                yield f"there is no file {source}"
        elif source not in file.get("volumes", {}):
            yield f"there is no volume {source}"


# Texts and pictures for lists of bots

# The line above a text, such as `183 characters; at most 200` and `5 tags; at most 5, each of
# at most 20 characters`.
MEASURE = re.compile(
    r"^(?P<length>[\d,]+) (?P<unit>characters|tags)"
    r"(?:; at least (?P<least>[\d,]+))?(?:[;,] at most (?P<most>[\d,]+))?"
    r"(?:, each of at most (?P<each>\d+) characters)?$"
)
BLOCK = re.compile(r"^(?P<measure>[^\n]*)\n\n```(?:text|markdown)\n(?P<text>.*?)\n```$", re.M | re.S)


def check_listing(path):
    document = path.read_text()
    blocks = list(BLOCK.finditer(document))
    wrong = [] if blocks else ["there are no texts"]
    for block in blocks:
        wrong += check_text(block["measure"], block["text"])
    return wrong + check_pictures(path, document)


def check_text(measure, text):
    start = f"“{text.splitlines()[0][:40]}”"
    stated = MEASURE.match(measure)
    if not stated:
        return [f"{start} has no line above it that states its length: {measure!r}"]
    number = {
        key: int(value.replace(",", ""))
        for key, value in stated.groupdict().items()
        if value and key != "unit"
    }
    parts = text.splitlines() if stated["unit"] == "tags" else text
    length = len(parts)
    wrong = []
    if length != number["length"]:
        wrong.append(f"{start} has {length} {stated['unit']}, not {number['length']}")
    if not number.get("least", 0) <= length <= number.get("most", length):
        wrong.append(f"{start} has {length} {stated['unit']}, which is too few or too many")
    if "each" in number:
        long = [part for part in parts if len(part) > number["each"]]
        wrong += [f"“{part}” has more than {number['each']} characters" for part in long]
    # Beyond these, some count a character twice.
    if any(ord(character) > 0xFFFF for character in text):
        wrong.append(f"{start} has a character that counts twice somewhere")
    if re.search(r"connect[\s-]*(four|4)", text, re.IGNORECASE):
        wrong.append(f"{start} has the trademark in it")
    return wrong


def check_pictures(path, document):
    wrong = []
    files = [path.parent / name for name in re.findall(r"!\[[^]]+\]\(([^)]+\.png)\)", document)]
    if len(files) != 5:
        wrong.append(f"there are {len(files)} pictures instead of 5")
    for file in files:
        if not file.exists():
            wrong.append(f"there is no file {file.name}")
        elif png_size(file) != PICTURE_SIZE:
            wrong.append(f"{file.name} has another size than {PICTURE_SIZE}")
    total = sum(file.stat().st_size for file in files if file.exists())
    if total > PICTURES_BYTES:
        wrong.append(f"the pictures have {total} bytes, which is more than {PICTURES_BYTES}")
    return wrong


def png_size(file):
    """Width and height, which begin the first chunk; None if it is no PNG."""
    head = file.read_bytes()[:24]
    return struct.unpack(">II", head[16:]) if head[:8] == b"\x89PNG\r\n\x1a\n" else None


CHECKS = [
    (check_egg, "deploy/egg-fourfall.json"),
    (check_compose, "deploy/compose.yaml"),
    (check_compose, "deploy/compose.replicas.yaml"),
    (check_listing, "docs/listing.md"),
]


def main():
    wrong = [f"{name}: {error}" for check, name in CHECKS for error in check(ROOT / name)]
    print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
