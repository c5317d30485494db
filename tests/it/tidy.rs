//! The sources keep to `ARCHITECTURE.md`: each module uses only what it may.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// Each module of the bot, and the others that it may use.
const MODULES: &[(&str, &[&str])] = &[
    ("named_enum", &[]),
    ("locale", &[]),
    ("theme", &[]),
    ("backoff", &[]),
    ("errors", &[]),
    ("panics", &[]),
    ("rating", &[]),
    ("picture", &["rating", "theme"]),
    ("game", &["rating", "locale", "theme"]),
    ("l10n", &["locale", "theme"]),
    ("config", &["game"]),
    ("certificates", &["config", "errors"]),
    ("http_server", &[]),
    ("ops", &["config", "errors", "http_server"]),
    ("store", &["certificates", "game", "rating", "locale", "theme", "errors"]),
    ("actions", &["store", "game", "locale", "theme"]),
    ("markdown", &["game"]),
    ("uploaded_tiles", &["theme"]),
    ("message", &["actions", "game", "markdown", "uploaded_tiles"]),
    ("computer", &["game", "locale", "theme", "panics"]),
    (
        "features",
        &[
            "computer",
            "actions",
            "message",
            "markdown",
            "uploaded_tiles",
            "l10n",
            "store",
            "game",
            "picture",
            "rating",
            "locale",
            "theme",
            "errors",
            "panics",
        ],
    ),
    ("schedule", &["features", "store", "game", "errors", "panics"]),
    (
        "discord",
        &[
            "actions",
            "message",
            "uploaded_tiles",
            "features",
            "schedule",
            "store",
            "l10n",
            "game",
            "rating",
            "locale",
            "theme",
            "picture",
            "backoff",
            "errors",
            "http_server",
            "panics",
        ],
    ),
    ("admin", &["store", "game", "rating"]),
    (
        "app",
        &[
            "certificates",
            "computer",
            "discord",
            "features",
            "schedule",
            "store",
            "config",
            "ops",
            "backoff",
            "errors",
            "panics",
        ],
    ),
    (
        "doctor",
        &[
            "app",
            "certificates",
            "computer",
            "config",
            "discord",
            "errors",
            "features",
            "game",
            "ops",
            "store",
        ],
    ),
    (
        "cli",
        &[
            "admin",
            "app",
            "certificates",
            "computer",
            "config",
            "discord",
            "doctor",
            "features",
            "game",
            "ops",
            "store",
        ],
    ),
    ("lib", &[]),
    ("main", &[]),
];

/// What only some modules may name.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("serenity::", &["discord"]),
    ("sqlx::", &["store"]),
    (
        "async fn",
        &[
            "admin",
            "app",
            "cli",
            "computer",
            "discord",
            "doctor",
            "features",
            "http_server",
            "ops",
            "panics",
            "schedule",
            "store",
        ],
    ),
    ("INSERT INTO", &["store"]),
    ("emoji", &["cli", "discord", "features", "theme", "uploaded_tiles"]),
    ("fluent_bundle", &["l10n"]),
    ("fake_discord", &["cli"]),
];

/// The Rust files in a folder of the workspace, with their text.
fn rust_files(folder: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path, text));
            }
        }
    }
    assert!(!files.is_empty(), "{folder} has no sources");
    files
}

/// The bot's files, each with its module.
fn sources() -> Vec<(String, PathBuf, String)> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let module = |path: &Path| {
        let inside = path.strip_prefix(&top).unwrap();
        let first = inside.components().next().unwrap().as_os_str().to_str().unwrap();
        first.trim_end_matches(".rs").to_owned()
    };
    let files = rust_files("src").into_iter();
    files.map(|(path, text)| (module(&path), path, text)).collect()
}

/// The source without comments and without its tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The modules named after `crate::`, also within braces.
fn modules_used(code: &str) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let rest = rest.strip_prefix('{').map_or_else(|| vec![rest.to_owned()], top_level_parts);
        for part in rest {
            let name: String =
                part.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            used.insert(name);
        }
    }
    used
}

/// The parts of a braced list, up to its end.
fn top_level_parts(text: &str) -> Vec<String> {
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().unwrap().push(c);
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

#[test]
fn a_module_uses_only_those_below_it() {
    for (module, path, text) in sources() {
        let (_, allowed) = MODULES
            .iter()
            .find(|(name, _)| *name == module)
            .unwrap_or_else(|| panic!("{} is in no known module", path.display()));
        for used in modules_used(&code(&text)) {
            let known = MODULES.iter().any(|(name, _)| *name == used);
            assert!(
                !known || used == module || allowed.contains(&used.as_str()),
                "{} uses {used}, which {module} may not",
                path.display()
            );
        }
    }
}

/// The parts of a module that code names: what follows `features::` or `store::`, also within braces.
fn parts_used(module: &str, code: &str) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for rest in code.split(&format!("{module}::")).skip(1) {
        let parts = rest.strip_prefix('{').map_or_else(|| vec![rest.to_owned()], top_level_parts);
        let name =
            |part: &String| part.trim().split([':', ',', ';', '}']).next().map(str::to_owned);
        used.extend(parts.iter().filter_map(name));
    }
    used
}

/// What features share, from the bottom.
const SHARED: [&str; 3] = ["views", "request", "flow"];

#[test]
fn a_feature_uses_only_itself_and_what_is_shared() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/features");
    let mut count = 0;
    for (path, text) in rust_files("src/features") {
        let inside = path.strip_prefix(&top).unwrap();
        let own = inside.components().next().unwrap().as_os_str().to_str().unwrap();
        let own = own.trim_end_matches(".rs");
        if own == "mod" {
            continue;
        }
        count += 1;
        let floor = |name: &str| SHARED.iter().position(|it| *it == name);
        for used in parts_used("features", &code(&text)) {
            let is_below = floor(&used).is_some_and(|it| floor(own).is_none_or(|own| it < own));
            assert!(used == own || is_below, "{} uses {used}", path.display());
        }
    }
    assert!(count > 50, "the features are elsewhere");
}

#[test]
fn no_parts_of_the_store_know_each_other_in_a_circle() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store");
    let mut known = BTreeMap::<String, BTreeSet<String>>::new();
    for (path, text) in rust_files("src/store") {
        let inside = path.strip_prefix(&top).unwrap();
        let part = inside.components().next().unwrap().as_os_str().to_str().unwrap();
        let part = part.trim_end_matches(".rs");
        if part != "mod" {
            let used = parts_used("store", &code(&text));
            known.entry(part.to_owned()).or_default().extend(used);
        }
    }
    assert!(known.len() > 30, "the store is elsewhere");
    for (part, uses) in &mut known {
        uses.remove(part);
    }
    let parts: BTreeSet<String> = known.keys().cloned().collect();
    for uses in known.values_mut() {
        uses.retain(|used| parts.contains(used));
    }
    // The lowest ones, again and again.
    while let Some(lowest) = known.iter().find(|(_, uses)| uses.is_empty()) {
        let lowest = lowest.0.clone();
        known.remove(&lowest);
        for uses in known.values_mut() {
            uses.remove(&lowest);
        }
    }
    assert!(known.is_empty(), "each of these knows another one: {known:?}");
}

#[test]
fn what_belongs_to_one_module_is_named_nowhere_else() {
    for (module, path, text) in sources() {
        let code = code(&text);
        if path.file_name().is_some_and(|name| name == "tests.rs") {
            continue;
        }
        for (name, modules) in ONLY_IN {
            assert!(
                !code.contains(name) || modules.contains(&module.as_str()),
                "{} names {name}",
                path.display()
            );
        }
    }
}

const CRATES: [&str; 4] =
    ["src", "crates/clock/src", "crates/connect4/src", "crates/fake-discord/src"];

/// The name of the public type that a line declares.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub")?;
    let rest = rest.strip_prefix('(').map_or(rest, |rest| rest.split_once(')').unwrap().1);
    let (kind, rest) = rest.trim_start().split_once(' ')?;
    let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
    ["struct", "enum", "trait", "type"].contains(&kind).then_some(name)
}

#[test]
fn a_public_type_name_is_unique_in_its_crate() {
    for folder in CRATES {
        let mut seen = BTreeMap::new();
        for (path, text) in rust_files(folder) {
            for name in text.lines().filter_map(public_type) {
                let earlier = seen.insert(name.to_owned(), path.clone());
                assert!(
                    earlier.is_none(),
                    "{name} is in {} and {}",
                    path.display(),
                    earlier.unwrap().display()
                );
            }
        }
    }
}

#[test]
fn test_names_have_at_most_60_characters() {
    for folder in ["src", "crates", "tests"] {
        for (path, text) in rust_files(folder) {
            let after_attribute = text.split("test]\n").skip(1);
            for test in after_attribute {
                let Some((_, rest)) = test.split_once("fn ") else { continue };
                let name = rest.split('(').next().unwrap();
                assert!(name.len() <= 60, "{name} in {}", path.display());
            }
        }
    }
}

#[test]
fn the_architecture_names_every_module() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md");
    let text = fs::read_to_string(path).unwrap();
    for (module, _) in MODULES.iter().filter(|(module, _)| *module != "lib") {
        assert!(text.contains(&format!("`{module}`")), "ARCHITECTURE.md does not name {module}");
    }
}

/// The settings that a text names, by the words before and after them.
fn settings_in(file: &str, before: &str, after: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(path).unwrap();
    let parts = text.split(before).skip(1);
    let names = parts.filter_map(|part| part.split_once(after).map(|(name, _)| name));
    let is_name =
        |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    names.filter(is_name).map(str::to_owned).collect()
}

#[test]
fn every_setting_is_explained() {
    let read = settings_in("src/config/mod.rs", "pub const ", ": &str");
    assert!(read.len() > 8, "{read:?}");
    let mut example = settings_in(".env.example", "\n", "=");
    example.extend(settings_in(".env.example", "\n#", "="));
    // Only the compose files read these.
    example.retain(|name| !["FOURFALL_IMAGE", "POSTGRES_PASSWORD"].contains(&name.as_str()));
    assert_eq!(example, read);
    let table = include_str!("../../docs/operations.md");
    for name in read {
        let cells = [format!("| `{name}` |"), format!("| `{name}`, "), format!(", `{name}` |")];
        let is_explained = cells.iter().any(|cell| table.contains(cell));
        assert!(is_explained, "docs/operations.md does not explain {name}");
    }
}

#[test]
fn a_forbidden_use_is_found() {
    let used = modules_used(
        "use crate::{game::{Game, Version}, store::Store};\nlet x = crate::l10n::help();",
    );
    let expected = ["game", "l10n", "store"].map(String::from);
    assert_eq!(used, BTreeSet::from(expected));
}
