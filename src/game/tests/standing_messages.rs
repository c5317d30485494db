use std::time::Duration;

use clock::Timestamp;

use crate::{
    game::{
        ChannelId, GuildId, MessageId, Period, SortBy, StandingContent, StandingMessage,
        StandingOutcome, StandingStep,
    },
    locale::Locale,
};

#[test]
fn a_day_of_results_every_second_brings_few_edits() {
    let start = Timestamp::from_milliseconds(1_700_000_000_000);
    let content = StandingContent::Leaderboard { period: Period::AllTime, sort_by: SortBy::Rating };
    let location = (GuildId(1), ChannelId(2));
    let message = StandingMessage::new(location, content, Locale::EnglishUs, start);
    let mut message = message.after(StandingOutcome::Posted(MessageId(3)), start);
    let (mut young, mut older) = (0, 0);
    for second in 1..24 * 60 * 60 {
        let now = start.after(Duration::from_secs(second));
        if now >= message.rests_until {
            assert_eq!(message.step(now), Some(StandingStep::Edit(MessageId(3))));
            message = message.after(StandingOutcome::UpToDate, now);
            *(if second < 60 * 60 { &mut young } else { &mut older }) += 1;
        }
    }
    // Each minute of the first hour, then every ten minutes.
    assert_eq!((young, older), (59, 138));
}
