//! The custom ids of buttons that show everyone what a user sees.

use super::{leaderboard, puzzle::puzzle_number};
use crate::{
    game::{GameId, PlayerId},
    service::PublicView,
};

pub(super) fn encode(view: PublicView) -> String {
    match view {
        PublicView::Leaderboard(query) => leaderboard::encode_as("l3", query),
        PublicView::Stats { player, versus: None } => format!("i1:{player}"),
        PublicView::Stats { player, versus: Some(versus) } => format!("i1:{player}:{versus}"),
        PublicView::Animation(game) => format!("v3:{game}"),
        PublicView::Replay { game, ply } => format!("v5:{game}:{ply}"),
        PublicView::Review { game, ply } => format!("w3:{game}:{ply}"),
        PublicView::Puzzle(number) => format!("d6:{number}"),
    }
}

pub(super) fn decode(tag: &str, numbers: &[i64]) -> Option<PublicView> {
    let player = |id: i64| u64::try_from(id).ok().map(PlayerId);
    Some(match (tag, numbers) {
        ("l3", numbers) => PublicView::Leaderboard(leaderboard::decode(numbers)?),
        ("i1", &[id]) => PublicView::Stats { player: player(id)?, versus: None },
        ("i1", &[id, versus]) => {
            PublicView::Stats { player: player(id)?, versus: Some(player(versus)?) }
        }
        ("v3", &[game]) => PublicView::Animation(GameId(game)),
        ("v5", &[game, ply]) => {
            PublicView::Replay { game: GameId(game), ply: u8::try_from(ply).ok()? }
        }
        ("w3", &[game, ply]) => {
            PublicView::Review { game: GameId(game), ply: u8::try_from(ply).ok()? }
        }
        ("d6", &[number]) => PublicView::Puzzle(puzzle_number(number)?),
        _ => return None,
    })
}
