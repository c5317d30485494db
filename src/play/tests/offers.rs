use super::*;

fn after(game: &Game, player: &Player, action: Action) -> Game {
    tried(game, player, action).unwrap()
}

fn tried(game: &Game, player: &Player, action: Action) -> Result<Game, Refusal> {
    let asked = by(player, game.changed_by.0 + 1);
    step(game, &asked, Seen::Newest, action).map(|step| step.game)
}

const DRAW: Action = Action::Offer(OfferKind::Draw);
const TAKE_BACK: Action = Action::Offer(OfferKind::TakeBack);

#[test]
fn an_accepted_draw_ends_the_game() {
    for asker in [ann(), ben()] {
        let offered = after(&game("4"), &asker, DRAW);
        assert!(offered.offer.is_some() && offered.ending.is_none());
        let other = if asker == ann() { ben() } else { ann() };
        let over = after(&offered, &other, Action::Accept);
        assert_eq!((over.ending, over.offer), (Some(Ending::Agreed), None));
        assert_eq!(Outcome::of(&over, Seat::First), Some(Outcome::Draw));
    }
}

#[test]
fn nobody_answers_their_own_offer_or_one_that_is_not_there() {
    let offered = after(&game("4"), &ann(), DRAW);
    for action in [Action::Accept, Action::Decline] {
        assert_eq!(tried(&offered, &ann(), action), Err(Refusal::NotYourQuestion(ben())));
        assert_eq!(tried(&game("4"), &ann(), action), Err(Refusal::UnknownButton));
    }
}

#[test]
fn there_is_one_offer_at_a_time() {
    let offered = after(&game("44"), &ann(), TAKE_BACK);
    for again in [DRAW, TAKE_BACK] {
        let refused = tried(&offered, &ann(), again);
        assert_eq!(refused, Err(Refusal::YouOffered(OfferKind::TakeBack, ben())));
        let refused = tried(&offered, &ben(), again);
        assert_eq!(refused, Err(Refusal::TheyOffered(OfferKind::TakeBack, ann())));
    }
}

#[test]
fn two_who_offer_a_draw_have_one() {
    let offered = after(&game("44"), &ann(), DRAW);
    assert_eq!(after(&offered, &ben(), DRAW).ending, Some(Ending::Agreed));
}

#[test]
fn a_move_ends_an_offer_whoever_makes_it() {
    for asker in [ann(), ben()] {
        let offered = after(&game("44"), &asker, DRAW);
        let moved = after(&offered, &ann(), Action::Drop(column(4)));
        assert_eq!(moved.offer, None);
        assert!(tried(&moved, &asker, DRAW).is_ok(), "nobody declined it");
    }
}

#[test]
fn what_was_declined_is_not_asked_again_before_the_askers_next_move() {
    let declined = after(&after(&game("44"), &ben(), DRAW), &ann(), Action::Decline);
    assert_eq!(declined.offer, None);
    let refusal = Err(Refusal::OfferDeclined(OfferKind::Draw, ann()));
    assert_eq!(tried(&declined, &ben(), DRAW), refusal);
    assert!(tried(&declined, &ben(), TAKE_BACK).is_ok(), "something else may be asked");
    assert!(tried(&declined, &ann(), DRAW).is_ok(), "and by somebody else");
    let moved = after(&declined, &ann(), Action::Drop(column(1)));
    assert_eq!(tried(&moved, &ben(), DRAW), refusal, "that was not the asker's move");
    let moved = after(&moved, &ben(), Action::Drop(column(1)));
    assert!(tried(&moved, &ben(), DRAW).is_ok());
}

#[test]
fn a_take_back_returns_to_the_askers_last_turn() {
    for (moves, asker, left) in
        [("4", ann(), ""), ("43", ann(), ""), ("43", ben(), "4"), ("435", ben(), "4")]
    {
        let other = if asker == ann() { ben() } else { ann() };
        let asked = after(&game(moves), &asker, TAKE_BACK);
        assert_eq!(asked.moves.to_string(), moves);
        let back = after(&asked, &other, Action::Accept);
        assert_eq!(back.moves.to_string(), left, "{moves}");
        let turn = back.to_move().map(|seat| back.seated(seat).person().cloned());
        assert_eq!((turn, back.offer), (Some(Some(asker)), None));
    }
}

#[test]
fn a_take_back_gives_the_asker_all_their_time() {
    let asked = after(&game("43"), &ann(), TAKE_BACK);
    let (ben, at) = (ben(), NOON.after(PING_AFTER));
    let asked_by = Asked { by: &ben, interaction: InteractionId(900), at };
    let back = step(&asked, &asked_by, Seen::Newest, Action::Accept).unwrap().game;
    let limit = TimeControl::OneDay.per_move().unwrap();
    assert_eq!(back.turn_time.move_by, Some(at.after(limit)));
}

#[test]
fn who_has_not_moved_has_nothing_to_take_back() {
    for (moves, asker) in [("", ann()), ("", ben()), ("4", ben())] {
        assert_eq!(tried(&game(moves), &asker, TAKE_BACK), Err(Refusal::NothingToTakeBack));
    }
}

#[test]
fn a_resignation_leaves_no_offer_open() {
    let offered = after(&game("44"), &ann(), DRAW);
    assert_eq!(after(&offered, &ann(), Action::Resign).offer, None);
}

#[test]
fn the_computer_gives_moves_back_at_once_and_takes_no_draw() {
    for (moves, left) in [("4", ""), ("43", ""), ("4352", "43")] {
        let back = after(&game_with_computer(moves), &ann(), TAKE_BACK);
        assert_eq!(back.moves.to_string(), left, "{moves}");
        assert_eq!(back.to_move(), Some(Seat::First));
    }
    assert_eq!(tried(&game_with_computer("43"), &ann(), DRAW), Err(Refusal::ComputerNeverDraws));
}

#[test]
fn sets_of_declined_offers_read_back() {
    for bits in 0..16 {
        assert_eq!(Declined::from_bits(bits).map(Declined::bits), Some(bits));
    }
    assert_eq!(Declined::from_bits(16), None);
}
