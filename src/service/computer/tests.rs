//! How searches share their slots, with searches that last as long as the test
//! wants.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    time::Duration,
};

use tokio::sync::mpsc;

use super::{desk::Desk, reviews::Progress, searches::Searches, *};
use crate::{
    locale::Locale,
    play::{
        ChannelId, InteractionId, NewGame, Place, Player, PlayerId, Players, Posting, Rated,
        Series, SeriesId, Setup, TimeControl, Token,
    },
    theme::Theme,
};
use connect4::{Board, CancelToken, Column, ColumnScores, GameScores, Level, Score, Shape};

const NOON: Timestamp = Timestamp::from_milliseconds(1_790_000_000_000);

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Move,
    Hint,
    Review,
}

/// A search that waits for the test.
#[derive(Debug)]
struct Question {
    kind: Kind,
    /// The discs on its board.
    ply: u32,
    /// The number of who searches.
    by: usize,
    end: Sender<End>,
}

#[derive(Debug)]
enum End {
    Found,
    Nothing,
    Panic,
}

impl Question {
    fn end(self, end: End) {
        self.end.send(end).unwrap();
    }
}

/// Searches for as long as the test wants, or until interrupted.
struct Patient {
    number: usize,
    ask: mpsc::UnboundedSender<Question>,
    /// Shared by all that live.
    _lives: Arc<()>,
}

impl Patient {
    fn finds(&self, kind: Kind, board: &Board, interrupt: &CancelToken) -> bool {
        let (end, ended) = channel();
        self.ask.send(Question { kind, ply: board.plies(), by: self.number, end }).unwrap();
        loop {
            match ended.recv_timeout(Duration::from_millis(1)) {
                Ok(End::Found) => return true,
                Ok(End::Nothing) | Err(RecvTimeoutError::Disconnected) => return false,
                Ok(End::Panic) => panic!("a test wants this search to fail"),
                Err(RecvTimeoutError::Timeout) if interrupt.is_cancelled() => return false,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Think for Patient {
    fn choose(&mut self, board: &Board, _: Level, _: u64) -> Option<Column> {
        let found = self.finds(Kind::Move, board, &CancelToken::default());
        board.open_columns().next().filter(|_| found)
    }

    fn advise(&mut self, board: &Board) -> Option<Advice> {
        let found = self.finds(Kind::Hint, board, &CancelToken::default());
        found.then(|| Advice { best: board.open_columns().collect(), columns: Vec::new() })
    }

    fn judge(&mut self, board: &Board, interrupt: &CancelToken) -> Option<ColumnScores> {
        self.finds(Kind::Review, board, interrupt).then(|| scores(board))
    }
}

/// What a review finds of a position: a score that tells its ply.
fn scores(board: &Board) -> ColumnScores {
    let score = i8::try_from(board.plies()).unwrap();
    [Some(Score::new(score)); Column::MAX as usize]
}

/// Searches, and what the test knows of them.
struct Scene {
    searches: Searches,
    questions: mpsc::UnboundedReceiver<Question>,
    lives: Arc<()>,
}

impl Scene {
    fn with_slots(slots: usize) -> Self {
        let (ask, questions) = mpsc::unbounded_channel();
        let (made, lives) = (AtomicUsize::new(0), Arc::new(()));
        let shared = Arc::clone(&lives);
        let thinkers = Thinkers::made_by(move || Patient {
            number: made.fetch_add(1, Ordering::Relaxed),
            ask: ask.clone(),
            _lives: Arc::clone(&shared),
        });
        let desk = Desk::new(slots, thinkers, Clock::standing_at(NOON));
        Self { searches: Searches::at(desk), questions, lives }
    }

    /// Waits until a search of this kind, on a board with so many discs, is the
    /// next to begin.
    async fn next(&mut self, kind: Kind, ply: u32) -> Question {
        let asked = tokio::time::timeout(PATIENCE, self.questions.recv()).await;
        let question = asked.expect("no search began").unwrap();
        assert_eq!((question.kind, question.ply), (kind, ply));
        question
    }

    /// Those who search or could search again.
    fn living(&self) -> usize {
        Arc::strong_count(&self.lives) - 2
    }
}

fn game(id: i64, moves: &str) -> Game {
    let place = Place { guild: None, channel: ChannelId(20) };
    let setup = Setup {
        place,
        shape: Shape::STANDARD,
        rated: Rated::No,
        time_control: TimeControl::OneDay,
        theme: Theme::Classic,
        locale: Locale::EnglishUs,
    };
    let players = [(1, "Ann"), (2, "Ben")];
    let new = NewGame {
        challenge: None,
        setup,
        players: Players::People(
            players.map(|(id, name)| Player { id: PlayerId(id), name: name.to_owned() }),
        ),
        series: Series::new(SeriesId(100)),
        most_in_channel: None,
        started_at: NOON,
        changed_by: InteractionId(100),
    };
    let live = Posting { message: None, token: Token("token".to_owned()), token_expires_at: NOON };
    Game { moves: moves.parse().unwrap(), ..Game::begin(GameId(id), new, live) }
}

/// What the review of a game is to find.
fn all_scores(game: &Game) -> GameScores {
    GameScores::new(game.positions().iter().map(scores).collect())
}

#[tokio::test]
async fn a_review_goes_from_the_end_to_the_beginning_and_tells_how_far_it_is() {
    let mut scene = Scene::with_slots(1);
    let game = game(1, "4453");
    let reviewing = scene.searches.review(&game);
    let mut progress = reviewing.progress();
    let told = |done, waits| Progress { done, of: 4, waits };
    assert_eq!(*progress.borrow_and_update(), told(0, true));
    progress.changed().await.unwrap();
    assert_eq!(*progress.borrow_and_update(), told(0, false));
    for (done, ply) in [3, 2, 1, 0].into_iter().enumerate() {
        scene.next(Kind::Review, ply).await.end(End::Found);
        progress.changed().await.unwrap();
        assert_eq!(*progress.borrow_and_update(), told(done + 1, false));
    }
    assert_eq!(reviewing.scores().await, Some(all_scores(&game)));
    assert!(progress.changed().await.is_err(), "it has ended");
}

#[tokio::test]
async fn a_review_gives_way_to_moves_and_hints_and_is_finished_afterwards() {
    let mut scene = Scene::with_slots(1);
    let reviewed = game(1, "45");
    let reviewing = scene.searches.review(&reviewed);
    scene.next(Kind::Review, 1).await.end(End::Found);
    let interrupted = scene.next(Kind::Review, 0).await;

    let chosen = scene.searches.choose(&game(2, "123"), Level::Hard);
    let choosing = scene.next(Kind::Move, 3).await;
    let advice = scene.searches.advise(&game(3, "1234"));
    choosing.end(End::Found);
    scene.next(Kind::Hint, 4).await.end(End::Found);
    assert!(chosen.await.is_some() && advice.await.is_some());

    let again = scene.next(Kind::Review, 0).await;
    assert_eq!(reviewing.progress().borrow().done, 1);
    let chosen = scene.searches.choose(&game(4, "1"), Level::Hard);
    scene.next(Kind::Move, 1).await.end(End::Found);
    assert!(chosen.await.is_some());

    let last = scene.next(Kind::Review, 0).await;
    assert_eq!([again.by, last.by], [interrupted.by; 2], "who searched remembers the most");
    last.end(End::Found);
    assert_eq!(reviewing.scores().await, Some(all_scores(&reviewed)));
}

#[tokio::test]
async fn a_review_that_is_asked_for_during_a_search_waits_for_all_that_wait() {
    let mut scene = Scene::with_slots(1);
    let searches = scene.searches.clone();
    let chosen = searches.choose(&game(1, ""), Level::Hard);
    let choosing = scene.next(Kind::Move, 0).await;
    let reviewing = searches.review(&game(2, "1"));
    // Lets the review come before the hint.
    tokio::task::yield_now().await;
    let advice = searches.advise(&game(3, "12"));
    choosing.end(End::Found);
    scene.next(Kind::Hint, 2).await.end(End::Found);
    scene.next(Kind::Review, 0).await.end(End::Found);
    assert!(chosen.await.is_some() && advice.await.is_some());
    assert!(reviewing.scores().await.is_some());
}

#[tokio::test]
async fn a_review_goes_on_while_there_is_a_slot_for_everybody() {
    let mut scene = Scene::with_slots(2);
    let reviewing = scene.searches.review(&game(1, "45"));
    let judging = scene.next(Kind::Review, 1).await;
    let chosen = scene.searches.choose(&game(2, "123"), Level::Hard);
    let choosing = scene.next(Kind::Move, 3).await;
    judging.end(End::Found);
    scene.next(Kind::Review, 0).await.end(End::Found);
    assert!(reviewing.scores().await.is_some());
    choosing.end(End::Found);
    assert!(chosen.await.is_some());
}

#[tokio::test]
async fn reviews_are_made_one_by_one_in_the_order_in_which_they_were_asked_for() {
    let mut scene = Scene::with_slots(4);
    let games = [game(1, "12"), game(2, "123"), game(3, "1")];
    let reviews = games.each_ref().map(|game| scene.searches.review(game));
    for ply in [1, 0, 2, 1, 0, 0] {
        let question = scene.next(Kind::Review, ply).await;
        // Gives the others the time to begin, if they would.
        tokio::task::yield_now().await;
        assert!(scene.questions.is_empty());
        question.end(End::Found);
    }
    for (game, review) in games.iter().zip(reviews) {
        assert_eq!(review.scores().await, Some(all_scores(game)));
    }
}

#[tokio::test]
async fn everybody_who_asks_for_the_review_of_a_game_shares_it() {
    let mut scene = Scene::with_slots(2);
    let game = game(1, "12");
    let first = scene.searches.review(&game);
    scene.next(Kind::Review, 1).await.end(End::Found);
    let question = scene.next(Kind::Review, 0).await;
    let second = scene.searches.review(&game);
    assert_eq!(*second.progress().borrow(), Progress { done: 1, of: 2, waits: false });
    question.end(End::Found);
    assert_eq!(first.scores().await, Some(all_scores(&game)));
    assert_eq!(second.scores().await, Some(all_scores(&game)));
    assert!(scene.questions.is_empty());
}

#[tokio::test]
async fn a_review_that_fails_says_so_and_holds_up_nobody() {
    for end in [End::Nothing, End::Panic] {
        let mut scene = Scene::with_slots(1);
        let game = game(1, "12");
        let (failing, other) =
            (scene.searches.review(&game), scene.searches.review(&self::game(2, "")));
        scene.next(Kind::Review, 1).await.end(end);
        assert_eq!(failing.scores().await, None);
        assert_eq!(other.scores().await, Some(GameScores::default()));

        let again = scene.searches.review(&game);
        scene.next(Kind::Review, 1).await.end(End::Found);
        scene.next(Kind::Review, 0).await.end(End::Found);
        assert_eq!(again.scores().await, Some(all_scores(&game)));
    }
}

#[tokio::test]
async fn the_memory_of_a_review_is_freed_with_its_end() {
    for end in [End::Found, End::Nothing] {
        let mut scene = Scene::with_slots(1);
        let reviewing = scene.searches.review(&game(1, "1"));
        let question = scene.next(Kind::Review, 0).await;
        assert_eq!(scene.living(), 1);
        question.end(end);
        reviewing.scores().await;
        assert_eq!(scene.living(), 0);
    }
}

/// Would wait for ever otherwise.
#[test]
fn the_end_of_the_process_does_not_wait_for_a_review() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let mut scene = Scene::with_slots(1);
    let _question = runtime.block_on(async {
        scene.searches.review(&game(1, "1"));
        scene.next(Kind::Review, 0).await
    });
    drop(runtime);
    assert_eq!(scene.living(), 0);
}
