use connect4::{Advice, Board, CancelToken, Column, ColumnScores, Level, Outcome, Score};
use fourfall::computer::{SearchBackend, SearchBackendFactory};
use tokio::sync::mpsc;

use super::TIMEOUT;

/// Search backends that answer at once. `game` is a list of columns: in a position with
/// `n` discs, the computer chooses column `game[n]`.
pub(crate) fn scripted_search(game: &'static str) -> SearchBackendFactory {
    SearchBackendFactory::new(move || ScriptedBackend(game))
}

struct ScriptedBackend(&'static str);

impl SearchBackend for ScriptedBackend {
    fn choose(&mut self, board: &Board, _: Level, _: u64) -> Option<Column> {
        self.0.get(board.plies() as usize..)?.get(..1)?.parse().ok()
    }

    fn advise(&mut self, board: &Board) -> Option<Advice> {
        Some(advice(board))
    }

    fn evaluate(&mut self, board: &Board, _: &CancelToken) -> Option<ColumnScores> {
        Some(scores(board))
    }
}

/// The advice of all these backends: the last open column wins, the first one loses, the
/// others draw.
fn advice(board: &Board) -> Advice {
    let open: Vec<Column> = board.open_columns().collect();
    let best = vec![*open.last().expect("the board is not full")];
    let mut columns: Vec<_> =
        open.into_iter().map(|column| (column, Some(Outcome::Draw))).collect();
    columns.first_mut().expect("the board is not full").1 = Some(Outcome::Loss { moves: 8 });
    columns.last_mut().expect("the board is not full").1 = Some(Outcome::Win { moves: 5 });
    Advice { best, columns, explanation: None }
}

/// The same as [`advice`], as scores.
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

/// Search backends that search until the test completes the search.
pub(crate) fn manual_search() -> (SearchBackendFactory, PendingSearches) {
    let (sender, searches) = mpsc::unbounded_channel();
    (
        SearchBackendFactory::new(move || ManualBackend { sender: sender.clone() }),
        PendingSearches(searches),
    )
}

struct ManualBackend {
    sender: mpsc::UnboundedSender<PendingSearch>,
}

/// The searches of these backends, in the order in which they started.
#[derive(Debug)]
pub(crate) struct PendingSearches(mpsc::UnboundedReceiver<PendingSearch>);

/// A search that waits for the test to complete it.
#[derive(Debug)]
pub(crate) struct PendingSearch {
    pub(crate) board: Board,
    /// `None` for a hint.
    pub(crate) level: Option<Level>,
    pub(crate) seed: u64,
    completion: std::sync::mpsc::Sender<Completion>,
}

#[derive(Debug)]
enum Completion {
    Choose(Column),
    Advise,
    Panic,
}

impl PendingSearches {
    /// Waits until a search starts.
    pub(crate) async fn next(&mut self) -> PendingSearch {
        let search = tokio::time::timeout(TIMEOUT, self.0.recv()).await;
        search.expect("no search started").expect("the backends were dropped")
    }

    /// Whether no further search has started.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl PendingSearch {
    /// Completes the search with this column.
    pub(crate) fn choose(self, column: u8) {
        self.completion.send(Completion::Choose(Column::from_number(column).unwrap())).unwrap();
    }

    /// Completes the search for a hint.
    pub(crate) fn advise(self) {
        self.completion.send(Completion::Advise).unwrap();
    }

    /// Makes the search panic.
    pub(crate) fn panic(self) {
        self.completion.send(Completion::Panic).unwrap();
    }
}

impl ManualBackend {
    fn wait(&self, board: &Board, level: Option<Level>, seed: u64) -> Option<Completion> {
        let (completion, completed) = std::sync::mpsc::channel();
        self.sender.send(PendingSearch { board: *board, level, seed, completion }).ok()?;
        completed.recv().ok()
    }
}

/// Panics without printing a backtrace, which takes seconds on a busy machine, and the
/// response does not wait for so long.
fn fail() -> ! {
    std::panic::resume_unwind(Box::new("a test wants this search to fail"))
}

impl SearchBackend for ManualBackend {
    fn choose(&mut self, board: &Board, level: Level, seed: u64) -> Option<Column> {
        match self.wait(board, Some(level), seed)? {
            Completion::Choose(column) => Some(column),
            Completion::Advise => None,
            Completion::Panic => fail(),
        }
    }

    fn advise(&mut self, board: &Board) -> Option<Advice> {
        match self.wait(board, None, 0)? {
            Completion::Panic => fail(),
            _ => Some(advice(board)),
        }
    }

    fn evaluate(&mut self, board: &Board, _: &CancelToken) -> Option<ColumnScores> {
        Some(scores(board))
    }
}
