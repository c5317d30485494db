//! A game on its board: moves, offers, hints, resigning, and the commands in it.

pub(crate) mod commands;
pub(crate) mod hint;
pub(crate) mod resign;
mod text_board;

use crate::{
    actions::SeenGame,
    features::{
        flow::{ActionOutcome, ActionSource, moves},
        request::{MessageUpdate, RequestContext, RequestResult},
    },
    game::{Action, OfferKind},
};

/// Applies the action of a button on a board.
pub(crate) async fn press(
    ctx: RequestContext<'_>,
    seen: SeenGame,
    action: Action,
) -> RequestResult {
    let version = seen.version;
    let game = moves::load_here(ctx, seen).await?;
    let outcome = match moves::try_action(ctx, game, ActionSource::Board(version), action).await? {
        ActionOutcome::Refused(_, game)
            if action == Action::Offer(OfferKind::Draw)
                && game.crosses_draw_offer(ctx.user_id(), version)
                && !game.board_message.is_other_than(ctx.request.message) =>
        {
            let source = ActionSource::Board(game.version);
            moves::try_action(ctx, game, source, Action::Accept).await?
        }
        outcome => outcome,
    };
    match outcome {
        ActionOutcome::Applied(applied) => Ok(moves::applied_reply(ctx, applied).await),
        // Not if the answer has posted the newest board: it would delete that.
        ActionOutcome::Duplicate(game)
            if version.next() != game.version
                && game.board_message.token != ctx.request.interaction.token
                && !game.board_message.may_be(ctx.request.message, ctx.now) =>
        {
            // It goes, and the newest one shows the change.
            Ok(moves::removed_board(ctx).with_updates([MessageUpdate::BoardChanged(game)]))
        }
        ActionOutcome::Duplicate(game) => Ok(moves::board_reply(ctx, game).await.into_update()),
        ActionOutcome::Refused(refusal, game) => {
            moves::refused_press(ctx, version, refusal, game).await
        }
    }
}
