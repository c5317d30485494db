//! Resigning on a board: its button, and the confirmation.

use crate::{
    actions::SeenGame,
    features::{
        flow::{
            ActionOutcome, computer_turns,
            moves::{self, Applied},
            resigning::{self, resigned},
        },
        request::{MessageUpdate, RequestContext, RequestResult},
    },
    game::Refusal,
    message::MessageBody,
};

/// Asks the user whether they really resign. The board stays as it is, but the token of this
/// press can edit it from now on, even where the bot cannot write in the channel.
pub(crate) async fn ask(ctx: RequestContext<'_>, seen: SeenGame) -> RequestResult {
    let game = moves::load_here(ctx, seen).await?;
    game.own_seat(ctx.user_id())?;
    if let Err(refusal) = game.check_live().and_then(|()| game.check_version(seen.version)) {
        return moves::refused_press(ctx, seen.version, refusal, game).await;
    }
    let pending_updates = computer_turns::resume(ctx.service, &game, ctx.now);
    let question = resigning::question(ctx, &game).beside_board(&game, ctx.used_message());
    Ok(question.with_pending_updates(pending_updates))
}

/// Resigns, as the user has confirmed. If they have confirmed something else, asks again.
pub(crate) async fn confirm(ctx: RequestContext<'_>, seen: SeenGame) -> RequestResult {
    let user = ctx.user_id();
    Ok(match resigning::resign(ctx, seen).await? {
        ActionOutcome::Applied(Applied { game, .. }) | ActionOutcome::Duplicate(game) => {
            let done =
                ctx.reply(|audience, _| MessageBody::ephemeral(resigned(&game, user, audience)));
            done.into_update().with_updates([MessageUpdate::BoardChanged(game)])
        }
        ActionOutcome::Refused(Refusal::OldBoard(_), game) => {
            resigning::question(ctx, &game).beside(ctx.refused(&Refusal::JustChanged))
        }
        ActionOutcome::Refused(refusal, _) => ctx.refused(&refusal).into_update(),
    })
}
