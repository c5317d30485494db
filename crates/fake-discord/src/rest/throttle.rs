//! Which requests are counted against which limits, and how Discord says so.

use axum::{
    Json,
    http::{HeaderName, HeaderValue, Method, StatusCode},
    response::{IntoResponse as _, Response},
};
use serde_json::json;

use crate::{
    rest::{
        rate_limits::{Bucket, Standing},
        routes::Route,
    },
    state::{Shared, locked},
};

/// Whether a request is within its limits.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// It is, or has none.
    Allowed(Option<(&'static str, Standing)>),
    /// It isn't; this is the answer.
    Refused(Response),
}

impl Verdict {
    /// Writes on a response how full its bucket is.
    pub(crate) fn stamp(self, mut response: Response) -> Response {
        if let Self::Allowed(Some((name, standing))) = self {
            write_standing(&mut response, name, standing);
        }
        bare(response)
    }
}

/// Counts a request. Callbacks are exempt, as at Discord.
pub(crate) fn judge(shared: &Shared, route: Route<'_>, method: &Method) -> Verdict {
    let Some(limits) = &shared.limits else {
        return Verdict::Allowed(None);
    };
    let now = shared.now();
    let mut limits = locked(limits);
    if route.needs_bot_token() {
        let standing = limits.count(Bucket::Global, now);
        if !standing.allowed {
            return Verdict::Refused(too_many(&Bucket::Global, standing));
        }
    }
    let Some(bucket) = bucket_of(route, method) else {
        return Verdict::Allowed(None);
    };
    let name = bucket.name();
    let standing = limits.count(bucket.clone(), now);
    if standing.allowed {
        Verdict::Allowed(Some((name, standing)))
    } else {
        Verdict::Refused(too_many(&bucket, standing))
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

fn too_many(bucket: &Bucket, standing: Standing) -> Response {
    let global = *bucket == Bucket::Global;
    let mut response = refusal(standing.reset_after.as_secs_f64(), global);
    if global {
        put(&mut response, "x-ratelimit-global", "true");
    } else {
        write_standing(&mut response, bucket.name(), standing);
    }
    put(&mut response, "x-ratelimit-scope", if global { "global" } else { "user" });
    bare(response)
}

/// A 429 that a test has asked for.
pub(crate) fn ordered(retry_after_ms: u64) -> Response {
    let seconds = std::time::Duration::from_millis(retry_after_ms).as_secs_f64();
    let mut response = refusal(seconds, false);
    for (name, value) in [
        ("x-ratelimit-limit", "5".to_owned()),
        ("x-ratelimit-remaining", "0".to_owned()),
        ("x-ratelimit-reset-after", format!("{seconds:.3}")),
        ("x-ratelimit-bucket", "ordered".to_owned()),
        ("x-ratelimit-scope", "user".to_owned()),
    ] {
        put(&mut response, name, &value);
    }
    bare(response)
}

fn refusal(retry_after: f64, global: bool) -> Response {
    let body = json!({
        "message": "You are being rate limited.",
        "retry_after": retry_after,
        "global": global,
    });
    let mut response = (StatusCode::TOO_MANY_REQUESTS, Json(body)).into_response();
    // The header counts in whole seconds, so it must not promise too early.
    put(&mut response, "retry-after", &format!("{:.0}", retry_after.ceil()));
    response
}

#[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 have far fewer digits")]
fn write_standing(response: &mut Response, name: &str, standing: Standing) {
    for (header, value) in [
        ("x-ratelimit-limit", standing.limit.to_string()),
        ("x-ratelimit-remaining", standing.remaining.to_string()),
        ("x-ratelimit-reset", format!("{:.3}", standing.reset.milliseconds() as f64 / 1000.0)),
        ("x-ratelimit-reset-after", format!("{:.3}", standing.reset_after.as_secs_f64())),
        ("x-ratelimit-bucket", name.to_owned()),
    ] {
        put(response, header, &value);
    }
}

fn put(response: &mut Response, name: &'static str, value: &str) {
    let value = HeaderValue::from_str(value).expect("digits and letters make a header");
    response.headers_mut().insert(HeaderName::from_static(name), value);
}

/// A 429 without this header comes from Discord's shield, not from its API, and
/// clients tell them apart by it.
pub(crate) fn bare(mut response: Response) -> Response {
    put(&mut response, "via", "1.1 google");
    response
}
