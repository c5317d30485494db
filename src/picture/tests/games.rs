use std::collections::BTreeSet;

use connect4::{Board, BoardState, Cell, Moves, Shape};

use super::decode::{DecodedGif, decode_gif};
use crate::{
    picture::{game_gif, grid},
    theme::Theme,
};

/// A drawn game that fills the board, for each board.
const LONGEST: [(&str, &str); 5] = [
    ("7x6", "257771314744647214154617633623313656555222"),
    ("8x7", "46448517235267644568777154875336282373561413823522688111"),
    ("9x7", "222429898138792414626363331191891526994158343585486456575677777"),
    ("6x5", "515532415333544631246222664611"),
    ("9x6", "717892139797951545751643424931861392287663368284246855"),
];

/// A game whose last move completes two lines.
const TWO_LINES: &str = "13654573253663337664";

fn moves(text: &str) -> Moves {
    text.parse().unwrap()
}

fn standard(text: &str) -> DecodedGif {
    decode_gif(&game_gif(&moves(text), Shape::STANDARD, Theme::default()))
}

fn board(text: &str) -> Board {
    moves(text).replay(Shape::STANDARD).unwrap()
}

/// The pixels of these cells.
fn pixels_of(shape: Shape, cells: impl IntoIterator<Item = Cell>) -> BTreeSet<(usize, usize)> {
    let side = usize::from(grid::cell_size(shape));
    let pixels = cells.into_iter().flat_map(|cell| {
        let (x, y) = grid::corner(shape, cell);
        let (x, y) = (usize::from(x), usize::from(y));
        (0..side * side).map(move |index| (x + index % side, y + index / side))
    });
    pixels.collect()
}

/// The cells with at least one differing pixel.
fn changed_cells(shape: Shape, differences: &BTreeSet<(usize, usize)>) -> BTreeSet<Cell> {
    let cells = shape
        .column_iter()
        .flat_map(|column| (0..shape.rows()).map(move |row| Cell { column, row }));
    cells.filter(|&cell| !pixels_of(shape, [cell]).is_disjoint(differences)).collect()
}

#[test]
fn the_start_and_each_move_have_a_frame() {
    let gif = standard("4453");
    assert_eq!(gif.delays, [60, 60, 60, 60, 400]);
    assert_eq!(gif.frames.len(), 5);
}

#[test]
fn the_animation_loops() {
    assert!(standard("").endless);
    assert!(standard("4453").endless);
}

#[test]
fn a_game_without_moves_is_one_empty_board() {
    for shape in Shape::VARIANTS {
        let gif = decode_gif(&game_gif(&Moves::default(), shape, Theme::default()));
        assert_eq!(gif.delays, [400]);
    }
}

#[test]
fn every_board_has_a_similar_size() {
    for shape in Shape::VARIANTS {
        let gif = decode_gif(&game_gif(&Moves::default(), shape, Theme::default()));
        let (width, height) = (gif.last().width, gif.last().height());
        assert!((350..=450).contains(&width), "{shape}: {width}");
        assert!((300..=450).contains(&height), "{shape}: {height}");
    }
}

#[test]
fn a_move_changes_its_cell_and_unmarks_the_one_before() {
    let gif = standard("4453");
    for ply in 1..=4 {
        let [before, after] = [ply - 1, ply].map(|ply| board(&"4453"[..ply]).last());
        let differences = gif.frames[ply].differences(&gif.frames[ply - 1]);
        let changed = changed_cells(Shape::STANDARD, &differences);
        assert_eq!(changed, before.into_iter().chain(after).collect(), "move {ply}");
    }
}

#[test]
fn a_won_game_flashes_on_exactly_the_winning_cells() {
    let board = board(TWO_LINES);
    let winning: BTreeSet<Cell> =
        board.winning_lines().into_iter().flat_map(|line| line.cells).collect();
    assert_eq!((board.winning_lines().len(), winning.len()), (2, 7));
    let gif = standard(TWO_LINES);
    assert_eq!(gif.delays[21..], [35, 35, 35, 35, 35, 35, 400]);
    for pair in gif.frames[20..].windows(2) {
        let differences = pair[1].differences(&pair[0]);
        assert_eq!(changed_cells(Shape::STANDARD, &differences), winning);
        assert!(differences.is_subset(&pixels_of(Shape::STANDARD, winning.clone())));
    }
    assert_eq!(gif.frames[20], gif.frames[22]);
    assert_eq!(gif.last(), &gif.frames[21], "the lines stay highlighted");
}

#[test]
fn a_game_without_a_winner_does_not_flash() {
    let resigned = standard("445");
    assert_eq!(resigned.delays, [60, 60, 60, 400]);
    let drawn = standard(LONGEST[0].1);
    assert_eq!((drawn.delays.len(), drawn.delays[42]), (43, 400));
}

#[test]
fn moves_from_the_first_illegal_one_on_are_left_out() {
    assert_eq!(standard("444444412").delays, standard("444444").delays);
    assert_eq!(standard("4498").delays.len(), 3);
}

#[test]
fn frames_contain_only_what_changed() {
    let gif = standard("11");
    let cell = usize::from(grid::cell_size(Shape::STANDARD)).pow(2);
    assert_eq!(gif.areas[0], gif.last().pixels.len());
    assert!(gif.areas[2] <= 2 * cell, "{:?}", gif.areas);
}

#[test]
fn a_long_game_stays_small() {
    for (name, text) in LONGEST {
        let shape = Shape::from_name(name).unwrap();
        let moves = moves(text);
        assert_eq!(moves.replay(shape).map(|board| board.state()), Ok(BoardState::Drawn), "{name}");
        for theme in Theme::ALL {
            let file = game_gif(&moves, shape, theme);
            assert!(file.len() < 100_000, "{name}, {}: {} bytes", theme.name(), file.len());
            assert_eq!(decode_gif(&file).delays.len(), usize::from(shape.cells()) + 1);
        }
    }
}

#[test]
fn every_theme_has_its_own_pair_of_discs() {
    let gifs = Theme::ALL.map(|theme| decode_gif(&game_gif(&moves("45"), Shape::STANDARD, theme)));
    let discs: BTreeSet<Cell> =
        ["4", "45"].into_iter().filter_map(|text| board(text).last()).collect();
    for (index, one) in gifs.iter().enumerate() {
        for other in &gifs[..index] {
            let differences = one.last().differences(other.last());
            assert!(!changed_cells(Shape::STANDARD, &differences).is_disjoint(&discs));
        }
    }
}
