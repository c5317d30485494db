//! The post of a season's end: it comes once, whatever fails, and names nobody who has left.

use std::{sync::Arc, time::Duration};

use fake_discord::{ChannelId, Fault, FaultKind, Message, UserId};
use serde_json::json;
use tokio::join;

use super::{
    seasons::{DAY, leaderboard, open_settings, posts, press},
    standing::pass,
};
use crate::support::{TestBot, wait_until, wait_until_async};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);

/// How a post fails while Discord is away.
const UNAVAILABLE: &str = "503 POST /channels/*/messages";

/// Has Discord be away for so many posts.
fn fail_posts(bot: &TestBot, times: u32) {
    let kind = FaultKind::Status(503, json!({}));
    bot.discord.inject_fault(Fault { route: "POST /channels", times, kind });
}

/// Waits until Discord was away for a post.
async fn wait_failed(bot: &TestBot) {
    let is_failed = || bot.discord.requests().iter().any(|it| it.status == 503);
    wait_until("a post fails", is_failed).await;
}

/// Has Ann and Cleo beat Ben in season 1.
async fn play_season_1(bot: &TestBot) {
    bot.set_listed(bot.ann, true).await;
    bot.set_listed(bot.cleo, true).await;
    press(bot, &open_settings(bot).await, "Start season 1").await;
    bot.play_won_game([bot.ann, bot.ben]).await;
    bot.play_won_game([bot.cleo, bot.ben]).await;
    bot.advance(DAY).await;
}

async fn start_season_2(bot: &TestBot) {
    press(bot, &open_settings(bot).await, "Start season 2").await;
}

/// Lets a week pass, a few hours at a time, or less if the end of the season is posted before.
/// Returns that post, which is the only one also on the next days.
async fn wait_for_end(bot: &TestBot) -> Arc<Message> {
    for _ in 0..42 {
        if posts(bot).is_empty() {
            pass(bot, 4 * HOUR).await;
        }
    }
    wait_until("the end is posted", || !posts(bot).is_empty()).await;
    for _ in 0..8 {
        pass(bot, 6 * HOUR).await;
    }
    let [end] = posts(bot).try_into().unwrap();
    assert!(end.content.starts_with("🏆 **Season 1 is over!**"), "{}", end.content);
    end
}

#[tokio::test]
async fn the_end_of_a_season_comes_once_after_a_long_outage() {
    let bot = TestBot::open("season_end_outage").await;
    play_season_1(&bot).await;
    fail_posts(&bot, 12);
    start_season_2(&bot).await;
    wait_failed(&bot).await;
    let end = wait_for_end(&bot).await;
    assert!(end.content.contains(" Ann · 1 win"), "{}", end.content);
    bot.close_expecting(&[UNAVAILABLE]).await;
}

#[tokio::test]
async fn the_end_of_a_season_comes_once_after_a_restart() {
    let mut bot = TestBot::builder("season_end_restart").killable().open().await;
    play_season_1(&bot).await;
    fail_posts(&bot, 1_000);
    start_season_2(&bot).await;
    wait_failed(&bot).await;
    bot.stop().await;
    bot.discord.clear_faults();
    bot.start();
    bot.wait_connected().await;
    let end = wait_for_end(&bot).await;
    assert!(end.content.contains(" Ann · 1 win"), "{}", end.content);
    bot.close_expecting(&[UNAVAILABLE]).await;
}

/// Has the seasons of a channel's server start with the month.
async fn seasons_by_month(bot: &TestBot, channel: ChannelId) {
    let page = bot.discord.command(bot.ann, channel, "settings", json!({})).await;
    let page = press(bot, page.message(), "Leaderboard").await;
    let select = "Next season…";
    let chosen = bot.choose(bot.ann, &page, select, "with every month").await;
    assert!(chosen.text().contains("The next season starts on"), "{chosen:?}");
}

async fn ann_beats_in(bot: &TestBot, channel: ChannelId, opponent: UserId) {
    let options = json!({ "opponent": opponent, "first": "me", "clock": "none" });
    let challenge = bot.discord.command(bot.ann, channel, "play", options).await;
    let game = bot.press(opponent, challenge.message(), "Accept").await;
    bot.play_moves_as([bot.ann, opponent], game.message(), "1212121").await;
}

#[tokio::test]
async fn ends_of_five_servers_come_once_though_replicas_end() {
    let builder = TestBot::builder("season_end_replicas").http(2).killable();
    let mut bot = builder.open().await;
    bot.set_listed(bot.ann, true).await;
    let channels = ["one", "two", "three", "four", "five"].map(|name| {
        let guild = bot.discord.add_guild(name);
        bot.discord.add_channel_in(guild, &format!("games of {name}"))
    });
    for channel in channels {
        seasons_by_month(&bot, channel).await;
    }
    pass(&bot, 31 * DAY).await;
    // Three wins a day against the same person count.
    for (channel, opponent) in channels.into_iter().zip([bot.ben, bot.cleo].into_iter().cycle()) {
        ann_beats_in(&bot, channel, opponent).await;
    }
    fail_posts(&bot, 1_000);
    pass(&bot, 31 * DAY).await;
    wait_failed(&bot).await;
    bot.kill_replica(0).await;
    pass(&bot, HOUR).await;
    bot.stop().await;
    bot.discord.clear_faults();
    bot.start();
    bot.wait_connected().await;
    // Not so long that the next season ends.
    for _ in 0..12 {
        pass(&bot, 4 * HOUR).await;
    }
    let ends = || {
        channels.map(|channel| {
            let messages = bot.discord.messages(channel);
            messages.iter().filter(|it| it.content.starts_with("🏆 **Season 1 is over!**")).count()
        })
    };
    wait_until("all ends are posted", || !ends().contains(&0)).await;
    pass(&bot, DAY).await;
    assert_eq!(ends(), [1; 5]);
    bot.close_expecting(&[UNAVAILABLE]).await;
}

/// Of Ann and two others who have played in a season, the others are left in its end, in their
/// places.
fn assert_without_ann(end: &Message) {
    assert!(!end.content.contains("Ann"), "{}", end.content);
    let others = ["**1** Cleo · 1 win", "**1** a deleted player · 1 win", "**3** Ben · 2 losses"];
    for line in others {
        assert!(end.content.contains(line), "{}", end.content);
    }
}

#[tokio::test]
async fn who_deletes_data_before_a_seasons_end_comes_is_not_in_it() {
    let bot = TestBot::open("season_end_deleted").await;
    play_season_1(&bot).await;
    fail_posts(&bot, 3);
    start_season_2(&bot).await;
    wait_failed(&bot).await;
    bot.delete_data(bot.ann).await;
    bot.discord.clear_faults();
    assert_without_ann(&*wait_for_end(&bot).await);
    bot.close_expecting(&[UNAVAILABLE]).await;
}

#[tokio::test]
async fn who_deletes_data_leaves_a_seasons_end_with_a_lost_answer() {
    let bot = TestBot::open("season_end_lost").await;
    play_season_1(&bot).await;
    let lost = Fault { route: "POST /channels", times: 1, kind: FaultKind::DropResponse };
    bot.discord.inject_fault(lost);
    start_season_2(&bot).await;
    wait_until("the end is posted", || posts(&bot).len() == 1).await;
    assert!(posts(&bot)[0].content.contains(" Ann ·"), "{:?}", posts(&bot));
    bot.delete_data(bot.ann).await;
    // While Discord recognises the nonce, and some time after that.
    for _ in 0..5 {
        pass(&bot, 2 * MINUTE).await;
    }
    assert_without_ann(&*wait_for_end(&bot).await);
    bot.close().await;
}

/// The lines of a leaderboard that have a place.
fn places(content: &str) -> Vec<&str> {
    content.lines().filter(|it| it.starts_with("**")).collect()
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_game_over_as_its_season_ends_is_in_both_boards_or_none() {
    let bot = TestBot::builder("season_end_race").on_postgres().open().await;
    play_season_1(&bot).await;
    let game = bot.start_game(bot.ben, bot.cleo).await;
    let game = bot.play_moves_as([bot.ben, bot.cleo], &game, "121212").await;
    let settings = open_settings(&bot).await;
    // The end of a game waits for its players once it knows its season.
    let (mut holder, mut sql) = (bot.database.sql().await, bot.database.sql().await);
    let hold = "SELECT 1 FROM player WHERE player_id =";
    holder.run(&format!("BEGIN; {hold} {} FOR NO KEY UPDATE", bot.cleo)).await;
    let starting = async {
        let waiting = "SELECT count(*) FROM pg_stat_activity \
                       WHERE datname = current_database() AND wait_event_type = 'Lock'";
        wait_until_async("the game waits", async || sql.number(waiting).await == 1).await;
        let releasing = async {
            let is_begun = "SELECT count(*) + (SELECT count(*) FROM season WHERE number = 2) \
                            FROM pg_stat_activity \
                            WHERE datname = current_database() AND wait_event_type = 'Lock'";
            let begun = async || sql.number(is_begun).await == 2;
            wait_until_async("the season starts, or waits as well", begun).await;
            holder.run("COMMIT").await;
        };
        join!(press(&bot, &settings, "Start season 2"), releasing)
    };
    let (over, (page, ())) = join!(bot.press(bot.ben, &game, "1"), starting);
    assert!(over.text().contains("Ben wins!"), "{over:?}");
    assert!(page.content.contains("**Season 2** has been running"), "{}", page.content);

    let end = wait_for_end(&bot).await;
    let seasons = press(&bot, &leaderboard(&bot).await, "Seasons").await;
    let kept = bot.choose(bot.ann, &seasons, "Leaderboard of…", "Season 1").await;
    assert_eq!(places(&end.content), places(kept.text()));
    bot.close().await;
}
