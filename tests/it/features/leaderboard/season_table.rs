//! The table of a season: its first against each other, and a challenge to one of them.

use fake_discord::{Message, UserId};
use serde_json::json;

use super::{
    people::{hide, reset},
    seasons::{DAY, leaderboard, open_settings, posts, press},
    standing::settle,
};
use crate::support::{TestBot, find_select, wait_until};

const SELECT: &str = "Challenge…";
const UNKNOWN: &str = "I don’t know this button anymore";

/// Has Ann be the champion of season 1, and Cleo have lost to both others.
async fn play_season_1(bot: &TestBot) {
    bot.set_listed(bot.ann, true).await;
    press(bot, &open_settings(bot).await, "Start season 1").await;
    bot.play_won_game([bot.ann, bot.ben]).await;
    bot.play_won_game([bot.ann, bot.cleo]).await;
    bot.database.sql().await.run("UPDATE rating SET value = 1500, deviation = 60").await;
    bot.play_won_game([bot.ben, bot.ann]).await;
    bot.play_won_game([bot.ann, bot.ben]).await;
    bot.play_won_game([bot.ben, bot.cleo]).await;
    bot.advance(DAY).await;
}

/// Opens the table of the season that runs.
async fn open_table(bot: &TestBot, user: UserId) -> Message {
    let board = bot.command(user, "leaderboard", json!({})).await;
    let table = bot.press(user, board.message(), "Table").await;
    assert!(table.is_update() && table.is_ephemeral(), "{table:?}");
    table.message().clone()
}

#[tokio::test]
async fn the_end_of_a_season_names_its_champion_and_rivals() {
    let bot = TestBot::open("season_champion").await;
    play_season_1(&bot).await;
    press(&bot, &open_settings(&bot).await, "Start season 2").await;
    wait_until("the end is posted", || posts(&bot).len() == 1).await;
    settle(&bot).await;
    let expected = "🏆 **Season 1 is over!** The champion: **Ann**\n\
                    🥇 Ann · 3 wins · 1 loss\n\
                    🥈 Ben · 2 wins · 2 losses\n\
                    **3** Cleo · 2 losses\n\
                    📈 **Ben** climbed the most: 1500 → 1510\n\
                    ⚔️ **Ann** and **Ben** played 3 games: 2 to 1\n\
                    -# Season 2 has begun.";
    let end = &posts(&bot)[0];
    assert_eq!(end.content, expected);
    assert!(end.mentions.is_empty(), "{end:?}");

    hide(&bot, bot.ann).await;
    settle(&bot).await;
    let expected = expected
        .replace(" The champion: **Ann**", "")
        .replace("🥇 Ann", "🥇 a hidden player")
        .replace("⚔️ **Ann** and **Ben** played 3 games: 2 to 1\n", "");
    assert_eq!(posts(&bot)[0].content, expected);
    bot.delete_data(bot.ben).await;
    settle(&bot).await;
    let expected = expected
        .replace("🥈 Ben", "🥈 a deleted player")
        .replace("📈 **Ben** climbed the most: 1500 → 1510\n", "");
    assert_eq!(posts(&bot)[0].content, expected);

    let table = bot.press(bot.cleo, &posts(&bot)[0], "Table").await;
    let kept = "🏆 **Season 1** · who beat whom\n\
                ```\n  1 2 \n1 – 1 a deleted p…\n2 0 – Cleo\n```\n\
                -# A row shows how often somebody has beaten 1, 2, 3… A dot: not played.";
    assert!(table.is_ephemeral() && table.message().labels() == ["Back"], "{table:?}");
    assert_eq!(table.text(), kept);
    bot.close().await;
}

#[tokio::test]
async fn the_table_of_a_season_offers_whom_one_has_not_played() {
    let bot = TestBot::open("season_table").await;
    play_season_1(&bot).await;
    let expected = "🏆 **Season 1** · who beat whom\n\
                    ```\n  1 2 3 \n1 – 2 1 Ann\n2 1 – 1 Ben\n3 0 0 – Cleo\n```\n\
                    -# A row shows how often somebody has beaten 1, 2, 3… A dot: not played.";
    let all = open_table(&bot, bot.ann).await;
    assert_eq!(all.labels(), ["Back"], "she has played both");
    assert_eq!(all.content, expected);
    let back = bot.press(bot.ann, &all, "Back").await;
    assert!(back.is_update() && back.text().contains(" · season 1 · "), "{back:?}");
    let dora = bot.discord.add_user("Dora");
    bot.play_won_game([dora, bot.cleo]).await;
    let table = open_table(&bot, dora).await;
    let expected = "🏆 **Season 1** · who beat whom\n\
                    ```\n  1 2 3 4 \n1 – 2 · 1 Ann\n2 1 – · 1 Ben\n3 · · – 1 Dora\n4 0 0 0 – Cleo\n```\n\
                    -# A row shows how often somebody has beaten 1, 2, 3… A dot: not played.\n\
                    You haven’t played: Ann, Ben";
    assert_eq!(table.content, expected);
    let labels = |table: &Message| {
        let choices = find_select(table, SELECT).choices.iter();
        choices.map(|it| it.label.clone()).collect::<Vec<_>>()
    };
    assert_eq!(labels(&table), ["Ann", "Ben"]);
    let challenge = bot.posted(&bot.choose(dora, &table, SELECT, "Ben").await).await;
    assert_eq!(challenge.pings, [bot.ben]);
    bot.press(bot.ben, &challenge, "Accept").await;

    // A game from before a reset counts no more.
    reset(&bot, bot.ben).await;
    bot.play_won_game([bot.ben, bot.ann]).await;
    let table = open_table(&bot, bot.cleo).await;
    assert_eq!(labels(&table), ["Ben"]);
    bot.close().await;
}

#[tokio::test]
async fn only_who_is_in_the_season_is_challenged_by_its_table() {
    let bot = TestBot::open("season_table_forged").await;
    let board = leaderboard(&bot).await;
    let gone = bot.press_custom_id(bot.ann, &board, "l13:1").await;
    TestBot::assert_refused(&gone, UNKNOWN);
    let none = bot.press_custom_id(bot.ann, &board, &format!("p12:{}", bot.ben)).await;
    TestBot::assert_refused(&none, UNKNOWN);
    press(&bot, &open_settings(&bot).await, "Start season 1").await;
    let empty = open_table(&bot, bot.ann).await;
    assert_eq!(empty.content, "🏆 **Season 1** · who beat whom\nNobody is on this list.");
    let unknown = bot.press_custom_id(bot.ann, &board, &format!("p12:{}", bot.ben)).await;
    TestBot::assert_refused(&unknown, "I have no games by this player.");
    bot.play_won_game([bot.ann, bot.ben]).await;
    let own = bot.press_custom_id(bot.ann, &board, &format!("p12:{}", bot.ann)).await;
    TestBot::assert_refused(&own, "You can’t challenge yourself.");
    bot.close().await;
}
