//! Animations of games.

use connect4::{Board, BoardState, Moves, Shape};
use gif::{Encoder, Frame, Repeat};

use super::{grid::Grid, palette::Palette};
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
    let mut encoder = Encoder::new(Vec::new(), grid.width(), grid.height(), &grid.palette.bytes())
        .expect(TO_MEMORY);
    encoder.set_repeat(Repeat::Infinite).expect(TO_MEMORY);
    let mut previous = Vec::new();
    for Scene { board, highlight, delay } in scenes(moves, shape) {
        let pixels = grid.draw(&board, highlight);
        let frame = Frame { delay, ..changed_area(&previous, &pixels, grid.width().into()) };
        encoder.write_frame(&frame).expect(TO_MEMORY);
        previous = pixels;
    }
    encoder.into_inner().expect(TO_MEMORY)
}

const TO_MEMORY: &str = "writing a valid frame to memory cannot fail";

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

/// The smallest rectangle that turns the previous frame, if any, into this one, with unchanged
/// pixels transparent. All pixels have the palette's indices.
fn changed_area(previous: &[u8], pixels: &[u8], width: usize) -> Frame<'static> {
    let changed: Vec<u8> = if previous.is_empty() {
        pixels.to_vec()
    } else {
        let pairs = pixels.iter().zip(previous);
        pairs.map(|(&new, &old)| if new == old { Palette::TRANSPARENT } else { new }).collect()
    };
    let is_visible = |pixel: &u8| *pixel != Palette::TRANSPARENT;
    let rows = bounds(changed.chunks_exact(width).map(|row| row.iter().any(is_visible)));
    let column = |column: usize| changed[column..].iter().step_by(width);
    let columns = bounds((0..width).map(|index| column(index).any(is_visible)));
    let area = changed.chunks_exact(width).skip(rows.0).take(rows.1);
    let pixels: Vec<u8> = area.flat_map(|row| &row[columns.0..][..columns.1]).copied().collect();
    let [left, width, top, height] = [columns.0, columns.1, rows.0, rows.1]
        .map(|length| u16::try_from(length).expect("the area is no larger than the frame"));
    let frame = Frame::from_indexed_pixels(width, height, pixels, Some(Palette::TRANSPARENT));
    Frame { left, top, ..frame }
}

/// The index of the first `true`, and the length up to the last one. `(0, 1)` if there
/// is none, since a GIF frame cannot be empty.
fn bounds(flags: impl Iterator<Item = bool>) -> (usize, usize) {
    let mut indices = flags.enumerate().filter(|&(_, flag)| flag).map(|(index, _)| index);
    let first = indices.next().unwrap_or(0);
    let last = indices.last().unwrap_or(first);
    (first, last - first + 1)
}
