//! People on the leaderboards of a server: whom its managers have hidden has no entries there, and
//! gets them back from their games; whose record they have reset begins afresh.

use std::collections::{HashMap, HashSet};

use clock::Timestamp;
use connect4::Seat;

use crate::{
    game::{
        Counts, GameResult, GuildId, InteractionId, OPPONENTS_FOR_MEDAL, Period, Player, PlayerId,
        PlayerResult, Record, Scope, SeasonId, ServerEvent, ServerEventKind,
    },
    rating,
    store::{
        AdvisoryLock, Connection, Store, StoreError, from_columns, query,
        results::{self, EntryRow},
        server_events, standing_messages,
    },
};

impl Store {
    /// Some of the people who are hidden in a server.
    pub async fn hidden_players(
        &self,
        guild: GuildId,
        limit: u8,
    ) -> Result<Vec<Player>, StoreError> {
        const HIDDEN_PLAYERS: &str = "\
            SELECT player.player_id, player.name, nickname.name AS nickname FROM hidden_player \
            JOIN player ON player.player_id = hidden_player.player_id \
            LEFT JOIN nickname ON nickname.player_id = hidden_player.player_id \
            AND nickname.guild_id = $1 WHERE hidden_player.guild_id = $1 \
            ORDER BY hidden_player.player_id LIMIT $2";
        let hidden: Vec<(PlayerId, String, Option<String>)> =
            self.fetch_all(query(HIDDEN_PLAYERS).bind(guild).bind(limit)).await?;
        let named = |(id, name, nickname)| Player::new(id, name).in_guild(Some(guild), nickname);
        Ok(hidden.into_iter().map(named).collect())
    }

    /// Whether a player is hidden in a server.
    pub async fn is_hidden(&self, guild: GuildId, player: PlayerId) -> Result<bool, StoreError> {
        const IS_HIDDEN: &str =
            "SELECT player_id FROM hidden_player WHERE guild_id = $1 AND player_id = $2";
        let found: Option<PlayerId> =
            self.fetch_optional(query(IS_HIDDEN).bind(guild).bind(player)).await?;
        Ok(found.is_some())
    }

    /// Hides a player from the leaderboards of a server, or shows them again, unless the interaction
    /// has changed something before.
    pub async fn set_hidden(
        &self,
        by: InteractionId,
        guild: GuildId,
        manager: PlayerId,
        player: PlayerId,
        hidden: bool,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        const HIDE: &str = "\
            INSERT INTO hidden_player (guild_id, player_id) \
            SELECT $1, player_id FROM player WHERE player_id = $2 ON CONFLICT DO NOTHING";
        const SHOW: &str = "DELETE FROM hidden_player WHERE guild_id = $1 AND player_id = $2";
        let locks = &[AdvisoryLock::Player(player)];
        let Some(mut transaction) = self.begin_change(by, locks).await? else { return Ok(()) };
        let connection = &mut transaction.connection();
        let result = async {
            let change = query(if hidden { HIDE } else { SHOW }).bind(guild).bind(player);
            if change.execute(connection).await? == 0 {
                return Ok(());
            }
            query(DELETE_ENTRIES).bind(guild).bind(player).execute(connection).await?;
            if !hidden {
                add_entries(connection, guild, player).await?;
            }
            let kind = if hidden { ServerEventKind::Hidden } else { ServerEventKind::Shown };
            changed(connection, by, guild, event_about(player, manager, kind, now)).await
        }
        .await;
        transaction.end(result).await
    }

    /// Has a player begin afresh on the leaderboards of a server, unless the interaction has changed
    /// something before. Ratings stay: those of opponents follow from them.
    pub async fn reset_record(
        &self,
        by: InteractionId,
        guild: GuildId,
        manager: PlayerId,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        const RESET: &str = "\
            INSERT INTO reset_record (guild_id, player_id, result_number, told) \
            SELECT $1, player_id, (SELECT coalesce(max(number), 0) FROM (\
            SELECT max(result_number) AS number FROM game WHERE first_player_id = $2 UNION ALL \
            SELECT max(result_number) FROM game WHERE second_player_id = $2) AS last), 0 \
            FROM player WHERE player_id = $2 ON CONFLICT (guild_id, player_id) \
            DO UPDATE SET result_number = excluded.result_number, told = 0";
        let locks = &[AdvisoryLock::Player(player)];
        let Some(mut transaction) = self.begin_change(by, locks).await? else { return Ok(()) };
        let connection = &mut transaction.connection();
        let result = async {
            if query(RESET).bind(guild).bind(player).execute(connection).await? == 0 {
                return Ok(());
            }
            query(DELETE_ENTRIES).bind(guild).bind(player).execute(connection).await?;
            let event = event_about(player, manager, ServerEventKind::RecordReset, now);
            changed(connection, by, guild, event).await
        }
        .await;
        transaction.end(result).await
    }

    /// Whether a player's record in a server was reset and they do not know yet; now they do.
    pub async fn tell_of_reset(
        &self,
        guild: GuildId,
        player: PlayerId,
    ) -> Result<bool, StoreError> {
        const UNTOLD: &str = "\
            SELECT player_id FROM reset_record WHERE guild_id = $1 AND player_id = $2 AND told = 0";
        const TELL: &str =
            "UPDATE reset_record SET told = 1 WHERE guild_id = $1 AND player_id = $2";
        let untold: Option<PlayerId> =
            self.fetch_optional(query(UNTOLD).bind(guild).bind(player)).await?;
        if untold.is_some() {
            self.execute(query(TELL).bind(guild).bind(player)).await?;
        }
        Ok(untold.is_some())
    }
}

const DELETE_ENTRIES: &str = "\
    DELETE FROM leaderboard_entry WHERE player_id = $2 AND (scope_id = $1 \
    OR scope_id IN (SELECT -1 - season_id FROM season WHERE guild_id = $1))";

const fn event_about(
    player: PlayerId,
    manager: PlayerId,
    kind: ServerEventKind,
    at: Timestamp,
) -> ServerEvent {
    ServerEvent { at, manager: Some(manager), kind, player: Some(player), season: None }
}

/// Stores what has changed the leaderboards of a server.
pub(in crate::store) async fn changed(
    connection: &mut Connection<'_>,
    by: InteractionId,
    guild: GuildId,
    event: ServerEvent,
) -> Result<(), StoreError> {
    server_events::record(connection, by, guild, event).await?;
    standing_messages::people_changed(guild, event.at).execute(connection).await.map(drop)
}

/// A result of a player against a person, with their rating after it, if it was rated.
struct CountedGame {
    opponent: PlayerId,
    counts: Counts,
    result: Option<GameResult>,
    seat: Seat,
    ended_at: Timestamp,
    season: Option<SeasonId>,
    rating: Option<f64>,
    deviation: Option<f64>,
}

from_columns!(CountedGame {
    opponent: "opponent_id",
    counts,
    result: ..,
    seat,
    ended_at,
    season: "season_id",
    rating: "value",
    deviation
});

/// Computes a player's entries in a server from their games there, as
/// [`results`] counts them.
async fn add_entries(
    connection: &mut Connection<'_>,
    guild: GuildId,
    player: PlayerId,
) -> Result<(), StoreError> {
    const COUNTED_GAMES: &str = "\
        SELECT counted.result_number AS result_number, seat, opponent_id, counts, result, \
        result_seat, ended_at, season_id, value, deviation FROM (\
        SELECT result_number, CAST(0 AS BIGINT) AS seat, second_player_id AS opponent_id, counts, \
        result, result_seat, ended_at, season_id FROM game \
        WHERE first_player_id = $1 AND result_number IS NOT NULL AND guild_id = $2 \
        AND level IS NULL UNION ALL \
        SELECT result_number, CAST(1 AS BIGINT) AS seat, first_player_id AS opponent_id, counts, \
        result, result_seat, ended_at, season_id FROM game \
        WHERE second_player_id = $1 AND result_number IS NOT NULL AND guild_id = $2 \
        AND level IS NULL) AS counted LEFT JOIN rating_change \
        ON scope_id = $2 AND rating_change.player_id = $1 \
        AND rating_change.result_number = counted.result_number \
        WHERE counted.result_number > coalesce((SELECT reset_record.result_number \
        FROM reset_record WHERE guild_id = $2 AND player_id = $1), 0) \
        ORDER BY counted.result_number";
    let games: Vec<CountedGame> =
        query(COUNTED_GAMES).bind(player).bind(guild).fetch_all(connection).await?;
    let mut entries: HashMap<(Scope, Period), (EntryRow, HashSet<PlayerId>)> = HashMap::new();
    for game in games {
        let result = game.result.and_then(|it| PlayerResult::of_result(it, game.seat));
        let Some(result) = result else { continue };
        let rating = game.rating.zip(game.deviation);
        let counts = game.counts == Counts::Yes;
        if !counts && rating.is_none() {
            continue;
        }
        let season = game.season.map(|it| (Scope::Season(guild, it), Period::AllTime));
        let boards = Period::ALL.map(|period| (Scope::Guild(guild), period)).into_iter();
        for (scope, period) in boards.chain(season) {
            let number = period.number_at(game.ended_at);
            let record = Record::default();
            let new =
                EntryRow { scope, period, number, player, record, opponents: 0, rating: None };
            let (entry, met) =
                entries.entry((scope, period)).or_insert_with(|| (new, HashSet::new()));
            if number > entry.number {
                *entry = new;
                met.clear();
            }
            // Results of an earlier period are not counted.
            if number == entry.number && counts {
                entry.record.add(result);
                met.insert(game.opponent);
                entry.opponents = OPPONENTS_FOR_MEDAL.min(met.len().try_into().unwrap_or(u8::MAX));
            }
            if let Some((value, deviation)) = rating {
                let is_provisional = rating::is_provisional(deviation);
                entry.rating = Some((rating::rounded(value), is_provisional, game.ended_at));
            }
        }
    }
    let entries = entries.into_values().map(|(entry, _)| entry);
    results::add_entries(connection, entries, false).await
}
