//! `/preferences`: which pings a user gets, and whom they have blocked.

use std::time::Duration;

use fake_discord::{ActionResult, Message, MessageEvent, Select, UserId};
use serde_json::json;

use crate::support::{TestBot, custom_id_of, wait_until};

const REFUSED: &str = "can’t be challenged at the moment.";

async fn open(bot: &TestBot, user: UserId) -> Message {
    let response = bot.command(user, "preferences", json!({})).await;
    assert!(response.is_new() && response.is_ephemeral(), "{response:?}");
    response.message().clone()
}

fn find_menu<'a>(page: &'a Message, placeholder: &str) -> Option<&'a Select> {
    let mut menus = page.rows.iter().flatten().filter_map(|it| it.select());
    menus.find(|it| it.placeholder.as_deref() == Some(placeholder))
}

/// Selects the choice with this label.
async fn choose(
    bot: &TestBot,
    user: UserId,
    page: &Message,
    placeholder: &str,
    label: &str,
) -> ActionResult {
    let menu = find_menu(page, placeholder).expect("the page has the menu");
    let choice = menu.choices.iter().find(|it| it.label == label).expect("the menu has the choice");
    bot.discord.select(user, page, &menu.custom_id, &[&choice.value]).await
}

/// Lets these people challenge Ben only.
async fn accept_challenges_from(bot: &TestBot, label: &str) {
    let page = open(bot, bot.ben).await;
    let response = choose(bot, bot.ben, &page, "Who may challenge you…", label).await;
    assert!(response.is_update(), "{response:?}");
}

async fn block(bot: &TestBot, user: UserId, blocked: &[UserId]) -> ActionResult {
    let page = open(bot, user).await;
    let menu = find_menu(&page, "Block people…").expect("the page has the menu");
    let ids: Vec<String> = blocked.iter().map(ToString::to_string).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    bot.discord.select(user, &page, &menu.custom_id, &ids).await
}

/// Asserts that Ann cannot challenge Ben by any command.
async fn assert_unreachable(bot: &TestBot) {
    let play = bot.command(bot.ann, "play", json!({ "opponent": bot.ben })).await;
    TestBot::assert_refused(&play, REFUSED);
    let menu = "Challenge to Four in a Row";
    let menu = bot.discord.user_command(bot.ann, bot.channel, menu, bot.ben).await;
    TestBot::assert_refused(&menu, REFUSED);
}

#[tokio::test]
async fn each_choice_is_saved_and_shown_at_once() {
    let mut bot = TestBot::open("preferences").await;
    let page = open(&bot, bot.ann).await;
    let all = "⚙️ **Your preferences**\n\
               ⚔️ Anyone may challenge you.\n\
               🔔 You are pinged when it’s your turn after a long wait.\n\
               ⏰ When a move may take a day or more, you are reminded once before you lose on time.\n\
               🙈 Your name doesn’t show on the leaderboard of all servers.\n\
               🚫 You have blocked nobody.";
    assert_eq!(page.content, all);
    let page = choose(&bot, bot.ann, &page, "Who may challenge you…", "Nobody").await;
    assert!(page.is_update() && page.text().contains("⚔️ Nobody may challenge you."));
    let page = bot.press(bot.ann, page.message(), "No pings on my turn").await;
    let page = bot.press(bot.ann, page.message(), "Turn reminders off").await;
    let page = bot.press(bot.ann, page.message(), "Show my name").await;
    let none = "⚙️ **Your preferences**\n\
                ⚔️ Nobody may challenge you.\n\
                🔕 You are not pinged when it’s your turn.\n\
                🔕 You are not reminded before you lose on time.\n\
                👀 Your name shows on the leaderboard of all servers.\n\
                🚫 You have blocked nobody.";
    assert_eq!(page.text(), none);
    bot.restart().await;
    let page = open(&bot, bot.ann).await;
    assert_eq!(page.content, none);
    let page = bot.press(bot.ann, &page, "Ping me on my turn").await;
    let page = bot.press(bot.ann, page.message(), "Turn reminders on").await;
    let page = bot.press(bot.ann, page.message(), "Hide my name").await;
    let page = choose(&bot, bot.ann, page.message(), "Who may challenge you…", "Anyone").await;
    assert_eq!(page.text(), all);
    assert_eq!(open(&bot, bot.ben).await.content, all);
    bot.close().await;
}

#[tokio::test]
async fn nobody_challenges_a_user_who_refuses_challenges() {
    let bot = TestBot::open("unreachable").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    accept_challenges_from(&bot, "Nobody").await;
    assert_unreachable(&bot).await;
    let rematch = bot.press(bot.ann, &over, "Rematch").await;
    TestBot::assert_refused(&rematch, "**Ben** can’t be challenged at the moment.");
    let own = bot.press(bot.ben, &over, "Rematch").await;
    assert_eq!(own.message().pings, [bot.ann]);
    bot.close().await;
}

#[tokio::test]
async fn challenges_can_be_limited_to_people_one_has_played() {
    let bot = TestBot::open("played_only").await;
    accept_challenges_from(&bot, "People I have finished a game with").await;
    assert_unreachable(&bot).await;
    let board = bot.start_game(bot.ben, bot.ann).await;
    let players = [bot.ben, bot.ann];
    bot.resign(bot.ben, &board).await;
    assert_unreachable(&bot).await;
    let board = bot.start_game(bot.ben, bot.ann).await;
    bot.play_moves_as(players, &board, "4343434").await;
    assert_eq!(bot.challenge(bot.ann, bot.ben).await.pings, [bot.ben]);
    let cleo = bot.command(bot.cleo, "play", json!({ "opponent": bot.ben })).await;
    TestBot::assert_refused(&cleo, REFUSED);
    bot.close().await;
}

#[tokio::test]
async fn a_blocked_user_cannot_challenge_or_join() {
    let bot = TestBot::open("blocked").await;
    let page = block(&bot, bot.ben, &[bot.ann]).await;
    assert!(page.is_update(), "{page:?}");
    assert!(page.text().contains(&format!("🚫 Blocked (1): <@{}>", bot.ann)), "{}", page.text());
    assert_unreachable(&bot).await;
    let open = bot.open_challenge(bot.ben).await.message().clone();
    let join = bot.press(bot.ann, &open, "Join").await;
    TestBot::assert_refused(&join, "You can’t join this game at the moment.");
    assert!(bot.press(bot.cleo, &open, "Join").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn whoever_blocks_somebody_cannot_ping_them() {
    let bot = TestBot::open("blocks_and_challenges").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "1212121").await;
    block(&bot, bot.ben, &[bot.ann]).await;
    let sentence = "You have blocked **Ann**.";
    let play = bot.command(bot.ben, "play", json!({ "opponent": bot.ann })).await;
    TestBot::assert_refused(&play, sentence);
    TestBot::assert_refused(&bot.press(bot.ben, &over, "Rematch").await, sentence);
    let open = bot.open_challenge(bot.ann).await.message().clone();
    TestBot::assert_refused(&bot.press(bot.ben, &open, "Join").await, sentence);
    bot.close().await;
}

#[tokio::test]
async fn a_block_ends_the_challenges_between_the_two() {
    let bot = TestBot::open("block_ends").await;
    let to_ben = bot.challenge(bot.ann, bot.ben).await;
    let to_cleo = bot.challenge(bot.ben, bot.cleo).await;
    bot.wait_idle().await;
    // As if Discord had not said the id of its message.
    let forget = format!("UPDATE challenge SET message_id = NULL WHERE opponent_id = {}", bot.cleo);
    bot.database.sql().await.run(&forget).await;
    block(&bot, bot.ben, &[bot.ann, bot.cleo]).await;
    let shows = |message: &Message, text: &str| bot.current(message).content.contains(text);
    wait_until("Ann's is declined", || shows(&to_ben, "**Ben** declined")).await;
    wait_until("Ben's is withdrawn", || shows(&to_cleo, "**Ben** withdrew the challenge")).await;
    for over in [&to_ben, &to_cleo] {
        assert!(bot.current(over).button("Accept").is_none(), "it can no longer be answered");
    }
    let mut sql = bot.database.sql().await;
    for (opponent, state) in [(bot.ben, "declined"), (bot.cleo, "cancelled")] {
        let stored = format!("SELECT state FROM challenge WHERE opponent_id = {opponent}");
        assert_eq!(sql.text(&stored).await, state);
    }
    let unchanged = "SELECT count(*) FROM challenge WHERE changed_by = created_by";
    assert_eq!(sql.number(unchanged).await, 0, "an export tells nobody of a block");
    let accept = custom_id_of(&to_cleo, "Accept");
    let (over, refusal) = bot.press_stale(bot.cleo, &to_cleo, &accept).await;
    assert_eq!(over.text(), "**Ben** withdrew the challenge.");
    assert_eq!(refusal, "This challenge was withdrawn.");
    assert_eq!(sql.number("SELECT count(*) FROM game").await, 0);
    bot.close().await;
}

#[tokio::test]
async fn a_refusal_for_another_reason_hides_a_block() {
    let bot = TestBot::open("block_hidden").await;
    let play = || bot.command(bot.ann, "play", json!({ "opponent": bot.ben }));
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    bot.press(bot.ben, &challenge, "Decline").await;
    let waiting = play().await.text().to_owned();
    assert!(waiting.contains("You can challenge **Ben** again"), "{waiting}");
    block(&bot, bot.ben, &[bot.ann]).await;
    assert_eq!(play().await.text(), waiting);
    bot.close().await;
}

#[tokio::test]
async fn a_block_can_be_lifted() {
    let bot = TestBot::open("unblocked").await;
    let page = block(&bot, bot.ben, &[bot.ann, bot.cleo]).await;
    // Nothing else is stored about Ann.
    let unknown = format!("Unknown user ({})", bot.ann);
    let page = choose(&bot, bot.ben, page.message(), "Unblock somebody…", &unknown).await;
    assert!(page.text().contains(&format!("🚫 Blocked (1): <@{}>", bot.cleo)), "{}", page.text());
    bot.challenge(bot.ann, bot.ben).await;
    bot.close().await;
}

#[tokio::test]
async fn blocking_is_offered_privately_after_three_declines() {
    let bot = TestBot::open("block_after_decline").await;
    for hours in [1, 24] {
        let challenge = bot.challenge(bot.ann, bot.ben).await;
        bot.press(bot.ben, &challenge, "Decline").await;
        bot.wait_idle().await;
        assert!(bot.discord.messages(bot.channel).iter().all(|it| !it.is_ephemeral()));
        bot.advance(Duration::from_hours(hours)).await;
    }
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    let mut events = bot.discord.events();
    bot.press(bot.ben, &challenge, "Decline").await;
    let offer = events
        .next_where(|event| matches!(event, MessageEvent::Created(it) if it.is_ephemeral()))
        .await
        .into_message()
        .expect("the message was created");
    assert_eq!(offer.ephemeral_for, Some(bot.ben));
    assert_eq!(offer.content, "Don’t want any more challenges from **Ann**?");
    let blocked = bot.press(bot.ben, &offer, "Block").await;
    assert!(blocked.is_update() && blocked.message().labels().is_empty(), "{blocked:?}");
    bot.advance(Duration::from_hours(24)).await;
    assert_unreachable(&bot).await;
    bot.close().await;
}

#[tokio::test]
async fn blocking_oneself_or_the_bot_is_refused() {
    let bot = TestBot::open("block_self").await;
    for (user, sentence) in [
        (bot.ben, "You can’t block yourself."),
        (bot.discord.application_id(), "You can’t block me here."),
    ] {
        let chosen = block(&bot, bot.ben, &[user, bot.ann]).await;
        let told = bot.follow_up(&chosen).await;
        assert!(told.is_ephemeral() && told.content.starts_with(sentence), "{told:?}");
        let blocked = format!("🚫 Blocked (1): <@{}>", bot.ann);
        assert!(chosen.text().contains(&blocked), "the others are: {}", chosen.text());
    }
    bot.close().await;
}

#[tokio::test]
async fn nobody_blocks_too_many() {
    let bot = TestBot::open("block_limit").await;
    let people: Vec<_> =
        (0..101).map(|number| bot.discord.add_user(&format!("Person {number}"))).collect();
    for people in people[..100].chunks(25) {
        block(&bot, bot.ben, people).await;
    }
    let refused = block(&bot, bot.ben, &people[100..]).await;
    TestBot::assert_refused(&refused, "You can block 100 people at most.");
    let page = open(&bot, bot.ben).await;
    let shown: Vec<_> = people[..25].iter().map(|it| format!("<@{it}>")).collect();
    let shown = format!("🚫 Blocked (100): {}", shown.join(" "));
    assert!(page.content.contains(&shown), "{}", page.content);
    let next = bot.press(bot.ben, &page, "Next").await;
    assert!(next.text().contains(&format!("<@{}>", people[25])), "{}", next.text());
    bot.close().await;
}

#[tokio::test]
async fn a_slow_move_pings_nobody_who_wants_no_turn_pings() {
    let bot = TestBot::open("no_turn_pings").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let page = open(&bot, bot.ben).await;
    bot.press(bot.ben, &page, "No pings on my turn").await;
    bot.advance(Duration::from_mins(11)).await;
    let moved = bot.press(bot.ann, &board, "4").await;
    assert!(moved.is_update(), "the board stays where it is: {moved:?}");
    bot.advance(Duration::from_mins(11)).await;
    let moved = bot.press(bot.ben, moved.message(), "4").await;
    assert!(moved.is_new());
    assert_eq!(moved.message().pings, [bot.ann]);
    bot.close().await;
}

#[tokio::test]
async fn a_blocked_opponent_pings_nobody() {
    let bot = TestBot::open("blocked_opponent").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    block(&bot, bot.ben, &[bot.ann]).await;
    bot.advance(Duration::from_mins(11)).await;
    let moved = bot.press(bot.ann, &board, "4").await;
    assert!(moved.is_update(), "{moved:?}");
    bot.close().await;
}

#[tokio::test]
async fn reminders_can_be_turned_off() {
    let bot = TestBot::open("no_reminders").await;
    let page = open(&bot, bot.ann).await;
    bot.press(bot.ann, &page, "Turn reminders off").await;
    let board = bot.start_timed_game("1 day").await;
    bot.advance(Duration::from_hours(20)).await;
    bot.wait_scheduler().await;
    bot.wait_idle().await;
    let reminders = || {
        let messages = bot.discord.messages(bot.channel);
        messages.iter().filter(|it| it.content.starts_with('⏰')).count()
    };
    assert_eq!(reminders(), 0);
    bot.press(bot.ann, &board, "4").await;
    bot.advance(Duration::from_hours(20)).await;
    wait_until("Ben is reminded", || reminders() == 1).await;
    bot.close().await;
}

#[tokio::test]
async fn a_block_outlives_the_data_of_who_is_blocked() {
    let bot = TestBot::open("block_outlives").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "4343434").await;
    block(&bot, bot.ben, &[bot.ann]).await;
    bot.delete_data(bot.ann).await;
    assert_unreachable(&bot).await;
    bot.delete_data(bot.ben).await;
    bot.challenge(bot.ann, bot.ben).await;
    bot.close().await;
}

#[tokio::test]
async fn an_export_contains_blocks_and_choices() {
    let bot = TestBot::open("block_export").await;
    block(&bot, bot.ben, &[bot.ann]).await;
    accept_challenges_from(&bot, "Nobody").await;
    let data = bot.export(bot.ben).await;
    assert_eq!(data["block"][0]["blocked_id"], json!(bot.ann.get()));
    assert_eq!(data["player"][0]["challenges"], json!("nobody"));
    let blocked = bot.request_export(bot.ann).await;
    assert_eq!(blocked.text(), "I have no data about you.");
    bot.close().await;
}

#[tokio::test]
async fn the_list_of_all_servers_lets_people_choose() {
    let bot = TestBot::open("listing_choice").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let won = bot.play_moves(&board, "1212121").await;
    assert!(won.content.contains("Ann wins!"), "{}", won.content);
    let page = bot.command(bot.ann, "leaderboard", json!({ "scope": "everywhere" })).await;
    let shown = bot.press(bot.ann, page.message(), "Show my name").await;
    assert!(shown.is_update() && shown.text().contains("\n**1** Ann · 1 win"), "{shown:?}");
    let others = bot.command(bot.ben, "leaderboard", json!({ "scope": "everywhere" })).await;
    assert!(others.text().contains(" Ann · 1 win"), "{}", others.text());
    let hidden = bot.press(bot.ann, shown.message(), "Hide my name").await;
    assert!(hidden.text().contains("You: **1** Ann · 1 win"), "{}", hidden.text());
    assert!(hidden.message().button("Show my name").is_some(), "{hidden:?}");
    let here = bot.press(bot.ann, hidden.message(), "This server").await;
    assert!(here.message().button("Show my name").is_none(), "{here:?}");
    bot.close().await;
}
