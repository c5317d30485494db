//! The answer to an interaction as a message, and what follows it.

use crate::{
    features::shared::{
        message_update::MessageUpdate,
        pending_updates::PendingUpdates,
        reply::{Reply, ReplyContent, ReplyTarget},
        request::UserRequest,
        service::CommandIds,
    },
    game::{GameId, MessageHandle, Version},
    l10n,
    locale::Locale,
    markdown,
    message::MessageBody,
    store::MessageOwner,
};

/// The answer to an interaction, and what follows it.
#[derive(Debug)]
pub struct Response {
    pub answer: Answer,
    /// Whether it says why a request was refused.
    pub is_refusal: bool,
    /// What only the user sees beside the answer.
    pub ephemeral: Option<MessageBody>,
    /// The game or challenge that a new message shows, if the id of its message has to be
    /// stored.
    pub message_owner: Option<MessageOwner>,
    /// A board that stays as it is, whose handle has to be stored.
    pub kept_board: Option<(GameId, Version, MessageHandle)>,
    /// Updates of other messages, to be sent after the answer.
    pub updates: Vec<MessageUpdate>,
    /// Updates that are not ready yet.
    pub pending_updates: Option<PendingUpdates>,
}

/// What Discord shows at once.
#[derive(Debug)]
pub enum Answer {
    /// A new message.
    Post(MessageBody),
    /// In the place of the message whose component was used.
    Update(MessageBody),
    /// Choices of an option that is being autocompleted, each with its label and its value.
    Choices(Vec<(String, String)>),
    /// The message whose component was used stays as it is, for now.
    Unchanged,
}

impl Response {
    /// An answer that nothing follows.
    pub const fn new(answer: Answer) -> Self {
        Self {
            answer,
            is_refusal: false,
            ephemeral: None,
            message_owner: None,
            kept_board: None,
            updates: Vec::new(),
            pending_updates: None,
        }
    }
}

impl Response {
    /// The response to a request. What is private never takes the place of a message that others
    /// see, whatever custom id that was used with.
    pub(crate) fn of(reply: Reply, request: &UserRequest) -> Self {
        let Reply { content, refused, mut ephemeral, target, updates, pending_updates, .. } = reply;
        let (mut message_owner, mut kept_board) = (None, None);
        let answer = match (content, target) {
            (ReplyContent::Choices(choices), _) => Answer::Choices(choices),
            (ReplyContent::Unchanged, _) => Answer::Unchanged,
            (ReplyContent::Message(body), ReplyTarget::NewMessage) => Answer::Post(body),
            (ReplyContent::Message(body), ReplyTarget::RecordedMessage(owner)) => {
                message_owner = Some(owner);
                Answer::Post(body)
            }
            (ReplyContent::Message(body), ReplyTarget::UsedMessage)
                if body.ephemeral && !request.message_is_ephemeral =>
            {
                Answer::Post(ephemeral.take().unwrap_or(body))
            }
            (ReplyContent::Message(body), ReplyTarget::UsedMessage) => Answer::Update(body),
            (ReplyContent::Message(body), ReplyTarget::FollowUp(game, version, message)) => {
                kept_board = Some((game, version, message));
                ephemeral = Some(body);
                Answer::Unchanged
            }
        };
        Self {
            answer,
            is_refusal: refused.is_some(),
            ephemeral,
            message_owner,
            kept_board,
            updates,
            pending_updates,
        }
    }
}

/// The answer to a request that an internal error has stopped. `reference` is also in the log.
pub fn error(locale: Locale, reference: &str) -> Response {
    let body = MessageBody::ephemeral(l10n::fault(locale, reference.to_owned()));
    Response::new(Answer::Post(body))
}

/// The ephemeral message in the place of a response that Discord refuses.
pub fn response_refused(commands: &CommandIds, locale: Locale) -> MessageBody {
    let board = markdown::command("board", commands.get("board").copied());
    MessageBody::ephemeral(l10n::response_refused(locale, board))
}

/// The answer to an autocompletion without choices.
pub const fn no_choices() -> Response {
    Response::new(Answer::Choices(Vec::new()))
}
