//! The file `.env`.

use std::{
    collections::HashMap,
    env, fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use super::SettingError;

const NAME: &str = ".env";

/// The file in the working directory, or else in the nearest folder above it.
pub(super) fn find() -> Option<PathBuf> {
    let folder = env::current_dir().ok()?;
    folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.exists())
}

/// Adds a file's variables to the environment. Does not override variables.
pub(super) fn load(path: &Path) -> Result<(), SettingError> {
    let text = read(path)?.unwrap_or_default();
    dotenvy::from_read(text.as_bytes()).map_err(error)
}

/// A file's variables, of several of one name the first, without spaces around their values.
/// Empty if there is no file.
pub(super) fn variables(path: &Path) -> Result<HashMap<String, String>, SettingError> {
    let text = read(path)?.unwrap_or_default();
    let mut variables = HashMap::new();
    for variable in dotenvy::from_read_iter(text.as_bytes()) {
        let (name, value) = variable.map_err(error)?;
        variables.entry(name).or_insert_with(|| value.trim().to_owned());
    }
    Ok(variables)
}

/// A file's text, without a byte order mark. `None` if there is no file.
fn read(path: &Path) -> Result<Option<String>, SettingError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
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
    Ok(Some(text.trim_start_matches('\u{feff}').to_owned()))
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
