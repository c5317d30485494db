//! Finished games: lists, replays, sharing.

use super::{
    HistoryView, Reply, ReplyContent, UserRequest, context::RequestContext, pictures,
    reply::RequestError,
};
use crate::actions::Navigation;
use crate::{
    game::{Game, GameId, Player, PlayerId, Refusal},
    picture,
    store::{HistoryCursor, Viewer},
};

/// The number of games per page.
const PAGE_SIZE: u8 = 10;

/// A player's finished games, newest first.
pub(super) async fn history(
    ctx: RequestContext<'_>,
    player: Option<Player>,
) -> Result<Reply, RequestError> {
    let player = player.unwrap_or_else(|| ctx.request.user.clone());
    history_reply(ctx, player, HistoryCursor::Newest).await
}

pub(super) async fn history_page(
    ctx: RequestContext<'_>,
    player: PlayerId,
    cursor: HistoryCursor,
) -> Result<Reply, RequestError> {
    let guild = ctx.request.place.location.guild;
    let player = ctx.service.store.player(player, guild).await?.ok_or(Refusal::NoSuchGame)?;
    history_reply(ctx, player, cursor).await.map(Reply::as_update)
}

async fn history_reply(
    ctx: RequestContext<'_>,
    player: Player,
    cursor: HistoryCursor,
) -> Result<Reply, RequestError> {
    let viewer = viewer(ctx.request);
    let page = ctx.service.store.history(player.id, viewer, cursor, PAGE_SIZE).await?;
    Ok(Reply::new(ReplyContent::History(HistoryView { player, page })))
}

/// Starts a replay at the final position.
pub(super) async fn replay(ctx: RequestContext<'_>, id: GameId) -> Result<Reply, RequestError> {
    let game = finished_game(ctx, id).await?;
    let ply = game.moves.columns().len();
    Ok(Reply::new(ReplyContent::Replay { game, ply }))
}

/// Shows the moves of a game, to copy.
pub(super) async fn moves(ctx: RequestContext<'_>, id: GameId) -> Result<Reply, RequestError> {
    Ok(Reply::new(ReplyContent::Moves(finished_game(ctx, id).await?)))
}

/// Navigates in a replay.
pub(super) async fn replay_jump(
    ctx: RequestContext<'_>,
    id: GameId,
    ply: u8,
    navigation: Navigation,
) -> Result<Reply, RequestError> {
    let game = finished_game(ctx, id).await?;
    let ply = navigation.target(ply.into(), game.moves.columns().len());
    Ok(Reply::update(ReplyContent::Replay { game, ply }))
}

/// Draws a finished game as an animation.
pub(super) async fn animation(game: Game) -> ReplyContent {
    let (moves, shape, theme) = (game.moves.clone(), game.config.shape, game.config.theme);
    let gif = pictures::draw(move || picture::game_gif(&moves, shape, theme)).await;
    ReplyContent::Animation { game, gif: gif.unwrap_or_default() }
}

/// Loads a finished game that the user may see: one of their own, or one of
/// this server or channel. Not one that was called off.
pub(super) async fn finished_game(
    ctx: RequestContext<'_>,
    id: GameId,
) -> Result<Game, RequestError> {
    let game = visible_game(ctx, id).await?;
    match game.result() {
        None => Err(Refusal::StillPlaying.into()),
        Some(result) if result.is_called_off() => {
            Err(Refusal::GameOver(result, game.players).into())
        }
        Some(_) => Ok(game),
    }
}

/// Loads a game that the user may see.
pub(super) async fn visible_game(
    ctx: RequestContext<'_>,
    id: GameId,
) -> Result<Game, RequestError> {
    let game = ctx.service.store.game(id).await?;
    Ok(game.filter(|game| may_see(ctx.request, game)).ok_or(Refusal::NoSuchGame)?)
}

fn may_see(request: &UserRequest, game: &Game) -> bool {
    game.seat_of(request.user.id).is_some() || others_may_see(request, game)
}

/// Whether everybody in the channel of a request may see a game.
pub(super) fn others_may_see(request: &UserRequest, game: &Game) -> bool {
    let location = game.config.location;
    (location.guild.is_some() && location.guild == request.place.location.guild)
        || location.channel == request.place.location.channel
}

const fn viewer(request: &UserRequest) -> Viewer {
    Viewer { player: request.user.id, guild: request.place.location.guild }
}

impl Navigation {
    /// The target ply, in a game of `moves` moves.
    pub(super) fn target(self, ply: usize, moves: usize) -> usize {
        match self {
            Self::Start => 0,
            Self::Back => ply.saturating_sub(1).min(moves),
            Self::Forward => (ply + 1).min(moves),
            Self::End => moves,
        }
    }
}
