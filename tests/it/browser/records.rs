//! Leaderboard, statistics, history, replay, review and privacy pages in a browser.

use std::time::Duration;

use super::{Browser, DESKTOP, PHONE, in_browsers};
use crate::support::TestBot;

#[tokio::test]
async fn records_fit_on_a_desktop_and_on_a_phone() {
    let check = async |bot: &TestBot, [ann]: &[Browser; 1]| {
        play_for_days(bot).await;
        check_records(ann, "").await;
        ann.resize(PHONE).await;
        check_records(ann, "-phone").await;
        ann.resize(DESKTOP).await;
        share_animation(ann).await;
    };
    in_browsers("browser_records", ["ann"], check).await;
}

/// Plays games among three users for nine days, so that ratings change.
async fn play_for_days(bot: &TestBot) {
    let players = [bot.ann, bot.ben, bot.cleo];
    for day in 0..9 {
        for (one, other) in [(0, 1), (1, 2), (0, 2)] {
            let pair = if day % 3 == 2 { [other, one] } else { [one, other] };
            let pair = pair.map(|player| players[player]);
            let board = bot.start_rated_game(pair[0], pair[1]).await;
            let moves = if day % 2 == 0 { "1212121" } else { "44453327652333" };
            let board = bot.play_moves_as(pair, &board, moves).await;
            if board.button("Resign").is_some() {
                bot.resign(pair[1], &board).await;
            }
        }
        bot.advance(Duration::from_hours(24)).await;
    }
    for message in bot.discord.messages(bot.channel).into_iter().filter(|it| it.is_ephemeral()) {
        bot.discord.delete_message(message.channel_id, message.id);
    }
}

async fn check_records(ann: &Browser, size: &str) {
    ann.type_command("/leaderboard \n").await;
    ann.sees("🏆 Leaderboard · all time · by rating").await;
    check_and_dismiss(ann, &format!("leaderboard-rating{size}")).await;

    ann.type_command("/stats \n").await;
    let chart =
        "[...document.querySelectorAll('.picture img')].some((it) => it.naturalWidth === 800)";
    ann.wait_until("the rating chart has loaded", chart).await;
    check_and_dismiss(ann, &format!("stats{size}")).await;

    ann.type_command("/history \n").await;
    ann.sees("📜 Your finished games").await;
    check_and_dismiss(ann, &format!("history{size}")).await;

    open_replay(ann).await;
    check_and_dismiss(ann, &format!("replay{size}")).await;

    open_replay(ann).await;
    ann.press("Review").await;
    ann.sees("🔍 Review of").await;
    ann.sees("❗ Turning point").await;
    check_and_dismiss(ann, &format!("review{size}")).await;

    ann.type_command("/preferences \n").await;
    ann.sees("⚙️ Your preferences").await;
    ann.press("My data").await;
    ann.sees("I never read or store what people write.").await;
    check(ann, &format!("my-data{size}")).await;
    ann.press("Delete…").await;
    ann.sees("Do you really want to delete your data?").await;
    check_and_dismiss(ann, &format!("privacy{size}")).await;
}

/// Chooses a game in the list of finished games.
async fn open_replay(ann: &Browser) {
    ann.type_command("/history \n").await;
    ann.sees("📜 Your finished games").await;
    ann.click("Replay or review a game…").await;
    ann.click_at("//button[starts-with(normalize-space(), '#22 ')]").await;
    ann.sees("Before the first move. 14 moves follow.").await;
}

/// Checks that nothing overflows, saves a screenshot, and dismisses the response.
async fn check_and_dismiss(ann: &Browser, name: &str) {
    check(ann, name).await;
    ann.dismiss().await;
}

/// Takes a screenshot, in which nothing overflows.
async fn check(ann: &Browser, name: &str) {
    let fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
    ann.wait_until("nothing overflows", fits).await;
    let at_end = "(() => { const list = document.querySelector('#messages');\
                  return list.scrollHeight - list.scrollTop - list.clientHeight < 48; })()";
    ann.wait_until("the newest message is in view", at_end).await;
    ann.screenshot(name).await;
}

async fn share_animation(ann: &Browser) {
    open_replay(ann).await;
    ann.press("Share GIF").await;
    let animation = "[...document.querySelectorAll('.picture img')].some((it) => it.naturalWidth > 300 \
                 && it.src.endsWith('game.gif'))";
    ann.wait_until("the animation has loaded", animation).await;
    ann.screenshot("shared").await;
}
