//! A position in words, for screen readers.

use connect4::Seat;

use crate::{
    features::views::{Audience, columns_in_words::columns_in_words, ending, names, status},
    game::Game,
    l10n,
    message::{MAX_CHARACTERS, MessageBody},
};

/// Renders a game's position (ephemeral).
pub(crate) fn render(game: &Game, audience: Audience) -> MessageBody {
    let name = |seat| names::of_seat(audience, game, seat);
    let by_name = lines(game, audience, name).join("\n");
    if by_name.chars().count() <= MAX_CHARACTERS {
        return MessageBody::ephemeral(by_name);
    }
    let disc = |seat| game.config.theme.disc(seat).emoji.to_owned();
    let legend = Seat::BOTH.map(|seat| format!("{} {}", disc(seat), name(seat))).join(" · ");
    let by_disc = lines(game, audience, disc).join("\n");
    MessageBody::ephemeral(format!("{legend}\n{by_disc}"))
}

/// The lines of the text, in which `owner` says whose a disc is.
fn lines(game: &Game, audience: Audience, owner: impl Fn(Seat) -> String) -> Vec<String> {
    let locale = audience.locale;
    let [first, second] = Seat::BOTH.map(|seat| names::full_name(audience, game.participant(seat)));
    let shape = names::shape(locale, game.config.shape);
    let mut lines = vec![l10n::text_board_title(locale, shape, first, second)];
    lines.extend(columns_in_words(&game.board(), locale, owner));
    lines.extend(status::last_move(audience, game));
    lines.extend(
        game.to_move()
            .map(|seat| l10n::text_board_turn(locale, names::of_seat(audience, game, seat))),
    );
    lines.extend(ending::lines(audience, game));
    lines
}
