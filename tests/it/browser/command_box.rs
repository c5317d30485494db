//! The command box of the page, in a browser.

use super::{Browser, in_browsers};
use crate::support::TestBot;

#[tokio::test]
async fn commands_are_offered_in_the_language_of_the_user() {
    let check = async |_: &TestBot, [ben]: &[Browser; 1]| {
        let choose = "const select = document.querySelector('#locale'); select.value = 'de';\
                      select.dispatchEvent(new Event('change'));";
        ben.run(choose).await;
        ben.type_command("/boa").await;
        let offered = "document.querySelector('.suggestion .detail')?.textContent\
                       .startsWith('Das Brett deines Spiels')";
        ben.wait_until("the command is described in German", offered).await;
        ben.press_escape().await;
        ben.type_command("/settings").await;
        assert_eq!(ben.count(".suggestion").await, 0, "Ben manages nothing");
    };
    in_browsers("browser_language", ["ben"], check).await;
}

#[tokio::test]
async fn a_switch_is_true_or_false() {
    let check = async |bot: &TestBot, [ann]: &[Browser; 1]| {
        ann.type_command("/play opponent:Ben\trated:fal").await;
        assert_eq!(ann.text_of(".suggestion .title").await, "False");
        ann.type_command("\t\n").await;
        ann.sees("Not rated").await;
        bot.wait_idle().await;
    };
    in_browsers("browser_boolean", ["ann"], check).await;
}

#[tokio::test]
async fn the_menu_of_a_message_has_the_bots_commands() {
    let check = async |bot: &TestBot, [ben]: &[Browser; 1]| {
        let board = bot.start_game(bot.ann, bot.ben).await;
        bot.play_moves(&board, "44").await;
        ben.sees("played column 4").await;
        let right_click = "[...document.querySelectorAll('.message .content')].pop().dispatchEvent(\
                           new MouseEvent('contextmenu', { bubbles: true, clientX: 420, clientY: 300 }))";
        ben.run(right_click).await;
        ben.wait_until("the menu is open", "document.querySelector('.popup .item')").await;
        assert_eq!(ben.count(".popup .danger").await, 0, "Ben cannot delete messages of others");
        ben.screenshot("message-menu").await;
        ben.click("Position in words").await;
        ben.sees("Column 4, from the bottom: Ann, Ben.").await;
    };
    in_browsers("browser_menu", ["ben"], check).await;
}
