//! The store, without the bot: what it saves, and which constraints it enforces.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use clock::Timestamp;
use connect4::{Column, Seat, Shape};
use fourfall::{
    game::{
        self, Challenge, ChallengeTerms, ChannelId, FirstMove, Game, GameConfig, GameEnd,
        GameResult, GuildId, InteractionId, LeaderboardId, Location, MessageHandle, MessageId,
        NewChallenge, NewGame, Now, Period, Player, PlayerId, Players, Rated, Record, RunningTime,
        Scope, Series, SeriesId, SortBy, TimeControl, Token, Turn, TurnDeadline,
    },
    locale::Locale,
    store::{self, Constraint, PageCursor, Store, StoreError},
    theme::Theme,
};

use crate::support::TestDatabase;

mod admin;
mod batches;
mod challenges;
mod computer;
mod concurrency;
mod entry_count;
mod games;
mod interrupted;
mod leaderboards;
mod puzzles;
mod ratings;
mod records;
mod seasons;
mod settings;
mod turn_timers;

/// What a message that stays shows.
const SENT: game::Rendering = game::Rendering { hash: 1, is_empty: false };

const GUILD: GuildId = GuildId(10);
const NOON: Timestamp = Timestamp::from_milliseconds(1_700_000_000_000);

/// This time, if the bot has always been running.
fn at(time: Timestamp) -> Now {
    Now { time, running: RunningTime(time.milliseconds()) }
}

/// Before any deadline.
const START: Timestamp = Timestamp::from_milliseconds(0);

/// A store on a database of its own.
struct Fixture {
    store: Arc<Store>,
    database: TestDatabase,
}

impl Fixture {
    async fn new() -> Self {
        Self::on(TestDatabase::new().await).await
    }

    async fn on(database: TestDatabase) -> Self {
        Self { store: store::open(&database.url()).await.unwrap(), database }
    }

    async fn create_challenge(&self, new: ChallengeTerms) -> Challenge {
        self.store.create_challenge(&fresh(&new), &message_handle(None)).await.unwrap()
    }

    async fn start_game(&self, channel: u64, players: [u64; 2], interaction: u64) -> Game {
        let challenge = self
            .create_challenge(new_challenge(channel, players[0], Some(players[1]), interaction))
            .await;
        let new = new_game(&challenge, players, interaction + 1);
        self.store
            .start_game(&new, &message_handle(Some(interaction)), None)
            .await
            .unwrap()
            .unwrap()
    }

    /// The game as it is stored now.
    async fn reload(&self, game: &Game) -> Game {
        self.store.game(game.id).await.unwrap().unwrap()
    }

    async fn finish_game(&self, game: &Game, result: GameResult) -> Game {
        self.store.save_game(game.version, &after_end(game, result)).await.unwrap().unwrap()
    }
}

/// A player's results of all time on a leaderboard.
async fn record(store: &Store, scope: Scope, player: PlayerId) -> Record {
    let id = LeaderboardId { scope, period: Period::AllTime, sort_by: SortBy::Wins };
    let entry = store.leaderboard_entry(id, NOON, player).await.unwrap();
    entry.map(|it| it.record).unwrap_or_default()
}

/// The number of entries on a leaderboard.
async fn leaderboard_size(store: &Store, leaderboard: LeaderboardId, now: Timestamp) -> u64 {
    store.leaderboard(leaderboard, now, PageCursor::First, 1).await.unwrap().total
}

/// An interaction that has changed nothing yet.
fn interaction() -> InteractionId {
    static LAST: AtomicU64 = AtomicU64::new(1 << 40);
    InteractionId(LAST.fetch_add(1, Ordering::Relaxed))
}

/// A player without a nickname in the guild.
fn player(id: u64) -> Player {
    Player::new(PlayerId(id), format!("Player {id}")).in_guild(Some(GUILD), None)
}

fn message_handle(message: Option<u64>) -> MessageHandle {
    MessageHandle {
        message: message.map(MessageId),
        token: Token("token".to_owned()),
        token_expires_at: NOON,
    }
}

fn theme(name: &str) -> Theme {
    name.parse().unwrap()
}

fn game_config(channel: u64) -> GameConfig {
    GameConfig {
        location: Location { guild: Some(GUILD), channel: ChannelId(channel) },
        shape: Shape::STANDARD,
        time_control: TimeControl::OneDay,
        rated: Rated::No,
        theme: theme("shapes"),
        locale: Locale::EnglishUs,
    }
}

/// A challenge that replaces none.
fn fresh(terms: &ChallengeTerms) -> NewChallenge {
    NewChallenge { terms: terms.clone(), replaced: Vec::new() }
}

fn new_challenge(
    channel: u64,
    challenger: u64,
    opponent: Option<u64>,
    interaction: u64,
) -> ChallengeTerms {
    ChallengeTerms {
        config: game_config(channel),
        challenger: player(challenger),
        opponent: opponent.map(player),
        first: FirstMove::Challenger,
        rematch_of: None,
        series: Series::new(SeriesId(interaction)),
        created_at: NOON,
        expires_at: NOON,
        created_by: InteractionId(interaction),
    }
}

fn new_game(challenge: &Challenge, players: [u64; 2], interaction: u64) -> NewGame {
    NewGame {
        challenge: Some(challenge.id),
        config: challenge.terms.config,
        players: Players::People(players.map(player)),
        series: challenge.terms.series,
        max_games_per_channel: None,
        started: at(NOON),
        changed_by: InteractionId(interaction),
    }
}

/// The game after a move in column 4.
fn after_move(game: &Game) -> Game {
    let mut after = Game {
        version: game.version.next(),
        changed_by: InteractionId(game.changed_by.0 + 1),
        board_message: message_handle(Some(77)),
        ..game.clone()
    };
    after.moves.push(Column::from_number(4).unwrap());
    after
}

/// The game after it ended like this.
fn after_end(game: &Game, result: GameResult) -> Game {
    after_end_at(game, result, NOON)
}

fn after_end_at(game: &Game, result: GameResult, at: Timestamp) -> Game {
    let moves = match result {
        GameResult::Won(Seat::First) => "1212121",
        GameResult::Won(Seat::Second) => "31212121",
        GameResult::Drawn => "174166227341672362665415453424277135575133",
        _ => "4444555",
    };
    Game {
        turn: Turn { deadline: TurnDeadline::default(), ..game.turn },
        version: game.version.next(),
        changed_by: InteractionId(game.changed_by.0 + 1),
        end: Some(GameEnd { result, at, called_off_by: None }),
        moves: moves.parse().unwrap(),
        ..game.clone()
    }
}

fn constraint<T: std::fmt::Debug>(result: Result<T, StoreError>) -> Constraint {
    match result {
        Err(StoreError::ConstraintViolated(constraint)) => constraint,
        other => panic!("no constraint was violated: {other:?}"),
    }
}

#[tokio::test]
async fn a_closed_store_rejects_saves() {
    let fixture = Fixture::new().await;
    let game = fixture.start_game(20, [1, 2], 100).await;
    let store = &fixture.store;
    store.close().await;
    let refused = store.save_game(game.version, &after_move(&game)).await;
    assert!(matches!(refused, Err(StoreError::Closed)), "{refused:?}");
}
