//! Puzzles and training.

use fake_discord::Message;
use proptest::prelude::*;
use serde_json::json;

use super::{Checked, Harness, PuzzleModel};
use crate::support::other_column;

impl Harness {
    /// Presses a button of a position that training shows, if there is one.
    pub(super) async fn train(&mut self, by: usize, label: &str) -> Checked {
        let response = self.command(by, "train", json!({})).await;
        prop_assert!(response.is_new() && response.is_ephemeral(), "{response:?}");
        let shown = response.message().clone();
        if let Some(response) = self.press_button(by, &shown, label).await {
            prop_assert!(response.is_update(), "{response:?}");
            let tried = response.message();
            prop_assert!(tried.button("Next").is_some(), "{}", tried.content);
        }
        Ok(())
    }

    /// Tries a column in the puzzle of the day, or in that of yesterday while it counts, unless it
    /// is over.
    pub(super) async fn daily(&mut self, by: usize, is_right: bool) -> Checked {
        let day = self.puzzles.day(by, self.bot.clock.now().milliseconds());
        let number = PuzzleModel::number(day).to_string();
        let response = self.command(by, "daily", json!({ "number": number })).await;
        prop_assert!(response.is_new() && response.is_ephemeral(), "{response:?}");
        let mut shown = response.message().clone();
        self.check_puzzle(by, day, &shown)?;
        if let Some(right) = self.puzzles.right_column(by, day) {
            let column = if is_right { right } else { other_column(&shown, &right) };
            let response = self.press_button(by, &shown, &column).await;
            let response = response.expect("the column can be pressed");
            prop_assert!(response.is_update(), "{response:?}");
            self.puzzles.record(by, day, is_right);
            shown = response.message().clone();
            self.check_puzzle(by, day, &shown)?;
        }
        Ok(())
    }

    fn check_puzzle(&self, by: usize, day: i64, shown: &Message) -> Checked {
        let lost = self.puzzles.tries(by, day).wrong;
        let lives = format!("{}{}\n", "❤️".repeat(3 - lost), "💔".repeat(lost));
        prop_assert!(shown.content.contains(&lives), "{lost} lost: {}", shown.content);
        let is_over = self.puzzles.right_column(by, day).is_none();
        prop_assert_eq!(shown.button("1").is_none(), is_over, "{}", &shown.content);
        let streak = self.puzzles.streak_on(by, day);
        let card = streak.map_or("· 🔥 ".to_owned(), |streak| format!("· 🔥 {streak}\n"));
        prop_assert_eq!(shown.content.contains(&card), streak.is_some(), "{}", &shown.content);
        let ends = is_over && self.puzzles.ends_with(by, day);
        prop_assert_eq!(shown.content.contains(" ends here."), ends, "{}", &shown.content);
        Ok(())
    }
}
