//! The custom ids of the menu of `/play`.

use connect4::Level;

use super::{
    codec::{decode_position, encode_position},
    game_options,
};
use crate::service::{ComponentAction, GameOption, GameOptions, PlayMenuStep};

/// The tag of each step but [`PlayMenuStep::PlayComputer`], which has the level as well.
const TAGS: [(&str, PlayMenuStep); 8] = [
    ("p2", PlayMenuStep::Open),
    ("p3", PlayMenuStep::ChallengeAnyone),
    ("p5", PlayMenuStep::OpenOptions),
    ("p6", PlayMenuStep::Choose(GameOption::Board)),
    ("p7", PlayMenuStep::Choose(GameOption::Clock)),
    ("p8", PlayMenuStep::Choose(GameOption::Theme)),
    ("p9", PlayMenuStep::Choose(GameOption::Rated)),
    ("p10", PlayMenuStep::CloseOptions),
];

pub(super) fn encode(step: PlayMenuStep, options: GameOptions) -> String {
    let options = game_options::encode(options);
    if let PlayMenuStep::PlayComputer(level) = step {
        return format!("p4:{}:{options}", encode_position(level, &Level::ALL));
    }
    let tag = TAGS.iter().find(|(_, one)| *one == step).map_or("u1", |(tag, _)| tag);
    format!("{tag}:{options}")
}

pub(super) fn decode(tag: &str, numbers: &[i64]) -> Option<ComponentAction> {
    let (step, options) = match (tag, numbers) {
        ("p4", [level, options @ ..]) => {
            (PlayMenuStep::PlayComputer(decode_position(*level, &Level::ALL)?), options)
        }
        _ => (TAGS.iter().find(|(one, _)| *one == tag)?.1, numbers),
    };
    Some(ComponentAction::PlayMenu { step, options: game_options::decode(options)? })
}
