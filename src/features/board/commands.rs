//! Commands in one of the user's games in a channel.

use std::{collections::BTreeSet, time::Duration};

use connect4::Column;

use crate::{
    actions::{ComponentAction, SeenGame},
    features::{
        board::text_board,
        flow::{ActionOutcome, ActionSource, computer_turns, moves, visible_games::visible_game},
        request::{
            Answer, Command, CommandOption, MessageUpdate, OptionKind, RequestContext,
            RequestResult, Response,
        },
        views::{
            Audience, board,
            names::{self, labels},
        },
    },
    game::{self, Action, ExpectedVersion, Game, GameId, PlayerId, Refusal},
    l10n, markdown,
    message::{ActionRow, Button, MessageBody},
    store::{RecentEnd, StoreResult},
};

pub(crate) const DROP: Command =
    Command::slash("drop", l10n::command_drop, |ctx| Box::pin(drop_disc(ctx)))
        .with_options(|| {
            let column =
                CommandOption::new(COLUMN, l10n::command_drop_column, OptionKind::Completed);
            vec![CommandOption { is_required: true, ..column }, game_option()]
        })
        .with_completion(|ctx| {
            if ctx.request.input.focused.as_deref() == Some(GAME) {
                Box::pin(game_choices(ctx))
            } else {
                Box::pin(column_choices(ctx))
            }
        });

pub(crate) const BOARD: Command = Command::slash("board", l10n::command_board, |ctx| {
    let as_text = ctx.request.input.boolean(TEXT) == Some(true);
    let command = if as_text { GameCommand::Text } else { GameCommand::Board };
    Box::pin(by_command(ctx, command))
})
.with_options(|| {
    vec![CommandOption::new(TEXT, l10n::command_board_text, OptionKind::Boolean), game_option()]
})
.with_completion(|ctx| Box::pin(game_choices(ctx)));

const COLUMN: &str = "column";
const GAME: &str = "game";
const TEXT: &str = "text";

fn game_option() -> CommandOption {
    CommandOption::new(GAME, l10n::command_drop_game, OptionKind::Completed)
}

/// Discord's limit of buttons in a row
/// ([rule](https://discord.com/developers/docs/components/reference#action-row)). Nobody has more
/// games in a channel than fit into a message.
const BUTTONS_IN_ROW: usize = 5;

/// What a command does in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GameCommand {
    Drop(Column),
    /// Post the board again.
    Board,
    /// Describe the position in words.
    Text,
}

/// A game that has ended so short before a command may be the one that it was meant for.
const JUST_ENDED: Duration = Duration::from_secs(10);

/// A turn that has begun so short before a command may not have been seen yet.
const JUST_BEGUN: Duration = Duration::from_secs(2);

/// The game that a command means.
enum GameHere {
    /// The game is live, or was ended by an earlier delivery of this request.
    Active(Game),
    /// None is live; this one has ended last.
    Over(Game),
    /// Any of these live games.
    Several(Vec<Game>),
}

/// Drops a disc.
async fn drop_disc(ctx: RequestContext<'_>) -> RequestResult {
    let column = ctx.request.input.text(COLUMN).unwrap_or_default();
    if let Ok(column) = column.trim().parse::<Column>() {
        return by_command(ctx, GameCommand::Drop(column)).await;
    }
    let games = match game_here(ctx, true).await? {
        GameHere::Active(game) => vec![game],
        GameHere::Over(game) => return Ok(over_reply(ctx, &game)),
        GameHere::Several(games) => games,
    };
    let columns = games.iter().map(|game| game.config.shape.columns()).max().unwrap_or_default();
    Err(Refusal::NoSuchColumn(columns).into())
}

/// Does what a command says in the game that it means. Asks which one if there are several.
async fn by_command(ctx: RequestContext<'_>, command: GameCommand) -> RequestResult {
    let is_move = matches!(command, GameCommand::Drop(_));
    match game_here(ctx, is_move).await? {
        GameHere::Active(game) => act(ctx, game, ExpectedVersion::Newest, command).await,
        GameHere::Over(game) => Ok(match command {
            GameCommand::Text => text_board(ctx, &game),
            GameCommand::Board if game.ended_unattended() => moves::new_board(ctx, &game),
            GameCommand::Drop(_) | GameCommand::Board => over_reply(ctx, &game),
        }),
        GameHere::Several(games) => {
            let user = ctx.user_id();
            let waits = is_move && !games.iter().any(|game| game.is_turn_of(user));
            Ok(ctx.reply(|audience, _| {
                if waits {
                    waiting(&games, user, audience)
                } else {
                    question(&games, user, command, audience)
                }
            }))
        }
    }
}

/// Does what a command says in the game that the user has chosen. A disc is dropped only if the
/// position is the one that it was asked for.
pub(crate) async fn in_chosen(
    ctx: RequestContext<'_>,
    seen: SeenGame,
    command: GameCommand,
) -> RequestResult {
    let game = moves::load(ctx, seen.game).await?;
    ctx.check_here(game.config.location)?;
    game.seat_for(ctx.user_id())?;
    if game.ended_unattended() {
        return Ok(over_reply(ctx, &game));
    }
    let is_as_seen = game.version == seen.version.next() && game.open_offer.is_some();
    let expected = match command {
        GameCommand::Drop(_) if is_as_seen => ExpectedVersion::Board(game.version),
        GameCommand::Drop(_) => ExpectedVersion::Board(seen.version),
        GameCommand::Board | GameCommand::Text => ExpectedVersion::Newest,
    };
    act(ctx, game, expected, command).await
}

/// The position of a game in words.
pub(crate) async fn position(ctx: RequestContext<'_>, game: GameId) -> RequestResult {
    Ok(text_board(ctx, &visible_game(ctx, game).await?))
}

/// A game's position in words.
fn text_board(ctx: RequestContext<'_>, game: &Game) -> Response {
    ctx.reply(|audience, _| text_board::render(game, audience)).showing(game)
}

/// Does what a command says in a game. Refuses to post a board of two people, or of a channel, that
/// only the user would see.
async fn act(
    ctx: RequestContext<'_>,
    game: Game,
    expected: ExpectedVersion,
    command: GameCommand,
) -> RequestResult {
    let action = match command {
        GameCommand::Drop(column) => Action::Drop(column),
        GameCommand::Board => Action::Repost,
        GameCommand::Text => return Ok(text_board(ctx, &game)),
    };
    let is_shared = game.players.are_people() || game.is_of_channel();
    if ctx.request.place.forced_ephemeral && is_shared {
        return Err(Refusal::UseButtons(game.board_location()).into());
    }
    Ok(match moves::try_action(ctx, game, ActionSource::Command(expected), action).await? {
        ActionOutcome::Applied(applied) => moves::applied_reply(ctx, applied).await,
        ActionOutcome::Duplicate(game) => moves::board_reply(ctx, game).await,
        ActionOutcome::Refused(refusal, game) => {
            let pending_updates = computer_turns::resume(ctx.service, &game, ctx.now);
            ctx.refused(&refusal).with_pending_updates(pending_updates)
        }
    })
}

/// The open columns that begin with what is typed, of the games that a command may mean.
async fn column_choices(ctx: RequestContext<'_>) -> RequestResult {
    let input = ctx.request.input.typed().trim();
    let games = game::meant(playable_here(ctx, None).await?, ctx.user_id(), None);
    let columns: BTreeSet<Column> =
        games.iter().flat_map(|game| game.board().open_columns().collect::<Vec<_>>()).collect();
    let locale = ctx.request.locales.user;
    let columns = columns.iter().map(Column::to_string).filter(|it| it.starts_with(input));
    let choices = columns.map(|column| (l10n::column_choice(locale, column.clone()), column));
    Ok(Response::new(Answer::Choices(choices.collect())))
}

/// The user's live games in the channel whose labels contain what they have typed, to choose from.
async fn game_choices(ctx: RequestContext<'_>) -> RequestResult {
    let games = playable_here(ctx, None).await?;
    let input = ctx.request.input.typed().trim().to_lowercase();
    let labels = labels(&games, ctx.user_id(), ctx.audience()).into_iter();
    let labelled = labels.zip(&games).filter(|(label, _)| label.to_lowercase().contains(&input));
    let choices = labelled.map(|(label, game)| (label, game.id.to_string()));
    Ok(Response::new(Answer::Choices(choices.collect())))
}

/// The user's live games in the channel. The channel's own is among them if they have no other, or
/// choose one.
async fn playable_here(ctx: RequestContext<'_>, chosen: Option<GameId>) -> StoreResult<Vec<Game>> {
    let mut live = ctx.live_games_here().await?;
    if live.is_empty() || chosen.is_some() {
        let channel = ctx.request.place.location.channel;
        live.extend(ctx.service.store.game_of_channel(channel).await?);
    }
    Ok(live)
}

/// The game that a command means: the chosen one, or the only one that it can mean. A move may be
/// meant for one that has just ended, so it asks then.
async fn game_here(ctx: RequestContext<'_>, is_move: bool) -> RequestResult<GameHere> {
    let RequestContext { service, request, .. } = ctx;
    // A text that is no id names no game: ids begin with 1.
    let chosen = request.input.text(GAME);
    let chosen = chosen.map(|id| GameId(id.trim().trim_start_matches('#').parse().unwrap_or(0)));
    let (command, user) = (request.interaction.id, ctx.user_id());
    let channel = request.place.location.channel;
    let live = playable_here(ctx, chosen).await?;
    let last = service.store.last_game(channel, user).await?;
    let all = || live.iter().chain(&last);
    if let Some(done) = all().find(|game| game.changed_by == command) {
        return Ok(GameHere::Active(done.clone()));
    }
    // The command was sent before this change, and may have meant that game.
    let may_mean = |game: &Game| !game.is_of_channel() && game.changed_by > command;
    if chosen.is_none() && all().any(may_mean) {
        return Err(Refusal::JustChanged.into());
    }
    // It may be delivered much later than it was sent.
    let sent_at = service.discord_time.by_own_clock(command.created_at());
    let ends = if is_move && chosen.is_none() {
        service.store.recent_ends(channel, user, sent_at.before(JUST_ENDED)).await?
    } else {
        Vec::new()
    };
    let has_other_live_game = live.len() > 1;
    let may_mean_another = |game: &Game| {
        let is_unseen = game.turn.began_at > sent_at.before(JUST_BEGUN);
        has_other_live_game && is_unseen || ends.iter().any(|end| !is_known_end(*end, game))
    };
    let mut meant = game::meant(live.clone(), user, chosen);
    let is_guessed = |game: &Game| match chosen {
        Some(id) => id != game.id,
        None => is_move && may_mean_another(game),
    };
    if meant.len() > 1 || meant.iter().any(is_guessed) {
        return Ok(GameHere::Several(if is_move { meant } else { live }));
    }
    if let Some(game) = meant.pop() {
        return Ok(GameHere::Active(game));
    }
    match last.filter(|_| chosen.is_none()) {
        Some(game) => Ok(GameHere::Over(game)),
        None => Err(Refusal::NoGameHere.into()),
    }
}

/// Whether the player of a game knows that another one has ended: who plays a rematch does, and who
/// has begun a game against the computer since then.
fn is_known_end(end: RecentEnd, game: &Game) -> bool {
    end.series == game.series.id || !game.players.are_people() && game.started_at >= end.at
}

/// Leads from the user's last game here, which is over, to the next one. If it ended unattended,
/// says how, and updates the board as well.
fn over_reply(ctx: RequestContext<'_>, game: &Game) -> Response {
    if game.ended_unattended()
        && let Err(over) = game.check_live()
    {
        return ctx.refused(&over).with_updates([MessageUpdate::BoardChanged(game.clone())]);
    }
    ctx.reply(|Audience { locale, .. }, _| {
        let link = markdown::message_link(game.board_location());
        let rematch = board::rematch_button(game, locale);
        let rows = rematch.map(|rematch| ActionRow::Buttons(vec![rematch])).into_iter().collect();
        MessageBody::new(l10n::last_game_over(locale, link), rows).into_ephemeral()
    })
}

/// Says whom the user waits for in these games.
fn waiting(games: &[Game], user: PlayerId, audience: Audience) -> MessageBody {
    let line = |game: &Game| {
        let name = names::name(audience, names::opponent(game, user));
        format!("**{name}** · {}", markdown::message_link(game.board_location()))
    };
    let lines = games.iter().map(line);
    let lines: Vec<_> = [l10n::waiting_here(audience.locale)].into_iter().chain(lines).collect();
    MessageBody::ephemeral(lines.join("\n"))
}

/// Asks in which of these games a command is to be done.
fn question(
    games: &[Game],
    user: PlayerId,
    command: GameCommand,
    audience: Audience,
) -> MessageBody {
    let labelled = games.iter().zip(labels(games, user, audience));
    let buttons = labelled.map(|(game, label)| {
        let seen = game.into();
        let action = match command {
            GameCommand::Drop(column) => ComponentAction::DropInChosen(seen, column),
            GameCommand::Board => ComponentAction::RepostChosen(seen),
            GameCommand::Text => ComponentAction::DescribeChosen(seen),
        };
        Button::secondary(action, label)
    });
    let buttons: Vec<_> = buttons.collect();
    let rows = buttons.chunks(BUTTONS_IN_ROW).map(|row| ActionRow::Buttons(row.to_vec()));
    MessageBody::new(l10n::which_game(audience.locale), rows.collect()).into_ephemeral()
}
