//! Commands in one of the user's games in a channel.

use std::time::Duration;

use connect4::Column;

use super::{
    MessageUpdate,
    context::RequestContext,
    moves, render,
    reply::{Reply, ReplyContent, RequestError},
};
use crate::{
    actions::SeenGame,
    game::{self, Action, ExpectedVersion, Game, GameId, GameResult, Refusal},
    l10n,
    store::RecentEnd,
};

/// What a command does in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameCommand {
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
pub(super) enum GameHere {
    /// The game is live, or was ended by an earlier delivery of this request.
    Active(Game),
    /// The game ended without an action by either player, so that they may not
    /// know yet.
    EndedUnattended(Game),
    /// Any of these live games.
    Several(Vec<Game>),
}

/// Drops a disc.
pub(super) async fn drop_disc(
    ctx: RequestContext<'_>,
    column: &str,
    game: Option<&str>,
) -> Result<Reply, RequestError> {
    if let Ok(column) = column.trim().parse::<Column>() {
        return by_command(ctx, GameCommand::Drop(column), game).await;
    }
    let games = match game_here(ctx, game.map(chosen), false).await? {
        GameHere::Active(game) => vec![game],
        GameHere::EndedUnattended(game) => return Ok(ended_reply(ctx, &game)),
        GameHere::Several(games) => games,
    };
    let columns = games.iter().map(|game| game.config.shape.columns()).max().unwrap_or_default();
    Err(Refusal::NoSuchColumn(columns).into())
}

/// Does what a command says in the game that it means. Asks which one if there are several.
pub(super) async fn by_command(
    ctx: RequestContext<'_>,
    command: GameCommand,
    game: Option<&str>,
) -> Result<Reply, RequestError> {
    let is_move = matches!(command, GameCommand::Drop(_));
    match game_here(ctx, game.map(chosen), is_move).await? {
        GameHere::Active(game) => act(ctx, game, ExpectedVersion::Newest, command).await,
        GameHere::EndedUnattended(game) => Ok(match command {
            GameCommand::Drop(_) => ended_reply(ctx, &game),
            GameCommand::Board => moves::new_board(ctx, &game),
            GameCommand::Text => text_board(ctx, &game),
        }),
        GameHere::Several(games) => {
            let user = ctx.user_id();
            Ok(ctx.reply(|audience, _| render::games::question(&games, user, command, audience)))
        }
    }
}

/// Does what a command says in the game that the user has chosen, if that has not changed since it
/// was asked for.
pub(super) async fn in_chosen(
    ctx: RequestContext<'_>,
    seen: SeenGame,
    command: GameCommand,
) -> Result<Reply, RequestError> {
    let game = moves::load(ctx, seen.game).await?;
    ctx.check_here(game.config.location)?;
    if game.seat_of(ctx.user_id()).is_none() {
        return Err(Refusal::NotYourGame.into());
    }
    if game.result().is_some_and(GameResult::ended_unattended) {
        return Ok(ended_reply(ctx, &game));
    }
    act(ctx, game, ExpectedVersion::Board(seen.version), command).await
}

/// A game's position in words.
pub(super) fn text_board(ctx: RequestContext<'_>, game: &Game) -> Reply {
    ctx.reply(|audience, _| render::text_board::render(game, audience)).showing(game)
}

async fn act(
    ctx: RequestContext<'_>,
    game: Game,
    expected: ExpectedVersion,
    command: GameCommand,
) -> Result<Reply, RequestError> {
    let action = match command {
        GameCommand::Drop(column) => Action::Drop(column),
        GameCommand::Board => Action::Repost,
        GameCommand::Text => return Ok(text_board(ctx, &game)),
    };
    let outcome = moves::try_by_command(ctx, game, expected, action).await?;
    Ok(moves::command_reply(ctx, outcome).await)
}

/// The open columns that begin with `input`, of the games that a command may mean.
pub(super) async fn column_choices(
    ctx: RequestContext<'_>,
    input: &str,
) -> Result<Reply, RequestError> {
    let games = game::meant(ctx.live_games_here().await?, ctx.user_id(), None);
    let mut columns: Vec<Column> =
        games.iter().flat_map(|game| game.board().open_columns().collect::<Vec<_>>()).collect();
    columns.retain(|column| column.to_string().starts_with(input.trim()));
    columns.sort_unstable();
    columns.dedup();
    let locale = ctx.request.locales.user;
    let columns = columns.iter().map(Column::to_string);
    let choices = columns.map(|column| (l10n::column_choice(locale, column.clone()), column));
    Ok(Reply::new(ReplyContent::Choices(choices.collect())))
}

/// The user's live games in the channel, to choose from.
pub(super) async fn game_choices(
    ctx: RequestContext<'_>,
    input: String,
) -> Result<Reply, RequestError> {
    let games = ctx.live_games_here().await?;
    let choices = render::games::choices(&games, ctx.user_id(), &input, ctx.audience());
    Ok(Reply::new(ReplyContent::Choices(choices)))
}

/// The game that a command means: the chosen one, or the only one that it can mean. A move may be
/// meant for one that has just ended, so it asks then.
pub(super) async fn game_here(
    ctx: RequestContext<'_>,
    chosen: Option<GameId>,
    is_move: bool,
) -> Result<GameHere, RequestError> {
    let RequestContext { service, request, .. } = ctx;
    let (command, user) = (request.interaction.id, ctx.user_id());
    let live = ctx.live_games_here().await?;
    let channel = request.place.location.channel;
    let last = service.store.last_game(channel, user).await?;
    let all = || live.iter().chain(&last);
    if let Some(done) = all().find(|game| game.changed_by == command) {
        return Ok(GameHere::Active(done.clone()));
    }
    // The command was sent before this change, and may have meant that game.
    if chosen.is_none() && all().any(|game| game.changed_by > command) {
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
    let mut meant = game::meant(live, user, chosen);
    let is_guessed = |game: &Game| match chosen {
        Some(id) => id != game.id,
        None => is_move && may_mean_another(game),
    };
    if meant.len() > 1 || meant.iter().any(is_guessed) {
        return Ok(GameHere::Several(meant));
    }
    if let Some(game) = meant.pop() {
        return Ok(GameHere::Active(game));
    }
    match last.filter(|_| chosen.is_none()) {
        Some(game) if game.result().is_some_and(GameResult::ended_unattended) => {
            Ok(GameHere::EndedUnattended(game))
        }
        _ => Err(Refusal::NoGameHere.into()),
    }
}

/// Whether the player of a game knows that another one has ended: who plays a rematch does, and who
/// has begun a game against the computer since then.
fn is_known_end(end: RecentEnd, game: &Game) -> bool {
    end.series == game.series.id || !game.players.are_people() && game.started_at >= end.at
}

/// The game that the user has chosen by its id; one that is not there if it is no id.
fn chosen(game: &str) -> GameId {
    GameId(game.trim().trim_start_matches('#').parse().unwrap_or(0))
}

/// The reply to a player whose game ended by timeout or by a moderator. The
/// board is updated as well.
pub(super) fn ended_reply(ctx: RequestContext<'_>, game: &Game) -> Reply {
    let refusal = game.check_live().err().unwrap_or(Refusal::NoGameHere);
    ctx.refused(&refusal).with_updates(vec![MessageUpdate::BoardChanged(game.clone())])
}
