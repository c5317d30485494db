//! The application: its token, its time, its commands and its sessions.

use clock::Clock;

use super::{Diagnosis, endpoint, examine_portal, gateway};
use crate::{
    config::{DEV_GUILD_ID, DISCORD_PROXY_URL, DISCORD_TOKEN, TransportSettings},
    discord::{
        BotGateway,
        application::{ApplicationClient, ApplicationError, ApplicationInfo, start_delay},
    },
    game::GuildId,
};

/// How many differing commands are named.
const MAX_NAMED: usize = 5;

/// `transport` is `None` if its settings are invalid.
pub(super) async fn examine(
    client: &ApplicationClient,
    transport: Option<&TransportSettings>,
    guild: Option<GuildId>,
    clock: &Clock,
) -> Vec<Diagnosis> {
    let info = match client.info().await {
        Ok(info) => info,
        Err(error) => return vec![examine_failure(&error)],
    };
    let application = format!("belongs to the application {} ({})", info.name, info.id.0);
    let mut diagnoses = vec![Diagnosis::fine("token", application)];
    diagnoses.push(examine_clock(client.clock_ahead(clock).await));
    diagnoses.extend(examine_portal(&info));
    diagnoses.push(examine_commands(client, &info, guild).await);
    if transport == Some(&TransportSettings::Gateway) {
        let found = client.gateway().await;
        if let Ok(gateway) = &found {
            diagnoses.push(gateway::examine(&gateway.url).await);
        }
        diagnoses.push(examine_sessions(found));
    }
    if let Some(transport) = transport {
        diagnoses.extend(endpoint::examine(&info, transport).await);
    }
    diagnoses
}

fn examine_failure(error: &ApplicationError) -> Diagnosis {
    match error {
        ApplicationError::WrongToken => Diagnosis::wrong(
            "token",
            format!(
                "Discord refuses it. Choose Reset Token on your application's page Bot in the \
                 developer portal, and put the new one into {DISCORD_TOKEN}."
            ),
        ),
        ApplicationError::Refused(_) => Diagnosis::wrong(
            "Discord",
            format!("{error}. Check {DISCORD_PROXY_URL}, if it is set."),
        ),
        ApplicationError::Unreachable(_) => Diagnosis::wrong(
            "Discord",
            format!(
                "{error}. Check the network, the firewall (outgoing HTTPS) and \
                 {DISCORD_PROXY_URL}, if it is set; discordstatus.com tells about outages."
            ),
        ),
    }
}

fn examine_clock(correction: Option<i64>) -> Diagnosis {
    let Some(correction) = correction else {
        return Diagnosis::unchecked("clock", "Discord's answers do not tell the time");
    };
    let seconds = correction.unsigned_abs().div_ceil(1000);
    if correction == 0 {
        return Diagnosis::fine("clock", "agrees with Discord's");
    }
    let direction = if correction > 0 { "behind" } else { "ahead of" };
    Diagnosis::wrong(
        "clock",
        format!(
            "is {seconds} s {direction} Discord's. Let this machine set it by NTP (timedatectl \
             set-ntp true); until then, times on boards are wrong."
        ),
    )
}

async fn examine_commands(
    client: &ApplicationClient,
    info: &ApplicationInfo,
    guild: Option<GuildId>,
) -> Diagnosis {
    let subject = "commands";
    let differences = match client.command_differences(info.id, guild).await {
        Ok(differences) => differences,
        Err(error) => {
            let hint = match (&error, guild) {
                (ApplicationError::Refused(_), Some(_)) => {
                    format!("Check {DEV_GUILD_ID}, and whether the bot was added to that server.")
                }
                _ => "Try again later.".to_owned(),
            };
            return Diagnosis::wrong(subject, format!("{error}. {hint}"));
        }
    };
    if differences.is_empty() {
        return Diagnosis::fine(subject, "are registered as this version has them");
    }
    let names: Vec<_> = differences.iter().take(MAX_NAMED).map(ToString::to_string).collect();
    let more = differences.len().saturating_sub(MAX_NAMED);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    Diagnosis::wrong(
        subject,
        format!(
            "are not registered as this version has them: {}{more}. Start the bot, or run \
             `fourfall setup`; the log says if Discord refuses them.",
            names.join(", ")
        ),
    )
}

fn examine_sessions(gateway: Result<BotGateway, ApplicationError>) -> Diagnosis {
    let subject = "sessions";
    let gateway = match gateway {
        Ok(gateway) => gateway,
        Err(error) => return Diagnosis::wrong(subject, format!("{error}. Try again later.")),
    };
    let delay = start_delay(&gateway);
    let limit = gateway.session_start_limit;
    let left = format!("{} of {} a day are left", limit.remaining, limit.total);
    if delay.is_zero() {
        return Diagnosis::fine(subject, left);
    }
    Diagnosis::wrong(
        subject,
        format!(
            "only {left}, so the bot would wait {} minutes before it connects. Something starts \
             it again and again: look at its log.",
            delay.as_secs().div_ceil(60)
        ),
    )
}
