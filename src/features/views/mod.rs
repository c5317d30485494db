//! What several features show: boards, challenges, names, reasons, refusals and their parts.

pub(crate) mod board;
pub(crate) mod challenge;
pub(crate) mod columns_in_words;
pub(crate) mod ending;
pub(crate) mod grid;
pub(crate) mod hints;
pub(crate) mod leaderboard_lines;
pub(crate) mod names;
pub(crate) mod paging;
pub(crate) mod pictures;
pub(crate) mod ratings;
pub(crate) mod reasons;
pub(crate) mod refusal;
pub(crate) mod reminder;
pub(crate) mod status;
pub(crate) mod together;

pub(crate) use self::{grid::EmojiGrid, hints::HintDetail, names::Audience, reasons::Reasons};
