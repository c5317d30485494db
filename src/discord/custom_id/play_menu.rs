//! The custom ids of the menu of `/play`.

use connect4::{Level, Shape};

use super::codec::{
    decode_flag, decode_optional, decode_position, encode_optional, encode_position,
};
use crate::{
    game::{FirstMove, TimeControl},
    service::{GameOption, GameOptions, PlayMenuAction},
    theme::Theme,
};

pub(super) fn encode(action: PlayMenuAction) -> String {
    let (tag, options) = match action {
        PlayMenuAction::Open(options) => ("p2", options),
        PlayMenuAction::Invite(options) => ("p3", options),
        PlayMenuAction::PlayComputer(level, options) => {
            let level = encode_position(level, &Level::ALL);
            return format!("p4:{level}{}", encode_options(options));
        }
        PlayMenuAction::OpenOptions(options) => ("p5", options),
        PlayMenuAction::Choose(GameOption::Board, options) => ("p6", options),
        PlayMenuAction::Choose(GameOption::Clock, options) => ("p7", options),
        PlayMenuAction::Choose(GameOption::Theme, options) => ("p8", options),
        PlayMenuAction::Choose(GameOption::Rated, options) => ("p9", options),
        PlayMenuAction::CloseOptions(options) => ("p10", options),
    };
    format!("{tag}{}", encode_options(options))
}

pub(super) fn decode(tag: &str, numbers: &[i64]) -> Option<PlayMenuAction> {
    if let ("p4", [level, options @ ..]) = (tag, numbers) {
        let level = decode_position(*level, &Level::ALL)?;
        return Some(PlayMenuAction::PlayComputer(level, decode_options(options)?));
    }
    let options = decode_options(numbers)?;
    Some(match tag {
        "p2" => PlayMenuAction::Open(options),
        "p3" => PlayMenuAction::Invite(options),
        "p5" => PlayMenuAction::OpenOptions(options),
        "p6" => PlayMenuAction::Choose(GameOption::Board, options),
        "p7" => PlayMenuAction::Choose(GameOption::Clock, options),
        "p8" => PlayMenuAction::Choose(GameOption::Theme, options),
        "p9" => PlayMenuAction::Choose(GameOption::Rated, options),
        "p10" => PlayMenuAction::CloseOptions(options),
        _ => return None,
    })
}

fn encode_options(options: GameOptions) -> String {
    let GameOptions { shape, time_control, theme, rated, first } = options;
    let numbers = [
        encode_optional(shape, &Shape::VARIANTS),
        encode_optional(time_control, &TimeControl::ALL),
        encode_optional(theme, &Theme::ALL),
        usize::from(rated),
        encode_position(first, &FirstMove::ALL),
    ];
    numbers.iter().fold(String::new(), |text, number| format!("{text}:{number}"))
}

fn decode_options(numbers: &[i64]) -> Option<GameOptions> {
    let &[shape, control, theme, rated, first] = numbers else { return None };
    Some(GameOptions {
        shape: decode_optional(shape, &Shape::VARIANTS).ok()?,
        time_control: decode_optional(control, &TimeControl::ALL).ok()?,
        theme: decode_optional(theme, &Theme::ALL).ok()?,
        rated: decode_flag(rated)?,
        first: decode_position(first, &FirstMove::ALL)?,
    })
}
