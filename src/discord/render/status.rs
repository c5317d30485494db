//! The line below a board: the last move, then whose turn it is or how the game ended.

use connect4::{Direction, Seat, WinningLine};

use super::{names, theme_emoji::ThemeEmoji};
use crate::{
    discord::markdown,
    game::{Game, GameResult, Offer, OfferKind, Participant, Player},
    l10n,
    locale::Locale,
};

/// The line, in the board's language.
pub(super) fn line(game: &Game, lines: &[WinningLine]) -> String {
    let locale = game.config.locale;
    let status = match game.result {
        Some(result) => self::result(locale, game, result, lines),
        None => turn(game),
    };
    match last_move(locale, game) {
        Some(last) => format!("{last} {status}"),
        None => status,
    }
}

/// The last move, in words. `None` before the first move.
pub(super) fn last_move(locale: Locale, game: &Game) -> Option<String> {
    let column = game.moves.columns().last()?;
    let mover = game.board().to_move().other();
    Some(l10n::last_move(locale, name(locale, game, mover), column.number()))
}

/// How a game ended.
pub(super) fn result(
    locale: Locale,
    game: &Game,
    result: GameResult,
    lines: &[WinningLine],
) -> String {
    let disc = |seat| ThemeEmoji::of(game.config.theme).disc(seat);
    let name = |seat| name(locale, game, seat);
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
        GameResult::CalledOff => l10n::called_off(locale),
        GameResult::EndedByModerator => l10n::ended_by_moderator(locale),
    }
}

fn turn(game: &Game) -> String {
    let locale = game.config.locale;
    let Some(seat) = game.to_move() else { return String::new() };
    let disc = ThemeEmoji::of(game.config.theme).disc(seat);
    let number = game.moves.columns().len() + 1;
    let turn = match game.participant(seat) {
        Participant::Person(player) => whose_turn(game, disc, player, number),
        Participant::Computer(_) => l10n::thinking(locale, disc, name(locale, game, seat), number),
    };
    match game.offer {
        Some(offer) => format!("{turn}\n{}", offer_line(game, offer)),
        None => turn,
    }
}

fn whose_turn(game: &Game, disc: &'static str, player: &Player, number: usize) -> String {
    let (locale, mention) = (game.config.locale, markdown::mention(player.id));
    match game.turn_deadline.move_by.map(markdown::relative) {
        None => l10n::your_move(locale, disc, mention, number),
        Some(time) if game.both_have_moved() => {
            l10n::your_move_by(locale, disc, mention, number, time)
        }
        Some(time) => l10n::your_first_move_by(locale, disc, mention, number, time),
    }
}

fn offer_line(game: &Game, offer: Offer) -> String {
    let locale = game.config.locale;
    let player = name(locale, game, offer.by);
    let other = game.participant(offer.by.other()).person();
    let mention = other.map(|other| markdown::mention(other.id)).unwrap_or_default();
    match offer.kind {
        OfferKind::Draw => l10n::offer_draw(locale, player, mention),
        OfferKind::TakeBack => l10n::offer_take_back(locale, player, mention),
    }
}

fn name(locale: Locale, game: &Game, seat: Seat) -> String {
    names::name(locale, game.participant(seat))
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
