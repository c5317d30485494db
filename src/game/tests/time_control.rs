use std::time::Duration;

use super::*;

const CALLED_OFF: Option<GameResult> = Some(GameResult::CalledOff);
const DAY: Duration = Duration::from_hours(24);

fn with_clock(time_control: TimeControl, moves: &str) -> Game {
    let mut game = game(moves);
    game.config.time_control = time_control;
    game.start_turn(at(NOON));
    game
}

#[test]
fn each_move_has_the_same_time() {
    let game = game("");
    assert_eq!(game.turn.deadline.move_by, Some(at(NOON.after(DAY)).running));
    let ann = ann();
    let now = at(NOON.after(Duration::from_hours(5)));
    let actor = Actor { player: &ann, interaction: InteractionId(200), now };
    let after =
        apply(&game, &actor, ExpectedVersion::Newest, Action::Drop(column(4))).unwrap().game;
    assert_eq!(after.turn.deadline.move_by, Some(now.running.after(DAY)));
}

#[test]
fn a_player_who_times_out_loses() {
    let game = game("443");
    let due = at(NOON.after(DAY));
    assert_eq!(time_out(&game, at(due.time.before(Duration::from_millis(1))), false), None);
    let over = time_out(&game, due, false).unwrap();
    assert_eq!(over.result(), Some(GameResult::TimedOut(Seat::Second)));
    assert_eq!(PlayerResult::of(over.result().unwrap(), Seat::First), Some(PlayerResult::Win));
    assert_eq!(
        (over.end.map(|end| end.at), over.turn.deadline),
        (Some(due.time), TurnDeadline::default())
    );
    assert_eq!(over.version, game.version.next());
    assert_eq!(time_out(&over, at(due.time.after(DAY)), false), None, "a game ends only once");
}

#[test]
fn a_game_in_which_not_both_have_moved_is_called_off() {
    for moves in ["", "4"] {
        let over = time_out(&game(moves), at(NOON.after(DAY)), false).unwrap();
        assert_eq!(over.result(), Some(GameResult::CalledOff));
        assert_eq!(
            Seat::BOTH.map(|seat| PlayerResult::of(over.result().unwrap(), seat)),
            [None, None]
        );
    }
}

#[test]
fn without_a_limit_nobody_times_out() {
    let game = with_clock(TimeControl::None, "443");
    assert_eq!(game.times_out_at(), None);
    assert!(time_out(&game, at(NOON.after(DAY * 1_000)), false).unwrap().is_live());
}

#[test]
fn without_a_limit_a_turn_is_abandoned_after_seven_days() {
    let game = with_clock(TimeControl::None, "443");
    let claim = |game: &Game, player: &Player| {
        let actor = actor_of(player, game.changed_by.0 + 1);
        apply(game, &actor, ExpectedVersion::Newest, Action::Claim).map(|after| after.game.result())
    };
    let due = at(NOON.after(ABANDONED_AFTER));
    let early = at(due.time.before(Duration::from_millis(1)));
    assert_eq!(time_out(&game, early, false), None);
    assert_eq!(claim(&game, &ann()), Err(Refusal::NothingToClaim));
    let abandoned = time_out(&game, due, false).unwrap();
    assert_eq!(abandoned.claimant(), Some(Seat::First));
    assert_eq!(claim(&abandoned, &ben()), Err(Refusal::NotYourClaim(ann())));
    assert_eq!(claim(&abandoned, &ann()), Ok(Some(GameResult::Claimed(Seat::First))));
    assert_eq!(time_out(&abandoned, due, false), None, "it is abandoned only once");
}

#[test]
fn what_cannot_be_claimed_is_called_off() {
    for moves in ["", "4"] {
        let game = with_clock(TimeControl::None, moves);
        let over = time_out(&game, at(NOON.after(ABANDONED_AFTER)), false).unwrap();
        assert_eq!(over.result(), CALLED_OFF);
    }
    let mut game = game_with_computer("44");
    game.config.time_control = TimeControl::None;
    game.start_turn(at(NOON));
    assert_eq!(
        time_out(&game, at(NOON.after(ABANDONED_AFTER)), false).unwrap().result(),
        CALLED_OFF
    );
}

#[test]
fn slow_games_remind_when_a_sixth_is_left() {
    for (time_control, after) in [
        (TimeControl::ThreeDays, Some(Duration::from_hours(60))),
        (TimeControl::OneDay, Some(Duration::from_hours(20))),
        (TimeControl::OneHour, None),
        (TimeControl::FiveMinutes, None),
        (TimeControl::None, None),
    ] {
        let game = with_clock(time_control, "4");
        let expected = after.map(|after| at(NOON.after(after)).running);
        assert_eq!(game.turn.deadline.remind_at, expected, "{time_control:?}");
    }
}

#[test]
fn time_control_names_round_trip() {
    for control in TimeControl::ALL {
        assert_eq!(control.name().parse(), Ok(control));
    }
    assert!("1 year".parse::<TimeControl>().is_err());
}

#[test]
fn a_deadline_is_shown_as_if_the_bot_ran_until_then() {
    let game = game("44");
    for (running, absent) in [(1_000, 0), (61_000, 0), (1_000, 3_600_000)] {
        let time = NOON.milliseconds() + running - 1_000 + absent;
        let now = Now { time: Timestamp::from_milliseconds(time), running: RunningTime(running) };
        let due = game.times_out_at().map(|due| now.time_of(due).milliseconds());
        assert_eq!(due, Some(NOON.after(DAY).milliseconds() + absent), "{running} {absent}");
    }
}
