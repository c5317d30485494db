//! How reviews grade the moves of levels and of the casual player (`tests/casual_player.rs`), who
//! overlooks one threat in ten, and which turning points they find.
//!
//! ```text
//! cargo bench -p connect4 --bench grades [-- GAMES LEVEL…]
//! cargo bench -p connect4 --bench grades -- 60 easy medium list \
//!     > crates/connect4/tests/reviewed_games.txt
//! ```
//!
//! Without arguments, 100 games of each level; with `list`, the games are printed with their scores.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::{env, thread};

use casual_player::casual_player;
use connect4::{
    Board, BoardState, CancelToken, Cost, Engine, GameScores, Grade, Level, Moves, Review, Seat,
    Shape,
};
use reference_player::player;

#[expect(dead_code, reason = "for the other benches and tests")]
#[path = "../tests/casual_player.rs"]
mod casual_player;
#[expect(dead_code, reason = "for the other benches and tests")]
#[path = "../tests/reference_player.rs"]
mod reference_player;

/// A game of the casual player against a level.
struct Game {
    moves: Moves,
    scores: GameScores,
    /// The seat of the level.
    level: Seat,
    winner: Option<Seat>,
}

/// How many moves have each grade, and the mean accuracy.
#[derive(Default)]
struct Player {
    grades: [usize; Grade::ALL.len()],
    accuracies: Vec<u32>,
}

/// What the turning points of decided games were.
#[derive(Default)]
struct TurningPoints {
    decided: usize,
    /// A win passed up, or a loss, within seven discs.
    near: usize,
    /// With the next disc.
    at_once: usize,
    /// Among the first six discs, of games with more than twelve.
    early: usize,
    none: usize,
}

fn main() {
    let arguments: Vec<String> = env::args().filter(|it| it != "--bench").skip(1).collect();
    let games = arguments.first().map_or(100, |it| it.parse().expect("a number of games"));
    let named: Vec<Level> = arguments.iter().filter_map(|it| it.parse().ok()).collect();
    let levels = if named.is_empty() { Level::ALL.to_vec() } else { named };
    let played: Vec<Vec<Game>> = thread::scope(|scope| {
        let play = |level: &Level| {
            let level = *level;
            scope.spawn(move || play_games(level, games))
        };
        let threads: Vec<_> = levels.iter().map(play).collect();
        threads.into_iter().map(|it| it.join().expect("no thread panics")).collect()
    });
    if arguments.iter().any(|it| it == "list") {
        for Game { moves, scores, .. } in played.iter().flatten() {
            println!("{moves} {scores}");
        }
        return;
    }
    println!("| player | moves | best | good | inaccuracy | mistake | blunder | accuracy |");
    println!("|---|---|---|---|---|---|---|---|");
    let turning_points: Vec<_> =
        levels.iter().zip(&played).map(|(level, games)| print_grades(*level, games)).collect();
    println!("\n| against | decided games | near | at once | early | none |");
    println!("|---|---|---|---|---|---|");
    for (level, it) in levels.iter().zip(turning_points) {
        let TurningPoints { decided, near, at_once, early, none } = it;
        println!("| {level} | {decided} | {near} | {at_once} | {early} | {none} |");
    }
}

fn play_games(level: Level, games: u64) -> Vec<Game> {
    let seats = Seat::BOTH.into_iter().cycle();
    (0..games).zip(seats).map(|(seed, seat)| play(level, seat, seed)).collect()
}

fn play(level: Level, seat: Seat, seed: u64) -> Game {
    let (mut casual, mut level) = (casual_player(90, seed), player(level, seed));
    let (mut moves, mut board) = (Moves::default(), Board::empty(Shape::STANDARD));
    while board.state() == BoardState::InProgress {
        let column = if board.to_move() == seat { level(&board) } else { casual(&board) };
        moves.push(column);
        board = board.drop(column).expect("the column is open");
    }
    let winner = match board.state() {
        BoardState::Won(winner) => Some(winner),
        _ => None,
    };
    Game { scores: scores(&moves), moves, level: seat, winner }
}

/// From the last position backwards, which is faster.
fn scores(moves: &Moves) -> GameScores {
    let mut engine = Engine::new();
    let positions = moves.positions(Shape::STANDARD).expect("the moves are legal");
    let mut evaluate = |board: &Board| engine.evaluate(board, &CancelToken::default());
    let mut plies: Vec<_> = positions.iter().rev().filter_map(&mut evaluate).collect();
    plies.reverse();
    GameScores::new(Shape::STANDARD, plies)
}

/// Prints a row for the level and one for the casual player.
fn print_grades(level: Level, games: &[Game]) -> TurningPoints {
    let mut players = [Player::default(), Player::default()];
    let mut turning_points = TurningPoints::default();
    for game in games {
        let review = Review::new(&game.moves, &game.scores).expect("the scores are of this game");
        for seat in Seat::BOTH {
            let player = &mut players[usize::from(seat != game.level)];
            player.accuracies.extend(review.accuracy(seat).map(u32::from));
            for it in review.moves.iter().skip(seat.index()).step_by(2) {
                player.grades[it.grade as usize] += 1;
            }
        }
        turning_points.add(game, &review);
    }
    let casual = format!("casual against {level}");
    for (name, Player { grades, accuracies }) in [level.name(), &casual].into_iter().zip(players) {
        let moves: usize = grades.iter().sum();
        let percent = grades.map(|it| format!("{} %", (100 * it + moves / 2) / moves));
        let accuracy = accuracies.iter().sum::<u32>() as usize / accuracies.len();
        println!("| {name} | {moves} | {} | {accuracy} % |", percent.join(" | "));
    }
    turning_points
}

impl TurningPoints {
    fn add(&mut self, game: &Game, review: &Review) {
        let Some(winner) = game.winner else { return };
        self.decided += 1;
        let Some(ply) = review.turning_point(Some(winner)) else {
            self.none += 1;
            return;
        };
        let cost = review.moves[ply].cost().map_or(u32::MAX, Cost::moves);
        self.near += usize::from(cost <= 7);
        self.at_once += usize::from(cost == 1);
        self.early += usize::from(ply < 6 && review.moves.len() > 12);
    }
}
