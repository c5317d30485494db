//! Creating, accepting, declining and cancelling challenges.

use connect4::Shape;

use crate::{
    actions::{ComponentAction, GameOptions},
    features::{
        flow::{
            moves::{self, board_reply},
            updates,
        },
        play,
        request::{
            Answer, MessageUpdate, RequestContext, RequestError, RequestResult, Response, Service,
            UserRequest, context::MAX_ATTEMPTS,
        },
        views::challenge::offer_block,
    },
    game::{
        self, Actor, Challenge, ChallengeContext, ChallengeCooldown, ChallengeId, ChallengeState,
        Game, GameConfig, GuildSettings, Location, MessageHandle, MessageId, PlayOutcome, PlayerId,
        Rated, Refusal, UPDATE_LOST_AFTER,
    },
    store::{Constraint, MessageOwner, SaveResult, StoreError, StoreResult},
};

/// Stores the challenge or game that `decide` creates. Retries if a conflicting challenge or game
/// came first.
pub(crate) async fn create(
    ctx: RequestContext<'_>,
    other: Option<PlayerId>,
    decide: impl Fn(&ChallengeContext) -> Result<PlayOutcome, Refusal>,
) -> RequestResult {
    let RequestContext { service, request, .. } = ctx;
    let store = &service.store;
    let message = ctx.new_message();
    let mut rematch_exists = false;
    for _ in 0..MAX_ATTEMPTS {
        if let Some(challenge) = store.challenge_by_interaction(request.interaction.id).await? {
            return Ok(challenge_reply(ctx, &challenge));
        }
        let new = match decide(&challenge_context(ctx, request.place.location, other).await?) {
            Ok(PlayOutcome::Challenge(new)) => new,
            Ok(PlayOutcome::Game(new)) => match store.start_game(&new, &message, None).await {
                Ok(Some(game)) => return Ok(board_reply(ctx, game).await),
                Err(StoreError::ConstraintViolated(Constraint::Idempotency)) => break,
                Ok(None) | Err(StoreError::ConstraintViolated(_)) => continue,
                Err(error) => return Err(error.into()),
            },
            Ok(PlayOutcome::Accept(id)) => return accept_rematch(ctx, id).await,
            Err(refusal) => return refused_start(ctx, refusal).await,
        };
        match store.create_challenge(&new, &message).await {
            Ok(challenge) => {
                service.new_deadline.notify_one();
                let replaced = new.replaced.into_iter().map(|(id, _)| id).collect();
                let updates = updates::over_updates(service, replaced).await;
                return Ok(challenge_reply(ctx, &challenge).with_updates(updates));
            }
            Err(StoreError::ConstraintViolated(constraint)) => match constraint {
                // The opponent may have asked for the same rematch just now.
                Constraint::Rematch if !rematch_exists => rematch_exists = true,
                Constraint::Rematch => return Err(Refusal::RematchTaken.into()),
                Constraint::OpponentDeleted => return Err(Refusal::OpponentDeleted.into()),
                Constraint::Idempotency => break,
                _ => {}
            },
            Err(error) => return Err(error.into()),
        }
    }
    refused_start(ctx, Refusal::JustChanged).await
}

/// What decides whether the user may challenge `other`, or accept their challenge.
pub(crate) async fn challenge_context(
    ctx: RequestContext<'_>,
    location: Location,
    other: Option<PlayerId>,
) -> StoreResult<ChallengeContext> {
    let RequestContext { service, request, now } = ctx;
    let context = service.store.challenge_context(location, request.user.id, other, now).await?;
    Ok(ChallengeContext { parent_channel: request.place.parent_channel, ..context })
}

/// A challenge as a new message.
fn challenge_reply(ctx: RequestContext<'_>, challenge: &Challenge) -> Response {
    ctx.challenge(challenge).recorded(MessageOwner::Challenge(challenge.id))
}

/// Refuses to start a game, unless the obstacle was created by this same
/// request, which another process may have received as well.
async fn refused_start(ctx: RequestContext<'_>, refusal: Refusal) -> RequestResult {
    let (store, interaction) = (&ctx.service.store, ctx.request.interaction.id);
    if let Some(game) = store.game_by_interaction(interaction).await? {
        return Ok(board_reply(ctx, game).await);
    }
    if let Some(challenge) = store.challenge_by_interaction(interaction).await? {
        return Ok(challenge_reply(ctx, &challenge));
    }
    // It may have accepted a rematch.
    match ctx.live_games_here().await?.into_iter().find(|it| it.changed_by == interaction) {
        Some(game) => Ok(accepted_rematch(ctx, game, Vec::new())),
        None => Err(refusal.into()),
    }
}

/// Accepts a challenge by the button on its message, which becomes the board.
pub(crate) async fn accept(ctx: RequestContext<'_>, id: ChallengeId) -> RequestResult {
    match try_accept(ctx, id, &ctx.used_message()).await? {
        AcceptOutcome::Started(game) => Ok(ctx.board(&game, None, false).into_update()),
        AcceptOutcome::Refused(Refusal::ChallengeOver(ChallengeState::Expired), challenge)
            if challenge.terms.opponent.as_ref().is_some_and(|it| it.id == ctx.user_id()) =>
        {
            // They are late, and challenge back.
            match play::repeat(ctx, challenge.clone()).await {
                Err(RequestError::Refused(refusal)) => {
                    let over = Challenge { state: ChallengeState::Expired, ..challenge };
                    Ok(ctx.challenge(&over).beside(ctx.refused(&refusal)))
                }
                reply => reply,
            }
        }
        AcceptOutcome::Refused(refusal, challenge) => refused_press(ctx, refusal, challenge).await,
    }
}

/// Accepts a challenge to a rematch by asking for it, too. The board takes the place of the
/// challenge, if that can still be edited.
async fn accept_rematch(ctx: RequestContext<'_>, id: ChallengeId) -> RequestResult {
    let asked = load_here(ctx, id, None).await?.message;
    let message = if ctx.can_edit(&asked) { asked } else { ctx.new_message() };
    match try_accept(ctx, id, &message).await? {
        AcceptOutcome::Started(game) => {
            let accepted = updates::over_updates(ctx.service, vec![id]).await;
            Ok(accepted_rematch(ctx, game, accepted))
        }
        AcceptOutcome::Refused(refusal, _) => Err(refusal.into()),
    }
}

/// The board of a rematch that was accepted: in the place of its challenge, or as a new message
/// beside that, which is updated.
fn accepted_rematch(
    ctx: RequestContext<'_>,
    game: Game,
    of_challenge: Vec<MessageUpdate>,
) -> Response {
    if game.board_message.token == ctx.new_message().token {
        return moves::new_board(ctx, &game).with_updates(of_challenge);
    }
    Response::new(Answer::Unchanged).with_updates([MessageUpdate::RematchBegun(game)])
}

/// Loads a challenge whose message is in this channel, and is the used one if that is named.
pub(crate) async fn load_here(
    ctx: RequestContext<'_>,
    id: ChallengeId,
    used: Option<MessageId>,
) -> RequestResult<Challenge> {
    let challenge = ctx.service.store.challenge(id).await?.ok_or(Refusal::Gone)?;
    ctx.check_here(challenge.terms.config.location)?;
    let is_of_challenge = |action: &ComponentAction| action.challenge() == Some(id);
    let is_its = match (challenge.message.message, used) {
        (Some(known), Some(used)) => known == used,
        // One that is over may have no buttons any more.
        (None, Some(_)) => {
            ctx.request.message_answered == Some(challenge.terms.created_by)
                || ctx.request.message_actions().iter().any(is_of_challenge)
        }
        (_, None) => true,
    };
    // Otherwise the answer would take the place of something else.
    if is_its { Ok(challenge) } else { Err(Refusal::Gone.into()) }
}

/// The outcome of accepting a challenge.
enum AcceptOutcome {
    Started(Game),
    Refused(Refusal, Challenge),
}

/// Starts the game of a challenge, whose board is shown by `message`.
async fn try_accept(
    ctx: RequestContext<'_>,
    id: ChallengeId,
    message: &MessageHandle,
) -> RequestResult<AcceptOutcome> {
    let RequestContext { service, request, .. } = ctx;
    for _ in 0..MAX_ATTEMPTS {
        let challenge = load_here(ctx, id, message.message).await?;
        if challenge.state == ChallengeState::Accepted
            && challenge.changed_by == request.interaction.id
            && let Some(game) = service.store.game_of_challenge(id).await?
        {
            return Ok(AcceptOutcome::Started(game));
        }
        let (location, challenger) =
            (challenge.terms.config.location, challenge.terms.challenger.id);
        let context = challenge_context(ctx, location, Some(challenger)).await?;
        let new = match game::accept(&challenge, &ctx.actor(), &context, fastrand::bool()) {
            Ok(new) => new,
            // The obstacle may be the game that this same request has
            // started, if another process received it as well.
            Err(_) if has_changed(service, &challenge).await? => continue,
            Err(refusal) => return Ok(AcceptOutcome::Refused(refusal, challenge)),
        };
        match service.store.start_game(&new, message, None).await {
            Ok(Some(started)) => return Ok(AcceptOutcome::Started(started)),
            Ok(None) | Err(StoreError::ConstraintViolated(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Refusal::JustChanged.into())
}

/// Whether the stored challenge has changed since it was read.
async fn has_changed(service: &Service, challenge: &Challenge) -> StoreResult<bool> {
    let current = service.store.challenge(challenge.id).await?;
    Ok(current.is_none_or(|current| current.state != challenge.state))
}

/// Ends a challenge as `decide` says, by declining or cancelling it.
pub(crate) async fn close(
    ctx: RequestContext<'_>,
    id: ChallengeId,
    decide: impl Fn(&Challenge, &Actor<'_>) -> Result<ChallengeState, Refusal>,
) -> RequestResult {
    let RequestContext { service, request, now } = ctx;
    let interaction = request.interaction.id;
    for _ in 0..MAX_ATTEMPTS {
        let mut challenge = load_here(ctx, id, request.message).await?;
        if challenge.changed_by == interaction {
            return closed(ctx, &challenge).await;
        }
        let state = match decide(&challenge, &ctx.actor()) {
            Ok(state) => state,
            Err(refusal) => return refused_press(ctx, refusal, challenge).await,
        };
        let ended = service.store.end_challenge(id, state, Some(interaction), now).await?;
        if ended == SaveResult::Saved {
            let terms = &mut challenge.terms;
            let players = [Some(&mut terms.challenger), terms.opponent.as_mut()];
            moves::update_names(ctx, players.into_iter().flatten()).await?;
            let challenge = Challenge { state, changed_by: interaction, ..challenge };
            return closed(ctx, &challenge).await;
        }
    }
    Err(Refusal::JustChanged.into())
}

/// A challenge that the user has ended, with the offer to block its maker if they keep declining.
async fn closed(ctx: RequestContext<'_>, challenge: &Challenge) -> RequestResult {
    let challenger = &challenge.terms.challenger;
    let mut reply = ctx.challenge(challenge).into_update();
    if challenge.state == ChallengeState::Declined {
        let store = &ctx.service.store;
        let cooldown = store.challenge_cooldown(challenger.id, ctx.user_id()).await?;
        let is_repeated = cooldown.is_some_and(ChallengeCooldown::is_repeated);
        reply.ephemeral = is_repeated.then(|| offer_block(challenger, ctx.audience()));
    }
    Ok(reply)
}

/// Refuses a button on a challenge. If the challenge is no longer pending, its
/// message is refreshed.
async fn refused_press(
    ctx: RequestContext<'_>,
    refusal: Refusal,
    challenge: Challenge,
) -> RequestResult {
    let RequestContext { service, request, now } = ctx;
    match refusal {
        Refusal::ChallengeOver(ChallengeState::Accepted) => {
            let refused = ctx.refused(&refusal);
            let Some(game) = service.store.game_of_challenge(challenge.id).await? else {
                return Ok(refused);
            };
            let board = &game.board_message;
            if board.may_be(request.message, now)
                && now.since(game.changed_at()) > UPDATE_LOST_AFTER
            {
                return Ok(ctx.board(&game, None, false).beside(refused));
            }
            // The board is another message, and this one missed its update.
            let is_elsewhere = board.message.is_some() && board.message != request.message;
            Ok(if is_elsewhere { ctx.challenge(&challenge).beside(refused) } else { refused })
        }
        Refusal::ChallengeOver(state) => {
            if state == ChallengeState::Expired {
                // What is shown is stored: a deadline that fails would be put off.
                updates::expire(service, challenge.id, now).await?;
            }
            let challenge = Challenge { state, ..challenge };
            Ok(ctx.challenge(&challenge).beside(ctx.refused(&refusal)))
        }
        other => {
            let owner = MessageOwner::Challenge(challenge.id);
            moves::record_message_id_if_unknown(ctx, &challenge.message, owner).await?;
            Err(other.into())
        }
    }
}

/// The configuration of a game: the user's options, else the server's settings.
pub(crate) fn game_config(
    request: &UserRequest,
    options: GameOptions,
    settings: &GuildSettings,
) -> GameConfig {
    let shape = options.shape.unwrap_or(Shape::STANDARD);
    let time_control = options.time_control.unwrap_or(settings.time_control);
    GameConfig {
        location: request.place.location,
        shape,
        time_control,
        rated: Rated::between_people(options.rated, shape, time_control),
        theme: options.theme.unwrap_or(settings.theme),
        locale: settings.locale.unwrap_or(request.locales.guild),
    }
}
