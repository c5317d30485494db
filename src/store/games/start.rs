//! The beginning of games.

use connect4::Seat;

use crate::{
    game::{
        COMPUTER_GAME_COUNTS_FOR, ChallengeState, Game, GameConfig, GameId, LiveGame, Location,
        MessageHandle, NewGame, Participant, Version, has_enough_games,
    },
    store::{
        challenges::{
            self, create::count_games_in_channel, create::live_games, create::with_terms,
        },
        database::Store,
        deadlines,
        error::Constraint,
        game_rows::{channel::CHANNEL, late_turn},
        games::{channel::insert_channel, end::locks_for, end::player_locks, save},
        kept_limits::{self, count_rated_games},
        players::{self, StoredNames},
        prelude::*,
    },
};

/// What decides how a game begins between the players `$1` and `$2`, and what its beginning
/// changes. `$3` is the midnight before, `$4` the server and `$5` the channel; a game against the
/// computer counts if somebody has moved in it since `$6`.
const START_CONTEXT: &str = concat!(
    "SELECT (",
    count_games_in_channel!("$5", "$6"),
    ") AS games_in_channel, ",
    "(SELECT count(*) FROM block WHERE player_id = $1 AND blocked_id = $2) ",
    "+ (SELECT count(*) FROM block WHERE player_id = $2 AND blocked_id = $1) AS blocks, ",
    "(SELECT name FROM player WHERE player_id = $1) AS first_name, ",
    "(SELECT name FROM nickname WHERE player_id = $1 AND guild_id = $4) AS first_nickname, ",
    "(SELECT name FROM player WHERE player_id = $2) AS second_name, ",
    "(SELECT name FROM nickname WHERE player_id = $2 AND guild_id = $4) AS second_nickname, ",
    count_rated_games!(),
    " AS rated_games"
);

/// What [`START_CONTEXT`] reads.
struct StartContext {
    games_in_channel: u32,
    is_blocked: bool,
    first: StoredNames,
    second: StoredNames,
    rated_games: u32,
}

from_columns!(StartContext {
    games_in_channel,
    is_blocked: "blocks",
    first: ["first_name", "first_nickname"],
    second: ["second_name", "second_nickname"],
    rated_games,
});

/// The locks for starting a game.
fn locks_for_start(new: &NewGame) -> Vec<AdvisoryLock> {
    let channel = AdvisoryLock::Channel(new.config.location.channel);
    player_locks(&new.players).chain([channel]).collect()
}

impl Store {
    /// Starts the game of an accepted challenge, or one against the computer; perhaps in the place
    /// of one that has ended, given as for [`Self::save_game`]: both are stored, or neither. If it is
    /// the computer's turn, its deadline is stored as well. The game is unrated if its
    /// players have reached the daily limit of rated games.
    ///
    /// Returns `None` if the challenge is no longer pending.
    ///
    /// # Errors
    ///
    /// [`StoreError::ConstraintViolated`] if the same players have such a game in the channel, one of
    /// them has as many games as allowed or has blocked the other, the channel has as many games as
    /// its server allows, or the interaction has changed something before; [`StoreError::Conflict`]
    /// if the old game has changed.
    pub async fn start_game(
        &self,
        new: &NewGame,
        message: &MessageHandle,
        old: Option<(Version, &Game)>,
    ) -> StoreResult<Option<Game>> {
        let mut locks = locks_for_start(new);
        locks.extend(old.into_iter().flat_map(|(_, ended)| locks_for(ended)));
        let change = self.change_once(new.changed_by, &locks, async |connection| {
            if let Some((expected_version, ended)) = old {
                let saved = save(connection, expected_version, ended).await?;
                saved.ok_or(StoreError::Conflict)?;
            }
            // That of a challenge, which may be over, replaces none.
            start(connection, new, message).await
        });
        change.await?.ok_or(StoreError::ConstraintViolated(Constraint::Idempotency))
    }
}

/// The transaction holds the locks of the players and of the channel.
async fn start(
    connection: &mut Connection<'_>,
    new: &NewGame,
    message: &MessageHandle,
) -> StoreResult<Option<Game>> {
    let Location { guild, channel } = new.config.location;
    let people = new.players.people();
    let [one, other] = [people.first(), people.get(1)].map(|it| it.map(|it| it.id));
    let now = new.started.time;
    let context: StartContext = query(START_CONTEXT)
        .bind(one)
        .bind(other)
        .bind(now.midnight())
        .bind(guild)
        .bind(channel)
        .bind(now.before(COMPUTER_GAME_COUNTS_FOR))
        .fetch_one(connection)
        .await?;
    let is_full = |limit| context.games_in_channel >= u32::from(limit);
    if new.max_games_per_channel.is_some_and(is_full) {
        return Err(StoreError::ConstraintViolated(Constraint::GamesInChannel));
    }
    // One of the players may have blocked the other since they were read.
    if context.is_blocked {
        return Err(StoreError::ConstraintViolated(Constraint::ChallengeAllowed));
    }
    if let Some((one, other)) = one.zip(other) {
        let games: Vec<LiveGame> = live_games(one, Some(other)).fetch_all(connection).await?;
        if [one, other].iter().any(|player| has_enough_games(&games, *player, channel)) {
            return Err(StoreError::ConstraintViolated(Constraint::LiveGames));
        }
    }
    if let Some(challenge) = new.challenge {
        let (accepted, by) = (ChallengeState::Accepted, Some(new.changed_by));
        let saved = challenges::end_pending(connection, challenge, accepted, by, now).await?;
        if saved == SaveResult::Conflict {
            return Ok(None);
        }
    }
    for (player, stored) in people.iter().zip([context.first, context.second]) {
        players::upsert_changed(connection, player, guild, stored, now).await?;
    }
    let rated = new.config.rated.with_daily_limit(context.rated_games);
    let config = GameConfig { rated, ..new.config };
    let game = insert(connection, &NewGame { config, ..new.clone() }, message).await?;
    deadlines::record_computer_turn(connection, &game).await?;
    if let (Some(one), Some(other), Some(challenge)) = (one, other, new.challenge) {
        kept_limits::end_cooldowns(connection, challenge, [one, other]).await?;
    }
    Ok(Some(game))
}

const INSERT_GAME: &str = concat!(
    "INSERT INTO game (guild_id, channel_id, board_columns, board_rows, connect, time_control, \
    rated, theme, locale, series_id, first_points, second_points, message_id, token, \
    token_expires_at, challenge_id, first_player_id, second_player_id, started_at, moved_at, \
    changed_by, level, started_by, moves, version, closed_offers, move_by, remind_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, \
    $19, $20, $21, $22, '', 0, 0, $23 + ",
    late_turn!("$25"),
    ", $24 + ",
    late_turn!("$25"),
    ") RETURNING game_id"
);

async fn insert(
    connection: &mut Connection<'_>,
    new: &NewGame,
    message: &MessageHandle,
) -> StoreResult<Game> {
    let game = Game::start(GameId(0), new.clone(), message.clone());
    if game.is_of_channel() {
        insert_channel().execute(connection).await?;
    }
    let [first, second] = Seat::BOTH.map(|seat| match new.players.participant(seat) {
        Participant::Person(player) => Some(player.id),
        Participant::Channel => Some(CHANNEL),
        Participant::Computer(_) => None,
    });
    let id = with_terms(INSERT_GAME, new.config, new.series, &game.board_message)
        .bind(new.challenge)
        .bind(first)
        .bind(second)
        .bind(new.started.time)
        .bind(new.changed_by)
        .bind(new.players.level())
        .bind(new.challenge.is_none().then_some(new.changed_by))
        .bind(game.turn.deadline.move_by)
        .bind(game.turn.deadline.remind_at)
        .bind(game.turn_began_at())
        .fetch_one(connection)
        .await?;
    Ok(Game { id, ..game })
}
