//! The custom ids of buttons that start games against the computer, or keep the old one.

use connect4::{Level, Shape};

use super::codec::{decode_position, encode_position};
use crate::{
    game::{FirstMove, GameId, TimeControl},
    service::{ComponentAction, ComputerGameOptions},
    theme::Theme,
};

/// Options that were not chosen are 0.
pub(super) fn encode(game: GameId, options: ComputerGameOptions) -> String {
    let ComputerGameOptions { level, shape, time_control, theme, first } = options;
    let numbers = [
        encode_position(level, &Level::ALL),
        shape.map_or(0, |shape| encode_position(shape, &Shape::VARIANTS)),
        time_control.map_or(0, |control| encode_position(control, &TimeControl::ALL)),
        theme.map_or(0, |theme| encode_position(theme, &Theme::ALL)),
        encode_position(first, &FirstMove::ALL),
    ];
    numbers.iter().fold(format!("b1:{game}"), |text, number| format!("{text}:{number}"))
}

pub(super) fn encode_level(game: GameId, level: Level) -> String {
    format!("b3:{game}:{}", encode_position(level, &Level::ALL))
}

pub(super) fn decode(tag: &str, numbers: &[i64]) -> Option<ComponentAction> {
    Some(match (tag, numbers) {
        ("b1", &[game, level, shape, control, theme, first])
            if is_choice(shape, &Shape::VARIANTS)
                && is_choice(control, &TimeControl::ALL)
                && is_choice(theme, &Theme::ALL) =>
        {
            let options = ComputerGameOptions {
                level: decode_position(level, &Level::ALL)?,
                shape: decode_position(shape, &Shape::VARIANTS),
                time_control: decode_position(control, &TimeControl::ALL),
                theme: decode_position(theme, &Theme::ALL),
                first: decode_position(first, &FirstMove::ALL)?,
            };
            ComponentAction::ReplaceGame { game: GameId(game), options }
        }
        ("b2", &[game]) => ComponentAction::KeepGame(GameId(game)),
        ("b3", &[game, level]) => ComponentAction::PlayLevel {
            game: GameId(game),
            level: decode_position(level, &Level::ALL)?,
        },
        _ => return None,
    })
}

/// Whether this stands for one of all, or for no choice.
fn is_choice<T: Copy>(number: i64, all: &[T]) -> bool {
    number == 0 || decode_position(number, all).is_some()
}
