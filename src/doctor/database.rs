//! The database: whether it can be reached, read and written, and keeps what it is given.

use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use tokio::time::timeout;

use super::{Diagnosis, Subject, machine};
use crate::{
    config::DATABASE_URL,
    errors,
    store::{self, DatabaseInspection, StoreError},
};

/// A server that never answers must not stop the examination.
const TIMEOUT: Duration = Duration::from_secs(5);

const DATABASE: Subject = Subject("database");

pub(super) async fn examine(url: &SecretString) -> Vec<Diagnosis> {
    let url = url.expose_secret();
    let mut diagnoses = Vec::new();
    if store::is_in_memory(url) {
        return vec![DATABASE.wrong(format!(
            "it is in memory, so a restart loses all games. Change {DATABASE_URL}."
        ))];
    }
    if let Some(file) = store::sqlite_file(url) {
        let folder = store::sqlite_folder(&file);
        if folder.is_dir() {
            diagnoses.push(machine::examine_disk(&folder));
        }
        if let Err(error) = store::check_sqlite_file(&file) {
            diagnoses.push(DATABASE.wrong(format!("{error}. {}", error.remedy())));
            return diagnoses;
        }
        if !file.exists() {
            diagnoses.push(DATABASE.fine(format!("the first start makes {}", file.display())));
            return diagnoses;
        }
        diagnoses.push(machine::examine_privacy(&file));
    }
    match timeout(TIMEOUT, store::inspect(url)).await.unwrap_or(Err(StoreError::TimedOut)) {
        Ok(inspection) => diagnoses.extend(judge(&inspection)),
        Err(error) => {
            let unknown = format!(
                "Check {DATABASE_URL}, the disk, and that the database is there and lets the bot \
                 in."
            );
            let remedy = error.remedy().unwrap_or(&unknown);
            diagnoses.push(DATABASE.wrong(format!("{}. {remedy}", errors::with_causes(error))));
        }
    }
    diagnoses
}

fn judge(inspection: &DatabaseInspection) -> Vec<Diagnosis> {
    let mut diagnoses = Vec::new();
    if let Some(error) = &inspection.schema_error {
        diagnoses.push(DATABASE.wrong(format!("{error}.")));
    }
    if let Some(error) = &inspection.write_error {
        let remedy = error
            .remedy()
            .unwrap_or("Check the disk, the permissions, and whether it is a replica.");
        let error = errors::with_causes(error);
        diagnoses.push(DATABASE.wrong(format!("nothing can be written: {error}. {remedy}")));
    }
    for setting in &inspection.volatile_settings {
        diagnoses.push(DATABASE.wrong(format!(
            "its setting {setting} is off, so a power cut may lose moves that players have \
             seen. Turn it on."
        )));
    }
    if diagnoses.is_empty() {
        let version = inspection.schema_version.map_or_else(
            || "the first start makes its tables".to_owned(),
            |version| format!("schema version {version}"),
        );
        diagnoses.push(DATABASE.fine(format!("can be written, {version}")));
    }
    diagnoses
}
