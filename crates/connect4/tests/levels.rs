//! The strength and the properties of the levels.

use std::collections::HashSet;

use connect4::{Board, BoardState, Column, Engine, Level, Moves, Shape};
use fastrand::Rng;

use crate::casual_player::casual_against;
use crate::reference_player::{after, against, against_reference_player, player};

fn board(moves: &str) -> Board {
    moves.parse::<Moves>().unwrap().replay(Shape::STANDARD).unwrap()
}

#[test]
fn hard_scores_three_quarters_against_the_reference_player() {
    let points = against_reference_player(Level::Hard);
    assert!(points >= 75.0, "{points} of 98");
}

#[test]
fn a_casual_player_scores_60_to_75_percent_against_easy() {
    let percent = casual_against(90, Level::Easy, 1_000);
    assert!((60.0..=75.0).contains(&percent), "{percent} %");
}

#[test]
fn a_careless_player_scores_35_to_50_percent_against_easy() {
    let percent = casual_against(50, Level::Easy, 1_000);
    assert!((35.0..=50.0).contains(&percent), "{percent} %");
}

#[test]
fn a_casual_player_scores_25_to_40_percent_against_medium() {
    let percent = casual_against(90, Level::Medium, 1_000);
    assert!((25.0..=40.0).contains(&percent), "{percent} %");
}

#[test]
fn medium_scores_three_quarters_against_easy() {
    let points = against(Level::Medium, Level::Easy, 200);
    assert!(points >= 150.0, "{points} of 200");
}

#[test]
fn hard_scores_three_quarters_against_medium() {
    let points = against(Level::Hard, Level::Medium, 200);
    assert!(points >= 150.0, "{points} of 200");
}

#[test]
fn perfect_scores_three_quarters_against_hard() {
    let points = against(Level::Perfect, Level::Hard, 200);
    assert!(points >= 150.0, "{points} of 200");
}

#[test]
fn every_level_takes_a_win() {
    for level in Level::ALL {
        for seed in 0..100 {
            let choice = Engine::new().choose(&board("112233"), level, seed);
            assert_eq!(choice, Column::from_number(4), "{level}");
        }
    }
}

#[test]
fn easy_and_medium_take_a_win_on_a_large_board() {
    let shape = Shape::new(9, 9, 5).unwrap();
    let board = "11223344".parse::<Moves>().unwrap().replay(shape).unwrap();
    for level in [Level::Easy, Level::Medium] {
        for seed in 0..100 {
            let choice = Engine::new().choose(&board, level, seed);
            assert_eq!(choice, Column::from_number(5), "{level}");
        }
    }
}

/// How often a level chooses this column, with the seeds up to `seeds`.
fn times_chosen(moves: &str, level: Level, column: u8, seeds: u64) -> usize {
    let board = board(moves);
    let mut engine = Engine::new();
    (0..seeds)
        .filter(|&seed| engine.choose(&board, level, seed) == Column::from_number(column))
        .count()
}

/// A level that overlooks a threat may still block it by chance.
#[test]
fn easy_and_medium_overlook_diagonal_threats_more_often() {
    let (upwards, along_a_row, along_a_diagonal) = ("12131", "11223", "122433443");
    for (moves, column, easy, medium) in [
        (upwards, 1, 600..=700, 950..=1_000),
        (along_a_row, 4, 600..=700, 950..=1_000),
        (along_a_diagonal, 4, 150..=300, 650..=800),
    ] {
        for (level, expected) in [(Level::Easy, easy), (Level::Medium, medium)] {
            let blocks = times_chosen(moves, level, column, 1_000);
            assert!(expected.contains(&blocks), "{level} blocks {moves} {blocks} times");
        }
    }
}

#[test]
fn hard_and_perfect_overlook_no_threat() {
    for level in [Level::Hard, Level::Perfect] {
        assert_eq!(times_chosen("12131", level, 1, 20), 20, "{level}");
        assert_eq!(times_chosen("122433443", level, 4, 20), 20, "{level}");
    }
}

/// The opponent has three in the second row, and column 1 is empty.
#[test]
fn easy_and_medium_seldom_enable_a_win_above_their_disc() {
    for (level, most) in [(Level::Easy, 100), (Level::Medium, 20)] {
        let enabled = times_chosen("322447553", level, 1, 1_000);
        assert!((1..=most).contains(&enabled), "{level} enables it {enabled} times");
    }
}

#[test]
fn the_choice_depends_only_on_position_level_and_seed() {
    let mut used = Engine::new();
    for level in Level::ALL {
        let mut rng = Rng::with_seed(7);
        for _ in 0..20 {
            let board = random_position(&mut rng, 14);
            let seed = rng.u64(..);
            let column = used.choose(&board, level, seed);
            assert_eq!(column, Engine::new().choose(&board, level, seed), "{level}, {board:?}");
        }
    }
}

#[test]
fn games_of_one_level_vary_with_the_seed() {
    for level in Level::ALL {
        let opening = |seed: u64| {
            let mut player = player(level, seed * 100);
            (0..10).fold(Board::empty(Shape::STANDARD), |board, _| {
                if board.state() == BoardState::InProgress {
                    after(&board, player(&board))
                } else {
                    board
                }
            })
        };
        let games: HashSet<Board> = (0..20).map(opening).collect();
        assert!(games.len() > 1, "{level}");
    }
}

#[test]
fn the_levels_play_whole_games_on_every_shape() {
    let mut shapes = 0;
    for (columns, rows) in (1..=9).flat_map(|columns| (1..=9).map(move |rows| (columns, rows))) {
        for connect in 4..=5 {
            let Ok(shape) = Shape::new(columns, rows, connect) else { continue };
            shapes += 1;
            let levels: Vec<_> =
                Level::ALL.into_iter().filter(|level| level.plays_on(shape)).collect();
            let level = levels[shapes % levels.len()];
            let mut board = Board::empty(shape);
            let mut player = player(level, 1);
            while board.state() == BoardState::InProgress {
                board = after(&board, player(&board));
            }
        }
    }
    assert_eq!(shapes, 137);
}

#[test]
fn there_is_no_choice_or_advice_when_the_game_is_over() {
    for level in Level::ALL {
        assert_eq!(Engine::new().choose(&board("4343434"), level, 0), None);
    }
    assert_eq!(Engine::new().advise(&board("4343434")), None);
}

fn random_position(rng: &mut Rng, plies: u32) -> Board {
    loop {
        let board = (0..plies).fold(Board::empty(Shape::STANDARD), |board, _| {
            let open: Vec<_> = board.open_columns().collect();
            rng.choice(open).map_or(board, |column| after(&board, column))
        });
        if board.state() == BoardState::InProgress {
            return board;
        }
    }
}
