//! Tests the poll bot of `examples/poll.rs` against the fake, through the
//! crate's public API only.

#[expect(dead_code, reason = "`main` and what it calls only run in the example")]
#[path = "../examples/poll.rs"]
mod poll;

use clock::{Clock, Timestamp};
use fake_discord::{ActionResult, ChannelId, FakeDiscord, Options, UserId};
use serde_json::json;
use serenity::all::{CreateActionRow, CreateButton, CreateMessage, HttpError};

/// Starts the fake and the bot, and waits until the bot's command is registered.
async fn start() -> FakeDiscord {
    let options = Options {
        // Time does not pass, so no response is too late on a slow machine.
        clock: Clock::frozen_at(Timestamp::from_milliseconds(1_772_366_400_000)),
        ..Options::default()
    };
    let fake = FakeDiscord::start(options).await.expect("a free port on 127.0.0.1");
    let (token, url) = (fake.token().to_owned(), fake.url());
    tokio::spawn(async move { poll::run(&token, Some(url)).await });
    fake.bot_ready().await;
    fake
}

async fn ask_tea_or_coffee(fake: &FakeDiscord, user: UserId, channel: ChannelId) -> ActionResult {
    let options = json!({ "question": "Drinks?", "option_a": "Tea", "option_b": "Coffee" });
    fake.command(user, channel, "poll", options).await
}

#[tokio::test]
async fn a_new_poll_has_a_button_per_option_and_no_votes() {
    let fake = start().await;
    let options = json!({
        "question": "Drinks?", "option_a": "Tea", "option_b": "Coffee", "option_c": "Water",
    });
    let posted = fake.command(fake.user("ann"), fake.channel("games"), "poll", options).await;
    assert!(posted.is_new());
    assert_eq!(posted.text(), "**Drinks?**\nTea: 0\nCoffee: 0\nWater: 0");
    assert_eq!(posted.message().labels(), ["Tea", "Coffee", "Water"]);
}

#[tokio::test]
async fn each_vote_updates_the_message_in_place() {
    let fake = start().await;
    let (ann, ben, games) = (fake.user("ann"), fake.user("ben"), fake.channel("games"));
    let posted = ask_tea_or_coffee(&fake, ann, games).await;

    let first = fake.press(ann, posted.message(), "Tea").await;
    assert!(first.is_update());
    assert_eq!(first.text(), "**Drinks?**\nTea: 1\nCoffee: 0");
    let second = fake.press(ben, first.message(), "Coffee").await;
    assert!(second.is_update());
    assert_eq!(second.text(), "**Drinks?**\nTea: 1\nCoffee: 1");

    let messages = fake.messages(games);
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0].id, posted.message().id);
    assert_eq!(messages[0].content, second.text());
}

#[tokio::test]
async fn a_vote_for_another_option_moves_the_vote() {
    let fake = start().await;
    let (ann, ben) = (fake.user("ann"), fake.user("ben"));
    let posted = ask_tea_or_coffee(&fake, ann, fake.channel("games")).await;
    let message = posted.message();

    fake.press(ann, message, "Tea").await;
    fake.press(ben, message, "Tea").await;
    let moved = fake.press(ann, message, "Coffee").await;
    assert_eq!(moved.text(), "**Drinks?**\nTea: 1\nCoffee: 1");
}

#[tokio::test]
async fn two_votes_by_one_person_count_once() {
    let fake = start().await;
    let ann = fake.user("ann");
    let posted = ask_tea_or_coffee(&fake, ann, fake.channel("games")).await;

    fake.press(ann, posted.message(), "Tea").await;
    let again = fake.press(ann, posted.message(), "Tea").await;
    assert!(again.is_update());
    assert_eq!(again.text(), "**Drinks?**\nTea: 1\nCoffee: 0");
}

#[tokio::test]
async fn two_polls_count_their_votes_separately() {
    let fake = start().await;
    let (ann, games) = (fake.user("ann"), fake.channel("games"));
    let first = ask_tea_or_coffee(&fake, ann, games).await;
    let second = ask_tea_or_coffee(&fake, ann, games).await;

    fake.press(ann, first.message(), "Tea").await;
    let voted = fake.press(ann, second.message(), "Coffee").await;
    assert_eq!(voted.text(), "**Drinks?**\nTea: 0\nCoffee: 1");
    assert_eq!(fake.messages(games)[0].content, "**Drinks?**\nTea: 1\nCoffee: 0");
}

#[tokio::test]
async fn a_poll_works_in_direct_messages() {
    let fake = start().await;
    let (ann, ben) = (fake.user("ann"), fake.user("ben"));

    let with_bot = ask_tea_or_coffee(&fake, ann, fake.channel("dm:ann")).await;
    let voted = fake.press(ann, with_bot.message(), "Tea").await;
    assert_eq!(voted.text(), "**Drinks?**\nTea: 1\nCoffee: 0");

    let with_ben = ask_tea_or_coffee(&fake, ann, fake.channel("ann-ben")).await;
    let voted = fake.press(ben, with_ben.message(), "Coffee").await;
    assert_eq!(voted.text(), "**Drinks?**\nTea: 0\nCoffee: 1");
}

#[tokio::test]
async fn a_press_on_an_unknown_poll_gets_an_ephemeral_reply() {
    let fake = start().await;
    let (ann, games) = (fake.user("ann"), fake.channel("games"));
    let posted = ask_tea_or_coffee(&fake, ann, games).await;
    // The custom ids of a poll that an earlier process of the bot posted.
    let http = poll::http(fake.token(), Some(fake.url()));
    let button = CreateButton::new("vote:1:0").label("Tea");
    let old = CreateMessage::new().components(vec![CreateActionRow::Buttons(vec![button])]);
    serenity_channel(games).send_message(&http, old).await.unwrap();
    let old = fake.messages(games).pop().unwrap();
    assert_ne!(old.id, posted.message().id);

    let reply = fake.press(ann, &old, "Tea").await;
    assert!(reply.is_ephemeral());
    assert_eq!(reply.text(), "This poll has ended.");
}

#[tokio::test]
async fn a_long_option_is_explained_to_its_author_only() {
    let fake = start().await;
    let (ann, games) = (fake.user("ann"), fake.channel("games"));
    let with_option = |length: usize| {
        let option = "x".repeat(length);
        let options = json!({ "question": "Long?", "option_a": option, "option_b": "No" });
        fake.command(ann, games, "poll", options)
    };

    let too_long = with_option(81).await;
    assert!(too_long.is_new());
    assert!(too_long.is_ephemeral());
    assert_eq!(too_long.text(), "Option 1 has 81 characters, but a button fits 80.");
    assert!(too_long.message().labels().is_empty());

    let longest = with_option(80).await;
    assert!(!longest.is_ephemeral());
    assert_eq!(longest.message().labels()[0].len(), 80);
}

/// The check in the bot is necessary: without it, the request would fail.
#[tokio::test]
async fn the_fake_refuses_a_label_of_81_characters() {
    let fake = start().await;
    let games = fake.channel("games");
    let http = poll::http(fake.token(), Some(fake.url()));
    let button = CreateButton::new("vote:1:0").label("x".repeat(81));
    let message = CreateMessage::new().components(vec![CreateActionRow::Buttons(vec![button])]);

    let error = serenity_channel(games).send_message(&http, message).await.unwrap_err();
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) = error else {
        panic!("not an HTTP error response: {error:?}");
    };
    assert_eq!(response.status_code.as_u16(), 400);
    // https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
    assert_eq!(response.error.code, 50035, "invalid form body");
    let errors: Vec<_> =
        response.error.errors.iter().map(|it| (it.path.as_str(), it.code.as_str())).collect();
    assert_eq!(errors, [("components.0.components.0.label", "BASE_TYPE_MAX_LENGTH")]);
    assert!(fake.messages(games).is_empty());
}

fn serenity_channel(channel: ChannelId) -> serenity::all::ChannelId {
    serenity::all::ChannelId::new(channel.get())
}
