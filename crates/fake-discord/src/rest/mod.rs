//! Discord's REST API: from a request to its answer.

pub(crate) mod applications;
pub(crate) mod callbacks;
pub(crate) mod channels;
pub(crate) mod error;
pub(crate) mod multipart;
pub(crate) mod query;
pub(crate) mod rate_limits;
pub(crate) mod routes;
pub(crate) mod throttle;
pub(crate) mod uploads;
pub(crate) mod webhooks;

use std::sync::Arc;

use axum::{
    body::{Body as HttpBody, Bytes, to_bytes},
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, Method, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde_json::{Value, json};

use self::{error::Refusal, multipart::Body, query::Query, routes::Route, throttle::Verdict};
use crate::{
    connection::Cut,
    faults::FaultKind,
    interactions::payload,
    recorder::Recorded,
    state::{Shared, message::Message},
};

/// Beyond Discord's limit for files with room for the rest of a request.
const LARGEST_BODY: usize = 30 * 1024 * 1024;

/// An answer that is a success.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) body: Option<Value>,
}

impl Reply {
    pub(crate) const NOTHING: Self = Self { status: StatusCode::NO_CONTENT, body: None };

    pub(crate) fn ok(body: Value) -> Self {
        Self { status: StatusCode::OK, body: Some(body) }
    }

    pub(crate) fn message(message: &Message) -> Self {
        Self::ok(message.raw())
    }
}

/// A request, read.
struct Call<'a> {
    method: &'a Method,
    path: &'a str,
    query: Query<'a>,
    headers: &'a HeaderMap,
}

/// Answers any request under `/api`.
pub(crate) async fn api(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    request: Request,
) -> Response {
    let (parts, http_body) = request.into_parts();
    let Some(path) = parts.uri.path().strip_prefix("/api/v10") else {
        return throttle::bare(refused(&Refusal::no_such_route()));
    };
    let query = Query(parts.uri.query().unwrap_or_default());
    let call = Call { method: &parts.method, path, query, headers: &parts.headers };
    let body = read_body(&call, http_body).await;
    let fault = shared.faults().take(&format!("{} {path}", call.method));
    let response = match fault {
        None => answer(&shared, &call, body.as_ref()),
        Some(FaultKind::Status(status, body)) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            throttle::bare((status, axum::Json(body)).into_response())
        }
        Some(FaultKind::RateLimited { retry_after_ms }) => throttle::ordered(retry_after_ms),
        Some(FaultKind::CutOff) => {
            cut.cut();
            StatusCode::NO_CONTENT.into_response()
        }
        Some(FaultKind::LoseAnswer) => {
            cut.cut();
            answer(&shared, &call, body.as_ref())
        }
        Some(FaultKind::Hang) => {
            record(&shared, &call, body.as_ref(), 0);
            shared.stopped().await;
            return StatusCode::NO_CONTENT.into_response();
        }
    };
    let status = if cut.is_cut() { 0 } else { response.status().as_u16() };
    record(&shared, &call, body.as_ref(), status);
    response
}

async fn read_body(call: &Call<'_>, http_body: HttpBody) -> Result<Body, Refusal> {
    let bytes = to_bytes(http_body, LARGEST_BODY).await.map_err(|_| Refusal::body_too_large())?;
    // Clients put an empty or `null` body with requests that have none.
    let bytes = if *call.method == Method::GET { Bytes::new() } else { bytes };
    let content_type = call.headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok());
    multipart::read(content_type.unwrap_or_default(), &bytes)
}

fn record(shared: &Shared, call: &Call<'_>, body: Result<&Body, &Refusal>, status: u16) {
    if shared.records {
        let json = body.map_or(Value::Null, |body| body.draft.body.clone());
        shared.recorder().record(Recorded {
            method: call.method.to_string(),
            path: call.path.to_owned(),
            body: json,
            multipart: body.is_ok_and(|body| body.multipart),
            status,
        });
    }
}

fn answer(shared: &Shared, call: &Call<'_>, body: Result<&Body, &Refusal>) -> Response {
    let Some(route) = Route::parse(call.path) else {
        return throttle::bare(refused(&Refusal::no_such_route()));
    };
    if route.needs_bot_token() && !is_authorized(shared, call.headers) {
        return throttle::bare(refused(&Refusal::unauthorized()));
    }
    let verdict = throttle::judge(shared, route, call.method);
    if let Verdict::Refused(response) = verdict {
        return response;
    }
    let result = body.map_err(Clone::clone).and_then(|body| carry_out(shared, route, call, body));
    let response = match result {
        Ok(Reply { status, body: Some(body) }) => (status, axum::Json(body)).into_response(),
        Ok(Reply { status, body: None }) => status.into_response(),
        Err(refusal) => {
            tracing::debug!(path = call.path, answer = refusal.sentence(), "refused");
            refused(&refusal)
        }
    };
    verdict.stamp(response)
}

fn refused(refusal: &Refusal) -> Response {
    (refusal.status, axum::Json(&refusal.body)).into_response()
}

fn is_authorized(shared: &Shared, headers: &HeaderMap) -> bool {
    let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    shown.and_then(|shown| shown.strip_prefix("Bot ")).is_some_and(|token| shared.knows(token))
}

fn carry_out(
    shared: &Shared,
    route: Route<'_>,
    call: &Call<'_>,
    body: &Body,
) -> Result<Reply, Refusal> {
    check_method(route, call.method)?;
    let now = shared.now();
    let draft = &body.draft;
    let mut world = shared.world();
    match route {
        Route::Gateway => Ok(Reply::ok(json!({ "url": shared.gateway_address() }))),
        Route::GatewayBot => Ok(Reply::ok(json!({
            "url": shared.gateway_address(),
            "shards": shared.shards(),
            "session_start_limit": shared.starts().raw(now),
        }))),
        Route::Me => Ok(Reply::ok(world.user(world.bot).raw())),
        Route::Application => Ok(Reply::ok(payload::application(&world))),
        Route::Commands { application, guild } => {
            applications::commands(&mut world, call.method, (application, guild), draft, now)
        }
        Route::Callback { interaction, token } => {
            let with_response = call.query.is_true("with_response");
            callbacks::answer(&mut world, interaction, token, draft, with_response, now)
        }
        Route::Webhook { application, token } => {
            check_application(&world, application)?;
            webhooks::follow_up(&mut world, token, draft, now)
        }
        Route::WebhookMessage { application, token, message } => {
            check_application(&world, application)?;
            webhooks::own_message(&mut world, call.method, (token, message), draft, now)
        }
        Route::Channel { channel } => channels::show(&world, channel),
        Route::Messages { channel } if *call.method == Method::GET => {
            channels::list(&world, channel, &call.query)
        }
        Route::Messages { channel } => channels::post(&mut world, channel, draft, now),
        Route::Message { channel, message } => {
            channels::one_message(&mut world, call.method, (channel, message), draft, now)
        }
    }
}

fn check_method(route: Route<'_>, method: &Method) -> Result<(), Refusal> {
    let allowed: &[Method] = match route {
        Route::Gateway
        | Route::GatewayBot
        | Route::Me
        | Route::Application
        | Route::Channel { .. } => &[Method::GET],
        Route::Commands { .. } => &[Method::GET, Method::PUT],
        Route::Callback { .. } | Route::Webhook { .. } => &[Method::POST],
        Route::Messages { .. } => &[Method::GET, Method::POST],
        Route::WebhookMessage { .. } | Route::Message { .. } => {
            &[Method::GET, Method::PATCH, Method::DELETE]
        }
    };
    if allowed.contains(method) { Ok(()) } else { Err(Refusal::no_such_route()) }
}

fn check_application(world: &crate::state::world::World, application: &str) -> Result<(), Refusal> {
    let is_ours = application == world.bot.to_string();
    if is_ours { Ok(()) } else { Err(Refusal::unknown_webhook()) }
}
