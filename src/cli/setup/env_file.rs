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
/// Everything else stays as it is.
pub(super) fn with_values(text: &str, values: &[(&str, Option<&str>)]) -> String {
    let mut lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
    for (name, value) in values {
        let is_set = |line: &String| line.trim_start().starts_with(&format!("{name}="));
        let is_commented = |line: &String| line.starts_with(&format!("#{name}="));
        let place = lines.iter().position(is_set).or_else(|| lines.iter().position(is_commented));
        match (place, value) {
            (Some(place), Some(value)) => lines[place] = format!("{name}={value}"),
            (None, Some(value)) => lines.push(format!("{name}={value}")),
            (Some(place), None) if is_set(&lines[place]) => {
                lines[place] = format!("#{}", lines[place].trim_start());
            }
            (_, None) => {}
        }
    }
    lines.join("\n") + "\n"
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
    // A symbolic link stays.
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
        let text = with_values(TEMPLATE, &values);
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
        assert_eq!(with_values(old, &values), expected);
        assert_eq!(with_values(expected, &values), expected);
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
