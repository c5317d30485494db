use crate::{
    picture::{
        canvas::Canvas,
        colour::Colour,
        palette::{MAX_MERGE_DISTANCE, Palette},
        tile,
    },
    theme::{Theme, Tile},
};

#[test]
fn each_colour_has_an_index() {
    let (one, other) = (Colour::hex(0x12_3456), Colour::WHITE);
    let canvases = [Canvas::new(2, 2, one), Canvas::new(1, 1, other)];
    let palette = Palette::of(&canvases);
    assert_eq!(palette.bytes()[..6], [0x12, 0x34, 0x56, 255, 255, 255]);
    assert_eq!(palette.indices(&canvases[1]), [1]);
}

#[test]
fn merged_colours_are_similar() {
    for theme in Theme::ALL {
        for size in [44, 50, 56, 66] {
            let tiles = Tile::CELLS.map(|tile| tile::cell(tile, theme, size));
            let palette = Palette::of(&tiles);
            let bytes = palette.bytes();
            assert_eq!(bytes.len(), 64 * 3);
            for tile in &tiles {
                for (index, colour) in palette.indices(tile).into_iter().zip(tile.pixels()) {
                    let start = usize::from(index) * 3;
                    let shown = Colour([bytes[start], bytes[start + 1], bytes[start + 2]]);
                    let difference = shown.distance_squared(colour);
                    assert!(
                        difference <= MAX_MERGE_DISTANCE,
                        "{}: {colour:?} as {shown:?}",
                        theme.name()
                    );
                }
            }
        }
    }
}
