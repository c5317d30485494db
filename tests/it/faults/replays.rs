//! Interactions that Discord delivers again, after newer ones.

use std::time::Duration;

use fake_discord::{ActionResult, InteractionId, Message, UserId};
use fourfall::admin;
use serde_json::json;

use super::{REFUSED_RESPONSE, recorded::Recorded};
use crate::support::{TestBot, find_select, wait_until_async};

/// Delivers interactions again.
struct Replays<'a> {
    bot: &'a TestBot,
}

impl<'a> Replays<'a> {
    async fn of(bot: &'a TestBot) -> Self {
        bot.wait_idle().await;
        Self { bot }
    }

    /// All that is stored, but for running time.
    async fn stored(&self) -> Vec<String> {
        let mut rows = Vec::new();
        admin::export(&**self.bot.store().await, &mut rows).await.unwrap();
        let rows = String::from_utf8(rows).unwrap();
        let rows = rows.lines().filter(|row| !row.contains(r#""table":"running_time""#));
        rows.map(str::to_owned).collect()
    }

    /// Delivers an interaction again. Returns the response, and the rows that this changes.
    async fn changes(&self, interaction: InteractionId) -> (String, Vec<String>) {
        let before = self.stored().await;
        let response = self.bot.deliver_again(interaction).await;
        let after = self.stored().await;
        let new = after.iter().filter(|row| !before.contains(row)).map(|row| format!("+ {row}"));
        let old = before.iter().filter(|row| !after.contains(row)).map(|row| format!("- {row}"));
        (response, old.chain(new).collect())
    }

    /// Delivers an interaction again, and asserts that this changes nothing. Returns the response.
    async fn assert_changes_nothing(&self, interaction: InteractionId, what: &str) -> String {
        let (response, changes) = self.changes(interaction).await;
        assert_eq!(changes, [""; 0], "{what}: {response}");
        response
    }
}

fn id(response: &ActionResult) -> InteractionId {
    assert_eq!(response.error(), None, "{response:?}");
    response.interaction.expect("the bot received the interaction")
}

/// The settings of games, as Ann, the owner of the server.
async fn settings(bot: &TestBot) -> Message {
    bot.press(bot.ann, &puzzle_settings(bot).await, "Games").await.message().clone()
}

async fn puzzle_settings(bot: &TestBot) -> Message {
    bot.command(bot.ann, "settings", json!({})).await.message().clone()
}

async fn set_hour(bot: &TestBot, hour: &str) -> ActionResult {
    bot.choose(bot.ann, &puzzle_settings(bot).await, "Daily puzzle…", hour).await
}

async fn preferences(bot: &TestBot) -> Message {
    bot.command(bot.ann, "preferences", json!({})).await.message().clone()
}

async fn press_preferences(bot: &TestBot, label: &str) -> ActionResult {
    bot.press(bot.ann, &preferences(bot).await, label).await
}

async fn block_ben(bot: &TestBot) -> ActionResult {
    let page = preferences(bot).await;
    let menu = find_select(&page, "Block people…").custom_id.clone();
    bot.discord.select(bot.ann, &page, &menu, &[&bot.ben.to_string()]).await
}

async fn unblock_ben(bot: &TestBot) -> ActionResult {
    let page = preferences(bot).await;
    let menu = find_select(&page, "Unblock somebody…").clone();
    bot.discord.select(bot.ann, &page, &menu.custom_id, &[&menu.choices[0].value]).await
}

async fn list_ann(bot: &TestBot, show: bool) -> ActionResult {
    bot.set_listed(bot.ann, show).await
}

/// Tries the first column of a puzzle.
async fn try_puzzle(bot: &TestBot, user: UserId, number: &str) -> InteractionId {
    let shown = bot.command(user, "daily", json!({ "number": number })).await;
    let message = shown.message();
    let column = message.buttons().find(|it| !it.disabled).expect("a column is open");
    let column = column.custom_id.as_deref().expect("it is pressed by its custom id");
    id(&bot.press_custom_id(user, message, column).await)
}

/// Confirms that a user's data is deleted.
async fn delete_data(bot: &TestBot, user: UserId) -> ActionResult {
    let question = bot.ask_delete(user).await;
    let deleted = bot.press(user, question.message(), "Delete my data").await;
    assert!(deleted.text().starts_with("🗑️ Done."), "{}", deleted.text());
    deleted
}

#[tokio::test]
async fn what_comes_again_undoes_nothing_newer() {
    let bot = TestBot::open("replays").await;
    let page = settings(&bot).await;
    let chosen = async |placeholder: &str, label: &str| {
        id(&bot.choose(bot.ann, &page, placeholder, label).await)
    };
    let theme = chosen("Look of the board…", "Crosses and rings").await;
    let no_reminders = id(&bot.press(bot.ann, &page, "Turn reminders off").await);
    chosen("Look of the board…", "Blue board, red and yellow discs").await;
    let page = settings(&bot).await;
    bot.press(bot.ann, &page, "Turn reminders on").await;

    let hour = id(&set_hour(&bot, "15:00 UTC").await);
    let off = id(&set_hour(&bot, "off").await);
    let puzzles = puzzle_settings(&bot).await;
    let here = id(&bot.press(bot.ann, &puzzles, "Puzzle here").await);
    id(&set_hour(&bot, "16:00 UTC").await);

    let no_pings = id(&press_preferences(&bot, "No pings on my turn").await);
    id(&press_preferences(&bot, "Ping me on my turn").await);
    let block = id(&block_ben(&bot).await);
    let unblock = id(&unblock_ben(&bot).await);
    id(&block_ben(&bot).await);
    let listed = id(&list_ann(&bot, true).await);
    id(&list_ann(&bot, false).await);

    let replays = Replays::of(&bot).await;
    for (interaction, what, shown) in [
        (theme, "the theme", "Look of the board: **Blue board, red and yellow discs**"),
        (no_reminders, "reminders", "🔔 Players are reminded before they lose on time."),
        (hour, "the hour of puzzles", "shortly after 16:00 UTC"),
        (off, "that puzzles are off", "shortly after 16:00 UTC"),
        (here, "where puzzles are posted", "shortly after 16:00 UTC"),
        (no_pings, "preferences", "You are pinged when it’s your turn"),
        (block, "a block", "🚫 Blocked (1): "),
        (unblock, "the end of a block", "🚫 Blocked (1): "),
        (listed, "the leaderboard's name", "🙈 Your name doesn’t show"),
    ] {
        let response = replays.assert_changes_nothing(interaction, what).await;
        assert!(response.contains(shown), "{what}: {response}");
    }
    bot.close_allowing(&REFUSED_RESPONSE).await;
}

#[tokio::test]
async fn a_deletion_that_comes_again_ends_no_newer_game() {
    let bot = TestBot::open("replays_deletion").await;
    bot.start_game(bot.ann, bot.ben).await;
    let listed = id(&list_ann(&bot, true).await);
    let tried = try_puzzle(&bot, bot.ann, "1").await;
    let deletion = id(&delete_data(&bot, bot.ann).await);
    let replays = Replays::of(&bot).await;
    replays.assert_changes_nothing(listed, "listing a deleted player").await;
    replays.assert_changes_nothing(tried, "a deleted player's try").await;
    let again = replays.assert_changes_nothing(deletion, "the deletion").await;
    assert!(again.starts_with("🗑️ Done."), "{again}");

    let board = bot.start_game(bot.ann, bot.ben).await;
    let again = replays.assert_changes_nothing(deletion, "the deletion, after a new game").await;
    assert!(again.starts_with("🗑️ Do you really"), "it asks again: {again}");
    assert!(bot.press(bot.ann, &board, "4").await.is_update());
    bot.close_allowing(&REFUSED_RESPONSE).await;
}

#[tokio::test]
async fn a_hint_that_comes_again_counts_in_no_later_turn() {
    let bot = TestBot::open("replays_hint").await;
    let board = bot.start_computer_game("easy").await;
    let hint = id(&bot.press(bot.ann, &board, "💡 Hint").await);
    bot.press(bot.ann, &board, "4").await;
    let replays = Replays::of(&bot).await;
    replays.assert_changes_nothing(hint, "a hint").await;
    bot.close_allowing(&REFUSED_RESPONSE).await;
}

#[tokio::test]
async fn nothing_that_comes_again_after_deletions_is_stored() {
    let bot = TestBot::open("replays_all").await;
    let recorded = Recorded::new(&bot, 0).await;
    bot.wait_idle().await;
    for user in recorded.people {
        delete_data(&bot, user).await;
    }
    // Two of them come back and play there, one does not.
    let [one, other, _] = recorded.people;
    let options = json!({ "opponent": other, "first": "me", "clock": "none" });
    let challenge = bot.discord.command(one, recorded.channel, "play", options).await;
    id(&bot.press(other, challenge.message(), "Accept").await);
    // What was refused as outdated then is outdated again.
    for number in ["260", "1"] {
        try_puzzle(&bot, one, number).await;
    }
    let replays = Replays::of(&bot).await;
    let mut applied = Vec::new();
    for (interaction, event) in recorded.interactions.iter().zip(&recorded.events) {
        let (_, changes) = replays.changes(*interaction).await;
        applied.extend((!changes.is_empty()).then(|| format!("{}: {changes:#?}", event["data"])));
    }
    assert!(applied.is_empty(), "{}", applied.join("\n"));
    println!("{} interactions were delivered again", recorded.interactions.len());
    bot.close_allowing(&REFUSED_RESPONSE).await;
}

#[tokio::test]
async fn applied_interactions_are_forgotten_after_an_hour() {
    let bot = TestBot::open("replays_forgotten").await;
    let mut sql = bot.database.sql().await;
    let applied = "SELECT count(*) FROM applied_interaction";
    list_ann(&bot, true).await;
    bot.advance(Duration::from_mins(59)).await;
    list_ann(&bot, false).await;
    bot.wait_scheduler().await;
    assert_eq!(sql.number(applied).await, 2);
    bot.advance(Duration::from_mins(2)).await;
    let forgotten = async || sql.number(applied).await == 1;
    wait_until_async("the older one is forgotten", forgotten).await;
    bot.close().await;
}
