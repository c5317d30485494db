//! Seasons.

use fourfall::{
    game::{ChannelId, PlayerId, SeasonRhythm, SeasonSchedule},
    locale::Locale,
};

use super::{Fixture, GUILD, NOON, interaction};

const MANAGER: PlayerId = PlayerId(1);

fn schedule(rhythm: SeasonRhythm, channel: u64) -> SeasonSchedule {
    let guild_locale = Locale::EnglishUs;
    SeasonSchedule { guild: GUILD, rhythm, channel: ChannelId(channel), guild_locale }
}

#[tokio::test]
async fn a_start_keeps_what_another_manager_has_just_chosen() {
    let Fixture { store, .. } = &Fixture::new().await;
    let start = async |number, read, schedule| {
        let (by, now) = (interaction(), NOON);
        store.start_season(by, MANAGER, number, read, schedule, now).await.unwrap()
    };
    let by_hand = schedule(SeasonRhythm::ByHand, 20);
    assert_eq!(start(1, None, by_hand).await, None, "no season has ended");
    let read = store.season_schedule(GUILD).await.unwrap();
    assert_eq!(read, Some(by_hand));
    let monthly = schedule(SeasonRhythm::Month, 21);
    store.save_season_schedule(interaction(), monthly, NOON).await.unwrap();
    let (ended, told) = start(2, read, by_hand).await.unwrap();
    assert_eq!((ended.number, told), (1, monthly), "its end is told there");
    assert_eq!(store.season_schedule(GUILD).await.unwrap(), Some(monthly));
    let later = schedule(SeasonRhythm::Month, 22);
    let (_, told) = start(3, Some(monthly), later).await.unwrap();
    assert_eq!(told, later, "nobody has chosen another one");
}
