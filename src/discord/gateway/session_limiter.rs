//! Fetches the gateway's URL, shard count and session limit, and delays connecting
//! to stay within the limit.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use serenity::{
    http::{LightMethod, Request, Route},
    model::gateway::BotGateway,
};

use super::session_budget;
use crate::discord::{
    bot_context::BotContext,
    interaction_client::{InteractionClient, SendError},
};

/// How often the number of shards is asked for while not all are connected.
const SHARDS_INTERVAL: Duration = Duration::from_secs(10);

/// How often the session limit is checked. In that time
/// serenity starts at most 60 sessions, one after another, which bounds the loss even
/// if the gateway drops each of them.
const POLL_INTERVAL: Duration = Duration::from_mins(5);

/// Limits how often sessions are started.
#[derive(Debug)]
pub(super) struct SessionLimiter<'a> {
    bot: &'a BotContext,
    /// The unexpected sessions that ended the last connection.
    excess: AtomicU64,
}

impl<'a> SessionLimiter<'a> {
    pub(super) const fn new(bot: &'a BotContext) -> Self {
        Self { bot, excess: AtomicU64::new(0) }
    }

    /// Waits until the shards may start their sessions.
    pub(super) async fn wait(&self) -> anyhow::Result<BotGateway> {
        let BotContext { client, service, .. } = self.bot;
        let connection = &service.connection;
        let limited = |error: &SendError| {
            if error.retry_after().is_some() {
                connection.reset(0);
            }
        };
        let gateway = fetch(&client.interactions).await.inspect_err(limited)?;
        let sessions = self.excess.swap(0, Ordering::Relaxed).max(gateway.shards.into());
        let limit = &gateway.session_start_limit;
        let delay = session_budget::delay(limit, sessions);
        if delay.is_zero() {
            return Ok(gateway);
        }
        connection.reset(0);
        tracing::warn!(
            "connecting in {} s: {} of {} sessions are left for the next {} s",
            delay.as_secs(),
            limit.remaining,
            limit.total,
            limit.reset_after / 1000
        );
        service.clock.sleep(delay).await;
        Ok(fetch(&client.interactions).await?)
    }

    /// Returns when the shards have to stop: Discord asks for more of them, or none lasts, and
    /// serenity would start new sessions for ever.
    pub(super) async fn watch(&self, started: &BotGateway) -> anyhow::Error {
        let BotContext { client, service, .. } = self.bot;
        let (clock, connection) = (&service.clock, &service.connection);
        let mut remaining = started.session_start_limit.remaining;
        let mut starting = u64::from(started.shards);
        let mut counted_at = clock.monotonic();
        let mut has_failed = false;
        loop {
            clock.sleep(SHARDS_INTERVAL).await;
            let counts = clock.monotonic().since(counted_at) >= POLL_INTERVAL;
            if !counts && connection.all_connected() {
                continue;
            }
            if counts {
                counted_at = clock.monotonic();
            }
            let gateway = match fetch(&client.interactions).await {
                Ok(gateway) => gateway,
                // While all shards are connected, none starts a session; while one is not, the others
                // serve their servers. A limit is waited for.
                Err(error)
                    if !error.is_of_token()
                        && (!counts
                            || !has_failed
                            || connection.all_connected()
                            || matches!(error, SendError::RateLimited(_))) =>
                {
                    has_failed |= counts;
                    let error = anyhow::Error::from(error);
                    tracing::debug!("the session limit is unknown: {error:#}");
                    continue;
                }
                Err(error) => return error.into(),
            };
            has_failed = false;
            if gateway.shards > started.shards {
                let shards = gateway.shards;
                return anyhow::anyhow!("Discord now asks for {shards} shards");
            }
            let limit = gateway.session_start_limit;
            let spent = remaining.saturating_sub(limit.remaining);
            let unexpected = spent.saturating_sub(starting);
            // The connection may end before the next check.
            self.excess.store(unexpected, Ordering::Relaxed);
            if counts {
                starting = starting.saturating_sub(spent);
                remaining = limit.remaining;
            }
            if session_budget::delay(&limit, unexpected) > POLL_INTERVAL {
                let minutes = POLL_INTERVAL.as_secs() / 60;
                return anyhow::anyhow!(
                    "sessions do not last: {unexpected} were started in {minutes} minutes"
                );
            }
        }
    }
}

/// Asks Discord where the gateway is, for how many shards, and how many sessions may be started.
pub(crate) async fn fetch(client: &InteractionClient) -> Result<BotGateway, SendError> {
    let request = Request::new(Route::GatewayBot, LightMethod::Get);
    let mut gateway: BotGateway = client.fire(request).await?;
    gateway.shards = gateway.shards.max(1);
    Ok(gateway)
}

/// How long the bot would wait before it connects.
pub fn start_delay(gateway: &BotGateway) -> Duration {
    session_budget::delay(&gateway.session_start_limit, gateway.shards.into())
}
