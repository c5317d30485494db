//! Channels that change while a message stays in them or is owed to them: what the bot does, and what
//! the settings say.

use std::time::Duration;

use fake_discord::{ChannelId, Message, Permissions};
use serde_json::json;

use super::{
    seasons,
    standing::{PLACEHOLDER, ann_wins, boards, leaderboard_here, open, open_posts, pass, settle},
    week::pass_to_monday,
};
use crate::support::TestBot;

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

const HIDDEN: &str = "I don’t see that channel. I need to be in this server, to see the channel, and \
                      to connect if it is a voice channel.";
const FORBIDDEN: &str = "I can’t send messages there, or somebody has timed me out.";
const ARCHIVED: &str = "That thread is archived. Write something there, and I’ll continue.";
const LOCKED: &str = "That thread is locked: only moderators can write there.";

const EDITED: &str = "403 PATCH /channels/*/messages/*";
const POSTED: &str = "403 POST /channels/*/messages";

/// Opens the settings' page of leaderboards in another channel.
async fn boards_in(bot: &TestBot, channel: ChannelId) -> Message {
    let page = bot.discord.command(bot.ann, channel, "settings", json!({})).await;
    bot.press(bot.ann, page.message(), "Leaderboard").await.message().clone()
}

/// Has a leaderboard stay in a channel, by which Ann has won so many times.
async fn leaderboard_in(bot: &TestBot, channel: ChannelId, wins: u32) {
    let page = boards_in(bot, channel).await;
    let chosen = bot.choose(bot.ann, &page, PLACEHOLDER, "Leaderboard: all time, by wins").await;
    assert!(chosen.is_update(), "{chosen:?}");
    settle(bot).await;
    assert_eq!(wins_shown(bot, channel), Some(wins));
}

/// How often Ann has won by the only leaderboard in a channel.
fn wins_shown(bot: &TestBot, channel: ChannelId) -> Option<u32> {
    let boards = bot.discord.messages(channel).into_iter();
    let mut boards = boards.filter(|it| it.content.starts_with("🏆 **Leaderboard**"));
    let board = boards.next()?;
    assert!(boards.next().is_none(), "there are two");
    let won = board.content.split_once(" Ann · ").map(|(_, line)| line.split_once(' ').unwrap());
    Some(won.map_or(0, |(wins, _)| wins.parse().unwrap()))
}

/// A result is not shown in a channel that is closed, which the settings say.
async fn assert_closed(bot: &TestBot, channel: ChannelId, reason: &str) {
    let before = wins_shown(bot, channel);
    ann_wins(bot).await;
    pass(bot, 11 * MINUTE).await;
    assert_eq!(wins_shown(bot, channel), before);
    let refused =
        format!("⚠️ Discord didn’t let me update the leaderboard in <#{channel}>. {reason}");
    let page = seasons::open_settings(bot).await;
    assert!(page.content.contains(&refused), "{}", page.content);
}

/// Once the channel is open again, the result is shown.
async fn assert_goes_on(bot: &TestBot, channel: ChannelId, wins: u32) {
    for _ in 0..3 {
        pass(bot, HOUR).await;
    }
    assert_eq!(wins_shown(bot, channel), Some(wins));
    assert!(!seasons::open_settings(bot).await.content.contains('⚠'));
}

#[tokio::test]
async fn a_leaderboard_goes_on_where_the_bot_sees_it_again() {
    let bot = open("place_hidden").await;
    let forum = bot.discord.add_forum("forum");
    let places = [
        ("text", bot.discord.add_channel("board")),
        ("thread", bot.discord.add_thread(bot.channel, "board")),
        ("post", bot.discord.add_thread(forum, "board")),
        ("voice", bot.discord.add_voice_channel("board")),
    ];
    for (wins, (kind, place)) in (1..).zip(places) {
        println!("{kind}");
        leaderboard_in(&bot, place, wins - 1).await;
        // As when the channel is moved to a category that the bot does not see.
        let unseen = Permissions::MEMBER.without(Permissions::VIEW_CHANNEL);
        bot.discord.set_bot_permissions(place, unseen);
        assert_closed(&bot, place, HIDDEN).await;
        bot.discord.set_bot_permissions(place, Permissions::MEMBER);
        assert_goes_on(&bot, place, wins).await;
        let page = boards_in(&bot, place).await;
        bot.press(bot.ann, &page, "Remove leaderboard").await;
        pass(&bot, DAY).await;
    }
    bot.close_expecting(&[EDITED]).await;
}

#[tokio::test]
async fn a_new_application_replaces_the_old_ones_leaderboard() {
    let bot = open("place_foreign").await;
    let old = leaderboard_here(&bot).await;
    bot.discord.set_author(bot.channel, old.id, bot.cleo);
    pass(&bot, MINUTE).await;
    for wins in ["1 win", "2 wins"] {
        ann_wins(&bot).await;
        pass(&bot, MINUTE).await;
        pass(&bot, MINUTE).await;
        let [_, new] = boards(&bot).try_into().unwrap();
        assert!(new.content.contains(&format!("**1** Ann · {wins}\n")), "{}", new.content);
    }
    assert!(!seasons::open_settings(&bot).await.content.contains('⚠'));
    bot.close_expecting(&[EDITED, "403 DELETE /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_leaderboard_in_a_voice_channel_needs_connect() {
    let bot = open("place_voice").await;
    let voice = bot.discord.add_voice_channel("table");
    let without = Permissions::MEMBER.without(Permissions::CONNECT);
    bot.discord.set_bot_permissions(voice, without);
    let page = bot.discord.command(bot.ann, voice, "settings", json!({})).await;
    let page = bot.press(bot.ann, page.message(), "Leaderboard").await;
    let refused = bot.press(bot.ann, page.message(), "Leaderboard here").await;
    TestBot::assert_refused(&refused, "I can’t post in this channel: ");
    bot.discord.set_bot_permissions(voice, Permissions::MEMBER);
    leaderboard_in(&bot, voice, 0).await;
    bot.discord.set_bot_permissions(voice, without);
    assert_closed(&bot, voice, HIDDEN).await;
    bot.discord.set_bot_permissions(voice, Permissions::MEMBER);
    assert_goes_on(&bot, voice, 1).await;
    bot.close_expecting(&[EDITED]).await;
}

#[tokio::test]
async fn a_leaderboard_goes_on_after_a_timeout_of_the_bot() {
    let bot = open("place_timeout").await;
    let place = bot.discord.add_channel("board");
    leaderboard_in(&bot, place, 0).await;
    bot.discord.time_out_bot(bot.discord.guild(), HOUR);
    assert_closed(&bot, place, FORBIDDEN).await;
    assert_goes_on(&bot, place, 1).await;
    bot.close_expecting(&[EDITED]).await;
}

#[tokio::test]
async fn a_leaderboard_goes_on_when_the_bot_is_added_again() {
    let bot = open("place_removed").await;
    let place = bot.discord.add_channel("board");
    leaderboard_in(&bot, place, 0).await;
    bot.discord.remove_bot_from(bot.discord.guild());
    bot.discord.install_commands_only(bot.discord.guild());
    assert_closed(&bot, place, HIDDEN).await;
    bot.discord.add_bot_to(bot.discord.guild());
    assert_goes_on(&bot, place, 1).await;
    bot.close_allowing(&[EDITED, POSTED, "403 GET /channels/*"]).await;
}

#[tokio::test]
async fn a_new_leaderboard_opens_a_thread_that_is_archived() {
    let bot = open("place_archived").await;
    let thread = bot.discord.add_thread(bot.channel, "board");
    leaderboard_in(&bot, thread, 0).await;
    bot.discord.archive_thread(thread);
    assert_closed(&bot, thread, ARCHIVED).await;
    bot.discord.send_message(bot.ben, thread, "hello");
    assert_goes_on(&bot, thread, 1).await;
    // The next day's message comes by itself.
    bot.discord.archive_thread(thread);
    ann_wins(&bot).await;
    pass(&bot, DAY).await;
    pass(&bot, 8 * HOUR).await;
    assert_eq!(wins_shown(&bot, thread), Some(2));
    assert!(!bot.discord.is_archived(thread));
    assert!(!seasons::open_settings(&bot).await.content.contains('⚠'));
    bot.close_allowing(&["400 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_leaderboard_goes_on_where_a_thread_is_unlocked() {
    let bot = open("place_locked").await;
    let thread = bot.discord.add_thread(bot.channel, "board");
    leaderboard_in(&bot, thread, 0).await;
    bot.discord.lock_thread(thread);
    bot.discord.open_thread(thread);
    assert_closed(&bot, thread, LOCKED).await;
    bot.discord.archive_thread(thread);
    bot.discord.open_thread(thread);
    assert_goes_on(&bot, thread, 1).await;
    bot.close_expecting(&["400 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn what_was_owed_to_a_channel_that_is_gone_stops() {
    let bot = open("place_gone").await;
    let place = bot.discord.add_channel("news");
    leaderboard_in(&bot, place, 0).await;
    let boards = boards_in(&bot, place).await;
    let page = bot.press(bot.ann, &boards, "Posts").await;
    let page = bot.press(bot.ann, page.message(), "Puzzle here").await;
    bot.press(bot.ann, page.message(), "Week in words here").await;
    bot.discord.delete_channel(place);
    ann_wins(&bot).await;
    pass_to_monday(&bot, 12).await;
    pass(&bot, HOUR).await;
    let gone = format!("⚠️ The leaderboard in <#{place}> was deleted, so I stopped updating it.");
    assert!(seasons::open_settings(&bot).await.content.contains(&gone));
    let page = open_posts(&bot).await;
    for sentence in [
        "⚠️ The channel of the daily puzzle was deleted, so I stopped posting it.",
        "⚠️ The channel of the week in words was deleted, so I stopped posting it.",
    ] {
        assert!(page.content.contains(sentence), "{}", page.content);
    }
    let requests = bot.discord.requests();
    let tried = requests.iter().filter(|it| it.path.starts_with(&format!("/channels/{place}/")));
    assert!(tried.filter(|it| it.status == 404).count() <= 3, "each is tried once");
    // An hour of the puzzle has it posted here.
    let here = bot.choose(bot.ann, &page, "Daily puzzle…", "15:00 UTC").await;
    let on = format!("🧩 The daily puzzle is posted in <#{}> shortly after 15:00", bot.channel);
    assert!(here.text().contains(&on), "{}", here.text());
    bot.close_allowing(&["404 PATCH /channels/*/messages/*", "404 POST /channels/*/messages"])
        .await;
}

#[tokio::test]
async fn settings_say_that_a_seasons_end_cannot_be_posted() {
    let bot = open("place_season").await;
    seasons::press(&bot, &seasons::open_settings(&bot).await, "Start season 1").await;
    ann_wins(&bot).await;
    bot.advance(DAY).await;
    // It is told there, wherever the next one is started.
    let reading = Permissions::MEMBER.without(Permissions::SEND_MESSAGES);
    let general = bot.discord.channel("general");
    let elsewhere = bot.discord.command(bot.ann, general, "settings", json!({})).await;
    let elsewhere = seasons::press(&bot, elsewhere.message(), "Leaderboard").await;
    bot.discord.set_bot_permissions(bot.channel, reading);
    seasons::press(&bot, &elsewhere, "Start season 2").await;
    settle(&bot).await;
    let page = seasons::open_settings(&bot).await;
    let refused = format!("⚠️ Discord didn’t let me post the last one in <#{}>. ", bot.channel);
    assert!(page.content.contains(&refused), "{}", page.content);
    assert!(page.content.contains(FORBIDDEN), "{}", page.content);
    bot.discord.set_bot_permissions(bot.channel, Permissions::MEMBER);
    pass(&bot, HOUR).await;
    assert_eq!(seasons::posts(&bot).len(), 1);
    assert!(!seasons::open_settings(&bot).await.content.contains('⚠'));
    bot.close_expecting(&[POSTED]).await;
}
