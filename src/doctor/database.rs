//! The database: whether it can be reached, read and written, and keeps what it is given.

use std::time::Duration;

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
        let folder = store::sqlite_folder(&file);
        if folder.is_dir() {
            diagnoses.push(files::free_disk(&folder));
        }
        if let Err(error) = store::check_sqlite_file(&file) {
            let problem = format!("{error}. {}", error.remedy());
            diagnoses.push(Diagnosis::wrong(SUBJECT, problem));
            return diagnoses;
        }
        if !file.exists() {
            let seen = format!("the first start makes {}", file.display());
            diagnoses.push(Diagnosis::fine(SUBJECT, seen));
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
