//! How cells are drawn on the boards of new games.

use std::fmt;

use crate::{game::NewGame, theme::CellStyle};

/// Chooses how cells are drawn on a new game's boards, in all of its messages.
pub trait CellStyleChoice: fmt::Debug + Send + Sync {
    fn choose(&self, new: &NewGame) -> CellStyle;
}

/// Chooses Unicode for every game.
#[derive(Debug)]
pub(super) struct AlwaysUnicode;

impl CellStyleChoice for AlwaysUnicode {
    fn choose(&self, _: &NewGame) -> CellStyle {
        CellStyle::Unicode
    }
}
