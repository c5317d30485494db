use super::*;

fn after(game: &Game, player: &Player, action: Action) -> Game {
    try_action(game, player, action).unwrap()
}

fn try_action(game: &Game, player: &Player, action: Action) -> Result<Game, Refusal> {
    let actor = actor_of(player, game.changed_by.0 + 1);
    apply(game, &actor, ExpectedVersion::Newest, action).map(|transition| transition.game)
}

const DRAW: Action = Action::Offer(OfferKind::Draw);
const TAKE_BACK: Action = Action::Offer(OfferKind::TakeBack);

#[test]
fn an_accepted_draw_ends_the_game() {
    for player in [ann(), ben()] {
        let offered = after(&game("44"), &player, DRAW);
        assert!(offered.open_offer.is_some() && offered.is_live());
        let other = if player == ann() { ben() } else { ann() };
        let over = after(&offered, &other, Action::Accept);
        assert_eq!((over.result(), over.open_offer), (Some(GameResult::DrawByAgreement), None));
        assert_eq!(PlayerResult::of(over.result().unwrap(), Seat::First), Some(PlayerResult::Draw));
    }
}

#[test]
fn nobody_answers_their_own_or_a_missing_offer() {
    let offered = after(&game("44"), &ann(), DRAW);
    for action in [Action::Accept, Action::Decline] {
        assert_eq!(try_action(&offered, &ann(), action), Err(Refusal::NotYourQuestion(ben())));
        assert_eq!(try_action(&game("4"), &ann(), action), Err(Refusal::UnknownButton));
    }
}

#[test]
fn there_is_one_offer_at_a_time() {
    let offered = after(&game("44"), &ann(), TAKE_BACK);
    for again in [DRAW, TAKE_BACK] {
        for player in [ann(), ben()] {
            assert_eq!(try_action(&offered, &player, again), Err(Refusal::UnknownButton));
        }
    }
}

#[test]
fn a_draw_is_offered_until_the_other_player_moves() {
    let offered = after(&game("44"), &ann(), DRAW);
    let moved = after(&offered, &ann(), Action::Drop(column(4)));
    assert_eq!((moved.open_offer, moved.notice), (offered.open_offer, None));
    let drawn = after(&moved, &ben(), Action::Accept);
    assert_eq!(drawn.result(), Some(GameResult::DrawByAgreement));
    let lapsed = after(&moved, &ben(), Action::Drop(column(1)));
    let offer = offered.open_offer.unwrap();
    assert_eq!((lapsed.open_offer, lapsed.notice), (None, Some(Notice::Lapsed(offer))));
    assert!(try_action(&lapsed, &ann(), DRAW).is_ok(), "the offer was not declined");
    assert_eq!(after(&lapsed, &ann(), Action::Drop(column(1))).notice, None);
}

#[test]
fn any_move_ends_the_offer_of_a_take_back() {
    for player in [ann(), ben()] {
        let offered = after(&game("44"), &player, TAKE_BACK);
        let moved = after(&offered, &ann(), Action::Drop(column(4)));
        assert_eq!(moved.open_offer, None);
        assert_eq!(moved.notice, offered.open_offer.map(Notice::Lapsed));
    }
}

#[test]
fn a_board_says_that_a_move_was_taken_back() {
    let offered = after(&game("441"), &ben(), TAKE_BACK);
    assert_eq!(offered.taken_back_by(Seat::Second), Some((column(4), true)));
    let taken = after(&offered, &ann(), Action::Accept);
    assert_eq!(
        (taken.moves.to_string().as_str(), taken.notice),
        ("4", Some(Notice::TookBack(Seat::Second)))
    );
    assert_eq!(game("441").taken_back_by(Seat::First), Some((column(1), false)));
}

#[test]
fn a_draw_can_be_offered_once_both_have_moved() {
    for moves in ["", "4"] {
        for player in [ann(), ben()] {
            assert_eq!(try_action(&game(moves), &player, DRAW), Err(Refusal::DrawTooEarly));
        }
    }
    assert!(try_action(&game("44"), &ann(), DRAW).is_ok());
}

#[test]
fn a_declined_offer_waits_for_the_next_move_of_its_player() {
    let declined = after(&after(&game("44"), &ben(), DRAW), &ann(), Action::Decline);
    assert_eq!(declined.open_offer, None);
    let refusal = Err(Refusal::OfferDeclined(OfferKind::Draw, ann()));
    assert_eq!(try_action(&declined, &ben(), DRAW), refusal);
    assert!(try_action(&declined, &ben(), TAKE_BACK).is_ok(), "other offers are allowed");
    assert!(
        try_action(&declined, &ann(), DRAW).is_ok(),
        "so is the same offer by the other player"
    );
    let moved = after(&declined, &ann(), Action::Drop(column(1)));
    assert_eq!(try_action(&moved, &ben(), DRAW), refusal, "the other player's move does not count");
    let moved = after(&moved, &ben(), Action::Drop(column(1)));
    assert!(try_action(&moved, &ben(), DRAW).is_ok());
}

#[test]
fn a_take_back_returns_to_the_last_turn_of_its_player() {
    for (moves, player, left) in
        [("4", ann(), ""), ("43", ann(), ""), ("43", ben(), "4"), ("435", ben(), "4")]
    {
        let other = if player == ann() { ben() } else { ann() };
        let offered = after(&game(moves), &player, TAKE_BACK);
        assert_eq!(offered.moves.to_string(), moves);
        let back = after(&offered, &other, Action::Accept);
        assert_eq!(back.moves.to_string(), left, "{moves}");
        let turn = back.to_move().map(|seat| back.participant(seat).person().cloned());
        assert_eq!((turn, back.open_offer), (Some(Some(player)), None));
    }
}

#[test]
fn a_take_back_restarts_the_turn_timer() {
    let offered = after(&game("43"), &ann(), TAKE_BACK);
    let (ben, now) = (ben(), at(NOON.after(PING_AFTER)));
    let actor = Actor { player: &ben, interaction: InteractionId(900), now };
    let back = apply(&offered, &actor, ExpectedVersion::Newest, Action::Accept).unwrap().game;
    let limit = TimeControl::OneDay.per_move().unwrap();
    assert_eq!(back.turn.deadline.move_by, Some(now.running.after(limit)));
}

#[test]
fn without_a_move_there_is_nothing_to_take_back() {
    for (moves, player) in [("", ann()), ("", ben()), ("4", ben())] {
        assert_eq!(try_action(&game(moves), &player, TAKE_BACK), Err(Refusal::NothingToTakeBack));
    }
}

#[test]
fn a_resignation_leaves_no_offer_open() {
    let offered = after(&game("44"), &ann(), DRAW);
    assert_eq!(after(&offered, &ann(), Action::Resign).open_offer, None);
}

#[test]
fn the_computer_grants_take_backs_and_never_draws() {
    for (moves, left) in [("4", ""), ("43", ""), ("4352", "43")] {
        let back = after(&game_with_computer(moves), &ann(), TAKE_BACK);
        assert_eq!(back.moves.to_string(), left, "{moves}");
        assert_eq!(back.to_move(), Some(Seat::First));
    }
    assert_eq!(try_action(&game_with_computer("43"), &ann(), DRAW), Err(Refusal::UnknownButton));
}

#[test]
fn a_withdrawn_offer_waits_for_the_next_move_of_its_player() {
    let offered = after(&game("44"), &ben(), DRAW);
    let refusal = Err(Refusal::NotYourOffer(ben()));
    assert_eq!(try_action(&offered, &ann(), Action::Withdraw), refusal);
    let withdrawn = after(&offered, &ben(), Action::Withdraw);
    assert_eq!(withdrawn.open_offer, None);
    assert_eq!(withdrawn.closed_offers.declined().count(), 0);
    let refusal = Err(Refusal::OfferWithdrawn(OfferKind::Draw));
    assert_eq!(try_action(&withdrawn, &ben(), DRAW), refusal);
    let refusal = Err(Refusal::UnknownButton);
    assert_eq!(try_action(&withdrawn, &ben(), Action::Withdraw), refusal);
    let moved = after(&withdrawn, &ann(), Action::Drop(column(1)));
    assert!(try_action(&moved, &ben(), DRAW).is_err(), "Ben has not moved yet");
    let moved = after(&moved, &ben(), Action::Drop(column(1)));
    assert!(try_action(&moved, &ben(), DRAW).is_ok());
}

#[test]
fn closed_offers_name_those_that_were_declined() {
    for bits in 0..=u8::MAX {
        let closed = ClosedOffers(bits);
        assert_eq!(closed.declined().count(), (bits & 0b1111).count_ones() as usize);
    }
}
