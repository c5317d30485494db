//! Where and when servers have the daily puzzle posted.

use clock::Timestamp;
use futures_util::future::BoxFuture;

use crate::{
    game::{ChannelId, GuildId, PuzzleNumber, PuzzlePost},
    locale::Locale,
    store::{
        error::StoreError,
        query::{DbConnection, query},
        row::row,
        save_result::SaveResult,
    },
};

/// What became of a post.
#[derive(Clone, Copy, Debug)]
pub struct PuzzlePostResult {
    pub channel: ChannelId,
    pub number: PuzzleNumber,
    /// Whether Discord refused it.
    pub is_refused: bool,
    pub next_due: Timestamp,
}

pub(in crate::store) const PUZZLE_POST: &str = "\
    SELECT channel_id, hour, posted_puzzle, refused, guild_locale FROM puzzle_post \
    WHERE guild_id = $1";

row! {
    pub(in crate::store) struct PostRow {
        channel_id: i64,
        hour: Option<i64>,
        posted_puzzle: Option<i64>,
        refused: i64,
        guild_locale: String,
    }
}

impl TryFrom<PostRow> for PuzzlePost {
    type Error = StoreError;

    fn try_from(row: PostRow) -> Result<Self, StoreError> {
        let corrupt =
            || StoreError::corrupt("the posts of daily puzzles", format!("{:?}", row.hour));
        let hour = row.hour.map(u8::try_from).transpose().map_err(|_| corrupt())?;
        let posted = row.posted_puzzle.and_then(|number| u32::try_from(number).ok());
        Ok(Self {
            channel: ChannelId(row.channel_id.cast_unsigned()),
            hour,
            posted: posted.and_then(PuzzleNumber::new),
            is_refused: row.refused != 0,
            guild_locale: Locale::nearest(&row.guild_locale),
        })
    }
}

pub(in crate::store) async fn load(
    connection: &mut impl DbConnection,
    guild: GuildId,
) -> Result<Option<PuzzlePost>, StoreError> {
    query(PUZZLE_POST).bind(guild.0.cast_signed()).fetch_as::<PostRow, _>(connection).await
}

/// Leaves alone which puzzle was posted last, so that a day has one message.
pub(in crate::store) const SAVE_PUZZLE_POST: &str = "\
    INSERT INTO puzzle_post (guild_id, channel_id, hour, due_at, refused, guild_locale) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (guild_id) DO UPDATE SET \
    channel_id = excluded.channel_id, hour = excluded.hour, due_at = excluded.due_at, \
    refused = excluded.refused, guild_locale = excluded.guild_locale";

/// Stores where and when a server has the puzzle posted.
pub(in crate::store) fn save(
    connection: &mut impl DbConnection,
    guild: GuildId,
    post: PuzzlePost,
    now: Timestamp,
) -> BoxFuture<'_, Result<(), StoreError>> {
    let query = query(SAVE_PUZZLE_POST)
        .bind(guild.0.cast_signed())
        .bind(post.channel.0.cast_signed())
        .bind(post.hour.map(i64::from))
        .bind(post.due_after(now).map(Timestamp::milliseconds))
        .bind(i64::from(post.is_refused))
        .bind(post.guild_locale.tag());
    Box::pin(async move { query.execute(connection).await.map(drop) })
}

pub(in crate::store) const CLAIM_PUZZLE_POST: &str =
    "UPDATE puzzle_post SET due_at = $3 WHERE guild_id = $1 AND due_at <= $2";

/// Has one process post a puzzle, which is due again at `until` unless the result is recorded
/// before: a conflict if another process has claimed it.
pub(in crate::store) fn claim(
    connection: &mut impl DbConnection,
    guild: GuildId,
    now: Timestamp,
    until: Timestamp,
) -> BoxFuture<'_, Result<SaveResult, StoreError>> {
    let query = query(CLAIM_PUZZLE_POST)
        .bind(guild.0.cast_signed())
        .bind(now.milliseconds())
        .bind(until.milliseconds());
    Box::pin(async move { query.save(connection).await })
}

/// What is settled meanwhile stays.
pub(in crate::store) const RECORD_PUZZLE_POST: &str = "\
    UPDATE puzzle_post SET \
    posted_puzzle = CASE WHEN $4 = 0 THEN $3 ELSE posted_puzzle END, \
    refused = CASE WHEN channel_id = $2 THEN $4 ELSE refused END, \
    due_at = CASE WHEN channel_id = $2 AND due_at IS NOT NULL THEN $5 ELSE due_at END \
    WHERE guild_id = $1";

/// Records that a puzzle was posted in a channel, or refused, and when the next one is due.
pub(in crate::store) fn record_result(
    connection: &mut impl DbConnection,
    guild: GuildId,
    result: PuzzlePostResult,
) -> BoxFuture<'_, Result<(), StoreError>> {
    let query = query(RECORD_PUZZLE_POST)
        .bind(guild.0.cast_signed())
        .bind(result.channel.0.cast_signed())
        .bind(i64::from(result.number.get()))
        .bind(i64::from(result.is_refused))
        .bind(result.next_due.milliseconds());
    Box::pin(async move { query.execute(connection).await.map(drop) })
}

pub(in crate::store) const POSTPONE_PUZZLE_POST: &str =
    "UPDATE puzzle_post SET due_at = $2 WHERE guild_id = $1 AND due_at IS NOT NULL";

pub(in crate::store) async fn postpone(
    connection: &mut impl DbConnection,
    guild: GuildId,
    until: Timestamp,
) -> Result<(), StoreError> {
    let query = query(POSTPONE_PUZZLE_POST).bind(guild.0.cast_signed()).bind(until.milliseconds());
    query.execute(connection).await.map(drop)
}
