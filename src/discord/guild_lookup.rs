//! Asks Discord about channels, servers and members with the bot's token.

use std::{
    num::NonZeroU64,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use async_trait::async_trait;
use clock::Timestamp;
use reqwest::StatusCode;
use serde::{
    Deserialize,
    de::{DeserializeOwned, IgnoredAny},
};
use serenity::{
    all::HttpError,
    http::{Http, LightMethod, Request, Route},
};

use crate::{
    game::{ChannelId, GuildId, PlayerId},
    service::{ChannelStatus, GuildLookup, InstallationStatus, LookupFailed, MemberStatus},
};

/// [Discord's codes](https://discord.com/developers/docs/topics/opcodes-and-status-codes#json).
const UNKNOWN_CHANNEL: isize = 10003;
const UNKNOWN_GUILD: isize = 10004;
const UNKNOWN_MEMBER: isize = 10007;
const MISSING_ACCESS: isize = 50001;

/// Asks by serenity's client, with its rate limiter.
#[derive(Debug)]
pub(super) struct HttpGuildLookup {
    http: Arc<Http>,
    failure_logged: AtomicBool,
}

/// What Discord said.
enum Answer<T> {
    Found(T),
    /// It refused with this code.
    Refused(isize),
}

/// The part of a guild member that is used; the rest need not be as serenity expects.
#[derive(Deserialize)]
struct Member {
    communication_disabled_until: Option<serenity::model::Timestamp>,
}

impl HttpGuildLookup {
    pub(super) const fn new(http: Arc<Http>) -> Self {
        Self { http, failure_logged: AtomicBool::new(false) }
    }

    async fn get<T: DeserializeOwned>(&self, route: Route<'_>) -> Result<Answer<T>, LookupFailed> {
        let answer = match self.http.fire(Request::new(route, LightMethod::Get)).await {
            Ok(found) => Answer::Found(found),
            Err(error) => Answer::Refused(refusal_code(&error).ok_or_else(|| self.log(&error))?),
        };
        self.failure_logged.store(false, Ordering::Relaxed);
        Ok(answer)
    }

    /// Logs the first failure since the last answer.
    fn log(&self, error: &serenity::Error) -> LookupFailed {
        if !self.failure_logged.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                %error,
                "Discord does not say what has kept late players; asking again, for an hour each"
            );
        }
        LookupFailed
    }
}

/// The code of a definite refusal; `None` if Discord was not reached, is out of order, or
/// limits the rate, or if something on the way to it has answered, without a code.
fn refusal_code(error: &serenity::Error) -> Option<isize> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
            if matches!(
                response.status_code,
                StatusCode::BAD_REQUEST | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND
            ) =>
        {
            Some(response.error.code).filter(|&code| code > 0)
        }
        _ => None,
    }
}

/// Discord gives no id 0; 1, which it does not know either, stands for it.
fn id<T: From<NonZeroU64>>(id: u64) -> T {
    NonZeroU64::new(id).unwrap_or(NonZeroU64::MIN).into()
}

#[async_trait]
impl GuildLookup for HttpGuildLookup {
    async fn channel(&self, channel: ChannelId) -> Result<ChannelStatus, LookupFailed> {
        let route = Route::Channel { channel_id: id(channel.0) };
        Ok(match self.get::<IgnoredAny>(route).await? {
            Answer::Found(_) => ChannelStatus::Visible,
            Answer::Refused(UNKNOWN_CHANNEL) => ChannelStatus::Gone,
            Answer::Refused(_) => ChannelStatus::Hidden,
        })
    }

    /// An unknown server is either one that has removed the bot, or one in which only its
    /// commands were ever installed. Discord tells them apart by whether those can be listed.
    async fn installation(&self, guild: GuildId) -> Result<InstallationStatus, LookupFailed> {
        let route = Route::Guild { guild_id: id(guild.0) };
        if !matches!(self.get::<IgnoredAny>(route).await?, Answer::Refused(UNKNOWN_GUILD)) {
            return Ok(InstallationStatus::Member);
        }
        let application_id = self.http.application_id().ok_or(LookupFailed)?;
        let route = Route::GuildCommands { application_id, guild_id: id(guild.0) };
        Ok(match self.get::<IgnoredAny>(route).await? {
            Answer::Refused(MISSING_ACCESS) => InstallationStatus::Removed,
            Answer::Found(_) | Answer::Refused(_) => InstallationStatus::CommandsOnly,
        })
    }

    async fn member(&self, guild: GuildId, player: PlayerId) -> Result<MemberStatus, LookupFailed> {
        let route = Route::GuildMember { guild_id: id(guild.0), user_id: id(player.0) };
        Ok(match self.get::<Member>(route).await? {
            Answer::Refused(UNKNOWN_MEMBER) => MemberStatus::NotAMember,
            Answer::Refused(_) => MemberStatus::Present,
            Answer::Found(member) => match member.communication_disabled_until {
                Some(until) => MemberStatus::CommunicationDisabledUntil(
                    Timestamp::from_milliseconds(until.unix_timestamp().saturating_mul(1_000)),
                ),
                None => MemberStatus::Present,
            },
        })
    }
}
