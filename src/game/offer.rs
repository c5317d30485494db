//! Offers that the other player accepts or declines: a draw or a take-back.

use connect4::{Column, Seat};

use super::{Game, GameResult, Now, Participant, Player, PlayerId, Refusal, Version};

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
    pub const ALL: [Self; 6] = [
        Self::TookBack(Seat::First),
        Self::TookBack(Seat::Second),
        Self::Lapsed(Offer { kind: OfferKind::Draw, by: Seat::First }),
        Self::Lapsed(Offer { kind: OfferKind::Draw, by: Seat::Second }),
        Self::Lapsed(Offer { kind: OfferKind::TakeBack, by: Seat::First }),
        Self::Lapsed(Offer { kind: OfferKind::TakeBack, by: Seat::Second }),
    ];
}

/// The offers that were declined or withdrawn since the last move of the player who made
/// them, who cannot make them again before their next one. A bit for each, as the database has
/// them: those that were declined, above them those that were withdrawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClosedOffers(pub u8);

impl ClosedOffers {
    /// The offers that were declined.
    pub fn declined(self) -> impl Iterator<Item = Offer> {
        let all =
            Seat::BOTH.into_iter().flat_map(|by| OfferKind::ALL.map(|kind| Offer { kind, by }));
        all.filter(move |offer| self.0 & offer.declined_bit() != 0)
    }
}

impl Offer {
    /// The bit of [`ClosedOffers`] that says that it was declined.
    const fn declined_bit(self) -> u8 {
        1 << (2 * self.by.index() + self.kind as usize)
    }

    /// The one that says that it was withdrawn.
    const fn withdrawn_bit(self) -> u8 {
        self.declined_bit() << WITHDRAWN_SHIFT
    }
}

/// Bits of offers that were withdrawn are above those of declined ones.
const WITHDRAWN_SHIFT: u8 = 4;

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
        if kind == OfferKind::Draw {
            return Err(Refusal::UnknownButton);
        }
        take_back(game, seat, now);
        return Ok(());
    };
    let (offer, closed) = (Offer { kind, by: seat }, game.closed_offers.0);
    match game.open_offer {
        // A board with an open offer has no button for another one.
        Some(_) => Err(Refusal::UnknownButton),
        None if closed & offer.declined_bit() != 0 => {
            Err(Refusal::OfferDeclined(kind, other.clone()))
        }
        None if closed & offer.withdrawn_bit() != 0 => Err(Refusal::OfferWithdrawn(kind)),
        None => {
            game.open_offer = Some(offer);
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
    game.closed_offers.0 |= offer.declined_bit();
    game.open_offer = None;
    Ok(())
}

/// Withdraws the offer that a seat made.
pub(super) fn withdraw(game: &mut Game, seat: Seat) -> Result<(), Refusal> {
    let offer = game.open_offer.ok_or(Refusal::UnknownButton)?;
    if offer.by != seat {
        return Err(only_for_other(game, seat, Refusal::NotYourOffer));
    }
    game.closed_offers.0 |= offer.withdrawn_bit();
    game.open_offer = None;
    Ok(())
}

fn offered_to(game: &Game, seat: Seat) -> Result<Offer, Refusal> {
    let offer = game.open_offer.ok_or(Refusal::UnknownButton)?;
    if offer.by == seat {
        return Err(only_for_other(game, seat, Refusal::NotYourQuestion));
    }
    Ok(offer)
}

/// A refusal that names the player in the other seat, who alone may do this.
fn only_for_other(game: &Game, seat: Seat, refusal: fn(Player) -> Refusal) -> Refusal {
    game.participant(seat.other()).person().cloned().map_or(Refusal::UnknownButton, refusal)
}

/// Goes back to the last turn of a seat, with a fresh turn timer.
fn take_back(game: &mut Game, seat: Seat, now: Now) {
    if let Some(ply) = last_turn(game, seat) {
        game.moves.truncate(ply);
        game.open_offer = None;
        game.notice = Some(Notice::TookBack(seat));
        game.start_turn(now);
    }
}

/// Ends what a seat's move ends: every offer but its own of a draw, which stands until the other
/// one moves.
pub(super) fn lapse(game: &mut Game, mover: Seat) {
    game.notice = None;
    if let Some(open) = game.open_offer
        && open != (Offer { kind: OfferKind::Draw, by: mover })
    {
        game.open_offer = None;
        game.notice = Some(Notice::Lapsed(open));
    }
    // They may make every offer again.
    let closed = 0b11 << (2 * mover.index());
    game.closed_offers.0 &= !(closed | closed << WITHDRAWN_SHIFT);
}

impl Game {
    /// Whether a player who offers a draw on a board of this version agrees by that: meanwhile, the
    /// other one has offered it as well, and nothing else has happened.
    pub fn crosses_draw_offer(&self, player: PlayerId, version: Version) -> bool {
        let seat = self.seat_of(player);
        let theirs = seat.map(|seat| Offer { kind: OfferKind::Draw, by: seat.other() });
        version.next() == self.version && theirs.is_some() && self.open_offer == theirs
    }

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
