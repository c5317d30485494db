use crate::{
    picture::{
        canvas::Canvas,
        colour::Colour,
        look::Look,
        palette::{HARDLY, Palette},
        piece::Piece,
    },
    theme::Theme,
};

#[test]
fn colours_keep_their_number() {
    let (one, other) = (Colour::hex(0x12_3456), Colour::WHITE);
    let canvases = [Canvas::new(2, 2, one), Canvas::new(1, 1, other)];
    let palette = Palette::of(&canvases);
    assert_eq!(palette.bytes()[..6], [0x12, 0x34, 0x56, 255, 255, 255]);
    assert_eq!(palette.numbers(&canvases[1]), [1]);
}

#[test]
fn what_does_not_fit_is_hardly_missed() {
    for theme in Theme::ALL {
        for size in [44, 50, 56, 66] {
            let pieces = Piece::ALL.map(|piece| piece.draw(Look::of(theme), size));
            let palette = Palette::of(&pieces);
            let bytes = palette.bytes();
            assert_eq!(bytes.len(), 64 * 3);
            for piece in &pieces {
                for (number, colour) in palette.numbers(piece).into_iter().zip(piece.pixels()) {
                    let at = usize::from(number) * 3;
                    let shown = Colour([bytes[at], bytes[at + 1], bytes[at + 2]]);
                    let difference = shown.difference(colour);
                    assert!(difference <= HARDLY, "{theme:?}: {colour:?} as {shown:?}");
                }
            }
        }
    }
}
