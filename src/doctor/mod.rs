//! `fourfall doctor`: looks for whatever may be wrong with the settings, the application, the
//! database and the machine, and says how to fix it. Nothing is changed; what is written to the
//! database, and what is tried on Discord, is deleted again.

mod addresses;
mod application;
mod database;
mod diagnosis;
mod machine;
mod trial;

use self::diagnosis::Subject;
pub use self::{
    application::examine_portal,
    diagnosis::{Diagnosis, Verdict},
    trial::try_out,
};
use crate::{
    app,
    config::{self, SettingError, SettingResults},
    errors,
};

const SETTINGS: Subject = Subject("settings");
const DISCORD: Subject = Subject("Discord");

/// Examines everything. What cannot be checked because something else is wrong is said to be
/// unchecked. `settings` is an error if the file `.env` cannot be read.
pub async fn examine(settings: &Result<SettingResults, SettingError>) -> Vec<Diagnosis> {
    let settings = match settings {
        Ok(settings) => settings,
        Err(error) => {
            let reason = "since most settings stand in that file";
            return vec![SETTINGS.wrong(error.to_string()), Subject("the rest").unchecked(reason)];
        }
    };
    let env_file = config::env_file();
    let mut diagnoses = Vec::from_iter(env_file.map(|path| machine::examine_privacy(&path)));
    let errors = settings.errors();
    if errors.is_empty() {
        diagnoses.push(SETTINGS.fine("all are valid"));
    }
    diagnoses.extend(errors.iter().map(|error| SETTINGS.wrong(error.to_string())));
    diagnoses.extend(examine_discord(settings).await);
    if let Ok(database) = &settings.database {
        diagnoses.extend(database::examine(database).await);
    }
    diagnoses.extend(addresses::examine(settings).await);
    diagnoses.push(machine::examine_memory());
    diagnoses
}

async fn examine_discord(settings: &SettingResults) -> Vec<Diagnosis> {
    let SettingResults { token: Ok(token), proxy: Ok(proxy), development_guild: Ok(guild), .. } =
        settings
    else {
        return vec![DISCORD.unchecked("correct the settings first")];
    };
    match app::application_client(token, proxy.clone()) {
        Ok(client) => application::examine(&client, settings.transport.as_ref().ok(), *guild).await,
        Err(error) => vec![DISCORD.wrong(errors::with_causes(&*error))],
    }
}
