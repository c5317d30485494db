//! A life: the bot, the model, and what was seen in the channels.

use std::time::Duration;

use clock::{Stopwatch, Timestamp};
use fake_discord::{ChannelId, UserId};
use fourfall::game::GuildId;

use super::{
    Action, Checked, Circumstances, PEOPLE, Pause, Place, season_debts::SeasonDebts, seen::Seen,
};
use crate::support::{TIMEOUT, TestBot, wait_within};

pub(super) const MINUTE: Duration = Duration::from_mins(1);
pub(super) const HOUR: Duration = Duration::from_hours(1);
pub(super) const DAY: Duration = Duration::from_hours(24);

/// How long the schedulers may take in real time. One that runs on a thread of its own may miss that
/// the clock moves, just before it goes to sleep: then it looks at it again ten seconds later.
const SWEEP_TIME: Duration = Duration::from_secs(2);
pub(super) const LOOKS_AT_CLOCK: Duration = Duration::from_secs(10);

/// After a request has failed, the bot need not record anything. Then nothing is under way any more
/// if it has been quiet for so long in real time.
const QUIET: Duration = Duration::from_millis(80);

/// The same if no request is known to have failed, as after the bot was killed.
const LONG_QUIET: Duration = Duration::from_millis(500);

/// A person, in the time since they last deleted their data.
pub(super) struct Person {
    pub(super) user: UserId,
    base: &'static str,
    /// Counts their display names.
    number: u32,
    /// Their display names since then, the present one last.
    pub(super) names: Vec<String>,
    pub(super) is_hidden: bool,
    pub(super) is_reset: bool,
}

impl Person {
    /// No name is part of another.
    fn next_name(&mut self) -> String {
        self.number += 1;
        let name = format!("{}{}z", self.base, self.number);
        self.names.push(name.clone());
        name
    }
}

/// A win of the first of two people over the second.
pub(super) struct Win {
    pub(super) at: Timestamp,
    pub(super) players: [usize; 2],
    /// Whether it need not count: it is not the first of the day, or one of them has deleted their
    /// data.
    pub(super) is_forgotten: bool,
}

pub(super) struct Life {
    pub(super) bot: TestBot,
    pub(super) channels: [ChannelId; Place::ALL.len()],
    pub(super) circumstances: Circumstances,
    /// Whether nothing was disturbed so far.
    pub(super) is_calm: bool,
    pub(super) people: [Person; PEOPLE],
    /// The names of who has deleted their data.
    pub(super) gone: Vec<String>,
    pub(super) wins: Vec<Win>,
    /// Where leaderboards stay.
    pub(super) boards: Vec<Place>,
    pub(super) puzzle: Option<Place>,
    pub(super) week: Option<Place>,
    pub(super) seasons: SeasonDebts,
    /// In the order in which they were seen.
    pub(super) seen: Vec<Seen>,
    /// For how many actions the bot may not write in each channel.
    pub(super) forbidden: [u8; Place::ALL.len()],
    pub(super) is_archived: bool,
    /// How often Discord has refused something in each channel.
    pub(super) refusals: [usize; Place::ALL.len()],
    /// How many of the bot's requests were looked at.
    pub(super) requests: usize,
    /// How many requests had failed when the bot had last settled, and before the present time.
    failed: usize,
    failed_before: usize,
    settled_at: Timestamp,
    log: Vec<String>,
}

impl Life {
    pub(super) async fn begin(circumstances: Circumstances) -> Self {
        let bot = TestBot::builder("staying").http(circumstances.replicas).killable().open().await;
        let place = |place: Place| {
            let name = format!("{place:?}").to_lowercase();
            if circumstances.thread == Some(place) {
                bot.discord.add_thread(bot.channel, &name)
            } else {
                bot.discord.add_channel(&name)
            }
        };
        let channels = Place::ALL.map(place);
        let [dora, eve] = ["Dora", "Eve"].map(|name| bot.discord.add_user(name));
        let people =
            [(bot.ann, "Ann"), (bot.ben, "Ben"), (bot.cleo, "Cleo"), (dora, "Dora"), (eve, "Eve")];
        let people = people.map(|(user, base)| Person {
            user,
            base,
            number: 0,
            names: Vec::new(),
            is_hidden: false,
            is_reset: false,
        });
        let mut life = Self {
            is_calm: circumstances.is_calm,
            bot,
            channels,
            circumstances,
            people,
            gone: Vec::new(),
            wins: Vec::new(),
            boards: Vec::new(),
            puzzle: None,
            week: None,
            seasons: SeasonDebts::default(),
            seen: Vec::new(),
            forbidden: [0; Place::ALL.len()],
            is_archived: false,
            refusals: [0; Place::ALL.len()],
            requests: 0,
            failed: 0,
            failed_before: 0,
            settled_at: Timestamp::from_milliseconds(0),
            log: Vec::new(),
        };
        for who in 0..PEOPLE {
            life.rename(who);
        }
        life.set_up().await;
        life.settle().await;
        life.look(false);
        life
    }

    pub(super) async fn close(self) {
        self.bot
            .close_allowing(&[
                // Faults.
                "403 POST /channels/*/messages",
                "403 PATCH /channels/*/messages/*",
                "403 DELETE /channels/*/messages/*",
                "429 PATCH /channels/*/messages/*",
                "503 POST /channels/*/messages",
                "503 PATCH /channels/*/messages/*",
                "503 DELETE /channels/*/messages/*",
                // An archived thread.
                "400 PATCH /channels/*/messages/*",
                "400 DELETE /channels/*/messages/*",
                // What was deleted before, but the answer was lost.
                "404 PATCH /channels/*/messages/*",
                "404 DELETE /channels/*/messages/*",
                // A question that follows a win, after a jump of the clock.
                "401 POST /webhooks/*/*",
                "404 POST /webhooks/*/*",
            ])
            .await;
    }

    /// Stops the bot of a case that has failed.
    pub(super) fn discard(self) {
        self.bot.discard();
    }

    pub(super) fn channel(&self, place: Place) -> ChannelId {
        self.channels[place as usize]
    }

    /// Gives a person their next display name, which the bot learns from what they do then.
    pub(super) fn rename(&mut self, who: usize) {
        let person = &mut self.people[who];
        let name = person.next_name();
        self.bot.discord.set_global_name(person.user, &name);
    }

    /// Applies an action, waits for what follows from it, and checks what can be checked.
    pub(super) async fn apply(&mut self, action: &Action) -> Checked {
        if self.circumstances.is_calm && matches!(action, Action::Disturb(_)) {
            return Ok(());
        }
        let (before, seen) = (self.bot.clock.now(), self.seen.len());
        self.record(&format!("{action:?}"));
        self.act(action).await;
        if matches!(action, Action::Win { .. } | Action::Solve { .. } | Action::Rename { .. }) {
            // What comes next may overtake what follows from these.
            self.bot.wait_idle().await;
        }
        self.settle().await;
        self.look(false);
        self.sync_seasons(seen).await;
        self.end_prohibitions();
        if self.is_calm { self.check_calm(before).await } else { Ok(()) }
    }

    /// Lets time pass, and what is due then be done.
    pub(super) async fn pass(&mut self, time: Duration) {
        let seen = self.seen.len();
        self.bot.advance(time).await;
        self.settle().await;
        self.look(false);
        self.sync_seasons(seen).await;
    }

    pub(super) fn duration(&self, pause: Pause) -> Duration {
        let now = self.bot.clock.now();
        let ten = now.midnight().after(10 * HOUR);
        let morning = if ten > now { ten } else { ten.after(DAY) };
        let days_into_week = u32::try_from((morning.day() + 3) % 7).unwrap();
        match pause {
            Pause::Minutes(minutes) => Duration::from_mins(minutes),
            Pause::Morning => morning.since(now),
            Pause::MondayMorning => morning.after((7 - days_into_week) % 7 * DAY).since(now),
        }
    }

    /// Waits until what is due by now was done, or tried in vain.
    pub(super) async fn settle(&mut self) {
        let now = self.bot.clock.now();
        if now != self.settled_at {
            (self.settled_at, self.failed_before) = (now, self.failed);
        }
        let (mut requests, mut quiet) = (0, Stopwatch::start());
        let is_settled = async || {
            self.wait_scheduler().await;
            if !self.has_lease().await {
                return true;
            }
            let now = self.bot.discord.requests().len();
            if now != requests {
                (requests, quiet) = (now, Stopwatch::start());
            }
            let has_failed = self.failed_requests() > self.failed_before;
            let longest = if has_failed { QUIET } else { LONG_QUIET };
            quiet.elapsed() >= longest && (has_failed || !self.is_calm)
        };
        wait_within(TIMEOUT, "what is due is done", is_settled).await;
        self.failed = self.failed_requests();
    }

    /// Waits until the schedulers have done what is due.
    async fn wait_scheduler(&self) {
        let waiting = || tokio::time::timeout(SWEEP_TIME, self.bot.wait_scheduler());
        if waiting().await.is_err() {
            self.bot.discord.advance(LOOKS_AT_CLOCK);
            self.bot.wait_scheduler().await;
        }
    }

    /// Whether something is due, or was begun and its result is not recorded yet.
    async fn has_lease(&self) -> bool {
        let now = self.bot.clock.now();
        let messages = self.bot.store().await.standing_messages(self.guild()).await.unwrap();
        messages.iter().any(|it| it.attempts > 0 || it.due_at.is_some_and(|due| due <= now))
    }

    /// How many requests about channels had no answer, or a bad one.
    fn failed_requests(&self) -> usize {
        let requests = self.bot.discord.requests();
        let of_channels = requests.iter().filter(|it| it.path.starts_with("/channels/"));
        of_channels.filter(|it| it.status == 0 || it.status >= 400).count()
    }

    pub(super) fn guild(&self) -> GuildId {
        GuildId(self.bot.discord.guild().get())
    }

    pub(super) fn record(&mut self, what: &str) {
        let now = self.bot.clock.now();
        let minutes = now.since(now.midnight()).as_secs() / 60;
        let (day, hour) = (now.date(), minutes / 60);
        self.log.push(format!("{day} {hour:02}:{:02} {what}", minutes % 60));
    }

    /// What was done, and what the channels show.
    pub(super) fn report(&self) -> String {
        let mut lines = vec![format!("{:?}", self.circumstances)];
        lines.extend(self.log.iter().cloned());
        lines.push(format!("gone: {:?}", self.gone));
        let people = self.people.iter().map(|it| (&it.names, it.is_hidden));
        lines.push(format!("people, and who is hidden: {:?}", people.collect::<Vec<_>>()));
        for place in Place::ALL {
            lines.push(format!("# {place:?}, {} refusals", self.refusals[place as usize]));
            let messages = self.bot.discord.messages(self.channel(place));
            for message in messages.iter().filter(|it| !it.is_ephemeral()) {
                let time = |it: Timestamp| {
                    format!("{} +{} s", it.date(), it.since(it.midnight()).as_secs())
                };
                let seen = self.seen.iter().find(|it| it.id == message.id);
                let unsure = if seen.is_some_and(|it| it.is_unsure) { ", unsure" } else { "" };
                let edited = message.edited_at.map(time);
                let head =
                    format!("{}: {}, edited {edited:?}", message.id, time(message.posted_at));
                lines.push(format!("{head}{unsure}"));
                // Without positions.
                let content = message.content.lines().filter(|it| !it.contains(['🔵', '🔽']));
                lines.extend(content.map(str::to_owned));
            }
        }
        lines.join("\n")
    }
}
