//! The reminder to a player whose time is running out.

use super::{
    MessageBody,
    names::{self, Audience},
};
use crate::{
    discord::markdown,
    game::{Game, GuildId},
    l10n,
};

/// Renders a message in a server that pings the player to move.
pub(super) fn render(game: &Game, guild: Option<GuildId>) -> MessageBody {
    let locale = game.config.locale;
    let audience = Audience { locale, guild };
    let seat = game.to_move();
    let player = seat.and_then(|seat| game.participant(seat).person());
    let other = seat.map(|seat| names::name(audience, game.participant(seat.other())));
    let mention = player.map(|player| markdown::mention(player.id)).unwrap_or_default();
    let time = game.times_out_at().map(markdown::relative).unwrap_or_default();
    let (name, link) = (other.unwrap_or_default(), markdown::message_link(game.board_location()));
    let sentence = if game.both_have_moved() {
        l10n::reminder(locale, mention, name, time, link)
    } else {
        l10n::reminder_first_move(locale, mention, name, time, link)
    };
    MessageBody::new(sentence, Vec::new()).with_ping(player.map(|player| player.id))
}
