//! What happened in a server in a week. The cost grows with that alone.

use std::{collections::HashMap, ops::Range, time::Duration};

use clock::Timestamp;

use crate::{
    game::{GuildId, Player, PlayerId, PuzzleNumber, WeekGame},
    store::{database::Store, prelude::*},
};

/// What a week is told by.
#[derive(Clone, Debug)]
pub struct WeekFacts {
    /// Those that were long enough to count, in their order.
    pub games: Vec<WeekGame>,
    /// The longest streak of solved puzzles that each person had, in days.
    pub streaks: Vec<(PlayerId, u32)>,
    /// Who may be named.
    pub people: HashMap<PlayerId, Player>,
}

macro_rules! of_week {
    ($select:literal) => {
        concat!(
            $select,
            " WHERE guild_id = $1 AND ended_at >= $2 AND ended_at < $3 AND level IS NULL ",
            "AND game.result_number IS NOT NULL AND counts <> 'too short'"
        )
    };
}

const GAMES: &str = concat!(
    of_week!(
        "SELECT game_id, first_player_id, second_player_id, result, result_seat, counts, \
         CAST(length(moves) AS BIGINT) AS discs, \
         one.value_before AS first_before, one.value AS first_after, \
         one.deviation AS first_deviation, two.value_before AS second_before, \
         two.value AS second_after, two.deviation AS second_deviation FROM game \
         LEFT JOIN rating_change one ON one.scope_id = guild_id \
         AND one.player_id = first_player_id AND one.result_number = game.result_number \
         LEFT JOIN rating_change two ON two.scope_id = guild_id \
         AND two.player_id = second_player_id AND two.result_number = game.result_number"
    ),
    " ORDER BY ended_at, game_id"
);

/// Who has played in the server in the week, or has solved one of its puzzles there, with their
/// longest streak of solved puzzles in it. Not whom managers have hidden, or reset since.
const PEOPLE: &str = concat!(
    "SELECT player.player_id, player.name, nickname.name AS nickname, ",
    "(SELECT max(streak) FROM puzzle_attempt WHERE player_id = player.player_id ",
    "AND puzzle BETWEEN $4 AND $5) AS streak FROM player ",
    "LEFT JOIN nickname ON nickname.player_id = player.player_id AND nickname.guild_id = $1 ",
    "WHERE player.player_id IN (",
    of_week!("SELECT first_player_id FROM game"),
    " UNION ",
    of_week!("SELECT second_player_id FROM game"),
    " UNION SELECT player_id FROM puzzle_solver ",
    "WHERE guild_id = $1 AND puzzle BETWEEN $4 AND $5 AND mistakes IS NOT NULL",
    ") AND player.player_id NOT IN (SELECT player_id FROM hidden_player WHERE guild_id = $1) ",
    "AND NOT EXISTS (SELECT 1 FROM reset_record JOIN game ",
    "ON player.player_id IN (game.first_player_id, game.second_player_id) ",
    "AND game.result_number <= reset_record.result_number ",
    "WHERE reset_record.guild_id = $1 AND reset_record.player_id = player.player_id ",
    "AND game.guild_id = $1 AND game.ended_at >= $2 AND game.ended_at < $3 ",
    "AND game.level IS NULL AND game.result_number IS NOT NULL AND game.counts <> 'too short')"
);

impl Store {
    /// What happened in a server in a time of whole days.
    pub async fn week(&self, guild: GuildId, time: Range<Timestamp>) -> StoreResult<WeekFacts> {
        let last_day = time.end.before(Duration::from_hours(24));
        let puzzles = [time.start, last_day].map(PuzzleNumber::of_day);
        let mut reader = self.reader().await?;
        let connection = &mut reader.connection();
        let in_week = |text| query(text).bind(guild).bind(time.start).bind(time.end);
        let games = in_week(GAMES).fetch_all(connection).await?;
        let people = in_week(PEOPLE).bind(puzzles[0]).bind(puzzles[1]);
        let people: Vec<(PlayerId, String, Option<String>, Option<u32>)> =
            people.fetch_all(connection).await?;
        let (mut streaks, mut named) = (Vec::new(), HashMap::new());
        for (id, name, nickname, streak) in people.into_iter().filter(|it| !it.0.is_deleted()) {
            streaks.extend(streak.map(|days| (id, days)));
            named.insert(id, Player::new(id, name).in_guild(Some(guild), nickname));
        }
        Ok(WeekFacts { games, streaks, people: named })
    }
}

from_columns!(WeekGame {
    id: "game_id",
    players: ["first_player_id", "second_player_id"],
    result: ..,
    counts,
    discs,
    rating_changes: ..,
});
