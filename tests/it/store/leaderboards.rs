//! Leaderboards.

use std::time::Duration;

use clock::Timestamp;
use connect4::Seat;
use fourfall::{
    game::{GameResult, GuildId, LeaderboardId, Period, PlayerId, Scope, SortBy},
    store::{LeaderboardEntries, LeaderboardEntry, PageCursor},
};
use proptest::prelude::*;

use super::{Fixture, GUILD, NOON, after_end_at};
use crate::support::property_runner;

const BY_WINS: LeaderboardId =
    LeaderboardId { scope: Scope::Guild(GUILD), period: Period::AllTime, sort_by: SortBy::Wins };

async fn page(fixture: &Fixture, cursor: PageCursor, limit: u8) -> LeaderboardEntries {
    fixture.store.leaderboard(BY_WINS, NOON, cursor, limit).await.unwrap()
}

fn ranks(page: &LeaderboardEntries) -> Vec<(u64, u64)> {
    page.entries.iter().map(|entry| (entry.rank, entry.player.as_ref().unwrap().id.0)).collect()
}

async fn play(fixture: &Fixture, results: &[([u64; 2], GameResult)]) {
    for (number, (players, result)) in (1..).zip(results) {
        let game = fixture.start_game(20, *players, 100 * number).await;
        fixture.finish_game(&game, *result).await;
    }
    // Random otherwise.
    fixture.database.sql().await.run("UPDATE leaderboard_entry SET tie_breaker = player_id").await;
}

#[tokio::test]
async fn entries_are_sorted_by_wins_then_losses_then_draws() {
    let fixture = Fixture::new().await;
    let won = GameResult::Won(Seat::First);
    let results = [
        ([1, 9], won),
        ([1, 9], won),
        ([2, 9], won),
        ([3, 9], won),
        ([4, 9], won),
        ([4, 9], GameResult::Drawn),
        ([5, 9], won),
        ([5, 9], GameResult::Won(Seat::Second)),
    ];
    play(&fixture, &results).await;
    let all = page(&fixture, PageCursor::First, 10).await;
    assert_eq!(ranks(&all), [(1, 1), (2, 4), (3, 2), (3, 3), (5, 5), (6, 9)]);
    assert_eq!((all.total, all.more_before, all.more_after), (6, false, false));
    let store = &fixture.store;
    let own = store.leaderboard_entry(BY_WINS, NOON, PlayerId(3)).await.unwrap().unwrap();
    assert_eq!((own.rank, own.record.wins), (3, 1));
    assert_eq!(store.leaderboard_entry(BY_WINS, NOON, PlayerId(8)).await.unwrap(), None);
    let other_guild = LeaderboardId { scope: Scope::Guild(GuildId(11)), ..BY_WINS };
    assert_eq!(super::leaderboard_size(store, other_guild, NOON).await, 0);
    let everywhere = LeaderboardId { scope: Scope::Global, ..BY_WINS };
    assert_eq!(super::leaderboard_size(store, everywhere, NOON).await, 6);
}

#[tokio::test]
async fn a_page_continues_where_the_previous_one_ended() {
    let fixture = Fixture::new().await;
    let won = GameResult::Won(Seat::First);
    let mut results = vec![([1, 9], won), ([1, 9], won)];
    results.extend((2..=6).map(|player| ([player, 9], won)));
    play(&fixture, &results).await;
    let first = page(&fixture, PageCursor::First, 3).await;
    assert_eq!(ranks(&first), [(1, 1), (2, 2), (2, 3)]);
    assert_eq!((first.more_before, first.more_after), (false, true));
    let second = page(&fixture, PageCursor::After(first.entries[2].sort_key), 3).await;
    assert_eq!(ranks(&second), [(2, 4), (2, 5), (2, 6)], "equal entries share a rank");
    assert_eq!((second.more_before, second.more_after), (true, true));
    let third = page(&fixture, PageCursor::After(second.entries[2].sort_key), 3).await;
    assert_eq!(ranks(&third), [(7, 9)]);
    assert_eq!((third.more_before, third.more_after), (true, false));
    assert_eq!(page(&fixture, PageCursor::Before(third.entries[0].sort_key), 3).await, second);
    assert_eq!(page(&fixture, PageCursor::Before(second.entries[0].sort_key), 3).await, first);
    let near_the_top = page(&fixture, PageCursor::Before(first.entries[1].sort_key), 3).await;
    assert_eq!(near_the_top, first, "a page is filled up");
    assert_eq!(page(&fixture, PageCursor::From(second.entries[0].sort_key), 3).await, second);
    let after_the_end = page(&fixture, PageCursor::After(third.entries[0].sort_key), 3).await;
    assert_eq!(after_the_end, first, "a page past the end falls back to the first");
}

#[tokio::test]
async fn months_and_weeks_start_at_zero() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let in_period = |period| LeaderboardId { period, ..BY_WINS };
    let end_at = async |number: u64, at: Timestamp| {
        let game = fixture.start_game(20, [1, 2], 100 * number).await;
        let after = after_end_at(&game, GameResult::Won(Seat::First), at);
        assert!(store.save_game(game.version, &after).await.unwrap().is_some());
    };
    let wins = async |period, now| {
        let own = store.leaderboard_entry(in_period(period), now, PlayerId(1)).await.unwrap();
        own.map(|own| own.record.wins)
    };
    end_at(1, NOON).await;
    end_at(2, NOON).await;
    for period in Period::ALL {
        assert_eq!(wins(period, NOON).await, Some(2), "{period:?}");
    }
    let next_week = NOON.after(Duration::from_hours(24 * 7));
    let next_month = NOON.after(Duration::from_hours(24 * 31));
    assert_eq!(wins(Period::Week, next_week).await, None);
    assert_eq!(super::leaderboard_size(store, in_period(Period::Week), next_week).await, 0);
    assert_eq!(wins(Period::Month, next_week).await, Some(2));
    end_at(3, next_month).await;
    assert_eq!(wins(Period::AllTime, next_month).await, Some(3));
    assert_eq!(wins(Period::Month, next_month).await, Some(1));
    assert_eq!(wins(Period::Week, next_month).await, Some(1));
    assert_eq!(wins(Period::Month, NOON).await, None, "the previous month is over");
    end_at(4, NOON).await;
    assert_eq!(
        wins(Period::Month, next_month).await,
        Some(1),
        "a late result of a past month does not count"
    );
    assert_eq!(wins(Period::AllTime, next_month).await, Some(4));
}

/// Entries changed and removed at random: every rank is what counting gives.
#[test]
fn ranks_are_what_counting_all_entries_gives() {
    let config =
        ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() };
    let change = (1..12_i64, 0..4_i64, 0..4_i64, 0..3_i64, any::<Option<bool>>(), 0..2_i64);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let result = property_runner(config).run(
        &(
            prop::collection::vec(change, 1..60),
            prop::sample::subsequence((1..12).collect::<Vec<i64>>(), 0..4),
        ),
        |(changes, removed)| runtime.block_on(ranks_agree(&changes, &removed)),
    );
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

type Change = (i64, i64, i64, i64, Option<bool>, i64);

async fn ranks_agree(changes: &[Change], removed: &[i64]) -> Result<(), TestCaseError> {
    let fixture = Fixture::new().await;
    let mut sql = fixture.database.sql().await;
    for player in 1..12 {
        let add = format!("INSERT INTO player (player_id, name) VALUES ({player}, 'Player')");
        sql.run(&add).await;
    }
    for (player, wins, losses, draws, rated, period) in changes {
        let rating = rated.map(|high| if high { 1600 } else { 1500 + wins });
        let rating = rating.map_or_else(|| "NULL".to_owned(), |rating| rating.to_string());
        let by_wins = ((1_048_575 - wins) << 40) | (losses << 20) | (1_048_575 - draws);
        let by_rating =
            format!("(1048575 + 10000 * ({wins} % 2) - CAST({rating} AS BIGINT)) << 40");
        sql.run(&format!(
            "INSERT INTO leaderboard_entry (scope_id, period, player_id, period_number, wins, losses, \
             draws, rating, provisional, wins_key, rating_key) \
             VALUES (10, 'all time', {player}, {period}, {wins}, {losses}, {draws}, {rating}, \
             {wins} % 2, {by_wins}, {by_rating}) \
             ON CONFLICT (scope_id, period, player_id) DO UPDATE SET \
             period_number = excluded.period_number, wins = excluded.wins, \
             losses = excluded.losses, draws = excluded.draws, rating = excluded.rating, \
             provisional = excluded.provisional, wins_key = excluded.wins_key, \
             rating_key = excluded.rating_key"
        ))
        .await;
    }
    for player in removed {
        sql.run(&format!("DELETE FROM leaderboard_entry WHERE player_id = {player}")).await;
    }
    for order in SortBy::ALL {
        let leaderboard = LeaderboardId { sort_by: order, ..BY_WINS };
        let page =
            fixture.store.leaderboard(leaderboard, NOON, PageCursor::First, 50).await.unwrap();
        prop_assert_eq!(page.total, page.entries.len() as u64);
        for entry in &page.entries {
            let better =
                page.entries.iter().filter(|other| other.sort_key.key < entry.sort_key.key).count();
            prop_assert_eq!(entry.rank, better as u64 + 1);
            let own = fixture
                .store
                .leaderboard_entry(leaderboard, NOON, entry.player.as_ref().unwrap().id)
                .await
                .unwrap();
            let expected = LeaderboardEntry { has_medal: false, ..entry.clone() };
            prop_assert_eq!(own, Some(expected));
        }
    }
    Ok(())
}
