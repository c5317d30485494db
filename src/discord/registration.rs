//! Registers the commands with Discord when they have changed, or when Discord has others.
//!
//! Discord limits the number of registrations a day, so a hash of the last
//! registration is stored for each application and scope, and what Discord refuses is
//! not tried again until the next start.

use data_encoding::HEXLOWER;
use serde::Deserialize;
use serde_json::Value;
use serenity::{
    all::{CommandId, CommandType},
    http::{DiscordJsonError, LightMethod, Request, Route, StatusCode},
};
use sha2::{Digest as _, Sha256};

use super::{
    command_differences::{self, CommandDifference, PRIMARY_ENTRY_POINT},
    commands::{self, RegisteredCommand},
    interaction_client::InteractionClient,
    retry::{FatalError, RetryError, refusal, retry_with_backoff},
};
use crate::{
    game::{self, ApplicationId},
    store::{CommandIds, Registration, RegistrationScope, Store},
};

/// Registers the commands in the development server, or globally if there is none.
/// Clears them in former development servers. Retries until Discord has answered.
pub(super) async fn register(
    client: &InteractionClient,
    store: &dyn Store,
    application: ApplicationId,
    development_guild: Option<game::GuildId>,
) -> Result<(), FatalError> {
    let registrar = Registrar { client, store, application };
    let scope = RegistrationScope::from(development_guild);
    let known = retry(|| registrar.known()).await?;
    retry(|| registrar.update(scope, &known)).await?;
    for (old, _) in known {
        if old != scope && old != RegistrationScope::Global {
            retry(|| registrar.clear(old)).await?;
        }
    }
    Ok(())
}

/// Registers the commands once, in a server or globally if there is none, whether or not they
/// have changed.
pub(super) async fn register_once(
    client: &InteractionClient,
    store: &dyn Store,
    application: ApplicationId,
    guild: Option<game::GuildId>,
) -> anyhow::Result<()> {
    let registrar = Registrar { client, store, application };
    let scope = RegistrationScope::from(guild);
    let commands = commands::all();
    let command_ids = registrar.try_put(scope, &commands).await?;
    registrar.record(scope, &commands, command_ids).await
}

/// Retries each step by itself, so that what Discord has refused is not sent again
/// because another step failed.
async fn retry<T, Attempt>(mut step: impl FnMut() -> Attempt) -> Result<T, FatalError>
where
    Attempt: Future<Output = anyhow::Result<T>>,
{
    retry_with_backoff("the commands could not be registered", || {
        let attempt = step();
        async { attempt.await.map_err(RetryError::from_any) }
    })
    .await
}

/// A command as Discord returns it.
#[derive(Debug, Deserialize)]
struct CommandResponse {
    id: CommandId,
    name: String,
    #[serde(rename = "type")]
    kind: CommandType,
}

struct Registrar<'a> {
    client: &'a InteractionClient,
    store: &'a dyn Store,
    application: ApplicationId,
}

impl Registrar<'_> {
    /// The hashes of the last registrations.
    async fn known(&self) -> anyhow::Result<Vec<(RegistrationScope, String)>> {
        Ok(self.store.registration_hashes(self.application).await?)
    }

    /// Registers the commands in a scope, unless Discord knows them.
    async fn update(
        &self,
        scope: RegistrationScope,
        known: &[(RegistrationScope, String)],
    ) -> anyhow::Result<()> {
        let commands = commands::all();
        let is_known = known.contains(&(scope, hash(&commands)?));
        if is_known && !self.has_others(scope).await? {
            tracing::debug!("Discord knows the commands already");
            return Ok(());
        }
        if let Some(command_ids) = self.put(scope, &commands).await? {
            self.record(scope, &commands, command_ids).await?;
            tracing::info!(count = commands.len(), ?scope, "registered the commands");
        }
        Ok(())
    }

    /// Whether Discord has other commands, since somebody else has replaced them.
    async fn has_others(&self, scope: RegistrationScope) -> anyhow::Result<bool> {
        match differences(self.client, self.application, scope.guild()).await {
            Err(error) if refusal(&error).is_some() => Ok(false),
            found => Ok(!found?.is_empty()),
        }
    }

    async fn record(
        &self,
        scope: RegistrationScope,
        commands: &[RegisteredCommand],
        command_ids: CommandIds,
    ) -> anyhow::Result<()> {
        let registration = Registration { hash: hash(commands)?, command_ids };
        Ok(self.store.record_registration(self.application, scope, Some(registration)).await?)
    }

    /// Removes the commands of a former development server.
    async fn clear(&self, scope: RegistrationScope) -> anyhow::Result<()> {
        if self.put(scope, &[]).await?.is_some() {
            self.store.record_registration(self.application, scope, None).await?;
            tracing::info!(?scope, "cleared the commands of a former development server");
        }
        Ok(())
    }

    /// Replaces the commands of a scope. Returns the ids of the slash commands, or `None` if
    /// Discord refused them; then the reason is logged.
    async fn put(
        &self,
        scope: RegistrationScope,
        commands: &[RegisteredCommand],
    ) -> anyhow::Result<Option<CommandIds>> {
        let result = self.try_put(scope, commands).await;
        // Without a code, something on the way to Discord has answered.
        let refused = result.as_ref().err().and_then(refusal).filter(|it| it.error.code > 0);
        if let Some(response) = refused {
            log_refusal(scope, response.status_code, &response.error);
            return Ok(None);
        }
        result.map(Some)
    }

    async fn try_put(
        &self,
        scope: RegistrationScope,
        commands: &[RegisteredCommand],
    ) -> anyhow::Result<CommandIds> {
        let application_id = self.application.0.into();
        let mut commands =
            commands.iter().map(serde_json::to_value).collect::<Result<Vec<_>, _>>()?;
        let route = match scope {
            RegistrationScope::Global => {
                commands.extend(self.entry_point().await?);
                Route::Commands { application_id }
            }
            RegistrationScope::Guild(guild) => {
                Route::GuildCommands { application_id, guild_id: guild.0.into() }
            }
        };
        let body = Some(serde_json::to_vec(&commands)?);
        let request = Request::new(route, LightMethod::Put).body(body);
        let registered: Vec<CommandResponse> = self.client.fire(request).await?;
        let slash_commands = registered.into_iter().filter(|it| it.kind == CommandType::ChatInput);
        Ok(slash_commands.map(|it| (it.name, it.id.get())).collect())
    }

    /// The application's Entry Point command. Discord adds it where Activities are
    /// enabled, and refuses (50240) every list of global commands without it. It stays
    /// JSON, so that whatever it has is kept.
    async fn entry_point(&self) -> anyhow::Result<Option<Value>> {
        let registered = registered(self.client, self.application, None).await?;
        let mut entry_points =
            registered.into_iter().filter(|it| it["type"] == PRIMARY_ENTRY_POINT);
        Ok(entry_points.next().map(permissions_as_number))
    }
}

/// The commands that are registered in a server, or globally if there is none.
async fn registered(
    client: &InteractionClient,
    application: ApplicationId,
    guild: Option<game::GuildId>,
) -> anyhow::Result<Vec<Value>> {
    let application_id = application.0.into();
    let route = match guild {
        None => Route::Commands { application_id },
        Some(guild) => Route::GuildCommands { application_id, guild_id: guild.0.into() },
    };
    // Without this, translations are left out.
    let translated = vec![("with_localizations", "true".to_owned())];
    client.fire(Request::new(route, LightMethod::Get).params(Some(translated))).await
}

/// How the commands that are registered, in a server or globally if there is none, differ from
/// this version's.
pub(super) async fn differences(
    client: &InteractionClient,
    application: ApplicationId,
    guild: Option<game::GuildId>,
) -> anyhow::Result<Vec<CommandDifference>> {
    let registered = registered(client, application, guild).await?;
    let expected = commands::all().into_iter().map(serde_json::to_value);
    let expected: Vec<_> = expected.collect::<Result<_, _>>()?;
    Ok(command_differences::find(&expected, &registered))
}

/// Discord returns permissions as a string, but its `OpenAPI` description takes only a
/// number.
fn permissions_as_number(mut command: Value) -> Value {
    let permissions = &mut command["default_member_permissions"];
    if let Some(number) = permissions.as_str().and_then(|text| text.parse::<u64>().ok()) {
        *permissions = number.into();
    }
    command
}

/// Logs the first of the errors, which may be as many as the commands have fields.
fn log_refusal(scope: RegistrationScope, status: StatusCode, error: &DiscordJsonError) {
    let first = error.errors.first().map(|error| format!("{}: {}", error.path, error.message));
    tracing::error!(
        status = status.as_u16(),
        code = error.code,
        reason = error.message,
        first,
        ?scope,
        "Discord refuses the commands; the old ones stay until a later start succeeds"
    );
}

fn hash(commands: &[RegisteredCommand]) -> serde_json::Result<String> {
    // Through a `Value`, whose keys are sorted: the translations are unordered.
    let commands = serde_json::to_value(commands)?.to_string();
    Ok(HEXLOWER.encode(&Sha256::digest(commands)))
}
