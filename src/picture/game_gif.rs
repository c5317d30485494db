use connect4::{Board, BoardState, Moves, Shape};

use super::{animation::Animation, grid::Grid};
use crate::theme::Theme;

/// How long the start and each move are shown, in hundredths of a second.
const MOVE_DELAY: u16 = 60;

/// How long a flashing winning line stays on or off, in hundredths of a second.
const FLASH_DELAY: u16 = 35;

/// How often the winning lines go off again.
const FLASHES: usize = 3;

/// How long the end is shown before the animation repeats, in hundredths of a second.
const END_DELAY: u16 = 400;

/// Draws a game as a looping GIF, about 420 pixels wide.
///
/// It shows the empty board, then each move with its disc ringed and an arrow above its
/// column; at the end, any winning lines flash. Moves from the first illegal one on are
/// left out.
pub fn game_gif(moves: &Moves, shape: Shape, theme: Theme) -> Vec<u8> {
    let grid = Grid::new(shape, theme);
    let mut animation = Animation::new(grid.width(), grid.height(), &grid.palette().bytes());
    for scene in scenes(moves, shape) {
        animation.push_frame(grid.draw(&scene.board, scene.highlight), scene.delay);
    }
    animation.finish()
}

/// One frame of the animation.
struct Scene {
    board: Board,
    /// Whether the winning lines are highlighted.
    highlight: bool,
    /// In hundredths of a second.
    delay: u16,
}

fn scenes(moves: &Moves, shape: Shape) -> Vec<Scene> {
    let mut board = Board::empty(shape);
    let mut scenes = vec![Scene { board, highlight: false, delay: MOVE_DELAY }];
    for &column in moves.columns() {
        let Ok(after) = board.drop(column) else { break };
        board = after;
        scenes.push(Scene { board, highlight: false, delay: MOVE_DELAY });
    }
    if let BoardState::Won(_) = board.state() {
        for _ in 0..FLASHES {
            scenes.push(Scene { board, highlight: true, delay: FLASH_DELAY });
            scenes.push(Scene { board, highlight: false, delay: FLASH_DELAY });
        }
        scenes.push(Scene { board, highlight: true, delay: END_DELAY });
    } else if let Some(last) = scenes.last_mut() {
        last.delay = END_DELAY;
    }
    scenes
}
