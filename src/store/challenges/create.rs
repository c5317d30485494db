//! New challenges.

use futures_util::future::BoxFuture;

use crate::{
    game::{
        Challenge, ChallengeId, ChallengeState, ChallengeTerms, ChannelId, GameConfig,
        MessageHandle, PlayerId, Rated,
    },
    store::{
        challenges::{cooldowns::cooldown, row::first_move_name},
        daily_limit::with_daily_limit,
        deadlines,
        error::{Constraint, StoreError},
        opponent_choices::{are_blocked, opponent_choices},
        players,
        query::{DbConnection, query},
        retained_limits::LimitKey,
        row::{message_id_value, rated_name},
    },
};

pub(in crate::store) const FREE_SLOT: &str = "\
    SELECT CAST(min(slot) AS BIGINT) \
    FROM (SELECT 1 AS slot UNION SELECT 2 UNION SELECT 3) AS slots WHERE slot NOT IN \
    (SELECT slot FROM challenge WHERE challenger_id = $1 AND state = 'pending')";

pub(in crate::store) const INSERT_CHALLENGE: &str = "\
    INSERT INTO challenge (guild_id, channel_id, challenger_id, opponent_id, slot, board_columns, \
    board_rows, connect, first, rematch_of, series_id, locale, state, created_at, expires_at, \
    created_by, changed_by, message_id, token, token_expires_at, time_control, theme, \
    challenger_points, opponent_points, rated) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'pending', $13, $14, $15, $15, $16, \
    $17, $18, $19, $20, $21, $22, $23) RETURNING challenge_id";

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
        let slot: Option<i64> = query(FREE_SLOT)
            .bind(new.challenger.id.0.cast_signed())
            .fetch_scalar(&mut *connection)
            .await?;
        let GameConfig { location, shape, time_control, rated, theme, locale } = new.config;
        check_not_playing(connection, new.challenger.id, location.channel).await?;
        let id: i64 = query(INSERT_CHALLENGE)
            .bind(location.guild.map(|guild| guild.0.cast_signed()))
            .bind(location.channel.0.cast_signed())
            .bind(new.challenger.id.0.cast_signed())
            .bind(new.opponent.as_ref().map(|opponent| opponent.id.0.cast_signed()))
            .bind(slot.ok_or(StoreError::ConstraintViolated(Constraint::PendingSlots))?)
            .bind(i64::from(shape.columns()))
            .bind(i64::from(shape.rows()))
            .bind(i64::from(shape.connect()))
            .bind(first_move_name(new.first))
            .bind(new.rematch_of.map(|game| game.0))
            .bind(new.series.id.0.cast_signed())
            .bind(locale.tag())
            .bind(new.created_at.milliseconds())
            .bind(new.expires_at.milliseconds())
            .bind(new.created_by.0.cast_signed())
            .bind(message_id_value(message.message))
            .bind(message.token.0.as_str())
            .bind(message.token_expires_at.milliseconds())
            .bind(time_control.name())
            .bind(theme.name())
            .bind(i64::from(new.series.points[0]))
            .bind(i64::from(new.series.points[1]))
            .bind(rated_name(rated))
            .fetch_scalar(&mut *connection)
            .await?;
        check_may_challenge(connection, &key, &new).await?;
        deadlines::insert_expiry(connection, ChallengeId(id), new.expires_at).await?;
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

pub(in crate::store) const LIVE_SEAT: &str =
    "SELECT game_id FROM live_seat WHERE player_id = $1 AND channel_id = $2";

/// Fails if the challenger plays in the channel: a challenge by whom begins a game there is
/// cancelled. The transaction holds the challenger's lock.
async fn check_not_playing(
    connection: &mut impl DbConnection,
    challenger: PlayerId,
    channel: ChannelId,
) -> Result<(), StoreError> {
    let game: Option<i64> = query(LIVE_SEAT)
        .bind(challenger.0.cast_signed())
        .bind(channel.0.cast_signed())
        .fetch_optional_scalar(connection)
        .await?;
    match game {
        Some(_) => Err(StoreError::ConstraintViolated(Constraint::LiveSeat)),
        None => Ok(()),
    }
}

/// A game, if these two play in it.
pub(in crate::store) const GAME_OF_PAIR: &str = "\
    SELECT game_id FROM game WHERE game_id = $1 \
    AND ((first_player_id = $2 AND second_player_id = $3) \
    OR (first_player_id = $3 AND second_player_id = $2))";

/// Fails if a player of the game to be rematched has deleted their data since it was read.
async fn check_rematch(
    connection: &mut impl DbConnection,
    new: &ChallengeTerms,
) -> Result<(), StoreError> {
    let (Some(game), Some(opponent)) = (new.rematch_of, &new.opponent) else { return Ok(()) };
    let found: Option<i64> = query(GAME_OF_PAIR)
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
