//! Snapshot tests with the approved pictures in `tests/pictures`.
//!
//! A picture that differs is written to `target/tmp/pictures`. Look at it there, frame
//! by frame; if it is right, copy it over the approved one.

use std::{fs, path::Path};

use clock::Timestamp;
use connect4::{Moves, Shape};

use super::decode::{Picture, decode_gif, decode_png};
use crate::{
    picture::{game_gif, rating_chart, tile_picture},
    rating::RatingPoint,
    theme::{self, Theme, Tile},
};

/// How much red, green or blue of a pixel may differ from machine to machine: twice the
/// distance at which similar colours share a palette index, since either may be kept.
const MAX_DIFFERENCE: u8 = 40;

const DAY: i64 = 24 * 60 * 60 * 1_000;

/// The start of 2026-08-24 (UTC).
const AUTUMN: i64 = 20_689 * DAY;

/// Boards, each with a won game, which the themes take in turn.
const GAMES: [(&str, &str); 5] = [
    ("7x6", "13654573253663337664"),
    ("8x7", "43682185448873437123"),
    ("9x7", "16663778979295"),
    ("6x5", "45123462321352"),
    ("9x6", "75531666377897929574"),
];

#[test]
fn games_look_as_approved_in_every_theme() {
    let mut different = Vec::new();
    for (theme, (shape, moves)) in Theme::ALL.into_iter().zip(GAMES.into_iter().cycle()) {
        let shape = Shape::from_name(shape).unwrap();
        let moves: Moves = moves.parse().unwrap();
        let actual = game_gif(&moves, shape, theme);
        if !approved(&format!("{}.gif", theme.name()), &actual, same_gifs) {
            different.push(theme.name());
        }
    }
    assert_eq!(different, [""; 0], "the actual pictures are in target/tmp/pictures");
}

/// What a tile shows.
fn kind(tile: Tile) -> String {
    match tile {
        Tile::Number(column) => column.to_string(),
        Tile::LastColumn => "last-column".to_owned(),
        Tile::GoodColumn => "good-column".to_owned(),
        Tile::InText(seat) => format!("{}-in-text", ["first", "second"][seat.index()]),
        cell => {
            let kinds = [
                "empty",
                "first",
                "second",
                "first-last",
                "second-last",
                "first-won",
                "second-won",
            ];
            kinds[cell.index()].to_owned()
        }
    }
}

#[test]
fn tiles_look_as_approved_in_every_theme() {
    let mut different = Vec::new();
    for (theme, tile) in theme::distinct_tiles() {
        let name = format!("tiles/{}-{}.png", theme.name(), kind(tile));
        // A tile that looks different in two places can be seen where they meet.
        let same = |one: &[u8], other: &[u8]| decode_png(one) == decode_png(other);
        if !approved(&name, &tile_picture(tile, theme), same) {
            different.push(name);
        }
    }
    assert_eq!(different, [""; 0], "the actual pictures are in target/tmp/pictures");
}

#[test]
fn a_chart_of_many_ratings_looks_as_approved() {
    let actual = rating_chart(&season(80));
    assert!(
        approved("season.png", &actual, same_charts),
        "the actual pictures are in target/tmp/pictures"
    );
}

#[test]
fn a_visible_difference_is_detected() {
    let grey = |value, last| {
        let mut pixels = vec![[value; 3]; 100];
        pixels[99] = [100, 100, last];
        Picture { width: 10, pixels }
    };
    assert!(same(&grey(100, 100), &grey(100, 100 + MAX_DIFFERENCE)));
    assert!(!same(&grey(100, 100), &grey(100, 101 + MAX_DIFFERENCE)), "one pixel differs visibly");
    assert!(!same(&grey(100, 100), &grey(101, 100)), "all pixels differ slightly");
    assert!(!same(&grey(100, 100), &Picture { width: 20, ..grey(100, 100) }));
}

/// The ratings after a player's first games: they fluctuate, and the deviation shrinks.
fn season(games: i32) -> Vec<RatingPoint> {
    let point = |game: i32| RatingPoint {
        at: Timestamp::from_milliseconds(AUTUMN + i64::from(game) * DAY * 5 / 4),
        value: 1500.0 + f64::from(game * 3) + 90.0 * (f64::from(game) / 6.0).sin()
            - f64::from(game * 37 % 50),
        deviation: 60.0 + 290.0 * 0.8_f64.powi(game),
    };
    (0..games).map(point).collect()
}

/// Whether a picture matches the approved one. Otherwise it is written to a file.
fn approved(name: &str, actual: &[u8], same: fn(&[u8], &[u8]) -> bool) -> bool {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let approved = fs::read(project.join("tests/pictures").join(name));
    if approved.is_ok_and(|approved| same(&approved, actual)) {
        return true;
    }
    let folder = project.join("target/tmp/pictures");
    let file = folder.join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, actual).unwrap();
    false
}

fn same_gifs(one: &[u8], other: &[u8]) -> bool {
    let (one, other) = (decode_gif(one), decode_gif(other));
    let mut pairs = one.frames.iter().zip(&other.frames);
    one.delays == other.delays && pairs.all(|(one, other)| same(one, other))
}

fn same_charts(one: &[u8], other: &[u8]) -> bool {
    same(&decode_png(one), &decode_png(other))
}

/// Whether no pixel differs by more than [`MAX_DIFFERENCE`], and most do not differ.
fn same(one: &Picture, other: &Picture) -> bool {
    let (bytes, others) = (one.pixels.as_flattened(), other.pixels.as_flattened());
    if (one.width, bytes.len()) != (other.width, others.len()) {
        return false;
    }
    let differences = bytes.iter().zip(others).map(|(one, other)| one.abs_diff(*other));
    let total: usize = differences.clone().map(usize::from).sum();
    differences.max() <= Some(MAX_DIFFERENCE) && total * 2 <= bytes.len()
}
