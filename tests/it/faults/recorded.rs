//! Valid interactions of every kind, recorded from a session of the bot.

use fake_discord::{ActionResult, ChannelId, InteractionId, Message, UserId};
use serde_json::{Value, json};

use crate::support::{TestBot, find_select, slash_commands};

/// What three users did in a channel of their own, and the events of it.
#[derive(Debug)]
pub(super) struct Recorded<'a> {
    bot: &'a TestBot,
    number: usize,
    pub(super) people: [UserId; 3],
    pub(super) channel: ChannelId,
    pub(super) events: Vec<Value>,
    /// Those of the events.
    pub(super) interactions: Vec<InteractionId>,
}

impl<'a> Recorded<'a> {
    /// Has three new users use every feature, in a guild of their own.
    pub(super) async fn new(bot: &'a TestBot, number: usize) -> Self {
        let guild = bot.discord.add_guild(&format!("Server {number}"));
        let channel = bot.discord.add_channel_in(guild, &format!("games-{number}"));
        let names = ["A", "B", "C"].map(|name| format!("{name}{number}"));
        let people = names.map(|name| bot.discord.add_user(&name));
        let (events, interactions) = (Vec::new(), Vec::new());
        let mut recorded = Self { bot, number, people, channel, events, interactions };
        recorded.play().await;
        recorded.solve_puzzles().await;
        recorded.use_lists().await;
        recorded.change_settings().await;
        recorded
    }

    /// Their user objects.
    pub(super) fn users(&self) -> Vec<Value> {
        let users = self.events.iter().filter_map(|event| event["member"].get("user"));
        let mut users: Vec<Value> = users.cloned().collect();
        users.dedup();
        users
    }

    fn record(&mut self, response: ActionResult) -> ActionResult {
        assert_eq!(response.error(), None, "a valid interaction gets a response");
        let interaction = response.interaction.expect("the bot received the interaction");
        self.events.push(self.bot.discord.interaction_payload(interaction));
        self.interactions.push(interaction);
        response
    }

    async fn command(&mut self, who: UserId, name: &str, options: Value) -> ActionResult {
        let response = self.bot.discord.command(who, self.channel, name, options).await;
        self.record(response)
    }

    async fn press(&mut self, who: UserId, message: &Message, label: &str) -> ActionResult {
        let response = self.bot.press(who, message, label).await;
        self.record(response)
    }

    /// Presses all enabled buttons.
    async fn press_all(&mut self, who: UserId, message: &Message) {
        for id in message.buttons().filter(|it| !it.disabled).filter_map(|it| it.custom_id.clone())
        {
            let (channel, message) = (message.channel_id, message.id);
            let response = self.bot.discord.press_custom_id(who, channel, message, &id).await;
            self.record(response);
        }
    }

    async fn complete(&mut self, who: UserId, name: &str, option: &str) {
        let (options, channel) = (json!({ option: "" }), self.channel);
        let response = self.bot.discord.autocomplete(who, channel, name, options, option).await;
        self.record(response);
    }

    /// Chooses the first option of each select menu.
    async fn select(&mut self, who: UserId, message: &Message) {
        let menus = message.rows.iter().flatten().filter_map(|it| it.select());
        for menu in menus {
            let value = match menu.choices.first() {
                Some(choice) => choice.value.clone(),
                None => self.channel.to_string(),
            };
            let (id, values) = (menu.custom_id.clone(), [value.as_str()]);
            let response = self.bot.discord.select(who, message, &id, &values).await;
            self.record(response);
        }
    }

    /// Uses challenges, games, offers, replays, reviews and training.
    async fn play(&mut self) {
        let [one, other, third] = self.people;
        let all = json!({
            "opponent": one, "board": "7x6", "clock": "1 day", "theme": "classic",
            "rated": true, "first": "me",
        });
        // The other way round these pairs need not wait.
        let challenge = self.command(other, "play", all).await;
        self.press(other, challenge.message(), "Decline").await;
        let challenge = self.command(third, "play", json!({ "opponent": other })).await;
        self.press(other, challenge.message(), "Decline").await;
        let plain =
            |opponent: UserId| json!({ "opponent": opponent, "first": "me", "clock": "none" });
        let challenge = self.command(one, "play", plain(third)).await;
        let mut board = self.press(third, challenge.message(), "Accept").await.message().clone();
        for (index, column) in ["1", "2", "1", "2", "1", "2", "1"].into_iter().enumerate() {
            let response = self.press([one, third][index % 2], &board, column).await;
            board = response.message().clone();
        }
        let history = self.command(one, "history", json!({})).await.message().clone();
        self.select(one, &history).await;
        let replay = self.press(one, &board, "Replay").await;
        self.press(one, replay.message(), "Next").await;
        self.press(other, &board, "Review").await;
        let trained = self.command(third, "train", json!({})).await;
        self.press_all(third, trained.message()).await;
        self.press(third, &board, "Rematch").await;

        let challenge = self.command(one, "play", plain(other)).await;
        let board = self.press(other, challenge.message(), "Accept").await.message().clone();
        self.press(one, &board, "4").await;
        self.complete(other, "drop", "column").await;
        self.command(other, "drop", json!({ "column": "4" })).await;
        let board = self.command(one, "board", json!({})).await.message().clone();
        let board = self.press(one, &board, "Offer draw").await.message().clone();
        let board = self.press(one, &board, "Withdraw").await.message().clone();
        let board = self.press(other, &board, "Take back").await.message().clone();
        self.command(one, "board", json!({ "text": true })).await;
        self.press_all(third, &board).await;
        let resigning = self.press(one, &board, "Resign").await;
        let question = self.bot.follow_up(&resigning).await;
        self.press(one, &question, "Keep playing").await;
        self.command(one, "board", json!({})).await;
        self.command(third, "play", json!({ "rated": true })).await;
        self.command(third, "play", json!({ "level": "easy", "first": "me" })).await;
        let (discord, channel) = (&self.bot.discord, self.channel);
        let challenge = "Challenge to Four in a Row";
        let response = discord.user_command(other, channel, challenge, third).await;
        self.record(response);
    }

    async fn block(&mut self, who: UserId, page: &Message, blocked: UserId) {
        let menu = find_select(page, "Block people…").custom_id.clone();
        let response = self.bot.discord.select(who, page, &menu, &[&blocked.to_string()]).await;
        let page = self.record(response).message().clone();
        let menu = find_select(&page, "Unblock somebody…").clone();
        let first = &menu.choices[0].value;
        let response = self.bot.discord.select(who, &page, &menu.custom_id, &[first]).await;
        self.record(response);
    }

    async fn solve_puzzles(&mut self) {
        let [one, ..] = self.people;
        let today = self.command(one, "daily", json!({})).await;
        self.press_all(one, today.message()).await;
        let first = self.command(one, "daily", json!({ "number": "1" })).await;
        let solution = self.press(one, first.message(), "Solution").await;
        self.press_all(one, solution.message()).await;
        self.press_all(one, first.message()).await;
    }

    async fn use_lists(&mut self) {
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
        let page = self.command(other, "preferences", json!({})).await;
        self.press_all(other, page.message()).await;
        let page = self.press(other, page.message(), "My data").await;
        self.press_all(other, page.message()).await;
        let page = self.command(one, "preferences", json!({})).await.message().clone();
        self.block(one, &page, third).await;
        self.press_all(one, &page).await;
        self.command(third, "help", json!({})).await;
        // Only managers see the settings.
        for (name, options) in slash_commands().filter(|(name, _)| *name != "settings") {
            self.command(third, name, options).await;
        }
        let dm = self.bot.discord.channel(&format!("dm:c{}", self.number));
        let response = self.bot.discord.command(third, dm, "games", json!({})).await;
        self.record(response);
    }

    /// Uses the guild settings.
    async fn change_settings(&mut self) {
        let owner = self.bot.ann;
        let page = self.command(owner, "settings", json!({})).await.message().clone();
        let games = self.press(owner, &page, "Games").await.message().clone();
        self.press(owner, &games, "Turn reminders off").await;
        self.select(owner, &games).await;
        let limits = self.press(owner, &page, "Limits").await.message().clone();
        self.select(owner, &limits).await;
        let puzzles = self.press(owner, &limits, "Posts").await.message().clone();
        self.select(owner, &puzzles).await;
        self.press_all(owner, &puzzles).await;
        let boards = self.press(owner, &puzzles, "Leaderboard").await.message().clone();
        self.select(owner, &boards).await;
        self.press(owner, &boards, "Leaderboard here").await;
    }
}
