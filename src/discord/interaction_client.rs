//! Requests authorised by an interaction's token: the response, its edits and deletion, and
//! follow-ups.
//!
//! They bypass serenity's rate limiter, which keeps an entry for every interaction
//! for ever and serialises all edits by token. Discord does not count responses
//! towards its global limit
//! ([rule](https://discord.com/developers/docs/interactions/receiving-and-responding#endpoints));
//! a 429 is retried once, but for edits and deletions, which may be outdated by then.
//!
//! Discord accepts edits and follow-ups only once it has processed the response.
//! When the response is the body of an HTTP reply, nothing says when that is, so
//! these requests are retried for a while.
//!
//! Sent here as well, although they need the bot's token, are the question whether Discord answers,
//! and the requests that are repeated until it does. With a proxy, all others are as well.

use std::time::{Duration, UNIX_EPOCH};

use clock::Timestamp;
use reqwest::{Client, StatusCode, header::DATE};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use serenity::{
    all::CreateAttachment,
    http::{DiscordJsonError, LightMethod, Multipart, MultipartUpload, Request, Route},
};
use thiserror::Error;

use super::{
    config::DiscordConfig,
    interaction::Identified,
    rate_limits::{RateLimited, RateLimits, scopes},
};
use crate::{
    errors,
    features::{DiscordTime, InteractionRef},
    game::{ApplicationId, MessageHandle, MessageId, Token},
};

/// The longest `Retry-After` that still lets a response arrive in time.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(2);

/// The milliseconds between attempts while Discord does not know the response yet.
const RETRY_DELAYS: [u64; 5] = [50, 100, 200, 400, 800];

/// Discord's code for a message that is not there
/// ([list](https://discord.com/developers/docs/topics/opcodes-and-status-codes#json)).
pub(super) const UNKNOWN_MESSAGE: u64 = 10008;

/// Discord's code for a response that it does not have.
const UNKNOWN_WEBHOOK: u64 = 10015;

/// Discord's code for an interaction that is not there, or not any more.
const UNKNOWN_INTERACTION: u64 = 10062;

/// Discord's code for an interaction that has a response.
pub const ALREADY_ACKNOWLEDGED: u64 = 40060;

/// Why a request failed.
#[derive(Debug, Error)]
pub enum SendError {
    /// Discord refused it.
    #[error(
        "the answer is {status}{}",
        if *.code == 0 { format!(", {}", .message) } else { format!(", code {}: {}", .code, .message) }
    )]
    Refused {
        status: StatusCode,
        /// [Discord's code](https://discord.com/developers/docs/topics/opcodes-and-status-codes#json).
        code: u64,
        message: String,
    },
    /// Discord limits the rate of such requests.
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    /// Discord could not be reached or sent no response.
    #[error("Discord did not answer")]
    Network(#[source] reqwest::Error),
    #[error("the request could not be built")]
    Build(#[source] Box<serenity::Error>),
    #[error("what was sent or answered is not as expected")]
    Json(#[from] serde_json::Error),
}

impl SendError {
    /// Whether the interaction already has a response, so that nothing is lost.
    pub fn is_already_acknowledged(&self) -> bool {
        matches!(self, Self::Refused { code: ALREADY_ACKNOWLEDGED, .. })
    }

    /// Whether Discord refuses what a response says, as when `AutoMod` blocks a word in it,
    /// rather than any response to this interaction.
    pub fn is_of_content(&self) -> bool {
        let Self::Refused { status, code, .. } = self else { return false };
        let is_over = [ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK].contains(code);
        status.is_client_error() && !is_over
    }

    /// Whether the same request may succeed later: Discord limits the rate, is out of order,
    /// or was not reached.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Refused { status, .. } => status.is_server_error(),
            Self::RateLimited(_) | Self::Network(_) => true,
            Self::Build(_) | Self::Json(_) => false,
        }
    }

    /// Whether Discord refuses the bot's token.
    pub(super) fn is_of_token(&self) -> bool {
        matches!(self, Self::Refused { status: StatusCode::UNAUTHORIZED, .. })
    }

    /// Whether Discord would refuse the same request again.
    pub fn is_refusal(&self) -> bool {
        let Self::Refused { status, .. } = self else { return false };
        status.is_client_error() && !self.is_of_token()
    }

    /// [Discord's code](https://discord.com/developers/docs/topics/opcodes-and-status-codes#json).
    /// `None` if the answer has none, as when something on the way to Discord has answered.
    pub fn code(&self) -> Option<u64> {
        match self {
            Self::Refused { code, .. } | Self::RateLimited(RateLimited { code, .. }) => {
                Some(*code).filter(|&code| code > 0)
            }
            _ => None,
        }
    }

    /// How long to wait, if Discord limits the rate and says so.
    pub(super) fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::RateLimited(limited) => limited.retry_after,
            _ => None,
        }
    }

    /// Whether Discord has no response to the interaction, at least not yet.
    pub fn is_unknown_webhook(&self) -> bool {
        matches!(self, Self::Refused { code: UNKNOWN_WEBHOOK, .. })
    }
}

/// Sends requests past serenity's rate limiter.
#[derive(Debug)]
pub struct InteractionClient {
    client: Client,
    bot_token: SecretString,
    proxy: Option<String>,
    pub(super) time: DiscordTime,
    pub(super) limits: RateLimits,
}

impl InteractionClient {
    /// Requests go to the proxy instead of Discord if there is one.
    pub(super) fn new(config: &DiscordConfig, time: DiscordTime) -> Self {
        Self {
            client: config.client.clone(),
            bot_token: format!("Bot {}", config.token.expose_secret()).into(),
            proxy: config.proxy.clone(),
            time,
            limits: RateLimits::default(),
        }
    }

    /// Sends a request that changes nothing, to see whether Discord serves the bot.
    pub(super) async fn ping(&self) -> Result<(), SendError> {
        let request = self.with_token(Request::new(Route::UserMe, LightMethod::Get))?;
        match self.execute(request).await {
            // This limit is Discord's answer; others may come from what stands between.
            Err(SendError::RateLimited(limited)) if !limited.by_cloudflare => Ok(()),
            answer => accepted(answer?).await.map(drop),
        }
    }

    /// Sends a request with the bot's token, and reads the answer.
    pub(super) async fn fire<T: DeserializeOwned>(
        &self,
        request: Request<'_>,
    ) -> Result<T, SendError> {
        self.fetch(self.with_token(request)?).await
    }

    /// Asks for the bot's application. serenity has only an older route.
    ///
    /// [Discord's route](https://discord.com/developers/docs/resources/application#get-current-application)
    pub(super) async fn application<T: DeserializeOwned>(&self) -> Result<T, SendError> {
        let older = Request::new(Route::Oauth2ApplicationCurrent, LightMethod::Get);
        let mut request = self.with_token(older)?;
        let path = request.url().path().replace("/oauth2/", "/");
        request.url_mut().set_path(&path);
        self.fetch(request).await
    }

    async fn fetch<T: DeserializeOwned>(&self, request: reqwest::Request) -> Result<T, SendError> {
        let response = accepted(self.execute(request).await?).await?;
        let body = response.bytes().await.map_err(network_error)?;
        // An answer without a body reads as null.
        Ok(serde_json::from_slice(if body.is_empty() { b"null" } else { &body })?)
    }

    /// Responds to an interaction. `file` is the attachment that the response lists.
    pub async fn respond(
        &self,
        interaction: &InteractionRef,
        response: &impl Serialize,
        file: Option<CreateAttachment>,
    ) -> Result<(), SendError> {
        let request = Request::new(callback_route(interaction), LightMethod::Post);
        self.send(with_body(request, response, file)?).await.map(drop)
    }

    /// Responds to an interaction with a new message, and returns its id if it can be found out.
    pub async fn respond_returning_message(
        &self,
        interaction: &InteractionRef,
        response: &impl Serialize,
    ) -> Result<Option<MessageId>, SendError> {
        let query = vec![("with_response", "true".to_owned())];
        let request = Request::new(callback_route(interaction), LightMethod::Post);
        let request = with_body(request.params(Some(query)), response, None)?;
        let callback: Value = self.send(request).await?.json().await.unwrap_or_default();
        if let Ok(message) = Identified::deserialize(&callback["resource"]["message"]) {
            return Ok(Some(MessageId(message.id.0)));
        }
        let message = self.fetch_message_id(interaction).await;
        Ok(message.map_err(log_unknown_message).unwrap_or_default())
    }

    /// Returns the id of the message that an interaction's response created, or `None`
    /// if Discord's answer does not say it. For responses whose confirmation does not include it.
    pub async fn fetch_message_id(
        &self,
        interaction: &InteractionRef,
    ) -> Result<Option<MessageId>, SendError> {
        let route = original_response_route(interaction.application, &interaction.token);
        self.send_after_response(Request::new(route, LightMethod::Get)).await
    }

    /// Sends a follow-up message, and returns its id, or `None` if Discord's answer does not say
    /// it. `file` is the attachment that it lists.
    pub async fn follow_up(
        &self,
        application: ApplicationId,
        token: &Token,
        message: &impl Serialize,
        file: Option<CreateAttachment>,
    ) -> Result<Option<MessageId>, SendError> {
        let route = Route::WebhookFollowupMessages {
            application_id: application.0.into(),
            token: &token.0,
        };
        let request = with_body(Request::new(route, LightMethod::Post), message, file)?;
        self.send_after_response(request).await
    }

    /// Edits the message of an interaction's response. Not retried after a 429: meanwhile
    /// the message may have to show something else.
    pub async fn edit(
        &self,
        application: ApplicationId,
        message: &MessageHandle,
        edit: &impl Serialize,
    ) -> Result<(), SendError> {
        self.change(LightMethod::Patch, application, message, Some(serde_json::to_vec(edit)?)).await
    }

    /// Deletes the message of an interaction's response, if it is still there. Not retried after
    /// a 429, as an edit.
    pub async fn delete(
        &self,
        application: ApplicationId,
        message: &MessageHandle,
    ) -> Result<(), SendError> {
        match self.change(LightMethod::Delete, application, message, None).await {
            Err(SendError::Refused { code: UNKNOWN_MESSAGE, .. }) => Ok(()),
            result => result,
        }
    }

    /// Deletes a follow-up message.
    pub async fn delete_follow_up(
        &self,
        application: ApplicationId,
        token: &Token,
        message: MessageId,
    ) -> Result<(), SendError> {
        let route = follow_up_route(application, token, message);
        self.try_send(Request::new(route, LightMethod::Delete)).await.map(drop)
    }

    /// Changes the message of an interaction's response, or the follow-up that has taken its
    /// place.
    async fn change(
        &self,
        method: LightMethod,
        application: ApplicationId,
        MessageHandle { message, token, .. }: &MessageHandle,
        body: Option<Vec<u8>>,
    ) -> Result<(), SendError> {
        let follow_up = message.map(|message| follow_up_route(application, token, message));
        let send = |route| self.try_send(Request::new(route, method).body(body.clone()));
        let original = original_response_route(application, token);
        match (retry_until_known(|| send(original)).await, follow_up) {
            (Err(SendError::Refused { code: UNKNOWN_MESSAGE, .. }), Some(follow_up)) => {
                send(follow_up).await.map(drop)
            }
            (result, _) => result.map(drop),
        }
    }

    /// Sends a request that Discord accepts only after the response, retrying while
    /// the response is unknown. Returns the id of its message, if Discord's answer says it.
    async fn send_after_response(
        &self,
        request: Request<'_>,
    ) -> Result<Option<MessageId>, SendError> {
        let response = retry_until_known(|| self.send(request.clone())).await?;
        let message: Option<Identified> = response.json().await.ok();
        Ok(message.map(|message| MessageId(message.id.0)))
    }

    /// Sends a request, once more after a 429 if that is soon enough.
    async fn send(&self, request: Request<'_>) -> Result<reqwest::Response, SendError> {
        let sent = self.try_send(request.clone()).await;
        match sent.as_ref().err().and_then(SendError::retry_after) {
            Some(after) if after <= MAX_RETRY_AFTER => {
                tokio::time::sleep(after).await;
                self.try_send(request).await
            }
            _ => sent,
        }
    }

    /// Sends a request once.
    pub(super) async fn try_send(
        &self,
        request: Request<'_>,
    ) -> Result<reqwest::Response, SendError> {
        accepted(self.execute(self.with_token(request)?).await?).await
    }

    fn with_token(&self, request: Request<'_>) -> Result<reqwest::Request, SendError> {
        request
            .build(&self.client, self.bot_token.expose_secret(), self.proxy.as_deref())
            .map_err(|error| SendError::Build(Box::new(error)))?
            .build()
            .map_err(network_error)
    }

    /// Sends a request. Fails if Discord limits the rate, also without sending it while it is known
    /// that it does.
    async fn execute(&self, request: reqwest::Request) -> Result<reqwest::Response, SendError> {
        let scopes = scopes(&request);
        self.limits.check(&scopes)?;
        let sent_at = self.time.before_request();
        let response = self.client.execute(request).await.map_err(network_error)?;
        if !response.status().is_server_error()
            && let Some(date) = date(&response)
        {
            self.time.record(sent_at, date);
        }
        if response.status() == StatusCode::TOO_MANY_REQUESTS {
            let limited = RateLimited::read(response).await;
            self.limits.keep(scopes, limited);
            return Err(limited.into());
        }
        Ok(response)
    }
}

/// Adds a message, and the file that it lists.
pub(super) fn with_body<'a>(
    request: Request<'a>,
    message: &impl Serialize,
    file: Option<CreateAttachment>,
) -> Result<Request<'a>, serde_json::Error> {
    Ok(match file {
        Some(file) => request.multipart(Some(Multipart {
            upload: MultipartUpload::Attachments(vec![file]),
            fields: Vec::new(),
            payload_json: Some(serde_json::to_string(message)?),
        })),
        None => request.body(Some(serde_json::to_vec(message)?)),
    })
}

/// Discord's time when it answered.
fn date(response: &reqwest::Response) -> Option<Timestamp> {
    let date = httpdate::parse_http_date(response.headers().get(DATE)?.to_str().ok()?).ok()?;
    let since_epoch = date.duration_since(UNIX_EPOCH).ok()?.as_millis();
    i64::try_from(since_epoch).ok().map(Timestamp::from_milliseconds)
}

fn callback_route(interaction: &InteractionRef) -> Route<'_> {
    Route::InteractionResponse {
        interaction_id: interaction.id.0.into(),
        token: &interaction.token.0,
    }
}

fn original_response_route(application: ApplicationId, token: &Token) -> Route<'_> {
    Route::WebhookOriginalInteractionResponse {
        application_id: application.0.into(),
        token: &token.0,
    }
}

fn follow_up_route(application: ApplicationId, token: &Token, message: MessageId) -> Route<'_> {
    Route::WebhookFollowupMessage {
        application_id: application.0.into(),
        token: &token.0,
        message_id: message.0.into(),
    }
}

/// Repeats a request that Discord accepts only after a response, while that is unknown.
async fn retry_until_known<T, Attempt>(mut send: impl FnMut() -> Attempt) -> Result<T, SendError>
where
    Attempt: Future<Output = Result<T, SendError>>,
{
    for delay in RETRY_DELAYS.map(Duration::from_millis) {
        match send().await {
            Err(error) if error.is_unknown_webhook() => tokio::time::sleep(delay).await,
            result => return result,
        }
    }
    send().await
}

/// A response that is a success.
pub(super) async fn accepted(response: reqwest::Response) -> Result<reqwest::Response, SendError> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    if status == StatusCode::TOO_MANY_REQUESTS {
        return Err(RateLimited::read(response).await.into());
    }
    let body: Value = response.json().await.unwrap_or_default();
    // Otherwise something on the way to Discord has answered.
    let message = body["message"].as_str().unwrap_or("not as Discord would");
    // There are as many as a request has fields.
    let first =
        DiscordJsonError::deserialize(&body).ok().and_then(|it| it.errors.into_iter().next());
    let first = first.map_or_else(String::new, |it| format!(" ({}: {})", it.path, it.message));
    let code = body["code"].as_u64().unwrap_or_default();
    Err(SendError::Refused { status, code, message: format!("{message}{first}") })
}

/// Logs why the id of the message that a response created is not known. The next press
/// of a button on that message brings it.
pub(super) fn log_unknown_message(error: SendError) {
    errors::warn_about!(error, "a message's id is not known");
}

/// Drops the URL, which contains the interaction's token.
pub(super) fn network_error(error: reqwest::Error) -> SendError {
    SendError::Network(error.without_url())
}
