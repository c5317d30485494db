//! The cost of a leaderboard page and of a player's rank among a million players, at both
//! ends: `cargo bench --bench leaderboards`.

#![expect(clippy::print_stdout, reason = "a bench prints its results")]
#![expect(clippy::disallowed_methods, reason = "a bench measures time")]

use std::time::{Duration, Instant};

use clock::Timestamp;
use fourfall::{
    game::{LeaderboardId, Period, Scope, SortBy},
    store::{self, LeaderboardEntry, PageCursor, SortKey, Store},
};
use sqlx::{Connection, SqliteConnection};

const PLAYERS: i64 = 1_000_000;

const ROUNDS: u32 = 50;

const NOW: Timestamp = Timestamp::from_milliseconds(1_700_000_000_000);

/// Many players with few games and few with many; one in three has a rating.
const FILL_ENTRIES: &str = "
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1)
    INSERT INTO leaderboard_entry (scope_id, period, player_id, period_number, wins, losses, draws, rating)
    SELECT 0, 'all time', n, 0,
        (abs(random()) % 1000) * (abs(random()) % 1000) * (abs(random()) % 1000) / 1000000,
        (abs(random()) % 1000) * (abs(random()) % 1000) / 1000,
        abs(random()) % 20,
        CASE WHEN n % 3 = 0 THEN 800 + abs(random()) % 700 + abs(random()) % 700 END
    FROM number";

const FILL_PLAYERS: &str = "
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1)
    INSERT INTO player (player_id, name) SELECT n, 'Player ' || n FROM number";

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let address = format!("sqlite://{}/bench.db", folder.path().display());
    let store = store::open(&address).await.expect("the database opens");
    let mut connection = SqliteConnection::connect(&address).await.expect("the database opens");
    let start = Instant::now();
    for fill in [FILL_PLAYERS, FILL_ENTRIES] {
        sqlx::query(fill)
            .bind(PLAYERS)
            .execute(&mut connection)
            .await
            .expect("the rows are inserted");
    }
    println!("{PLAYERS} players stored in {:.1?}", start.elapsed());
    println!("| sorted by | end | page | own rank |\n|---|---|---|---|");
    for sort_by in SortBy::ALL {
        let leaderboard = LeaderboardId { scope: Scope::Global, period: Period::AllTime, sort_by };
        let best = store
            .leaderboard(leaderboard, NOW, PageCursor::First, 10)
            .await
            .expect("the page is read");
        let end = PageCursor::Before(SortKey { key: i64::MAX, tie_breaker: i64::MAX });
        let worst = store.leaderboard(leaderboard, NOW, end, 10).await.expect("the page is read");
        for (name, cursor, entry) in [
            ("best", PageCursor::First, best.entries.first()),
            ("worst", end, worst.entries.last()),
        ] {
            let entry = entry.expect("the page has entries");
            let page = time_page(&store, leaderboard, cursor).await;
            let own = time_own_entry(&store, leaderboard, entry).await;
            println!(
                "| {} | {name}, rank {} | {page:.2?} | {own:.2?} |",
                sort_by.name(),
                entry.rank
            );
        }
    }
}

async fn time_page(store: &Store, leaderboard: LeaderboardId, cursor: PageCursor) -> Duration {
    let start = Instant::now();
    for _ in 0..ROUNDS {
        let page = store.leaderboard(leaderboard, NOW, cursor, 10).await.expect("the page is read");
        assert_eq!(page.entries.len(), 10);
    }
    start.elapsed() / ROUNDS
}

async fn time_own_entry(
    store: &Store,
    leaderboard: LeaderboardId,
    entry: &LeaderboardEntry,
) -> Duration {
    let start = Instant::now();
    for _ in 0..ROUNDS {
        let own = store
            .leaderboard_entry(leaderboard, NOW, entry.player.id)
            .await
            .expect("the rank is read");
        assert_eq!(own.as_ref(), Some(entry));
    }
    start.elapsed() / ROUNDS
}
