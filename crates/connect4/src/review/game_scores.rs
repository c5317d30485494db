use std::fmt;

use thiserror::Error;

use crate::{Column, ColumnScores, Score, Shape};

/// The score of every column at every ply of a game on a board that
/// [is solved quickly](Shape::is_solved_quickly): what a [`Review`](super::Review) needs
/// besides the moves.
///
/// These take long to compute ([`Engine::evaluate`](crate::Engine::evaluate)), and
/// have a compact text form for storage. It has one character for each column at each
/// ply, from the left: `-` is a full column, `0` a draw, `A` a win with the mover's last
/// disc, `B` with its last but one and so on, `a` a loss to the opponent's last disc and
/// so on.
///
/// ```
/// use connect4::{GameScores, Score, Shape};
/// let scores = GameScores::parse(Shape::STANDARD, "ba0A0ab")?;
/// assert_eq!(scores.plies()[0][3], Some(Score::new(1)));
/// assert_eq!(scores.to_string(), "ba0A0ab");
/// # Ok::<(), connect4::GameScoresError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameScores {
    shape: Shape,
    plies: Vec<ColumnScores>,
}

/// The text is not the scores of a game on a board of this shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the text is not the scores of a game on a {0} board")]
pub struct GameScoresError(Shape);

impl GameScores {
    /// The scores of a game, from those of the position before each move. Only the
    /// columns of the board are used.
    pub fn new(shape: Shape, plies: Vec<ColumnScores>) -> Self {
        Self { shape, plies }
    }

    /// Parses the text form of the scores of a game on a board of this shape.
    ///
    /// # Errors
    ///
    /// If the board is not [solved quickly](Shape::is_solved_quickly), or the text not
    /// one valid character for each of its columns at each ply, or has more plies than
    /// the board has cells.
    pub fn parse(shape: Shape, text: &str) -> Result<Self, GameScoresError> {
        let plies = text.as_bytes().chunks_exact(shape.columns().into());
        let is_possible = shape.is_solved_quickly()
            && plies.remainder().is_empty()
            && plies.len() <= shape.cells().into();
        if !is_possible {
            return Err(GameScoresError(shape));
        }
        let plies = plies.map(|letters| column_scores(shape, letters)).collect::<Result<_, _>>()?;
        Ok(Self { shape, plies })
    }

    /// The shape of the board.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The scores of the columns before each move, for the player who makes it.
    pub fn plies(&self) -> &[ColumnScores] {
        &self.plies
    }
}

impl fmt::Display for GameScores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = usize::from(self.shape.columns());
        let scores = self.plies.iter().flat_map(|ply| &ply[..columns]);
        scores.copied().try_for_each(|score| fmt::Write::write_char(f, to_letter(score)))
    }
}

/// The scores of a ply, from one letter for each column.
fn column_scores(shape: Shape, letters: &[u8]) -> Result<ColumnScores, GameScoresError> {
    let mut scores = [None; Column::MAX as usize];
    for (score, &letter) in scores.iter_mut().zip(letters) {
        *score = from_letter(shape, letter)?;
    }
    Ok(scores)
}

fn to_letter(score: Option<Score>) -> char {
    let Some(score) = score else { return '-' };
    let distance = score.value().unsigned_abs();
    match score.value() {
        1.. => char::from(b'A' - 1 + distance),
        0 => '0',
        _ => char::from(b'a' - 1 + distance),
    }
}

/// The score that a letter stands for, or `None` for a full column.
fn from_letter(shape: Shape, letter: u8) -> Result<Option<Score>, GameScoresError> {
    // A win with the first of a player's discs: more than any real score.
    let max_distance = shape.cells() / 2;
    let distance = |first: u8| match letter + 1 - first {
        distance if distance <= max_distance => Ok(distance.cast_signed()),
        _ => Err(GameScoresError(shape)),
    };
    match letter {
        b'-' => Ok(None),
        b'0' => Ok(Some(Score::DRAW)),
        b'A'..=b'Z' => distance(b'A').map(|distance| Some(Score::new(distance))),
        b'a'..=b'z' => distance(b'a').map(|distance| Some(Score::new(-distance))),
        _ => Err(GameScoresError(shape)),
    }
}
