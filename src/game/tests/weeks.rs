use std::time::Duration;

use jiff::civil::{Weekday, date};

use super::{
    standing_messages::{NEWS, after},
    *,
};

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
const CLEO: PlayerId = PlayerId(3);
const DAN: PlayerId = PlayerId(4);

/// A game that the first one has won by a line.
fn won(winner: PlayerId, loser: PlayerId, discs: u8) -> WeekGame {
    WeekGame {
        id: GameId(discs.into()),
        players: [winner, loser],
        result: GameResult::Won(Seat::First),
        counts: Counts::Yes,
        discs,
        rating_changes: [None; 2],
    }
}

fn rated(before: u16, after: u16, games_until_ranked: u32) -> RatingChange {
    RatingChange { before, after, games_until_ranked }
}

fn told(games: &[WeekGame]) -> Week {
    Week::of(games, Vec::new(), |_| true)
}

#[test]
fn who_leads_has_most_wins_then_fewest_losses() {
    let games = [won(ANN, BEN, 9), won(ANN, BEN, 9), won(BEN, CLEO, 9), won(BEN, CLEO, 9)];
    let week = told(&games);
    assert_eq!(week.leaders, [ANN]);
    assert_eq!(week.record, Record { wins: 2, losses: 0, draws: 0 });
    let hides_ann = Week::of(&games, Vec::new(), |player| player != ANN);
    assert_eq!(hides_ann.leaders, [BEN]);
    let limited = games.map(|game| match game.players[0] {
        ANN => WeekGame { counts: Counts::WinLimit, ..game },
        _ => game,
    });
    assert_eq!(told(&limited).leaders, [BEN], "wins over the limit do not count");
    let drawn = WeekGame { result: GameResult::Drawn, ..games[0] };
    assert_eq!(told(&[drawn]), Week::default(), "nobody has won");
}

#[test]
fn at_most_three_people_lead_together() {
    let three = [won(ANN, DAN, 9), won(BEN, DAN, 9), won(CLEO, DAN, 9)];
    assert_eq!(told(&three).leaders, [ANN, BEN, CLEO]);
    let all = [won(ANN, BEN, 9), won(BEN, CLEO, 9), won(CLEO, DAN, 9), won(DAN, ANN, 9)];
    assert!(told(&all).leaders.is_empty());
}

#[test]
fn who_climbed_gained_most_over_the_week_and_is_ranked() {
    let with = |game: WeekGame, changes: [RatingChange; 2]| WeekGame {
        rating_changes: changes.map(Some),
        ..game
    };
    let games = [
        with(won(ANN, BEN, 9), [rated(1_500, 1_700, 3), rated(1_500, 1_480, 0)]),
        with(won(BEN, ANN, 9), [rated(1_480, 1_530, 0), rated(1_700, 1_650, 2)]),
        with(won(CLEO, BEN, 9), [rated(1_500, 1_510, 0), rated(1_530, 1_520, 0)]),
    ];
    let climber = Climber { player: BEN, gain: 20, rating: 1_520 };
    assert_eq!(told(&games).climber, Some(climber));
    let fell = [with(won(ANN, BEN, 9), [rated(1_500, 1_490, 0), rated(1_500, 1_480, 0)])];
    assert_eq!(told(&fell).climber, None);
}

#[test]
fn the_longest_rivalry_takes_three_games() {
    let games = [won(ANN, BEN, 9), won(BEN, ANN, 9)];
    assert_eq!(told(&games).rivalry, None);
    let drawn = WeekGame { result: GameResult::Drawn, ..games[0] };
    let level = [games[0], games[1], drawn];
    let rivalry = ([ANN, BEN], Record { wins: 1, losses: 1, draws: 1 });
    assert_eq!(told(&level).rivalry, Some(rivalry));
    let resigned = WeekGame { result: GameResult::Resigned(Seat::First), ..games[0] };
    let led = [games[0], games[1], drawn, resigned, won(CLEO, DAN, 9)];
    let rivalry = ([BEN, ANN], Record { wins: 2, losses: 1, draws: 1 });
    assert_eq!(told(&led).rivalry, Some(rivalry));
    assert_eq!(Week::of(&led, Vec::new(), |player| player != ANN).rivalry, None);
}

#[test]
fn the_shortest_win_is_the_first_of_the_fewest_discs() {
    let resigned = WeekGame { result: GameResult::Resigned(Seat::Second), ..won(ANN, BEN, 7) };
    let games = [resigned, won(BEN, ANN, 10), won(ANN, BEN, 8), won(CLEO, BEN, 8)];
    let shortest = ShortestWin { game: GameId(8), winner: ANN, loser: BEN, discs: 8 };
    assert_eq!(told(&games).shortest, Some(shortest));
    let without_ann = Week::of(&games, Vec::new(), |player| player != ANN).shortest.unwrap();
    assert_eq!(without_ann.winner, CLEO);
}

#[test]
fn three_streaks_of_three_days_or_more_are_told() {
    let streaks = vec![(ANN, 3), (BEN, 12), (CLEO, 2), (DAN, 3), (PlayerId(5), 4)];
    let week = Week::of(&[], streaks, |player| player != DAN);
    assert_eq!(week.streaks, [(BEN, 12), (PlayerId(5), 4), (ANN, 3)]);
}

#[test]
fn a_week_is_told_on_monday_in_every_time_zone() {
    for (year, month, day) in [(2027, 1, 20), (2027, 3, 28), (2027, 7, 21), (2027, 10, 31)] {
        let now = Timestamp::of_date(date(year, month, day));
        let monday = Period::Week.ends_at(now).unwrap();
        for zone in TimeZone::all() {
            for hour in [0, 9, 23] {
                let place = (GuildId(u64::MAX >> 1), ChannelId(1));
                let (puzzle_hour, time_zone) = (Some(hour), zone);
                let schedule = WeekSchedule { puzzle_hour, time_zone, told: None };
                let content = StandingContent::Weekly(schedule);
                let week = StandingMessage::new(place, content, Locale::EnglishUs, now);
                let [week] = week_here(&[], Some(week), now).try_into().unwrap();
                let due = week.due_at.unwrap();
                assert!(due >= monday, "the week is not over: {}", zone.name());
                let there = jiff::Timestamp::from_millisecond(due.milliseconds()).unwrap();
                let there = there.in_tz(zone.name()).unwrap();
                assert_eq!(there.weekday(), Weekday::Monday, "{} {hour}", zone.name());
                assert!(there.hour() >= hour.cast_signed(), "{} {hour}", zone.name());
                assert!(week.step(NEWS, due.before(Duration::from_millis(1))).is_none());
                assert_eq!(week.step(NEWS, due), Some(StandingStep::Post));
                let (told, next) = after(week, StandingOutcome::Posted(MessageId(1)), due);
                assert_eq!(told.due_at, None, "it only changes if somebody has to go from it");
                let next = next.unwrap().due_at.unwrap();
                assert!(next.since(due) > Duration::from_hours(6 * 24), "{}", zone.name());
            }
        }
    }
}
