use super::{animation::Animation, grid::Grid, look::Look};
use crate::theme::Theme;
use connect4::{Board, BoardState, Moves, Shape};

/// How long the start and each move are seen, in hundredths of a second.
const MOVE: u16 = 60;

/// How long a winning line is lit, or is not, while it flashes.
const FLASH: u16 = 35;

/// How often a winning line goes out again.
const FLASHES: usize = 3;

/// How long the end is seen before everything begins anew.
const END: u16 = 400;

/// A game as an animated GIF, about 420 pixels wide, that runs for ever.
///
/// First the empty board is seen, then each move, its disc ringed and an arrow
/// above its column; at last the winning lines flash and stay lit. A game that
/// nobody won just stays. Moves from the first illegal one on are left out.
pub fn game(moves: &Moves, shape: Shape, theme: Theme) -> Vec<u8> {
    let grid = Grid::new(shape, Look::of(theme));
    let mut animation = Animation::new(grid.width(), grid.height(), &grid.palette().bytes());
    for scene in scenes(moves, shape) {
        animation.show(grid.draw(&scene.board, scene.lit), scene.delay);
    }
    animation.finish()
}

/// What is seen for a while.
struct Scene {
    board: Board,
    /// Whether the winning lines are lit.
    lit: bool,
    /// In hundredths of a second.
    delay: u16,
}

fn scenes(moves: &Moves, shape: Shape) -> Vec<Scene> {
    let mut board = Board::empty(shape);
    let mut scenes = vec![Scene { board, lit: false, delay: MOVE }];
    for &column in moves.columns() {
        let Ok(after) = board.drop(column) else { break };
        board = after;
        scenes.push(Scene { board, lit: false, delay: MOVE });
    }
    if let BoardState::Won(_) = board.state() {
        for _ in 0..FLASHES {
            scenes.push(Scene { board, lit: true, delay: FLASH });
            scenes.push(Scene { board, lit: false, delay: FLASH });
        }
        scenes.push(Scene { board, lit: true, delay: END });
    } else if let Some(last) = scenes.last_mut() {
        last.delay = END;
    }
    scenes
}
