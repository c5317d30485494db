//! Tells Discord of our commands, when they have changed.
//!
//! Discord allows only so many registrations a day, so what it was told last is
//! kept, as a hash for each application and scope.

use std::hash::{DefaultHasher, Hash, Hasher};

use anyhow::Context;
use serenity::{all::GuildId, http::Http};

use super::commands::{self, Command};
use crate::{
    play::{self, ApplicationId},
    store::{Scope, Store},
};

/// Registers the commands in one server, or everywhere; clears them where they
/// were registered for development before.
pub(super) async fn register(
    http: &Http,
    store: &dyn Store,
    application: ApplicationId,
    development: Option<play::GuildId>,
) -> anyhow::Result<()> {
    let known = store.registrations(application).await?;
    let scope = development.map_or(Scope::Global, Scope::Guild);
    for (old, _) in &known {
        if let Scope::Guild(guild) = old
            && *old != scope
        {
            put(http, *old, &[]).await.with_context(|| format!("clearing server {guild}"))?;
            store.note_registration(application, *old, None).await?;
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
    store.note_registration(application, scope, Some(&hash)).await?;
    tracing::info!(count = commands.len(), ?scope, "registered the commands");
    Ok(())
}

async fn put(http: &Http, scope: Scope, commands: &[Command]) -> serenity::Result<()> {
    match scope {
        Scope::Global => http.create_global_commands(&commands).await.map(drop),
        Scope::Guild(guild) => {
            http.create_guild_commands(GuildId::new(guild.0), &commands).await.map(drop)
        }
    }
}

fn hash(commands: &[Command]) -> serde_json::Result<String> {
    let mut hasher = DefaultHasher::new();
    // As a value first, whose keys are sorted: the translations are in no order.
    serde_json::to_value(commands)?.to_string().hash(&mut hasher);
    Ok(format!("{:016x}", hasher.finish()))
}
