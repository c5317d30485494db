//! Leaderboards that stay in a channel: when they are posted, and edited.

use std::{sync::Arc, time::Duration};

use fake_discord::{Fault, FaultKind, Message, RecordedRequest, UserId};
use serde_json::json;

use super::seasons::open_settings;
use crate::support::{TestBot, find_select, wait_until, wait_until_async};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

pub(super) const PLACEHOLDER: &str = "Leaderboard in this channel…";

/// Ann is listed: else she would be asked about that after her first win.
pub(super) async fn open(name: &str) -> TestBot {
    let bot = TestBot::open(name).await;
    bot.set_listed(bot.ann, true).await;
    bot
}

/// Opens the settings' page of posts as Ann, the owner of the server.
pub(super) async fn open_posts(bot: &TestBot) -> Message {
    bot.command(bot.ann, "settings", json!({})).await.message().clone()
}

/// The leaderboards that stay in the channel.
pub(super) fn boards(bot: &TestBot) -> Vec<Arc<Message>> {
    let mut messages = bot.discord.messages(bot.channel);
    messages.retain(|it| !it.is_ephemeral() && it.content.starts_with("🏆 **Leaderboard**"));
    messages
}

/// The only one.
pub(super) fn board(bot: &TestBot) -> Message {
    let [board] = boards(bot).try_into().unwrap();
    Message::clone(&board)
}

/// Waits until everything that is due by now is done and recorded.
pub(in crate::features) async fn settle(bot: &TestBot) {
    settle_after(bot, failures(bot)).await;
}

/// How often Discord has not answered what the bot has sent to a channel by itself.
pub(super) fn failures(bot: &TestBot) -> usize {
    let requests = bot.discord.requests();
    let failed = requests.iter().filter(|it| it.path.starts_with("/channels/"));
    failed.filter(|it| it.status == 0 || it.status >= 500).count()
}

/// Like [`settle`]. What has failed since there were so many failures is done as well, until it comes
/// due again.
async fn settle_after(bot: &TestBot, failures_before: usize) {
    let now = bot.clock.now();
    let leases = [2, 4, 8, 16, 32, 60].map(|minutes| now.after(minutes * MINUTE).milliseconds());
    let (ends, now) = (leases.map(|end| end.to_string()).join(", "), now.milliseconds());
    let open = format!(
        "SELECT count(*) FROM standing_message \
         WHERE due_at <= {now} OR (attempts > 0 AND due_at IN ({ends}))"
    );
    let (open, mut sql) = (&*open.leak(), bot.database.sql().await);
    let failed = || i64::try_from(failures(bot) - failures_before).unwrap();
    bot.wait_scheduler().await;
    let is_done = async || sql.number(open).await <= failed();
    wait_until_async("what is due is done", is_done).await;
}

/// Has a leaderboard by wins stay in the channel.
pub(super) async fn leaderboard_here(bot: &TestBot) -> Message {
    let page = open_settings(bot).await;
    let chosen = bot.choose(bot.ann, &page, PLACEHOLDER, "Leaderboard: all time, by wins").await;
    assert!(chosen.is_update(), "{chosen:?}");
    settle(bot).await;
    board(bot)
}

/// Ann wins a game against Ben, which is not rated.
pub(super) async fn ann_wins(bot: &TestBot) {
    ann_beats(bot, bot.ben).await;
}

pub(super) async fn ann_beats(bot: &TestBot, opponent: UserId) {
    let game = bot.start_game(bot.ann, opponent).await;
    bot.play_moves_as([bot.ann, opponent], &game, "1212121").await;
}

/// How often the bot has edited the messages of the channel by itself.
pub(super) fn edits(bot: &TestBot) -> usize {
    let path = format!("/channels/{}/messages/", bot.channel);
    let is_edit = |it: &&Arc<RecordedRequest>| it.method == "PATCH" && it.path.starts_with(&path);
    bot.discord.requests().iter().filter(is_edit).count()
}

/// Lets time pass, and what is due then be done.
pub(super) async fn pass(bot: &TestBot, time: Duration) {
    let before = failures(bot);
    bot.advance(time).await;
    settle_after(bot, before).await;
}

#[tokio::test]
async fn a_leaderboard_stays_in_a_channel_and_shows_results() {
    let mut bot = open("standing").await;
    let page = open_settings(&bot).await;
    let none = "🏆 No channel of this server has a leaderboard that stays.";
    assert!(page.content.contains(none), "{}", page.content);
    assert!(page.button("Remove leaderboard").unwrap().disabled);
    let posted = leaderboard_here(&bot).await;
    let title = "🏆 **Leaderboard** · all time · by wins\nNobody is on this list";
    assert!(posted.content.starts_with(title), "{}", posted.content);
    assert!(posted.pings.is_empty() && posted.mentions.is_empty(), "{posted:?}");
    assert_eq!(posted.labels(), ["Play now", "My place", "Daily puzzle"]);
    let page = open_settings(&bot).await;
    let on = format!(
        "🏆 The leaderboard in <#{}> keeps itself up to date: all time, by wins.",
        bot.channel
    );
    assert!(page.content.contains(&on), "{}", page.content);
    let choices = &find_select(&page, PLACEHOLDER).choices;
    let shown: Vec<_> = choices.iter().filter(|it| it.default).map(|it| &*it.label).collect();
    assert_eq!(shown, ["Leaderboard: all time, by wins"]);

    ann_wins(&bot).await;
    settle(&bot).await;
    assert_eq!(edits(&bot), 0, "it is not a minute old");
    bot.restart().await;
    pass(&bot, MINUTE).await;
    let now = bot.clock.now().seconds();
    let expected =
        format!("by wins\n**1** Ann · 1 win\n**2** Ben · 1 loss\n-# Updated <t:{now}:R>");
    assert!(board(&bot).content.ends_with(&expected), "{}", board(&bot).content);
    assert_eq!((edits(&bot), board(&bot).id), (1, posted.id));
    bot.close().await;
}

#[tokio::test]
async fn many_results_are_one_edit_in_a_minute() {
    let bot = open("standing_storm").await;
    leaderboard_here(&bot).await;
    pass(&bot, 2 * MINUTE).await;
    for _ in 0..20 {
        ann_wins(&bot).await;
    }
    settle(&bot).await;
    // The first was shown at once.
    assert_eq!(edits(&bot), 1);
    pass(&bot, MINUTE).await;
    assert_eq!(edits(&bot), 2);
    assert!(board(&bot).content.contains("**1** Ann · 3 wins"), "{}", board(&bot).content);
    for _ in 0..5 {
        pass(&bot, MINUTE).await;
    }
    assert_eq!(edits(&bot), 2, "nothing has changed");
    bot.close().await;
}

#[tokio::test]
async fn an_older_leaderboard_is_edited_every_ten_minutes() {
    let bot = open("standing_old").await;
    leaderboard_here(&bot).await;
    pass(&bot, 2 * HOUR).await;
    ann_wins(&bot).await;
    settle(&bot).await;
    assert_eq!(edits(&bot), 1);
    for (opponent, minutes, expected) in
        [(bot.ben, 9, 1), (bot.ben, 1, 2), (bot.cleo, 9, 2), (bot.cleo, 1, 3)]
    {
        ann_beats(&bot, opponent).await;
        pass(&bot, minutes * MINUTE).await;
        assert_eq!(edits(&bot), expected);
    }
    bot.close().await;
}

#[tokio::test]
async fn pauses_double_while_discord_takes_no_more_edits() {
    let bot = open("standing_limited").await;
    leaderboard_here(&bot).await;
    pass(&bot, 2 * HOUR).await;
    let body = json!({
        "message": "Maximum number of edits to messages older than 1 hour reached.",
        "code": 30_046,
    });
    let kind = FaultKind::Status(429, body);
    bot.discord.inject_fault(Fault { route: "PATCH /channels", times: 2, kind });
    ann_wins(&bot).await;
    settle(&bot).await;
    assert_eq!(edits(&bot), 1);
    for (minutes, expected) in [(19, 1), (1, 2), (39, 2), (1, 3)] {
        pass(&bot, minutes * MINUTE).await;
        assert_eq!(edits(&bot), expected);
    }
    assert!(board(&bot).content.contains("**1** Ann · 1 win"), "{}", board(&bot).content);
    ann_wins(&bot).await;
    for (minutes, expected) in [(39, 3), (1, 4)] {
        pass(&bot, minutes * MINUTE).await;
        assert_eq!(edits(&bot), expected, "the pause stays");
    }
    bot.close_expecting(&["429 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_new_message_takes_the_place_of_yesterdays() {
    let bot = open("standing_day").await;
    let first = leaderboard_here(&bot).await;
    pass(&bot, 2 * DAY).await;
    assert_eq!(board(&bot).id, first.id, "nothing has changed");
    ann_wins(&bot).await;
    settle(&bot).await;
    bot.wait_gone(&first).await;
    let second = board(&bot);
    assert!(second.id > first.id && second.content.contains("**1** Ann · 1 win"), "{second:?}");
    assert_eq!(edits(&bot), 1, "the old one was still there");

    pass(&bot, MINUTE).await;
    let page = open_settings(&bot).await;
    bot.press(bot.ann, &page, "Leaderboard here").await;
    settle(&bot).await;
    bot.wait_gone(&second).await;
    assert!(board(&bot).content.contains("all time · by wins"), "{}", board(&bot).content);
    bot.close().await;
}

#[tokio::test]
async fn a_week_that_ends_empties_its_leaderboard() {
    let bot = open("standing_week").await;
    leaderboard_here(&bot).await;
    let page = open_settings(&bot).await;
    bot.choose(bot.ann, &page, PLACEHOLDER, "Leaderboard: this week, by wins").await;
    ann_wins(&bot).await;
    pass(&bot, MINUTE).await;
    assert!(board(&bot).content.contains("this week · by wins\n**1**"), "{}", board(&bot).content);
    // It is a Monday afternoon; the minutes after midnight are shared among servers.
    let monday = bot.clock.now().midnight().after(7 * DAY);
    pass(&bot, monday.since(bot.clock.now()) + 6 * MINUTE).await;
    assert!(board(&bot).content.contains("Nobody is on this list yet."), "{:?}", board(&bot));
    bot.close().await;
}

#[tokio::test]
async fn a_server_has_three_leaderboards_at_most() {
    let bot = open("standing_three").await;
    let guild = bot.discord.guild();
    let channels =
        ["one", "two", "three", "four"].map(|name| bot.discord.add_channel_in(guild, name));
    let here = async |channel| {
        let page = bot.discord.command(bot.ann, channel, "settings", json!({})).await;
        let page = bot.press(bot.ann, page.message(), "Leaderboard").await;
        bot.press(bot.ann, page.message(), "Leaderboard here").await
    };
    for channel in channels {
        let pressed = here(channel).await;
        if channel == channels[3] {
            let [one, two, three, _] = channels;
            let sentence = format!(
                "The leaderboard already stays in three channels of this server: <#{one}>, \
                 <#{two}>, <#{three}>. Remove it in one of them first."
            );
            TestBot::assert_refused(&pressed, &sentence);
        } else {
            assert!(pressed.is_update(), "{pressed:?}");
        }
    }
    settle(&bot).await;
    let posted = |channel| {
        let messages = bot.discord.messages(channel);
        messages.iter().filter(|it| it.content.starts_with("🏆 **Leaderboard**")).count()
    };
    assert_eq!(channels.map(posted), [1, 1, 1, 0]);
    bot.discord.delete_channel(channels[0]);
    let pressed = here(channels[3]).await;
    assert!(pressed.is_update(), "a channel that is gone takes no place: {pressed:?}");
    wait_until("it is posted", || posted(channels[3]) == 1).await;
    bot.close_allowing(&["404 DELETE /channels/*/messages/*", "404 GET /channels/*"]).await;
}

#[tokio::test]
async fn results_of_another_server_change_no_leaderboard() {
    let bot = open("standing_elsewhere").await;
    leaderboard_here(&bot).await;
    pass(&bot, MINUTE).await;
    let elsewhere = bot.discord.add_guild("Elsewhere");
    let channel = bot.discord.add_channel_in(elsewhere, "games");
    let options = json!({ "opponent": bot.ben, "first": "me", "clock": "none" });
    let challenge = bot.discord.command(bot.ann, channel, "play", options).await;
    let game = bot.press(bot.ben, challenge.message(), "Accept").await;
    bot.play_moves(game.message(), "1212121").await;
    pass(&bot, HOUR).await;
    assert_eq!(edits(&bot), 0);
    bot.close().await;
}

#[tokio::test]
async fn a_deleted_player_leaves_the_leaderboard_at_once() {
    let bot = open("standing_privacy").await;
    leaderboard_here(&bot).await;
    ann_wins(&bot).await;
    pass(&bot, 2 * HOUR).await;
    assert!(board(&bot).content.contains(" Ben ·"), "{}", board(&bot).content);
    bot.delete_data(bot.ben).await;
    settle(&bot).await;
    let content = board(&bot).content;
    assert!(content.contains(" Ann ·") && !content.contains("Ben"), "{content}");
    bot.close().await;
}

#[tokio::test]
async fn the_buttons_of_a_leaderboard_answer_their_presser() {
    let bot = open("standing_buttons").await;
    let mut winner = bot.ann;
    for number in 0..11 {
        let player = bot.discord.add_user(&format!("Player {number}"));
        let game = bot.start_game(player, bot.ann).await;
        bot.play_moves_as([player, bot.ann], &game, "1212121").await;
        winner = player;
    }
    let posted = leaderboard_here(&bot).await;
    assert!(posted.content.contains("\n12 players\n-# Updated"), "{}", posted.content);
    assert!(!posted.content.contains("You:"), "{}", posted.content);
    let own = bot.press(bot.ann, &posted, "My place").await;
    assert!(own.is_new() && own.is_ephemeral(), "{own:?}");
    assert!(own.text().contains("by wins\n**12** Ann"), "{}", own.text());
    let (first, _) = posted.content.split_once("\n12 players").unwrap();
    let top = bot.press(winner, &posted, "My place").await;
    assert!(top.text().starts_with(first), "the first page: {}", top.text());
    let menu = bot.press(bot.ben, &posted, "Play now").await;
    assert!(menu.is_ephemeral() && menu.text().contains("Who do you want to play?"), "{menu:?}");
    pass(&bot, DAY).await;
    let puzzle = bot.press(bot.ben, &posted, "Daily puzzle").await;
    assert!(puzzle.is_ephemeral() && puzzle.text().contains("Fourfall #261"), "{puzzle:?}");
    bot.close().await;
}

#[tokio::test]
async fn one_of_two_replicas_edits_a_leaderboard() {
    let bot = TestBot::builder("standing_replicas").http(2).open().await;
    bot.set_listed(bot.ann, true).await;
    leaderboard_here(&bot).await;
    for _ in 0..3 {
        ann_wins(&bot).await;
        pass(&bot, MINUTE).await;
    }
    assert_eq!((edits(&bot), boards(&bot).len()), (3, 1));
    bot.close().await;
}

#[tokio::test]
async fn a_leaderboard_whose_answer_is_lost_is_there_once() {
    let bot = open("standing_lost").await;
    let lost = Fault { route: "POST /channels", times: 1, kind: FaultKind::DropResponse };
    bot.discord.inject_fault(lost);
    let page = open_settings(&bot).await;
    bot.press(bot.ann, &page, "Leaderboard here").await;
    let sent = || {
        let requests = bot.discord.requests();
        requests.iter().filter(|it| it.method == "POST" && it.path.starts_with("/channels")).count()
    };
    wait_until("it was sent", || sent() == 1).await;
    bot.advance(2 * MINUTE).await;
    wait_until("it is sent again", || sent() == 2).await;
    settle(&bot).await;
    assert_eq!(boards(&bot).len(), 1);
    bot.close().await;
}

#[tokio::test]
async fn many_choices_are_one_edit_in_a_minute() {
    let bot = open("standing_choices").await;
    leaderboard_here(&bot).await;
    pass(&bot, 2 * MINUTE).await;
    for _ in 0..3 {
        for label in ["Leaderboard: this week, by wins", "Leaderboard: all time, by wins"] {
            let page = open_settings(&bot).await;
            bot.choose(bot.ann, &page, PLACEHOLDER, label).await;
            settle(&bot).await;
        }
    }
    assert_eq!(edits(&bot), 1);
    pass(&bot, MINUTE).await;
    assert_eq!(edits(&bot), 2);
    assert!(board(&bot).content.contains("all time · by wins"), "{}", board(&bot).content);
    bot.close().await;
}

#[tokio::test]
async fn a_leaderboard_is_posted_again_once_in_a_minute() {
    let bot = open("standing_again").await;
    leaderboard_here(&bot).await;
    pass(&bot, 2 * MINUTE).await;
    let posts = || {
        let requests = bot.discord.requests();
        let path = format!("/channels/{}/messages", bot.channel);
        requests.iter().filter(|it| it.method == "POST" && it.path == path).count()
    };
    for _ in 0..3 {
        let page = open_settings(&bot).await;
        bot.press(bot.ann, &page, "Leaderboard here").await;
        settle(&bot).await;
    }
    assert_eq!((posts(), boards(&bot).len()), (2, 1));
    let page = open_settings(&bot).await;
    assert!(page.content.contains(", by wins. A new one takes its place <t:"), "{page:?}");
    pass(&bot, MINUTE).await;
    assert!(!open_settings(&bot).await.content.contains("A new one"));
    assert_eq!((posts(), boards(&bot).len()), (3, 1));
    bot.close().await;
}

#[tokio::test]
async fn a_leaderboard_that_stays_follows_seasons_and_people() {
    let bot = open("standing_season").await;
    ann_wins(&bot).await;
    leaderboard_here(&bot).await;
    let shown = async || {
        pass(&bot, MINUTE).await;
        board(&bot).content
    };
    bot.start_season(&open_settings(&bot).await, "Start season 1").await;
    let season = "🏆 **Leaderboard** · season 1 · by wins\n";
    let posts = open_settings(&bot).await;
    let on = format!("The leaderboard in <#{}> keeps itself up to date: season 1", bot.channel);
    assert!(posts.content.contains(&on), "{}", posts.content);
    let choices = &find_select(&posts, PLACEHOLDER).choices;
    assert!(choices.iter().any(|it| it.label == "Leaderboard: season 1, by wins"), "{choices:?}");
    let general = bot.discord.channel("general");
    let posts = bot.discord.command(bot.ann, general, "settings", json!({})).await;
    let posts = bot.press(bot.ann, posts.message(), "Leaderboard").await;
    let posts = bot.press(bot.ann, posts.message(), "Leaderboard here").await;
    let on = format!("in <#{general}> keeps itself up to date: season 1, by wins.");
    assert!(posts.text().contains(&on), "{}", posts.text());
    let content = shown().await;
    assert!(content.starts_with(&format!("{season}Nobody is on this list yet")), "{content}");
    assert_eq!(board(&bot).labels(), ["Play now", "My place", "Daily puzzle", "Table"]);
    ann_wins(&bot).await;
    let content = shown().await;
    assert!(content.starts_with(&format!("{season}**1** Ann · 1 win")), "{content}");
    let own = bot.press(bot.ben, &board(&bot), "My place").await;
    assert!(own.text().contains("season 1 · by wins\n**1** Ann"), "{}", own.text());

    let people = bot.press(bot.ann, &open_settings(&bot).await, "People").await.message().clone();
    let select = find_select(&people, "Hide somebody…").custom_id.clone();
    bot.discord.select(bot.ann, &people, &select, &[&bot.ann.to_string()]).await;
    let content = shown().await;
    assert!(content.starts_with(&format!("{season}**1** Ben · 1 loss")), "{content}");
    let people = bot.press(bot.ann, &open_settings(&bot).await, "People").await.message().clone();
    bot.choose(bot.ann, &people, "Show again…", "Ann").await;
    let content = shown().await;
    assert!(content.starts_with(&format!("{season}**1** Ann · 1 win")), "{content}");
    bot.close().await;
}
