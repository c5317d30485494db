//! The command `/hint`.

use std::time::Duration;

use connect4::Advice;

use super::{
    MessageUpdate, PendingUpdates, Reply, ReplyContent, computer_turns, context::RequestContext,
    reply::RequestError,
};
use crate::game::{self, Game, Refusal};

/// How long a reply waits for a search. Discord waits three seconds for a
/// response.
const REPLY_TIMEOUT: Duration = Duration::from_secs(2);

/// Shows what each column leads to in the user's game in this channel.
pub(super) async fn hint(ctx: RequestContext<'_>) -> Result<Reply, RequestError> {
    let RequestContext { service, request, now } = ctx;
    let game = ctx.live_game_here().await?.ok_or(Refusal::NoGameHere)?;
    if let Err(refusal) = game::hint(&game, &ctx.actor()) {
        return Ok(Reply::refused(refusal)
            .with_pending_updates(computer_turns::resume(service, &game, now)));
    }
    let mut search = service.searches.advise(&game);
    tokio::select! {
        biased;
        found = &mut search => Ok(Reply::new(ReplyContent::Hint(found.ok_or(Refusal::NoHintFound)?))),
        () = service.clock.sleep_until(now.after(REPLY_TIMEOUT)) => {
            let (service, request, reply) = (service.clone(), request.clone(), ctx.posted_reply());
            let pending_updates = PendingUpdates::once(async move {
                let ctx = RequestContext { service: &service, request: &request, now };
                let found = search.await;
                let advice = checked_hint(ctx, &game, found).await;
                Some(MessageUpdate::Hint { reply, advice })
            });
            Ok(Reply::new(ReplyContent::HintPending).with_pending_updates(Some(pending_updates)))
        }
    }
}

/// A hint that took longer, if it still fits the game.
async fn checked_hint(
    ctx: RequestContext<'_>,
    searched: &Game,
    found: Option<Advice>,
) -> Result<Advice, Refusal> {
    let Ok(Some(game)) = ctx.service.store.game(searched.id).await else {
        return Err(Refusal::NoHintFound);
    };
    game::hint(&game, &ctx.actor())?;
    if game.moves != searched.moves {
        return Err(Refusal::JustChanged);
    }
    found.ok_or(Refusal::NoHintFound)
}
