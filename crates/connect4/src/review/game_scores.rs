use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{Column, ColumnScores, Score, Shape};

/// The score of every column at every ply of a game on the standard board: what a
/// [`Review`](super::Review) needs besides the moves.
///
/// These take long to compute ([`Engine::evaluate`](crate::Engine::evaluate)), and
/// have a compact text form for storage. It has seven characters for each ply, one
/// for each column from the left: `-` is a full column, `0` a draw, `A` a win with
/// the mover's last disc, `B` with its last but one and so on, `a` a loss to the
/// opponent's last disc and so on.
///
/// ```
/// use connect4::{GameScores, Score};
/// let scores: GameScores = "ba0A0ab".parse()?;
/// assert_eq!(scores.plies()[0][3], Some(Score::new(1)));
/// assert_eq!(scores.to_string(), "ba0A0ab");
/// # Ok::<(), connect4::GameScoresError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameScores(Vec<ColumnScores>);

/// The text is not the scores of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the scores of a game are seven characters for each ply, of -, 0, A to U and a to u")]
pub struct GameScoresError;

const COLUMNS: usize = Shape::STANDARD.columns() as usize;

/// A win with the first of a player's discs: more than any real score.
const MAX_DISTANCE: u8 = Shape::STANDARD.cells() / 2;

impl GameScores {
    /// The scores of a game, from those of the position before each move. Only the
    /// seven columns of the standard board are used.
    pub fn new(plies: Vec<ColumnScores>) -> Self {
        Self(plies)
    }

    /// The scores of the columns before each move, for the player who makes it.
    pub fn plies(&self) -> &[ColumnScores] {
        &self.0
    }
}

impl fmt::Display for GameScores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.0.iter().flat_map(|ply| &ply[..COLUMNS]);
        columns.copied().try_for_each(|score| fmt::Write::write_char(f, to_letter(score)))
    }
}

impl FromStr for GameScores {
    type Err = GameScoresError;

    fn from_str(text: &str) -> Result<Self, GameScoresError> {
        let (plies, rest) = text.as_bytes().as_chunks::<COLUMNS>();
        if !rest.is_empty() || plies.len() > usize::from(Shape::STANDARD.cells()) {
            return Err(GameScoresError);
        }
        plies.iter().copied().map(column_scores).collect::<Result<_, _>>().map(Self)
    }
}

fn column_scores(letters: [u8; COLUMNS]) -> Result<ColumnScores, GameScoresError> {
    let mut scores = [None; Column::MAX as usize];
    for (score, letter) in scores.iter_mut().zip(letters) {
        *score = from_letter(letter)?;
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

fn from_letter(letter: u8) -> Result<Option<Score>, GameScoresError> {
    let distance = |first: u8| (letter + 1 - first).cast_signed();
    match letter {
        b'-' => Ok(None),
        b'0' => Ok(Some(Score::DRAW)),
        b'A'..=LAST_WIN => Ok(Some(Score::new(distance(b'A')))),
        b'a'..=LAST_LOSS => Ok(Some(Score::new(-distance(b'a')))),
        _ => Err(GameScoresError),
    }
}

const LAST_WIN: u8 = b'A' - 1 + MAX_DISTANCE;
const LAST_LOSS: u8 = b'a' - 1 + MAX_DISTANCE;
