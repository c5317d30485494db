//! Fetches the gateway's URL, shard count and session limit, and delays connecting
//! to stay within the limit.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use clock::Clock;
use serenity::{
    http::{LightMethod, Request, Route},
    model::gateway::BotGateway,
};

use super::{
    session_budget::{self, SessionStartLimit},
    shard_supervisor::ShardSupervisor,
};
use crate::{
    discord::{interaction_client::InteractionClient, retry::RetryError},
    service::ConnectionStatus,
};

/// How often the session limit is checked while shards are connected. In that time
/// serenity starts at most 60 sessions, one after another, which bounds the loss even
/// if the gateway drops each of them.
const POLL_INTERVAL: Duration = Duration::from_mins(5);

/// Discord's answer to Get Gateway Bot.
#[derive(Clone, Debug)]
pub(super) struct GatewayInfo {
    pub(super) url: String,
    /// The recommended number of shards, at least 1.
    pub(super) shards: u32,
    limit: SessionStartLimit,
}

impl From<BotGateway> for GatewayInfo {
    fn from(gateway: BotGateway) -> Self {
        let limit = gateway.session_start_limit;
        let limit = SessionStartLimit {
            total: limit.total,
            remaining: limit.remaining,
            reset_after: Duration::from_millis(limit.reset_after),
        };
        Self { url: gateway.url, shards: gateway.shards.max(1), limit }
    }
}

/// How many gateway sessions may still be started today, and where.
#[derive(Clone, Debug)]
pub struct SessionBudget {
    /// The gateway's URL.
    pub gateway: String,
    pub remaining: u64,
    pub total: u64,
    /// How long the bot would wait before it connects.
    pub delay: Duration,
}

/// Asks Discord for the session budget.
pub(in crate::discord) async fn fetch_session_budget(
    client: &InteractionClient,
) -> anyhow::Result<SessionBudget> {
    let GatewayInfo { url: gateway, shards, limit } = fetch(client).await?;
    let delay = session_budget::delay(limit, shards.into());
    Ok(SessionBudget { gateway, remaining: limit.remaining, total: limit.total, delay })
}

/// Limits how often sessions are started.
#[derive(Debug)]
pub(super) struct SessionLimiter<'a> {
    client: &'a InteractionClient,
    clock: &'a Clock,
    /// The unexpected sessions that ended the last connection.
    excess: AtomicU64,
}

impl<'a> SessionLimiter<'a> {
    pub(super) fn new(client: &'a InteractionClient, clock: &'a Clock) -> Self {
        Self { client, clock, excess: AtomicU64::new(0) }
    }

    /// Waits until the shards may start their sessions.
    pub(super) async fn wait(&self) -> Result<GatewayInfo, RetryError> {
        let gateway = self.fetch().await?;
        let sessions = self.excess.swap(0, Ordering::Relaxed).max(gateway.shards.into());
        let delay = session_budget::delay(gateway.limit, sessions);
        if delay.is_zero() {
            return Ok(gateway);
        }
        let SessionStartLimit { total, remaining, reset_after } = gateway.limit;
        tracing::warn!(
            "connecting in {} s: {remaining} of {total} sessions are left for the next {} s",
            delay.as_secs(),
            reset_after.as_secs()
        );
        self.clock.sleep(delay).await;
        self.fetch().await
    }

    /// Polls the limit, and returns when the shards have to stop: serenity would
    /// start new sessions for ever if none lasts.
    pub(super) async fn watch(
        &self,
        started: &GatewayInfo,
        shards: &ShardSupervisor,
        connection: &ConnectionStatus,
    ) -> RetryError {
        let mut remaining = started.limit.remaining;
        let mut starting = u64::from(started.shards);
        loop {
            self.clock.sleep(POLL_INTERVAL).await;
            if !shards.ever_connected().await {
                continue;
            }
            let gateway = match self.fetch().await {
                Ok(gateway) => gateway,
                // While all shards are connected, none starts a session.
                Err(RetryError::Other(error)) if connection.all_connected() => {
                    tracing::debug!("the session limit is unknown: {error:#}");
                    continue;
                }
                Err(error) => return error,
            };
            if gateway.shards > started.shards {
                let shards = gateway.shards;
                return RetryError::Other(anyhow::anyhow!("Discord now asks for {shards} shards"));
            }
            let spent = remaining.saturating_sub(gateway.limit.remaining);
            let unexpected = spent.saturating_sub(starting);
            starting = starting.saturating_sub(spent);
            remaining = gateway.limit.remaining;
            if session_budget::delay(gateway.limit, unexpected) > POLL_INTERVAL {
                self.excess.store(unexpected, Ordering::Relaxed);
                let minutes = POLL_INTERVAL.as_secs() / 60;
                return RetryError::Other(anyhow::anyhow!(
                    "sessions do not last: {unexpected} were started in {minutes} minutes"
                ));
            }
        }
    }

    async fn fetch(&self) -> Result<GatewayInfo, RetryError> {
        fetch(self.client).await.map_err(RetryError::from_any)
    }
}

async fn fetch(client: &InteractionClient) -> anyhow::Result<GatewayInfo> {
    let gateway: BotGateway =
        client.fire(Request::new(Route::GatewayBot, LightMethod::Get)).await?;
    Ok(gateway.into())
}
