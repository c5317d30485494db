//! A whole game and more, mostly on a large screen.

use serde_json::json;

use super::{Browser, DESKTOP, PHONE, STANDARD, in_browsers};

#[tokio::test]
async fn two_users_play_a_game_in_two_browsers() {
    in_browsers("browser", ["ann", "ben"], async |_, [ann, ben]| play(ann, ben).await).await;
}

async fn play(ann: &Browser, ben: &Browser) {
    challenge_and_accept(ann, ben).await;
    press_out_of_turn(ben, ann).await;
    move_in_turn([ann, ben], 1, "4435342").await;
    check_board(ann).await;
    check_board_on_phone(ben).await;
    cancel_resignation_from_list(ben).await;
    move_in_turn([ann, ben], 8, "6").await;
    win_with_the_last_move(ann, ben).await;
    check_leaderboard(ann).await;
    play_computer(ann).await;
    change_settings(ann).await;
    time_out(ann).await;
}

async fn challenge_and_accept(ann: &Browser, ben: &Browser) {
    ann.type_command("/pl").await;
    ann.sees("Play Four in a Row: challenge a friend or anyone, or play the computer").await;
    ann.type_command("ay opponent:Ben\tfirst:me\t").await;
    assert_eq!(ann.text_of("#line").await, "/play\nopponent\n@Ben\nfirst\nme");
    ann.type_command("\n").await;

    for browser in [ann, ben] {
        browser.sees("⚔️ @Ben, Ann challenges you!").await;
        browser.sees("Ann goes first").await;
        assert_eq!(browser.button_rows().await, json!([["Accept", "Decline"]]));
    }
    assert_eq!(ben.count(".message.pinged").await, 1, "the challenge pings Ben");
    assert_eq!(ann.count(".message.pinged").await, 0, "the challenge does not ping Ann");
    assert_eq!(ann.count(".badge[aria-label='1 ping']").await, 1, "Ben has one to look at");
    ben.screenshot("challenge-dark").await;

    ben.press("Accept").await;
    for browser in [ann, ben] {
        browser.sees("@Ann, your move").await;
        assert_eq!(
            browser.button_rows().await,
            json!([["1", "2", "3", "4"], ["5", "6", "7"], ["Offer draw", "Take back", "Resign"]])
        );
    }
}

async fn play_computer(ann: &Browser) {
    ann.type_command("/play level:easy\tclock:1 day\tfirst:me\t").await;
    assert_eq!(ann.text_of("#line").await, "/play\nlevel\neasy\nclock\n1 day\nfirst\nme");
    ann.type_command("\n").await;
    ann.sees(":zz: Ann vs :zy: Fourfall (easy)").await;
    ann.press("4").await;
    ann.sees(":dz:").await;
    ann.sees("@Ann, your move").await;
    ann.screenshot("computer-dark").await;
    ann.press("Hint").await;
    ann.press("Show me").await;
    ann.sees(":ea:").await;
    ann.resize(PHONE).await;
    ann.wait_until("nothing overflows", "document.documentElement.scrollWidth <= 360").await;
    ann.screenshot("hint-phone-dark").await;
    ann.resize(DESKTOP).await;
}

async fn press_out_of_turn(presser: &Browser, other: &Browser) {
    presser.press("4").await;
    presser.sees("It’s Ann’s turn.").await;
    assert!(presser.text_of(".message.private").await.contains("Only you can see this"));
    // Events arrive in order, so the other browser would have the message by now.
    other.type_command("Take your time\n").await;
    other.sees("Take your time").await;
    presser.sees("Take your time").await;
    assert_eq!(other.count(".message.private").await, 0, "the message is ephemeral");

    presser.dismiss().await;
}

async fn move_in_turn(players: [&Browser; 2], first: usize, columns: &str) {
    for (number, column) in (first..).zip(columns.chars()) {
        players[(number + 1) % 2].press(&column.to_string()).await;
        for browser in players {
            let mover = ["Ann", "Ben"][number % 2];
            browser.sees(&format!("@{mover}, your move")).await;
        }
    }
}

async fn check_board(ann: &Browser) {
    ann.assert_board_complete(STANDARD).await;
    ann.screenshot("game-dark").await;
    ann.click("Dark or light").await;
    ann.wait_until("the theme is light", "document.documentElement.dataset.theme === 'light'")
        .await;
    ann.screenshot("game-light").await;
    ann.click("Dark or light").await;
    ann.wait_until("the theme is dark", "document.documentElement.dataset.theme === 'dark'").await;
}

async fn check_board_on_phone(ben: &Browser) {
    ben.resize(PHONE).await;
    ben.wait_until("nothing overflows", "document.documentElement.scrollWidth <= 360").await;
    ben.assert_board_complete(STANDARD).await;
    let rows = "[...document.querySelectorAll('.row')].every((row) =>\
                new Set([...row.children].map((it) => it.offsetTop)).size === 1)";
    ben.wait_until("no row of buttons wraps", rows).await;
    ben.wait_until("the board and its buttons are in view", "(() => {\
         const list = document.querySelector('#messages').getBoundingClientRect();\
         const board = [...document.querySelectorAll('.message:has(.rows)')].pop().getBoundingClientRect();\
         return board.top >= list.top && board.bottom <= list.bottom; })()",
    )
    .await;
    ben.screenshot("phone-dark").await;
    ben.resize(DESKTOP).await;
}

async fn cancel_resignation_from_list(ben: &Browser) {
    ben.type_command("/games \n").await;
    ben.sees("🟡 against Ann · your turn · move 8").await;
    ben.click("Resign a game…").await;
    ben.click("Against Ann, move 8").await;
    ben.sees("Do you really want to resign your game against Ann?").await;
    ben.press("Keep playing").await;
    ben.sees("🟡 against Ann · your turn · move 8").await;
    ben.dismiss().await;
}

async fn win_with_the_last_move(winner: &Browser, loser: &Browser) {
    winner.press("1").await;
    for browser in [winner, loser] {
        browser.sees("wins!").await;
        assert_eq!(browser.count(".message .content img[alt=':do:']").await, 4);
        assert_eq!(
            browser.button_rows().await,
            json!([["Rematch", "Share GIF"], ["Replay", "Review"]])
        );
        browser.assert_board_complete(STANDARD).await;
    }
    winner.screenshot("win-dark").await;
}

async fn check_leaderboard(ann: &Browser) {
    ann.type_command("/leaderboard \n").await;
    ann.sees("🏆 Leaderboard").await;
    ann.sees("Ann · 1662? · 1 win").await;
    ann.sees("Ben · 1338? · 1 loss").await;
    ann.screenshot("leaderboard").await;
}

async fn time_out(ann: &Browser) {
    ann.click("1 day").await;
    ann.sees("🤖 Fourfall wins!").await;
    ann.sees("⌛ Ann ran out of time.").await;
}

async fn change_settings(ann: &Browser) {
    ann.type_command("/settings \n").await;
    ann.sees("🧩 The daily puzzle isn’t posted").await;
    ann.press("Games").await;
    ann.sees("🎨 Look of the board: Blue board, red and yellow discs").await;
    ann.click("Look of the board: Blue board, red and yellow discs").await;
    ann.click("Look of the board: Red and blue discs").await;
    ann.sees("🎨 Look of the board: Red and blue discs").await;
    ann.screenshot("settings-dark").await;
    ann.press("Limits").await;
    ann.sees("📍 Games can start in every channel.").await;
    ann.click("Channels for games…").await;
    ann.click("#games").await;
    ann.click("#general").await;
    ann.press_escape().await;
    ann.sees("📍 Games can start in #general, #games").await;
    ann.resize(PHONE).await;
    ann.wait_until("nothing overflows", "document.documentElement.scrollWidth <= 360").await;
    ann.screenshot("settings-phone-dark").await;
    ann.resize(DESKTOP).await;
}
