//! The table of `ENGINE.md`.

use connect4::{Engine, Level, Puzzle};

use crate::rules::after;

const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const LEVELS: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

/// How often a level tries to solve each puzzle.
const TRIES: u64 = 20;

pub(crate) fn print(puzzles: &[Puzzle]) {
    println!("| weekday | difficulty | discs to the win | discs on the board | {} |", headings());
    println!("|---|---|---|---|---|---|---|");
    for (band, weekday) in WEEKDAYS.iter().enumerate() {
        let day = || puzzles.iter().skip(band).step_by(WEEKDAYS.len());
        let shares = LEVELS.map(|level| shares(day(), level));
        println!(
            "| {weekday} | {} | {} | {} | {} |",
            range(day().map(|puzzle| puzzle.difficulty().points().into())),
            range(day().map(Puzzle::players_discs)),
            range(day().map(|puzzle| puzzle.start().columns().len())),
            shares.join(" | "),
        );
    }
}

fn headings() -> String {
    LEVELS.map(|level| level.to_string()).join(" | ")
}

/// The mean, and the least and the greatest number.
fn range(numbers: impl Iterator<Item = usize>) -> String {
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    let (min, max) = (numbers[0], numbers[numbers.len() - 1]);
    let tenths = (10 * numbers.iter().sum::<usize>() + numbers.len() / 2) / numbers.len();
    format!("{}.{} ({min}–{max})", tenths / 10, tenths % 10)
}

/// In what share of its tries a level finds the first disc, and all of them.
fn shares<'a>(puzzles: impl Iterator<Item = &'a Puzzle>, level: Level) -> String {
    let mut engine = Engine::new();
    let (mut tries, mut first, mut all) = (0, 0, 0);
    for puzzle in puzzles {
        for seed in 0..TRIES {
            let found = found_discs(&mut engine, puzzle, level, seed);
            tries += 1;
            first += u32::from(found > 0);
            all += u32::from(found == puzzle.players_discs());
        }
    }
    let percent = |count: u32| f64::from(count) * 100.0 / f64::from(tries);
    format!("{:.0} %, {:.0} %", percent(first), percent(all))
}

/// How many of the player's discs a level finds until it chooses another column.
fn found_discs(engine: &mut Engine, puzzle: &Puzzle, level: Level, seed: u64) -> usize {
    let mut board = puzzle.board();
    let mut found = 0;
    for (index, &column) in puzzle.solution().iter().enumerate() {
        if index % 2 == 0 {
            if engine.choose(&board, level, seed) != Some(column) {
                break;
            }
            found += 1;
        }
        board = after(&board, column);
    }
    found
}
