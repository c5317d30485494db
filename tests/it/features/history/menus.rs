//! The commands in the menus of messages.

use crate::support::TestBot;

const REPLAY: &str = "Replay";
const REVIEW: &str = "Review";
const POSITION: &str = "Position in words";

#[tokio::test]
async fn a_finished_board_is_replayed_and_reviewed_from_its_menu() {
    let bot = TestBot::open("menu_finished").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let replay = bot.discord.message_command(bot.cleo, &over, REPLAY).await;
    assert!(replay.is_ephemeral() && replay.text().contains("7 moves follow."), "{replay:?}");
    let review = bot.discord.message_command(bot.cleo, &over, REVIEW).await;
    assert!(review.text().contains("🔍 **Review** of"), "{}", review.text());
    let position = bot.discord.message_command(bot.cleo, &over, POSITION).await;
    assert!(position.is_ephemeral() && position.text().contains("## 🏆 Ann wins!"), "{position:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_live_board_is_told_in_words_from_its_menu() {
    let bot = TestBot::open("menu_live").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    let position = bot.discord.message_command(bot.cleo, &board, POSITION).await;
    let column = "Column 4, from the bottom: Ann, Ben.";
    assert!(position.text().contains(column), "{}", position.text());
    for menu in [REPLAY, REVIEW] {
        let early = bot.discord.message_command(bot.cleo, &board, menu).await;
        TestBot::assert_refused(&early, "This game isn’t over yet.");
    }
    bot.close().await;
}

#[tokio::test]
async fn other_messages_have_no_game_in_their_menu() {
    let bot = TestBot::open("menu_other").await;
    let text = bot.discord.send_message(bot.ann, bot.channel, "🔴 **Ann** vs 🟡 **Ben**");
    let challenge = bot.open_challenge(bot.cleo).await.message().clone();
    bot.wait_idle().await;
    for menu in [REPLAY, REVIEW, POSITION] {
        let foreign = bot.discord.message_command(bot.ben, &text, menu).await;
        TestBot::assert_refused(&foreign, "That message isn’t mine");
        let none = bot.discord.message_command(bot.ben, &challenge, menu).await;
        TestBot::assert_refused(&none, "There’s no game in that message.");
    }
    bot.close().await;
}
