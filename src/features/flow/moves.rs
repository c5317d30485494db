//! Actions in games, and the board that shows them.

use crate::{
    actions::{ComponentAction, SeenGame},
    features::{
        flow::{computer_turns, reviews},
        request::{
            Answer, MessageUpdate, RequestContext, RequestResult, Response, Service,
            context::MAX_ATTEMPTS, response::board_owner, user_request::Place,
        },
    },
    game::{
        Action, ExpectedVersion, Game, GameId, MessageHandle, Player, PlayerId, Refusal,
        Transition, UPDATE_LOST_AFTER, Version, apply,
    },
    store::{MessageOwner, StoreResult},
};

/// Where an action comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ActionSource {
    /// A button on a board of this version.
    Board(Version),
    Command(ExpectedVersion),
    /// A list of the user's games.
    List(ExpectedVersion),
}

/// The message that shows a changed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoardTarget {
    Pressed,
    NewMessage,
    /// A new message, by the token of the press, which deletes the pressed one as well: the bot
    /// could not.
    FollowUp,
    /// The newest board, wherever it is.
    Newest,
}

impl ActionSource {
    /// The message that shows the changed game. A ping needs a new one, unless only the user
    /// would see that.
    const fn target(self, pings: bool, place: Place) -> BoardTarget {
        match self {
            Self::Board(_) if pings && !place.forced_ephemeral => {
                if place.bot_may_write {
                    BoardTarget::NewMessage
                } else {
                    BoardTarget::FollowUp
                }
            }
            Self::Board(_) => BoardTarget::Pressed,
            Self::List(_) => BoardTarget::Newest,
            Self::Command(_) => BoardTarget::NewMessage,
        }
    }
}

/// The outcome of an action in a game.
pub(crate) enum ActionOutcome {
    /// The action was applied and stored.
    Applied(Applied),
    /// The same request was applied before.
    Duplicate(Game),
    /// The action was refused; with the current game.
    Refused(Refusal, Game),
}

/// An action that was applied and stored.
pub(crate) struct Applied {
    pub(crate) game: Game,
    /// The newest board before the action.
    old_board: MessageHandle,
    /// The message that shows the change.
    target: BoardTarget,
    ping: Option<PlayerId>,
    /// Whether a command has dropped a disc.
    by_drop: bool,
}

/// Loads a game that a component names.
pub(crate) async fn load(ctx: RequestContext<'_>, id: GameId) -> RequestResult<Game> {
    Ok(ctx.service.store.game(id).await?.ok_or(Refusal::Gone)?)
}

/// Loads the game whose board in this channel was used, like [`load`]. Refuses another message
/// than its boards, which the answer would change or delete: Discord lets nobody press that.
pub(crate) async fn load_here(ctx: RequestContext<'_>, seen: SeenGame) -> RequestResult<Game> {
    let RequestContext { request, .. } = ctx;
    let game = load(ctx, seen.game).await?;
    ctx.check_here(game.config.location)?;
    let is_private = request.message_is_ephemeral && game.players.are_people();
    let known = game.board_message.message;
    let is_newest = known.is_some() && known == request.message;
    // Of another copy, its buttons say it: on every live board one can resign or, in a channel's game,
    // only drop discs; and nowhere else.
    let is_of_board = |it: &ComponentAction| match it {
        ComponentAction::AskResign(shown) | ComponentAction::Drop(shown, _) => {
            shown.game == game.id
        }
        _ => false,
    };
    let is_board = is_newest || request.message_actions().iter().any(is_of_board);
    if is_board && !is_private {
        return Ok(game);
    }
    Err(Refusal::Gone.into())
}

/// Applies an action and stores the result. Retries if another change came
/// first.
pub(crate) async fn try_action(
    ctx: RequestContext<'_>,
    mut game: Game,
    source: ActionSource,
    action: Action,
) -> StoreResult<ActionOutcome> {
    let RequestContext { service, request, .. } = ctx;
    let expected = match source {
        ActionSource::Board(version) => ExpectedVersion::Board(version),
        ActionSource::Command(expected) | ActionSource::List(expected) => expected,
    };
    for _ in 0..MAX_ATTEMPTS {
        if game.changed_by == request.interaction.id {
            return Ok(ActionOutcome::Duplicate(game));
        }
        let Transition { game: mut after, ping } =
            match apply(&game, &ctx.actor(), expected, action) {
                Ok(transition) => transition,
                Err(refusal) => return Ok(ActionOutcome::Refused(refusal, game)),
            };
        let ping = match ping {
            Some(player) if wants_ping(ctx, player).await? => ping,
            _ => None,
        };
        let target = source.target(ping.is_some(), request.place);
        match target {
            BoardTarget::Pressed => after.board_message = ctx.used_message(),
            BoardTarget::NewMessage | BoardTarget::FollowUp => {
                after.board_message = ctx.new_message();
                let to_move = after.to_move().and_then(|it| after.participant(it).person());
                after.board_pinged = to_move.is_some_and(|it| ping == Some(it.id));
            }
            BoardTarget::Newest => {}
        }
        after.record_excuse(request.user.id, request.excused_if_gone);
        update_names(ctx, after.players.people_mut()).await?;
        if let Some(after) = save(service, game.version, &after).await? {
            let old_board = game.board_message;
            let by_drop = matches!((source, action), (ActionSource::Command(_), Action::Drop(_)));
            let applied = Applied { game: after, old_board, target, ping, by_drop };
            return Ok(ActionOutcome::Applied(applied));
        }
        match service.store.game(game.id).await? {
            Some(newer) => game = newer,
            None => return Ok(ActionOutcome::Refused(Refusal::Gone, game)),
        }
    }
    Ok(ActionOutcome::Refused(Refusal::JustChanged, game))
}

/// Stores a changed game and returns it; if it has ended, with what that changed, and has it
/// reviewed. Returns `None` if another change came first.
pub(crate) async fn save(
    service: &Service,
    expected: Version,
    after: &Game,
) -> StoreResult<Option<Game>> {
    let saved = service.store.save_game(expected, after).await?;
    if let Some(ended) = saved.as_ref().filter(|game| !game.is_live()) {
        // Leaderboards that stay show the result.
        service.new_deadline.notify_one();
        reviews::in_advance(service, ended);
    }
    Ok(saved)
}

/// Refuses a button on a board of `version`, and resumes an overdue turn of the computer. If that
/// board is outdated, it is refreshed: an old copy goes, and a newest board that missed its update
/// gets it.
pub(crate) async fn refused_press(
    ctx: RequestContext<'_>,
    version: Version,
    refusal: Refusal,
    game: Game,
) -> RequestResult {
    let RequestContext { service, request, now } = ctx;
    let pending_updates = computer_turns::resume(service, &game, now);
    let is_current = version == game.version;
    let reply = if !is_current && refusal == Refusal::NotYourGame {
        ctx.refused(&refusal)
    } else if !is_current && !game.board_message.may_be(request.message, now) {
        let refused = ctx.refused(&refusal);
        // A press that is delivered again may have posted what would be deleted.
        let is_new = request.interaction.id > game.changed_by;
        let is_there = game.board_message.message.is_some();
        if is_there && is_new { removed_board(ctx).beside(refused) } else { refused }
    } else {
        record_message_id_if_unknown(ctx, &game.board_message, board_owner(&game)).await?;
        let refused = match refusal {
            Refusal::OldBoard(_) => ctx.refused(&Refusal::JustChanged),
            other => ctx.refused(&other),
        };
        let is_lost = now.since(game.changed_at()) > UPDATE_LOST_AFTER;
        if !is_current && (game.ended_unattended() || is_lost) {
            ctx.board(&game, None, false).beside(refused)
        } else {
            refused
        }
    };
    Ok(reply.with_pending_updates(pending_updates))
}

/// The board of a game, with the computer's move if that is found in time, as a new message.
pub(crate) async fn board_reply(ctx: RequestContext<'_>, game: Game) -> Response {
    let (game, pending_updates) =
        computer_turns::with_computers_move(ctx.service, game, ctx.now).await;
    new_board(ctx, &game).with_pending_updates(pending_updates)
}

/// The board of a game as a new message.
pub(crate) fn new_board(ctx: RequestContext<'_>, game: &Game) -> Response {
    ctx.board(game, None, false).recorded(board_owner(game))
}

/// The board after an action. If it is posted again, the old one is deleted.
pub(crate) async fn applied_reply(ctx: RequestContext<'_>, applied: Applied) -> Response {
    let Applied { game, old_board, target, ping, by_drop } = applied;
    let (game, pending_updates) =
        computer_turns::with_computers_move(ctx.service, game, ctx.now).await;
    let board = match (target, ping) {
        (BoardTarget::FollowUp, Some(ping)) => {
            let posted = MessageUpdate::BoardFollowUp(game.clone(), ping);
            Response::new(Answer::Unchanged).with_updates([posted])
        }
        (BoardTarget::NewMessage, ping) => {
            ctx.board(&game, ping, by_drop).recorded(board_owner(&game))
        }
        _ => ctx.board(&game, None, false).into_update(),
    };
    let is_pressed = old_board.message.is_some() && old_board.message == ctx.request.message;
    let moved = target == BoardTarget::NewMessage || target == BoardTarget::FollowUp && !is_pressed;
    let updates = moved.then_some(MessageUpdate::BoardMoved { old_board, game });
    board.with_updates(updates).with_pending_updates(pending_updates)
}

/// Stores the user's names if they have changed, and takes them over into `players`.
pub(crate) async fn update_names(
    ctx: RequestContext<'_>,
    players: impl IntoIterator<Item = &mut Player>,
) -> StoreResult<()> {
    let actor = &ctx.request.user;
    let known = players.into_iter().find(|player| player.id == actor.id);
    if let Some(player) = known
        && player.update_names(actor)
    {
        ctx.service.store.save_player(player, ctx.now).await?;
    }
    Ok(())
}

/// Stores that a message whose id was unknown is the one whose component was used.
pub(crate) async fn record_message_id_if_unknown(
    ctx: RequestContext<'_>,
    known: &MessageHandle,
    owner: MessageOwner,
) -> StoreResult<()> {
    match (known.message, ctx.request.message) {
        (None, Some(message)) => ctx.service.store.record_message_id(&owner, message).await,
        _ => Ok(()),
    }
}

/// Whether a player wants to be pinged when it becomes their turn by the user's move.
async fn wants_ping(ctx: RequestContext<'_>, player: PlayerId) -> StoreResult<bool> {
    let store = &ctx.service.store;
    Ok(store.preferences(player).await?.turns && !store.is_blocked(ctx.user_id(), player).await?)
}

/// Deletes the pressed board.
pub(crate) fn removed_board(ctx: RequestContext<'_>) -> Response {
    let removed = MessageUpdate::ReplyOutdated(ctx.posted_reply());
    Response::new(Answer::Unchanged).with_updates([removed])
}
