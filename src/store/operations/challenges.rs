//! Challenges and their deadlines.

use clock::Timestamp;
use futures_util::future::BoxFuture;

use super::{
    daily_limit::with_daily_limit,
    opponent_choices::{are_blocked, is_blocked, opponent_choices},
    players,
    retained_limits::{self, LimitKey},
};
use crate::{
    game::{
        Challenge, ChallengeContext, ChallengeCooldown, ChallengeId, ChallengeState,
        ChallengeTerms, ChannelId, GameConfig, GuildSettings, InteractionId, Location,
        MessageHandle, NewGame, OpponentChoices, PendingChallenge, PlayerId, Rated,
    },
    store::{
        Constraint, SaveResult, StoreError,
        query::{DbConnection, query},
        rows::{self, ChallengeRow, LiveSeatRow, PendingChallengeRow},
        sql,
    },
};

pub(in crate::store) async fn context(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    location: Location,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
) -> Result<ChallengeContext, StoreError> {
    let (opponent_choices, has_blocked_opponent) = match opponent {
        Some(opponent) => (
            opponent_choices(connection, challenger, opponent).await?,
            is_blocked(connection, opponent, challenger).await?,
        ),
        None => (OpponentChoices::default(), false),
    };
    let cooldown = match opponent {
        Some(opponent) => cooldown(connection, key, challenger, opponent).await?,
        None => None,
    };
    let challenger = challenger.0.cast_signed();
    let opponent = opponent.map(|opponent| opponent.0.cast_signed());
    let playing: Vec<LiveSeatRow> = query(sql::LIVE_SEATS_IN_CHANNEL)
        .bind(location.channel.0.cast_signed())
        .bind(challenger)
        .bind(opponent)
        .fetch_all(&mut *connection)
        .await?;
    let pending: Vec<PendingChallengeRow> = query(sql::PENDING_CHALLENGES)
        .bind(challenger)
        .bind(opponent)
        .fetch_all(&mut *connection)
        .await?;
    let games_here: i64 = query(sql::COUNT_GAMES_IN_CHANNEL)
        .bind(location.channel.0.cast_signed())
        .fetch_scalar(&mut *connection)
        .await?;
    let settings = match location.guild {
        Some(guild) => super::settings::load(connection, guild).await?,
        None => GuildSettings::default(),
    };
    Ok(ChallengeContext {
        settings,
        parent_channel: None,
        games_in_channel: u32::try_from(games_here).unwrap_or(u32::MAX),
        live_games: playing.into_iter().map(Into::into).collect(),
        pending: pending.into_iter().map(PendingChallenge::from).collect(),
        opponent_choices,
        has_blocked_opponent,
        cooldown,
    })
}

async fn cooldown(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    challenger: PlayerId,
    opponent: PlayerId,
) -> Result<Option<ChallengeCooldown>, StoreError> {
    let retained = retained_limits::cooldown(connection, key, challenger, opponent).await?;
    let stored: Option<(i64, i64)> = query(sql::COOLDOWN)
        .bind(challenger.0.cast_signed())
        .bind(opponent.0.cast_signed())
        .fetch_optional(connection)
        .await?;
    Ok(match (stored.map(rows::cooldown), retained) {
        (Some(one), Some(other)) => Some(one.merge(other)),
        (one, other) => one.or(other),
    })
}

pub(in crate::store) fn create(
    connection: &mut impl DbConnection,
    key: LimitKey,
    new: ChallengeTerms,
    message: MessageHandle,
) -> BoxFuture<'_, Result<Challenge, StoreError>> {
    Box::pin(async move {
        check_rematch(connection, &new).await?;
        players::upsert(connection, &new.challenger).await?;
        if let Some(opponent) = &new.opponent {
            players::insert_if_unknown(connection, opponent).await?;
        }
        let slot: Option<i64> = query(sql::FREE_SLOT)
            .bind(new.challenger.id.0.cast_signed())
            .fetch_scalar(&mut *connection)
            .await?;
        let GameConfig { location, shape, time_control, rated, theme, locale } = new.config;
        check_not_playing(connection, new.challenger.id, location.channel).await?;
        let id: i64 = query(sql::INSERT_CHALLENGE)
            .bind(location.guild.map(|guild| guild.0.cast_signed()))
            .bind(location.channel.0.cast_signed())
            .bind(new.challenger.id.0.cast_signed())
            .bind(new.opponent.as_ref().map(|opponent| opponent.id.0.cast_signed()))
            .bind(slot.ok_or(StoreError::ConstraintViolated(Constraint::PendingSlots))?)
            .bind(i64::from(shape.columns()))
            .bind(i64::from(shape.rows()))
            .bind(i64::from(shape.connect()))
            .bind(rows::first_move_name(new.first))
            .bind(new.rematch_of.map(|game| game.0))
            .bind(new.series.id.0.cast_signed())
            .bind(locale.tag())
            .bind(new.created_at.milliseconds())
            .bind(new.expires_at.milliseconds())
            .bind(new.created_by.0.cast_signed())
            .bind(rows::message_id_value(message.message))
            .bind(message.token.0.as_str())
            .bind(message.token_expires_at.milliseconds())
            .bind(time_control.name())
            .bind(theme.name())
            .bind(i64::from(new.series.points[0]))
            .bind(i64::from(new.series.points[1]))
            .bind(rows::rated_name(rated))
            .fetch_scalar(&mut *connection)
            .await?;
        check_may_challenge(connection, &key, &new).await?;
        query(sql::INSERT_DEADLINE)
            .bind(rows::CHALLENGE_DEADLINE)
            .bind(id)
            .bind(new.expires_at.milliseconds())
            .execute(&mut *connection)
            .await?;
        let rated = expected_rated(connection, &key, &new).await?;
        Ok(Challenge {
            id: ChallengeId(id),
            state: ChallengeState::Pending,
            changed_by: new.created_by,
            terms: ChallengeTerms { config: GameConfig { rated, ..new.config }, ..new },
            message,
        })
    })
}

/// Whether the game would be rated if it began now. It is not stored, since the daily limit is
/// applied when the game begins, which may be on the next day.
async fn expected_rated(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    new: &ChallengeTerms,
) -> Result<Rated, StoreError> {
    let rated = new.config.rated;
    let Some(opponent) = &new.opponent else { return Ok(rated) };
    let pair = [new.challenger.id, opponent.id];
    with_daily_limit(connection, key, rated, pair, new.created_at).await
}

/// The pending challenges by and to a player.
pub(super) async fn pending_of(
    connection: &mut impl DbConnection,
    player: PlayerId,
) -> Result<Vec<Challenge>, StoreError> {
    let query = query(sql::PENDING_CHALLENGES_OF_PLAYER).bind(player.0.cast_signed());
    let challenges = query.fetch_all::<ChallengeRow>(connection).await?;
    challenges.into_iter().map(Challenge::try_from).collect()
}

/// Fails if the challenger plays in the channel: a challenge by whom begins a game there is
/// cancelled. The transaction holds the challenger's lock.
async fn check_not_playing(
    connection: &mut impl DbConnection,
    challenger: PlayerId,
    channel: ChannelId,
) -> Result<(), StoreError> {
    let game: Option<i64> = query(sql::LIVE_SEAT)
        .bind(challenger.0.cast_signed())
        .bind(channel.0.cast_signed())
        .fetch_optional_scalar(connection)
        .await?;
    match game {
        Some(_) => Err(StoreError::ConstraintViolated(Constraint::LiveSeat)),
        None => Ok(()),
    }
}

/// Fails if a player of the game to be rematched has deleted their data since it was read.
async fn check_rematch(
    connection: &mut impl DbConnection,
    new: &ChallengeTerms,
) -> Result<(), StoreError> {
    let (Some(game), Some(opponent)) = (new.rematch_of, &new.opponent) else { return Ok(()) };
    let found: Option<i64> = query(sql::GAME_OF_PAIR)
        .bind(game.0)
        .bind(new.challenger.id.0.cast_signed())
        .bind(opponent.id.0.cast_signed())
        .fetch_optional_scalar(connection)
        .await?;
    match found {
        Some(_) => Ok(()),
        None => Err(StoreError::ConstraintViolated(Constraint::OpponentDeleted)),
    }
}

/// Fails if the opponent has said no, was blocked or was challenged lately, since that was
/// read. It is checked after the challenge was inserted: that waited for the pair's last one to
/// end.
async fn check_may_challenge(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    new: &ChallengeTerms,
) -> Result<(), StoreError> {
    let Some(opponent) = &new.opponent else { return Ok(()) };
    let (challenger, opponent) = (new.challenger.id, opponent.id);
    let choices = opponent_choices(connection, challenger, opponent).await?;
    let cooldown = cooldown(connection, key, challenger, opponent).await?;
    let are_blocked = are_blocked(connection, [challenger, opponent]).await?;
    let is_over = cooldown.is_none_or(|it| it.ends_at() <= new.created_at);
    if choices.allow_challenge() && !are_blocked && is_over {
        Ok(())
    } else {
        Err(StoreError::ConstraintViolated(Constraint::ChallengeAllowed))
    }
}

/// Ends the pending challenges between two players, of whom the first has blocked the second:
/// as that player declines or cancels them, so that nothing tells the other of the block.
pub(super) async fn end_between(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    [player, blocked]: [PlayerId; 2],
    by: InteractionId,
    now: Timestamp,
) -> Result<Vec<ChallengeId>, StoreError> {
    let ended: Vec<(i64,)> = query(sql::END_CHALLENGES_BETWEEN)
        .bind(player.0.cast_signed())
        .bind(blocked.0.cast_signed())
        .bind(now.milliseconds())
        .bind(by.0.cast_signed())
        .fetch_all(&mut *connection)
        .await?;
    count_all_in_cooldown(connection, key, ended, now).await
}

/// Cancels the pending challenges that the players of a new game have made in its channel.
pub(super) async fn cancel_in_channel(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    new: &NewGame,
) -> Result<Vec<ChallengeId>, StoreError> {
    let people = new.players.people();
    let [first, last] =
        [people.first(), people.last()].map(|it| it.map(|it| it.id.0.cast_signed()));
    let cancelled: Vec<(i64,)> = query(sql::CANCEL_CHALLENGES_IN_CHANNEL)
        .bind(first)
        .bind(last)
        .bind(new.config.location.channel.0.cast_signed())
        .bind(new.changed_by.0.cast_signed())
        .bind(new.started_at.milliseconds())
        .fetch_all(&mut *connection)
        .await?;
    count_all_in_cooldown(connection, key, cancelled, new.started_at).await
}

async fn count_all_in_cooldown(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    ended: Vec<(i64,)>,
    now: Timestamp,
) -> Result<Vec<ChallengeId>, StoreError> {
    let ended: Vec<_> = ended.into_iter().map(|(id,)| ChallengeId(id)).collect();
    for &challenge in &ended {
        count_in_cooldown(connection, key, challenge, now).await?;
    }
    Ok(ended)
}

/// Counts a challenge that ended without a game.
pub(super) async fn count_in_cooldown(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    challenge: ChallengeId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let remembered_since = now.before(ChallengeCooldown::MEMORY);
    let counted: Option<(i64, i64)> = query(sql::COUNT_IN_COOLDOWN)
        .bind(challenge.0)
        .bind(now.milliseconds())
        .bind(remembered_since.milliseconds())
        .fetch_optional(&mut *connection)
        .await?;
    let Some((challenger, opponent)) = counted else { return Ok(()) };
    let [from, to] = [challenger, opponent].map(|id| PlayerId(id.cast_unsigned()));
    let retained = retained_limits::take_cooldown(connection, key, from, to).await?;
    // As one cooldown, they are forgotten together.
    if let Some(retained) = retained.filter(|it| it.last_ended_at > remembered_since) {
        query(sql::ADD_TO_COOLDOWN)
            .bind(challenger)
            .bind(opponent)
            .bind(i64::from(retained.challenges))
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Ends the cooldowns between two players who begin a game.
pub(super) async fn end_cooldowns(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    [one, other]: [PlayerId; 2],
) -> Result<(), StoreError> {
    query(sql::END_COOLDOWNS)
        .bind(one.0.cast_signed())
        .bind(other.0.cast_signed())
        .execute(&mut *connection)
        .await?;
    retained_limits::end_cooldowns(connection, key, [one, other]).await
}

pub(super) async fn accept(
    connection: &mut impl DbConnection,
    id: ChallengeId,
    by: InteractionId,
    now: Timestamp,
) -> Result<SaveResult, StoreError> {
    end_pending(connection, id, ChallengeState::Accepted, Some(by), now).await
}

pub(in crate::store) fn end(
    connection: &mut impl DbConnection,
    key: LimitKey,
    id: ChallengeId,
    state: ChallengeState,
    by: Option<InteractionId>,
    now: Timestamp,
) -> BoxFuture<'_, Result<SaveResult, StoreError>> {
    Box::pin(async move {
        let ended = end_pending(connection, id, state, by, now).await?;
        if ended == SaveResult::Saved && state != ChallengeState::Accepted {
            count_in_cooldown(connection, &key, id, now).await?;
        }
        Ok(ended)
    })
}

async fn end_pending(
    connection: &mut impl DbConnection,
    id: ChallengeId,
    state: ChallengeState,
    by: Option<InteractionId>,
    now: Timestamp,
) -> Result<SaveResult, StoreError> {
    let ended = query(sql::END_CHALLENGE)
        .bind(id.0)
        .bind(rows::challenge_state_name(state))
        .bind(by.map(|by| by.0.cast_signed()))
        .bind(now.milliseconds())
        .save(&mut *connection)
        .await?;
    if ended == SaveResult::Conflict {
        // A trigger deletes the deadline of a challenge that ends, but there may be no such
        // challenge.
        query(sql::DELETE_DEADLINE)
            .bind(rows::CHALLENGE_DEADLINE)
            .bind(id.0)
            .execute(connection)
            .await?;
    }
    Ok(ended)
}

pub(in crate::store) fn record_shown(
    connection: &mut impl DbConnection,
    id: ChallengeId,
    is_shown: bool,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let query = query(sql::RECORD_CHALLENGE_SHOWN).bind(id.0).bind(i64::from(is_shown));
        query.execute(connection).await.map(drop)
    })
}
