//! Challenges and their deadlines.

use futures_util::future::BoxFuture;
use sqlx::{SqliteConnection, SqlitePool};

use super::{failed, save_player, saved};
use crate::{
    play::{
        Challenge, ChallengeId, ChallengeState, GuildSettings, InteractionId, NewChallenge, Place,
        PlayerId, Posting, Setup, Situation, Waiting,
    },
    store::{
        Constraint, Saved, StoreError,
        rows::{self, PlayingRow, WaitingRow},
        sql,
    },
    time::Timestamp,
};

pub(super) async fn situation(
    readers: &SqlitePool,
    place: Place,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
) -> Result<Situation, StoreError> {
    let challenger = challenger.0.cast_signed();
    let opponent = opponent.map(|opponent| opponent.0.cast_signed());
    let playing: Vec<PlayingRow> = sqlx::query_as(sql::PLAYING_IN)
        .bind(place.channel.0.cast_signed())
        .bind(challenger)
        .bind(opponent)
        .fetch_all(readers)
        .await
        .map_err(failed)?;
    let waiting: Vec<WaitingRow> = sqlx::query_as(sql::WAITING_WITH)
        .bind(challenger)
        .bind(opponent)
        .fetch_all(readers)
        .await
        .map_err(failed)?;
    let declined_at: Option<i64> = sqlx::query_scalar(sql::DECLINED_AT)
        .bind(challenger)
        .bind(opponent)
        .fetch_one(readers)
        .await
        .map_err(failed)?;
    let games_here: i64 = sqlx::query_scalar(sql::GAMES_IN_CHANNEL)
        .bind(place.channel.0.cast_signed())
        .fetch_one(readers)
        .await
        .map_err(failed)?;
    let settings = match place.guild {
        Some(guild) => super::settings::load(guild, readers).await?,
        None => GuildSettings::default(),
    };
    Ok(Situation {
        settings,
        parent: None,
        games_here: u32::try_from(games_here).unwrap_or(u32::MAX),
        playing: playing.into_iter().map(Into::into).collect(),
        waiting: waiting.into_iter().map(Waiting::from).collect(),
        declined_at: declined_at.map(Timestamp::from_milliseconds),
    })
}

pub(super) fn post(
    connection: &mut SqliteConnection,
    new: NewChallenge,
    posting: Posting,
) -> BoxFuture<'_, Result<Challenge, StoreError>> {
    Box::pin(async move {
        for player in [Some(&new.challenger), new.opponent.as_ref()].into_iter().flatten() {
            save_player(connection, player).await?;
        }
        let slot: Option<i64> = sqlx::query_scalar(sql::FREE_SLOT)
            .bind(new.challenger.id.0.cast_signed())
            .fetch_one(&mut *connection)
            .await
            .map_err(failed)?;
        let Setup { place, shape, time_control, rated, theme, locale } = new.setup;
        let id: i64 = sqlx::query_scalar(sql::INSERT_CHALLENGE)
            .bind(place.guild.map(|guild| guild.0.cast_signed()))
            .bind(place.channel.0.cast_signed())
            .bind(new.challenger.id.0.cast_signed())
            .bind(new.opponent.as_ref().map(|opponent| opponent.id.0.cast_signed()))
            .bind(slot.ok_or(StoreError::Taken(Constraint::WaitingSlots))?)
            .bind(i64::from(shape.columns()))
            .bind(i64::from(shape.rows()))
            .bind(i64::from(shape.connect()))
            .bind(rows::first_key(new.first))
            .bind(new.rematch_of.map(|game| game.0))
            .bind(new.series.id.0.cast_signed())
            .bind(locale.tag())
            .bind(new.made_at.milliseconds())
            .bind(new.expires_at.milliseconds())
            .bind(new.made_by.0.cast_signed())
            .bind(rows::message_key(posting.message))
            .bind(&posting.token.0)
            .bind(posting.token_expires_at.milliseconds())
            .bind(time_control.name())
            .bind(theme.name())
            .bind(i64::from(new.series.points[0]))
            .bind(i64::from(new.series.points[1]))
            .bind(rows::rated_key(rated))
            .fetch_one(&mut *connection)
            .await
            .map_err(failed)?;
        sqlx::query(sql::INSERT_DEADLINE)
            .bind(rows::CHALLENGE_DEADLINE)
            .bind(id)
            .bind(new.expires_at.milliseconds())
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
        Ok(Challenge {
            id: ChallengeId(id),
            state: ChallengeState::Waiting,
            changed_by: new.made_by,
            terms: new,
            posting,
        })
    })
}

pub(super) async fn accept(
    connection: &mut SqliteConnection,
    id: ChallengeId,
    by: InteractionId,
    at: Timestamp,
) -> Result<Saved, StoreError> {
    end(connection, id, ChallengeState::Accepted, Some(by), at).await
}

pub(super) fn end(
    connection: &mut SqliteConnection,
    id: ChallengeId,
    state: ChallengeState,
    by: Option<InteractionId>,
    at: Timestamp,
) -> BoxFuture<'_, Result<Saved, StoreError>> {
    Box::pin(async move {
        let ended = sqlx::query(sql::END_CHALLENGE)
            .bind(id.0)
            .bind(rows::challenge_state_key(state))
            .bind(by.map(|by| by.0.cast_signed()))
            .bind(at.milliseconds())
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
        sqlx::query(sql::DELETE_DEADLINE)
            .bind(rows::CHALLENGE_DEADLINE)
            .bind(id.0)
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
        Ok(saved(&ended))
    })
}
