//! Offers that the other player accepts or declines: a draw, or to take a move
//! back.

use super::{Ending, Game, Player, Refusal, Seated};
use clock::Timestamp;
use connect4::Seat;

/// What is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfferKind {
    /// That nobody wins.
    Draw,
    /// That the asker's last move is not made.
    TakeBack,
}

/// An offer that waits for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offer {
    /// What is offered.
    pub kind: OfferKind,
    /// Who asks; the other one answers.
    pub by: Seat,
}

/// The offers that were declined since their askers' last moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Declined(u8);

impl Declined {
    /// The set with these bits, as [`Declined::bits`] gives them.
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if bits < 1 << 4 { Some(Self(bits)) } else { None }
    }

    /// The set as four bits.
    pub const fn bits(self) -> u8 {
        self.0
    }

    const fn bit(offer: Offer) -> u8 {
        let kind = match offer.kind {
            OfferKind::Draw => 0,
            OfferKind::TakeBack => 1,
        };
        1 << (2 * offer.by.index() + kind)
    }

    const fn contains(self, offer: Offer) -> bool {
        self.0 & Self::bit(offer) != 0
    }

    const fn add(&mut self, offer: Offer) {
        self.0 |= Self::bit(offer);
    }

    /// After a move, its player may ask for anything again.
    pub(super) const fn forget(&mut self, by: Seat) {
        self.0 &= !(0b11 << (2 * by.index()));
    }
}

/// Makes an offer in the name of a seat. The computer lets a move be taken back
/// at once; two who want a draw have one.
pub(super) fn make(
    game: &mut Game,
    seat: Seat,
    kind: OfferKind,
    at: Timestamp,
) -> Result<(), Refusal> {
    if kind == OfferKind::TakeBack && last_turn(game, seat).is_none() {
        return Err(Refusal::NothingToTakeBack);
    }
    let Seated::Person(other) = game.seated(seat.other()) else {
        return match kind {
            OfferKind::Draw => Err(Refusal::ComputerNeverDraws),
            OfferKind::TakeBack => {
                take_back(game, seat, at);
                Ok(())
            }
        };
    };
    let offer = Offer { kind, by: seat };
    match game.offer {
        Some(open) if open.by == seat => Err(Refusal::YouOffered(open.kind, other.clone())),
        Some(Offer { kind: OfferKind::Draw, .. }) if kind == OfferKind::Draw => {
            game.ending = Some(Ending::Agreed);
            Ok(())
        }
        Some(open) => Err(Refusal::TheyOffered(open.kind, other.clone())),
        None if game.declined.contains(offer) => Err(Refusal::OfferDeclined(kind, other.clone())),
        None => {
            game.offer = Some(offer);
            Ok(())
        }
    }
}

/// Does what was offered to a seat.
pub(super) fn accept(game: &mut Game, seat: Seat, at: Timestamp) -> Result<(), Refusal> {
    let offer = offered_to(game, seat)?;
    match offer.kind {
        OfferKind::Draw => game.ending = Some(Ending::Agreed),
        OfferKind::TakeBack => take_back(game, offer.by, at),
    }
    Ok(())
}

/// Declines what was offered to a seat.
pub(super) fn decline(game: &mut Game, seat: Seat) -> Result<(), Refusal> {
    let offer = offered_to(game, seat)?;
    game.declined.add(offer);
    game.offer = None;
    Ok(())
}

fn offered_to(game: &Game, seat: Seat) -> Result<Offer, Refusal> {
    match game.offer {
        Some(offer) if offer.by != seat => Ok(offer),
        Some(_) => Err(match person(game, seat.other()) {
            Some(other) => Refusal::NotYourQuestion(other.clone()),
            None => Refusal::UnknownButton,
        }),
        None => Err(Refusal::UnknownButton),
    }
}

fn person(game: &Game, seat: Seat) -> Option<&Player> {
    game.seated(seat).person()
}

/// Goes back to the last turn of a seat, which has all its time again.
fn take_back(game: &mut Game, seat: Seat, at: Timestamp) {
    if let Some(ply) = last_turn(game, seat) {
        game.moves.truncate(ply);
        game.offer = None;
        game.start_turn(at);
    }
}

/// How many discs lay on the board when a seat last moved.
fn last_turn(game: &Game, seat: Seat) -> Option<usize> {
    (0..game.moves.columns().len()).rev().find(|ply| ply % 2 == seat.index())
}
