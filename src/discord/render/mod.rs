//! Renders replies and updates as Discord messages.

mod board;
mod challenge;
mod games;
mod hint;
mod history;
mod leaderboard;
mod message;
mod names;
mod notifications;
mod privacy;
mod ratings;
mod refusal;
mod reminder;
mod replacement;
mod replay;
mod review;
mod select;
mod settings;
mod stats;
mod status;
mod text_board;
mod theme_emoji;

pub use message::{MessageBody, MessageFile};
pub use names::Audience;
pub(super) use names::{level, period, shape, theme, time_control};
use serenity::all::{
    AutocompleteChoice, CreateAutocompleteResponse, CreateInteractionResponse,
    CreateInteractionResponseMessage,
};

use crate::{
    game::{MessageHandle, Refusal},
    l10n,
    locale::Locale,
    service::{MessageUpdate, PrivacyReply, Refresh, ReplyContent, ReplyMode},
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
pub fn reply(content: &ReplyContent, audience: Audience, input: &str) -> RenderedReply {
    let Audience { locale, guild } = audience;
    match content {
        ReplyContent::Challenge { challenge, mode } => {
            let reply = RenderedReply::new(*mode, challenge::render(challenge, guild));
            RenderedReply { ephemeral: challenge::offer_block(challenge, audience), ..reply }
        }
        ReplyContent::Board { game, mode, confirm_resign, ping } => {
            let body = board::render(game, guild, *confirm_resign);
            RenderedReply::new(*mode, body.with_ping(*ping))
        }
        ReplyContent::TextBoard(game) => {
            RenderedReply::new(ReplyMode::Post, text_board::render(game, audience))
        }
        ReplyContent::Refused { refusal, refresh: None } => self::refusal(audience, refusal),
        ReplyContent::Refused { refusal, refresh: Some(refresh) } => {
            let refreshed = RenderedReply::new(ReplyMode::Update, refreshed(refresh, audience));
            RenderedReply { ephemeral: Some(ephemeral_refusal(audience, refusal)), ..refreshed }
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
        ReplyContent::Games(page) => RenderedReply::new(page.mode, games::list(page, audience)),
        ReplyContent::ConfirmReplace(game, options, mode) => {
            RenderedReply::new(*mode, replacement::confirm(game, *options, locale))
        }
        ReplyContent::GameKept(game) => {
            RenderedReply::new(ReplyMode::Update, replacement::kept(game, locale))
        }
        ReplyContent::MovedAway(game) => {
            RenderedReply::new(ReplyMode::Update, board::moved_away(game, guild))
        }
        ReplyContent::ConfirmResign(game, user, mode) => {
            RenderedReply::new(*mode, games::confirm_resign(game, *user, audience))
        }
        ReplyContent::Leaderboard(page) => {
            RenderedReply::new(page.mode, leaderboard::render(page, audience))
        }
        ReplyContent::Stats(stats) => {
            RenderedReply::new(ReplyMode::Post, stats::render(stats, audience))
        }
        ReplyContent::History(history) => {
            RenderedReply::new(history.mode, history::render(history, audience))
        }
        ReplyContent::GameChoices { games, user } => {
            autocomplete(history::choices(games, *user, audience, input))
        }
        ReplyContent::Replay { game, ply, mode } => {
            RenderedReply::new(*mode, replay::render(game, *ply, audience))
        }
        ReplyContent::Shared { game, gif } => {
            RenderedReply::new(ReplyMode::Post, replay::shared(game, gif, guild))
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
        ReplyContent::Review(view, mode) => {
            RenderedReply::new(*mode, review::render(view, audience))
        }
        ReplyContent::ReviewPending(progress) => {
            RenderedReply::new(ReplyMode::Post, review::progress(*progress, locale))
        }
        ReplyContent::Settings(page) => {
            RenderedReply::new(page.mode, settings::render(page, audience))
        }
        ReplyContent::Notifications(view) => {
            RenderedReply::new(view.mode, notifications::render(view, locale))
        }
        ReplyContent::Blocked(player) => {
            RenderedReply::new(ReplyMode::Update, notifications::blocked(*player, locale))
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
pub fn refusal(audience: Audience, refusal: &Refusal) -> RenderedReply {
    RenderedReply::new(ReplyMode::Post, ephemeral_refusal(audience, refusal))
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

fn ephemeral_refusal(audience: Audience, refusal: &Refusal) -> MessageBody {
    MessageBody::ephemeral(refusal::text(audience, refusal))
}

fn refreshed(refresh: &Refresh, audience: Audience) -> MessageBody {
    let guild = audience.guild;
    match refresh {
        Refresh::Board(game) => board::render(game, guild, None),
        Refresh::MovedAway(game) => board::moved_away(game, guild),
        Refresh::Challenge(challenge) => challenge::render(challenge, guild),
        Refresh::Games(page) => games::list(page, audience),
    }
}

/// How to deliver an update.
#[derive(Debug)]
pub enum UpdateDelivery<'a> {
    /// Edits a message.
    Edit(&'a MessageHandle, MessageBody),
    /// Posts a new message in the game's channel.
    Post(MessageBody),
    /// Posts a follow-up to a response; `if_refused` if Discord refuses the first one.
    FollowUp { reply: &'a MessageHandle, body: MessageBody, if_refused: MessageBody },
}

/// Renders an update.
pub fn message_update(update: &MessageUpdate) -> UpdateDelivery<'_> {
    let guild = update.location().guild;
    match update {
        MessageUpdate::BoardMoved { old_board, game } => {
            UpdateDelivery::Edit(old_board, board::moved_away(game, guild))
        }
        MessageUpdate::BoardChanged(game) => {
            UpdateDelivery::Edit(&game.board_message, board::render(game, guild, None))
        }
        MessageUpdate::ChallengeOver(challenge) => {
            UpdateDelivery::Edit(&challenge.message, challenge::render(challenge, guild))
        }
        MessageUpdate::GameDeleted(game) => {
            UpdateDelivery::Edit(&game.board_message, privacy::game_deleted(game))
        }
        MessageUpdate::ChallengeDeleted(challenge) => {
            UpdateDelivery::Edit(&challenge.message, privacy::challenge_deleted(challenge))
        }
        MessageUpdate::Reminder(game) => UpdateDelivery::Post(reminder::render(game, guild)),
        MessageUpdate::Export { message, locale, archive, .. } => {
            let body = match archive {
                Ok(Some(archive)) => privacy::archive(archive, *locale),
                Ok(None) => privacy::render(&PrivacyReply::NoData, *locale),
                Err(reference) => MessageBody::ephemeral(l10n::fault(*locale, reference.clone())),
            };
            let if_refused = privacy::archive_refused(*locale);
            UpdateDelivery::FollowUp { reply: message, body, if_refused }
        }
        MessageUpdate::Review { message, locale, update, .. } => {
            let audience = Audience { locale: *locale, guild };
            UpdateDelivery::Edit(message, review::update(update, audience))
        }
        MessageUpdate::Hint { message, locale, advice, .. } => {
            let body = match advice {
                Ok(advice) => hint::render(advice, *locale),
                Err(refusal) => ephemeral_refusal(Audience { locale: *locale, guild }, refusal),
            };
            UpdateDelivery::Edit(message, body)
        }
    }
}
