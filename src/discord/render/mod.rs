//! Renders replies and updates as Discord messages.

mod board;
mod challenge;
mod ending;
mod games;
mod grid;
mod help;
mod hint;
mod history;
mod leaderboard;
mod names;
mod play_menu;
mod preferences;
mod privacy;
mod public;
mod puzzle;
mod ratings;
mod reasons;
mod refusal;
mod reminder;
mod replacement;
mod replay;
mod resign;
mod review;
mod settings;
mod stats;
mod status;
mod text_board;
mod training;

use connect4::Column;
pub use names::{Audience, Brevity};
pub(super) use names::{level, period, shape, time_control};
use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse, CreateInteractionResponse};

use super::message::{self, ActionRow, Button, Choice};
pub use super::message::{MessageBody, MessageFile};
use crate::{
    discord::{markdown, uploaded_tiles::UploadedTiles},
    game::{Game, MessageHandle, Now, Refusal, Reminder},
    l10n,
    locale::Locale,
    service::{CommandIds, MessageUpdate, PuzzlePost, Refresh, Reply, ReplyContent, ReplyTarget},
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
    const fn without_message(response: CreateInteractionResponse) -> Self {
        Self { response, file: None, ephemeral: None }
    }

    fn post(body: MessageBody) -> Self {
        let (message, file) = body.into_response();
        Self { response: CreateInteractionResponse::Message(message), file, ephemeral: None }
    }

    fn update(body: MessageBody) -> Self {
        let (message, file) = body.into_response();
        Self { response: CreateInteractionResponse::UpdateMessage(message), file, ephemeral: None }
    }
}

/// Renders a reply. `is_private` is whether the message whose component was used is ephemeral:
/// what is private never takes the place of a message that others see, whatever custom id it was
/// used with.
pub(super) fn reply(
    reply: &Reply,
    audience: Audience,
    is_private: bool,
    now: Now,
    tiles: &UploadedTiles,
) -> RenderedReply {
    let rendered = message::fitting(tiles, RenderedContent::is_too_long, |brevity, tiles| {
        content(&reply.content, Audience { brevity, ..audience }, now, tiles)
    });
    let body = match rendered {
        RenderedContent::Message(body) => body,
        RenderedContent::Choices(choices) => return autocomplete(choices),
        RenderedContent::Unchanged => {
            return RenderedReply::without_message(CreateInteractionResponse::Acknowledge);
        }
    };
    let ephemeral = ephemeral(&reply.content, audience);
    let rendered = match reply.target {
        ReplyTarget::NewMessage | ReplyTarget::RecordedMessage(_) => RenderedReply::post(body),
        ReplyTarget::UsedMessage if body.is_ephemeral() && !is_private => {
            return RenderedReply::post(ephemeral.unwrap_or(body));
        }
        ReplyTarget::UsedMessage => RenderedReply::update(body),
        ReplyTarget::FollowUp(..) => {
            let response = CreateInteractionResponse::Acknowledge;
            return RenderedReply {
                ephemeral: Some(body),
                ..RenderedReply::without_message(response)
            };
        }
    };
    RenderedReply { ephemeral, ..rendered }
}

/// What Discord shows of a reply.
enum RenderedContent {
    Message(MessageBody),
    /// Choices of an option that is being autocompleted.
    Choices(Vec<AutocompleteChoice>),
    /// The used message stays as it is.
    Unchanged,
}

impl RenderedContent {
    fn is_too_long(&self) -> bool {
        matches!(self, Self::Message(body) if body.is_too_long())
    }
}

fn content(
    content: &ReplyContent,
    audience: Audience,
    now: Now,
    tiles: &UploadedTiles,
) -> RenderedContent {
    let Audience { locale, guild, brevity, .. } = audience;
    RenderedContent::Message(match content {
        ReplyContent::PlayMenu(view) => play_menu::render(*view, locale),
        ReplyContent::GameOptions { options, config, rated } => {
            play_menu::options(*options, config, *rated, locale)
        }
        ReplyContent::Challenge(challenge) => challenge::render(challenge, guild),
        ReplyContent::Board { game, ping, .. } => {
            board::render(game, now, brevity, tiles).with_ping(*ping)
        }
        ReplyContent::TextBoard(game) => text_board::render(game, audience),
        ReplyContent::Refused { refusal, refresh: None } => ephemeral_refusal(audience, refusal),
        ReplyContent::Refused { refresh: Some(refresh), .. } => {
            refreshed(refresh, audience, now, tiles)
        }
        ReplyContent::ColumnChoices(columns) => {
            return RenderedContent::Choices(column_choices(columns, locale));
        }
        ReplyContent::ChooseGame { games, user, command } => {
            games::question(games, *user, *command, audience)
        }
        ReplyContent::LiveGameChoices { games, user, input } => {
            return RenderedContent::Choices(games::choices(games, *user, input, audience));
        }
        ReplyContent::Games(page) => games::list(page, audience, now),
        ReplyContent::ConfirmReplace(game, options) => replacement::confirm(game, *options, locale),
        ReplyContent::GameKept(game) => replacement::kept(game, locale),
        ReplyContent::MovedAway(game) => board::moved_away(game, game.board_location()),
        ReplyContent::AskResign(game, user) => resign::question(game, *user, audience),
        ReplyContent::ConfirmResign(game, user) => resign::question_in_list(game, *user, audience),
        ReplyContent::Resigned(game, user) => resign::done(game, *user, audience),
        ReplyContent::Leaderboard(page) => leaderboard::render(page, audience),
        ReplyContent::Stats(stats) => stats::render(stats, audience),
        ReplyContent::History(history) => history::render(history, audience),
        ReplyContent::Replay { game, ply } => replay::render(game, *ply, audience, tiles),
        ReplyContent::Moves(game) => replay::moves(game, locale),
        ReplyContent::Animation { game, gif } => replay::animation(game, gif, audience),
        ReplyContent::Public { content, by, locale, is_spoiler, others_may_see } => {
            let audience = Audience { brevity, ..Audience::public(*locale, guild) };
            return match self::content(content, audience, now, tiles) {
                RenderedContent::Message(body) => {
                    let shown = public::render(body, by, *is_spoiler, audience);
                    RenderedContent::Message(if *others_may_see {
                        shown.with_rows(public::buttons(content, *locale))
                    } else {
                        shown
                    })
                }
                other => other,
            };
        }
        ReplyContent::HintOnBoard(game, advice) => {
            board::with_hint(game, now, advice, brevity, tiles)
        }
        ReplyContent::Unchanged => return RenderedContent::Unchanged,
        ReplyContent::Review(view) => review::render(view, audience, tiles),
        ReplyContent::ReviewPending(progress) => review::progress(*progress, locale),
        ReplyContent::Puzzle(view) => puzzle::render(view, audience, tiles),
        ReplyContent::PuzzleSolution { number, moves_shown, theme } => {
            puzzle::solution(*number, *moves_shown, *theme, locale, tiles)
        }
        ReplyContent::PuzzleCard(view) => puzzle::card(view, locale),
        ReplyContent::Settings(page) => settings::render(page, audience),
        ReplyContent::Preferences(view) => preferences::render(view, locale),
        ReplyContent::Blocked(player) => preferences::blocked(*player, locale),
        ReplyContent::Privacy(reply) => privacy::render(reply, locale),
        ReplyContent::Training(view) => training::render(view, audience, tiles),
        ReplyContent::Help(commands) => help::render(commands, locale),
    })
}

/// What only the user sees beside the reply.
fn ephemeral(content: &ReplyContent, audience: Audience) -> Option<MessageBody> {
    match content {
        ReplyContent::Challenge(challenge) => challenge::offer_block(challenge, audience),
        ReplyContent::Refused { refusal, refresh: Some(_) } => {
            Some(ephemeral_refusal(audience, refusal))
        }
        _ => None,
    }
}

fn column_choices(columns: &[Column], locale: Locale) -> Vec<AutocompleteChoice> {
    let choice = |column: &Column| {
        let label = l10n::column_choice(locale, column.to_string());
        AutocompleteChoice::new(label, column.to_string())
    };
    columns.iter().map(choice).collect()
}

/// The ephemeral message for an internal error. `reference` is also in the log.
pub fn error(locale: Locale, reference: &str) -> RenderedReply {
    RenderedReply::post(MessageBody::ephemeral(l10n::fault(locale, reference.to_owned())))
}

/// The ephemeral message in the place of a response that Discord refuses.
pub fn response_refused(commands: &CommandIds, locale: Locale) -> MessageBody {
    let board = markdown::command("board", commands.get("board").copied());
    MessageBody::ephemeral(l10n::response_refused(locale, board))
}

/// An autocomplete response without choices.
pub fn no_choices() -> RenderedReply {
    autocomplete(Vec::new())
}

fn autocomplete(choices: Vec<AutocompleteChoice>) -> RenderedReply {
    let response = CreateAutocompleteResponse::new().set_choices(choices);
    RenderedReply::without_message(CreateInteractionResponse::Autocomplete(response))
}

fn ephemeral_refusal(audience: Audience, refusal: &Refusal) -> MessageBody {
    MessageBody::ephemeral(refusal::text(audience, refusal))
}

fn refreshed(
    refresh: &Refresh,
    audience: Audience,
    now: Now,
    tiles: &UploadedTiles,
) -> MessageBody {
    match refresh {
        Refresh::Board(game) => board::render(game, now, audience.brevity, tiles),
        Refresh::MovedAway(game) => board::moved_away(game, game.board_location()),
        Refresh::Challenge(challenge) => challenge::render(challenge, audience.guild),
        Refresh::Games(page) => games::list(page, audience, now),
    }
}

/// How to deliver an update.
#[derive(Debug)]
pub enum UpdateDelivery<'a> {
    /// Edits a message.
    Edit(&'a MessageHandle, MessageBody),
    /// Deletes a message, or edits it if that is refused.
    Delete(&'a MessageHandle, MessageBody),
    /// Posts a reminder in this game's channel.
    Remind(&'a Game, MessageBody),
    /// Posts the daily puzzle in a channel.
    PostPuzzle(PuzzlePost, MessageBody),
    /// Edits a reminder of this game.
    EditReminder(&'a Game, Reminder, MessageBody),
    /// Posts a follow-up to a response; `if_refused` if Discord refuses the first one.
    FollowUp { reply: &'a MessageHandle, body: MessageBody, if_refused: MessageBody },
}

/// Renders an update.
pub(super) fn message_update<'a>(
    update: &'a MessageUpdate,
    now: Now,
    tiles: &UploadedTiles,
) -> UpdateDelivery<'a> {
    let guild = update.location().guild;
    let fitting = |render: &dyn Fn(Brevity, &UploadedTiles) -> MessageBody| {
        message::fitting(tiles, MessageBody::is_too_long, render)
    };
    match update {
        MessageUpdate::BoardMoved { old_board, game, .. } => {
            let newest = game.lasting_board_location();
            let moved_away = board::moved_away(game, newest);
            if update.deletes_old_board() {
                UpdateDelivery::Delete(old_board, moved_away)
            } else {
                UpdateDelivery::Edit(old_board, moved_away)
            }
        }
        MessageUpdate::BoardChanged(game) => {
            let body = fitting(&|brevity, tiles| board::render(game, now, brevity, tiles));
            UpdateDelivery::Edit(&game.board_message, body)
        }
        MessageUpdate::HintOnBoard { game, advice } => {
            let body =
                fitting(&|brevity, tiles| board::with_hint(game, now, advice, brevity, tiles));
            UpdateDelivery::Edit(&game.board_message, body)
        }
        MessageUpdate::HintFailed { reply, refusal } => {
            let audience = Audience::public(reply.locale, guild);
            let body = ephemeral_refusal(audience, refusal);
            let if_refused = body.clone();
            UpdateDelivery::FollowUp { reply: &reply.message, body, if_refused }
        }
        MessageUpdate::ChallengeOver(challenge) | MessageUpdate::ChallengeAccepted(challenge) => {
            UpdateDelivery::Edit(&challenge.message, challenge::render(challenge, guild))
        }
        MessageUpdate::GameDeleted(game) => {
            UpdateDelivery::Edit(&game.board_message, privacy::game_deleted(game))
        }
        MessageUpdate::ChallengeDeleted(challenge) => {
            UpdateDelivery::Edit(&challenge.message, privacy::challenge_deleted(challenge))
        }
        MessageUpdate::Reminder(game) => UpdateDelivery::Remind(game, reminder::render(game, now)),
        MessageUpdate::ReminderOutdated(game, reminder) => {
            let body = reminder::outdated(game, *reminder, guild);
            UpdateDelivery::EditReminder(game, *reminder, body)
        }
        MessageUpdate::PuzzlePost(post) => {
            UpdateDelivery::PostPuzzle(*post, puzzle::post(*post, tiles))
        }
        MessageUpdate::Export { reply, update, .. } => {
            let locale = reply.locale;
            let body = privacy::export(update, locale);
            let if_refused = privacy::archive_failed(locale);
            UpdateDelivery::FollowUp { reply: &reply.message, body, if_refused }
        }
        MessageUpdate::Review { reply, update } => {
            let audience =
                Audience { is_alone: reply.is_alone, ..Audience::public(reply.locale, guild) };
            let body = fitting(&|brevity, tiles| {
                review::update(update, Audience { brevity, ..audience }, tiles)
            });
            UpdateDelivery::Edit(&reply.message, body)
        }
    }
}
