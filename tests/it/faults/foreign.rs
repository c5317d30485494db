//! Another process that answers the bot's interactions, with the same token.

use std::time::Duration;

use serde_json::json;
use tracing::Level;

use crate::support::{RecordedLog, TestBot, wait_until};

const WARNING: &str = "another process answers with this bot's token";
const REFUSED: &str = "400 POST /interactions/*/*/callback";

/// Has Ann press a button, and another process answer before the bot does.
async fn answer_elsewhere(bot: &TestBot) {
    let help = bot.command(bot.ann, "help", json!({})).await.message().clone();
    let press = bot.discord.prepare_press(bot.ann, &help, "u1");
    bot.discord.answer_elsewhere(press);
    bot.discord.redeliver(press);
}

async fn wait_refused(bot: &TestBot, times: usize) {
    let refused = || bot.discord.requests().iter().filter(|it| it.status == 400).count();
    wait_until("Discord refuses the bot's answer", || refused() == times).await;
}

#[tokio::test]
async fn another_process_is_warned_of_once_a_minute() {
    let bot = TestBot::builder("foreign").gateway().open().await;
    let log = RecordedLog::start(Level::WARN);
    answer_elsewhere(&bot).await;
    log.wait_for(WARNING, 1).await;
    answer_elsewhere(&bot).await;
    wait_refused(&bot, 2).await;
    bot.advance(Duration::from_mins(1)).await;
    answer_elsewhere(&bot).await;
    log.wait_for(WARNING, 2).await;
    bot.close_expecting(&[REFUSED]).await;
    assert_eq!(log.text().matches(WARNING).count(), 2, "{}", log.text());
}

#[tokio::test]
async fn a_repeated_delivery_is_no_other_process() {
    let bot = TestBot::builder("foreign_repeated").gateway().open().await;
    let log = RecordedLog::start(Level::WARN);
    let help = bot.command(bot.ann, "help", json!({})).await;
    bot.discord.redeliver(help.interaction.unwrap());
    wait_refused(&bot, 1).await;
    bot.close_expecting(&[REFUSED]).await;
    assert!(!log.text().contains(WARNING), "{}", log.text());
}
