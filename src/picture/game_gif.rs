use std::borrow::Cow;

use connect4::{Board, BoardState, Moves, Shape};
use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::{colour::Palette, grid::Grid};
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

/// Encodes a looping GIF. Each frame contains only the rectangle that differs from the
/// previous frame, with unchanged pixels transparent.
pub(super) struct Animation {
    encoder: Encoder<Vec<u8>>,
    width: u16,
    /// The pixels of the previous frame; empty before the first.
    previous: Vec<u8>,
}

impl Animation {
    /// Creates an animation without frames. `palette` is the red, green and blue of each
    /// colour in turn.
    pub(super) fn new(width: u16, height: u16, palette: &[u8]) -> Self {
        let mut encoder = Encoder::new(Vec::new(), width, height, palette).expect(TO_MEMORY);
        encoder.set_repeat(Repeat::Infinite).expect(TO_MEMORY);
        Self { encoder, width, previous: Vec::new() }
    }

    /// Adds a frame that is shown for `delay` hundredths of a second.
    pub(super) fn push_frame(&mut self, pixels: Vec<u8>, delay: u16) {
        let frame = Frame { delay, ..self.changed_area(&pixels) };
        self.encoder.write_frame(&frame).expect(TO_MEMORY);
        self.previous = pixels;
    }

    /// The bytes of the GIF.
    pub(super) fn finish(self) -> Vec<u8> {
        self.encoder.into_inner().expect(TO_MEMORY)
    }

    /// The smallest rectangle that turns the previous frame into this one.
    fn changed_area(&self, pixels: &[u8]) -> Frame<'static> {
        let width = usize::from(self.width);
        let changed: Vec<u8> = if self.previous.is_empty() {
            pixels.to_vec()
        } else {
            let pairs = pixels.iter().zip(&self.previous);
            pairs.map(|(&new, &old)| if new == old { Palette::TRANSPARENT } else { new }).collect()
        };
        let rows = bounds(changed.chunks_exact(width).map(is_visible));
        let columns = bounds((0..width).map(|column| {
            changed[column..].iter().step_by(width).any(|&pixel| pixel != Palette::TRANSPARENT)
        }));
        let pixels = changed
            .chunks_exact(width)
            .skip(rows.0)
            .take(rows.1)
            .flat_map(|row| &row[columns.0..][..columns.1])
            .copied()
            .collect();
        let [left, width, top, height] = [columns.0, columns.1, rows.0, rows.1]
            .map(|length| u16::try_from(length).expect("the area is no larger than the frame"));
        Frame {
            dispose: DisposalMethod::Keep,
            transparent: Some(Palette::TRANSPARENT),
            left,
            top,
            width,
            height,
            buffer: Cow::Owned(pixels),
            ..Frame::default()
        }
    }
}

const TO_MEMORY: &str = "writing a valid frame to memory cannot fail";

fn is_visible(pixels: &[u8]) -> bool {
    pixels.iter().any(|&pixel| pixel != Palette::TRANSPARENT)
}

/// The index of the first `true`, and the length up to the last one. `(0, 1)` if there
/// is none, since a GIF frame cannot be empty.
fn bounds(flags: impl Iterator<Item = bool>) -> (usize, usize) {
    let mut indices = flags.enumerate().filter(|&(_, flag)| flag).map(|(index, _)| index);
    let first = indices.next().unwrap_or(0);
    let last = indices.last().unwrap_or(first);
    (first, last - first + 1)
}
