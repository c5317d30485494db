//! Games against the computer.

use serde_json::json;

use crate::support::{Arcade, EMPTY_CELLS, carried_by, quick, until};

/// A game that the second one wins, without a column that fills up.
const LOST: &str = "31212121";

#[tokio::test]
async fn a_level_begins_a_game_at_once() {
    let arcade = Arcade::open("computer_level").await;
    let board = arcade.begin_alone("hard").await;
    let turn = format!("🔴 <@{}>, your move · move 1", arcade.ann);
    let title = "🔴 **Ann** vs 🟡 **Fourfall** (hard)\n";
    assert_eq!(board.content, format!("{title}{EMPTY_CELLS}{turn}"));
    assert_eq!(board.labels(), ["1", "2", "3", "4", "5", "6", "7", "Take back", "Resign"]);
    assert_eq!(board.pings, []);
    arcade.close().await;
}

#[tokio::test]
async fn whoever_challenges_the_bot_plays_it() {
    let arcade = Arcade::open("computer_named").await;
    let bot = arcade.playground.application_id();
    let options = json!({ "opponent": bot, "first": "me" });
    let medium = arcade.command(arcade.ann, "play", options).await;
    assert!(medium.text().starts_with("🔴 **Ann** vs 🟡 **Fourfall** (medium)"));
    let options = json!({ "opponent": bot, "level": "perfect", "first": "me" });
    let perfect = arcade.command(arcade.ben, "play", options).await;
    assert!(perfect.text().starts_with("🔴 **Ben** vs 🟡 **Fourfall** (perfect)"));
    let menu = "Challenge to Four in a Row";
    let menu = arcade.playground.user_command(arcade.cleo, arcade.games, menu, bot).await;
    let title = menu.text().lines().next().unwrap();
    assert!(title.contains("**Cleo**") && title.contains("**Fourfall** (medium)"), "{title}");
    assert!(menu.text().contains(&format!("<@{}>, your move", arcade.cleo)));
    arcade.close().await;
}

#[tokio::test]
async fn a_level_is_for_the_computer_alone() {
    let arcade = Arcade::open("computer_level_of_person").await;
    let options = json!({ "opponent": arcade.ben, "level": "hard" });
    let answer = arcade.command(arcade.ann, "play", options).await;
    Arcade::refused(&answer, "**Ben** plays as well as they can. Leave the level out");
    let robot = arcade.playground.add_bot("Robot");
    let options = json!({ "opponent": robot, "level": "hard" });
    let answer = arcade.command(arcade.ann, "play", options).await;
    Arcade::refused(&answer, "**Robot** is a bot and can’t press buttons.");
    arcade.close().await;
}

#[tokio::test]
async fn the_computer_plays_where_nobody_else_is() {
    let arcade = Arcade::open_with("computer_direct", quick(LOST)).await;
    let channel = arcade.playground.channel("dm:ann");
    let options = json!({ "level": "easy", "first": "me", "clock": "none" });
    let board = arcade.playground.command(arcade.ann, channel, "play", options).await;
    let board = arcade.press(arcade.ann, board.message(), "3").await;
    assert!(board.text().ends_with("move 3"), "{}", board.text());
    let open = arcade.playground.command(arcade.ann, channel, "play", json!({})).await;
    Arcade::refused(&open, "Nobody else can see this chat. Pick a level");
    arcade.close().await;
}

#[tokio::test]
async fn both_discs_come_in_one_update() {
    let arcade = Arcade::open_with("computer_one_call", quick("4355")).await;
    let board = arcade.begin_alone("easy").await;
    let before = arcade.playground.requests().len();
    let answer = arcade.press(arcade.ann, &board, "4").await;
    assert!(answer.is_update(), "{answer:?}");
    let turn = format!("🔴 <@{}>, your move · move 3", arcade.ann);
    assert!(answer.text().ends_with(&turn), "{}", answer.text());
    assert!(answer.text().contains("1️⃣2️⃣🔽4️⃣5️⃣6️⃣7️⃣"), "{}", answer.text());
    assert!(
        answer.text().contains("\n🔵🔵🟡🔴🔵🔵🔵\n**Fourfall** played column 3. 🔴"),
        "{}",
        answer.text()
    );
    let calls = arcade.playground.requests().split_off(before);
    assert_eq!(calls.len(), 1, "{calls:#?}");
    assert_eq!(calls[0].body["type"], 7);

    let dropped = arcade.command(arcade.ann, "drop", json!({ "column": "5" })).await;
    assert!(dropped.is_new() && !dropped.is_ephemeral());
    assert!(dropped.text().ends_with("move 5"), "{}", dropped.text());
    let again = arcade.command(arcade.ann, "board", json!({})).await;
    assert_eq!(again.text(), dropped.text());
    arcade.close().await;
}

#[tokio::test]
async fn the_computer_opens_in_the_first_answer() {
    let arcade = Arcade::open_with("computer_opens", quick("4")).await;
    let options = json!({ "level": "medium", "first": "opponent", "clock": "none" });
    let answer = arcade.command(arcade.ann, "play", options).await;
    assert!(answer.is_new());
    assert!(answer.text().starts_with("🔴 **Fourfall** (medium) vs 🟡 **Ann**\n"));
    assert!(
        answer.text().contains("🔵🔵🔵🔴🔵🔵🔵\n**Fourfall** played column 4. 🟡"),
        "{}",
        answer.text()
    );
    let turn = format!("🟡 <@{}>, your move · move 2", arcade.ann);
    assert!(answer.text().ends_with(&turn), "{}", answer.text());
    arcade.close().await;
}

#[tokio::test]
async fn a_player_has_one_live_game_per_channel() {
    let arcade = Arcade::open_with("computer_busy", quick("44")).await;
    let board = arcade.begin_alone("easy").await;
    arcade.press(arcade.ann, &board, "4").await;
    let again = arcade.command(arcade.ann, "play", json!({ "level": "hard" })).await;
    Arcade::refused(&again, "You already have a game in this channel");
    assert!(again.text().contains(&board.link()), "{}", again.text());
    let person = arcade.command(arcade.ann, "play", json!({ "opponent": arcade.ben })).await;
    Arcade::refused(&person, "You already have a game in this channel");
    let other = arcade.command(arcade.ben, "play", json!({ "opponent": arcade.ann })).await;
    Arcade::refused(&other, "**Ann** already has a game in this channel.");
    let options = json!({ "level": "easy", "first": "me" });
    let beside = arcade.command(arcade.ben, "play", options).await;
    assert!(beside.text().starts_with("🔴 **Ben** vs 🟡 **Fourfall** (easy)"));
    arcade.close().await;
}

#[tokio::test]
async fn the_same_command_delivered_twice_begins_one_game() {
    let arcade = Arcade::open_with("computer_twice", quick("4")).await;
    let options = json!({ "level": "easy", "first": "opponent" });
    let answer = arcade.command(arcade.ann, "play", options).await;
    let refused = || arcade.playground.requests().iter().filter(|it| it.status == 400).count();
    arcade.playground.redeliver(answer.interaction.unwrap());
    until("the second answer is refused", || refused() == 1).await;
    let second = arcade.playground.requests().into_iter().rfind(|it| it.status == 400).unwrap();
    assert_eq!(second.body["data"]["content"], answer.text(), "the same board");
    let games = arcade.command(arcade.ann, "games", json!({})).await;
    assert_eq!(games.text().matches("against").count(), 1, "{}", games.text());
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn a_game_goes_on_to_its_end_and_counts_for_nobody() {
    let arcade = Arcade::open("computer_end").await;
    let mut board = arcade.begin_alone("easy").await;
    while board.labels() != ["Rematch", "Replay", "Review"] {
        let open = board.buttons().find(|button| !button.disabled).unwrap().label.clone().unwrap();
        let answer = arcade.press(arcade.ann, &board, &open).await;
        assert!(answer.is_update(), "{answer:?}");
        board = answer.message().clone();
    }
    let end = board.content.lines().last().unwrap();
    assert!(end.contains("wins with 4 in a row") || end.contains("A draw"), "{end}");
    counts_for_nobody(&arcade).await;
    arcade.close().await;
}

async fn counts_for_nobody(arcade: &Arcade) {
    let stats = arcade.command(arcade.ann, "stats", json!({})).await;
    assert!(stats.text().contains("Everywhere: 0 wins · 0 losses · 0 draws\n"), "{}", stats.text());
    assert!(stats.text().contains("\nAgainst me ("), "it is counted apart: {}", stats.text());
    let bot = arcade.playground.application_id();
    let stats = arcade.command(arcade.ann, "stats", json!({ "player": bot })).await;
    Arcade::refused(&stats, "**Fourfall** hasn’t finished a game yet.");
    let leaders = arcade.command(arcade.ann, "leaderboard", json!({})).await;
    Arcade::refused(&leaders, "Nobody has finished a game in this server yet.");
}

#[tokio::test]
async fn the_computer_wins_by_name() {
    let arcade = Arcade::open_with("computer_wins", quick(LOST)).await;
    let mut board = arcade.begin_alone("perfect").await;
    for column in ["3", "2", "2", "2"] {
        board = arcade.press(arcade.ann, &board, column).await.message().clone();
    }
    let end = "🟡 **Fourfall** wins with 4 in a row, vertical, column 1!";
    assert!(board.content.ends_with(end), "{}", board.content);
    assert_eq!(board.labels(), ["Rematch", "Replay", "Review"]);
    counts_for_nobody(&arcade).await;
    arcade.close().await;
}

#[tokio::test]
async fn a_resignation_is_asked_once_more_and_the_rematch_begins_at_once() {
    let arcade = Arcade::open_with("computer_resign", quick(LOST)).await;
    let board = arcade.begin_alone("hard").await;
    let board = arcade.press(arcade.ann, &board, "3").await.message().clone();
    let asked = arcade.press(arcade.ann, &board, "Resign").await.message().clone();
    assert!(asked.content.ends_with("🏳️ **Ann**, do you really want to resign?"));
    let forged = carried_by(&asked, "Really resign");
    let forged = format!("{}2", forged.strip_suffix('1').unwrap());
    let answer = arcade.forge(arcade.ann, &asked, &forged).await;
    Arcade::refused(&answer, "I don’t know this button any more.");
    let over = arcade.press(arcade.ann, &asked, "Really resign").await.message().clone();
    assert!(over.content.ends_with("🏳️ **Ann** resigns. 🟡 **Fourfall** wins!"));
    counts_for_nobody(&arcade).await;

    let stranger = arcade.press(arcade.ben, &over, "Rematch").await;
    Arcade::refused(&stranger, "Only the two who played can have a rematch.");
    let next = arcade.press(arcade.ann, &over, "Rematch").await;
    assert!(next.is_new() && !next.is_ephemeral(), "{next:?}");
    assert!(next.text().starts_with("🔴 **Fourfall** (hard) vs 🟡 **Ann**\n"), "{}", next.text());
    assert!(next.text().ends_with("your move · move 2"), "{}", next.text());
    let again = arcade.press(arcade.ann, &over, "Rematch").await;
    Arcade::refused(&again, "You already have a game in this channel");
    arcade.close().await;
}

#[tokio::test]
async fn games_against_the_computer_are_listed() {
    let arcade = Arcade::open_with("computer_games", quick("44")).await;
    let board = arcade.begin_alone("hard").await;
    arcade.press(arcade.ann, &board, "4").await;
    let games = arcade.command(arcade.ann, "games", json!({})).await.message().clone();
    let line =
        format!("🔴 against **Fourfall (hard)** · **your turn** · move 3 · {}", board.link());
    assert!(games.content.contains(&line), "{}", games.content);
    let select = games.rows[0][0].select().unwrap();
    assert_eq!(select.choices[0].label, "Against Fourfall (hard), move 3");
    arcade.close().await;
}
