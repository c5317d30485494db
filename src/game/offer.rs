//! Offers that the other player accepts or declines: a draw or a take-back.

use connect4::{Column, Seat};

use super::{Game, GameResult, Now, Participant, Player, Refusal};

named_enum! {
    pub enum OfferKind {
        /// A draw.
        Draw = "draw",
        /// To take back the last move of the player who makes the offer.
        TakeBack = "take back",
    }
}

/// An offer that was not answered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offer {
    pub kind: OfferKind,
    /// The seat that made the offer; the other one answers it.
    pub by: Seat,
}

/// What a board says beside the last move, until the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notice {
    /// This seat has taken a move back.
    TookBack(Seat),
    /// A move has ended this offer.
    Lapsed(Offer),
}

impl Notice {
    /// All of them, by the number under which they are stored.
    pub const ALL: [Self; 6] = {
        let [first, second] = Seat::BOTH;
        [
            Self::TookBack(first),
            Self::TookBack(second),
            Self::Lapsed(Offer { kind: OfferKind::Draw, by: first }),
            Self::Lapsed(Offer { kind: OfferKind::Draw, by: second }),
            Self::Lapsed(Offer { kind: OfferKind::TakeBack, by: first }),
            Self::Lapsed(Offer { kind: OfferKind::TakeBack, by: second }),
        ]
    };
}

/// The offers that were declined or withdrawn since the last move of the player who made
/// them, who cannot make them again before their next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClosedOffers(u8);

/// Bits of offers that were withdrawn, above those of declined ones.
const WITHDRAWN_SHIFT: u8 = 4;

impl ClosedOffers {
    /// The inverse of [`ClosedOffers::bits`].
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// The set as a bit mask.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The offers that were declined.
    pub fn declined(self) -> impl Iterator<Item = Offer> {
        let kinds = [OfferKind::Draw, OfferKind::TakeBack];
        let all = Seat::BOTH.into_iter().flat_map(move |by| kinds.map(|kind| Offer { kind, by }));
        all.filter(move |offer| self.0 & Self::bit(*offer) != 0)
    }

    const fn bit(offer: Offer) -> u8 {
        let kind = match offer.kind {
            OfferKind::Draw => 0,
            OfferKind::TakeBack => 1,
        };
        1 << (2 * offer.by.index() + kind)
    }

    const fn is_declined(self, offer: Offer) -> bool {
        self.0 & Self::bit(offer) != 0
    }

    const fn is_withdrawn(self, offer: Offer) -> bool {
        self.0 & Self::bit(offer) << WITHDRAWN_SHIFT != 0
    }

    const fn add_declined(&mut self, offer: Offer) {
        self.0 |= Self::bit(offer);
    }

    const fn add_withdrawn(&mut self, offer: Offer) {
        self.0 |= Self::bit(offer) << WITHDRAWN_SHIFT;
    }

    /// Allows a player to make every offer again, after their move.
    pub(super) const fn forget(&mut self, by: Seat) {
        let offers = 0b11 << (2 * by.index());
        self.0 &= !(offers | offers << WITHDRAWN_SHIFT);
    }
}

/// Makes an offer for a seat. The computer grants a take-back at once.
pub(super) fn make(game: &mut Game, seat: Seat, kind: OfferKind, now: Now) -> Result<(), Refusal> {
    match kind {
        OfferKind::TakeBack if last_turn(game, seat).is_none() => {
            return Err(Refusal::NothingToTakeBack);
        }
        // Until then the game would only be called off.
        OfferKind::Draw if game.players.are_people() && !game.both_have_moved() => {
            return Err(Refusal::DrawTooEarly);
        }
        _ => {}
    }
    let Participant::Person(other) = game.participant(seat.other()) else {
        return match kind {
            OfferKind::Draw => Err(Refusal::UnknownButton),
            OfferKind::TakeBack => {
                take_back(game, seat, now);
                Ok(())
            }
        };
    };
    let offer = Offer { kind, by: seat };
    match game.offers.open {
        // A board with an open offer has no button for another one.
        Some(_) => Err(Refusal::UnknownButton),
        None if game.offers.closed.is_declined(offer) => {
            Err(Refusal::OfferDeclined(kind, other.clone()))
        }
        None if game.offers.closed.is_withdrawn(offer) => Err(Refusal::OfferWithdrawn(kind)),
        None => {
            game.offers.open = Some(offer);
            Ok(())
        }
    }
}

/// Accepts the offer made to a seat.
pub(super) fn accept(game: &mut Game, seat: Seat, now: Now) -> Result<(), Refusal> {
    let offer = offered_to(game, seat)?;
    match offer.kind {
        OfferKind::Draw => game.end_with(GameResult::DrawByAgreement, now.time),
        OfferKind::TakeBack => take_back(game, offer.by, now),
    }
    Ok(())
}

/// Declines the offer made to a seat.
pub(super) fn decline(game: &mut Game, seat: Seat) -> Result<(), Refusal> {
    let offer = offered_to(game, seat)?;
    game.offers.closed.add_declined(offer);
    game.offers.open = None;
    Ok(())
}

/// Withdraws the offer that a seat made.
pub(super) fn withdraw(game: &mut Game, seat: Seat) -> Result<(), Refusal> {
    match game.offers.open {
        Some(offer) if offer.by == seat => {
            game.offers.closed.add_withdrawn(offer);
            game.offers.open = None;
            Ok(())
        }
        Some(offer) => Err(match person(game, offer.by) {
            Some(other) => Refusal::NotYourOffer(other.clone()),
            None => Refusal::UnknownButton,
        }),
        None => Err(Refusal::UnknownButton),
    }
}

fn offered_to(game: &Game, seat: Seat) -> Result<Offer, Refusal> {
    match game.offers.open {
        Some(offer) if offer.by != seat => Ok(offer),
        Some(_) => Err(match person(game, seat.other()) {
            Some(other) => Refusal::NotYourQuestion(other.clone()),
            None => Refusal::UnknownButton,
        }),
        None => Err(Refusal::UnknownButton),
    }
}

fn person(game: &Game, seat: Seat) -> Option<&Player> {
    game.participant(seat).person()
}

/// Goes back to the last turn of a seat, with a fresh turn timer.
fn take_back(game: &mut Game, seat: Seat, now: Now) {
    if let Some(ply) = last_turn(game, seat) {
        game.moves.truncate(ply);
        game.offers.open = None;
        game.notice = Some(Notice::TookBack(seat));
        game.start_turn(now);
    }
}

/// Ends what a seat's move ends: every offer but its own of a draw, which stands until the other
/// one moves.
pub(super) fn lapse(game: &mut Game, mover: Seat) {
    game.notice = None;
    if let Some(open) = game.offers.open
        && open != (Offer { kind: OfferKind::Draw, by: mover })
    {
        game.offers.open = None;
        game.notice = Some(Notice::Lapsed(open));
    }
    game.offers.closed.forget(mover);
}

impl Game {
    /// What a take-back by a seat would take back: its last move, and whether there is a reply.
    pub fn taken_back_by(&self, seat: Seat) -> Option<(Column, bool)> {
        let ply = last_turn(self, seat)?;
        let moves = self.moves.columns();
        Some((*moves.get(ply)?, ply + 1 < moves.len()))
    }
}

/// The number of discs on the board before the last move of a seat.
fn last_turn(game: &Game, seat: Seat) -> Option<usize> {
    (0..game.moves.columns().len()).rev().find(|ply| ply % 2 == seat.index())
}
