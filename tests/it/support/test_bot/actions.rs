//! What users do in a test, and what they see.

use fake_discord::{
    ActionResult, ChannelId, InteractionId, Message, MessageEvent, Outcome, Select, UserId,
};
use fourfall::features::{COMMANDS, CommandKind};
use serde_json::{Value, json};

use super::TestBot;
use crate::support::{unzip, wait_until};

/// The cells of an empty board, as they are drawn below the line with the players.
pub(crate) const EMPTY_CELLS: &str = "\
1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
";

/// The start of the reply to an internal error.
pub(crate) const INTERNAL_ERROR: &str = "Something went wrong on my side. Nothing is lost";

impl TestBot {
    pub(crate) async fn command(&self, user: UserId, name: &str, options: Value) -> ActionResult {
        self.discord.command(user, self.channel, name, options).await
    }

    pub(crate) async fn press(&self, user: UserId, message: &Message, label: &str) -> ActionResult {
        self.discord.press(user, message, label).await
    }

    /// Starts a season as Ann, the owner of the server, by the button with this label.
    pub(crate) async fn start_season(&self, page: &Message, label: &str) -> ActionResult {
        let asked = self.press(self.ann, page, label).await;
        assert!(asked.text().ends_with("This can’t be undone."), "{asked:?}");
        self.press(self.ann, asked.message(), label).await
    }

    /// Plays a rated game that the first player wins. Returns its final board.
    pub(crate) async fn play_won_game(&self, players: [UserId; 2]) -> Message {
        let board = self.start_rated_game(players[0], players[1]).await;
        self.play_moves_as(players, &board, "1212121").await
    }

    /// Presses a button with any custom id, whether the message has it or not.
    pub(crate) async fn press_custom_id(
        &self,
        user: UserId,
        message: &Message,
        custom_id: &str,
    ) -> ActionResult {
        self.discord.press_custom_id(user, message.channel_id, message.id, custom_id).await
    }

    /// Presses a button of an outdated message. Returns the response, and the text of
    /// the ephemeral follow-up.
    pub(crate) async fn press_stale(
        &self,
        user: UserId,
        message: &Message,
        custom_id: &str,
    ) -> (ActionResult, String) {
        let mut events = self.discord.events();
        let response = self.press_custom_id(user, message, custom_id).await;
        let follow_up = events
            .next_where(|event| matches!(event, MessageEvent::Created(it) if it.is_ephemeral()))
            .await
            .into_message()
            .expect("the message was created");
        assert_eq!(follow_up.ephemeral_for, Some(user));
        (response, follow_up.content)
    }

    /// Presses a button of a copy of a board that is old. Returns the text of the ephemeral
    /// follow-up, once the copy is gone.
    pub(crate) async fn press_old_copy(
        &self,
        user: UserId,
        message: &Message,
        label: &str,
    ) -> String {
        let (_, sentence) = self.press_stale(user, message, &custom_id_of(message, label)).await;
        self.wait_gone(message).await;
        sentence
    }

    /// Waits until a message is deleted.
    pub(crate) async fn wait_gone(&self, message: &Message) {
        let is_gone = || self.discord.message(message.channel_id, message.id).is_none();
        wait_until("the message is deleted", is_gone).await;
    }

    /// Posts a challenge to a game without a turn timer, which is not rated. The challenger
    /// goes first.
    pub(crate) async fn challenge(&self, challenger: UserId, opponent: UserId) -> Message {
        let options = json!({ "opponent": opponent, "first": "me", "clock": "none" });
        let response = self.command(challenger, "play", options).await;
        assert!(response.is_new() && !response.is_ephemeral(), "{response:?}");
        response.message().clone()
    }

    /// Challenges anyone, without the menu.
    pub(crate) async fn open_challenge(&self, challenger: UserId) -> ActionResult {
        self.command(challenger, "play", json!({ "rated": true })).await
    }

    /// Chooses the option with this label, or whose label sets this value, in the select with this
    /// placeholder.
    pub(crate) async fn choose(
        &self,
        user: UserId,
        message: &Message,
        placeholder: &str,
        label: &str,
    ) -> ActionResult {
        let menu = find_select(message, placeholder);
        let choice = menu.choices.iter().find(|it| {
            it.label == label || it.label.split_once(": ").is_some_and(|(_, value)| value == label)
        });
        let choice = choice.unwrap_or_else(|| panic!("no {label:?} among {:#?}", menu.choices));
        self.discord.select(user, message, &menu.custom_id, &[&choice.value]).await
    }

    /// Opens what is stored about the user.
    pub(crate) async fn my_data(&self, user: UserId) -> ActionResult {
        let page = self.command(user, "preferences", json!({})).await;
        self.press(user, page.message(), "My data").await
    }

    pub(crate) async fn ask_delete(&self, user: UserId) -> ActionResult {
        let page = self.my_data(user).await;
        self.press(user, page.message(), "Delete…").await
    }

    pub(crate) async fn request_export(&self, user: UserId) -> ActionResult {
        let page = self.my_data(user).await;
        self.press(user, page.message(), "Download").await
    }

    /// Shows or hides the user's name on the leaderboard of all servers.
    pub(crate) async fn set_listed(&self, user: UserId, listed: bool) -> ActionResult {
        let page = self.command(user, "preferences", json!({})).await;
        let label = if listed { "Show my name" } else { "Hide my name" };
        self.press(user, page.message(), label).await
    }

    /// Deletes a user's data by *Delete* in `/preferences`.
    pub(crate) async fn delete_data(&self, user: UserId) {
        let prompt = self.ask_delete(user).await;
        let deleted = self.press(user, prompt.message(), "Delete my data").await;
        assert!(deleted.text().starts_with("🗑️ Done."), "{}", deleted.text());
    }

    /// The data of a user as `/preferences` returns it in one archive.
    pub(crate) async fn export(&self, user: UserId) -> Value {
        let export = self.request_export(user).await;
        let [file] = export.message().attachments.as_slice() else { panic!("{export:?}") };
        unzip(&self.discord.attachment(&file.url).unwrap())
    }

    /// Starts a rated game, with three days for each move. Returns its board.
    pub(crate) async fn start_rated_game(&self, first: UserId, second: UserId) -> Message {
        self.start_timed_game_of([first, second], "3 days").await
    }

    /// Starts a game without a turn timer, which is not rated. Returns its board.
    pub(crate) async fn start_game(&self, first: UserId, second: UserId) -> Message {
        let challenge = self.challenge(first, second).await;
        let response = self.press(second, &challenge, "Accept").await;
        assert!(response.is_update(), "{response:?}");
        response.message().clone()
    }

    /// Starts a game of Ann against Ben, in which she goes first, with a turn timer as
    /// `/play` offers it: `1 hour`. Returns its board.
    pub(crate) async fn start_timed_game(&self, clock: &str) -> Message {
        self.start_timed_game_of([self.ann, self.ben], clock).await
    }

    /// Like [`Self::start_timed_game`], for other players.
    pub(crate) async fn start_timed_game_of(&self, players: [UserId; 2], clock: &str) -> Message {
        let [one, other] = players;
        let options = json!({ "opponent": other, "first": "me", "clock": clock });
        let challenge = self.command(one, "play", options).await.message().clone();
        self.press(other, &challenge, "Accept").await.message().clone()
    }

    /// Waits until a board shows that the game has ended on time.
    pub(crate) async fn wait_for_timeout(&self, board: &Message) {
        let is_over = || self.current(board).content.contains("ran out of time");
        wait_until("the turn times out", is_over).await;
    }

    /// Starts a game of Ann against the computer without a turn timer, in which she
    /// goes first. Returns its board.
    pub(crate) async fn start_computer_game(&self, level: &str) -> Message {
        let options = json!({ "level": level, "first": "me", "clock": "none" });
        let response = self.command(self.ann, "play", options).await;
        assert!(response.is_new() && !response.is_ephemeral(), "{response:?}");
        response.message().clone()
    }

    /// Has Ann and Ben drop discs in these columns in turn, Ann first. Returns the
    /// board.
    pub(crate) async fn play_moves(&self, board: &Message, columns: &str) -> Message {
        self.play_moves_as([self.ann, self.ben], board, columns).await
    }

    pub(crate) async fn play_moves_as(
        &self,
        players: [UserId; 2],
        board: &Message,
        columns: &str,
    ) -> Message {
        let mut board = board.clone();
        for (index, column) in columns.chars().enumerate() {
            let response = self.press(players[index % 2], &board, &column.to_string()).await;
            assert!(response.is_update(), "move {}: {response:?}", index + 1);
            board = response.message().clone();
        }
        board
    }

    /// The message for everyone that the bot has posted in the channel after a press on a private
    /// message.
    pub(crate) async fn posted(&self, response: &ActionResult) -> Message {
        assert!(!response.is_new(), "{response:?}");
        let nonce = response.interaction.expect("there was an interaction").to_string();
        let posted = || self.discord.message_with_nonce(&nonce);
        wait_until("a message is posted", || posted().is_some()).await;
        posted().expect("it was there")
    }

    /// Presses a button of a private message. Returns the message for everyone that it posts.
    pub(crate) async fn press_to_post(
        &self,
        user: UserId,
        message: &Message,
        label: &str,
    ) -> Message {
        self.posted(&self.press(user, message, label).await).await
    }

    /// The first message that follows a response, once it has arrived.
    pub(crate) async fn follow_up(&self, response: &ActionResult) -> Message {
        let interaction = response.interaction.expect("there was an interaction");
        let follow_ups = || self.discord.follow_ups(interaction);
        wait_until("a message follows", || !follow_ups().is_empty()).await;
        follow_ups().remove(0)
    }

    /// Chooses a finished game of a player in `/history`, which opens its replay.
    pub(crate) async fn replay(
        &self,
        user: UserId,
        channel: ChannelId,
        of: UserId,
        game: u64,
    ) -> ActionResult {
        let options = json!({ "player": of });
        let history = self.discord.command(user, channel, "history", options).await;
        let history = history.message();
        let select = history.rows[0][0].select().expect("there are games to choose from");
        let game = format!("v1:{game}");
        self.discord.select(user, history, &select.custom_id, &[&game]).await
    }

    /// Opens the review of a finished game from its replay.
    pub(crate) async fn review(
        &self,
        user: UserId,
        channel: ChannelId,
        of: UserId,
        game: u64,
    ) -> ActionResult {
        let replay = self.replay(user, channel, of, game).await;
        self.press(user, replay.message(), "Review").await
    }

    /// Resigns by the board's button, after the question. Returns the finished board.
    pub(crate) async fn resign(&self, user: UserId, board: &Message) -> Message {
        let asked = self.press(user, board, "Resign").await;
        assert!(matches!(asked.outcome, Outcome::Deferred), "{asked:?}");
        self.really_resign(user, &asked, board).await
    }

    /// Confirms a resignation. Returns the finished board.
    pub(crate) async fn really_resign(
        &self,
        user: UserId,
        asked: &ActionResult,
        board: &Message,
    ) -> Message {
        let question = self.follow_up(asked).await;
        let label = &question.labels()[0];
        assert!(label.starts_with("Really "), "{question:?}");
        let resigned = self.press(user, &question, label).await;
        assert!(resigned.is_update(), "{resigned:?}");
        wait_until("the board shows the end", || self.current(board).button("Resign").is_none())
            .await;
        self.current(board)
    }

    /// Delivers an interaction again, and waits for the response. Returns its text, if it has one.
    pub(crate) async fn deliver_again(&self, interaction: InteractionId) -> String {
        let path = format!("/interactions/{interaction}/");
        let responses = || {
            let mut requests = self.discord.requests();
            requests.retain(|it| it.path.starts_with(&path));
            requests
        };
        let before = responses().len();
        self.discord.redeliver(interaction);
        wait_until("the bot responds again", || responses().len() > before).await;
        let response = responses().pop().expect("there is one");
        response.body["data"]["content"].as_str().unwrap_or_default().to_owned()
    }

    /// The current state of a message. Panics if it was deleted.
    pub(crate) fn current(&self, message: &Message) -> Message {
        self.discord.message(message.channel_id, message.id).expect("the message exists")
    }

    /// Waits until a message has a button, and returns it. The scheduler handles a deadline
    /// before the message is updated.
    pub(crate) async fn wait_for_button(&self, message: &Message, label: &str) -> Message {
        let has_button = || self.current(message).labels().iter().any(|it| it == label);
        wait_until(&format!("the message has the button {label}"), has_button).await;
        self.current(message)
    }

    /// Asserts that the response is an ephemeral message that contains this sentence.
    pub(crate) fn assert_refused(response: &ActionResult, sentence: &str) {
        assert!(response.is_new() && response.is_ephemeral(), "{response:?}");
        assert!(response.text().contains(sentence), "{:?} is not {sentence:?}", response.text());
    }
}

/// The select with this placeholder.
pub(crate) fn find_select<'a>(message: &'a Message, placeholder: &str) -> &'a Select {
    let selects = message.rows.iter().flatten().filter_map(|it| it.select());
    let found = selects.into_iter().find(|it| it.placeholder.as_deref() == Some(placeholder));
    found.unwrap_or_else(|| panic!("no select {placeholder:?}: {:#?}", message.rows))
}

/// The custom id of the button with this label.
pub(crate) fn custom_id_of(message: &Message, label: &str) -> String {
    let button = message.button(label).expect("the message has the button");
    button.custom_id.clone().expect("the button is not a link")
}

/// A column that can be pressed, but is not this one.
pub(crate) fn other_column(message: &Message, right: &str) -> String {
    let mut open = message.buttons().filter(|button| !button.disabled);
    let other = open.find_map(|button| {
        let label = button.label.clone()?;
        (label.parse::<u8>().is_ok() && label != right).then_some(label)
    });
    other.expect("there is another column")
}

/// Every slash command, with a value for each option that it needs.
pub(crate) fn slash_commands() -> impl Iterator<Item = (&'static str, Value)> {
    let commands = COMMANDS.iter().filter(|it| it.kind == CommandKind::Slash);
    commands.map(|command| {
        let options = (command.options)().into_iter().filter(|option| option.is_required);
        let values = options.map(|option| (option.name.to_owned(), Value::from("4")));
        (command.name, Value::Object(values.collect()))
    })
}
