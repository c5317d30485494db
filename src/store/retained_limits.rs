//! Limits of two people that outlive the deletion of one of them.
//!
//! They are stored by a keyed hash of the people's ids, so that they say nothing about
//! anybody to whom the two are not known already.

use std::time::Duration;

use clock::Timestamp;
use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::{
    game::{ChallengeCooldown, PlayerId},
    store::{
        error::StoreError,
        query::{DbConnection, query},
        rated_limit::counts_towards_rated_limit,
        row,
    },
};

pub(in crate::store) const RATED_GAMES: &str = "rated games";

pub(in crate::store) const CHALLENGE_COOLDOWN: &str = "challenge cooldown";

pub(in crate::store) const RETAINED_LIMIT_KEY: &str =
    "SELECT secret FROM retained_limit_key WHERE id = 1";

/// The secret key of the hashes, which never changes.
#[derive(Clone, Debug)]
pub(in crate::store) struct LimitKey(Hmac<Sha256>);

impl LimitKey {
    pub(in crate::store) async fn load(
        connection: &mut impl DbConnection,
    ) -> Result<Self, StoreError> {
        let secret: String = query(RETAINED_LIMIT_KEY).fetch_scalar(&mut *connection).await?;
        let key = Hmac::new_from_slice(secret.as_bytes()).expect("a key may have any length");
        Ok(Self(key))
    }

    /// The hash of the rated games of two people in the day that begins at `midnight`.
    pub(in crate::store) fn rated_games(
        &self,
        [one, other]: [PlayerId; 2],
        midnight: Timestamp,
    ) -> String {
        let (first, last) = (one.0.min(other.0), one.0.max(other.0));
        self.hash(&format!("{RATED_GAMES} {first} {last} {}", midnight.milliseconds()))
    }

    /// The hash of the challenges of one person to another.
    pub(in crate::store) fn cooldown(&self, challenger: PlayerId, opponent: PlayerId) -> String {
        self.hash(&format!("{CHALLENGE_COOLDOWN} {} {}", challenger.0, opponent.0))
    }

    fn hash(&self, text: &str) -> String {
        let code = self.0.clone().chain_update(text).finalize().into_bytes();
        HEXLOWER.encode(&code)
    }
}

/// The challenges of one person to another before one of them was deleted.
pub(in crate::store) async fn cooldown(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    challenger: PlayerId,
    opponent: PlayerId,
) -> Result<Option<ChallengeCooldown>, StoreError> {
    let hash = key.cooldown(challenger, opponent);
    Ok(load(connection, CHALLENGE_COOLDOWN, hash)
        .await?
        .map(|(challenges, last_at)| row::cooldown(challenges, last_at)))
}

pub(in crate::store) const TAKE_RETAINED_LIMIT: &str =
    "DELETE FROM retained_limit WHERE kind = $1 AND hash = $2 RETURNING amount, last_at";

/// Removes and returns the retained challenges of one person to another.
pub(in crate::store) async fn take_cooldown(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    challenger: PlayerId,
    opponent: PlayerId,
) -> Result<Option<ChallengeCooldown>, StoreError> {
    let hash = key.cooldown(challenger, opponent);
    let take = query(TAKE_RETAINED_LIMIT).bind(CHALLENGE_COOLDOWN).bind(hash);
    let taken: Option<(i64, i64)> = take.fetch_optional(connection).await?;
    Ok(taken.map(|(challenges, last_at)| row::cooldown(challenges, last_at)))
}

pub(in crate::store) const RETAINED_LIMIT: &str =
    "SELECT amount, last_at FROM retained_limit WHERE kind = $1 AND hash = $2";

async fn load(
    connection: &mut impl DbConnection,
    kind: &str,
    hash: String,
) -> Result<Option<(i64, i64)>, StoreError> {
    query(RETAINED_LIMIT).bind(kind).bind(hash).fetch_optional(connection).await
}

/// A limit to be retained.
struct RetainedLimit {
    kind: &'static str,
    hash: String,
    amount: i64,
    last_at: Timestamp,
    expires_at: Timestamp,
}

/// How many rated games of a player (`$1`) since a time (`$2`) count towards the limit, by
/// opponent. Deleted users are left out.
pub(in crate::store) const COUNT_RATED_GAMES_BY_OPPONENT: &str = concat!(
    "SELECT opponent_id, count(*) FROM (",
    "SELECT second_player_id AS opponent_id FROM game WHERE ",
    counts_towards_rated_limit!(),
    " AND first_player_id = $1 AND started_at >= $2 UNION ALL ",
    "SELECT first_player_id FROM game WHERE ",
    counts_towards_rated_limit!(),
    " AND second_player_id = $1 AND started_at >= $2) AS rated_game ",
    "WHERE opponent_id >= 0 GROUP BY opponent_id"
);

/// A player's cooldowns, in either role, that still count.
pub(in crate::store) const COOLDOWNS_OF_PLAYER: &str = "\
    SELECT challenger_id, opponent_id, challenges, last_ended_at FROM challenge_cooldown \
    WHERE (challenger_id = $1 OR opponent_id = $1) AND last_ended_at > $2";

/// Retains the limits of a player who is about to be deleted.
pub(in crate::store) async fn retain(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    player: PlayerId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let midnight = now.midnight();
    let rated: Vec<(i64, i64)> = query(COUNT_RATED_GAMES_BY_OPPONENT)
        .bind(player.0.cast_signed())
        .bind(midnight.milliseconds())
        .fetch_all(&mut *connection)
        .await?;
    for (opponent, games) in rated {
        let limit = RetainedLimit {
            kind: RATED_GAMES,
            hash: key.rated_games([player, PlayerId(opponent.cast_unsigned())], midnight),
            amount: games,
            last_at: now,
            expires_at: midnight.after(Duration::from_hours(24)),
        };
        add(connection, limit, now).await?;
    }
    let cooldowns: Vec<(i64, i64, i64, i64)> = query(COOLDOWNS_OF_PLAYER)
        .bind(player.0.cast_signed())
        .bind(now.before(ChallengeCooldown::MEMORY).milliseconds())
        .fetch_all(&mut *connection)
        .await?;
    for (challenger, opponent, challenges, last_ended_at) in cooldowns {
        let [challenger, opponent] = [challenger, opponent].map(|id| PlayerId(id.cast_unsigned()));
        let last_ended_at = Timestamp::from_milliseconds(last_ended_at);
        let limit = RetainedLimit {
            kind: CHALLENGE_COOLDOWN,
            hash: key.cooldown(challenger, opponent),
            amount: challenges,
            last_at: last_ended_at,
            expires_at: last_ended_at.after(ChallengeCooldown::MEMORY),
        };
        add(connection, limit, now).await?;
    }
    Ok(())
}

/// Adds to a limit, or begins it again if it had expired by `$6`.
pub(in crate::store) const RETAIN_LIMIT: &str = "\
    INSERT INTO retained_limit (kind, hash, amount, last_at, expires_at) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (kind, hash) DO UPDATE SET \
    amount = excluded.amount \
    + CASE WHEN retained_limit.expires_at > $6 THEN retained_limit.amount ELSE 0 END, \
    last_at = CASE WHEN excluded.last_at > retained_limit.last_at \
    THEN excluded.last_at ELSE retained_limit.last_at END, \
    expires_at = CASE WHEN excluded.expires_at > retained_limit.expires_at \
    THEN excluded.expires_at ELSE retained_limit.expires_at END";

async fn add(
    connection: &mut impl DbConnection,
    limit: RetainedLimit,
    now: Timestamp,
) -> Result<(), StoreError> {
    query(RETAIN_LIMIT)
        .bind(limit.kind)
        .bind(limit.hash)
        .bind(limit.amount)
        .bind(limit.last_at.milliseconds())
        .bind(limit.expires_at.milliseconds())
        .bind(now.milliseconds())
        .execute(connection)
        .await?;
    Ok(())
}
