//! Finished games and records, looked back on in a browser.

use std::time::Duration;

use super::{Browser, DESKTOP, PHONE, in_browsers};
use crate::support::Arcade;

#[tokio::test]
async fn records_are_looked_at_on_a_screen_and_on_a_phone() {
    let look = async |arcade: &Arcade, [ann]: &[Browser; 1]| {
        play_for_days(arcade).await;
        look_back(ann, "").await;
        ann.resize(PHONE).await;
        look_back(ann, "-phone").await;
        ann.resize(DESKTOP).await;
        share(ann).await;
    };
    in_browsers("browser_records", ["ann"], look).await;
}

/// Some games of three, so that ratings move.
async fn play_for_days(arcade: &Arcade) {
    let players = [arcade.ann, arcade.ben, arcade.cleo];
    for day in 0..9 {
        for (one, other) in [(0, 1), (1, 2), (0, 2)] {
            let pair = if day % 3 == 2 { [other, one] } else { [one, other] };
            let pair = pair.map(|player| players[player]);
            let board = arcade.begin(pair[0], pair[1]).await;
            let moves = if day % 2 == 0 { "1212121" } else { "44453327652333" };
            let board = arcade.moves_of(pair, &board, moves).await;
            if board.button("Resign").is_some() {
                let asked = arcade.press(pair[1], &board, "Resign").await.message().clone();
                arcade.press(pair[1], &asked, "Really resign").await;
            }
        }
        arcade.wait(Duration::from_hours(24)).await;
    }
}

async fn look_back(ann: &Browser, size: &str) {
    ann.write("/leaderboard \n").await;
    ann.sees("🏆 Leaderboard · this server · all time · by rating").await;
    finish(ann, &format!("leaderboard-rating{size}")).await;

    ann.write("/stats \n").await;
    ann.sees("Best first move: column").await;
    let drawn =
        "[...document.querySelectorAll('.picture img')].some((it) => it.naturalWidth === 800)";
    ann.until("the rating is drawn", drawn).await;
    finish(ann, &format!("stats{size}")).await;

    ann.write("/history \n").await;
    ann.sees("📜 Ann: finished games").await;
    finish(ann, &format!("history{size}")).await;

    ann.write("/replay 23\n").await;
    ann.sees("Before the first move. 14 moves follow.").await;
    ann.press("⏭").await;
    ann.sees("Move 14 of 14").await;
    finish(ann, &format!("replay{size}")).await;

    ann.write("/review 23\n").await;
    ann.sees("🔍 Review of").await;
    ann.sees("🔀 Turning point").await;
    finish(ann, &format!("review{size}")).await;

    ann.write("/privacy delete \n").await;
    ann.sees("Do you really want to delete your data?").await;
    finish(ann, &format!("privacy{size}")).await;
}

/// Takes a picture, sees that nothing sticks out, and puts the answer away.
async fn finish(ann: &Browser, name: &str) {
    let fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
    ann.until("nothing sticks out", fits).await;
    let at_end = "(() => { const list = document.querySelector('#messages');\
                  return list.scrollHeight - list.scrollTop - list.clientHeight < 48; })()";
    ann.until("the end is in view", at_end).await;
    ann.picture(name).await;
    ann.dismiss().await;
}

async fn share(ann: &Browser) {
    ann.write("/replay 23\n").await;
    ann.sees("Before the first move. 14 moves follow.").await;
    ann.press("Share as animation").await;
    let plays = "[...document.querySelectorAll('.picture img')].some((it) => it.naturalWidth > 300 \
                 && it.src.endsWith('game.gif'))";
    ann.until("the animation is there", plays).await;
    ann.picture("shared").await;
}
