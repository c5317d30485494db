//! The sources keep to `ARCHITECTURE.md`: each room uses only what it may.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Each room, and the rooms that it may use.
const ROOMS: &[(&str, &[&str])] = &[
    ("time", &[]),
    ("locale", &[]),
    ("theme", &[]),
    ("clock", &["time"]),
    ("rules", &[]),
    ("rating", &["time"]),
    ("engine", &["rules"]),
    ("picture", &["rules", "theme", "time"]),
    ("play", &["engine", "rating", "rules", "locale", "theme", "time"]),
    ("texts", &["locale"]),
    ("config", &["play"]),
    ("ops", &[]),
    ("store", &["clock", "play", "engine", "rating", "rules", "locale", "theme", "time"]),
    (
        "service",
        &[
            "store", "play", "picture", "engine", "rating", "rules", "locale", "theme", "time",
            "clock",
        ],
    ),
    (
        "discord",
        &[
            "service", "store", "texts", "play", "engine", "rating", "rules", "locale", "theme",
            "time", "clock",
        ],
    ),
    ("admin", &["store", "play", "rating", "rules", "time"]),
    ("bot", &["discord", "service", "store", "config", "ops", "clock"]),
    ("playground", &["time", "clock"]),
    ("lib", &[]),
    ("main", &[]),
];

/// What only some rooms may name, whatever it is used for.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("serenity::", &["discord", "playground"]),
    ("sqlx::", &["store"]),
    ("env::var", &["config"]),
    ("SystemTime::now", &["clock"]),
    (
        "async fn",
        &["admin", "store", "service", "discord", "bot", "playground", "clock", "main", "ops"],
    ),
    ("INSERT INTO", &["store"]),
    ("fluent_templates", &["texts"]),
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
                let room = top.trim_end_matches(".rs").to_owned();
                let text = fs::read_to_string(&path).unwrap();
                found.push((room, path, text));
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

/// The rooms named after `crate::`, also within braces.
fn rooms_used(code: &str) -> BTreeSet<String> {
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
fn every_room_uses_only_the_rooms_it_may() {
    for (room, path, text) in sources() {
        let (_, allowed) = ROOMS
            .iter()
            .find(|(name, _)| *name == room)
            .unwrap_or_else(|| panic!("{} is in no room that is known", path.display()));
        for used in rooms_used(&code(&text)) {
            let known = ROOMS.iter().any(|(name, _)| *name == used);
            assert!(
                !known || used == room || allowed.contains(&used.as_str()),
                "{} uses {used}, which {room} may not",
                path.display()
            );
        }
    }
}

#[test]
fn what_belongs_to_one_room_is_named_nowhere_else() {
    for (room, path, text) in sources() {
        let code = code(&text);
        if path.file_name().is_some_and(|name| name == "tests.rs") {
            continue;
        }
        for (name, rooms) in ONLY_IN {
            assert!(
                !code.contains(name) || rooms.contains(&room.as_str()),
                "{} names {name}",
                path.display()
            );
        }
    }
}

#[test]
fn the_architecture_knows_every_room() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md");
    let text = fs::read_to_string(path).unwrap();
    for (room, _) in ROOMS.iter().filter(|(room, _)| *room != "lib") {
        assert!(text.contains(&format!("`{room}`")), "ARCHITECTURE.md does not name {room}");
    }
}

#[test]
fn a_use_of_a_forbidden_room_is_found() {
    let used = rooms_used(
        "use crate::{play::{Game, Version}, store::Store};\nlet x = crate::texts::help();",
    );
    let expected = ["play", "store", "texts"].map(String::from);
    assert_eq!(used, BTreeSet::from(expected));
}
