//! Resigning, after a confirmation in the same message.

use connect4::Seat;

use super::{
    Reply, ReplyContent, computer_turns,
    context::RequestContext,
    games,
    moves::{self, ActionOutcome, ActionSource, GameHere, SeenGame},
    reply::RequestError,
    turn_timers,
};
use crate::game::{Action, ExpectedVersion, Game, GameId, Participant, Refusal};

/// Posts the board of the user's game in this channel again, with the question whether they
/// really resign.
pub(super) async fn ask_by_command(ctx: RequestContext<'_>) -> Result<Reply, RequestError> {
    let game = match moves::game_here(ctx).await? {
        GameHere::Active(game) => game,
        GameHere::EndedUnattended(game) => return Ok(Reply::board(game)),
    };
    match moves::try_by_command(ctx, game, Action::Repost).await? {
        ActionOutcome::Refused(Refusal::RepostedRecently(_), game) => {
            Ok(Reply::new(ReplyContent::ConfirmResign(game, ctx.user_id())))
        }
        ActionOutcome::Applied(applied) => {
            let seat = applied.game.seat_of(ctx.user_id());
            Ok(moves::applied_reply(ctx, applied, seat).await)
        }
        outcome => Ok(moves::command_reply(ctx, outcome).await),
    }
}

/// Asks on the board whether the user really resigns.
pub(super) async fn ask(ctx: RequestContext<'_>, seen: SeenGame) -> Result<Reply, RequestError> {
    let game = moves::load(ctx, seen.game).await?;
    let user = ctx.user_id();
    let seat = game.seat_of(user).ok_or(Refusal::NotYourGame)?;
    if game.is_live()
        && seen.version != game.version
        && game.accepts_press(seen.version, ctx.request.interaction.id)
    {
        return Ok(Reply::new(ReplyContent::ConfirmResign(game, user)));
    }
    redraw(ctx, game, seen, Some(seat)).await
}

/// Takes the question off the board again.
pub(super) async fn cancel(
    ctx: RequestContext<'_>,
    seen: SeenGame,
    seat: Seat,
) -> Result<Reply, RequestError> {
    let game = moves::load(ctx, seen.game).await?;
    check_prompted(ctx, &game, seat)?;
    redraw(ctx, game, seen, None).await
}

/// Redraws a board with or without the confirmation. The game does not
/// change: the confirmation exists in the message only.
async fn redraw(
    ctx: RequestContext<'_>,
    game: Game,
    seen: SeenGame,
    confirm_resign: Option<Seat>,
) -> Result<Reply, RequestError> {
    let refusal = match game.refusal_if_over() {
        Some(over) => over,
        None if seen.version != game.version => Refusal::OldBoard(game.board_location()),
        None => {
            let pending_updates = computer_turns::resume(ctx.service, &game, ctx.now);
            let content = ReplyContent::Board { game, confirm_resign, ping: None };
            return Ok(Reply::update(content).with_pending_updates(pending_updates));
        }
    };
    Ok(moves::refused_press(ctx, seen.version, refusal, game).await?)
}

/// Resigns, as the user has confirmed.
pub(super) async fn confirm(
    ctx: RequestContext<'_>,
    seen: SeenGame,
    seat: Seat,
) -> Result<Reply, RequestError> {
    let game = moves::load(ctx, seen.game).await?;
    check_prompted(ctx, &game, seat)?;
    Ok(moves::act_on_board(ctx, game, seen.version, Action::Resign).await?)
}

/// Asks to confirm the resignation of a game chosen from the user's list.
pub(super) async fn pick_game(ctx: RequestContext<'_>, id: GameId) -> Result<Reply, RequestError> {
    let user = ctx.user_id();
    let game = turn_timers::load_game(ctx.service, id, ctx.now).await?;
    let live = game.filter(|game| game.is_live() && game.seat_of(user).is_some());
    match live {
        Some(game) => Ok(Reply::update(ReplyContent::ConfirmResign(game, user))),
        None => games::games(ctx, 0).await.map(Reply::as_update),
    }
}

/// Resigns a game chosen from the user's list. If the game has changed
/// meanwhile, asks again.
pub(super) async fn confirm_picked(
    ctx: RequestContext<'_>,
    seen: SeenGame,
) -> Result<Reply, RequestError> {
    let game = moves::load(ctx, seen.game).await?;
    let source = ActionSource::List(ExpectedVersion::Board(seen.version));
    match moves::try_action(ctx, game, source, Action::Resign).await? {
        ActionOutcome::Applied(applied) => games::games_after_end(ctx, applied.game).await,
        ActionOutcome::Duplicate(_) => games::games(ctx, 0).await.map(Reply::as_update),
        ActionOutcome::Refused(Refusal::OldBoard(_), _) => pick_game(ctx, seen.game).await,
        ActionOutcome::Refused(refusal, _) => Err(refusal.into()),
    }
}

/// Refuses an answer to the question by anybody but the player of `seat`, who was asked.
fn check_prompted(ctx: RequestContext<'_>, game: &Game, seat: Seat) -> Result<(), Refusal> {
    match game.seat_of(ctx.user_id()) {
        Some(own) if own == seat => Ok(()),
        Some(_) => Err(match game.participant(seat) {
            Participant::Person(player) => Refusal::NotYourQuestion(player.clone()),
            Participant::Computer(_) => Refusal::UnknownButton,
        }),
        None => Err(Refusal::NotYourGame),
    }
}
