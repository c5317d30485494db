//! The reminder to a player whose time is running out.

use crate::{
    features::views::{Audience, names},
    game::{Game, Now},
    l10n, markdown,
    message::MessageBody,
};

/// Renders a message in a server that pings the player to move.
pub(crate) fn render(game: &Game, now: Now) -> MessageBody {
    let locale = game.config.locale;
    let audience = Audience::public(locale, game.config.location.guild);
    let seat = game.to_move();
    let player = seat.and_then(|seat| game.participant(seat).person());
    let other = seat.map(|seat| names::of_seat(audience, game, seat.other()));
    let mention = player.map(|player| markdown::mention(player.id)).unwrap_or_default();
    let time = game.times_out_at().map(|at| markdown::relative(now.time_of(at)));
    let time = time.unwrap_or_default();
    let (name, link) = (other.unwrap_or_default(), markdown::message_link(game.board_location()));
    let sentence = if game.both_have_moved() {
        l10n::reminder(locale, link, mention, name, time)
    } else {
        l10n::reminder_first_move(locale, link, mention, name, time)
    };
    MessageBody::new(sentence, Vec::new()).with_ping(player.map(|player| player.id))
}
