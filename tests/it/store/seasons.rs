//! Seasons.

use fourfall::{
    game::{ChannelId, SeasonRhythm, SeasonSchedule, StandingContent, StandingTopic, TimeZone},
    locale::Locale,
};

use super::{Fixture, GUILD, NOON, interaction};

fn schedule(rhythm: SeasonRhythm, channel: u64) -> SeasonSchedule {
    let guild_locale = Locale::EnglishUs;
    let (time_zone, channel) = (TimeZone::UTC, ChannelId(channel));
    let schedule =
        SeasonSchedule { guild: GUILD, rhythm, time_zone, due_at: None, channel, guild_locale };
    schedule.after(NOON)
}

#[tokio::test]
async fn a_start_keeps_what_another_manager_has_just_chosen() {
    let Fixture { store, .. } = &Fixture::new().await;
    let start = async |number, read, schedule| {
        let (by, now) = (interaction(), NOON);
        store.start_season(by, number, read, schedule, now).await.unwrap();
    };
    let told = async || {
        let all = store.standing_messages(GUILD).await.unwrap();
        all.iter().map(|it| (it.content, it.channel)).collect::<Vec<_>>()
    };
    let end = |season, channel| {
        (StandingContent::Topic(StandingTopic::SeasonEnd(season)), ChannelId(channel))
    };
    let by_hand = schedule(SeasonRhythm::ByHand, 20);
    start(1, None, by_hand).await;
    assert_eq!(told().await, [], "no season has ended");
    let read = store.season_schedule(GUILD).await.unwrap();
    assert_eq!(read, Some(by_hand));
    let monthly = schedule(SeasonRhythm::Month, 21);
    store.save_season_schedule(interaction(), monthly, NOON).await.unwrap();
    start(2, read, by_hand).await;
    assert_eq!(told().await, [end(1, 21)]);
    assert_eq!(store.season_schedule(GUILD).await.unwrap(), Some(monthly));
    let later = schedule(SeasonRhythm::Month, 22);
    start(3, Some(monthly), later).await;
    assert_eq!(told().await, [end(1, 21), end(2, 22)], "nobody has chosen another one");
}
