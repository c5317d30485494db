//! The command `/play`, rematches, and challenges that are repeated.

pub(crate) mod challenges;
pub(crate) mod menu;
pub(crate) mod replacement;

use self::challenges::game_config;

use crate::{
    actions::{ComputerGameOptions, GameOptions},
    features::shared::{
        context::RequestContext,
        moves,
        reply::{Reply, RequestError},
        request::PlayOptions,
        updates,
    },
    game::{
        self, Challenge, ChallengeContext, ChallengeId, ChallengeTerms, FirstMove, GameConfig,
        GameId, Opponent, Participant, PlayOutcome, Player, Rated, Refusal,
    },
};

/// Challenges a person or anyone, or starts a game against the computer. Opens the menu where
/// nobody else would see the challenge.
pub(super) async fn play(
    ctx: RequestContext<'_>,
    options: PlayOptions,
) -> Result<Reply, RequestError> {
    let PlayOptions { opponent, level, game } = options;
    match game::resolve_opponent(&ctx.actor(), opponent, level)? {
        Opponent::Computer(level) => {
            replacement::play_computer(ctx, ComputerGameOptions { level, game }).await
        }
        Opponent::Person(player) => challenge(ctx, Some(player), game).await,
        Opponent::Anyone if ctx.request.place.is_alone() => menu::open(ctx, game).await,
        Opponent::Anyone => challenge(ctx, None, game).await,
    }
}

/// Challenges a person, or anyone.
pub(super) async fn challenge(
    ctx: RequestContext<'_>,
    opponent: Option<Player>,
    options: GameOptions,
) -> Result<Reply, RequestError> {
    ctx.request.place.check_visible()?;
    let other = opponent.as_ref().map(|player| player.id);
    challenges::create(ctx, other, |context: &ChallengeContext| {
        let config = game_config(ctx.request, options, &context.settings);
        game::challenge(&ctx.actor(), config, opponent.clone(), options.first, None, context)
            .map(PlayOutcome::Challenge)
    })
    .await
}

/// Challenges the friend who was chosen in the menu.
pub(super) async fn challenge_chosen(
    ctx: RequestContext<'_>,
    options: GameOptions,
) -> Result<Reply, RequestError> {
    let opponent = ctx.request.chosen.users.first().cloned().ok_or(Refusal::UnknownButton)?;
    play(ctx, PlayOptions { opponent: Some(opponent), level: None, game: options }).await
}

/// Repeats a challenge that ended without a game.
pub(super) async fn repeat_challenge(
    ctx: RequestContext<'_>,
    id: ChallengeId,
) -> Result<Reply, RequestError> {
    let challenge = challenges::load_here(ctx, id, ctx.request.message).await?;
    repeat(ctx, challenge).await
}

/// Repeats a challenge, or challenges back.
pub(super) async fn repeat(
    ctx: RequestContext<'_>,
    challenge: Challenge,
) -> Result<Reply, RequestError> {
    let (opponent, first) = game::repeat(&challenge, &ctx.actor())?;
    // If its time is up, the deadline may not be handled yet.
    let over = if ctx.now < challenge.terms.expires_at {
        None
    } else {
        updates::expire(ctx.service, challenge.id, ctx.now).await?
    };
    let ChallengeTerms { config, rematch_of, .. } = challenge.terms;
    let reply = match rematch_of {
        Some(game) => rematch(ctx, game).await?,
        None => self::challenge(ctx, opponent, GameOptions::of_config(&config, first)).await?,
    };
    Ok(reply.with_updates(over.into_iter().collect()))
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

impl GameOptions {
    /// The options that lead to this configuration.
    pub fn of_config(config: &GameConfig, first: FirstMove) -> Self {
        let GameConfig { shape, time_control, theme, rated, .. } = *config;
        Self {
            shape: Some(shape),
            time_control: Some(time_control),
            theme: Some(theme),
            rated: rated != Rated::No,
            first,
        }
    }
}
