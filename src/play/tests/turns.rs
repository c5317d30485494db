use std::time::Duration;

use super::*;

#[test]
fn turns_alternate() {
    let game = game("44");
    let late = by(&ben(), 200).interaction;
    let refused = step(
        &game,
        &Asked { by: &ben(), interaction: late, at: NOON },
        Seen::Newest,
        Action::Drop(column(4)),
    );
    assert_eq!(refused, Err(Refusal::NotYourTurn(ann())));
    let step = step(&game, &by(&ann(), 201), Seen::Newest, Action::Drop(column(4))).unwrap();
    assert_eq!(step.game.to_move(), Some(Seat::Second));
    assert_eq!(step.game.version, game.version.next());
}

#[test]
fn a_stranger_does_nothing() {
    for action in [Action::Drop(column(4)), Action::Resign, Action::Repost] {
        let refused = step(&game(""), &by(&cleo(), 200), Seen::Newest, action);
        assert_eq!(refused, Err(Refusal::NotYourGame));
    }
}

#[test]
fn a_full_column_keeps_the_turn() {
    let game = game("444444");
    let refused = step(&game, &by(&ann(), 200), Seen::Newest, Action::Drop(column(4)));
    assert_eq!(refused, Err(Refusal::ColumnFull(column(4))));
    assert_eq!(game.to_move(), Some(Seat::First));
}

#[test]
fn a_column_beyond_the_board_is_refused() {
    let refused = step(&game(""), &by(&ann(), 200), Seen::Newest, Action::Drop(column(8)));
    assert_eq!(refused, Err(Refusal::NoSuchColumn { columns: 7 }));
}

#[test]
fn an_older_board_is_never_applied() {
    let game = game("44");
    let before = Version(game.version.0 - 1);
    let refused = step(&game, &by(&ann(), 200), Seen::Board(before), Action::Drop(column(4)));
    assert_eq!(refused, Err(Refusal::OldBoard(game.whereabouts())));
}

#[test]
fn a_command_sent_before_the_last_change_is_refused() {
    let game = game("44");
    let early = by(&ann(), game.changed_by.0 - 1).interaction;
    let ann = ann();
    let asked = Asked { by: &ann, interaction: early, at: NOON };
    let refused = step(&game, &asked, Seen::Newest, Action::Drop(column(4)));
    assert_eq!(refused, Err(Refusal::JustChanged));
}

#[test]
fn a_row_ends_the_game() {
    let game = game("1212121");
    assert_eq!(game.ending, Some(Ending::Won(Seat::First)));
    assert_eq!(game.ended_at, Some(NOON));
    assert_eq!(Outcome::of(&game, Seat::First), Some(Outcome::Win));
    assert_eq!(Outcome::of(&game, Seat::Second), Some(Outcome::Loss));
    let refused = step(&game, &by(&ben(), 200), Seen::Newest, Action::Drop(column(3)));
    assert_eq!(refused, Err(Refusal::GameOver(Ending::Won(Seat::First), game.players.clone())));
}

#[test]
fn a_full_board_is_a_draw_unless_the_last_disc_wins() {
    let drawn = game("174166227341672362665415453424277135575133");
    assert_eq!(drawn.ending, Some(Ending::Drawn));
    assert_eq!(Outcome::of(&drawn, Seat::First), Some(Outcome::Draw));
    let won = game("533551172714257375353237116174664466224426");
    assert_eq!(won.ending, Some(Ending::Won(Seat::Second)));
}

#[test]
fn anyone_playing_may_resign_at_any_time() {
    for (resigning, winner) in [(ann(), Seat::Second), (ben(), Seat::First)] {
        let after = step(&game("4"), &by(&resigning, 200), Seen::Newest, Action::Resign).unwrap();
        assert_eq!(after.game.ending.and_then(Ending::winner), Some(winner));
    }
}

#[test]
fn only_a_move_after_a_long_thought_pings() {
    let game = game("4");
    for (thought, ping) in
        [(PING_AFTER, None), (PING_AFTER + Duration::from_secs(1), Some(ann().id))]
    {
        let ben = ben();
        let asked =
            Asked { by: &ben, interaction: InteractionId(200), at: game.moved_at.after(thought) };
        let step = step(&game, &asked, Seen::Newest, Action::Drop(column(1))).unwrap();
        assert_eq!(step.ping, ping);
    }
}

#[test]
fn nobody_is_pinged_about_a_game_that_just_ended() {
    let game = game("121212");
    let ann = ann();
    let at = game.moved_at.after(Duration::from_hours(1));
    let asked = Asked { by: &ann, interaction: InteractionId(200), at };
    let step = step(&game, &asked, Seen::Newest, Action::Drop(column(1))).unwrap();
    assert_eq!(step.game.ending, Some(Ending::Won(Seat::First)));
    assert_eq!(step.ping, None);
}

#[test]
fn posting_a_board_again_makes_the_old_one_old() {
    let game = game("4");
    let step = step(&game, &by(&ann(), 200), Seen::Newest, Action::Repost).unwrap();
    assert_eq!(step.game.moves, game.moves);
    assert_eq!(step.game.version, game.version.next());
    assert_eq!(step.game.moved_at, game.moved_at);
}

#[test]
fn a_token_is_never_shown() {
    assert!(!format!("{:?}", game("")).contains("token\""), "{:?}", game("").live);
}
