//! The lines below a live board: whose turn it is, what is offered, declined or can be claimed, and
//! before the first move why the game is not rated.

use connect4::Seat;

use crate::{
    features::views::{Audience, names, ratings},
    game::{Game, Notice, Now, Offer, OfferKind, Participant, PlayerId},
    l10n, markdown,
    message::join_parts,
    uploaded_tiles::UploadedTiles,
};

/// The lines. They begin with the last move if the marker above its column does not tell it.
pub(crate) fn lines(
    audience: Audience,
    game: &Game,
    tells_move: bool,
    now: Now,
    tiles: &UploadedTiles,
) -> Vec<String> {
    let mut lines = Vec::from_iter(last_move(audience, game).filter(|_| tells_move));
    let optional = audience.sees_optional_lines();
    let notice = game.notice.filter(|_| optional);
    lines.extend(notice.map(|notice| notice_line(audience, game, notice)));
    lines.extend(turn(audience, game, now, tiles));
    if let Some(offer) = game.open_offer {
        lines.push(offer_line(audience, game, offer));
    } else if optional {
        let declined = game.closed_offers.declined();
        lines.extend(declined.map(|offer| declined_line(audience, game, offer)));
    }
    lines.extend(game.claimant().map(|claimant| {
        let [away, winner] =
            [claimant.other(), claimant].map(|seat| names::of_seat(audience, game, seat));
        l10n::may_claim(audience.locale, away, winner)
    }));
    let is_new = game.is_of_channel() && game.droppers().is_empty();
    lines.extend(is_new.then(|| markdown::small(&l10n::together_rule(audience.locale))));
    let unrated = ratings::why_unrated(audience, game).filter(|_| optional);
    lines.extend(unrated.map(|reason| markdown::small(&reason)));
    lines
}

/// Whom a new message pings, and why: for an offer, or since it is their turn.
pub(crate) fn ping(audience: Audience, game: &Game, player: PlayerId, seat: Seat) -> String {
    let (locale, mention) = (audience.locale, markdown::mention(player));
    let name = names::of_seat(audience, game, seat.other());
    match game.open_offer.filter(|offer| offer.by != seat).map(|offer| offer.kind) {
        None => l10n::ping_move(locale, mention, name),
        Some(OfferKind::Draw) => l10n::ping_draw(locale, mention, name),
        Some(OfferKind::TakeBack) => l10n::ping_take_back(locale, mention, name),
    }
}

/// The last move, in words. `None` before the first move.
pub(crate) fn last_move(audience: Audience, game: &Game) -> Option<String> {
    let column = game.moves.columns().last()?;
    let mover = names::of_mover(audience, game, game.moves.columns().len() - 1);
    Some(l10n::last_move(audience.locale, column.number(), mover))
}

/// Whose turn it is, and until when. `None` after the end.
fn turn(audience: Audience, game: &Game, now: Now, tiles: &UploadedTiles) -> Option<String> {
    let (seat, locale) = (game.to_move()?, audience.locale);
    let disc = tiles.disc(game.config.theme, seat);
    let mention = match game.participant(seat) {
        Participant::Person(player) => markdown::mention(player.id),
        Participant::Channel => l10n::everyone(locale),
        Participant::Computer(_) => {
            return Some(l10n::thinking(locale, disc, names::of_seat(audience, game, seat)));
        }
    };
    let turn = l10n::your_move(locale, disc, mention);
    Some(join_parts([Some(turn), time_left(audience, game, now)]))
}

/// When the time of the player to move is up. `None` if it is not limited.
pub(crate) fn time_left(audience: Audience, game: &Game, now: Now) -> Option<String> {
    Some(l10n::time_ends(audience.locale, markdown::relative(now.time_of(game.times_out_at()?))))
}

/// Says what else has happened since the move before the last one.
fn notice_line(audience: Audience, game: &Game, notice: Notice) -> String {
    let locale = audience.locale;
    let name = |seat| names::of_seat(audience, game, seat);
    match notice {
        Notice::TookBack(seat) => l10n::took_back(locale, name(seat)),
        Notice::Lapsed(Offer { kind: OfferKind::Draw, by }) => l10n::draw_lapsed(locale, name(by)),
        Notice::Lapsed(Offer { kind: OfferKind::TakeBack, by }) => {
            l10n::take_back_lapsed(locale, name(by))
        }
    }
}

/// Says that an offer was declined, until its player may make it again.
fn declined_line(audience: Audience, game: &Game, offer: Offer) -> String {
    let name = names::of_seat(audience, game, offer.by.other());
    match offer.kind {
        OfferKind::Draw => l10n::draw_declined(audience.locale, name),
        OfferKind::TakeBack => l10n::take_back_declined(audience.locale, name),
    }
}

fn offer_line(audience: Audience, game: &Game, offer: Offer) -> String {
    let locale = audience.locale;
    let player = names::of_seat(audience, game, offer.by);
    let other = game.participant(offer.by.other()).person();
    let mention = other.map(|other| markdown::mention(other.id)).unwrap_or_default();
    match (offer.kind, game.taken_back_by(offer.by)) {
        (OfferKind::Draw, _) => l10n::offer_draw(locale, mention, player),
        (OfferKind::TakeBack, Some((column, true))) => {
            l10n::offer_take_back_both(locale, column.number(), mention, player)
        }
        (OfferKind::TakeBack, Some((column, false))) => {
            l10n::offer_take_back(locale, column.number(), mention, player)
        }
        (OfferKind::TakeBack, None) => String::new(),
    }
}
