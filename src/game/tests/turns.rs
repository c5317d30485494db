use std::time::Duration;

use super::*;

#[test]
fn turns_alternate() {
    let game = game("44");
    let late = actor_of(&ben(), 200).interaction;
    let refused = apply(
        &game,
        &Actor { player: &ben(), interaction: late, now: at(NOON) },
        ExpectedVersion::Newest,
        Action::Drop(column(4)),
    );
    assert_eq!(refused, Err(Refusal::NotYourTurn(ann())));
    let transition =
        apply(&game, &actor_of(&ann(), 201), ExpectedVersion::Newest, Action::Drop(column(4)))
            .unwrap();
    assert_eq!(transition.game.to_move(), Some(Seat::Second));
    assert_eq!(transition.game.version, game.version.next());
}

#[test]
fn a_non_player_cannot_act() {
    for action in [Action::Drop(column(4)), Action::Resign, Action::Repost] {
        let refused = apply(&game(""), &actor_of(&cleo(), 200), ExpectedVersion::Newest, action);
        assert_eq!(refused, Err(Refusal::NotYourGame));
    }
}

#[test]
fn a_full_column_keeps_the_turn() {
    let game = game("444444");
    let refused =
        apply(&game, &actor_of(&ann(), 200), ExpectedVersion::Newest, Action::Drop(column(4)));
    assert_eq!(refused, Err(Refusal::ColumnFull(column(4))));
    assert_eq!(game.to_move(), Some(Seat::First));
}

#[test]
fn a_column_beyond_the_board_is_refused() {
    let refused =
        apply(&game(""), &actor_of(&ann(), 200), ExpectedVersion::Newest, Action::Drop(column(8)));
    assert_eq!(refused, Err(Refusal::NoSuchColumn(7)));
}

#[test]
fn actions_on_outdated_boards_are_refused() {
    let game = game("44");
    let before = Version(game.version.0 - 1);
    let refused = apply(
        &game,
        &actor_of(&ann(), 200),
        ExpectedVersion::Board(before),
        Action::Drop(column(4)),
    );
    assert_eq!(refused, Err(Refusal::OldBoard(game.board_location())));
}

#[test]
fn a_command_sent_before_the_last_change_is_refused() {
    let game = game("44");
    let early = actor_of(&ann(), game.changed_by.0 - 1).interaction;
    let ann = ann();
    let actor = Actor { player: &ann, interaction: early, now: at(NOON) };
    let refused = apply(&game, &actor, ExpectedVersion::Newest, Action::Drop(column(4)));
    assert_eq!(refused, Err(Refusal::JustChanged));
}

#[test]
fn a_line_ends_the_game() {
    let game = game("1212121");
    assert_eq!(game.result(), Some(GameResult::Won(Seat::First)));
    assert_eq!(game.end.map(|end| end.at), Some(NOON));
    assert_eq!(PlayerResult::of(game.result().unwrap(), Seat::First), Some(PlayerResult::Win));
    assert_eq!(PlayerResult::of(game.result().unwrap(), Seat::Second), Some(PlayerResult::Loss));
    let refused =
        apply(&game, &actor_of(&ben(), 200), ExpectedVersion::Newest, Action::Drop(column(3)));
    assert_eq!(refused, Err(Refusal::GameOver(GameResult::Won(Seat::First), game.players.clone())));
}

#[test]
fn a_full_board_is_a_draw_unless_the_last_disc_wins() {
    let drawn = game("174166227341672362665415453424277135575133");
    assert_eq!(drawn.result(), Some(GameResult::Drawn));
    assert_eq!(PlayerResult::of(drawn.result().unwrap(), Seat::First), Some(PlayerResult::Draw));
    let won = game("533551172714257375353237116174664466224426");
    assert_eq!(won.result(), Some(GameResult::Won(Seat::Second)));
}

#[test]
fn either_player_may_resign_in_any_turn() {
    for (resigning, winner) in [(ann(), Seat::Second), (ben(), Seat::First)] {
        let after =
            apply(&game("44"), &actor_of(&resigning, 200), ExpectedVersion::Newest, Action::Resign)
                .unwrap();
        assert_eq!(after.game.result().and_then(GameResult::winner), Some(winner));
    }
}

#[test]
fn only_a_slow_move_pings() {
    let game = game("4");
    for (thought, ping) in
        [(PING_AFTER, None), (PING_AFTER + Duration::from_secs(1), Some(ann().id))]
    {
        let ben = ben();
        let actor = Actor {
            player: &ben,
            interaction: InteractionId(200),
            now: at(game.turn.began_at.after(thought)),
        };
        let transition =
            apply(&game, &actor, ExpectedVersion::Newest, Action::Drop(column(1))).unwrap();
        assert_eq!(transition.ping, ping);
    }
}

#[test]
fn nobody_is_pinged_about_a_game_that_just_ended() {
    let game = game("121212");
    let ann = ann();
    let now = at(game.turn.began_at.after(Duration::from_hours(1)));
    let actor = Actor { player: &ann, interaction: InteractionId(200), now };
    let transition =
        apply(&game, &actor, ExpectedVersion::Newest, Action::Drop(column(1))).unwrap();
    assert_eq!(transition.game.result(), Some(GameResult::Won(Seat::First)));
    assert_eq!(transition.ping, None);
}

#[test]
fn reposting_a_board_outdates_the_old_one() {
    let game = game("4");
    let ann = ann();
    // A minute later.
    let actor = actor_of(&ann, 60_000 << 22);
    let transition = apply(&game, &actor, ExpectedVersion::Newest, Action::Repost).unwrap();
    assert_eq!(transition.game.moves, game.moves);
    assert_eq!(transition.game.version, game.version.next());
    assert_eq!(transition.game.turn.began_at, game.turn.began_at);
}

#[test]
fn debug_output_redacts_tokens() {
    assert!(!format!("{:?}", game("")).contains("token\""), "{:?}", game("").board_message);
}
