//! Which games a user may see.

use crate::{
    features::request::{RequestContext, RequestResult, UserRequest},
    game::{Game, GameId, Refusal},
};

/// Loads a finished game that the user may see: one of their own, or one of
/// this server or channel. Not one that was called off.
pub(crate) async fn finished_game(ctx: RequestContext<'_>, id: GameId) -> RequestResult<Game> {
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
pub(crate) async fn visible_game(ctx: RequestContext<'_>, id: GameId) -> RequestResult<Game> {
    let may_see =
        |it: &Game| it.seat_of(ctx.user_id()).is_some() || others_may_see(ctx.request, it);
    Ok(ctx.service.store.game(id).await?.filter(may_see).ok_or(Refusal::NoSuchGame)?)
}

/// Whether everybody in the channel of a request may see a game.
pub(crate) fn others_may_see(request: &UserRequest, game: &Game) -> bool {
    let location = game.config.location;
    (location.guild.is_some() && location.guild == request.place.location.guild)
        || location.channel == request.place.location.channel
}
