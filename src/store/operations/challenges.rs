//! Challenges and their deadlines.

use clock::Timestamp;
use futures_util::future::BoxFuture;

use super::players;
use crate::{
    game::{
        Challenge, ChallengeContext, ChallengeId, ChallengeState, ChallengeTerms, GameConfig,
        GuildSettings, InteractionId, Location, MessageHandle, PendingChallenge, PlayerId,
    },
    store::{
        Constraint, SaveResult, StoreError,
        query::{DbConnection, query},
        rows::{self, LiveSeatRow, PendingChallengeRow},
        sql,
    },
};

pub(in crate::store) async fn context(
    connection: &mut impl DbConnection,
    location: Location,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
) -> Result<ChallengeContext, StoreError> {
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
    let declined_at: Option<i64> = query(sql::LAST_DECLINED_AT)
        .bind(challenger)
        .bind(opponent)
        .fetch_scalar(&mut *connection)
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
        declined_at: declined_at.map(Timestamp::from_milliseconds),
    })
}

pub(in crate::store) fn create(
    connection: &mut impl DbConnection,
    new: ChallengeTerms,
    message: MessageHandle,
) -> BoxFuture<'_, Result<Challenge, StoreError>> {
    Box::pin(async move {
        for player in [Some(&new.challenger), new.opponent.as_ref()].into_iter().flatten() {
            players::upsert(connection, player).await?;
        }
        let slot: Option<i64> = query(sql::FREE_SLOT)
            .bind(new.challenger.id.0.cast_signed())
            .fetch_scalar(&mut *connection)
            .await?;
        let GameConfig { location, shape, time_control, rated, theme, locale } = new.config;
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
        query(sql::INSERT_DEADLINE)
            .bind(rows::CHALLENGE_DEADLINE)
            .bind(id)
            .bind(new.expires_at.milliseconds())
            .execute(&mut *connection)
            .await?;
        Ok(Challenge {
            id: ChallengeId(id),
            state: ChallengeState::Pending,
            changed_by: new.created_by,
            terms: new,
            message,
        })
    })
}

pub(in crate::store) async fn accept(
    connection: &mut impl DbConnection,
    id: ChallengeId,
    by: InteractionId,
    now: Timestamp,
) -> Result<SaveResult, StoreError> {
    end(connection, id, ChallengeState::Accepted, Some(by), now).await
}

pub(in crate::store) fn end(
    connection: &mut impl DbConnection,
    id: ChallengeId,
    state: ChallengeState,
    by: Option<InteractionId>,
    now: Timestamp,
) -> BoxFuture<'_, Result<SaveResult, StoreError>> {
    Box::pin(async move {
        let ended = query(sql::END_CHALLENGE)
            .bind(id.0)
            .bind(rows::challenge_state_name(state))
            .bind(by.map(|by| by.0.cast_signed()))
            .bind(now.milliseconds())
            .save(&mut *connection)
            .await?;
        query(sql::DELETE_DEADLINE)
            .bind(rows::CHALLENGE_DEADLINE)
            .bind(id.0)
            .execute(&mut *connection)
            .await?;
        Ok(ended)
    })
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
