//! What people do in an arcade, and what they see.

use fake_discord::{Answer, Change, Message, UserId};
use serde_json::{Value, json};

use super::Arcade;

/// The board before the first disc, under the line that names the players.
pub(crate) const EMPTY_CELLS: &str = "\
1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
";

/// What is said when something of ours failed.
pub(crate) const FAULT: &str = "Something went wrong on my side. Nothing is lost";

impl Arcade {
    pub(crate) async fn command(&self, who: UserId, name: &str, options: Value) -> Answer {
        self.playground.command(who, self.games, name, options).await
    }

    pub(crate) async fn press(&self, who: UserId, message: &Message, label: &str) -> Answer {
        self.playground.press(who, message, label).await
    }

    /// A press with any custom id, whether the message has it or not.
    pub(crate) async fn forge(&self, who: UserId, message: &Message, custom_id: &str) -> Answer {
        self.playground.press_id(who, message.channel_id, message.id, custom_id).await
    }

    /// A press on a message that is out of date: the answer, and the sentence
    /// that its presser alone gets besides.
    pub(crate) async fn forge_late(
        &self,
        who: UserId,
        message: &Message,
        custom_id: &str,
    ) -> (Answer, String) {
        let mut changes = self.playground.changes();
        let answer = self.forge(who, message, custom_id).await;
        let aside = changes
            .next_where(|change| matches!(change, Change::Created(it) if it.is_ephemeral()))
            .await
            .message()
            .expect("it was created");
        assert_eq!(aside.ephemeral_for, Some(who));
        (answer, aside.content)
    }

    /// A challenge to a game without a clock, whose challenger drops first.
    pub(crate) async fn challenge(&self, challenger: UserId, opponent: UserId) -> Message {
        let options = json!({ "opponent": opponent, "first": "me", "clock": "none" });
        let answer = self.command(challenger, "play", options).await;
        assert!(answer.is_new() && !answer.is_ephemeral(), "{answer:?}");
        answer.message().clone()
    }

    /// A game that has begun; the result is its board.
    pub(crate) async fn begin(&self, first: UserId, second: UserId) -> Message {
        let challenge = self.challenge(first, second).await;
        let answer = self.press(second, &challenge, "Accept").await;
        assert!(answer.is_update(), "{answer:?}");
        answer.message().clone()
    }

    /// A game of Ann against the computer without a clock, in which she drops
    /// first; the result is its board.
    pub(crate) async fn begin_alone(&self, level: &str) -> Message {
        let options = json!({ "level": level, "first": "me", "clock": "none" });
        let answer = self.command(self.ann, "play", options).await;
        assert!(answer.is_new() && !answer.is_ephemeral(), "{answer:?}");
        answer.message().clone()
    }

    /// Presses columns in turn, Ann first; the result is the board.
    pub(crate) async fn moves(&self, board: &Message, columns: &str) -> Message {
        self.moves_of([self.ann, self.ben], board, columns).await
    }

    pub(crate) async fn moves_of(
        &self,
        players: [UserId; 2],
        board: &Message,
        columns: &str,
    ) -> Message {
        let mut board = board.clone();
        for (index, column) in columns.chars().enumerate() {
            let answer = self.press(players[index % 2], &board, &column.to_string()).await;
            assert!(answer.is_update(), "move {}: {answer:?}", index + 1);
            board = answer.message().clone();
        }
        board
    }

    /// A message as it is now.
    pub(crate) fn now(&self, message: &Message) -> Message {
        self.playground.message(message.channel_id, message.id).expect("the message is there")
    }

    /// Asserts that an answer is a sentence to the asker alone.
    pub(crate) fn refused(answer: &Answer, sentence: &str) {
        assert!(answer.is_new() && answer.is_ephemeral(), "{answer:?}");
        assert!(answer.text().contains(sentence), "{:?} is not {sentence:?}", answer.text());
    }
}

/// What the button with this label carries.
pub(crate) fn carried_by(message: &Message, label: &str) -> String {
    let button = message.button(label).expect("the button is there");
    button.custom_id.clone().expect("it is no link")
}
