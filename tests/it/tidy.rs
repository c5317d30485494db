//! The sources keep to `ARCHITECTURE.md`: each module uses only what it may.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Each module of the bot, and the others that it may use.
const MODULES: &[(&str, &[&str])] = &[
    ("locale", &[]),
    ("theme", &[]),
    ("backoff", &[]),
    ("rating", &[]),
    ("picture", &["theme"]),
    ("play", &["rating", "locale", "theme"]),
    ("texts", &["locale"]),
    ("config", &["play"]),
    ("ops", &[]),
    ("store", &["play", "rating", "locale", "theme"]),
    ("service", &["store", "play", "picture", "rating", "locale", "theme"]),
    ("discord", &["service", "store", "texts", "play", "rating", "locale", "theme", "backoff"]),
    ("admin", &["store", "play", "rating"]),
    ("bot", &["discord", "service", "store", "config", "ops", "backoff"]),
    ("cli", &["admin", "bot", "config", "ops", "play", "service", "store"]),
    ("lib", &[]),
    ("main", &[]),
];

/// What only some modules may name, whatever it is used for.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("serenity::", &["discord"]),
    ("sqlx::", &["store"]),
    ("env::var", &["config"]),
    ("async fn", &["admin", "store", "service", "discord", "bot", "cli", "ops"]),
    ("INSERT INTO", &["store"]),
    ("fluent_templates", &["texts"]),
    ("fake_discord", &["cli"]),
];

fn sources() -> Vec<(String, PathBuf, String)> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut folders = vec![sources.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inside = path.strip_prefix(&sources).unwrap();
                let top = inside.components().next().unwrap().as_os_str().to_str().unwrap();
                let module = top.trim_end_matches(".rs").to_owned();
                let text = fs::read_to_string(&path).unwrap();
                found.push((module, path, text));
            }
        }
    }
    assert!(found.len() > 20, "the sources were not found");
    found
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

/// What stands between the commas of a braced list, up to its end.
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

#[test]
fn the_architecture_names_every_module() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md");
    let text = fs::read_to_string(path).unwrap();
    for (module, _) in MODULES.iter().filter(|(module, _)| *module != "lib") {
        assert!(text.contains(&format!("`{module}`")), "ARCHITECTURE.md does not name {module}");
    }
}

#[test]
fn a_forbidden_use_is_found() {
    let used = modules_used(
        "use crate::{play::{Game, Version}, store::Store};\nlet x = crate::texts::help();",
    );
    let expected = ["play", "store", "texts"].map(String::from);
    assert_eq!(used, BTreeSet::from(expected));
}
