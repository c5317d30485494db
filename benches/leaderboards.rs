//! What a page of a leaderboard and one's own rank cost with a million players,
//! at both ends: `cargo bench --bench leaderboards`.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]
#![expect(clippy::disallowed_methods, reason = "a bench measures time")]

use std::time::{Duration, Instant};

use clock::Timestamp;
use fourfall::{
    play::{Order, Period, PlayerId, Ranking, Scope},
    store::{self, Spot, Standing, Store, Turn},
};
use sqlx::{Connection, SqliteConnection};

const PLAYERS: i64 = 1_000_000;

const ROUNDS: u32 = 50;

const NOW: Timestamp = Timestamp::from_milliseconds(1_700_000_000_000);

/// Many who have hardly played, few who play all the time; one in three has a
/// rating.
const FILL: &str = "
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1)
    INSERT INTO standing (scope_id, period, player_id, period_number, wins, losses, draws, rating)
    SELECT 0, 'all time', n, 0,
        (abs(random()) % 1000) * (abs(random()) % 1000) * (abs(random()) % 1000) / 1000000,
        (abs(random()) % 1000) * (abs(random()) % 1000) / 1000,
        abs(random()) % 20,
        CASE WHEN n % 3 = 0 THEN 800 + abs(random()) % 700 + abs(random()) % 700 END
    FROM number";

const PEOPLE: &str = "
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < $1)
    INSERT INTO player (player_id, name) SELECT n, 'Player ' || n FROM number";

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let folder = tempfile::tempdir().expect("there is room");
    let address = format!("sqlite://{}/bench.db", folder.path().display());
    let store = store::open(&address).await.expect("it opens");
    let mut connection = SqliteConnection::connect(&address).await.expect("it opens");
    let begun = Instant::now();
    for fill in [PEOPLE, FILL] {
        sqlx::query(fill).bind(PLAYERS).execute(&mut connection).await.expect("it is stored");
    }
    println!("{PLAYERS} players stored in {:.1?}", begun.elapsed());
    println!("| by | end | page | one's own rank |\n|---|---|---|---|");
    for order in Order::ALL {
        let ranking = Ranking { scope: Scope::Everywhere, period: Period::AllTime, order };
        let best = store.standings(ranking, NOW, Turn::First, 10).await.expect("it is read");
        let end = Turn::Before(Spot { key: i64::MAX, player: PlayerId(u64::MAX >> 1) });
        let worst = store.standings(ranking, NOW, end, 10).await.expect("it is read");
        for (name, turn, line) in
            [("best", Turn::First, best.lines.first()), ("worst", end, worst.lines.last())]
        {
            let line = line.expect("there are lines");
            let page = page(&*store, ranking, turn).await;
            let own = own(&*store, ranking, line).await;
            println!("| {} | {name}, rank {} | {page:.2?} | {own:.2?} |", order.name(), line.rank);
        }
    }
}

async fn page(store: &dyn Store, ranking: Ranking, turn: Turn) -> Duration {
    let begun = Instant::now();
    for _ in 0..ROUNDS {
        let page = store.standings(ranking, NOW, turn, 10).await.expect("it is read");
        assert_eq!(page.lines.len(), 10);
    }
    begun.elapsed() / ROUNDS
}

async fn own(store: &dyn Store, ranking: Ranking, line: &Standing) -> Duration {
    let begun = Instant::now();
    for _ in 0..ROUNDS {
        let own = store.standing(ranking, NOW, line.player.id).await.expect("it is read");
        assert_eq!(own.as_ref(), Some(line));
    }
    begun.elapsed() / ROUNDS
}
