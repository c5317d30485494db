//! `fourfall doctor`: looks for whatever may be wrong with the settings, the application, the
//! database and the machine, and says how to fix it. Nothing is changed.

mod addresses;
mod application;
mod database;
mod diagnosis;
mod endpoint;
mod files;
mod memory;

use std::path::PathBuf;

use clock::Clock;
use secrecy::SecretString;

pub use self::{
    application::portal_settings,
    diagnosis::{Diagnosis, Verdict},
};
use crate::{
    app,
    config::{SettingError, SettingResults},
    discord::{application::ApplicationClient, run::DiscordConfig},
};

/// What `load_env_file` returned.
type EnvFile = Result<Option<PathBuf>, SettingError>;

/// Examines everything. What cannot be checked because something else is wrong is said to be
/// unchecked.
pub async fn examine(
    env_file: &EnvFile,
    settings: &SettingResults,
    clock: &Clock,
) -> Vec<Diagnosis> {
    let mut diagnoses = examine_settings(env_file, settings);
    match discord_config(settings) {
        Some(config) => {
            let guild = config.development_guild;
            let client = ApplicationClient::new(config);
            diagnoses.extend(
                application::examine(&client, settings.transport.as_ref().ok(), guild, clock).await,
            );
        }
        None => diagnoses.push(Diagnosis::unchecked("Discord", "the settings come first")),
    }
    if let Ok(database) = &settings.database {
        diagnoses.extend(database::examine(database).await);
    }
    diagnoses.extend(addresses::examine(settings).await);
    diagnoses.push(memory::examine());
    diagnoses
}

fn examine_settings(env_file: &EnvFile, settings: &SettingResults) -> Vec<Diagnosis> {
    let mut diagnoses = Vec::new();
    match env_file {
        Err(error) => diagnoses.push(Diagnosis::wrong("settings", error.to_string())),
        Ok(None) => {}
        Ok(Some(path)) => diagnoses.push(files::private(path)),
    }
    let SettingResults { token, database, development_guild, proxy, ops_address, transport } =
        settings;
    let errors = [
        token.as_ref().err(),
        database.as_ref().err(),
        development_guild.as_ref().err(),
        proxy.as_ref().err(),
        ops_address.as_ref().err(),
        transport.as_ref().err(),
    ];
    let errors: Vec<_> = errors.into_iter().flatten().collect();
    if errors.is_empty() {
        diagnoses.push(Diagnosis::fine("settings", "all are valid"));
    }
    diagnoses.extend(errors.iter().map(|it| Diagnosis::wrong("settings", it.to_string())));
    diagnoses
}

/// How to reach Discord, if the settings for it are valid.
fn discord_config(settings: &SettingResults) -> Option<DiscordConfig> {
    let token: &SecretString = settings.token.as_ref().ok()?;
    Some(DiscordConfig {
        token: token.clone(),
        proxy: settings.proxy.as_ref().ok()?.clone(),
        development_guild: *settings.development_guild.as_ref().ok()?,
        client: app::client_builder().build().ok()?,
        uploads_tiles: false,
    })
}
