//! The file `.env` in the working directory.

use std::{
    collections::HashMap,
    fs,
    io::ErrorKind,
    path::{self, PathBuf},
};

use super::SettingError;

const NAME: &str = ".env";

/// The file's path. `None` if there is no file.
pub fn path() -> Option<PathBuf> {
    path::absolute(NAME).ok().filter(|path| path.exists())
}

/// The file's variables, of several of one name the last, as systemd and Docker have it. Empty if
/// there is no file.
pub(super) fn variables() -> Result<HashMap<String, String>, SettingError> {
    let error = |problem: &str| SettingError::new(NAME, problem);
    let Some(path) = path() else { return Ok(HashMap::new()) };
    let text = fs::read_to_string(&path).map_err(|cause| {
        let remedy = match cause.kind() {
            ErrorKind::IsADirectory => " It is a folder: put a file in its place, or remove it.",
            ErrorKind::InvalidData => " Save it as UTF-8.",
            ErrorKind::PermissionDenied => " Let the bot's user read it.",
            _ => "",
        };
        error(&format!("({}) cannot be read: {cause}.{remedy}", path.display()))
    })?;
    // No variable can hold one.
    if text.contains('\0') {
        return Err(error("has a NUL byte. Write it again."));
    }
    let lines = text.trim_start_matches('\u{feff}').lines().map(with_literal_dollars);
    let text = lines.collect::<Vec<_>>().join("\n");
    // The cause would quote the line, and with it perhaps the token.
    dotenvy::from_read_iter(text.as_bytes()).collect::<Result<_, _>>().map_err(|_| {
        error("has a line that is not of the form NAME=value. Compare it with .env.example.")
    })
}

/// A line in which `$` means itself, as in passwords: dotenvy would put any variable of the
/// environment in its place. It leaves it as it is in single quotes.
fn with_literal_dollars(line: &str) -> String {
    let is_quoted = line.split_once('=').is_some_and(|(_, value)| value.trim().starts_with('\''));
    if is_quoted { line.to_owned() } else { line.replace("\\$", "$").replace('$', "\\$") }
}
