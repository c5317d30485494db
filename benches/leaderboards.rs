//! The cost of a leaderboard page, of a player's rank and of the leaderboard that stays in a
//! channel, in a server of ten players and of a million: `cargo bench --bench leaderboards`.

#![expect(clippy::print_stdout, reason = "a bench prints its results")]
#![expect(clippy::disallowed_methods, reason = "a bench measures time")]

use std::time::{Duration, Instant};

use clock::Timestamp;
use fourfall::{
    game::{GuildId, LeaderboardId, Period, Scope, SortBy},
    store::{self, LeaderboardEntry, PageCursor, SortKey, Store},
};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

const PLAYERS: [i64; 2] = [10, 1_000_000];

const ROUNDS: u32 = 200;

const PAGE_SIZE: u8 = 10;

const GUILD: GuildId = GuildId(7);

const NOW: Timestamp = Timestamp::from_milliseconds(1_700_000_000_000);

/// Many players with few games and few with many; one in three has a rating.
const FILL_ENTRIES: &str = "
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1)
    INSERT INTO leaderboard_entry (scope_id, period, player_id, period_number, wins, losses, draws, rating)
    SELECT 7, 'all time', n, 0,
        (abs(random()) % 1000) * (abs(random()) % 1000) * (abs(random()) % 1000) / 1000000,
        (abs(random()) % 1000) * (abs(random()) % 1000) / 1000,
        abs(random()) % 20,
        CASE WHEN n % 3 = 0 OR $1 = 10 THEN 800 + abs(random()) % 700 + abs(random()) % 700 END
    FROM number;
    UPDATE leaderboard_entry SET
        wins_key = ((1048575 - wins) << 40) | (losses << 20) | (1048575 - draws),
        rating_key = (1048575 - rating) << 40";

const FILL_PLAYERS: &str = "
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1)
    INSERT INTO player (player_id, name) SELECT n, 'Player ' || n FROM number";

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut costs = Vec::new();
    for players in PLAYERS {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let address = format!("sqlite://{}/bench.db", folder.path().display());
        let store = store::open(&address).await.expect("the database opens");
        let mut connection = SqliteConnection::connect(&address).await.expect("the database opens");
        let start = Instant::now();
        for fill in [FILL_PLAYERS, FILL_ENTRIES] {
            let fill = sqlx::raw_sql(AssertSqlSafe(fill.replace("$1", &players.to_string())))
                .execute(&mut connection)
                .await;
            fill.expect("the rows are inserted");
        }
        println!("{players} players stored in {:.1?}", start.elapsed());
        costs.push(measure(&store).await);
        store.close().await;
    }
    println!("| | ten players | a million | ratio |\n|---|---|---|---|");
    for ((what, few), (_, many)) in costs[0].iter().zip(&costs[1]) {
        let ratio = many.as_secs_f64() / few.as_secs_f64();
        println!("| {what} | {few:.1?} | {many:.1?} | {ratio:.2} |");
    }
}

/// What each page and each rank costs. The first page is what a leaderboard that stays in a channel
/// shows.
async fn measure(store: &Store) -> Vec<(String, Duration)> {
    let mut costs = Vec::new();
    for sort_by in SortBy::ALL {
        let leaderboard =
            LeaderboardId { scope: Scope::Guild(GUILD), period: Period::AllTime, sort_by };
        let last = PageCursor::Before(SortKey { key: i64::MAX, tie_breaker: i64::MAX });
        for (name, cursor) in [("first", PageCursor::First), ("last", last)] {
            let page = store.leaderboard(leaderboard, NOW, cursor, PAGE_SIZE).await;
            let page = page.expect("the page is read");
            let entry = if name == "first" { page.entries.first() } else { page.entries.last() };
            let entry = entry.expect("the page has entries");
            let sort_by = sort_by.name();
            let page = time_page(store, leaderboard, cursor).await;
            costs.push((format!("{name} page by {sort_by}"), page));
            let own = time_own_entry(store, leaderboard, entry).await;
            costs.push((format!("rank of the {name} by {sort_by}"), own));
        }
    }
    costs
}

async fn time_page(store: &Store, leaderboard: LeaderboardId, cursor: PageCursor) -> Duration {
    let start = Instant::now();
    for _ in 0..ROUNDS {
        let page =
            store.leaderboard(leaderboard, NOW, cursor, PAGE_SIZE).await.expect("the page is read");
        assert_eq!(page.entries.len(), usize::from(PAGE_SIZE));
    }
    start.elapsed() / ROUNDS
}

async fn time_own_entry(
    store: &Store,
    leaderboard: LeaderboardId,
    entry: &LeaderboardEntry,
) -> Duration {
    let player = entry.player.as_ref().expect("nobody is hidden").id;
    let start = Instant::now();
    for _ in 0..ROUNDS {
        let own =
            store.leaderboard_entry(leaderboard, NOW, player).await.expect("the rank is read");
        // Medals are worked out for pages.
        let expected = LeaderboardEntry { has_medal: false, ..entry.clone() };
        assert_eq!(own, Some(expected));
    }
    start.elapsed() / ROUNDS
}
