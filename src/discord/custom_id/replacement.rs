//! The custom ids of buttons that start games against the computer, or keep the old one.

use connect4::{Level, Shape};

use super::codec::{decode_optional, decode_position, encode_optional, encode_position};
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
        encode_optional(shape, &Shape::VARIANTS),
        encode_optional(time_control, &TimeControl::ALL),
        encode_optional(theme, &Theme::ALL),
        encode_position(first, &FirstMove::ALL),
    ];
    numbers.iter().fold(format!("b1:{game}"), |text, number| format!("{text}:{number}"))
}

pub(super) fn encode_level(game: GameId, level: Level) -> String {
    format!("b3:{game}:{}", encode_position(level, &Level::ALL))
}

pub(super) fn decode(tag: &str, numbers: &[i64]) -> Option<ComponentAction> {
    Some(match (tag, numbers) {
        ("b1", &[game, level, shape, control, theme, first]) => {
            let options = ComputerGameOptions {
                level: decode_position(level, &Level::ALL)?,
                shape: decode_optional(shape, &Shape::VARIANTS).ok()?,
                time_control: decode_optional(control, &TimeControl::ALL).ok()?,
                theme: decode_optional(theme, &Theme::ALL).ok()?,
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
