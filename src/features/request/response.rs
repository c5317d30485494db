//! The answer to an interaction, and what follows it.

use crate::{
    features::request::{MessageUpdate, PendingUpdates, UserRequest, service::CommandIds},
    game::{Game, GameId, Location, MessageHandle, Refusal, Version},
    l10n,
    locale::Locale,
    markdown,
    message::MessageBody,
    store::{MessageOwner, StoreError},
};

/// The answer to an interaction, and what follows it.
#[must_use]
#[derive(Debug, Default)]
pub struct Response {
    pub answer: Answer,
    /// Why the request was refused, if it was.
    pub refused: Option<String>,
    /// What only the user sees beside the answer.
    pub ephemeral: Option<MessageBody>,
    /// What is posted through the channel after the answer.
    pub channel_post: Option<ChannelPost>,
    /// The game or challenge that a new message shows, if the id of its message has to be
    /// stored.
    pub message_owner: Option<MessageOwner>,
    /// A board that stays as it is, whose handle has to be stored, since the interaction's token
    /// can edit it from now on.
    pub kept_board: Option<(GameId, Version, MessageHandle)>,
    /// Updates of other messages, to be sent after the answer.
    pub updates: Vec<MessageUpdate>,
    /// Updates that are not ready yet.
    pub pending_updates: Option<PendingUpdates>,
    /// The update of a reminder whose turn is over, by the game that the answer shows or leads
    /// to.
    pub(crate) outdated_reminder: Option<MessageUpdate>,
}

/// A new message for everyone that is no response, since the user has used a private message.
#[derive(Debug)]
pub struct ChannelPost {
    pub location: Location,
    pub body: MessageBody,
    /// The game or challenge that it shows, if it is one's.
    pub owner: Option<MessageOwner>,
    /// The language of the user, who is told if it cannot be posted.
    pub locale: Locale,
}

/// What Discord shows at once.
#[derive(Debug, Default)]
pub enum Answer {
    /// A new message.
    Post(MessageBody),
    /// In the place of the message whose component was used.
    Update(MessageBody),
    /// Choices of an option that is being autocompleted, each with its label and its value.
    Choices(Vec<(String, String)>),
    /// The message whose component was used stays as it is, for now.
    #[default]
    Unchanged,
}

/// Why a request got no other answer.
#[derive(Debug)]
pub(crate) enum RequestError {
    /// The user did something that is not possible.
    Refused(Refusal),
    /// The database failed.
    Failed(StoreError),
}

/// The answer to a request, or another step towards it.
pub(crate) type RequestResult<T = Response> = Result<T, RequestError>;

impl From<Refusal> for RequestError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StoreError> for RequestError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl Response {
    /// An answer that nothing follows.
    pub fn new(answer: Answer) -> Self {
        Self { answer, ..Self::default() }
    }

    /// Records the id of the new message.
    pub(crate) fn recorded(self, owner: MessageOwner) -> Self {
        Self { message_owner: Some(owner), ..self }
    }

    /// Edits the message whose component was used instead of posting a new one.
    pub(crate) fn into_update(self) -> Self {
        let answer = match self.answer {
            Answer::Post(body) => Answer::Update(body),
            other => other,
        };
        Self { answer, message_owner: None, ..self }
    }

    /// Posts the message where only the user sees it. The message whose component was used, the
    /// board of this game, stays as it is.
    pub(crate) fn beside_board(self, game: &Game, board: MessageHandle) -> Self {
        let kept_board = Some((game.id, game.version, board));
        Self { ephemeral: self.answer.body(), answer: Answer::Unchanged, kept_board, ..self }
    }

    /// Tells only the user beside it why the request was refused. It brings the message whose
    /// component was used up to date.
    pub(crate) fn beside(self, refused: Self) -> Self {
        Self { refused: refused.refused, ephemeral: refused.answer.body(), ..self.into_update() }
    }

    /// Shows a game, or leads to it.
    pub(crate) fn showing(self, game: &Game) -> Self {
        Self { outdated_reminder: MessageUpdate::of_outdated_reminder(game), ..self }
    }

    pub(crate) fn with_updates(mut self, updates: impl IntoIterator<Item = MessageUpdate>) -> Self {
        self.updates.extend(updates);
        self
    }

    pub(crate) fn with_pending_updates(self, pending_updates: Option<PendingUpdates>) -> Self {
        Self { pending_updates, ..self }
    }

    /// The response as it is given to a request: with the updates of reminders whose turns are
    /// over, by the games that it shows.
    ///
    /// What is private never takes the place of a message that others see, whatever custom id that
    /// was used with. It takes that of a private one, unless that is to be used again after a
    /// refusal, or may be a board where everything is private. What is for everyone is posted
    /// through the channel if a private message was used: a menu has served then, a page stays.
    pub(crate) fn for_request(mut self, request: &UserRequest) -> Self {
        let mut outdated: Vec<_> =
            self.updates.iter().filter_map(MessageUpdate::outdated_reminder).collect();
        // The updates are about the same game.
        if outdated.is_empty() {
            outdated.extend(self.outdated_reminder.take());
        }
        self.updates.extend(outdated);
        self.answer = match self.answer {
            Answer::Update(body) if body.ephemeral && !request.message_is_ephemeral => {
                Answer::Post(self.ephemeral.take().unwrap_or(body))
            }
            Answer::Post(body) if !body.ephemeral && request.posts_through_channel() => {
                let (owner, locale) = (self.message_owner.take(), request.locales.user);
                let posted = MessageBody::ephemeral(l10n::posted_below(locale));
                let answer = owner.as_ref().map_or(Answer::Unchanged, |_| Answer::Update(posted));
                let location = request.place.location;
                self.channel_post = Some(ChannelPost { location, body, owner, locale });
                answer
            }
            Answer::Post(body)
                if body.ephemeral
                    && request.message_is_ephemeral
                    && !request.place.forced_ephemeral
                    && self.refused.is_none() =>
            {
                Answer::Update(body)
            }
            other => other,
        };
        self
    }
}

impl Answer {
    fn body(self) -> Option<MessageBody> {
        match self {
            Self::Post(body) | Self::Update(body) => Some(body),
            Self::Choices(_) | Self::Unchanged => None,
        }
    }
}

/// The owner of the message that shows a game's board.
pub(crate) fn board_owner(game: &Game) -> MessageOwner {
    MessageOwner::Board(game.id, game.board_message.token.clone())
}

/// The answer to a request that an internal error has stopped. `reference` is also in the log.
pub fn error(locale: Locale, reference: &str) -> Response {
    Response::new(Answer::Post(MessageBody::ephemeral(l10n::fault(locale, reference.to_owned()))))
}

/// The ephemeral message in the place of a response that Discord refuses.
pub fn response_refused(commands: &CommandIds, locale: Locale) -> MessageBody {
    let board = markdown::command("board", commands.get("board").copied());
    MessageBody::ephemeral(l10n::response_refused(locale, board))
}

/// The answer to an autocompletion without choices.
pub fn no_choices() -> Response {
    Response::new(Answer::Choices(Vec::new()))
}
