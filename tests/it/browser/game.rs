//! A whole game and more, on a large screen.

use serde_json::json;

use super::{Browser, DESKTOP, PHONE, STANDARD, in_browsers};

#[tokio::test]
async fn two_people_play_a_game_in_their_browsers() {
    in_browsers("browser", ["ann", "ben"], async |_, [ann, ben]| play(ann, ben).await).await;
}

async fn play(ann: &Browser, ben: &Browser) {
    challenge_and_accept(ann, ben).await;
    press_out_of_turn(ben, ann).await;
    move_in_turn([ann, ben], 1, "4435342").await;
    look_at_the_board(ann).await;
    look_at_the_board_on_a_phone(ben).await;
    almost_resign_from_the_list(ben).await;
    move_in_turn([ann, ben], 8, "6").await;
    win_with_the_last_move(ann, ben).await;
    ask_for_the_leaderboard(ann).await;
    play_the_computer(ann).await;
    change_the_settings(ann).await;
    run_out_of_time(ann).await;
}

async fn challenge_and_accept(ann: &Browser, ben: &Browser) {
    ann.write("/pl").await;
    ann.sees("Play Four in a Row: challenge a friend or anyone, or play the computer").await;
    ann.write("ay opponent:Ben\tfirst:me\t").await;
    assert_eq!(ann.text_of("#line").await, "/play\nopponent\n@Ben\nfirst\nme");
    ann.write("\n").await;

    for reader in [ann, ben] {
        reader.sees("⚔️ @Ben, Ann challenges you to Four in a Row!").await;
        reader.sees("Ann goes first.").await;
        assert_eq!(reader.rows_of_buttons().await, json!([["Accept", "Decline", "Cancel"]]));
    }
    assert_eq!(ben.count(".message.pinged").await, 1, "Ben is the one who was asked");
    assert_eq!(ann.count(".message.pinged").await, 0, "Ann was not");
    ben.picture("challenge-dark").await;

    ben.press("Accept").await;
    for reader in [ann, ben] {
        reader.sees("🔴 @Ann, your move · move 1").await;
        assert_eq!(
            reader.rows_of_buttons().await,
            json!([["1", "2", "3", "4"], ["5", "6", "7"], ["Draw", "Take back", "Resign"]])
        );
    }
}

async fn play_the_computer(ann: &Browser) {
    ann.write("/play level:easy\tfirst:me\t").await;
    assert_eq!(ann.text_of("#line").await, "/play\nlevel\neasy\nfirst\nme");
    ann.write("\n").await;
    ann.sees("🔴 Ann vs 🟡 Fourfall (easy)").await;
    ann.press("4").await;
    ann.sees("🔴 @Ann, your move · move 3").await;
    ann.picture("computer-dark").await;
    ann.write("/hint \n").await;
    ann.sees("💡 Best: ").await;
    ann.resize(PHONE).await;
    ann.until("nothing sticks out", "document.documentElement.scrollWidth <= 360").await;
    ann.picture("hint-phone-dark").await;
    ann.resize(DESKTOP).await;
}

async fn press_out_of_turn(hasty: &Browser, other: &Browser) {
    hasty.press("4").await;
    hasty.sees("It’s Ann’s turn.").await;
    assert!(hasty.text_of(".message.private").await.contains("Only you can see this"));
    // What the server sends comes in order, so the other one would have it by now.
    other.write("Take your time\n").await;
    other.sees("Take your time").await;
    hasty.sees("Take your time").await;
    assert_eq!(other.count(".message.private").await, 0, "it was for the presser alone");

    hasty.dismiss().await;
}

async fn move_in_turn(players: [&Browser; 2], first: usize, columns: &str) {
    for (number, column) in (first..).zip(columns.chars()) {
        players[(number + 1) % 2].press(&column.to_string()).await;
        for reader in players {
            reader.sees(&format!("your move · move {}", number + 1)).await;
        }
    }
}

async fn look_at_the_board(ann: &Browser) {
    ann.shows_a_whole_board(STANDARD).await;
    ann.picture("game-dark").await;
    ann.click("Dark or light").await;
    ann.until("it is light", "document.documentElement.dataset.theme === 'light'").await;
    ann.picture("game-light").await;
    ann.click("Dark or light").await;
    ann.until("it is dark", "document.documentElement.dataset.theme === 'dark'").await;
}

async fn look_at_the_board_on_a_phone(ben: &Browser) {
    ben.resize(PHONE).await;
    ben.until("nothing sticks out", "document.documentElement.scrollWidth <= 360").await;
    ben.shows_a_whole_board(STANDARD).await;
    let rows = "[...document.querySelectorAll('.row')].every((row) =>\
                new Set([...row.children].map((it) => it.offsetTop)).size === 1)";
    ben.until("no row of buttons is broken in two", rows).await;
    ben.until("the board and its buttons are on the screen", "(() => {\
         const list = document.querySelector('#messages').getBoundingClientRect();\
         const board = [...document.querySelectorAll('.message:has(.rows)')].pop().getBoundingClientRect();\
         return board.top >= list.top && board.bottom <= list.bottom; })()",
    )
    .await;
    ben.picture("phone-dark").await;
    ben.resize(DESKTOP).await;
}

async fn almost_resign_from_the_list(ben: &Browser) {
    ben.write("/games \n").await;
    ben.sees("🟡 against Ann · your turn · move 8").await;
    ben.click("Resign a game…").await;
    ben.click("Against Ann, move 8").await;
    ben.sees("Do you really want to resign your game against Ann?").await;
    ben.press("Play on").await;
    ben.sees("🟡 against Ann · your turn · move 8").await;
    ben.dismiss().await;
}

async fn win_with_the_last_move(winner: &Browser, loser: &Browser) {
    winner.press("1").await;
    for reader in [winner, loser] {
        reader.sees("wins with 4 in a row").await;
        assert_eq!(reader.count(".message .content img[alt='🟥']").await, 4);
        assert_eq!(reader.rows_of_buttons().await, json!([["Rematch", "Replay", "Review"]]));
        reader.shows_a_whole_board(STANDARD).await;
    }
    winner.picture("win-dark").await;
}

async fn ask_for_the_leaderboard(ann: &Browser) {
    ann.write("/leaderboard \n").await;
    ann.sees("🏆 Leaderboard").await;
    ann.sees("🥇 Ann · 1 win · 0 losses · 0 draws").await;
    ann.sees("🥈 Ben · 0 wins · 1 loss · 0 draws").await;
    ann.picture("leaderboard").await;
}

async fn run_out_of_time(ann: &Browser) {
    ann.click("1 day").await;
    ann.sees("⌛ Ann ran out of time. 🟡 Fourfall wins!").await;
}

async fn change_the_settings(ann: &Browser) {
    ann.write("/settings \n").await;
    ann.sees("🎨 Board: Blue board, red and yellow discs").await;
    ann.click("Blue board, red and yellow discs").await;
    ann.click("Red and blue discs").await;
    ann.sees("🎨 Board: Red and blue discs").await;
    ann.picture("settings-dark").await;
    ann.press("Limits").await;
    ann.sees("📍 Games can start in every channel.").await;
    ann.click("Channels for games…").await;
    ann.click("#games").await;
    ann.click("#general").await;
    ann.press_escape().await;
    ann.sees("📍 Games can start in #general, #games").await;
    ann.resize(PHONE).await;
    ann.until("nothing sticks out", "document.documentElement.scrollWidth <= 360").await;
    ann.picture("settings-phone-dark").await;
    ann.resize(DESKTOP).await;
}
