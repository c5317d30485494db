//! The word to a player who has little time left.

use super::{Body, names};
use crate::{discord::markdown, play::Game, texts};

/// A message that pings the player to move.
pub(super) fn draw(game: &Game) -> Body {
    let locale = game.setup.locale;
    let seat = game.to_move();
    let player = seat.and_then(|seat| game.seated(seat).person());
    let other = seat.map(|seat| names::name(locale, game.seated(seat.other())));
    let mention = player.map(|player| markdown::mention(player.id)).unwrap_or_default();
    let time = game.turn_time.move_by.map(markdown::relative).unwrap_or_default();
    let (name, link) = (other.unwrap_or_default(), markdown::link(game.whereabouts()));
    let sentence = if game.has_begun_in_earnest() {
        texts::reminder(locale, mention, name, time, link)
    } else {
        texts::reminder_first_move(locale, mention, name, time, link)
    };
    Body::new(sentence, Vec::new()).pinging(player.map(|player| player.id))
}
