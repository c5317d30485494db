//! How searches share permits, with searches that last as long as the test
//! wants.

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
        ReviewHandle, ReviewProgress, SearchBackend, SearchBackendFactory, Searches,
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
    Workloads::default().begin(ANN)
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
async fn a_review_runs_backwards_and_reports_progress() {
    let mut test = TestSearches::with_permits(1);
    let game = game(1, "4453");
    let handle = test.review(&game);
    let mut progress = handle.progress.clone();
    let progress_of = |done| ReviewProgress { done, total: 4, is_queued: false };
    assert_eq!(*progress.borrow_and_update(), progress_of(0), "no other review is under way");
    assert!(test.review(&self::game(2, "45")).progress.borrow().is_queued);
    progress.changed().await.unwrap();
    assert_eq!(*progress.borrow_and_update(), progress_of(0));
    for (done, ply) in [3, 2, 1, 0].into_iter().enumerate() {
        test.next(SearchKind::Review, ply).await.end(SearchEnd::Found);
        progress.changed().await.unwrap();
        assert_eq!(*progress.borrow_and_update(), progress_of(done + 1));
    }
    assert_eq!(handle.scores.await, Some(all_scores(&game)));
    assert!(progress.changed().await.is_err(), "the channel closes with the review");
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
async fn reviews_run_one_at_a_time_in_request_order() {
    let mut test = TestSearches::with_permits(4);
    let games = [game(1, "12"), game(2, "123"), game(3, "1")];
    let reviews: Vec<_> = games.iter().map(|game| test.review(game)).collect();
    for ply in [1, 0, 2, 1, 0, 0] {
        let search = test.next(SearchKind::Review, ply).await;
        // Gives other reviews the chance to start.
        tokio::task::yield_now().await;
        assert!(test.started.is_empty());
        search.end(SearchEnd::Found);
    }
    for (game, review) in games.iter().zip(reviews) {
        assert_eq!(review.scores.await, Some(all_scores(game)));
    }
}

#[tokio::test]
async fn a_review_in_the_background_waits_for_requested_ones() {
    let mut test = TestSearches::with_permits(2);
    let (background, requested) = (game(1, "123"), game(2, "12"));
    let searches = test.searches.clone();
    let reviewed = background.clone();
    let scores = tokio::spawn(async move { searches.reviews.in_background(&reviewed).await });
    test.next(SearchKind::Review, 2).await.end(SearchEnd::Found);
    let paused = test.next(SearchKind::Review, 1).await;

    let handle = test.review(&requested);
    assert!(!handle.progress.borrow().is_queued, "nobody waits for the other review");
    let search = test.next(SearchKind::Review, 1).await;
    assert_ne!(search.backend, paused.backend);
    search.end(SearchEnd::Found);
    let next = test.review(&game(3, "1"));
    test.next(SearchKind::Review, 0).await.end(SearchEnd::Found);
    assert_eq!(handle.scores.await, Some(all_scores(&requested)));
    let search = test.next(SearchKind::Review, 0).await;
    let is_freed = async {
        while test.live_backends() > 1 {
            tokio::task::yield_now().await;
        }
    };
    let freed = tokio::time::timeout(TIMEOUT, is_freed).await;
    assert!(freed.is_ok(), "the paused review holds its memory");
    search.end(SearchEnd::Found);
    assert!(next.scores.await.is_some());

    for ply in [1, 0] {
        test.next(SearchKind::Review, ply).await.end(SearchEnd::Found);
    }
    assert_eq!(scores.await.unwrap(), Some(all_scores(&background)));
}

#[tokio::test]
async fn reviews_in_the_background_run_one_at_a_time() {
    let mut test = TestSearches::with_permits(4);
    let reviews: Vec<_> = [game(1, "12"), game(2, "1")]
        .into_iter()
        .map(|game| {
            let searches = test.searches.clone();
            tokio::spawn(async move { searches.reviews.in_background(&game).await })
        })
        .collect();
    for ply in [1, 0, 0] {
        let search = test.next(SearchKind::Review, ply).await;
        // Gives the other review the chance to start.
        tokio::task::yield_now().await;
        assert!(test.started.is_empty());
        search.end(SearchEnd::Found);
    }
    for review in reviews {
        assert!(review.await.unwrap().is_some());
    }
}

#[tokio::test]
async fn requests_for_the_same_review_share_it() {
    let mut test = TestSearches::with_permits(2);
    let game = game(1, "12");
    let first = test.review(&game);
    test.next(SearchKind::Review, 1).await.end(SearchEnd::Found);
    let search = test.next(SearchKind::Review, 0).await;
    let second = test.review(&game);
    assert_eq!(*second.progress.borrow(), ReviewProgress { done: 1, total: 2, is_queued: false });
    search.end(SearchEnd::Found);
    assert_eq!(first.scores.await, Some(all_scores(&game)));
    assert_eq!(second.scores.await, Some(all_scores(&game)));
    assert!(test.started.is_empty());
}

#[tokio::test]
async fn a_failed_review_does_not_block_others() {
    for end in [SearchEnd::Nothing, SearchEnd::Panic] {
        let mut test = TestSearches::with_permits(1);
        let game = game(1, "12");
        let empty = self::game(2, "");
        let (failing, other) = (test.review(&game), test.review(&empty));
        test.next(SearchKind::Review, 1).await.end(end);
        assert_eq!(failing.scores.await, None);
        assert_eq!(other.scores.await, Some(all_scores(&empty)));

        let again = test.review(&game);
        test.next(SearchKind::Review, 1).await.end(SearchEnd::Found);
        test.next(SearchKind::Review, 0).await.end(SearchEnd::Found);
        assert_eq!(again.scores.await, Some(all_scores(&game)));
    }
}

#[tokio::test]
async fn a_review_frees_its_memory_when_it_ends() {
    for end in [SearchEnd::Found, SearchEnd::Nothing] {
        let mut test = TestSearches::with_permits(1);
        let handle = test.review(&game(1, "1"));
        let search = test.next(SearchKind::Review, 0).await;
        assert_eq!(test.live_backends(), 1);
        search.end(end);
        handle.scores.await;
        assert_eq!(test.live_backends(), 0);
    }
}

#[tokio::test]
async fn no_review_in_advance_starts_beside_another() {
    let mut test = TestSearches::with_permits(2);
    let handle = test.review(&game(1, "1"));
    assert!(test.searches.reviews.start_in_advance(&game(2, "12")).is_none());
    test.next(SearchKind::Review, 0).await.end(SearchEnd::Found);
    handle.scores.await;
    let handle = test.searches.reviews.start_in_advance(&game(2, "12")).unwrap();
    assert!(test.searches.reviews.start_in_advance(&game(3, "12")).is_none());
    test.next(SearchKind::Review, 1).await.end(SearchEnd::Found);
    test.next(SearchKind::Review, 0).await.end(SearchEnd::Found);
    assert_eq!(handle.scores.await, Some(all_scores(&game(2, "12"))));
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

#[tokio::test]
async fn a_requested_review_ends_one_in_advance() {
    let mut test = TestSearches::with_permits(1);
    let in_advance = test.searches.reviews.start_in_advance(&game(1, "1")).unwrap();
    let _cancelled = test.next(SearchKind::Review, 0).await;
    let requested = test.review(&game(2, "12"));
    assert!(!requested.progress.borrow().is_queued, "it waits for nothing");
    assert_eq!(in_advance.scores.await, None);
    for ply in [1, 0] {
        test.next(SearchKind::Review, ply).await.end(SearchEnd::Found);
    }
    assert!(requested.scores.await.is_some());
    test.wait_for_no_backends().await;
}

#[tokio::test]
async fn a_review_in_advance_goes_on_once_requested() {
    let mut test = TestSearches::with_permits(1);
    let game = game(1, "12");
    test.searches.reviews.start_in_advance(&game).unwrap();
    test.next(SearchKind::Review, 1).await.end(SearchEnd::Found);
    let search = test.next(SearchKind::Review, 0).await;
    let requested = test.review(&game);
    test.searches.reviews.give_up_in_advance();
    let other = test.review(&self::game(2, ""));
    search.end(SearchEnd::Found);
    assert_eq!(requested.scores.await, Some(all_scores(&game)));
    assert!(other.scores.await.is_some());
}

#[tokio::test]
async fn a_review_given_up_can_be_requested_at_once() {
    let mut test = TestSearches::with_permits(1);
    let game = game(1, "1");
    let in_advance = test.searches.reviews.start_in_advance(&game).unwrap();
    let _cancelled = test.next(SearchKind::Review, 0).await;
    test.searches.reviews.give_up_in_advance();
    let requested = test.review(&game);
    test.next(SearchKind::Review, 0).await.end(SearchEnd::Found);
    assert_eq!(in_advance.scores.await, None);
    assert_eq!(requested.scores.await, Some(all_scores(&game)));
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
