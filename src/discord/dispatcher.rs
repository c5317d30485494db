//! Handles an interaction, whichever transport it came by: gets a reply from the
//! service, and does the work that follows the response.

use std::time::Duration;

use serenity::all::{CreateInteractionResponse, Interaction};

use super::{
    delivery_status::DeliveryStatus,
    interaction_client::{InteractionRef, SendError},
    interaction_metrics::{InteractionOutcome, InteractionTimer},
    interaction_span,
    notifier::Notifier,
    parse::{self, Parsed},
    render::{self, Audience, RenderedReply},
};
use crate::{
    errors,
    game::{InteractionId, MessageId, Token},
    locale::Locale,
    panics,
    service::{FollowUps, MessageUpdate, Reply, Service, UserRequest},
    store::{MessageOwner, StoreError},
};

/// Discord accepts a response for three seconds; a request that takes longer must
/// leave time to report the error.
const HANDLE_TIMEOUT: Duration = Duration::from_millis(2_300);

/// Takes an interaction to the service, and its reply to Discord.
#[derive(Clone, Debug)]
pub(super) struct Dispatcher {
    pub(super) service: Service,
    pub(super) notifier: Notifier,
}

/// An interaction's response, and the work that follows it.
#[derive(Debug)]
pub(super) struct Handled {
    pub(super) interaction: InteractionRef,
    pub(super) response: CreateInteractionResponse,
    /// A file attached to the response.
    pub(super) file: Option<render::MessageFile>,
    pub(super) after_response: AfterResponse,
}

/// What is left to do after an interaction's response.
#[derive(Debug)]
pub(super) struct AfterResponse {
    timer: InteractionTimer,
    /// The game or challenge that the response shows, if the id of its message has
    /// to be stored.
    pub(super) message_owner: Option<MessageOwner>,
    ephemeral: Option<render::MessageBody>,
    updates: Vec<MessageUpdate>,
    follow_ups: Option<FollowUps>,
}

/// Logs why the id of the message that a response created is not known. The next press
/// of a button on that message brings it.
pub(super) fn log_unknown_message(error: SendError) {
    let error = errors::with_causes(error);
    tracing::warn!(error, "a message's id is not known");
}

/// Logs why a request was not fulfilled, and renders the reply: a sentence with a
/// reference that leads to the log.
fn render_failure(
    interaction: &Interaction,
    request: Option<&UserRequest>,
    error: &str,
) -> RenderedReply {
    let reference = format!("{:06X}", fastrand::u32(..1 << 24));
    tracing::error!(
        reference,
        channel = request.map(|request| request.location.channel.0),
        error,
        "a request was not fulfilled"
    );
    match interaction {
        Interaction::Autocomplete(_) => render::no_choices(),
        _ => render::error(request.map_or_else(Locale::default, |it| it.locale), &reference),
    }
}

impl Dispatcher {
    /// Handles an interaction. Returns `None` if it needs no response.
    pub(super) async fn handle(&self, interaction: &Interaction) -> Option<Handled> {
        let mut timer = InteractionTimer::start();
        let parsed = panics::catch("interaction", async { parse::parse(interaction) }).await;
        let (rendered, reply) = match parsed {
            Err(panicked) => (render_failure(interaction, None, &panicked.to_string()), None),
            Ok(Parsed::Request(request)) => {
                interaction_span::record_request(&request);
                let (rendered, reply) = self.reply(interaction, &request).await;
                timer.record(
                    request.kind.metric_label(),
                    InteractionOutcome::from_reply(reply.as_ref()),
                );
                (rendered, reply)
            }
            Ok(Parsed::Refused(refusal)) => {
                let audience = Audience { locale: parse::user_locale(interaction), guild: None };
                (render::refusal(audience, &refusal), None)
            }
            Ok(Parsed::Ignored) => return None,
        };
        let RenderedReply { response, file, ephemeral } = rendered;
        let after_response = match reply {
            None => AfterResponse {
                timer,
                message_owner: None,
                ephemeral,
                updates: Vec::new(),
                follow_ups: None,
            },
            Some(Reply { content, updates, follow_ups }) => AfterResponse {
                timer,
                message_owner: content.message_owner(),
                ephemeral,
                updates,
                follow_ups,
            },
        };
        let token = Token(interaction.token().to_owned());
        let interaction = InteractionRef { id: InteractionId(interaction.id().get()), token };
        Some(Handled { interaction, response, file, after_response })
    }

    /// Runs a request and renders its reply. The second value is `None` if there
    /// was an internal error.
    async fn reply(
        &self,
        interaction: &Interaction,
        request: &UserRequest,
    ) -> (RenderedReply, Option<Reply>) {
        let handling = async {
            let reply = self.service.handle(request).await?;
            let input = parse::partial_input(interaction);
            let audience = Audience { locale: request.locale, guild: request.location.guild };
            let rendered = render::reply(&reply.content, audience, input);
            Ok::<_, StoreError>((rendered, Some(reply)))
        };
        let handling = panics::catch("interaction", handling);
        let error = match tokio::time::timeout(HANDLE_TIMEOUT, handling).await {
            Ok(Ok(Ok(replied))) => return replied,
            Ok(Ok(Err(error))) => errors::with_causes(error),
            Ok(Err(panicked)) => panicked.to_string(),
            Err(_) => "it timed out".to_owned(),
        };
        (render_failure(interaction, Some(request), &error), None)
    }

    /// Does the work that follows a response.
    pub(super) async fn after_response(
        &self,
        interaction: &InteractionRef,
        after_response: AfterResponse,
        delivery: DeliveryStatus,
    ) {
        let work = self.do_after_response(interaction, after_response, delivery);
        // A panic is logged and counted.
        drop(panics::catch("after_response", work).await);
    }

    async fn do_after_response(
        &self,
        interaction: &InteractionRef,
        after_response: AfterResponse,
        delivery: DeliveryStatus,
    ) {
        let AfterResponse { timer, message_owner, ephemeral, mut updates, follow_ups } =
            after_response;
        timer.finish(delivery);
        if let DeliveryStatus::Delivered { message } = delivery {
            match (message_owner, message) {
                (Some(owner), Some(message)) => {
                    self.record_message_id(&owner, message).await;
                    for update in &mut updates {
                        update.set_message_id(message);
                    }
                }
                (Some(owner), None) => self.record_shown(&owner, true).await,
                (None, _) => {}
            }
            self.send_ephemeral(interaction, ephemeral).await;
        } else {
            updates.retain(|update| !update.needs_response());
        }
        for update in updates {
            self.notifier.deliver(update);
        }
        // Even if the response was lost: otherwise the computer would not move
        // before somebody presses a button.
        if let Some(follow_ups) = follow_ups {
            follow_ups.for_each(|update| self.notifier.deliver(update)).await;
        }
    }

    async fn record_message_id(&self, owner: &MessageOwner, message: MessageId) {
        if let Err(error) = self.service.record_message_id(owner, message).await {
            // The next press of a button on that message brings the id again.
            let error = errors::with_causes(error);
            tracing::warn!(error, "a message's id was not stored");
        }
    }

    /// Records whether the message of a response is there, while its id is unknown.
    pub(super) async fn record_shown(&self, owner: &MessageOwner, is_shown: bool) {
        if let Err(error) = self.service.record_shown(owner, is_shown).await {
            let error = errors::with_causes(error);
            tracing::warn!(error, "it was not stored that a message is shown");
        }
    }

    async fn send_ephemeral(
        &self,
        interaction: &InteractionRef,
        message: Option<render::MessageBody>,
    ) {
        let Some(message) = message else { return };
        let (message, file) = message.into_follow_up();
        let file = file.as_ref().map(render::MessageFile::upload);
        let Notifier { application, clients, .. } = &self.notifier;
        let client = &clients.interactions;
        let sent = client.follow_up(*application, &interaction.token, &message, file).await;
        if let Err(error) = sent {
            let error = errors::with_causes(error);
            tracing::warn!(error, "an ephemeral follow-up was not delivered");
        }
    }
}
