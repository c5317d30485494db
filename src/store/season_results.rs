//! How people did against each other in a season, and who climbed. The cost grows with its games alone.

use std::iter::repeat;

use crate::{
    game::{COMPARED, CrossTable, Player, PlayerId, Season, SeasonResult},
    rating,
    store::{database::Store, prelude::*},
};

/// How many people are compared at most: the first, and who asks.
const MAX_COMPARED: usize = COMPARED as usize + 1;

from_columns!(SeasonResult { players: ["first_player_id", "second_player_id"], result: .., games });

impl Store {
    /// How the first of a season and one more did against each other, by the games of a season that count.
    /// While it runs, those from before a reset do not.
    pub async fn cross_table(
        &self,
        season: Season,
        people: impl Iterator<Item = PlayerId>,
    ) -> StoreResult<CrossTable> {
        const RESULTS: &str = "\
            SELECT first_player_id, second_player_id, result, result_seat, count(*) AS games \
            FROM game WHERE season_id = $1 AND counts = 'yes' AND game.result_number > \
            coalesce((SELECT max(reset_record.result_number) FROM reset_record \
            WHERE reset_record.guild_id = $2 \
            AND player_id IN (first_player_id, second_player_id)), 0) \
            AND first_player_id IN ($3, $4, $5, $6, $7, $8, $9, $10, $11) \
            AND second_player_id IN ($3, $4, $5, $6, $7, $8, $9, $10, $11) \
            GROUP BY first_player_id, second_player_id, result, result_seat";
        let resets_in = Some(season.guild).filter(|_| season.ended_at.is_none());
        let results = query(RESULTS).bind(season.id).bind(resets_in);
        let people = people.map(Some).chain(repeat(None)).take(MAX_COMPARED);
        let results: Vec<SeasonResult> = self.fetch_all(people.fold(results, Query::bind)).await?;
        Ok(CrossTable::of(results))
    }

    /// Whose rating rose the most in a season that is over, of those who are ranked and shown: from
    /// their first rated game to the last one.
    pub async fn season_climber(&self, season: Season) -> StoreResult<Option<(Player, [u16; 2])>> {
        const CLIMBER: &str = "\
            SELECT rated.player_id, value_before, rating FROM (SELECT rating_change.player_id, \
            min(rating_change.result_number) AS number FROM game JOIN rating_change ON scope_id = $2 \
            AND rating_change.player_id IN (first_player_id, second_player_id) \
            AND rating_change.result_number = game.result_number \
            WHERE season_id = $1 GROUP BY rating_change.player_id) AS rated \
            JOIN rating_change ON rating_change.scope_id = $2 \
            AND rating_change.player_id = rated.player_id AND rating_change.result_number = number \
            JOIN leaderboard_entry ON leaderboard_entry.scope_id = $3 AND period = 'all time' \
            AND leaderboard_entry.player_id = rated.player_id \
            WHERE provisional = 0 AND rating >= value_before + 1 AND rated.player_id > 0 \
            AND rated.player_id NOT IN (SELECT player_id FROM hidden_player WHERE guild_id = $2) \
            ORDER BY rating - value_before DESC, rated.player_id LIMIT 1";
        let climber = query(CLIMBER).bind(season.id).bind(season.guild).bind(season.scope());
        let climber: Option<(PlayerId, f64, u16)> = self.fetch_optional(climber).await?;
        let Some((id, before, after)) = climber else { return Ok(None) };
        let player = self.player(id, Some(season.guild)).await?;
        Ok(player.map(|it| (it, [rating::rounded(before), after])))
    }
}
