//! The custom ids of the menu of `/play`.

use connect4::Level;

use super::{
    codec::{decode_number, decode_position, encode_position},
    game_options,
};
use crate::service::{ComponentAction, GameOption, GameOptions, PlayMenuStep};

const FRIEND: &str = "p11";

pub(super) fn encode(step: PlayMenuStep, options: GameOptions) -> String {
    let options = game_options::encode(options);
    let tag = match step {
        PlayMenuStep::Open => "p2",
        PlayMenuStep::ChallengeAnyone => "p3",
        PlayMenuStep::PlayComputer(level) => {
            return format!("p4:{}:{options}", encode_position(level, &Level::ALL));
        }
        PlayMenuStep::OpenOptions => "p5",
        PlayMenuStep::Choose(GameOption::Board) => "p6",
        PlayMenuStep::Choose(GameOption::Clock) => "p7",
        PlayMenuStep::Choose(GameOption::Theme) => "p8",
        PlayMenuStep::Choose(GameOption::Rated) => "p9",
        PlayMenuStep::CloseOptions => "p10",
    };
    format!("{tag}:{options}")
}

/// The custom id of the select of a friend to challenge with these options.
pub fn friend_select_id(options: GameOptions) -> String {
    format!("{FRIEND}:{}", game_options::encode(options))
}

/// The options of that select. `None` for another custom id.
pub fn friend_options(text: &str) -> Option<GameOptions> {
    let (FRIEND, numbers) = text.split_once(':')? else { return None };
    let numbers: Option<Vec<i64>> = numbers.split(':').map(decode_number).collect();
    game_options::decode(&numbers?)
}

pub(super) fn decode(tag: &str, numbers: &[i64]) -> Option<ComponentAction> {
    let (step, options) = match (tag, numbers) {
        ("p2", options) => (PlayMenuStep::Open, options),
        ("p3", options) => (PlayMenuStep::ChallengeAnyone, options),
        ("p4", [level, options @ ..]) => {
            (PlayMenuStep::PlayComputer(decode_position(*level, &Level::ALL)?), options)
        }
        ("p5", options) => (PlayMenuStep::OpenOptions, options),
        ("p6", options) => (PlayMenuStep::Choose(GameOption::Board), options),
        ("p7", options) => (PlayMenuStep::Choose(GameOption::Clock), options),
        ("p8", options) => (PlayMenuStep::Choose(GameOption::Theme), options),
        ("p9", options) => (PlayMenuStep::Choose(GameOption::Rated), options),
        ("p10", options) => (PlayMenuStep::CloseOptions, options),
        _ => return None,
    };
    Some(ComponentAction::PlayMenu { step, options: game_options::decode(options)? })
}
