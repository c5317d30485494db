//! A player that looks one disc ahead, and overlooks some threats: for *easy* and *medium*.

use fastrand::Rng;
use num_traits::Zero;

use super::heuristic_search::{Value, cells, lines_value};
use crate::{
    Board, Column,
    solver::{
        geometry::Geometry,
        position::{Position, completing_along, completing_upwards},
    },
};

/// How weak a player is that looks no further than the opponent's next disc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weakness {
    /// How often the player overlooks a cell in which the opponent would win upwards
    /// or along a row, in percent. Drawn anew for each cell at each move.
    pub(crate) overlooks_straight: u32,
    /// The same for a cell in which the opponent would win along diagonals only.
    pub(crate) overlooks_diagonal: u32,
    /// The maximum of a random addition to the value of each column.
    pub(crate) noise: Value,
}

/// The value of a threat to win with the next disc. Threats win against opponents who
/// often overlook them, and change little against those who do not.
const THREAT: Value = 50;

/// The column that a player with this weakness chooses. It takes a win. Otherwise it
/// occupies a cell in which it notices that the opponent would win, and otherwise avoids
/// the cells directly below such a one. Among the columns left it prefers those that
/// make a threat or extend its own lines. `None` if the board is full.
pub(crate) fn choose_with_weakness<G: Geometry>(
    g: G,
    board: &Board,
    weakness: Weakness,
    rng: &mut Rng,
) -> Option<Column> {
    let p = Position::from_board(g, board);
    let playable = p.playable(g);
    let noticed = noticed_wins(g, &p, weakness, rng);
    let candidates =
        [playable & p.my_wins, playable & noticed, playable & !(noticed >> 1), playable]
            .into_iter()
            .find(|&set| set != G::Bits::zero())?;
    cells(g, candidates)
        .max_by_key(|&cell| own_value(g, &p, cell) + rng.i32(0..=weakness.noise))
        .map(|cell| g.column_number(cell))
}

/// The cells in which the opponent could win with its next disc, without those that
/// the player overlooks.
fn noticed_wins<G: Geometry>(
    g: G,
    p: &Position<G::Bits>,
    weakness: Weakness,
    rng: &mut Rng,
) -> G::Bits {
    let theirs = p.mine ^ p.mask;
    let straight = completing_upwards(g, theirs) | completing_along(g, theirs, g.stride());
    let playable = p.playable(g);
    cells(g, p.their_wins & playable)
        .chain(cells(g, p.their_wins & (playable << 1)))
        .filter(|&cell| {
            let is_straight = straight & cell != G::Bits::zero();
            let overlooks =
                if is_straight { weakness.overlooks_straight } else { weakness.overlooks_diagonal };
            rng.u32(..100) >= overlooks
        })
        .fold(G::Bits::zero(), |noticed, cell| noticed | cell)
}

/// The points of the player's own lines after a disc in `cell`, and [`THREAT`] if it
/// could win with its next disc.
fn own_value<G: Geometry>(g: G, p: &Position<G::Bits>, cell: G::Bits) -> Value {
    let wins = p.wins_with(g, cell);
    let after = p.after(cell, wins);
    let threatens = after.playable(g) & wins != G::Bits::zero();
    let lines = lines_value(g, p.mine | cell, g.board() & !after.mask, wins);
    lines + if threatens { THREAT } else { 0 }
}
