//! What the text of a board says, whether its cells are Unicode or tiles.

/// The number of the next move on a 7 × 6 board in the default theme.
pub(crate) fn move_number(board: &str) -> usize {
    let empty: usize = ["🔵", "<:dj:"].into_iter().map(|it| board.matches(it).count()).sum();
    43 - empty
}

/// Whether the computer is to make the move with this number.
pub(crate) fn is_thinking_in_move(board: &str, number: usize) -> bool {
    board.ends_with("**Fourfall** is thinking…") && move_number(board) == number
}

/// How many games each person on a leaderboard by wins has won.
pub(crate) fn wins_shown(leaderboard: &str) -> Vec<u32> {
    let records = leaderboard.lines().filter_map(|line| line.split_once(" · "));
    let wins = records.filter_map(|(_, record)| {
        let (number, kind) = record.split_once(' ')?;
        let number = number.parse().ok()?;
        // Who has won none has other results there.
        Some(if kind.starts_with("win") { number } else { 0 })
    });
    wins.collect()
}
