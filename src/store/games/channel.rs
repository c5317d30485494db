//! Games of channels against the computer.

use std::ops::Range;

use clock::Timestamp;
use connect4::{Level, Seat};

use crate::{
    game::{ChannelId, Game, GameResult, GuildId, PlayerId},
    store::{
        database::Store,
        game_rows::{
            channel::{CHANNEL, of_channel},
            game_query,
        },
        players,
        prelude::*,
    },
};

/// How many games of channels had a result.
#[derive(Clone, Copy, Debug)]
pub struct ChannelResults {
    pub level: Level,
    pub result: GameResult,
    /// The channel's.
    pub seat: Seat,
    pub count: u32,
}

impl FromRow for ChannelResults {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        let first: Option<PlayerId> = row.get("first_player_id")?;
        Ok(Self {
            level: row.get("level")?,
            result: FromRow::from_row(row)?,
            seat: first.map_or(Seat::Second, |_| Seat::First),
            count: row.get("count")?,
        })
    }
}

impl Store {
    /// The live game of a channel.
    pub async fn game_of_channel(&self, channel: ChannelId) -> StoreResult<Option<Game>> {
        const GAME_OF_CHANNEL: &str =
            game_query!(concat!("WHERE result IS NULL AND channel_id = $1 AND ", of_channel!()));
        self.fetch_optional(query(GAME_OF_CHANNEL).bind(channel)).await
    }

    /// The live games of channels in which a player has dropped a disc.
    pub async fn games_of_dropper(&self, player: PlayerId) -> StoreResult<Vec<Game>> {
        const GAMES_OF_DROPPER: &str = game_query!(
            "WHERE result IS NULL AND game_id IN \
             (SELECT game_id FROM channel_disc WHERE player_id = $1)"
        );
        self.fetch_all(query(GAMES_OF_DROPPER).bind(player)).await
    }

    /// The results of a server's channels in a time.
    pub async fn channel_results(
        &self,
        guild: GuildId,
        time: Range<Timestamp>,
    ) -> StoreResult<Vec<ChannelResults>> {
        const CHANNEL_RESULTS: &str = concat!(
            "SELECT level, result, result_seat, first_player_id, count(*) AS count FROM game ",
            "WHERE guild_id = $1 AND ended_at >= $2 AND ended_at < $3 AND ",
            of_channel!(),
            " GROUP BY level, result, result_seat, first_player_id"
        );
        let results = query(CHANNEL_RESULTS).bind(guild).bind(time.start).bind(time.end);
        self.fetch_all(results).await
    }
}

/// Makes room for the channel in the table of players.
pub(super) fn insert_channel() -> Query {
    const INSERT_CHANNEL: &str =
        "INSERT INTO player (player_id, name) VALUES ($1, '') ON CONFLICT (player_id) DO NOTHING";
    query(INSERT_CHANNEL).bind(CHANNEL)
}

/// Records who has dropped a channel's last disc, unless that is stored. They may have deleted their
/// data since. The transaction holds their lock.
pub(super) async fn record_dropper(
    connection: &mut Connection<'_>,
    game: &Game,
    now: Timestamp,
) -> StoreResult<()> {
    const COUNT_DISCS: &str = "SELECT count(*) FROM channel_disc WHERE game_id = $1";
    const RECORD_DROPPER: &str =
        "INSERT INTO channel_disc (game_id, disc, player_id) VALUES ($1, $2, $3)";
    let Some((dropper, before)) = game.droppers().split_last() else { return Ok(()) };
    let before = u32::try_from(before.len()).unwrap_or(u32::MAX);
    if query(COUNT_DISCS).bind(game.id).fetch_one::<u32>(connection).await? > before {
        return Ok(());
    }
    players::upsert(connection, dropper, now).await?;
    let record = query(RECORD_DROPPER).bind(game.id).bind(before).bind(dropper.id);
    record.execute(connection).await.map(drop)
}
