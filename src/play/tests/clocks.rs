use std::time::Duration;

use super::*;

const DAY: Duration = Duration::from_hours(24);

fn with_clock(time_control: TimeControl, moves: &str) -> Game {
    let mut game = game(moves);
    game.setup.time_control = time_control;
    let at = game.moved_at;
    game.start_turn(at);
    game
}

#[test]
fn each_move_has_the_same_time() {
    let game = game("");
    assert_eq!(game.turn_time.move_by, Some(NOON.after(DAY)));
    let ann = ann();
    let at = NOON.after(Duration::from_hours(5));
    let asked = Asked { by: &ann, interaction: InteractionId(200), at };
    let after = step(&game, &asked, Seen::Newest, Action::Drop(column(4))).unwrap().game;
    assert_eq!(after.turn_time.move_by, Some(at.after(DAY)));
}

#[test]
fn a_player_who_runs_out_of_time_loses() {
    let game = game("443");
    let due = game.turn_time.move_by.unwrap();
    assert_eq!(run_out(&game, Timestamp::from_milliseconds(due.milliseconds() - 1)), None);
    let over = run_out(&game, due).unwrap();
    assert_eq!(over.ending, Some(Ending::TimedOut(Seat::Second)));
    assert_eq!(Outcome::of(&over, Seat::First), Some(Outcome::Win));
    assert_eq!((over.ended_at, over.turn_time), (Some(due), TurnTime::default()));
    assert_eq!(over.version, game.version.next());
    assert_eq!(run_out(&over, due.after(DAY)), None, "it ends once");
}

#[test]
fn a_game_in_which_not_both_have_moved_is_called_off() {
    for moves in ["", "4"] {
        let over = run_out(&game(moves), NOON.after(DAY)).unwrap();
        assert_eq!(over.ending, Some(Ending::CalledOff));
        assert_eq!(Seat::BOTH.map(|seat| Outcome::of(&over, seat)), [None, None]);
    }
}

#[test]
fn without_a_limit_nobody_runs_out_of_time() {
    let game = with_clock(TimeControl::None, "443");
    assert_eq!(game.turn_time, TurnTime::default());
    assert_eq!(run_out(&game, NOON.after(DAY * 1_000)), None);
}

#[test]
fn slow_clocks_remind_when_a_sixth_is_left() {
    for (time_control, after) in [
        (TimeControl::ThreeDays, Some(Duration::from_hours(60))),
        (TimeControl::OneDay, Some(Duration::from_hours(20))),
        (TimeControl::OneHour, None),
        (TimeControl::FiveMinutes, None),
        (TimeControl::None, None),
    ] {
        let game = with_clock(time_control, "4");
        let expected = after.map(|after| NOON.after(after));
        assert_eq!(game.turn_time.remind_at, expected, "{time_control:?}");
    }
}

#[test]
fn names_of_time_controls_read_back() {
    for control in TimeControl::ALL {
        assert_eq!(TimeControl::named(control.name()), Some(control));
    }
    assert_eq!(TimeControl::named("1 year"), None);
}
