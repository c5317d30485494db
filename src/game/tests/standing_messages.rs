use std::time::Duration;

use clock::Timestamp;

use crate::{
    game::{
        ChannelId, GuildId, MessageId, Period, Rendering, SortBy, StandingAttempt, StandingContent,
        StandingMessage, StandingMessageId, StandingOutcome, StandingStep, StandingTopic,
    },
    locale::Locale,
};

/// A message after something that was done with it at once, and what brings the next one, if it has
/// brought a message.
pub(super) fn after(
    message: StandingMessage,
    outcome: StandingOutcome,
    now: Timestamp,
) -> (StandingMessage, Option<StandingMessage>) {
    let id = StandingMessageId(1);
    let leased = StandingMessage { id: Some(id), ..message }.leased(now);
    let topic = message.content.topic(now);
    let step = StandingStep::Post;
    let attempt = StandingAttempt { id, message: leased, topic, step, hash: 1 };
    let change = attempt.change(leased, outcome, now);
    (change.message.unwrap(), change.new)
}

/// What a message shows that has something to tell.
pub(super) const NEWS: Rendering = Rendering { hash: 2, is_empty: false };

#[test]
fn a_day_of_results_every_second_brings_few_edits() {
    let start = Timestamp::from_milliseconds(1_700_000_000_000);
    let (period, sort_by) = (Period::AllTime, SortBy::Rating);
    let content = StandingContent::Topic(StandingTopic::Leaderboard { period, sort_by });
    let location = (GuildId(1), ChannelId(2));
    let message = StandingMessage::new(location, content, Locale::EnglishUs, start);
    let (mut message, _) = after(message, StandingOutcome::Posted(MessageId(3)), start);
    let (mut young, mut older) = (0, 0);
    for second in 1..24 * 60 * 60 {
        let now = start.after(Duration::from_secs(second));
        if now >= message.rests_until {
            assert_eq!(message.step(NEWS, now), Some(StandingStep::Edit(MessageId(3))));
            (message, _) = after(message, StandingOutcome::Edited, now);
            *(if second < 60 * 60 { &mut young } else { &mut older }) += 1;
        }
    }
    // Each minute of the first hour, then every ten minutes.
    assert_eq!((young, older), (59, 138));
}
