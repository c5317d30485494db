//! `fourfall doctor`: looks for whatever may be wrong with the settings, the application, the
//! database and the machine, and says how to fix it. Nothing is changed; what is written to the
//! database is deleted again.

mod addresses;
mod application;
mod database;
mod diagnosis;
mod endpoint;
mod files;
mod gateway;
mod memory;
mod portal;

use clock::Clock;

pub use self::{
    diagnosis::{Diagnosis, Verdict},
    portal::examine_portal,
};
use crate::{
    app,
    config::{self, SettingError, SettingResults},
    errors,
};

/// Examines everything. What cannot be checked because something else is wrong is said to be
/// unchecked. `settings` is an error if the file `.env` cannot be read.
pub async fn examine(
    settings: &Result<SettingResults, SettingError>,
    clock: &Clock,
) -> Vec<Diagnosis> {
    let settings = match settings {
        Ok(settings) => settings,
        Err(error) => {
            let rest = Diagnosis::unchecked("the rest", "since most settings stand in that file");
            return vec![Diagnosis::wrong("settings", error.to_string()), rest];
        }
    };
    let mut diagnoses = examine_settings(settings);
    diagnoses.extend(examine_discord(settings, clock).await);
    if let Ok(database) = &settings.database {
        diagnoses.extend(database::examine(database).await);
    }
    diagnoses.extend(addresses::examine(settings).await);
    diagnoses.push(memory::examine());
    diagnoses
}

fn examine_settings(settings: &SettingResults) -> Vec<Diagnosis> {
    let mut diagnoses = Vec::new();
    diagnoses.extend(config::env_file().map(|path| files::private(&path)));
    let errors = settings.errors();
    if errors.is_empty() {
        diagnoses.push(Diagnosis::fine("settings", "all are valid"));
    }
    diagnoses.extend(errors.iter().map(|it| Diagnosis::wrong("settings", it.to_string())));
    diagnoses
}

async fn examine_discord(settings: &SettingResults, clock: &Clock) -> Vec<Diagnosis> {
    let SettingResults { token: Ok(token), proxy: Ok(proxy), development_guild: Ok(guild), .. } =
        settings
    else {
        return vec![Diagnosis::unchecked("Discord", "correct the settings first")];
    };
    let transport = settings.transport.as_ref().ok();
    match app::application_client(token.clone(), proxy.clone()) {
        Ok(client) => application::examine(&client, transport, *guild, clock).await,
        Err(error) => vec![Diagnosis::wrong("Discord", errors::with_causes(error))],
    }
}
