//! Discord's REST API: parses, authorizes, limits and executes requests.

pub(crate) mod application_emojis;
pub(crate) mod applications;
pub(crate) mod callbacks;
pub(crate) mod channels;
pub(crate) mod error;
pub(crate) mod guilds;
pub(crate) mod message_body;
pub(crate) mod multipart;
pub(crate) mod query;
pub(crate) mod rate_limits;
pub(crate) mod routes;
pub(crate) mod throttle;
pub(crate) mod uploads;
pub(crate) mod webhooks;

use std::{
    sync::Arc,
    time::{Duration, UNIX_EPOCH},
};

use axum::{
    body::{Body as HttpBody, Bytes, to_bytes},
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use clock::Timestamp;
use serde_json::{Value, json};

use self::{
    error::ApiError, multipart::RequestBody, query::Query, routes::Route, throttle::LimitDecision,
};
use crate::{
    connection::ConnectionKiller,
    faults::FaultKind,
    interactions::payload,
    recorder::RecordedRequest,
    state::{AppState, message::Message},
};

/// The limit of a request's body: more than Discord's limit of attachments.
const MAX_BODY_BYTES: usize = 30 * 1024 * 1024;

/// A successful response.
#[derive(Debug)]
pub(crate) struct ApiResponse {
    pub(crate) status: StatusCode,
    pub(crate) body: Option<Value>,
}

impl ApiResponse {
    pub(crate) const NO_CONTENT: Self = Self { status: StatusCode::NO_CONTENT, body: None };

    pub(crate) fn ok(body: Value) -> Self {
        Self { status: StatusCode::OK, body: Some(body) }
    }

    pub(crate) fn message(message: &Message) -> Self {
        Self::ok(message.to_json())
    }
}

/// A request without its body.
struct ApiRequest<'a> {
    method: &'a Method,
    path: &'a str,
    query: Query<'a>,
    headers: &'a HeaderMap,
}

/// Handles any request under `/api`.
pub(crate) async fn api(
    State(shared): State<Arc<AppState>>,
    ConnectInfo(killer): ConnectInfo<ConnectionKiller>,
    http_request: Request,
) -> Response {
    let mut response = answer(&shared, &killer, http_request).await;
    if let Some(date) = http_date(shared.now()) {
        response.headers_mut().entry(header::DATE).or_insert(date);
    }
    response
}

/// The time as HTTP writes it, which the machine's clock would be otherwise.
fn http_date(now: Timestamp) -> Option<HeaderValue> {
    let since_epoch = Duration::from_millis(u64::try_from(now.milliseconds()).ok()?);
    HeaderValue::try_from(httpdate::fmt_http_date(UNIX_EPOCH + since_epoch)).ok()
}

async fn answer(shared: &AppState, killer: &ConnectionKiller, http_request: Request) -> Response {
    let (parts, http_body) = http_request.into_parts();
    let Some(path) = parts.uri.path().strip_prefix("/api/v10") else {
        return throttle::with_via_header(error_response(&ApiError::no_such_route()));
    };
    let query = Query(parts.uri.query().unwrap_or_default());
    let request = ApiRequest { method: &parts.method, path, query, headers: &parts.headers };
    let body = read_body(&request, http_body).await;
    let fault = shared.faults().take(&format!("{} {path}", request.method));
    let response = match fault {
        None => respond(shared, &request, body.as_ref()),
        Some(FaultKind::Status(status, body)) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            throttle::with_via_header((status, axum::Json(body)).into_response())
        }
        Some(FaultKind::RateLimited { retry_after_ms }) => throttle::injected_429(retry_after_ms),
        Some(FaultKind::AddressLimited { retry_after_s }) => {
            throttle::cloudflare_429(retry_after_s)
        }
        Some(FaultKind::DropRequest) => {
            killer.kill();
            StatusCode::NO_CONTENT.into_response()
        }
        Some(FaultKind::DropResponse) => {
            killer.kill();
            respond(shared, &request, body.as_ref())
        }
        Some(FaultKind::EmptyResponse) => {
            let response = respond(shared, &request, body.as_ref());
            if response.status().is_success() {
                throttle::with_via_header(StatusCode::NO_CONTENT.into_response())
            } else {
                response
            }
        }
        Some(FaultKind::WrongDate(offset)) => {
            let date = shared.now().milliseconds().saturating_add(offset);
            let mut response = respond(shared, &request, body.as_ref());
            if let Some(date) = http_date(Timestamp::from_milliseconds(date)) {
                response.headers_mut().insert(header::DATE, date);
            }
            response
        }
        Some(FaultKind::Hang) => {
            record(shared, &request, body.as_ref(), 0);
            shared.stopped().await;
            return StatusCode::NO_CONTENT.into_response();
        }
    };
    let status = if killer.is_killed() { 0 } else { response.status().as_u16() };
    record(shared, &request, body.as_ref(), status);
    response
}

async fn read_body(request: &ApiRequest<'_>, http_body: HttpBody) -> Result<RequestBody, ApiError> {
    let bytes =
        to_bytes(http_body, MAX_BODY_BYTES).await.map_err(|_| ApiError::body_too_large())?;
    // Some clients send an empty or `null` body with GET requests.
    let bytes = if *request.method == Method::GET { Bytes::new() } else { bytes };
    let content_type = request.headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok());
    multipart::read(content_type.unwrap_or_default(), bytes).await
}

fn record(
    shared: &AppState,
    request: &ApiRequest<'_>,
    body: Result<&RequestBody, &ApiError>,
    status: u16,
) {
    if shared.records_requests {
        let json = body.map_or(Value::Null, |body| body.payload.body.clone());
        shared.recorder().record(RecordedRequest {
            method: request.method.to_string(),
            path: request.path.to_owned(),
            body: json,
            multipart: body.is_ok_and(|body| body.multipart),
            status,
        });
    }
}

fn respond(
    shared: &AppState,
    request: &ApiRequest<'_>,
    body: Result<&RequestBody, &ApiError>,
) -> Response {
    let Some(route) = Route::parse(request.path) else {
        return throttle::with_via_header(error_response(&ApiError::no_such_route()));
    };
    if route.needs_bot_token() && !is_authorized(shared, request.headers) {
        return throttle::with_via_header(error_response(&ApiError::unauthorized()));
    }
    let decision = throttle::decide(shared, route, request.method);
    if let LimitDecision::Refused(response) = decision {
        return response;
    }
    let result = body.map_err(Clone::clone).and_then(|body| handle(shared, route, request, body));
    let response = match result {
        Ok(ApiResponse { status, body: Some(mut body) }) => {
            shared.variations().apply(&mut body);
            (status, axum::Json(body)).into_response()
        }
        Ok(ApiResponse { status, body: None }) => status.into_response(),
        Err(error) => {
            tracing::debug!(path = request.path, %error, "request refused");
            error_response(&error)
        }
    };
    decision.add_headers(response)
}

fn error_response(error: &ApiError) -> Response {
    (error.status, axum::Json(&error.body)).into_response()
}

fn is_authorized(shared: &AppState, headers: &HeaderMap) -> bool {
    let header = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    header
        .and_then(|value| value.strip_prefix("Bot "))
        .is_some_and(|token| shared.is_valid_token(token))
}

fn handle(
    shared: &AppState,
    route: Route<'_>,
    request: &ApiRequest<'_>,
    body: &RequestBody,
) -> Result<ApiResponse, ApiError> {
    check_method(route, request.method)?;
    let now = shared.now();
    let payload = &body.payload;
    let mut world = shared.world();
    uploads::check_size(payload, world.attachment_limit)?;
    match route {
        Route::Gateway => Ok(ApiResponse::ok(json!({ "url": shared.gateway_url() }))),
        Route::GatewayBot => Ok(ApiResponse::ok(json!({
            "url": shared.gateway_url(),
            "shards": shared.shards(),
            "session_start_limit": shared.identify_limit().session_start_limit(now),
        }))),
        Route::Me => Ok(ApiResponse::ok(world.user(world.bot).to_json())),
        Route::Application => Ok(ApiResponse::ok(payload::application(&world, &shared.endpoints))),
        Route::Commands { application, guild } => {
            let scope = applications::scope(&world, application, guild)?;
            if *request.method == Method::GET {
                let translated = request.query.is_true("with_localizations");
                return Ok(applications::list_commands(&world, scope, translated));
            }
            applications::replace_commands(&mut world, scope, payload, now)
        }
        Route::Emojis { application } => {
            let body = &payload.body;
            application_emojis::all(&mut world, request.method, application, body, now)
        }
        Route::Emoji { application, emoji } => {
            let body = &payload.body;
            application_emojis::one(&mut world, request.method, (application, emoji), body)
        }
        Route::Callback { interaction, token } => {
            let with_response = request.query.is_true("with_response");
            callbacks::respond(&mut world, interaction, token, payload, with_response, now)
        }
        Route::Webhook { application, token } => {
            check_application(&world, application)?;
            webhooks::follow_up(&mut world, token, payload, now)
        }
        Route::WebhookMessage { application, token, message } => {
            check_application(&world, application)?;
            webhooks::own_message(&mut world, request.method, (token, message), payload, now)
        }
        Route::Guild { guild } => guilds::show(&world, guild),
        Route::Member { guild, user } => guilds::member(&world, guild, user),
        Route::Channel { channel } if *request.method == Method::PATCH => {
            channels::modify(&mut world, channel, &payload.body, now)
        }
        Route::Channel { channel } => channels::show(&world, channel, now),
        Route::Messages { channel } if *request.method == Method::GET => {
            channels::list(&world, channel, &request.query, now)
        }
        Route::Messages { channel } => channels::post(&mut world, channel, payload, now),
        Route::Message { channel, message } => {
            channels::one_message(&mut world, request.method, (channel, message), payload, now)
        }
    }
}

fn check_method(route: Route<'_>, method: &Method) -> Result<(), ApiError> {
    let allowed: &[Method] = match route {
        Route::Gateway
        | Route::GatewayBot
        | Route::Me
        | Route::Application
        | Route::Guild { .. }
        | Route::Member { .. } => &[Method::GET],
        Route::Channel { .. } => &[Method::GET, Method::PATCH],
        Route::Commands { .. } => &[Method::GET, Method::PUT],
        Route::Callback { .. } | Route::Webhook { .. } => &[Method::POST],
        Route::Emojis { .. } | Route::Messages { .. } => &[Method::GET, Method::POST],
        Route::Emoji { .. } | Route::WebhookMessage { .. } | Route::Message { .. } => {
            &[Method::GET, Method::PATCH, Method::DELETE]
        }
    };
    if allowed.contains(method) { Ok(()) } else { Err(ApiError::no_such_route()) }
}

fn check_application(
    world: &crate::state::world::World,
    application: &str,
) -> Result<(), ApiError> {
    let matches = application == world.bot.to_string();
    if matches { Ok(()) } else { Err(ApiError::unknown_webhook()) }
}
