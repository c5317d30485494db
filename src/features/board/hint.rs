//! Hints on boards of games against the computer.

use connect4::Advice;

use crate::{
    actions::SeenGame,
    errors,
    features::{
        flow::{computer_turns, moves},
        request::{
            Answer, FollowUp, MessageUpdate, PendingUpdates, PostedReply, RequestContext,
            RequestError, RequestResult, Response, message_update::Shown,
        },
        views::{HintDetail, refusal},
    },
    game::{self, Game, HintedTurns, Refusal},
};

/// Shows a hint on the board.
pub(crate) async fn hint_on_board(
    ctx: RequestContext<'_>,
    seen: SeenGame,
    detail: HintDetail,
) -> RequestResult {
    let RequestContext { service, request, now } = ctx;
    let game = moves::load_here(ctx, seen).await?;
    let checked = game::check_hint(&game, ctx.user_id());
    if let Err(refusal) = checked.and_then(|()| game.check_version(seen.version)) {
        return moves::refused_press(ctx, seen.version, refusal, game).await;
    }
    let workload = service.workloads.begin(ctx.user_id())?;
    let mut search = service.searches.advise(&game);
    let found = tokio::select! {
        biased;
        found = &mut search => Some(found),
        () = service.clock.sleep_until(now.after(computer_turns::REPLY_TIMEOUT)) => None,
    };
    if let Some(found) = found {
        drop(workload);
        let (game, advice) = checked_hint(ctx, &game, found).await?;
        let shown = Shown::Hint(&game, &advice, detail);
        let board = shown.render(service.displayed_now(), &service.tiles);
        return Ok(Response::new(Answer::Update(board)).showing(&game));
    }
    let (service, request, reply) = (service.clone(), request.clone(), ctx.posted_reply());
    // The token of this press edits the board once the hint is found.
    let (board_message, version) = (ctx.used_message(), game.version);
    let pending_updates = PendingUpdates::once(async move {
        let ctx = RequestContext { service: &service, request: &request, now };
        let found = service.stopping.run_until_cancelled(search).await.flatten();
        drop(workload);
        Some(match checked_hint(ctx, &game, found).await {
            Ok((game, advice)) => {
                let is_pressed = game.version == version;
                let game = if is_pressed { Game { board_message, ..game } } else { game };
                MessageUpdate::HintOnBoard { game, advice, detail }
            }
            Err(RequestError::Refused(refusal)) => failed(ctx, reply, &refusal),
            Err(RequestError::Failed(error)) => {
                let error = errors::with_causes(&error);
                tracing::error!(game = game.id.0, error, "a pending hint failed");
                failed(ctx, reply, &Refusal::NoHintFound)
            }
        })
    });
    Ok(Response::new(Answer::Unchanged).with_pending_updates(Some(pending_updates)))
}

/// Says why a pending hint came to nothing.
fn failed(ctx: RequestContext<'_>, reply: PostedReply, refusal: &Refusal) -> MessageUpdate {
    let body = refusal::ephemeral(ctx.audience(), refusal);
    MessageUpdate::FollowUp(FollowUp { reply, if_refused: body.clone(), body, workload: None })
}

/// A hint, which counts, and the game, if it still fits that.
async fn checked_hint(
    ctx: RequestContext<'_>,
    searched: &Game,
    found: Option<Advice>,
) -> RequestResult<(Game, Advice)> {
    let store = &ctx.service.store;
    let game = store.game(searched.id).await?.ok_or(Refusal::NoHintFound)?;
    game::check_hint(&game, ctx.user_id())?;
    if game.moves != searched.moves {
        return Err(Refusal::JustChanged.into());
    }
    let advice = found.ok_or(Refusal::NoHintFound)?;
    let turn = HintedTurns::only(&game);
    if store.record_hints(ctx.interaction(), game.id, turn).await? {
        return Ok((game, advice));
    }
    // Delivered twice: this turn counts if it is the one that the hint was asked for in.
    match store.game(game.id).await? {
        Some(game) if game.hints.contains(turn) => Ok((game, advice)),
        _ => Err(Refusal::JustChanged.into()),
    }
}
