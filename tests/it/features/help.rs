//! `/help`.

use serde_json::json;

use crate::support::TestBot;

#[tokio::test]
async fn help_has_seven_lines_and_a_way_to_play() {
    let bot = TestBot::open("help").await;
    let help = bot.command(bot.ann, "help", json!({})).await;
    assert!(help.is_ephemeral() && help.text().contains("**Four in a row** win"), "{help:?}");
    assert_eq!(help.text().lines().count(), 7);
    let menu = bot.press(bot.ann, help.message(), "Play now").await;
    assert!(menu.is_update() && menu.is_ephemeral(), "{menu:?}");
    assert!(menu.message().button("Invite anyone").is_some());
    bot.close().await;
}
