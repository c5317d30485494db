//! Renders replies and updates as Discord messages.

mod board;
mod challenge;
mod games;
mod hint;
mod history;
mod leaderboard;
mod message;
mod names;
mod privacy;
mod ratings;
mod refusal;
mod reminder;
mod replay;
mod review;
mod settings;
mod stats;
mod status;
mod text_board;
mod theme_emoji;

pub use message::{MessageBody, MessageFile};
pub(super) use names::{level, period, shape, theme, time_control};
use serenity::all::{
    AutocompleteChoice, CreateAutocompleteResponse, CreateInteractionResponse,
    CreateInteractionResponseMessage,
};

use crate::{
    game::{MessageHandle, Refusal},
    l10n,
    locale::Locale,
    service::{MessageUpdate, Refresh, ReplyContent, ReplyMode},
};

/// A reply as Discord's response, with a further message if need be.
#[derive(Debug)]
pub struct RenderedReply {
    pub response: CreateInteractionResponse,
    /// A file attached to the response.
    pub file: Option<MessageFile>,
    /// An ephemeral follow-up, sent after the response.
    pub ephemeral: Option<MessageBody>,
}

impl RenderedReply {
    fn new(mode: ReplyMode, body: MessageBody) -> Self {
        let (message, file) = body.into_response();
        let response = match mode {
            ReplyMode::Post => CreateInteractionResponse::Message(message),
            ReplyMode::Update => CreateInteractionResponse::UpdateMessage(message),
        };
        Self { response, file, ephemeral: None }
    }
}

/// Renders a reply. `input` is the text typed so far into an option that is being
/// autocompleted.
pub fn reply(content: &ReplyContent, locale: Locale, input: &str) -> RenderedReply {
    match content {
        ReplyContent::Challenge { challenge, mode } => {
            RenderedReply::new(*mode, challenge::render(challenge))
        }
        ReplyContent::Board { game, mode, confirm_resign, ping } => {
            let body = board::render(game, *confirm_resign);
            RenderedReply::new(*mode, body.with_ping(*ping))
        }
        ReplyContent::TextBoard(game) => {
            RenderedReply::new(ReplyMode::Post, text_board::render(game, locale))
        }
        ReplyContent::Refused { refusal, refresh: None } => self::refusal(locale, refusal),
        ReplyContent::Refused { refusal, refresh: Some(refresh) } => {
            let refreshed = RenderedReply::new(ReplyMode::Update, refreshed(refresh));
            RenderedReply { ephemeral: Some(ephemeral_refusal(locale, refusal)), ..refreshed }
        }
        ReplyContent::ColumnChoices(columns) => {
            let choices = columns
                .iter()
                .map(ToString::to_string)
                .filter(|column| column.starts_with(input.trim()))
                .map(|column| {
                    let label = l10n::column_choice(locale, column.clone());
                    AutocompleteChoice::new(label, column)
                })
                .collect();
            autocomplete(choices)
        }
        ReplyContent::Games(page) => RenderedReply::new(page.mode, games::list(page, locale)),
        ReplyContent::ConfirmResign(game, user) => {
            RenderedReply::new(ReplyMode::Update, games::confirm_resign(game, *user, locale))
        }
        ReplyContent::Leaderboard(page) => {
            RenderedReply::new(page.mode, leaderboard::render(page, locale))
        }
        ReplyContent::Stats(stats) => {
            RenderedReply::new(ReplyMode::Post, stats::render(stats, locale))
        }
        ReplyContent::History(history) => {
            RenderedReply::new(history.mode, history::render(history, locale))
        }
        ReplyContent::GameChoices { games, user } => {
            autocomplete(history::choices(games, *user, locale, input))
        }
        ReplyContent::Replay { game, ply, mode } => {
            RenderedReply::new(*mode, replay::render(game, *ply, locale))
        }
        ReplyContent::Shared { game, gif } => {
            RenderedReply::new(ReplyMode::Post, replay::shared(game, gif))
        }
        ReplyContent::Hint(advice) => {
            RenderedReply::new(ReplyMode::Post, hint::render(advice, locale))
        }
        ReplyContent::HintPending => {
            let message = CreateInteractionResponseMessage::new().ephemeral(true);
            RenderedReply {
                response: CreateInteractionResponse::Defer(message),
                file: None,
                ephemeral: None,
            }
        }
        ReplyContent::Review(view, mode) => RenderedReply::new(*mode, review::render(view, locale)),
        ReplyContent::ReviewPending(progress) => {
            RenderedReply::new(ReplyMode::Post, review::progress(*progress, locale))
        }
        ReplyContent::Settings(page) => {
            RenderedReply::new(page.mode, settings::render(page, locale))
        }
        ReplyContent::Privacy(reply) => {
            let mode = if reply.is_answer() { ReplyMode::Update } else { ReplyMode::Post };
            RenderedReply::new(mode, privacy::render(reply, locale))
        }
        ReplyContent::Help => {
            RenderedReply::new(ReplyMode::Post, MessageBody::ephemeral(l10n::help(locale)))
        }
    }
}

/// An ephemeral refusal.
pub fn refusal(locale: Locale, refusal: &Refusal) -> RenderedReply {
    RenderedReply::new(ReplyMode::Post, ephemeral_refusal(locale, refusal))
}

/// The ephemeral message for an internal error. `reference` is also in the log.
pub fn error(locale: Locale, reference: &str) -> RenderedReply {
    RenderedReply::new(
        ReplyMode::Post,
        MessageBody::ephemeral(l10n::fault(locale, reference.to_owned())),
    )
}

/// An autocomplete response without choices.
pub fn no_choices() -> RenderedReply {
    autocomplete(Vec::new())
}

fn autocomplete(choices: Vec<AutocompleteChoice>) -> RenderedReply {
    let response = CreateAutocompleteResponse::new().set_choices(choices);
    let response = CreateInteractionResponse::Autocomplete(response);
    RenderedReply { response, file: None, ephemeral: None }
}

fn ephemeral_refusal(locale: Locale, refusal: &Refusal) -> MessageBody {
    MessageBody::ephemeral(refusal::text(locale, refusal))
}

fn refreshed(refresh: &Refresh) -> MessageBody {
    match refresh {
        Refresh::Board(game) => board::render(game, None),
        Refresh::MovedAway(game) => board::moved_away(game),
        Refresh::Challenge(challenge) => challenge::render(challenge),
    }
}

/// How to deliver an update.
#[derive(Debug)]
pub enum UpdateDelivery<'a> {
    /// Edits a message.
    Edit(&'a MessageHandle, MessageBody),
    /// Posts a new message in the game's channel.
    Post(MessageBody),
}

/// Renders an update.
pub fn message_update(update: &MessageUpdate) -> UpdateDelivery<'_> {
    match update {
        MessageUpdate::BoardMoved { old_board, game } => {
            UpdateDelivery::Edit(old_board, board::moved_away(game))
        }
        MessageUpdate::BoardChanged(game) => {
            UpdateDelivery::Edit(&game.board_message, board::render(game, None))
        }
        MessageUpdate::ChallengeOver(challenge) => {
            UpdateDelivery::Edit(&challenge.message, challenge::render(challenge))
        }
        MessageUpdate::Reminder(game) => UpdateDelivery::Post(reminder::render(game)),
        MessageUpdate::Review { message, locale, update, .. } => {
            UpdateDelivery::Edit(message, review::update(update, *locale))
        }
        MessageUpdate::Hint { message, locale, advice, .. } => {
            let body = match advice {
                Ok(advice) => hint::render(advice, *locale),
                Err(refusal) => ephemeral_refusal(*locale, refusal),
            };
            UpdateDelivery::Edit(message, body)
        }
    }
}
