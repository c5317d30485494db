//! The test that the README shows.

#[expect(dead_code, reason = "`main` and what it calls only run in the example")]
#[path = "../examples/poll.rs"]
mod your_bot;

use fake_discord::{FakeDiscord, Options};
use serde_json::json;

#[tokio::test]
async fn a_vote_counts() {
    let fake = FakeDiscord::start(Options::default()).await.unwrap();
    let (token, url) = (fake.token().to_owned(), fake.url());
    tokio::spawn(async move { your_bot::run(&token, Some(url)).await });
    fake.bot_ready().await;

    let (ann, ben, games) = (fake.user("ann"), fake.user("ben"), fake.channel("games"));
    let options = json!({ "question": "Drinks?", "option_a": "Tea", "option_b": "Coffee" });
    let poll = fake.command(ann, games, "poll", options).await;
    assert_eq!(poll.text(), "**Drinks?**\nTea: 0\nCoffee: 0");

    let voted = fake.press(ben, poll.message(), "Tea").await;
    assert!(voted.is_update());
    assert_eq!(voted.text(), "**Drinks?**\nTea: 1\nCoffee: 0");
    fake.stop().await;
}

#[test]
fn the_readme_shows_this_test() {
    let (_, shown) = include_str!("readme.rs").split_once("\n#[tokio::test]").unwrap();
    let (shown, _) = shown.split_once("\n#[test]").unwrap();
    assert!(include_str!("../README.md").contains(shown.trim_end()));
}
