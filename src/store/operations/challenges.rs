//! Challenges and their deadlines.

use futures_util::future::BoxFuture;

use super::players;
use crate::{
    play::{
        Challenge, ChallengeId, ChallengeState, GuildSettings, InteractionId, NewChallenge, Place,
        PlayerId, Posting, Setup, Situation, Waiting,
    },
    store::{
        Constraint, Saved, StoreError,
        rows::{self, PlayingRow, WaitingRow},
        sql,
        statement::{Connection, statement},
    },
};
use clock::Timestamp;

pub(in crate::store) async fn situation(
    connection: &mut impl Connection,
    place: Place,
    challenger: PlayerId,
    opponent: Option<PlayerId>,
) -> Result<Situation, StoreError> {
    let challenger = challenger.0.cast_signed();
    let opponent = opponent.map(|opponent| opponent.0.cast_signed());
    let playing: Vec<PlayingRow> = statement(sql::PLAYING_IN)
        .bind(place.channel.0.cast_signed())
        .bind(challenger)
        .bind(opponent)
        .all(&mut *connection)
        .await?;
    let waiting: Vec<WaitingRow> =
        statement(sql::WAITING_WITH).bind(challenger).bind(opponent).all(&mut *connection).await?;
    let declined_at: Option<i64> = statement(sql::DECLINED_AT)
        .bind(challenger)
        .bind(opponent)
        .scalar(&mut *connection)
        .await?;
    let games_here: i64 = statement(sql::GAMES_IN_CHANNEL)
        .bind(place.channel.0.cast_signed())
        .scalar(&mut *connection)
        .await?;
    let settings = match place.guild {
        Some(guild) => super::settings::load(connection, guild).await?,
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

pub(in crate::store) fn post(
    connection: &mut impl Connection,
    new: NewChallenge,
    posting: Posting,
) -> BoxFuture<'_, Result<Challenge, StoreError>> {
    Box::pin(async move {
        for player in [Some(&new.challenger), new.opponent.as_ref()].into_iter().flatten() {
            players::note(connection, player).await?;
        }
        let slot: Option<i64> = statement(sql::FREE_SLOT)
            .bind(new.challenger.id.0.cast_signed())
            .scalar(&mut *connection)
            .await?;
        let Setup { place, shape, time_control, rated, theme, locale } = new.setup;
        let id: i64 = statement(sql::INSERT_CHALLENGE)
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
            .bind(posting.token.0.as_str())
            .bind(posting.token_expires_at.milliseconds())
            .bind(time_control.name())
            .bind(theme.name())
            .bind(i64::from(new.series.points[0]))
            .bind(i64::from(new.series.points[1]))
            .bind(rows::rated_key(rated))
            .scalar(&mut *connection)
            .await?;
        statement(sql::INSERT_DEADLINE)
            .bind(rows::CHALLENGE_DEADLINE)
            .bind(id)
            .bind(new.expires_at.milliseconds())
            .execute(&mut *connection)
            .await?;
        Ok(Challenge {
            id: ChallengeId(id),
            state: ChallengeState::Waiting,
            changed_by: new.made_by,
            terms: new,
            posting,
        })
    })
}

pub(in crate::store) async fn accept(
    connection: &mut impl Connection,
    id: ChallengeId,
    by: InteractionId,
    at: Timestamp,
) -> Result<Saved, StoreError> {
    end(connection, id, ChallengeState::Accepted, Some(by), at).await
}

pub(in crate::store) fn end(
    connection: &mut impl Connection,
    id: ChallengeId,
    state: ChallengeState,
    by: Option<InteractionId>,
    at: Timestamp,
) -> BoxFuture<'_, Result<Saved, StoreError>> {
    Box::pin(async move {
        let ended = statement(sql::END_CHALLENGE)
            .bind(id.0)
            .bind(rows::challenge_state_key(state))
            .bind(by.map(|by| by.0.cast_signed()))
            .bind(at.milliseconds())
            .save(&mut *connection)
            .await?;
        statement(sql::DELETE_DEADLINE)
            .bind(rows::CHALLENGE_DEADLINE)
            .bind(id.0)
            .execute(&mut *connection)
            .await?;
        Ok(ended)
    })
}
