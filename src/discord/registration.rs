//! Registers the commands with Discord when they have changed.
//!
//! Discord limits the number of registrations a day, so a hash of the last
//! registration is stored for each application and scope.

use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::Context;
use serenity::{all::GuildId, http::Http};

use super::commands::{self, RegisteredCommand};
use crate::{
    game::{self, ApplicationId},
    store::{RegistrationScope, Store},
};

/// Registers the commands in the development server, or globally if there is none.
/// Clears them in former development servers.
pub(super) async fn register(
    http: &Http,
    store: &dyn Store,
    application: ApplicationId,
    development_guild: Option<game::GuildId>,
) -> anyhow::Result<()> {
    let known = store.registrations(application).await?;
    let scope = development_guild.map_or(RegistrationScope::Global, RegistrationScope::Guild);
    for (old, _) in &known {
        if let RegistrationScope::Guild(guild) = old
            && *old != scope
        {
            put(http, *old, &[]).await.with_context(|| format!("clearing server {guild}"))?;
            store.record_registration(application, *old, None).await?;
            tracing::info!(%guild, "cleared the commands of a former development server");
        }
    }
    let commands = commands::all();
    let hash = hash(&commands)?;
    if known.contains(&(scope, hash.clone())) {
        tracing::debug!("Discord knows the commands already");
        return Ok(());
    }
    put(http, scope, &commands).await.context("registering the commands")?;
    store.record_registration(application, scope, Some(&hash)).await?;
    tracing::info!(count = commands.len(), ?scope, "registered the commands");
    Ok(())
}

async fn put(
    http: &Http,
    scope: RegistrationScope,
    commands: &[RegisteredCommand],
) -> serenity::Result<()> {
    match scope {
        RegistrationScope::Global => http.create_global_commands(&commands).await.map(drop),
        RegistrationScope::Guild(guild) => {
            http.create_guild_commands(GuildId::new(guild.0), &commands).await.map(drop)
        }
    }
}

fn hash(commands: &[RegisteredCommand]) -> serde_json::Result<String> {
    let mut hasher = DefaultHasher::new();
    // Through a `Value`, whose keys are sorted: the translations are unordered.
    serde_json::to_value(commands)?.to_string().hash(&mut hasher);
    Ok(format!("{:016x}", hasher.finish()))
}
