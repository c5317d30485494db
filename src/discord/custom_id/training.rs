//! The custom ids of the buttons of `/train`.

use super::codec::decode_column;
use crate::{
    game::{GameId, PositionId},
    service::{SeenPosition, TrainingAction},
};

pub(super) fn encode(action: TrainingAction) -> String {
    match action {
        TrainingAction::Try { seen: SeenPosition { id, tries }, column } => {
            format!("y2:{}:{}:{tries}:{column}", id.game, id.ply)
        }
        TrainingAction::Next => "y3".to_owned(),
        TrainingAction::Open(game) => format!("y4:{game}"),
    }
}

pub(super) fn decode(tag: &str, numbers: &[i64]) -> Option<TrainingAction> {
    Some(match (tag, numbers) {
        ("y2", &[game, ply, tries, column]) => {
            let id = PositionId { game: GameId(game), ply: u8::try_from(ply).ok()? };
            TrainingAction::Try {
                seen: SeenPosition { id, tries: u32::try_from(tries).ok()? },
                column: decode_column(column)?,
            }
        }
        ("y3", &[]) => TrainingAction::Next,
        ("y4", &[game]) => TrainingAction::Open(GameId(game)),
        _ => return None,
    })
}
