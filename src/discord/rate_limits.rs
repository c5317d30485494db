//! What answers with status 429 say, kept until it is over.

use std::{collections::HashMap, fmt, time::Duration};

use parking_lot::Mutex;
use reqwest::{Request, Response, header::RETRY_AFTER};
use serde::Deserialize;
use thiserror::Error;
use tokio::time::Instant;

/// A request was answered with 429, or is not sent, since one like it was.
///
/// [Discord's rules](https://discord.com/developers/docs/topics/rate-limits)
#[derive(Clone, Copy, Debug, Default, Error)]
#[error(
    "{}{}",
    if *.by_cloudflare {
        "Cloudflare takes no more requests from this address"
    } else {
        "Discord takes no more such requests"
    },
    .retry_after.map_or_else(String::new, |it| format!(" for {:.0} s", it.as_secs_f64().ceil()))
)]
pub struct RateLimited {
    /// Whether the answer's body was not Discord's.
    pub(super) by_cloudflare: bool,
    /// How long to wait before the next request. `None` if that was not said.
    pub(super) retry_after: Option<Duration>,
    /// Says what is limited, if not all such requests, such as edits of an old message.
    pub(super) code: u64,
    /// Whether Discord takes no requests of the bot's at all.
    pub(super) is_global: bool,
}

/// The body of an answer with status 429.
#[derive(Default, Deserialize)]
#[serde(default)]
struct LimitBody {
    code: u64,
    message: String,
    retry_after: Option<f64>,
    global: bool,
}

impl RateLimited {
    /// Reads an answer with status 429. Its body says more exactly than its header how long to wait.
    pub(super) async fn read(response: Response) -> Self {
        let header = response.headers().get(RETRY_AFTER);
        let header = header.and_then(|it| it.to_str().ok()?.parse().ok());
        let text = response.text().await.unwrap_or_default();
        let body: LimitBody = serde_json::from_str(&text).unwrap_or_default();
        let is_discords = body.retry_after.is_some() || !body.message.is_empty();
        let seconds = body.retry_after.or(header);
        Self {
            by_cloudflare: !text.is_empty() && !is_discords,
            retry_after: seconds.and_then(|it| Duration::try_from_secs_f64(it).ok()),
            code: body.code,
            is_global: body.global,
        }
    }
}

/// Until when which requests are limited. serenity's limiter, through which requests with the bot's
/// token go without a proxy, waits by itself.
#[derive(Default)]
pub(super) struct RateLimits(Mutex<HashMap<String, (Instant, RateLimited)>>);

/// What all requests from this address are limited with.
pub(super) const ADDRESS: &str = "address";

/// What a request is limited with: all from this address, all of the bot's, and all such requests in
/// its channel or by its token.
pub(super) fn scopes(request: &Request) -> [String; 3] {
    const MESSAGES: &str = "/messages";
    let path = request.url().path();
    let end = path.find(MESSAGES).map_or(path.len(), |at| at + MESSAGES.len());
    let shared = format!("{} {}", request.method(), &path[..end]);
    // Requests by an interaction's token do not count towards Discord's global limit.
    let by_token = path.contains("/webhooks/") || path.contains("/interactions/");
    let global = if by_token { shared.clone() } else { String::new() };
    [ADDRESS.to_owned(), global, shared]
}

impl RateLimits {
    /// Fails while such requests are limited.
    pub(super) fn check(&self, scopes: &[String]) -> Result<(), RateLimited> {
        let mut limits = self.0.lock();
        limits.retain(|_, (until, _)| *until > Instant::now());
        let longest = scopes.iter().filter_map(|it| limits.get(it)).max_by_key(|(until, _)| *until);
        longest.map_or(Ok(()), |(until, limited)| {
            let left = until.duration_since(Instant::now());
            Err(RateLimited { retry_after: Some(left), ..*limited })
        })
    }

    /// Keeps a limit, unless it is not of all such requests.
    pub(super) fn keep(&self, [address, global, shared]: [String; 3], limited: RateLimited) {
        let until = limited.retry_after.and_then(|it| Instant::now().checked_add(it));
        if let Some(until) = until.filter(|_| limited.code == 0) {
            let scope = match limited {
                RateLimited { by_cloudflare: true, .. } => address,
                RateLimited { is_global: true, .. } => global,
                _ => shared,
            };
            self.0.lock().insert(scope, (until, limited));
        }
    }
}

/// Without the scopes, which name tokens.
impl fmt::Debug for RateLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimits").finish_non_exhaustive()
    }
}
