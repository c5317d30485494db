//! The command `/play`, and rematches.

use super::{
    ComputerGameOptions, PlayOptions, Reply,
    challenges::{self, game_config},
    context::RequestContext,
    moves, replacement,
    reply::RequestError,
};
use crate::game::{self, ChallengeContext, GameId, Opponent, Participant, PlayOutcome, Refusal};

/// Challenges a person or anyone, or starts a game against the computer.
pub(super) async fn play(
    ctx: RequestContext<'_>,
    mut options: PlayOptions,
) -> Result<Reply, RequestError> {
    let (actor, first) = (ctx.actor(), options.first);
    let opponent = match game::resolve_opponent(&actor, options.opponent.take(), options.level)? {
        Opponent::Computer(level) => {
            let PlayOptions { shape, time_control, theme, .. } = options;
            let options = ComputerGameOptions { level, shape, time_control, theme, first };
            return replacement::play_computer(ctx, options).await;
        }
        Opponent::Person(player) => Some(player),
        Opponent::Anyone => None,
    };
    if ctx.request.place.is_bot_dm {
        return Err(Refusal::NobodyElseHere.into());
    }
    if ctx.request.place.forced_ephemeral {
        return Err(Refusal::ForcedEphemeral.into());
    }
    let other = opponent.as_ref().map(|player| player.id);
    challenges::create(ctx, other, |context: &ChallengeContext| {
        let config = game_config(ctx.request, &options, &context.settings);
        game::challenge(&actor, config, opponent.clone(), first, context)
            .map(PlayOutcome::Challenge)
    })
    .await
}

/// Challenges the opponent of a finished game again, or starts another game against the
/// computer.
pub(super) async fn rematch(ctx: RequestContext<'_>, id: GameId) -> Result<Reply, RequestError> {
    let game = moves::load(ctx, id).await?;
    let seat = game.seat_of(ctx.user_id());
    let other = seat.map(|seat| game.participant(seat.other()));
    let other = other.and_then(Participant::person).map(|player| player.id);
    if ctx.request.place.forced_ephemeral && other.is_some() {
        return Err(Refusal::ForcedEphemeral.into());
    }
    if let Some(options) = ComputerGameOptions::of_rematch(&game, ctx.user_id())
        && let Some(question) = replacement::ask_to_replace(ctx, options).await?
    {
        return Ok(question);
    }
    let (actor, location) = (ctx.actor(), ctx.request.place.location);
    challenges::create(ctx, other, |context| game::rematch(&game, location, &actor, context)).await
}
