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

/// The file's variables, of several of one name the first. Empty if there is no file.
pub(super) fn variables() -> Result<HashMap<String, String>, SettingError> {
    let text = read()?;
    let mut variables = HashMap::new();
    for variable in dotenvy::from_read_iter(text.as_bytes()) {
        let (name, value) = variable.map_err(error)?;
        variables.entry(name).or_insert(value);
    }
    Ok(variables)
}

/// The file's text, without a byte order mark. Empty if there is no file.
fn read() -> Result<String, SettingError> {
    let Some(path) = path() else { return Ok(String::new()) };
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(String::new()),
        Err(error) => {
            let problem =
                format!("cannot be read: {error}. Let the bot's user read {}.", path.display());
            return Err(SettingError::new(NAME, problem));
        }
    };
    // With one, dotenvy would panic with the value in its message.
    if text.contains('\0') {
        return Err(SettingError::new(NAME, "has a NUL byte. Write it again."));
    }
    let text = text.trim_start_matches('\u{feff}');
    Ok(text.lines().map(with_literal_dollars).collect::<Vec<_>>().join("\n"))
}

/// A line in which `$` means itself, as in passwords: dotenvy would put any variable of the
/// environment in its place. It leaves it as it is in single quotes.
fn with_literal_dollars(line: &str) -> String {
    let is_quoted = line.split_once('=').is_some_and(|(_, value)| value.trim().starts_with('\''));
    if is_quoted { line.to_owned() } else { line.replace("\\$", "$").replace('$', "\\$") }
}

fn error(error: dotenvy::Error) -> SettingError {
    match error {
        // The error would quote the line, and with it perhaps the token.
        dotenvy::Error::LineParse(..) => SettingError::new(
            NAME,
            "has a line that is not of the form NAME=value. Compare it with .env.example.",
        ),
        error => SettingError::new(NAME, format!("cannot be read: {error}.")),
    }
}
