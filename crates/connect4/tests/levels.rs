//! The strength and the properties of the levels.

use std::collections::HashSet;

use connect4::{Board, BoardState, Column, Engine, Level, Moves, Shape};
use fastrand::Rng;

use crate::{
    casual_player::casual_against,
    reference_player::{after, against, against_reference_player, player},
};

fn board(moves: &str) -> Board {
    moves.parse::<Moves>().unwrap().replay(Shape::STANDARD).unwrap()
}

#[test]
fn hard_scores_three_quarters_against_the_reference_player() {
    let points = against_reference_player(Level::Hard);
    assert!(points >= 75.0, "{points} of 98");
}

#[test]
fn a_casual_player_beats_easy_more_often_than_not() {
    let points = casual_against(Level::Easy, 90);
    assert!((600.0..=750.0).contains(&points), "{points} of 1000");
}

#[test]
fn a_careless_player_wins_almost_half_against_easy() {
    let points = casual_against(Level::Easy, 50);
    assert!((350.0..=500.0).contains(&points), "{points} of 1000");
}

#[test]
fn a_casual_player_beats_medium_now_and_then() {
    let points = casual_against(Level::Medium, 90);
    assert!((250.0..=400.0).contains(&points), "{points} of 1000");
}

#[test]
fn medium_scores_three_quarters_against_easy() {
    let points = against(Level::Medium, Level::Easy, 1_000);
    assert!(points >= 750.0, "{points} of 1000");
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
fn each_level_overlooks_fewer_threats_than_the_one_below() {
    let threatened = board("12131");
    let blocks = Level::ALL.map(|level| {
        let blocks =
            |&seed: &u64| Engine::new().choose(&threatened, level, seed) == Column::from_number(1);
        (0..1_000).filter(blocks).count()
    });
    let [easy, medium, hard, perfect] = blocks;
    // Some blocks are by chance.
    assert!((480..=580).contains(&easy), "{blocks:?}");
    assert!((880..1_000).contains(&medium), "{blocks:?}");
    assert_eq!([hard, perfect], [1_000; 2]);
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
