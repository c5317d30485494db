//! Handles an interaction, whichever transport it came by: gets a response from the
//! features, and does the work that follows the response.

use std::{mem, sync::Arc, time::Duration};

use futures_util::FutureExt as _;
use serde_json::value::RawValue;
use serenity::all::{CreateAttachment, CreateInteractionResponse};

use crate::{
    discord::{
        bot_client::BotClient,
        builders,
        channel_messages::{self, channel_id},
        delivery_queue::DeliveryQueue,
        delivery_status::DeliveryStatus,
        interaction::{AUTOCOMPLETE, Unreadable},
        interaction_metrics::{InteractionTimer, Outcome, UNREADABLE},
        parse::ParsedInteraction,
    },
    errors,
    features::{self, Answer, ChannelPost, InteractionRef, Response, Service, Used, UserRequest},
    game::{ApplicationId, GuildId},
    locale::Locale,
    message::MessageBody,
    panics,
    store::MessageOwner,
};

/// Discord accepts a response for three seconds; a request that takes longer must
/// leave time to report the error.
const HANDLE_TIMEOUT: Duration = Duration::from_millis(2_300);

/// Takes an interaction to the features, and their response to Discord. It also delivers message
/// updates, by what is in `notifier`.
#[derive(Clone, Debug)]
pub(super) struct Dispatcher {
    pub(super) application: ApplicationId,
    pub(super) client: Arc<BotClient>,
    pub(super) service: Service,
    pub(super) queue: DeliveryQueue,
}

/// An interaction's response, and the work that follows it.
#[derive(Debug)]
pub(super) struct Handled {
    pub(super) interaction: InteractionRef,
    pub(super) response: Box<RawValue>,
    /// A file attached to the response. Never beside a message owner.
    pub(super) file: Option<CreateAttachment>,
    /// What follows; its answer is taken out.
    pub(super) following: Response,
    /// What is known of a response that Discord may refuse for what it says.
    refusable: Option<Refusable>,
    timer: InteractionTimer,
    outcome: Outcome,
}

/// A response that Discord may refuse for what it says.
#[derive(Debug)]
struct Refusable {
    /// The language of who is told.
    locale: Locale,
    guild: Option<GuildId>,
    /// Whether it edits the used message.
    is_edit: bool,
}

impl Handled {
    /// The answer to an interaction that cannot be read, which is logged. `None` if none is
    /// possible.
    pub(super) fn of_unreadable(unreadable: Unreadable) -> Option<Self> {
        let Unreadable { error, interaction, locale, kind } = unreadable;
        let reference = errors::new_reference();
        let id = interaction.as_ref().map(|interaction| interaction.id.0);
        tracing::warn!(reference, id, error, "an interaction could not be read");
        let timer = InteractionTimer::start(UNREADABLE);
        let Some(interaction) = interaction else {
            timer.finish(Outcome::Failed, DeliveryStatus::Failed);
            return None;
        };
        let response = if kind == Some(AUTOCOMPLETE) {
            features::no_choices()
        } else {
            features::error(locale, &reference)
        };
        Some(Self::new(interaction, response, (locale, None), (timer, Outcome::Failed)))
    }

    fn new(
        interaction: InteractionRef,
        mut following: Response,
        (locale, guild): (Locale, Option<GuildId>),
        (timer, outcome): (InteractionTimer, Outcome),
    ) -> Self {
        let answer = mem::take(&mut following.answer);
        let refusable = match &answer {
            Answer::Post(_) => Some(Refusable { locale, guild, is_edit: false }),
            Answer::Update(_) => Some(Refusable { locale, guild, is_edit: true }),
            Answer::Choices(_) | Answer::Unchanged => None,
        };
        let (response, file) = builders::answer(answer);
        Self { interaction, response, file, following, refusable, timer, outcome }
    }
}

/// Its two futures are boxed: with optimisations, the compiler does not follow futures that are
/// nested as deeply as they are within a transport's.
impl Dispatcher {
    /// Handles an interaction.
    pub(super) async fn handle(&self, interaction: ParsedInteraction) -> Handled {
        let ParsedInteraction { request, used } = interaction;
        let timer = InteractionTimer::start(used.label());
        let is_completion = used.is_completion();
        let (response, outcome) = match self.execute(&request, used).await {
            Ok(response) if response.refused.is_some() => (response, Outcome::Refused),
            Ok(response) => (response, Outcome::Done),
            Err(_) if is_completion => (features::no_choices(), Outcome::Failed),
            Err(reference) => (features::error(request.locales.user, &reference), Outcome::Failed),
        };
        let told = (request.locales.user, request.place.location.guild);
        Handled::new(request.interaction, response, told, (timer, outcome))
    }

    /// Runs a request and renders its reply. If there is an internal error, logs it and returns
    /// the reference that leads to the log.
    async fn execute(&self, request: &UserRequest, used: Used) -> Result<Response, String> {
        let handling = self.service.handle(request, used);
        let handling = panics::catch("interaction", handling.boxed());
        let error = match tokio::time::timeout(HANDLE_TIMEOUT, handling).await {
            Ok(Ok(Ok(response))) => return Ok(response),
            Ok(Ok(Err(error))) => {
                self.service.store.report(&error);
                errors::with_causes(error)
            }
            Ok(Err(panicked)) => panicked.to_string(),
            Err(_) => "it timed out".to_owned(),
        };
        let reference = errors::new_reference();
        let channel = request.place.location.channel.0;
        tracing::error!(reference, channel, error, "a request was not fulfilled");
        Err(reference)
    }

    /// Does the work that follows a response.
    pub(super) async fn finish(&self, handled: Handled, status: DeliveryStatus) {
        // A panic is logged and counted.
        drop(panics::catch("after_response", self.try_finish(handled, status).boxed()).await);
    }

    async fn try_finish(&self, handled: Handled, mut status: DeliveryStatus) {
        let Handled { interaction, following, refusable, timer, outcome, .. } = handled;
        let Response { mut message_owner, kept_board, ephemeral, channel_post, .. } = following;
        let Response { mut updates, pending_updates, .. } = following;
        timer.finish(outcome, status);
        if let (DeliveryStatus::Delivered { .. }, Some(post)) = (status, channel_post) {
            message_owner.clone_from(&post.owner);
            status = self.post(&interaction, post).await;
        }
        if let DeliveryStatus::Delivered { message } = status {
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
            if let Some((game, version, message)) = kept_board
                && let Err(error) =
                    self.service.store.save_board_message(game, version, &message).await
            {
                // The board can still be edited as before.
                errors::warn_about!(error, "the token for a board was not stored");
            }
            self.send_ephemeral(&interaction, ephemeral).await;
        } else {
            if let (DeliveryStatus::Refused, Some(refusable)) = (status, refusable) {
                self.tell_refused(&interaction, refusable, message_owner.as_ref(), ephemeral).await;
            }
            updates.retain(|update| !update.needs_response());
        }
        for update in updates {
            self.deliver(update);
        }
        // Even if the response was lost: otherwise the computer would not move
        // before somebody presses a button.
        if let Some(pending_updates) = pending_updates {
            pending_updates.for_each(|update| self.deliver(update)).await;
        }
    }

    /// Posts a message through the channel, else by the interaction's token. The user is told if
    /// neither can be done.
    async fn post(&self, interaction: &InteractionRef, post: ChannelPost) -> DeliveryStatus {
        let ChannelPost { location, body, owner, locale } = post;
        let post_in = async |channel| {
            let nonce = Some(interaction.id.to_string());
            channel_messages::post(&self.client, channel, body.clone(), nonce).await
        };
        if let Some(channel) = channel_id(location) {
            let posted = match post_in(channel).await {
                // Perhaps it is there. Then its nonce leads to it.
                Err(error) if error.is_temporary() => post_in(channel).await,
                posted => posted,
            };
            if let Ok(message) = posted {
                return DeliveryStatus::Delivered { message: Some(message) };
            }
        }
        match self.post_by_token(&interaction.token, body).await {
            Ok(message) => DeliveryStatus::Delivered { message },
            Err(error) => {
                errors::warn_about!(error, "a message was not posted");
                self.forget_token(owner.as_ref()).await;
                let commands = self.service.command_ids(location.guild);
                let sentence = features::response_refused(&commands, locale);
                self.send_ephemeral(interaction, Some(sentence)).await;
                DeliveryStatus::Failed
            }
        }
    }

    /// Answers with a sentence in the place of a response whose content Discord has refused. It
    /// names nobody, since a name may have been the reason.
    ///
    /// The token goes on editing the used message, and what was to follow its edit is said instead
    /// of the sentence. Where there is no such message, the token edits the sentence from now on, so
    /// that the board or challenge of `owner` has to do without it.
    async fn tell_refused(
        &self,
        interaction: &InteractionRef,
        Refusable { locale, guild, is_edit }: Refusable,
        owner: Option<&MessageOwner>,
        following: Option<MessageBody>,
    ) {
        self.forget_token(owner).await;
        let sentence = features::response_refused(&self.service.command_ids(guild), locale);
        let response = if is_edit {
            CreateInteractionResponse::Acknowledge
        } else {
            CreateInteractionResponse::Message(builders::response(sentence.clone()).0)
        };
        let client = &self.client.interactions;
        if let Err(error) = client.respond(interaction, &response, None).await {
            errors::warn_about!(error, "a refused response was not replaced");
        } else if is_edit {
            self.send_ephemeral(interaction, following.or(Some(sentence))).await;
        }
    }

    async fn forget_token(&self, owner: Option<&MessageOwner>) {
        if let Some(owner) = owner
            && let Err(error) = self.service.store.forget_token(owner).await
        {
            errors::warn_about!(error, "a token was not forgotten");
        }
    }

    /// Records whether the message of a response is there, while its id is unknown. A board needs
    /// no record: the next press on it brings the id.
    pub(super) async fn record_shown(&self, owner: &MessageOwner, is_shown: bool) {
        let MessageOwner::Challenge(id) = owner else { return };
        if let Err(error) = self.service.store.record_challenge_shown(*id, is_shown).await {
            errors::warn_about!(error, "it was not stored that a message is shown");
        }
    }

    async fn send_ephemeral(&self, interaction: &InteractionRef, message: Option<MessageBody>) {
        let Some(message) = message else { return };
        if let Err(error) = self.post_by_token(&interaction.token, message).await {
            errors::warn_about!(error, "an ephemeral follow-up was not delivered");
        }
    }
}
