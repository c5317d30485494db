//! The application: its token, what its owner has set in the developer portal, its commands, its
//! sessions, and the way to Discord.

use reqwest::{ClientBuilder, Url, redirect::Policy, tls::TlsInfo};
use x509_cert::{Certificate, der::Decode as _};

use super::{DISCORD, Diagnosis, Subject, addresses};
use crate::{
    app,
    certificates::UNKNOWN_ISSUER,
    config::{self, DEV_GUILD_ID, DISCORD_PROXY_URL, DISCORD_TOKEN, TransportSettings},
    discord::{
        BotGateway,
        application::{ApplicationClient, ApplicationError, ApplicationInfo, start_delay},
    },
    errors,
    game::GuildId,
};

/// How many differing commands are named.
const MAX_NAMED: usize = 5;

const TOKEN: Subject = Subject("token");
const SESSIONS: Subject = Subject("sessions");

/// `transport` is `None` if its settings are invalid.
pub(super) async fn examine(
    client: &ApplicationClient,
    transport: Option<&TransportSettings>,
    guild: Option<GuildId>,
) -> Vec<Diagnosis> {
    let info = match client.info().await {
        Ok(info) => info,
        Err(error) => return vec![examine_failure(&error, client.server()).await],
    };
    let mut diagnoses =
        vec![TOKEN.fine(format!("belongs to the application {} ({})", info.name(), info.id().0))];
    diagnoses.push(examine_clock(client.clock_ahead().await));
    diagnoses.extend(examine_portal(&info));
    diagnoses.push(examine_commands(client, &info, guild).await);
    if transport == Some(&TransportSettings::Gateway) {
        match client.gateway().await {
            Ok(gateway) => {
                diagnoses.push(examine_gateway(&gateway.url).await);
                diagnoses.push(examine_sessions(&gateway));
            }
            Err(error) => diagnoses.push(SESSIONS.wrong(format!("{error}. Try again later."))),
        }
    }
    if let Some(transport) = transport {
        diagnoses.extend(addresses::examine_endpoint(&info, transport).await);
    }
    diagnoses
}

async fn examine_failure(error: &ApplicationError, server: &str) -> Diagnosis {
    let untrusted = untrusted_issuer(&error.to_string(), app::client_builder(), server).await;
    if let Some(untrusted) = untrusted {
        return DISCORD.wrong(format!("{error}. {untrusted}"));
    }
    match error {
        ApplicationError::WrongToken => TOKEN.wrong(format!(
            "Discord refuses it. Choose Reset Token on your application's page Bot in the \
             developer portal, and put the new one into {DISCORD_TOKEN}.{}",
            config::token_note()
        )),
        ApplicationError::Refused { .. } => {
            DISCORD.wrong(format!("{error}. Check {DISCORD_PROXY_URL}, if it is set."))
        }
        ApplicationError::RateLimited(_) | ApplicationError::Unreachable(_) => {
            DISCORD.wrong(format!(
                "{error}. Check the network, its name server, the firewall (outgoing HTTPS) and \
                 {DISCORD_PROXY_URL}, if it is set; discordstatus.com tells about outages."
            ))
        }
    }
}

fn examine_clock(correction: Option<i64>) -> Diagnosis {
    let subject = Subject("clock");
    let Some(correction) = correction else {
        return subject.unchecked("Discord's answers do not tell the time");
    };
    let seconds = correction.unsigned_abs().div_ceil(1000);
    if correction == 0 {
        return subject.fine("agrees with Discord's");
    }
    let direction = if correction > 0 { "behind" } else { "ahead of" };
    subject.wrong(format!(
        "is {seconds} s {direction} Discord's. Let this machine set it by NTP (timedatectl \
         set-ntp true); until then, times on boards are wrong."
    ))
}

/// What the owner's settings in the developer portal keep people from.
pub fn examine_portal(info: &ApplicationInfo) -> Vec<Diagnosis> {
    let subject = Subject("portal");
    let mut diagnoses = Vec::new();
    if info.bot_require_code_grant {
        let problem = "nobody can add the bot, as its invite links ask for a code grant. Turn off \
                       Requires OAuth2 Code Grant on the page Bot.";
        diagnoses.push(subject.wrong(problem));
    }
    for (is_possible, whom, choice) in [
        (info.is_for_guilds(), "to servers", "Guild Install"),
        (info.is_for_users(), "to their own accounts", "User Install"),
    ] {
        if !is_possible {
            diagnoses.push(subject.wrong(format!(
                "people cannot add the bot {whom}. Tick {choice} on the page Installation."
            )));
        }
    }
    if diagnoses.is_empty() {
        let by = if info.bot_public { "anybody" } else { "its owner alone" };
        diagnoses.push(
            subject.fine(format!("the bot can be added to servers and to accounts, by {by}")),
        );
    }
    diagnoses
}

async fn examine_commands(
    client: &ApplicationClient,
    info: &ApplicationInfo,
    guild: Option<GuildId>,
) -> Diagnosis {
    let subject = Subject("commands");
    let differences = match client.command_differences(info.id(), guild).await {
        Ok(differences) => differences,
        Err(error) => {
            let hint = match (&error, guild) {
                (ApplicationError::Refused { .. }, Some(_)) => {
                    format!("Check {DEV_GUILD_ID}, and whether the bot was added to that server.")
                }
                _ => "Try again later.".to_owned(),
            };
            return subject.wrong(format!("{error}. {hint}"));
        }
    };
    let place = if guild.is_some() { " in the server of DEV_GUILD_ID" } else { "" };
    if differences.is_empty() {
        return subject.fine(format!("are registered{place} as this version has them"));
    }
    let named = &differences[..differences.len().min(MAX_NAMED)];
    let more = differences.len() - named.len();
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    subject.wrong(format!(
        "are not registered{place} as this version has them: {}{more}. Start the bot, or run \
         `fourfall setup`; the log says if Discord refuses them.",
        named.join(", ")
    ))
}

/// Connects to the gateway's address, without starting a session.
async fn examine_gateway(url: &str) -> Diagnosis {
    let subject = Subject("gateway");
    // Its client does not use a proxy either.
    let builder = || app::client_builder().no_proxy();
    let page = url.replacen("ws", "http", 1);
    let connecting = async { builder().build()?.head(&page).send().await };
    let Err(error) = connecting.await else { return subject.fine("can be connected to") };
    let reason = errors::root_cause(error);
    let remedy = untrusted_issuer(&reason, builder(), &page).await.unwrap_or_else(|| {
        "Check the firewall (outgoing connections to port 443); discordstatus.com tells about \
         outages."
            .to_owned()
    });
    subject.wrong(format!("{url} cannot be connected to: {reason}. {remedy}"))
}

/// What to do if the reason why a server cannot be reached is that the issuer of its certificate is not
/// trusted. They are named, if they can be asked for.
async fn untrusted_issuer(reason: &str, builder: ClientBuilder, url: &str) -> Option<String> {
    if !reason.ends_with(UNKNOWN_ISSUER) {
        return None;
    }
    let issuer = issuer(builder, url).await.unwrap_or_else(|| "somebody unknown".to_owned());
    Some(format!(
        "Its certificate is by {issuer}. If your network inspects TLS by it, name a file with that \
         authority's certificate in the environment variable SSL_CERT_FILE."
    ))
}

/// Who issued the certificate of the server at a URL. It is not trusted, so it is sent nothing secret.
async fn issuer(builder: ClientBuilder, url: &str) -> Option<String> {
    let builder = builder.danger_accept_invalid_certs(true).tls_info(true);
    let client = builder.redirect(Policy::none()).build().ok()?;
    let server = Url::parse(url).ok()?.origin().ascii_serialization();
    let response = client.head(server).send().await.ok()?;
    let der = response.extensions().get::<TlsInfo>()?.peer_certificate()?;
    let issuer = Certificate::from_der(der).ok()?.tbs_certificate.issuer;
    Some(format!("\"{issuer}\""))
}

fn examine_sessions(gateway: &BotGateway) -> Diagnosis {
    let (delay, limit) = (start_delay(gateway), &gateway.session_start_limit);
    let left = format!("{} of {} a day are left", limit.remaining, limit.total);
    if delay.is_zero() {
        return SESSIONS.fine(left);
    }
    SESSIONS.wrong(format!(
        "only {left}, so the bot would wait {} minutes before it connects. Something starts \
         it again and again: look at its log.",
        delay.as_secs().div_ceil(60)
    ))
}
