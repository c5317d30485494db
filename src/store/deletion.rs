//! Deletion of the data of players and servers. Games between people and of channels stay, with a
//! deleted user in the player's place, so that the results of the others can still be computed again.

use clock::Timestamp;

use crate::{
    game::{Challenge, Game, GuildId, InteractionId, PlayerId, Version},
    store::{
        challenges, database::Store, games, kept_limits, players, prelude::*, standing_messages,
    },
};

/// The outcome of deleting a player's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeletionResult {
    Done {
        /// The player's live games against the computer, which are deleted.
        computer_games: Vec<Game>,
        /// Pending challenges by and to the player, which are deleted.
        challenges: Vec<Challenge>,
    },
    /// The player is unknown.
    NothingStored,
    /// The interaction was delivered before, and has deleted what there was then.
    DoneBefore,
}

/// Deletes what belongs to a player alone: nicknames, games against the computer, challenges
/// without a game, ratings, leaderboard entries, blocks, puzzles, training; and what leads to
/// the messages that show the player's name, or did. The order respects references.
const DELETE_OWN_DATA: [&str; 19] = [
    "DELETE FROM named_player WHERE player_id = $1",
    "DELETE FROM nickname WHERE player_id = $1",
    "DELETE FROM hidden_player WHERE player_id = $1",
    "DELETE FROM reset_record WHERE player_id = $1",
    "DELETE FROM puzzle_attempt WHERE player_id = $1",
    "DELETE FROM puzzle_solver WHERE player_id = $1",
    "DELETE FROM training_try WHERE player_id = $1",
    "DELETE FROM training_position WHERE player_id = $1",
    "DELETE FROM training_game WHERE player_id = $1",
    "DELETE FROM review WHERE game_id IN (SELECT game_id FROM game \
     WHERE level IS NOT NULL AND (first_player_id = $1 OR second_player_id = $1))",
    "DELETE FROM game WHERE level IS NOT NULL AND (first_player_id = $1 OR second_player_id = $1)",
    "DELETE FROM challenge WHERE (challenger_id = $1 OR opponent_id = $1) \
     AND NOT EXISTS (SELECT 1 FROM game WHERE game.challenge_id = challenge.challenge_id)",
    "DELETE FROM block WHERE player_id = $1",
    "DELETE FROM rating WHERE player_id = $1",
    "DELETE FROM rating_change WHERE player_id = $1",
    "DELETE FROM leaderboard_entry WHERE player_id = $1 AND NOT EXISTS (SELECT 1 FROM season \
     WHERE season_id = -1 - scope_id AND ended_at IS NOT NULL)",
    "UPDATE game SET message_id = NULL, token = '', token_expires_at = 0, \
     reminder_message_id = NULL, reminder_ply = NULL \
     WHERE first_player_id = $1 OR second_player_id = $1 OR (result IS NOT NULL \
     AND game_id IN (SELECT game_id FROM channel_disc WHERE player_id = $1))",
    // What was read of it before has the name.
    "UPDATE game SET version = version + 1 WHERE result IS NULL \
     AND game_id IN (SELECT game_id FROM channel_disc WHERE player_id = $1)",
    "UPDATE challenge SET message_id = NULL, token = '', token_expires_at = 0 \
     WHERE challenger_id = $1 OR opponent_id = $1",
];

/// Replaces a player (`$1`) by a deleted user with a negative id (`$2`), also on the boards of
/// seasons that have ended.
const ANONYMIZE: [&str; 7] = [
    "INSERT INTO player (player_id, name) SELECT $2, '' WHERE EXISTS \
     (SELECT 1 FROM game WHERE first_player_id = $1 OR second_player_id = $1) \
     OR EXISTS (SELECT 1 FROM channel_disc WHERE player_id = $1)",
    "UPDATE channel_disc SET player_id = $2 WHERE player_id = $1",
    "UPDATE game SET first_player_id = $2 WHERE first_player_id = $1",
    "UPDATE game SET second_player_id = $2 WHERE second_player_id = $1",
    "UPDATE challenge SET challenger_id = $2 WHERE challenger_id = $1",
    "UPDATE challenge SET opponent_id = $2 WHERE opponent_id = $1",
    "UPDATE leaderboard_entry SET player_id = $2 WHERE player_id = $1",
];

/// All columns of the player go with the row.
const DELETE_PLAYER: &str = "DELETE FROM player WHERE player_id = $1";

impl Store {
    /// Deletes a player's data and stores the given games as ended, each over its
    /// expected version. Opponents keep their games, with a deleted user in the
    /// player's place, and without what leads to their messages. Some limits outlast the
    /// deletion, for a week at most. Changes nothing if
    /// the interaction that asks for it, if one does, has changed something before.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if one of the games has changed, or the player still
    /// has a live game with another person.
    pub async fn delete_player(
        &self,
        by: Option<InteractionId>,
        player: PlayerId,
        ended_games: Vec<(Version, Game)>,
        now: Timestamp,
    ) -> StoreResult<DeletionResult> {
        let change = self.change_once(by, &[AdvisoryLock::Exclusive], async |connection| {
            let is_known: bool = players::exists(player).fetch_one(connection).await?;
            if !is_known {
                return Ok(DeletionResult::NothingStored);
            }
            end_games(connection, ended_games).await?;
            let computer_games: Vec<Game> = games::live_games(player).fetch_all(connection).await?;
            if computer_games.iter().any(|game| game.players.are_people()) {
                return Err(StoreError::Conflict);
            }
            let challenges: Vec<Challenge> =
                challenges::pending_of(player).fetch_all(connection).await?;
            for challenge in &challenges {
                kept_limits::count_in_cooldown(challenge.id, now).execute(connection).await?;
            }
            kept_limits::keep(player, now).execute(connection).await?;
            standing_messages::player_left(player, now).execute(connection).await?;
            standing_messages::remove_name(player, None, now).execute(connection).await?;
            for statement in DELETE_OWN_DATA {
                query(statement).bind(player).execute(connection).await?;
            }
            // Discord's ids are positive, so no user has a negative one.
            let deleted_user = fastrand::i64(i64::MIN..0);
            for statement in ANONYMIZE {
                query(statement).bind(player).bind(deleted_user).execute(connection).await?;
            }
            query(DELETE_PLAYER).bind(player).execute(connection).await?;
            Ok(DeletionResult::Done { computer_games, challenges })
        });
        Ok(change.await?.unwrap_or(DeletionResult::DoneBefore))
    }

    /// Deletes a server's data and stores the given games as ended, each over its
    /// expected version. Its games are kept without server, channel and message, since the global
    /// records of their players depend on them. Returns whether anything was stored of it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if one of the games has changed, or the server has another live
    /// one.
    pub async fn delete_guild(
        &self,
        guild: GuildId,
        ended_games: Vec<(Version, Game)>,
    ) -> StoreResult<bool> {
        let change = self.change(&[AdvisoryLock::Exclusive], async |connection| {
            end_games(connection, ended_games).await?;
            let live: u32 =
                rare_query(COUNT_LIVE_GAMES_IN_GUILD).bind(guild).fetch_one(connection).await?;
            if live > 0 {
                return Err(StoreError::Conflict);
            }
            let mut changed = 0;
            for statement in DELETE_GUILD {
                changed += rare_query(statement).bind(guild).execute(connection).await?;
            }
            Ok(changed > 0)
        });
        change.await
    }

    /// Overwrites what was deleted but may still be read in files beside the tables, such as
    /// SQLite's write-ahead log. Returns `false` if it has to be tried again, since others
    /// are reading.
    pub async fn purge_deleted(&self) -> StoreResult<bool> {
        // Not timed: no request waits for it.
        match &self.database {
            Either::Sqlite(database) => database.purge().await,
            // The server's own files hold deleted rows until it vacuums them.
            Either::Postgres(_) => Ok(true),
        }
    }
}

/// Stores games as ended. Fails if one of them has changed.
async fn end_games(
    connection: &mut Connection<'_>,
    games: Vec<(Version, Game)>,
) -> StoreResult<()> {
    for (expected_version, game) in games {
        let saved = games::save(connection, expected_version, &game).await?;
        saved.ok_or(StoreError::Conflict)?;
    }
    Ok(())
}

/// Deletes a server. Its finished games are kept without a server.
const DELETE_GUILD: [&str; 16] = [
    "DELETE FROM nickname WHERE guild_id = $1",
    "DELETE FROM hidden_player WHERE guild_id = $1",
    "DELETE FROM reset_record WHERE guild_id = $1",
    "DELETE FROM challenge WHERE guild_id = $1 \
     AND NOT EXISTS (SELECT 1 FROM game WHERE game.challenge_id = challenge.challenge_id)",
    "UPDATE challenge SET guild_id = NULL, channel_id = 0, message_id = NULL, token = '', \
     token_expires_at = 0 WHERE guild_id = $1",
    "UPDATE game SET guild_id = NULL, channel_id = 0, message_id = NULL, token = '', \
     token_expires_at = 0, reminder_message_id = NULL, reminder_ply = NULL, \
     season_id = NULL WHERE guild_id = $1",
    "DELETE FROM rating WHERE scope_id = $1",
    "DELETE FROM rating_change WHERE scope_id = $1",
    "DELETE FROM leaderboard_entry WHERE scope_id = $1",
    "DELETE FROM leaderboard_entry WHERE scope_id IN \
     (SELECT -1 - season_id FROM season WHERE guild_id = $1)",
    "DELETE FROM season WHERE guild_id = $1",
    "DELETE FROM season_schedule WHERE guild_id = $1",
    "DELETE FROM guild_settings WHERE guild_id = $1",
    "DELETE FROM standing_message WHERE guild_id = $1",
    "DELETE FROM puzzle_solver WHERE guild_id = $1",
    "DELETE FROM guild_streak WHERE guild_id = $1",
];

const COUNT_LIVE_GAMES_IN_GUILD: &str =
    "SELECT count(*) FROM game WHERE guild_id = $1 AND result IS NULL";
