//! Applies rate limits to requests, and writes the headers about them.

use axum::{
    Json,
    http::{HeaderName, HeaderValue, Method, StatusCode},
    response::{Html, IntoResponse as _, Response},
};
use clock::Timestamp;
use serde_json::json;

use crate::{
    mutex::lock_ignoring_poison,
    rest::{
        rate_limits::{Bucket, BucketState, EditLimits},
        routes::Route,
    },
    state::{
        AppState,
        ids::{ChannelId, MessageId},
        world::World,
    },
};

/// Whether a request is within its limits.
#[derive(Debug)]
pub(crate) enum LimitDecision {
    /// It is. Has the name and state of its bucket, if it has one.
    Allowed(Option<(&'static str, BucketState)>),
    /// It is not. Has the 429 response.
    Refused(Response),
}

impl LimitDecision {
    /// Adds the rate limit headers to a response.
    pub(crate) fn add_headers(self, mut response: Response) -> Response {
        if let Self::Allowed(Some((name, state))) = self {
            write_limit_headers(&mut response, name, state);
        }
        with_via_header(response)
    }
}

/// Counts a request. Interaction callbacks are exempt, as at Discord.
pub(crate) fn decide(shared: &AppState, route: Route<'_>, method: &Method) -> LimitDecision {
    if *method == Method::PATCH
        && let Some(refused) = refused_edit(shared, route)
    {
        return LimitDecision::Refused(refused);
    }
    let Some(limits) = &shared.limits else {
        return LimitDecision::Allowed(None);
    };
    let now = shared.now();
    let mut limits = lock_ignoring_poison(limits);
    if route.needs_bot_token() {
        let state = limits.count(Bucket::Global, now);
        if !state.allowed {
            return LimitDecision::Refused(limit_exceeded(&Bucket::Global, state));
        }
    }
    let Some(bucket) = bucket_of(route, method) else {
        return LimitDecision::Allowed(None);
    };
    let name = bucket.name();
    let state = limits.count(bucket.clone(), now);
    if state.allowed {
        LimitDecision::Allowed(Some((name, state)))
    } else {
        LimitDecision::Refused(limit_exceeded(&bucket, state))
    }
}

/// The 429 of an edit beyond [`EditLimits`].
fn refused_edit(shared: &AppState, route: Route<'_>) -> Option<Response> {
    let now = shared.now();
    let (channel, message) = edited_message(&mut shared.world(), route, now)?;
    let mut limits = shared.edit_limits();
    let (EditLimits { per_channel, per_message }, windows) = limits.as_mut()?;
    let buckets = [
        Bucket::ChannelEdits { channel, limit: *per_channel },
        Bucket::MessageEdits { message, limit: *per_message },
    ];
    buckets.into_iter().find_map(|bucket| {
        let state = windows.count(bucket.clone(), now);
        (!state.allowed).then(|| limit_exceeded(&bucket, state))
    })
}

/// The message that an edit is of.
fn edited_message(
    world: &mut World,
    route: Route<'_>,
    now: Timestamp,
) -> Option<(ChannelId, MessageId)> {
    match route {
        Route::WebhookMessage { token, message, .. } => {
            let interaction = world.interactions.by_token(token).ok()?;
            let original = interaction.original(now).ok()?;
            Some((interaction.channel, message.parse().unwrap_or(original)))
        }
        Route::Message { channel, message } => Some((channel.parse().ok()?, message.parse().ok()?)),
        _ => None,
    }
}

fn bucket_of(route: Route<'_>, method: &Method) -> Option<Bucket> {
    match route {
        Route::Messages { channel } | Route::Message { channel, .. } => {
            let method = match *method {
                Method::POST => "POST",
                Method::PATCH => "PATCH",
                Method::DELETE => "DELETE",
                _ => "GET",
            };
            Some(Bucket::Channel { channel: channel.parse().ok()?, method })
        }
        Route::Webhook { token, .. } | Route::WebhookMessage { token, .. } => {
            Some(Bucket::Webhook { token: token.to_owned() })
        }
        _ => None,
    }
}

fn limit_exceeded(bucket: &Bucket, state: BucketState) -> Response {
    let global = *bucket == Bucket::Global;
    let mut response = too_many_requests(state.reset_after.as_secs_f64(), global);
    if global {
        set_header(&mut response, "x-ratelimit-global", "true");
    } else {
        write_limit_headers(&mut response, bucket.name(), state);
    }
    set_header(&mut response, "x-ratelimit-scope", if global { "global" } else { "user" });
    with_via_header(response)
}

/// The 429 of an injected fault.
pub(crate) fn injected_429(retry_after_ms: u64) -> Response {
    let seconds = std::time::Duration::from_millis(retry_after_ms).as_secs_f64();
    let mut response = too_many_requests(seconds, false);
    for (name, value) in [
        ("x-ratelimit-limit", "5".to_owned()),
        ("x-ratelimit-remaining", "0".to_owned()),
        ("x-ratelimit-reset-after", format!("{seconds:.3}")),
        ("x-ratelimit-bucket", "injected".to_owned()),
        ("x-ratelimit-scope", "user".to_owned()),
    ] {
        set_header(&mut response, name, &value);
    }
    with_via_header(response)
}

/// The 429 of Cloudflare, which has no `Via` header.
pub(crate) fn cloudflare_429(retry_after_s: u32) -> Response {
    let page = Html("<!doctype html><title>Access denied</title><h1>Error 1015</h1>");
    let mut response = (StatusCode::TOO_MANY_REQUESTS, page).into_response();
    set_header(&mut response, "retry-after", &retry_after_s.to_string());
    response
}

fn too_many_requests(retry_after: f64, global: bool) -> Response {
    let body = json!({
        "message": "You are being rate limited.",
        "retry_after": retry_after,
        "global": global,
    });
    let mut response = (StatusCode::TOO_MANY_REQUESTS, Json(body)).into_response();
    // The header is in whole seconds, which are rounded up.
    set_header(&mut response, "retry-after", &format!("{:.0}", retry_after.ceil()));
    response
}

#[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 have far fewer digits")]
fn write_limit_headers(response: &mut Response, name: &str, state: BucketState) {
    for (header, value) in [
        ("x-ratelimit-limit", state.limit.to_string()),
        ("x-ratelimit-remaining", state.remaining.to_string()),
        ("x-ratelimit-reset", format!("{:.3}", state.reset.milliseconds() as f64 / 1000.0)),
        ("x-ratelimit-reset-after", format!("{:.3}", state.reset_after.as_secs_f64())),
        ("x-ratelimit-bucket", name.to_owned()),
    ] {
        set_header(response, header, &value);
    }
}

fn set_header(response: &mut Response, name: &'static str, value: &str) {
    let value = HeaderValue::from_str(value).expect("digits and letters are a valid header value");
    response.headers_mut().insert(HeaderName::from_static(name), value);
}

/// Adds the `Via` header, without which clients attribute a 429 to Cloudflare
/// instead of the API.
pub(crate) fn with_via_header(mut response: Response) -> Response {
    set_header(&mut response, "via", "1.1 google");
    response
}
