use std::{collections::HashSet, time::Duration};

use connect4::{Puzzles, ReasonAgainst};

use super::{
    standing_messages::{NEWS, after},
    *,
};

/// Midnight of Monday, 5 January 2026, the day of the first puzzle.
const FIRST_DAY: Timestamp = Timestamp::from_milliseconds(1_767_571_200_000);

const DAY: Duration = Duration::from_hours(24);

fn number(number: u32) -> PuzzleNumber {
    PuzzleNumber::new(number).unwrap()
}

#[test]
fn puzzles_are_numbered_by_days_in_utc() {
    assert_eq!(PuzzleNumber::of_day(FIRST_DAY), number(1));
    let last_moment = FIRST_DAY.after(DAY).before(Duration::from_millis(1));
    assert_eq!(PuzzleNumber::of_day(last_moment), number(1));
    assert_eq!(PuzzleNumber::of_day(FIRST_DAY.after(DAY)), number(2));
    assert_eq!(number(1).begins_at(), FIRST_DAY);
    assert_eq!(number(1).ends_at(), FIRST_DAY.after(DAY));
    let before = FIRST_DAY.before(3 * DAY);
    assert_eq!(PuzzleNumber::of_day(before), number(1), "a clock may be wrong");
    assert_eq!(number(1).previous(), None);
}

#[test]
fn puzzles_get_harder_from_monday_to_sunday() {
    let stars: Vec<u32> = (1..=8).map(|day| number(day).stars()).collect();
    assert_eq!(stars, [1, 2, 3, 4, 5, 6, 7, 1]);
}

#[test]
fn after_the_last_puzzle_the_first_one_comes_again() {
    let count = u32::try_from(Puzzles::embedded().len()).unwrap();
    assert_eq!(number(count + 1).puzzle(), number(1).puzzle());
    assert_eq!(number(u32::MAX).next(), number(u32::MAX));
    drop(number(u32::MAX).puzzle());
}

/// The columns of the first puzzle that are open but wrong at its start, and the right ones.
fn first_puzzle() -> (Vec<Column>, Vec<Column>) {
    let puzzle = number(1).puzzle();
    let right: Vec<Column> = puzzle.solution().iter().copied().step_by(2).collect();
    let wrong = puzzle.board().open_columns().filter(|column| *column != right[0]).collect();
    (wrong, right)
}

fn progress(tries: &[Column]) -> Option<PuzzleProgress> {
    PuzzleProgress::new(number(1).puzzle(), &tries.iter().copied().collect())
}

#[test]
fn a_puzzle_is_solved_by_its_columns_alone() {
    let (_, right) = first_puzzle();
    let solved = progress(&right).unwrap();
    assert_eq!((solved.state(), solved.lives()), (PuzzleState::Solved, PUZZLE_LIVES));
    assert_eq!(solved.misses(), vec![Some(0); right.len()]);
    assert_eq!(solved.board(), {
        let puzzle = number(1).puzzle();
        puzzle.solution().iter().fold(puzzle.board(), |board, it| board.drop(*it).unwrap())
    });
    assert!(solved.after(right[0]).is_none(), "it is over");
}

#[test]
fn marks_say_how_many_tries_each_turn_took() {
    let (wrong, right) = first_puzzle();
    for misses in 0..PUZZLE_LIVES {
        let progress = progress(&[&wrong[..misses], &right[..1]].concat()).unwrap();
        assert_eq!(progress.misses(), [Some(misses)]);
        assert_eq!(progress.lives(), PUZZLE_LIVES - misses);
    }
    let failed = progress(&wrong[..3]).unwrap();
    assert_eq!((failed.state(), failed.misses()), (PuzzleState::Failed, vec![None]));
    assert_eq!(failed.discs_left(), right.len());
    let later = progress(&[&wrong[..1], &right[..1]].concat()).unwrap();
    assert!(!later.is_wrong_here(wrong[0]), "that was another turn");
}

/// The columns that a reason's sentence names.
fn named(reason: &ReasonAgainst) -> Vec<Column> {
    match reason {
        ReasonAgainst::MissesWin { .. } | ReasonAgainst::LetsWinAbove => Vec::new(),
        ReasonAgainst::LeavesThreat { column } => vec![*column],
        ReasonAgainst::LetsDoubleThreat { reply, .. } | ReasonAgainst::OneRefutation { reply } => {
            vec![*reply]
        }
        ReasonAgainst::LetsForcedWin { variation } => variation.clone(),
        ReasonAgainst::LetsStackedThreats { cells: [cell, _] }
        | ReasonAgainst::Zugzwang { cell }
        | ReasonAgainst::GivesUpKeyCell { cell } => vec![cell.column],
    }
}

#[test]
fn what_is_wrong_with_a_column_names_no_solution() {
    let mut found = 0;
    for day in 1..=400 {
        let puzzle = number(day).puzzle();
        let mut progress = PuzzleProgress::start(puzzle.clone());
        for &right in puzzle.solution().iter().step_by(2) {
            for wrong in progress.board().open_columns().filter(|it| *it != right) {
                let Some(reason) = progress.reason_against(wrong) else { continue };
                found += 1;
                assert!(!named(&reason).contains(&right), "{day}: {wrong}: {reason:?}");
            }
            progress = progress.after(right).unwrap();
        }
    }
    assert!(found > 1_000, "{found}");
}

#[test]
fn a_solution_may_be_seen_once_the_attempt_or_the_day_is_over() {
    let (wrong, right) = first_puzzle();
    let may_see = |tries: &[Column], counts| progress(tries).unwrap().may_see_solution(counts);
    assert!(!may_see(&right[..1], true) && may_see(&right[..1], false));
    assert!(may_see(&right, true) && may_see(&wrong[..3], true));
}

#[test]
fn a_streak_counts_only_puzzles_solved_on_their_day() {
    let second_day = FIRST_DAY.after(DAY);
    let streak =
        |day, before: &[_]| streak_after_solving(number(day), second_day, second_day, before);
    assert_eq!(streak(2, &[(number(1), 1)]), Some(2));
    assert_eq!(streak(2, &[]), Some(1));
    assert_eq!(streak(1, &[]), None, "a day late");
}

/// The streaks of somebody who solves the puzzles of these days.
fn streaks(days: &[u32]) -> Vec<u32> {
    let mut solved: Vec<SolvedDay> = Vec::new();
    for &day in days {
        let noon = number(day).begins_at().after(DAY / 2);
        let streak = streak_after_solving(number(day), noon, noon, &solved).unwrap();
        solved.insert(0, (number(day), streak));
        solved.truncate(STREAK_MEMORY.into());
    }
    let Some(&(last, days)) = solved.first() else { return Vec::new() };
    let later =
        [1, 2, 3].map(|after| match PuzzleStreak::on_day_of(number(last.get() + after), &solved) {
            PuzzleStreak::Running(days) | PuzzleStreak::Survived(days) => days,
            PuzzleStreak::Never | PuzzleStreak::Over(_) => 0,
        });
    [days].into_iter().chain(later).collect()
}

#[test]
fn a_streak_of_three_survives_one_missed_day_in_seven() {
    assert_eq!(streaks(&[1, 2]), [2, 2, 0, 0], "it is too short");
    assert_eq!(streaks(&[1, 2, 3]), [3, 3, 3, 0]);
    assert_eq!(streaks(&[1, 2, 3, 5]), [4, 4, 0, 0], "one is free, and no second one");
    assert_eq!(streaks(&[1, 2, 3, 6]), [1, 1, 0, 0], "two are too many");
    assert_eq!(streaks(&[1, 2, 3, 5, 6, 7, 8, 9]), [8, 8, 0, 0]);
    assert_eq!(streaks(&[1, 2, 3, 5, 6, 7, 8, 9, 10]), [9, 9, 9, 0], "a week later one is free");
    assert_eq!(streaks(&[1, 2, 3, 5, 6, 7, 8, 9, 10, 12]), [10, 10, 0, 0]);
    assert_eq!(streaks(&[1, 3, 4, 5]), [3, 3, 3, 0], "what was missed before it does not count");
}

#[test]
fn a_puzzle_begun_on_its_day_counts_for_ten_minutes_more() {
    let midnight = FIRST_DAY.after(DAY);
    let (moment, ten_minutes) = (Duration::from_millis(1), Duration::from_mins(10));
    let streak =
        |started_at, solved_at| streak_after_solving(number(1), started_at, solved_at, &[]);
    let last = midnight.before(moment);
    assert_eq!(streak(last, midnight.after(ten_minutes).before(moment)), Some(1));
    assert_eq!(streak(last, midnight.after(ten_minutes)), None);
    assert_eq!(streak(midnight, midnight.after(moment)), None, "it was begun too late");
    assert!(!number(2).still_counts(None, last), "it is still to come");
}

#[test]
fn a_wrong_column_cannot_be_tried_twice() {
    let (wrong, _) = first_puzzle();
    assert!(progress(&[wrong[0], wrong[0]]).is_none());
    assert!(!progress(&wrong[..1]).unwrap().can_try(wrong[0]));
    assert!(progress(&[Column::from_number(8).unwrap()]).is_none(), "there is no such column");
}

fn daily(guild: u64, hour: u8) -> StandingMessage {
    let schedule = PuzzleSchedule::new(hour, TimeZone::UTC);
    let (location, content) = ((GuildId(guild), ChannelId(1)), StandingContent::Daily(schedule));
    StandingMessage::new(location, content, Locale::EnglishUs, FIRST_DAY)
}

#[test]
fn a_post_is_due_at_its_hour_of_each_day() {
    let due_after = |hour, now| daily(1, hour).next_due(now);
    let nine = FIRST_DAY.after(Duration::from_hours(9));
    assert_eq!(due_after(9, FIRST_DAY), Some(nine));
    assert_eq!(due_after(9, nine), Some(nine.after(DAY)));
    assert_eq!(due_after(0, FIRST_DAY), Some(FIRST_DAY.after(DAY)));
    for state in [StandingState::Off, StandingState::Stopped] {
        let not_on = StandingMessage { state, ..daily(1, 9) };
        assert_eq!(not_on.in_new_zone(FIRST_DAY).due_at, None);
        assert_eq!(not_on.step(NEWS, nine), None);
    }
}

#[test]
fn a_time_zone_brings_no_post_before_its_hour() {
    let posted = Some(PuzzleNumber::of_day(FIRST_DAY));
    let schedule = PuzzleSchedule { posted, ..PuzzleSchedule::new(18, TimeZone::UTC) };
    let daily = StandingMessage { content: StandingContent::Daily(schedule), ..daily(1, 18) };
    let midnight = FIRST_DAY.after(10 * DAY);
    let [ten, six] = [10, 18].map(|hour| midnight.after(Duration::from_hours(hour)));
    assert_eq!(daily.in_new_zone(ten).due_at, Some(six));
    assert_eq!(daily.in_new_zone(six).due_at, Some(six));
}

#[test]
fn posts_of_an_hour_are_spread_over_five_minutes() {
    let first = 175_928_847_299_117_063_u64;
    let created_apart = |seconds: u64| first + ((seconds * 1_000) << 22);
    let due_on_day = |guild| daily(guild, 9).next_due(FIRST_DAY).unwrap();
    let due: Vec<_> = (0..300).map(|it| due_on_day(created_apart(it))).collect();
    let nine = FIRST_DAY.after(Duration::from_hours(9));
    assert!(due.iter().all(|it| it.since(nine) < Duration::from_mins(5)));
    let seconds: HashSet<u64> = due.iter().map(|it| it.since(nine).as_secs()).collect();
    assert_eq!(seconds.len(), 300);
}

#[test]
fn a_post_waits_for_its_hour_unless_one_was_missed() {
    let eight = FIRST_DAY.after(2 * DAY + Duration::from_hours(8));
    let posted = |last, now| {
        let posted = StandingOutcome::Posted(MessageId(1));
        let (told, next) = after(daily(1, 9), posted, number(last).begins_at());
        assert_eq!(told.content, StandingContent::Topic(StandingTopic::Puzzle(number(last))));
        next.unwrap().step(NEWS, now)
    };
    let post = Some(StandingStep::Post);
    assert_eq!(posted(2, eight), None);
    assert_eq!(posted(2, eight.after(Duration::from_hours(2))), post);
    assert_eq!(posted(1, eight), post, "that of the second day was missed");
}

const REFUSED: StandingOutcome = StandingOutcome::Refused(ClosedPlace::Forbidden);

#[test]
fn seven_refused_posts_in_a_row_end_them() {
    let nine = |day: u8| FIRST_DAY.after(u32::from(day - 1) * DAY + Duration::from_hours(9));
    let mut daily = daily(1, 9);
    for day in 1..7_u8 {
        (daily, _) = after(daily, REFUSED, nine(day));
        assert_eq!((daily.state, daily.refusals), (StandingState::On, day));
        assert_eq!(daily.due_at, Some(nine(day + 1)));
    }
    let now = nine(7);
    assert_eq!(daily.at_hour(10, now).refusals, 6, "an hour says nothing of it");
    let (_, next) = after(daily, StandingOutcome::Posted(MessageId(1)), now);
    assert_eq!(next.map(|it| it.refusals), Some(0));
    assert_eq!(after(daily, StandingOutcome::Failed, now).0.refusals, 6);
    let (stopped, _) = after(daily, REFUSED, now);
    assert_eq!((stopped.state, stopped.due_at), (StandingState::Stopped, None));
    let again = stopped.at_hour(9, now);
    assert_eq!((again.state, again.refusals), (StandingState::On, 6));
    assert_eq!(stopped.turned_off(now).at_hour(9, now).refusals, 0);
}

#[test]
fn a_refused_post_is_not_tried_again_on_its_day() {
    let eight = FIRST_DAY.after(Duration::from_hours(8));
    let tomorrow = Some(FIRST_DAY.after(DAY + Duration::from_hours(9)));
    for outcome in [REFUSED, StandingOutcome::Failed] {
        let (late, _) = after(daily(1, 9), outcome, eight);
        assert_eq!(late.due_at, tomorrow, "one that was made up for at eight: {outcome:?}");
    }
}

#[test]
fn a_servers_streak_counts_days_in_a_row() {
    let day = |number: u32| PuzzleNumber::new(number).unwrap();
    let after = |days: &[u32]| {
        let solved =
            days.iter().fold(None, |streak, it| Some(GuildStreak::after(streak, day(*it))));
        let streak = solved.unwrap();
        (streak.puzzle.get(), streak.days, streak.best)
    };
    assert_eq!(after(&[5]), (5, 1, 1));
    assert_eq!(after(&[5, 5, 6, 7, 7]), (7, 3, 3));
    assert_eq!(after(&[5, 6, 8]), (8, 1, 2));
    assert_eq!(after(&[5, 6, 8, 9, 10, 11]), (11, 4, 4));
    // Just after midnight, two people finish puzzles of two days.
    assert_eq!(after(&[5, 6, 8, 7]), (8, 4, 4));
    assert_eq!(after(&[5, 6, 9, 8]), (9, 2, 2));
    assert_eq!(after(&[5, 6, 7, 6]), (7, 3, 3));
    let streak = GuildStreak { puzzle: day(9), days: 3, earlier: 0, best: 4 };
    let told = [8, 9, 10, 11, 12].map(|number| streak.on_day_of(day(number)));
    let (running, broken) =
        (Some(GuildStreakStatus::Running(3)), Some(GuildStreakStatus::Broken { days: 3, best: 4 }));
    assert_eq!(told, [None, running, running, broken, None]);
}
