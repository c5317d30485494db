//! The line under a board: the last move, then whose turn it is, or how it
//! ended.

use super::{look::Look, names};
use crate::{
    discord::markdown,
    locale::Locale,
    play::{Ending, Game, Offer, OfferKind, Player, Seated},
    texts,
};
use connect4::{Direction, Seat, WinningLine};

/// The line, in the language of the board.
pub(super) fn line(game: &Game, lines: &[WinningLine]) -> String {
    let locale = game.setup.locale;
    let now = match game.ending {
        Some(ending) => ended(locale, game, ending, lines),
        None => turn(game),
    };
    match last_move(locale, game) {
        Some(last) => format!("{last} {now}"),
        None => now,
    }
}

/// The last move, in words; none before the first.
pub(super) fn last_move(locale: Locale, game: &Game) -> Option<String> {
    let column = game.moves.columns().last()?;
    let mover = game.board().to_move().other();
    Some(texts::last_move(locale, name(locale, game, mover), column.number()))
}

/// How a game ended.
pub(super) fn ended(locale: Locale, game: &Game, ending: Ending, lines: &[WinningLine]) -> String {
    let disc = |seat| Look::of(game.setup.theme).disc(seat);
    let name = |seat| name(locale, game, seat);
    match ending {
        Ending::Won(seat) => {
            texts::won(locale, disc(seat), name(seat), lines_in_words(locale, lines))
        }
        Ending::Resigned(loser) => {
            let winner = loser.other();
            texts::resigned(locale, name(loser), disc(winner), name(winner))
        }
        Ending::TimedOut(loser) => {
            let winner = loser.other();
            texts::timed_out(locale, name(loser), disc(winner), name(winner))
        }
        Ending::Drawn => texts::drawn(locale),
        Ending::Agreed => texts::agreed(locale),
        Ending::CalledOff => texts::called_off(locale),
        Ending::Stopped => texts::stopped(locale),
    }
}

fn turn(game: &Game) -> String {
    let locale = game.setup.locale;
    let Some(seat) = game.to_move() else { return String::new() };
    let disc = Look::of(game.setup.theme).disc(seat);
    let number = game.moves.columns().len() + 1;
    let turn = match game.seated(seat) {
        Seated::Person(player) => whose_turn(game, disc, player, number),
        Seated::Computer(_) => texts::thinking(locale, disc, name(locale, game, seat), number),
    };
    match game.offer {
        Some(offer) => format!("{turn}\n{}", offered(game, offer)),
        None => turn,
    }
}

fn whose_turn(game: &Game, disc: &'static str, player: &Player, number: usize) -> String {
    let (locale, mention) = (game.setup.locale, markdown::mention(player.id));
    match game.turn_time.move_by.map(markdown::relative) {
        None => texts::your_move(locale, disc, mention, number),
        Some(time) if game.has_begun_in_earnest() => {
            texts::your_move_by(locale, disc, mention, number, time)
        }
        Some(time) => texts::your_first_move_by(locale, disc, mention, number, time),
    }
}

fn offered(game: &Game, offer: Offer) -> String {
    let locale = game.setup.locale;
    let asker = name(locale, game, offer.by);
    let other = game.seated(offer.by.other()).person();
    let mention = other.map(|other| markdown::mention(other.id)).unwrap_or_default();
    match offer.kind {
        OfferKind::Draw => texts::offer_draw(locale, asker, mention),
        OfferKind::TakeBack => texts::offer_take_back(locale, asker, mention),
    }
}

fn name(locale: Locale, game: &Game, seat: Seat) -> String {
    names::name(locale, game.seated(seat))
}

fn lines_in_words(locale: Locale, lines: &[WinningLine]) -> String {
    let words = lines.iter().map(|line| {
        let (length, start, end) = (line.cells.len(), line.start().number(), line.end().number());
        match line.direction {
            Direction::Vertical => texts::line_vertical(locale, length, start),
            Direction::Horizontal => texts::line_horizontal(locale, length, start, end),
            Direction::Rising | Direction::Falling => {
                texts::line_diagonal(locale, length, start, end)
            }
        }
    });
    words.reduce(|one, other| texts::lines_two(locale, one, other)).unwrap_or_default()
}
