use connect4::{Advice, Board, CancelToken, Column, ColumnScores, Level, Outcome, Score};
use fourfall::service::{Think, Thinkers};
use tokio::sync::mpsc;

use super::PATIENCE;

/// Thinkers that answer at once. `game` holds the columns of a whole game; where
/// it is the computer's turn, it drops as is written there.
pub(crate) fn quick(game: &'static str) -> Thinkers {
    Thinkers::made_by(move || Script(game))
}

struct Script(&'static str);

impl Think for Script {
    fn choose(&mut self, board: &Board, _: Level, _: u64) -> Option<Column> {
        self.0.get(board.plies() as usize..)?.get(..1)?.parse().ok()
    }

    fn advise(&mut self, board: &Board) -> Option<Advice> {
        Some(advice(board))
    }

    fn judge(&mut self, board: &Board, _: &CancelToken) -> Option<ColumnScores> {
        Some(scores(board))
    }
}

/// What all these thinkers say of a position: the last open column wins, the
/// first one loses, the others draw.
fn advice(board: &Board) -> Advice {
    let open: Vec<Column> = board.open_columns().collect();
    let best = vec![*open.last().expect("the game goes on")];
    let mut columns: Vec<_> =
        open.into_iter().map(|column| (column, Some(Outcome::Draw))).collect();
    columns.first_mut().expect("as above").1 = Some(Outcome::Loss { moves: 8 });
    columns.last_mut().expect("as above").1 = Some(Outcome::Win { moves: 5 });
    Advice { best, columns }
}

/// The same as scores.
fn scores(board: &Board) -> ColumnScores {
    let mut scores = [None; Column::MAX as usize];
    for (column, outcome) in advice(board).columns {
        let score = match outcome {
            Some(Outcome::Win { .. }) => Score::new(5),
            Some(Outcome::Loss { .. }) => Score::new(-5),
            _ => Score::DRAW,
        };
        scores[usize::from(column.index())] = Some(score);
    }
    scores
}

/// Thinkers that think for as long as the test wants.
pub(crate) fn slow() -> (Thinkers, Questions) {
    let (ask, questions) = mpsc::unbounded_channel();
    (Thinkers::made_by(move || Slow { ask: ask.clone() }), Questions(questions))
}

struct Slow {
    ask: mpsc::UnboundedSender<Question>,
}

/// What the thinkers think about, in the order in which they began.
#[derive(Debug)]
pub(crate) struct Questions(mpsc::UnboundedReceiver<Question>);

/// A search that waits for the test.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) board: Board,
    /// None if a hint is wanted.
    pub(crate) level: Option<Level>,
    pub(crate) seed: u64,
    end: std::sync::mpsc::Sender<End>,
}

#[derive(Debug)]
enum End {
    Drop(Column),
    Hint,
    Panic,
}

impl Questions {
    /// Waits until a search begins.
    pub(crate) async fn next(&mut self) -> Question {
        let asked = tokio::time::timeout(PATIENCE, self.0.recv()).await;
        asked.expect("no search began").expect("the thinkers are there")
    }

    /// Whether no search has begun that was not yet seen.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Question {
    /// Ends the search with this column.
    pub(crate) fn drop_in(self, column: u8) {
        self.end.send(End::Drop(Column::from_number(column).unwrap())).unwrap();
    }

    /// Ends the search for a hint.
    pub(crate) fn advise(self) {
        self.end.send(End::Hint).unwrap();
    }

    /// Ends the search badly.
    pub(crate) fn panic(self) {
        self.end.send(End::Panic).unwrap();
    }
}

impl Slow {
    fn wait(&self, board: &Board, level: Option<Level>, seed: u64) -> Option<End> {
        let (end, ended) = std::sync::mpsc::channel();
        self.ask.send(Question { board: *board, level, seed, end }).ok()?;
        ended.recv().ok()
    }
}

impl Think for Slow {
    fn choose(&mut self, board: &Board, level: Level, seed: u64) -> Option<Column> {
        match self.wait(board, Some(level), seed)? {
            End::Drop(column) => Some(column),
            End::Hint => None,
            End::Panic => panic!("a test wants this search to fail"),
        }
    }

    fn advise(&mut self, board: &Board) -> Option<Advice> {
        match self.wait(board, None, 0)? {
            End::Panic => panic!("a test wants this search to fail"),
            _ => Some(advice(board)),
        }
    }

    fn judge(&mut self, board: &Board, _: &CancelToken) -> Option<ColumnScores> {
        Some(scores(board))
    }
}
