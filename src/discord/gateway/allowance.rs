//! Asking Discord where to connect, with how many shards, and whether already.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use serenity::{http::Http, model::gateway::BotGateway};

use super::{
    budget::{self, Limit},
    shards::Shards,
};
use crate::discord::{connected::Connected, patience::Trouble};
use clock::Clock;

/// How often Discord is asked how many sessions are left, while shards are
/// connected. In that time, serenity begins 60 at most, one after another, so
/// even a gateway that drops each of them takes no more by surprise.
const ASK_EVERY: Duration = Duration::from_mins(5);

/// What Discord says of connecting.
#[derive(Clone, Debug)]
pub(super) struct Gateway {
    /// Where to connect.
    pub(super) address: String,
    /// With how many shards.
    pub(super) shards: u32,
    limit: Limit,
}

impl From<BotGateway> for Gateway {
    fn from(gateway: BotGateway) -> Self {
        let limit = gateway.session_start_limit;
        let limit = Limit {
            total: limit.total,
            remaining: limit.remaining,
            reset_after: Duration::from_millis(limit.reset_after),
        };
        Self { address: gateway.url, shards: gateway.shards.max(1), limit }
    }
}

/// The sessions that may be begun.
#[derive(Debug)]
pub(super) struct Allowance<'a> {
    http: &'a Http,
    clock: &'a Clock,
    /// How many more than there are shards were begun when it went wrong last.
    burst: AtomicU64,
}

impl<'a> Allowance<'a> {
    pub(super) fn new(http: &'a Http, clock: &'a Clock) -> Self {
        Self { http, clock, burst: AtomicU64::new(0) }
    }

    /// Waits until sessions may be begun, and says where and how many.
    pub(super) async fn wait(&self) -> Result<Gateway, Trouble> {
        let gateway = self.ask().await?;
        let sessions = self.burst.swap(0, Ordering::Relaxed).max(gateway.shards.into());
        let pause = budget::pause(gateway.limit, sessions);
        if pause.is_zero() {
            return Ok(gateway);
        }
        let Limit { total, remaining, reset_after } = gateway.limit;
        tracing::warn!(
            "connecting in {} s: Discord lets the bot begin {remaining} more sessions of {total} \
             in the next {} s, and they have to last",
            pause.as_secs(),
            reset_after.as_secs()
        );
        self.clock.sleep_until(self.clock.now().after(pause)).await;
        self.ask().await
    }

    /// Asks again from time to time, and returns why the shards have to end:
    /// serenity begins new sessions for ever where none lasts.
    pub(super) async fn watch(
        &self,
        begun: &Gateway,
        shards: &Shards,
        connected: &Connected,
    ) -> Trouble {
        let mut remaining = begun.limit.remaining;
        let mut starting = u64::from(begun.shards);
        loop {
            self.clock.sleep_until(self.clock.now().after(ASK_EVERY)).await;
            if !shards.were_any().await {
                continue;
            }
            let gateway = match self.ask().await {
                Ok(gateway) => gateway,
                // While all shards are connected, none begins a session.
                Err(Trouble::Other(error)) if connected.is_complete() => {
                    tracing::debug!("how many sessions are left is not known: {error:#}");
                    continue;
                }
                Err(trouble) => return trouble,
            };
            if gateway.shards > begun.shards {
                let shards = gateway.shards;
                return Trouble::Other(anyhow::anyhow!("Discord now asks for {shards} shards"));
            }
            let spent = remaining.saturating_sub(gateway.limit.remaining);
            let unforeseen = spent.saturating_sub(starting);
            starting = starting.saturating_sub(spent);
            remaining = gateway.limit.remaining;
            if budget::pause(gateway.limit, unforeseen) > ASK_EVERY {
                self.burst.store(unforeseen, Ordering::Relaxed);
                let minutes = ASK_EVERY.as_secs() / 60;
                return Trouble::Other(anyhow::anyhow!(
                    "sessions do not last: {unforeseen} were begun anew in {minutes} minutes"
                ));
            }
        }
    }

    async fn ask(&self) -> Result<Gateway, Trouble> {
        Ok(self.http.get_bot_gateway().await?.into())
    }
}
