//! The custom ids of buttons that start games against the computer, or keep the old one.

use connect4::Level;

use super::{
    codec::{decode_position, encode_position},
    game_options,
};
use crate::{
    game::GameId,
    service::{ComponentAction, ComputerGameOptions},
};

pub(super) fn encode(game: GameId, options: ComputerGameOptions) -> String {
    let level = encode_position(options.level, &Level::ALL);
    format!("b4:{game}:{level}:{}", game_options::encode(options.game))
}

pub(super) fn encode_level(game: GameId, level: Level) -> String {
    format!("b3:{game}:{}", encode_position(level, &Level::ALL))
}

pub(super) fn decode(tag: &str, numbers: &[i64]) -> Option<ComponentAction> {
    Some(match (tag, numbers) {
        ("b2", &[game]) => ComponentAction::KeepGame(GameId(game)),
        ("b3", &[game, level]) => ComponentAction::PlayLevel {
            game: GameId(game),
            level: decode_position(level, &Level::ALL)?,
        },
        ("b4", [game, level, options @ ..]) => {
            let level = decode_position(*level, &Level::ALL)?;
            let options = ComputerGameOptions { level, game: game_options::decode(options)? };
            ComponentAction::ReplaceGame { game: GameId(*game), options }
        }
        _ => return None,
    })
}
