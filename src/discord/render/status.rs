//! The line below a board: the last move, then whose turn it is or how the game ended.

use connect4::{Direction, Seat, WinningLine};

use super::names::{self, Audience};
use crate::{
    discord::markdown,
    game::{Game, GameResult, GuildId, Offer, OfferKind, Participant, Player},
    l10n,
    locale::Locale,
};

/// The line, in the board's language.
pub(super) fn line(game: &Game, guild: Option<GuildId>, lines: &[WinningLine]) -> String {
    let audience = Audience { locale: game.config.locale, guild };
    let status = match game.result() {
        Some(result) => self::result(audience, game, result, lines),
        None => turn(audience, game),
    };
    match last_move(audience, game) {
        Some(last) => format!("{last} {status}"),
        None => status,
    }
}

/// The last move, in words. `None` before the first move.
pub(super) fn last_move(audience: Audience, game: &Game) -> Option<String> {
    let column = game.moves.columns().last()?;
    let mover = game.board().to_move().other();
    Some(l10n::last_move(audience.locale, name(audience, game, mover), column.number()))
}

/// How a game ended.
pub(super) fn result(
    audience: Audience,
    game: &Game,
    result: GameResult,
    lines: &[WinningLine],
) -> String {
    let locale = audience.locale;
    let disc = |seat| game.config.theme.disc(seat).emoji;
    let name = |seat| name(audience, game, seat);
    match result {
        GameResult::Won(seat) => {
            l10n::won(locale, disc(seat), name(seat), lines_in_words(locale, lines))
        }
        GameResult::Resigned(loser) => {
            let winner = loser.other();
            l10n::resigned(locale, name(loser), disc(winner), name(winner))
        }
        GameResult::TimedOut(loser) => {
            let winner = loser.other();
            l10n::timed_out(locale, name(loser), disc(winner), name(winner))
        }
        GameResult::Drawn => l10n::drawn(locale),
        GameResult::DrawByAgreement => l10n::draw_by_agreement(locale),
        GameResult::Claimed(winner) => {
            l10n::claimed(locale, name(winner.other()), disc(winner), name(winner))
        }
        GameResult::CalledOff if !game.both_have_moved() => l10n::called_off(locale),
        GameResult::CalledOff if game.ended_abandoned() => l10n::called_off_idle(locale),
        GameResult::CalledOff => l10n::called_off_replaced(locale),
        GameResult::Interrupted => l10n::interrupted(locale),
        GameResult::EndedByModerator => l10n::ended_by_moderator(locale),
    }
}

fn turn(audience: Audience, game: &Game) -> String {
    let locale = audience.locale;
    let Some(seat) = game.to_move() else { return String::new() };
    let turn = match game.participant(seat) {
        Participant::Person(player) => whose_turn(audience, game, seat, player),
        Participant::Computer(_) => {
            let disc = game.config.theme.disc(seat).emoji;
            l10n::thinking(locale, disc, name(audience, game, seat), move_number(game))
        }
    };
    let declined = game.offers.closed.declined().map(|offer| declined_line(audience, game, offer));
    let offer = game.offers.open.map(|offer| offer_line(audience, game, offer));
    let claim = game.claimant().map(|seat| claim_line(audience, game, seat));
    declined.chain(offer).chain(claim).fold(turn, |turn, line| format!("{turn}\n{line}"))
}

/// Says that an offer was declined, until its player may make it again.
fn declined_line(audience: Audience, game: &Game, offer: Offer) -> String {
    let name = name(audience, game, offer.by.other());
    match offer.kind {
        OfferKind::Draw => l10n::draw_declined(audience.locale, name),
        OfferKind::TakeBack => l10n::take_back_declined(audience.locale, name),
    }
}

/// Says that a seat can claim the win.
fn claim_line(audience: Audience, game: &Game, claimant: Seat) -> String {
    let [away, winner] = [claimant.other(), claimant].map(|seat| name(audience, game, seat));
    l10n::may_claim(audience.locale, away, winner)
}

/// Whose turn it is, and what happens if they do not move.
fn whose_turn(audience: Audience, game: &Game, seat: Seat, player: &Player) -> String {
    let (locale, mention) = (audience.locale, markdown::mention(player.id));
    let (disc, number) = (game.config.theme.disc(seat).emoji, move_number(game));
    match game.times_out_at().map(markdown::relative) {
        Some(time) if game.both_have_moved() => {
            l10n::your_move_by(locale, disc, mention, number, time)
        }
        Some(time) => l10n::your_first_move_by(locale, disc, mention, number, time),
        None if game.claimant().is_some() => l10n::your_move(locale, disc, mention, number),
        None if game.becomes_claimable() => {
            let other = name(audience, game, seat.other());
            l10n::your_move_or_claim(locale, disc, mention, number, other)
        }
        None => l10n::your_move_or_call_off(locale, disc, mention, number),
    }
}

fn move_number(game: &Game) -> usize {
    game.moves.columns().len() + 1
}

fn offer_line(audience: Audience, game: &Game, offer: Offer) -> String {
    let locale = audience.locale;
    let player = name(audience, game, offer.by);
    let other = game.participant(offer.by.other()).person();
    let mention = other.map(|other| markdown::mention(other.id)).unwrap_or_default();
    match offer.kind {
        OfferKind::Draw => l10n::offer_draw(locale, player, mention),
        OfferKind::TakeBack => l10n::offer_take_back(locale, player, mention),
    }
}

fn name(audience: Audience, game: &Game, seat: Seat) -> String {
    names::name(audience, game.participant(seat))
}

fn lines_in_words(locale: Locale, lines: &[WinningLine]) -> String {
    let words = lines.iter().map(|line| {
        let (length, start, end) = (line.cells.len(), line.start().number(), line.end().number());
        match line.direction {
            Direction::Vertical => l10n::line_vertical(locale, length, start),
            Direction::Horizontal => l10n::line_horizontal(locale, length, start, end),
            Direction::Rising | Direction::Falling => {
                l10n::line_diagonal(locale, length, start, end)
            }
        }
    });
    words.reduce(|one, other| l10n::lines_two(locale, one, other)).unwrap_or_default()
}
