//! The command box of the page, in a browser.

use serde_json::json;

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
        ann.sees("not rated").await;
        bot.wait_idle().await;
    };
    in_browsers("browser_boolean", ["ann"], check).await;
}

#[tokio::test]
async fn typed_options_are_understood_or_asked_for() {
    let check = async |bot: &TestBot, [ann]: &[Browser; 1]| {
        ann.type_command("/play opponent Ben\n\n").await;
        ann.sees("@Ben, Ann challenges you").await;
        ann.type_command("/play opponent:Cleo clock:3\n\n").await;
        ann.sees("@Cleo, Ann challenges you").await;
        ann.sees("3 days for each move").await;
        ann.type_command("/play Ben\n").await;
        assert_eq!(ann.text_of("#hint").await, "Ben is no option. What is it for?");
        ann.click_at("(//*[@class='suggestion'])[1]").await;
        assert_eq!(ann.text_of(".chip .label").await, "opponent");
        assert_eq!(ann.text_of(".suggestion .title").await, "@Ben");
        ann.press_escape().await;
        ann.type_command("/drop column:4\n").await;
        ann.sees("You have no game in this channel.").await;
        bot.wait_idle().await;
    };
    in_browsers("browser_typed", ["ann"], check).await;
}

#[tokio::test]
async fn the_first_screen_offers_play_and_other_people() {
    let check = async |bot: &TestBot, [ann]: &[Browser; 1]| {
        ann.sees("You are Ann.").await;
        let tabs = "return [...document.querySelectorAll('[data-tab]')].map((it) => it.getAttribute('href'))";
        let channel = bot.channel;
        let expected = json!([format!("?user=ben#{channel}"), format!("?user=cleo#{channel}")]);
        assert_eq!(ann.run(tabs).await, expected);
        ann.click("Play").await;
        ann.sees("Who do you want to play?").await;
        ann.screenshot("first-screen").await;
    };
    in_browsers("browser_first", ["ann"], check).await;
}

#[tokio::test]
async fn dates_follow_the_language_of_the_user() {
    let check = async |bot: &TestBot, [ann]: &[Browser; 1]| {
        bot.challenge(bot.ben, bot.ann).await;
        ann.sees("in 1 day").await;
        let choose = "const select = document.querySelector('#locale'); select.value = 'de';\
                      select.dispatchEvent(new Event('change'));";
        ann.run(choose).await;
        ann.sees("in 1 Tag").await;
        let time = ann.text_of(".head time").await;
        assert!(time.starts_with("Heute, 14:"), "{time}");
    };
    in_browsers("browser_dates", ["ann"], check).await;
}

#[tokio::test]
async fn the_line_above_an_answer_shows_no_names_of_emoji() {
    let check = async |bot: &TestBot, [ann]: &[Browser; 1]| {
        bot.play_won_game([bot.ben, bot.ann]).await;
        ann.press("Replay").await;
        ann.sees("Only you can see this").await;
        assert!(ann.count(".quoted img[src^='/emojis/']").await > 0);
        let line = ann.text_of(".quoted").await;
        assert!(
            line.contains("Ben vs") && ![":zz:", ":zy:"].iter().any(|name| line.contains(name)),
            "{line}"
        );
    };
    in_browsers("browser_preview", ["ann"], check).await;
}

#[tokio::test]
async fn a_forum_shows_its_posts_and_no_box() {
    let check = async |bot: &TestBot, [ann]: &[Browser; 1]| {
        let forum = bot.discord.add_forum("tables");
        bot.discord.add_thread(forum, "table 1");
        ann.wait_until("the post is listed", "document.querySelector('.entry.thread')").await;
        ann.run("document.querySelector('.entry.forum').click()").await;
        ann.sees("Each of its posts is a place to play").await;
        ann.wait_until("there is no box", "document.querySelector('#composer').hidden").await;
        ann.click("table 1").await;
        ann.sees("Welcome to table 1!").await;
        ann.type_command("/play level:easy\n\n").await;
        ann.sees("your move").await;
        bot.wait_idle().await;
    };
    in_browsers("browser_forum", ["ann"], check).await;
}

#[tokio::test]
async fn the_menu_of_a_message_has_the_bots_commands() {
    let check = async |bot: &TestBot, [ben]: &[Browser; 1]| {
        let board = bot.start_game(bot.ann, bot.ben).await;
        bot.play_moves(&board, "44").await;
        ben.sees(":ds::dz:").await;
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
