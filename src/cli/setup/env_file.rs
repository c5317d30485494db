//! The file `.env`.

use std::{
    fs,
    io::{self, Write as _},
    path::Path,
};

use tempfile::NamedTempFile;

/// Its text when there is none yet: every setting, explained.
pub(super) const TEMPLATE: &str = include_str!("../../../.env.example");

/// Sets variables in the text of a `.env` file, or comments them out if their value is `None`.
/// Other lines stay as they are, but for their ends and a byte order mark. Fails if a variable
/// would be read in another way, as it is where a value has several lines; then with the
/// variable's name.
pub(super) fn with_values<'a>(
    text: &str,
    values: &[(&'a str, Option<&str>)],
) -> Result<String, &'a str> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
    for (name, value) in values {
        set(&mut lines, name, *value);
    }
    let text = lines.join("\n") + "\n";
    match values.iter().find(|(name, value)| !has_value(&text, name, *value)) {
        Some((name, _)) => Err(name),
        None => Ok(text),
    }
}

fn set(lines: &mut Vec<String>, name: &str, value: Option<&str>) {
    let is_set = |line: &String| sets(line, name);
    let is_commented = |line: &String| line.strip_prefix('#').is_some_and(|it| sets(it, name));
    let place = lines.iter().position(is_set).or_else(|| lines.iter().position(is_commented));
    for line in lines.iter_mut().filter(|line| sets(line, name)) {
        // A token that was replaced may have leaked. Other settings can be looked up again.
        *line = if value.is_some() { format!("#{name}=") } else { format!("#{line}") };
    }
    let Some(value) = value else { return };
    let line = format!("{name}={value}");
    match place {
        Some(place) => lines[place] = line,
        None => lines.push(line),
    }
}

/// Whether a line sets a variable, in any form that is read.
fn sets(line: &str, name: &str) -> bool {
    let line = line.trim_start();
    let line = line.strip_prefix("export ").unwrap_or(line).trim_start();
    line.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('='))
}

fn has_value(text: &str, name: &str, value: Option<&str>) -> bool {
    let read: Result<Vec<_>, _> = dotenvy::from_read_iter(text.as_bytes()).collect();
    let Ok(variables) = read else { return false };
    let found = variables.iter().rfind(|(found, _)| found == name);
    found.map(|(_, found)| found.as_str()) == value
}

/// Fails if a file could not be replaced, which is better known before questions are asked.
pub(super) fn check_writable(path: &Path) -> io::Result<()> {
    new_file_beside(path).map(drop)
}

/// Replaces a file at once, or not at all, so that only its owner can read it.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = new_file_beside(path)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    // A symbolic link to a file stays.
    file.persist(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()))?;
    Ok(())
}

/// A temporary file of mode 0600 on the same disk.
fn new_file_beside(path: &Path) -> io::Result<NamedTempFile> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_new_file_is_the_example_with_its_values() {
        let values = [("DISCORD_TOKEN", Some("a.b.c")), ("DISCORD_PUBLIC_KEY", Some("d7"))];
        let text = with_values(TEMPLATE, &values).unwrap();
        assert_eq!(text.lines().count(), TEMPLATE.lines().count());
        for line in
            ["DISCORD_TOKEN=a.b.c", "DISCORD_PUBLIC_KEY=d7", "#INTERACTIONS_ADDR=0.0.0.0:8080"]
        {
            assert!(text.lines().any(|it| it == line), "{line}: {text}");
        }
    }

    #[test]
    fn other_settings_and_comments_stay() {
        let old = "# Ours.\nRUST_LOG=warn\nDISCORD_TOKEN=old\nINTERACTIONS_ADDR=0.0.0.0:1";
        let values = [
            ("DISCORD_TOKEN", Some("new")),
            ("INTERACTIONS_ADDR", None),
            ("DEV_GUILD_ID", Some("5")),
        ];
        let expected = "# Ours.\nRUST_LOG=warn\nDISCORD_TOKEN=new\n#INTERACTIONS_ADDR=0.0.0.0:1\nDEV_GUILD_ID=5\n";
        assert_eq!(with_values(old, &values).as_deref(), Ok(expected));
        assert_eq!(with_values(expected, &values).as_deref(), Ok(expected));
    }

    #[test]
    fn an_old_value_is_replaced_however_it_was_written() {
        for old in [
            "export NAME=old",
            "NAME = old",
            "  NAME='old'",
            "\u{feff}NAME=old",
            "NAME=old\r",
            "NAME=old\nOTHER=1\nNAME=older",
        ] {
            let text = with_values(old, &[("NAME", Some("new"))]).unwrap();
            assert!(has_value(&text, "NAME", Some("new")) && !text.contains("old"), "{text}");
            let text = with_values(old, &[("NAME", None)]).unwrap();
            assert!(has_value(&text, "NAME", None), "{text}");
        }
    }

    #[test]
    fn what_would_be_read_in_another_way_is_not_written() {
        for old in ["NAME='two\nlines'", "OTHER='one\nNAME=inside\nthree'"] {
            assert_eq!(with_values(old, &[("NAME", Some("new"))]), Err("NAME"), "{old}");
        }
        for value in ["a$HOME", "a'b", "a#b\\", "a\nOTHER=1"] {
            assert_eq!(with_values("", &[("NAME", Some(value))]), Err("NAME"), "{value}");
        }
    }

    #[test]
    fn only_the_owner_can_read_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".env");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        write(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
