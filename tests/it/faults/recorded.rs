//! Valid interactions of every kind, as the bot gets them.

use fake_discord::{Answer, ChannelId, Message, UserId};
use serde_json::{Value, json};

use crate::support::{Arcade, carried_by};

/// What some people did at a table of theirs, all of it well.
#[derive(Debug)]
pub(super) struct Recorded<'a> {
    arcade: &'a Arcade,
    number: usize,
    pub(super) people: [UserId; 3],
    channel: ChannelId,
    pub(super) events: Vec<Value>,
}

impl<'a> Recorded<'a> {
    /// Has three new people use everything there is, in a server of their own.
    pub(super) async fn new(arcade: &'a Arcade, number: usize) -> Self {
        let guild = arcade.playground.add_guild(&format!("Server {number}"));
        let channel = arcade.playground.add_channel_in(guild, &format!("table-{number}"));
        let names = ["A", "B", "C"].map(|name| format!("{name}{number}"));
        let people = names.map(|name| arcade.playground.add_person(&name));
        let mut recorded = Self { arcade, number, people, channel, events: Vec::new() };
        recorded.play().await;
        recorded.look_at_lists().await;
        recorded.settle().await;
        recorded
    }

    /// The users that they are, as Discord tells of them.
    pub(super) fn users(&self) -> Vec<Value> {
        let users = self.events.iter().filter_map(|event| event["member"].get("user"));
        let mut users: Vec<Value> = users.cloned().collect();
        users.dedup();
        users
    }

    fn keep(&mut self, answer: Answer) -> Answer {
        assert_eq!(answer.error(), None, "what is valid is answered");
        let interaction = answer.interaction.expect("the bot was told");
        self.events.push(self.arcade.playground.event(interaction));
        answer
    }

    async fn command(&mut self, who: UserId, name: &str, options: Value) -> Answer {
        let answer = self.arcade.playground.command(who, self.channel, name, options).await;
        self.keep(answer)
    }

    async fn press(&mut self, who: UserId, message: &Message, label: &str) -> Answer {
        let answer = self.arcade.press(who, message, label).await;
        self.keep(answer)
    }

    /// Presses whatever can be pressed.
    async fn press_all(&mut self, who: UserId, message: &Message) {
        for id in message.buttons().filter(|it| !it.disabled).filter_map(|it| it.custom_id.clone())
        {
            let (channel, message) = (message.channel_id, message.id);
            let answer = self.arcade.playground.press_id(who, channel, message, &id).await;
            self.keep(answer);
        }
    }

    async fn complete(&mut self, who: UserId, name: &str, option: &str) {
        let (options, channel) = (json!({ option: "" }), self.channel);
        let answer = self.arcade.playground.complete(who, channel, name, options, option).await;
        self.keep(answer);
    }

    /// Chooses the first of what each menu offers.
    async fn select(&mut self, who: UserId, message: &Message) {
        let menus = message.rows.iter().flatten().filter_map(|it| it.select());
        for menu in menus {
            let value = match menu.choices.first() {
                Some(choice) => choice.value.clone(),
                None => self.channel.to_string(),
            };
            let (id, values) = (menu.custom_id.clone(), [value.as_str()]);
            let answer = self.arcade.playground.select(who, message, &id, &values).await;
            self.keep(answer);
        }
    }

    /// Games that are offered, played, ended and going on.
    async fn play(&mut self) {
        let [one, other, third] = self.people;
        let all = json!({
            "opponent": other, "board": "7x6", "clock": "1 day", "theme": "classic",
            "rated": true, "first": "me",
        });
        let challenge = self.command(one, "play", all).await;
        self.press(one, challenge.message(), "Cancel").await;
        let challenge = self.command(other, "play", json!({ "opponent": third })).await;
        self.press(third, challenge.message(), "Decline").await;
        let plain =
            |opponent: UserId| json!({ "opponent": opponent, "first": "me", "clock": "none" });
        let challenge = self.command(one, "play", plain(third)).await;
        let mut board = self.press(third, challenge.message(), "Accept").await.message().clone();
        for (index, column) in ["1", "2", "1", "2", "1", "2", "1"].into_iter().enumerate() {
            let answer = self.press([one, third][index % 2], &board, column).await;
            board = answer.message().clone();
        }
        let game = carried_by(&board, "Replay").split_off("v1:".len());
        let replay = self.command(one, "replay", json!({ "game": game })).await;
        self.press(one, replay.message(), "▶").await;
        self.command(other, "review", json!({ "game": game })).await;
        self.complete(one, "replay", "game").await;
        self.press(third, &board, "Rematch").await;

        let challenge = self.command(one, "play", plain(other)).await;
        let board = self.press(other, challenge.message(), "Accept").await.message().clone();
        let board = self.press(one, &board, "4").await.message().clone();
        self.complete(other, "drop", "column").await;
        self.command(other, "drop", json!({ "column": "4" })).await;
        self.press(one, &board, "5").await;
        self.command(one, "draw", json!({})).await;
        self.command(other, "takeback", json!({})).await;
        self.command(one, "board", json!({ "text": true })).await;
        self.command(other, "hint", json!({})).await;
        let resigning = self.command(one, "resign", json!({})).await.message().clone();
        self.press_all(third, &resigning).await;
        self.command(one, "board", json!({})).await;
        self.command(third, "play", json!({})).await;
        self.command(third, "play", json!({ "level": "easy", "first": "me" })).await;
        let (playground, channel) = (&self.arcade.playground, self.channel);
        let challenge = "Challenge to Four in a Row";
        let answer = playground.user_command(other, channel, challenge, third).await;
        self.keep(answer);
    }

    async fn look_at_lists(&mut self) {
        let [one, other, third] = self.people;
        let games = self.command(one, "games", json!({})).await;
        self.select(one, games.message()).await;
        let period = json!({ "scope": "server", "period": "week" });
        let leaders = self.command(one, "leaderboard", period).await;
        self.select(one, leaders.message()).await;
        self.command(other, "stats", json!({ "player": one, "versus": third })).await;
        self.command(one, "stats", json!({})).await;
        let history = self.command(third, "history", json!({ "player": one })).await;
        self.select(third, history.message()).await;
        for part in ["about", "export", "delete"] {
            self.command(other, &format!("privacy {part}"), json!({})).await;
        }
        self.command(other, "privacy listed", json!({ "show": true })).await;
        self.command(third, "help", json!({})).await;
        let alone = self.arcade.playground.channel(&format!("dm:c{}", self.number));
        let answer = self.arcade.playground.command(third, alone, "games", json!({})).await;
        self.keep(answer);
    }

    /// The server's settings.
    async fn settle(&mut self) {
        let owner = self.arcade.ann;
        let page = self.command(owner, "settings", json!({})).await.message().clone();
        self.press(owner, &page, "Turn reminders off").await;
        self.select(owner, &page).await;
        let limits = self.press(owner, &page, "Limits").await.message().clone();
        self.select(owner, &limits).await;
    }
}
