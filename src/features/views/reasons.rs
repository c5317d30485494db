//! Why a move is good or bad, in a sentence.

use connect4::{
    Board, BoardState, Column, Cost, Direction, MoveEvaluation, ReasonAgainst, ReasonFor,
};

use crate::{
    features::views::{Audience, names},
    game::{self, Game},
    l10n,
    locale::Locale,
    message::join_sentences,
    theme::Theme,
    uploaded_tiles::UploadedTiles,
};

/// How many moves of a variation are shown.
const MAX_VARIATION: usize = 7;

/// Writes reasons for and against the moves in a position.
#[derive(Clone, Debug)]
pub(crate) struct Reasons {
    pub(crate) board: Board,
    /// What the opponent of the side to move is called.
    pub(crate) opponent: String,
    /// The discs of the opponent and of the side to move, in which order moves follow one.
    discs: [String; 2],
    pub(crate) locale: Locale,
}

impl Reasons {
    /// In a position of a game.
    pub(crate) fn in_game(
        game: &Game,
        board: &Board,
        audience: Audience,
        tiles: &UploadedTiles,
    ) -> Self {
        let opponent = names::of_seat(audience, game, board.to_move().other());
        Self { opponent, ..Self::with_discs(game.config.theme, board, audience.locale, tiles) }
    }

    /// In a position between nobody: the opponent is called by their disc.
    pub(crate) fn with_discs(
        theme: Theme,
        board: &Board,
        locale: Locale,
        tiles: &UploadedTiles,
    ) -> Self {
        let mover = board.to_move();
        let discs = [mover.other(), mover].map(|seat| tiles.disc(theme, seat));
        Self { board: *board, opponent: discs[0].clone(), discs, locale }
    }

    /// Why a column is among the best, after a sentence that names it.
    pub(crate) fn reason_for(&self, reason: &ReasonFor) -> String {
        let (locale, opponent) = (self.locale, self.opponent.clone());
        match reason {
            ReasonFor::Wins => l10n::reason_for_wins(locale),
            ReasonFor::Blocks => l10n::reason_for_blocks(locale, opponent),
            ReasonFor::DoubleThreat { cells: [one, other] } if one.column == other.column => {
                l10n::reason_for_double_threat_above(locale, one.column.number())
            }
            ReasonFor::DoubleThreat { cells: [one, other] } => {
                l10n::reason_for_double_threat(locale, one.column.number(), other.column.number())
            }
            ReasonFor::RepliesLose { only_reply: None } => l10n::reason_for_replies_lose(locale),
            ReasonFor::RepliesLose { only_reply: Some(reply) } => {
                l10n::reason_for_reply_loses(locale, reply.number())
            }
            ReasonFor::ForcedWin { variation: rest } => {
                l10n::reason_for_forced_win(locale, write_moves(rest, &self.discs, true))
            }
            ReasonFor::StackedThreats { cells: [lower, _] } => {
                l10n::reason_for_stacked_threats(locale, lower.column.number())
            }
            ReasonFor::Zugzwang { cell } => {
                l10n::reason_for_zugzwang(locale, cell.column.number(), opponent, cell.row + 1)
            }
            ReasonFor::EndsOpponentsLines => l10n::reason_for_ends_lines(locale, opponent),
            ReasonFor::FollowUp => l10n::reason_for_follow_up(locale),
            ReasonFor::OnlyWin => l10n::reason_for_only_win(locale),
            ReasonFor::OnlyDraw => l10n::reason_for_only_draw(locale),
            ReasonFor::Trap { reply } => l10n::reason_for_trap(locale, reply.number()),
        }
    }

    /// What is wrong with a move. `None` if it missed a win, which is shown as the better
    /// move.
    pub(crate) fn reason_against(&self, reason: &ReasonAgainst) -> Option<String> {
        let (locale, opponent) = (self.locale, self.opponent.clone());
        Some(match reason {
            ReasonAgainst::MissesWin { .. } => return None,
            ReasonAgainst::LeavesThreat { column } => {
                l10n::reason_against_leaves_threat(locale, column.number(), opponent)
            }
            ReasonAgainst::LetsWinAbove => l10n::reason_against_win_above(locale, opponent),
            ReasonAgainst::LetsDoubleThreat { reply, .. } => {
                l10n::reason_against_double_threat(locale, reply.number())
            }
            ReasonAgainst::LetsForcedWin { variation: rest } => l10n::reason_against_forced_win(
                locale,
                write_moves(rest, &self.discs, true),
                opponent,
            ),
            ReasonAgainst::LetsStackedThreats { cells: [lower, _] } => {
                l10n::reason_against_stacked_threats(locale, lower.column.number(), opponent)
            }
            ReasonAgainst::Zugzwang { cell } => {
                l10n::reason_against_zugzwang(locale, cell.column.number(), opponent, cell.row + 1)
            }
            ReasonAgainst::GivesUpKeyCell { cell } => {
                l10n::reason_against_key_cell(locale, cell.column.number(), opponent)
            }
            ReasonAgainst::OneRefutation { reply } => {
                l10n::reason_against_refutation(locale, reply.number())
            }
        })
    }

    /// What a mistake costs, as far ahead as people look. A win with the next disc is told by the
    /// reason.
    pub(crate) fn cost(&self, mistake: &MoveEvaluation) -> Option<String> {
        let cost = mistake.cost().filter(|it| it.moves() > 1 && game::can_be_seen(it.moves()));
        let cost = cost.map(|cost| match cost {
            Cost::Win { moves } => l10n::move_passes_up_win(self.locale, moves),
            Cost::Loss { moves } => l10n::move_loses(self.locale, moves, self.opponent.clone()),
        });
        let below = mistake.fills_below_win();
        let below = below.then(|| l10n::move_fills_below(self.locale, self.opponent.clone()));
        Some(join_sentences([cost, below])).filter(|it| !it.is_empty())
    }

    /// Which win with the next disc, or which block, a move has overlooked.
    pub(crate) fn overlooked(&self, evaluation: &MoveEvaluation) -> Option<String> {
        let (locale, opponent) = (self.locale, self.opponent.clone());
        if evaluation.passes_up_win_in_one() {
            let columns = column_choice(locale, &evaluation.best);
            let three = three(&self.board, *evaluation.best.first()?, locale)?;
            return Some(l10n::move_misses_win(locale, columns, three));
        }
        match evaluation.reason_against()? {
            ReasonAgainst::LeavesThreat { column } => {
                let after = self.board.drop(evaluation.column).ok()?;
                let three = three(&after, column, locale)?;
                Some(l10n::move_misses_block(locale, column.number(), opponent, three))
            }
            _ => None,
        }
    }

    /// The columns that are as good as the one that was named, if there are any.
    pub(crate) fn good_as_well(&self, columns: &[Column]) -> Option<String> {
        let is_any = !columns.is_empty();
        is_any.then(|| l10n::training_also(self.locale, column_choice(self.locale, columns)))
    }

    /// How a mistake, the first of these moves, loses. What follows would not show a win that it
    /// passes up.
    pub(crate) fn losing_variation(
        &self,
        mistake: &MoveEvaluation,
        columns: &[Column],
    ) -> Option<String> {
        let Cost::Loss { .. } = mistake.cost()? else { return None };
        self.variation(columns)
    }

    /// What follows the first of these moves with best play of both, if that is two moves or more.
    pub(crate) fn variation(&self, columns: &[Column]) -> Option<String> {
        let rest = columns.get(1..).filter(|rest| rest.len() > 1)?;
        let end = columns.iter().try_fold(self.board, |board, column| board.drop(*column));
        let goes_on = end.is_ok_and(|board| board.state() == BoardState::InProgress);
        Some(l10n::variation(self.locale, write_moves(rest, &self.discs, goes_on)))
    }
}

/// What a disc that wins is added to: "three in a column".
fn three(board: &Board, win: Column, locale: Locale) -> Option<String> {
    let line = board.drop(win).ok()?.winning_lines().into_iter().next()?;
    Some(match line.direction {
        Direction::Vertical => l10n::three_vertical(locale),
        Direction::Horizontal => l10n::three_horizontal(locale),
        Direction::Rising | Direction::Falling => l10n::three_diagonal(locale),
    })
}

/// "🔴 4 🟡 5 🔴 5 …". The discs are those of the side that begins and of the other one. Ends
/// with an ellipsis if the game goes on, or if there are more moves than are shown.
pub(crate) fn write_moves(columns: &[Column], discs: &[String; 2], goes_on: bool) -> String {
    let moves = columns.iter().zip(discs.iter().cycle());
    let moves = moves.take(MAX_VARIATION).map(|(column, disc)| format!("{disc} {column}"));
    let rest = (goes_on || columns.len() > MAX_VARIATION).then(|| "…".to_owned());
    moves.chain(rest).collect::<Vec<_>>().join(" ")
}

/// The other columns, if the best are so many more that it is shorter to name these.
pub(crate) fn exceptions(
    best: &[Column],
    columns: impl Iterator<Item = Column>,
) -> Option<Vec<Column>> {
    let others: Vec<Column> = columns.filter(|column| !best.contains(column)).collect();
    (best.len() > 1 && 2 * others.len() <= best.len()).then_some(others)
}

/// "1", "1 or 2", "1, 2 or 3".
pub(crate) fn column_choice(locale: Locale, columns: &[Column]) -> String {
    join_columns(columns, |list, last| l10n::or(locale, last, list))
}

/// "1", "1 and 2", "1, 2 and 3".
pub(crate) fn column_list(locale: Locale, columns: &[Column]) -> String {
    join_columns(columns, |list, last| l10n::and(locale, last, list))
}

/// The numbers of columns, the last two joined like this.
fn join_columns(columns: &[Column], join_last: impl Fn(String, String) -> String) -> String {
    let mut names: Vec<String> = columns.iter().map(ToString::to_string).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { join_last(names.join(", "), last) }
}
