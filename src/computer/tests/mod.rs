//! How searches share permits, with searches that last as long as the test
//! wants.

mod reviews;

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    time::Duration,
};

use clock::{Clock, Timestamp};
use connect4::{Advice, Board, CancelToken, Column, ColumnScores, GameScores, Level, Score, Shape};
use tokio::sync::mpsc;

use crate::{
    computer::{
        ReviewHandle, SearchBackend, SearchBackendFactory, Searches,
        search_executor::SearchExecutor,
        workloads::{Workload, Workloads},
    },
    game::{
        ChannelId, Game, GameConfig, GameId, InteractionId, Location, MessageHandle, NewGame, Now,
        Player, PlayerId, Players, Rated, Refusal, RunningTime, Series, SeriesId, TimeControl,
        Token,
    },
    locale::Locale,
    theme::Theme,
};

const ANN: PlayerId = PlayerId(1);

const NOON: Timestamp = Timestamp::from_milliseconds(1_790_000_000_000);

/// Longer than any step of these tests takes.
const TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchKind {
    Move,
    Hint,
    Review,
}

/// A running search, which the test ends.
#[derive(Debug)]
struct PendingSearch {
    kind: SearchKind,
    /// The number of discs on the board.
    ply: u32,
    /// The number of the backend.
    backend: usize,
    end: Sender<SearchEnd>,
}

#[derive(Debug)]
enum SearchEnd {
    Found,
    Nothing,
    Panic,
}

impl PendingSearch {
    fn end(self, end: SearchEnd) {
        self.end.send(end).unwrap();
    }
}

/// Searches until the test ends the search or it is cancelled.
struct ControlledBackend {
    number: usize,
    sender: mpsc::UnboundedSender<PendingSearch>,
    /// Shared by all live backends.
    _live: Arc<()>,
}

impl ControlledBackend {
    fn search(&self, kind: SearchKind, board: &Board, cancel: &CancelToken) -> bool {
        let (end, ended) = channel();
        self.sender
            .send(PendingSearch { kind, ply: board.plies(), backend: self.number, end })
            .unwrap();
        loop {
            match ended.recv_timeout(Duration::from_millis(1)) {
                Ok(SearchEnd::Found) => return true,
                Ok(SearchEnd::Nothing) | Err(RecvTimeoutError::Disconnected) => return false,
                Ok(SearchEnd::Panic) => panic!("a test wants this search to fail"),
                Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() => return false,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl SearchBackend for ControlledBackend {
    fn choose(&mut self, board: &Board, _: Level, _: u64) -> Option<Column> {
        let found = self.search(SearchKind::Move, board, &CancelToken::default());
        board.open_columns().next().filter(|_| found)
    }

    fn advise(&mut self, board: &Board) -> Option<Advice> {
        let found = self.search(SearchKind::Hint, board, &CancelToken::default());
        found.then(|| Advice {
            best: board.open_columns().collect(),
            columns: Vec::new(),
            explanation: None,
        })
    }

    fn evaluate(&mut self, board: &Board, cancel: &CancelToken) -> Option<ColumnScores> {
        self.search(SearchKind::Review, board, cancel).then(|| scores(board))
    }
}

/// The scores of a position in a review: its ply.
fn scores(board: &Board) -> ColumnScores {
    let score = i8::try_from(board.plies()).unwrap();
    [Some(Score::new(score)); Column::MAX as usize]
}

/// As somebody does who asks for nothing else.
fn begin() -> Result<Workload, Refusal> {
    Workloads::new(2).begin(ANN)
}

/// Searches under the control of a test.
struct TestSearches {
    searches: Searches,
    started: mpsc::UnboundedReceiver<PendingSearch>,
    live: Arc<()>,
}

impl TestSearches {
    fn with_permits(permits: usize) -> Self {
        let (sender, started) = mpsc::unbounded_channel();
        let (made, live) = (AtomicUsize::new(0), Arc::new(()));
        let shared = Arc::clone(&live);
        let backends = SearchBackendFactory::new(move || ControlledBackend {
            number: made.fetch_add(1, Ordering::Relaxed),
            sender: sender.clone(),
            _live: Arc::clone(&shared),
        });
        let executor = SearchExecutor::new(permits, backends, Clock::frozen_at(NOON));
        Self { searches: Searches::with_executor(executor), started, live }
    }

    /// Waits for the next search to start, which must be of this kind, on a
    /// board with so many discs.
    async fn next(&mut self, kind: SearchKind, ply: u32) -> PendingSearch {
        let started = tokio::time::timeout(TIMEOUT, self.started.recv()).await;
        let search = started.expect("no search started").unwrap();
        assert_eq!((search.kind, search.ply), (kind, ply));
        search
    }

    /// Starts or joins a review, which Ann asks for.
    fn review(&self, game: &Game) -> ReviewHandle {
        self.searches.reviews.join(game, begin).unwrap()
    }

    /// The number of live backends.
    fn live_backends(&self) -> usize {
        Arc::strong_count(&self.live) - 2
    }

    /// Waits until the threads of searches that were cancelled have dropped their backends.
    async fn wait_for_no_backends(&self) {
        let dropped = async {
            while self.live_backends() > 0 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(TIMEOUT, dropped).await.expect("a backend is still live");
    }
}

fn game(id: i64, moves: &str) -> Game {
    let location = Location { guild: None, channel: ChannelId(20) };
    let config = GameConfig {
        location,
        shape: Shape::STANDARD,
        rated: Rated::No,
        time_control: TimeControl::OneDay,
        theme: Theme::default(),
        locale: Locale::EnglishUs,
    };
    let players = [(1, "Ann"), (2, "Ben")];
    let new = NewGame {
        challenge: None,
        config,
        players: Players::People(
            players.map(|(id, name)| Player::new(PlayerId(id), name.to_owned())),
        ),
        series: Series::new(SeriesId(100)),
        max_games_per_channel: None,
        started: Now { time: NOON, running: RunningTime(0) },
        changed_by: InteractionId(100),
    };
    let board_message =
        MessageHandle { message: None, token: Token("token".to_owned()), token_expires_at: NOON };
    Game { moves: moves.parse().unwrap(), ..Game::start(GameId(id), new, board_message) }
}

/// The expected scores of a review.
fn all_scores(game: &Game) -> GameScores {
    GameScores::new(game.config.shape, game.positions().iter().map(scores).collect())
}

#[tokio::test]
async fn moves_and_hints_preempt_a_review() {
    let mut test = TestSearches::with_permits(1);
    let reviewed = game(1, "45");
    let handle = test.review(&reviewed);
    test.next(SearchKind::Review, 1).await.end(SearchEnd::Found);
    let interrupted = test.next(SearchKind::Review, 0).await;

    let chosen = test.searches.choose(&game(2, "123"), Level::Hard);
    let choosing = test.next(SearchKind::Move, 3).await;
    let advice = test.searches.advise(&game(3, "1234"));
    choosing.end(SearchEnd::Found);
    test.next(SearchKind::Hint, 4).await.end(SearchEnd::Found);
    assert!(chosen.await.is_some() && advice.await.is_some());

    let again = test.next(SearchKind::Review, 0).await;
    assert_eq!(handle.progress.borrow().done, 1);
    let chosen = test.searches.choose(&game(4, "1"), Level::Hard);
    test.next(SearchKind::Move, 1).await.end(SearchEnd::Found);
    assert!(chosen.await.is_some());

    let last = test.next(SearchKind::Review, 0).await;
    assert_eq!(
        [again.backend, last.backend],
        [interrupted.backend; 2],
        "the review keeps its engine"
    );
    last.end(SearchEnd::Found);
    assert_eq!(handle.scores.await, Some(all_scores(&reviewed)));
}

#[tokio::test]
async fn there_are_as_many_engines_as_permits() {
    let mut test = TestSearches::with_permits(2);
    let searches = test.searches.clone();
    let mut searching = VecDeque::new();
    let chosen: Vec<_> = (1..=20).map(|id| searches.choose(&game(id, ""), Level::Hard)).collect();
    for _ in 0..20 {
        searching.push_back(test.next(SearchKind::Move, 0).await);
        if searching.len() == 2 {
            searching.pop_front().unwrap().end(SearchEnd::Found);
        }
    }
    drop(searching);
    for chosen in chosen {
        chosen.await;
    }
    assert_eq!(test.live_backends(), 2);
}

#[tokio::test]
async fn a_review_waits_for_all_queued_searches() {
    let mut test = TestSearches::with_permits(1);
    let searches = test.searches.clone();
    let chosen = searches.choose(&game(1, ""), Level::Hard);
    let choosing = test.next(SearchKind::Move, 0).await;
    let handle = searches.reviews.join(&game(2, "1"), begin).unwrap();
    // Lets the review start waiting before the hint.
    tokio::task::yield_now().await;
    let advice = searches.advise(&game(3, "12"));
    choosing.end(SearchEnd::Found);
    test.next(SearchKind::Hint, 2).await.end(SearchEnd::Found);
    test.next(SearchKind::Review, 0).await.end(SearchEnd::Found);
    assert!(chosen.await.is_some() && advice.await.is_some());
    assert!(handle.scores.await.is_some());
}

#[tokio::test]
async fn a_review_continues_while_there_are_enough_permits() {
    let mut test = TestSearches::with_permits(2);
    let handle = test.review(&game(1, "45"));
    let judging = test.next(SearchKind::Review, 1).await;
    let chosen = test.searches.choose(&game(2, "123"), Level::Hard);
    let choosing = test.next(SearchKind::Move, 3).await;
    judging.end(SearchEnd::Found);
    test.next(SearchKind::Review, 0).await.end(SearchEnd::Found);
    assert!(handle.scores.await.is_some());
    choosing.end(SearchEnd::Found);
    assert!(chosen.await.is_some());
}

#[tokio::test]
async fn moves_preempt_a_review_in_advance() {
    let mut test = TestSearches::with_permits(1);
    let handle = test.searches.reviews.start_in_advance(&game(1, "1")).unwrap();
    let _cancelled = test.next(SearchKind::Review, 0).await;
    let chosen = test.searches.choose(&game(2, "123"), Level::Hard);
    test.next(SearchKind::Move, 3).await.end(SearchEnd::Found);
    assert!(chosen.await.is_some());
    test.next(SearchKind::Review, 0).await.end(SearchEnd::Found);
    assert!(handle.scores.await.is_some());
}

/// Would wait for ever otherwise.
#[test]
fn shutdown_does_not_wait_for_a_review() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let mut test = TestSearches::with_permits(1);
    let _question = runtime.block_on(async {
        test.review(&game(1, "1"));
        test.next(SearchKind::Review, 0).await
    });
    drop(runtime);
    assert_eq!(test.live_backends(), 0);
}
