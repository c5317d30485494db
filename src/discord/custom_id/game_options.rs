//! The options of a new game, as five numbers of a custom id.

use connect4::Shape;

use super::codec::{
    decode_flag, decode_optional, decode_position, encode_optional, encode_position,
};
use crate::{
    game::{FirstMove, TimeControl},
    service::GameOptions,
    theme::Theme,
};

/// Options that were not chosen are 0.
pub(super) fn encode(options: GameOptions) -> String {
    let GameOptions { shape, time_control, theme, rated, first } = options;
    let shape = encode_optional(shape, &Shape::VARIANTS);
    let time_control = encode_optional(time_control, &TimeControl::ALL);
    let theme = encode_optional(theme, &Theme::ALL);
    let (rated, first) = (u8::from(rated), encode_position(first, &FirstMove::ALL));
    format!("{shape}:{time_control}:{theme}:{rated}:{first}")
}

pub(super) fn decode(numbers: &[i64]) -> Option<GameOptions> {
    let &[shape, time_control, theme, rated, first] = numbers else { return None };
    Some(GameOptions {
        shape: decode_optional(shape, &Shape::VARIANTS)?,
        time_control: decode_optional(time_control, &TimeControl::ALL)?,
        theme: decode_optional(theme, &Theme::ALL)?,
        rated: decode_flag(rated)?,
        first: decode_position(first, &FirstMove::ALL)?,
    })
}
