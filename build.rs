//! Writes what `src/l10n` includes: a function for each message in English, and the list of all.

use std::{collections::BTreeSet, env, error::Error, fs, path::Path};

/// Each file, and what `src/l10n` calls it.
const FILES: [(&str, &str); 2] = [("commands.ftl", "COMMANDS"), ("fourfall.ftl", "FOURFALL")];

#[expect(clippy::disallowed_methods, reason = "cargo sets the variable")]
fn main() -> Result<(), Box<dyn Error>> {
    let (mut functions, mut list) = (String::new(), String::new());
    for (name, texts) in FILES {
        let path = format!("src/l10n/locales/en-US/{name}");
        println!("cargo:rerun-if-changed={path}");
        let file = fs::read_to_string(path)?;
        let messages = messages(&file);
        functions += &join(&messages, |(key, text)| function(texts, key, text));
        list += &join(&messages, |(key, text)| {
            format!("    (&{texts}, {key:?}, &{:?}),\n", arguments(text))
        });
    }
    let list = format!("#[cfg(test)]\nstatic ALL: &[(&Texts, &str, &[&str])] = &[\n{list}];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("messages.rs"), functions + &list)?;
    Ok(())
}

/// Each message's key and text. A key that starts with `-` is a term's.
fn messages(file: &str) -> Vec<(&str, String)> {
    let mut entries: Vec<(&str, String)> = Vec::new();
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(" =") {
            Some((key, text)) if !line.starts_with([' ', '}']) => entries.push((key, text.into())),
            _ => entries.last_mut().into_iter().for_each(|(_, text)| text.extend(["\n", line])),
        }
    }
    entries.into_iter().filter(|(key, _)| !key.starts_with('-')).collect()
}

/// The names after each `$`, within selectors too, in alphabetical order: another order of words
/// must not change the order of a function's parameters.
fn arguments(text: &str) -> Vec<&str> {
    let is_end = |c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_';
    let names = text.split('$').skip(1).filter_map(|rest| rest.split(is_end).next());
    Vec::from_iter(names.collect::<BTreeSet<_>>())
}

fn function(texts: &str, key: &str, text: &str) -> String {
    let (name, arguments) = (snake_case(key), arguments(text));
    let parameters =
        join(&arguments, |it| format!(", {}: impl Into<FluentValue<'static>>", snake_case(it)));
    let values = join(&arguments, |it| format!("({it:?}, {}.into()), ", snake_case(it)));
    let doc = format!("/// ```text\n/// {}\n/// ```", text.trim().replace('\n', "\n/// "));
    let body = format!("{texts}.sentence(locale, {key:?}, [{values}])");
    format!("{doc}\npub fn {name}(locale: Locale{parameters}) -> String {{\n    {body}\n}}\n\n")
}

/// From kebab-case or camelCase.
fn snake_case(name: &str) -> String {
    let split = |c: char| if c.is_ascii_uppercase() { format!("_{c}") } else { c.into() };
    name.chars().map(split).collect::<String>().replace('-', "_").to_ascii_lowercase()
}

fn join<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().concat()
}
