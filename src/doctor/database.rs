//! The database: whether it can be reached, read and written, and keeps what it is given.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use secrecy::{ExposeSecret, SecretString};
use tokio::time::timeout;

use super::{Diagnosis, files};
use crate::{
    config::DATABASE_URL,
    errors,
    store::{self, DatabaseInspection, StoreError},
};

/// A server that never answers must not stop the examination.
const TIMEOUT: Duration = Duration::from_secs(5);

const SUBJECT: &str = "database";

pub(super) async fn examine(url: &SecretString) -> Vec<Diagnosis> {
    let url = url.expose_secret();
    let mut diagnoses = Vec::new();
    if store::is_in_memory(url) {
        let problem =
            format!("it is in memory, so a restart loses all games. Change {DATABASE_URL}.");
        return vec![Diagnosis::wrong(SUBJECT, problem)];
    }
    if let Some(file) = store::sqlite_file(url) {
        let folder = folder(&link_target(&file));
        if !folder.is_dir() {
            let folder = folder.display();
            let problem = format!("its folder {folder} is missing. Run: mkdir -p {folder}");
            return vec![Diagnosis::wrong(SUBJECT, problem)];
        }
        diagnoses.push(files::free_disk(&folder));
        if !file.exists() {
            diagnoses.push(examine_missing(&file));
            return diagnoses;
        }
        diagnoses.push(files::private(&file));
    }
    let inspected = timeout(TIMEOUT, store::inspect(url)).await;
    match inspected.unwrap_or(Err(StoreError::TimedOut)) {
        Ok(inspection) => diagnoses.extend(judge(&inspection)),
        Err(error) => diagnoses.push(Diagnosis::wrong(
            SUBJECT,
            format!(
                "{}. Check {DATABASE_URL}, the disk, and that the database is there and lets the bot \
                 in.",
                errors::with_causes(error)
            ),
        )),
    }
    diagnoses
}

/// A file that the first start will create.
fn examine_missing(file: &Path) -> Diagnosis {
    match files::check_writable(&folder(file)) {
        Ok(()) => Diagnosis::fine(SUBJECT, format!("the first start makes {}", file.display())),
        Err(error) => Diagnosis::wrong(
            SUBJECT,
            format!(
                "{} cannot be made: {error}. Let the bot's user write there, or choose another \
                 place in {DATABASE_URL}.",
                file.display()
            ),
        ),
    }
}

/// Where a symbolic link leads, also if nothing is there yet.
fn link_target(file: &Path) -> PathBuf {
    let target = fs::read_link(file).ok();
    target.map_or_else(|| file.to_owned(), |target| folder(file).join(target))
}

fn folder(file: &Path) -> PathBuf {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_owned()
}

fn judge(inspection: &DatabaseInspection) -> Vec<Diagnosis> {
    let mut diagnoses = Vec::new();
    if let Some(error) = &inspection.schema_error {
        diagnoses.push(Diagnosis::wrong(SUBJECT, format!("{error}.")));
    }
    if let Some(error) = &inspection.write_error {
        diagnoses.push(Diagnosis::wrong(
            SUBJECT,
            format!(
                "nothing can be written: {}. Check the disk, the permissions, and whether it is a \
                 replica.",
                errors::with_causes(error)
            ),
        ));
    }
    for setting in &inspection.volatile_settings {
        diagnoses.push(Diagnosis::wrong(
            SUBJECT,
            format!(
                "its setting {setting} is off, so a power cut may lose moves that players have \
                 seen. Turn it on."
            ),
        ));
    }
    if diagnoses.is_empty() {
        let version = inspection.schema_version.map_or_else(
            || "the first start makes its tables".to_owned(),
            |version| format!("schema version {version}"),
        );
        diagnoses.push(Diagnosis::fine(SUBJECT, format!("can be written, {version}")));
    }
    diagnoses
}
