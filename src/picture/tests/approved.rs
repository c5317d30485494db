//! Pictures that somebody looked at and found good: `tests/pictures`.
//!
//! A picture that comes out differently is written to `target/tmp/pictures`. Look
//! at it there, frame by frame; if it is as it should be, copy it over the old one.

use std::{fs, path::Path};

use super::decode::{Picture, film, picture};
use crate::{
    picture::{RatingPoint, game, ratings},
    theme::Theme,
};
use clock::Timestamp;
use connect4::{Moves, Shape};

/// How much red, green or blue of a pixel may differ from machine to machine: twice
/// what a shade may differ from the one shown in its place, as that can be another.
const MOST: u8 = 40;

const DAY: i64 = 24 * 60 * 60 * 1_000;

/// The midnight with which 2026-08-24 begins (UTC).
const AUTUMN: i64 = 20_689 * DAY;

/// For each theme a board and a game that somebody wins.
const GAMES: [(Theme, &str, &str); 5] = [
    (Theme::Classic, "7x6", "13654573253663337664"),
    (Theme::RedBlue, "8x7", "43682185448873437123"),
    (Theme::RedBlack, "9x7", "16663778979295"),
    (Theme::ColourBlind, "6x5", "45123462321352"),
    (Theme::Shapes, "9x6", "75531666377897929574"),
];

#[test]
fn games_look_as_approved_in_every_theme() {
    let mut different = Vec::new();
    for (theme, shape, moves) in GAMES {
        let shape = Shape::from_name(shape).unwrap();
        let moves: Moves = moves.parse().unwrap();
        let made = game(&moves, shape, theme);
        if !approved(&format!("{}.gif", theme.name()), &made, same_films) {
            different.push(theme.name());
        }
    }
    assert_eq!(different, [""; 0], "what came out is in target/tmp/pictures");
    assert_eq!(GAMES.map(|(theme, ..)| theme), Theme::ALL);
}

#[test]
fn a_season_of_ratings_looks_as_approved() {
    let made = ratings(&season(80));
    assert!(approved("season.png", &made, same_charts), "what came out is in target/tmp/pictures");
}

#[test]
fn a_single_rating_looks_as_approved() {
    let made = ratings(&season(1));
    assert!(approved("single.png", &made, same_charts), "what came out is in target/tmp/pictures");
}

#[test]
fn a_visible_difference_is_found() {
    let grey = |value, last| {
        let mut pixels = vec![[value; 3]; 100];
        pixels[99] = [100, 100, last];
        Picture { width: 10, pixels }
    };
    assert!(same(&grey(100, 100), &grey(100, 100 + MOST)));
    assert!(!same(&grey(100, 100), &grey(100, 101 + MOST)), "one pixel is wrong");
    assert!(!same(&grey(100, 100), &grey(101, 100)), "all are darker");
    assert!(!same(&grey(100, 100), &Picture { width: 20, ..grey(100, 100) }));
}

/// A player's first games: the rating wanders, and becomes ever more certain.
fn season(games: i32) -> Vec<RatingPoint> {
    let point = |game: i32| RatingPoint {
        at: Timestamp::from_milliseconds(AUTUMN + i64::from(game) * DAY * 5 / 4),
        rating: 1500.0 + f64::from(game * 3) + 90.0 * (f64::from(game) / 6.0).sin()
            - f64::from(game * 37 % 50),
        deviation: 60.0 + 290.0 * 0.8_f64.powi(game),
    };
    (0..games).map(point).collect()
}

/// Whether a picture is as approved; it is kept to be looked at if not.
fn approved(name: &str, made: &[u8], same: fn(&[u8], &[u8]) -> bool) -> bool {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let approved = fs::read(project.join("tests/pictures").join(name));
    if approved.is_ok_and(|approved| same(&approved, made)) {
        return true;
    }
    let folder = project.join("target/tmp/pictures");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), made).unwrap();
    false
}

fn same_films(one: &[u8], other: &[u8]) -> bool {
    let (one, other) = (film(one), film(other));
    let mut pairs = one.pictures.iter().zip(&other.pictures);
    one.delays == other.delays && pairs.all(|(one, other)| same(one, other))
}

fn same_charts(one: &[u8], other: &[u8]) -> bool {
    same(&picture(one), &picture(other))
}

/// Whether two pictures differ nowhere by more than rounding does, and in most
/// places not at all.
fn same(one: &Picture, other: &Picture) -> bool {
    let (bytes, others) = (one.pixels.as_flattened(), other.pixels.as_flattened());
    if (one.width, bytes.len()) != (other.width, others.len()) {
        return false;
    }
    let differences = bytes.iter().zip(others).map(|(one, other)| one.abs_diff(*other));
    let total: usize = differences.clone().map(usize::from).sum();
    differences.max() <= Some(MOST) && total * 2 <= bytes.len()
}
