//! New challenges: what decides whether they may be made, and how they are stored.

use clock::Timestamp;

use crate::{
    game::{
        COMPUTER_GAME_COUNTS_FOR, Challenge, ChallengeContext, ChallengeCooldown, ChallengeState,
        ChallengeTerms, GameConfig, GuildSettings, LiveGame, Location, MessageHandle, NewChallenge,
        OpponentChoices, PendingChallenge, PlayerId, Series,
    },
    store::{
        challenges::end_pending,
        database::Store,
        error::Constraint,
        kept_limits::{count_in_cooldown, count_rated_games},
        players::{self, StoredNames},
        prelude::*,
        settings,
    },
};

/// Counts the live games in a channel, without those against the computer in which nobody has moved
/// since a time.
macro_rules! count_games_in_channel {
    ($channel:literal, $active_since:literal) => {
        concat!(
            "SELECT count(*) FROM game WHERE result IS NULL AND channel_id = ",
            $channel,
            " AND (level IS NULL OR moved_at >= ",
            $active_since,
            ")"
        )
    };
}

pub(in crate::store) use count_games_in_channel;

impl Store {
    /// What decides whether a challenge may be made here. No opponent means an open
    /// challenge.
    pub async fn challenge_context(
        &self,
        location: Location,
        challenger: PlayerId,
        opponent: Option<PlayerId>,
        now: Timestamp,
    ) -> StoreResult<ChallengeContext> {
        const PENDING_CHALLENGES: &str = "\
            SELECT challenge_id, challenger_id, opponent_id, rematch_of, created_at, guild_id, \
            channel_id, message_id, shown FROM challenge WHERE state = 'pending' \
            AND (challenger_id = $1 OR (challenger_id = $2 AND opponent_id = $1))";
        let mut reader = self.reader().await?;
        let connection = &mut reader.connection();
        let allowed: Allowed = allowed(challenger, opponent, now).fetch_one(connection).await?;
        let games_in_channel = query(count_games_in_channel!("$1", "$2"))
            .bind(location.channel)
            .bind(now.before(COMPUTER_GAME_COUNTS_FOR))
            .fetch_one(connection)
            .await?;
        let pending = query(PENDING_CHALLENGES).bind(challenger).bind(opponent);
        Ok(ChallengeContext {
            settings: match location.guild {
                Some(guild) => settings::load(connection, guild).await?,
                None => GuildSettings::default(),
            },
            parent_channel: None,
            games_in_channel,
            live_games: live_games(challenger, opponent).fetch_all(connection).await?,
            pending: pending.fetch_all(connection).await?,
            opponent_choices: allowed.choices,
            has_blocked_opponent: allowed.has_blocked_opponent,
            cooldown: allowed.cooldown,
        })
    }

    /// Stores a new challenge, and ends those that it replaces, which count in the
    /// cooldown of the next one. The names of an opponent who is already known stay as they are.
    ///
    /// # Errors
    ///
    /// [`StoreError::ConstraintViolated`] if the players have a pending challenge, the
    /// challenger has three or an open one in the channel, the opponent does not let them, has
    /// deleted their data or was challenged lately, the game has a rematch, or the interaction has
    /// changed something before.
    pub async fn create_challenge(
        &self,
        new: &NewChallenge,
        message: &MessageHandle,
    ) -> StoreResult<Challenge> {
        let players = [Some(&new.terms.challenger), new.terms.opponent.as_ref()];
        let locks: Vec<_> =
            players.into_iter().flatten().map(|player| AdvisoryLock::Player(player.id)).collect();
        let change = self.change_once(new.terms.created_by, &locks, async |connection| {
            create(connection, new.clone(), message.clone()).await
        });
        change.await?.ok_or(StoreError::ConstraintViolated(Constraint::Idempotency))
    }
}

const LIVE_GAMES_OF_TWO: &str = "\
    SELECT game_id, first_player_id, second_player_id, board_columns, board_rows, connect, \
    guild_id, channel_id, message_id FROM game WHERE result IS NULL \
    AND (first_player_id IN ($1, $2) OR second_player_id IN ($1, $2))";

from_columns!(LiveGame {
    id: "game_id",
    people: ["first_player_id", "second_player_id"],
    shape: ..,
    board: ..,
});

/// All [live games](LiveGame) of one or two players.
pub(in crate::store) fn live_games(challenger: PlayerId, opponent: Option<PlayerId>) -> Query {
    query(LIVE_GAMES_OF_TWO).bind(challenger).bind(opponent)
}

from_columns!(PendingChallenge {
    id: "challenge_id",
    challenger: "challenger_id",
    opponent: "opponent_id",
    rematch_of,
    created_at,
    location: ..,
    is_shown: "shown"
});

/// What decides whether `$1` may challenge `$2` in the server `$3`, as far as it cannot change
/// meanwhile, and what is stored about them. `$4` is the game to be rematched.
const CREATE_CONTEXT: &str = "\
    SELECT (SELECT CAST(min(slot) AS BIGINT) \
    FROM (SELECT 1 AS slot UNION SELECT 2 UNION SELECT 3) AS slots WHERE slot NOT IN \
    (SELECT slot FROM challenge WHERE challenger_id = $1 AND state = 'pending')) AS free_slot, \
    (SELECT count(*) FROM game WHERE game_id = $4 \
    AND ((first_player_id = $1 AND second_player_id = $2) \
    OR (first_player_id = $2 AND second_player_id = $1))) AS games_to_rematch, \
    (SELECT name FROM player WHERE player_id = $1) AS name, \
    (SELECT name FROM nickname WHERE player_id = $1 AND guild_id = $3) AS nickname, \
    (SELECT count(*) FROM player WHERE player_id = $2) AS known_opponents";

struct CreateContext {
    free_slot: Option<i64>,
    games_to_rematch: u32,
    challenger: StoredNames,
    is_opponent_known: bool,
}

from_columns!(CreateContext {
    free_slot,
    games_to_rematch,
    challenger: ["name", "nickname"],
    is_opponent_known: "known_opponents",
});

const INSERT_CHALLENGE: &str = "\
    INSERT INTO challenge (guild_id, channel_id, board_columns, board_rows, connect, time_control, \
    rated, theme, locale, series_id, challenger_points, opponent_points, message_id, token, \
    token_expires_at, challenger_id, opponent_id, slot, first, rematch_of, created_at, expires_at, \
    created_by, changed_by, state) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, \
    $20, $21, $22, $23, $23, 'pending') RETURNING challenge_id";

/// A statement whose first parameters are what a challenge and its game both store: `$1` to `$15`.
pub(in crate::store) fn with_terms(
    text: &'static str,
    config: GameConfig,
    series: Series,
    message: &MessageHandle,
) -> Query {
    query(text)
        .bind(config.location.guild)
        .bind(config.location.channel)
        .bind(config.shape.columns())
        .bind(config.shape.rows())
        .bind(config.shape.connect())
        .bind(config.time_control)
        .bind(config.rated)
        .bind(config.theme)
        .bind(config.locale)
        .bind(series.id)
        .bind(series.points[0])
        .bind(series.points[1])
        .bind(message.message)
        .bind(message.token.0.as_str())
        .bind(message.token_expires_at)
}

/// The transaction holds the locks of both players.
async fn create(
    connection: &mut Connection<'_>,
    NewChallenge { terms: new, replaced }: NewChallenge,
    message: MessageHandle,
) -> StoreResult<Challenge> {
    let by = Some(new.created_by);
    for &(id, state) in &replaced {
        // It was accepted meanwhile, for example: the caller decides anew.
        if end_pending(connection, id, state, by, new.created_at).await? == SaveResult::Conflict {
            return Err(StoreError::ConstraintViolated(Constraint::PendingPair));
        }
    }
    let guild = new.config.location.guild;
    let opponent = new.opponent.as_ref().map(|opponent| opponent.id);
    let context: CreateContext = query(CREATE_CONTEXT)
        .bind(new.challenger.id)
        .bind(opponent)
        .bind(guild)
        .bind(new.rematch_of)
        .fetch_one(connection)
        .await?;
    // A player of the game to be rematched may have deleted their data since it was read.
    if new.rematch_of.is_some() && opponent.is_some() && context.games_to_rematch == 0 {
        return Err(StoreError::ConstraintViolated(Constraint::OpponentDeleted));
    }
    let no_slot = StoreError::ConstraintViolated(Constraint::PendingSlots);
    let slot = context.free_slot.ok_or(no_slot)?;
    let stored = context.challenger;
    players::upsert_changed(connection, &new.challenger, guild, stored, new.created_at).await?;
    if let Some(opponent) = new.opponent.as_ref().filter(|_| !context.is_opponent_known) {
        players::upsert(connection, opponent, new.created_at).await?;
    }
    let id = with_terms(INSERT_CHALLENGE, new.config, new.series, &message)
        .bind(new.challenger.id)
        .bind(opponent)
        .bind(slot)
        .bind(new.first)
        .bind(new.rematch_of)
        .bind(new.created_at)
        .bind(new.expires_at)
        .bind(new.created_by)
        .fetch_one(connection)
        .await?;
    let allowed: Allowed =
        allowed(new.challenger.id, opponent, new.created_at).fetch_one(connection).await?;
    // The opponent may have said no, was blocked or was challenged lately, since that was read. It is
    // checked after the challenge was inserted: that waited for the pair's last one to end.
    let is_over = allowed.cooldown.is_none_or(|it| it.ends_at() <= new.created_at);
    if !allowed.choices.allow_challenge() || allowed.has_blocked_opponent || !is_over {
        return Err(StoreError::ConstraintViolated(Constraint::ChallengeAllowed));
    }
    // It counts for the next one.
    for (id, _) in replaced {
        count_in_cooldown(id, new.created_at).execute(connection).await?;
    }
    // Not stored, since the daily limit is applied when the game begins, which may be on the
    // next day.
    let rated = new.config.rated.with_daily_limit(allowed.rated_games);
    Ok(Challenge {
        id,
        state: ChallengeState::Pending,
        changed_by: new.created_by,
        terms: ChallengeTerms { config: GameConfig { rated, ..new.config }, ..new },
        message,
    })
}

/// What decides whether `$1`, if that is somebody, lets `$2` challenge them, and how many rated games
/// the two have begun since `$3`. Who is unknown has chosen nothing.
const ALLOWED: &str = concat!(
    "SELECT coalesce((SELECT challenges FROM player WHERE player_id = $1), 'anyone') ",
    "AS challenges, (SELECT count(*) FROM block WHERE player_id = $1 AND blocked_id = $2) AS blocks, ",
    "(SELECT count(*) FROM game WHERE first_player_id = $1 AND second_player_id = $2 ",
    "AND result_number IS NOT NULL) ",
    "+ (SELECT count(*) FROM game WHERE first_player_id = $2 AND second_player_id = $1 ",
    "AND result_number IS NOT NULL) AS games, ",
    "(SELECT count(*) FROM block WHERE player_id = $2 AND blocked_id = $1) AS blocks_back, ",
    "(SELECT value FROM kept_limit WHERE kind = 'cooldown' AND person = $2 AND other = $1) ",
    "AS challenges_before, ",
    "(SELECT until FROM kept_limit WHERE kind = 'cooldown' AND person = $2 AND other = $1) ",
    "AS cooldown_until, ",
    count_rated_games!(),
    " AS rated_games"
);

struct Allowed {
    choices: OpponentChoices,
    has_blocked_opponent: bool,
    cooldown: Option<ChallengeCooldown>,
    rated_games: u32,
}

from_columns!(Allowed {
    choices: ..,
    has_blocked_opponent: "blocks_back",
    cooldown: ..,
    rated_games,
});

from_columns!(OpponentChoices { challenges, blocked: "blocks", have_played: "games" });

/// Reads [`Allowed`]: with the limits of nobody for an open challenge.
fn allowed(challenger: PlayerId, opponent: Option<PlayerId>, now: Timestamp) -> Query {
    query(ALLOWED).bind(opponent).bind(challenger).bind(now.midnight())
}
