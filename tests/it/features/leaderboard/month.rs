//! A month of a server with forty people, by the clock: every leaderboard that it shows is
//! compared with a count of its own, and how often the bot edits its messages is counted. They are
//! hidden, begin afresh, delete their data and come at random.

use std::{collections::BTreeMap, ops::Range, sync::Arc, time::Duration};

use clock::Timestamp;
use fake_discord::{ChannelId, Message, MessageId, UserId};
use serde_json::json;

use super::{
    count::{Ledger, Order, Person, Scope},
    month_changes::{Ended, lines},
    standing::settle,
};
use crate::{
    features::puzzle::daily::solve_today,
    support::{TestBot, repeats},
};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

const PEOPLE: usize = 40;

/// How many of them want their names on the leaderboard of all servers from the start.
const LISTED: usize = 15;

/// Its leaderboards, each in a channel of its own.
const BOARDS: [(&str, &str, Order); 3] = [
    ("games", "Leaderboard: all time, by wins", Order::Wins),
    ("ratings", "Leaderboard: all time, by rating", Order::Rating),
    ("week", "Leaderboard: this week, by wins", Order::Wins),
];

/// The twelfth of October 2026.
const FIRST_DAY: Timestamp = Timestamp::from_milliseconds(1_791_763_200_000);

/// The number of the puzzle of the first day.
const FIRST_PUZZLE: usize = 281;

/// A message of the bot that stays in a channel.
struct Standing {
    posted_at: Timestamp,
    edited_at: Vec<Timestamp>,
}

pub(super) struct Month {
    pub(super) bot: TestBot,
    pub(super) channels: [ChannelId; 3],
    /// Those who play most come first.
    pub(super) people: Vec<(String, UserId)>,
    pub(super) ledger: Ledger,
    /// The number of results before the season that runs; before the first, of none.
    pub(super) first_of_season: usize,
    pub(super) ended: Vec<Ended>,
    /// When somebody's name had to go from messages.
    pub(super) removals: Vec<Timestamp>,
    standing: BTreeMap<MessageId, Standing>,
    /// How many of the bot's requests were looked at.
    requests: usize,
}

impl Month {
    async fn begin() -> Self {
        let bot = TestBot::builder("leaderboard_month").http(2).open().await;
        let channels = BOARDS.map(|(name, ..)| match name {
            "games" => bot.channel,
            other => bot.discord.add_channel(other),
        });
        let people = (0..PEOPLE).map(|index| format!("P{index}"));
        let people = people.map(|name| (name.clone(), bot.discord.add_user(&name)));
        let people = people.collect();
        let mut month = Self {
            bot,
            channels,
            people,
            ledger: Ledger::default(),
            first_of_season: 0,
            ended: Vec::new(),
            removals: Vec::new(),
            standing: BTreeMap::new(),
            requests: 0,
        };
        for person in 0..LISTED {
            month.change_listing(month.people[person].1).await;
        }
        month
    }

    /// Lets time pass until then, a step at a time, and looks at what the bot has done.
    pub(super) async fn pass_until(&mut self, end: Timestamp) {
        self.look().await;
        while self.bot.clock.now() < end {
            let left = end.since(self.bot.clock.now());
            // Short steps catch what is edited too soon. In shorter ones the scheduler may sleep on.
            let longest = repeats(8, 2) as u64 * 3_600;
            let step = Duration::from_secs(fastrand::u64(30..longest));
            let is_last = left < step + MINUTE / 2;
            self.bot.advance(if is_last { left } else { step }).await;
            self.look().await;
        }
    }

    /// Waits until the bot has done what is due, and records which messages it has edited.
    pub(super) async fn look(&mut self) {
        settle(&self.bot).await;
        let now = self.bot.clock.now();
        for message in self.channels.iter().flat_map(|it| self.bot.discord.messages(*it)) {
            if is_standing(&message) {
                let posted_at = message.posted_at;
                let new = || Standing { posted_at, edited_at: Vec::new() };
                self.standing.entry(message.id).or_insert_with(new);
            }
        }
        let requests = self.bot.discord.requests();
        let new = requests[self.requests..].iter();
        for edit in new.filter(|it| it.method == "PATCH" && it.path.starts_with("/channels/")) {
            let (_, id) = edit.path.rsplit_once('/').unwrap();
            let known = self.standing.iter_mut().find(|(message, _)| message.to_string() == id);
            if let Some((_, message)) = known {
                message.edited_at.push(now);
            }
        }
        self.requests = requests.len();
    }

    /// Nothing was edited more often than once a minute while it was young, and every ten
    /// minutes after that, but for names that had to go. Returns how many edits there were.
    fn assert_calm(&self) -> usize {
        let mut edits = 0;
        for (id, message) in &self.standing {
            for pair in message.edited_at.windows(2) {
                let is_young = pair[0] < message.posted_at.after(HOUR);
                let pause = if is_young { MINUTE } else { 10 * MINUTE };
                let is_calm = pair[1].since(pair[0]) >= pause || self.removals.contains(&pair[1]);
                assert!(is_calm, "{id}: {pair:?}");
            }
            edits += message.edited_at.len();
        }
        edits
    }

    async fn pass(&mut self, time: Duration) {
        self.pass_until(self.bot.clock.now().after(time)).await;
    }

    /// Some people play, some much more than others, and often the same ones. Something may happen
    /// to one of two who play.
    async fn play(&mut self) {
        for _ in 0..fastrand::usize(1..4) {
            let players = [(); 2].map(|()| self.somebody());
            self.play_games(players).await;
            if fastrand::bool() {
                self.change(players[0]).await;
                if fastrand::bool() {
                    self.play_games(players).await;
                }
            }
        }
    }

    /// Two people play some games, if they are two. Returns whether one of them counts.
    pub(super) async fn play_games(&mut self, players: [UserId; 2]) -> bool {
        let mut any_counts = false;
        if players[0] != players[1] {
            for _ in 0..fastrand::usize(1..5) {
                let begun = self.ledger.begin(&self.bot, players).await;
                any_counts |= self.ledger.add(&begun.finish(&self.bot).await);
            }
        }
        any_counts
    }

    pub(super) fn name(&self, person: Person) -> String {
        let named = self.people.iter().find(|(_, it)| person == Person::Known(*it));
        named.expect("somebody with a name").0.clone()
    }

    /// The results of the season that runs.
    pub(super) fn season(&self) -> Range<usize> {
        self.ledger.since(self.first_of_season)
    }

    /// Compares all leaderboards, once the bot has had time to bring them up to date.
    async fn check(&mut self) {
        self.pass(11 * MINUTE).await;
        let now = self.bot.clock.now();
        let week = self.ledger.since_time(|it| it.week() == now.week());
        let month = self.ledger.since_time(|it| it.month() == now.month());
        let of_boards = [self.season(), self.season(), week.clone()];
        for ((channel, board), results) in self.channels.into_iter().zip(BOARDS).zip(of_boards) {
            let [message] = boards(&self.bot, channel).try_into().unwrap();
            let places = self.ledger.places(Scope::Server, &results, board.2);
            self.compare(&lines(&message.content), &places, 10);
        }
        for (period, results) in [("all time", self.season()), ("month", month), ("week", week)] {
            self.check_period(Scope::Server, period, &results).await;
            if fastrand::u8(0..3) == 0 {
                self.check_own_place(period, &results).await;
            }
            let results = if period == "all time" { 0..results.end } else { results };
            if fastrand::u8(0..3) == 0 {
                self.check_period(Scope::Everywhere, period, &results).await;
            }
        }
        self.check_ended().await;
    }

    async fn check_period(&self, scope: Scope, period: &str, results: &Range<usize>) {
        let name = match scope {
            Scope::Server => "server",
            Scope::Everywhere => "everywhere",
        };
        let options = json!({ "scope": name, "period": period });
        let page = self.bot.command(self.bot.ann, "leaderboard", options).await;
        self.compare_pages(scope, &mut page.message().clone(), results).await;
    }

    async fn choose_in_settings(&self, channel: ChannelId, tab: &str, select: &str, label: &str) {
        let (bot, page) = (&self.bot, self.open_settings(channel, tab).await);
        let chosen = bot.choose(bot.ann, &page, select, label).await;
        assert!(chosen.is_update(), "{chosen:?}");
    }

    pub(super) async fn open_settings(&self, channel: ChannelId, tab: &str) -> Message {
        let bot = &self.bot;
        let page = bot.discord.command(bot.ann, channel, "settings", json!({})).await;
        if tab == "Posts" {
            return page.message().clone();
        }
        bot.press(bot.ann, page.message(), tab).await.message().clone()
    }

    async fn leaderboard_here(&self, board: usize, label: &str) {
        let select = "Leaderboard in this channel…";
        self.choose_in_settings(self.channels[board], "Leaderboard", select, label).await;
    }

    async fn set_time_zone(&self, name: &str) {
        let set = self.bot.command(self.bot.ann, "settings", json!({ "timezone": name })).await;
        assert!(set.text().contains(name), "{}", set.text());
    }

    /// A moderator deletes a leaderboard, which is noticed with the next result that changes it.
    async fn delete_board(&mut self) {
        let [message] = boards(&self.bot, self.channels[0]).try_into().unwrap();
        self.bot.discord.delete_message(self.channels[0], message.id);
        let first = self.ledger.places(Scope::Server, &self.season(), Order::Wins).swap_remove(0);
        let Person::Known(leader) = first.person else { panic!("they have no place") };
        while !self.play_games([leader, self.somebody()]).await {}
        self.pass(11 * MINUTE).await;
        assert!(boards(&self.bot, self.channels[0]).is_empty());
        let page = self.open_settings(self.channels[0], "Leaderboard").await;
        assert!(page.content.contains("was deleted, so I stopped updating it."), "{page:?}");
        self.leaderboard_here(0, "Leaderboard: season 1, by wins").await;
    }

    /// The bot is removed from the server, and added again after some hours.
    async fn remove_and_add_bot(&mut self) {
        self.play().await;
        self.bot.discord.remove_bot_from(self.bot.discord.guild());
        self.pass(5 * HOUR).await;
        self.bot.discord.add_bot_to(self.bot.discord.guild());
    }

    /// The first season, with which the others start by the calendar.
    async fn start_seasons(&mut self) {
        let (page, select) = (self.start_season(1).await, "Next season…");
        let chosen = self.bot.choose(self.bot.ann, &page, select, "with every month").await;
        assert!(chosen.is_update(), "{chosen:?}");
    }

    /// Somebody who plays a lot is hidden when the season ends.
    async fn hide_one(&mut self) {
        let index = fastrand::usize(0..10);
        let known = |it: &&(String, UserId)| self.ledger.knows(it.1);
        let person = self.people.iter().filter(known).nth(index).unwrap().1;
        self.hide(person).await;
    }

    /// The puzzle is posted once, at the server's own hour, and lists who has solved it.
    async fn puzzle(&mut self, day: u64, utc_hour: u64) {
        let number = FIRST_PUZZLE + usize::try_from(day).unwrap();
        let at = self.bot.clock.now().midnight().after(Duration::from_hours(utc_hour));
        let title = format!("🧩 **Fourfall #{number}**");
        let posts = |month: &Self| {
            let mut posts = month.bot.discord.messages(month.channels[0]);
            posts.retain(|it| !it.is_ephemeral() && it.content.starts_with(&title));
            posts
        };
        self.pass_until(at.before(MINUTE)).await;
        assert_eq!(posts(self).len(), 0, "{title}");
        self.pass_until(at.after(6 * MINUTE)).await;
        assert_eq!(posts(self).len(), 1, "{title}");
        let mut solvers = Vec::new();
        for ((name, person), streak) in self.people.iter().zip(streaks(day)) {
            if let Some(days) = streak {
                solve_today(&self.bot, *person, number).await;
                if !self.ledger.hidden.contains(person) {
                    solvers.push(format!("**{name}** 🔥 {days}"));
                }
            }
        }
        self.pass(2 * MINUTE).await;
        let [post] = posts(self).try_into().unwrap();
        let mut listed = post.content.lines().filter_map(|it| it.split_once("Solved here: "));
        let listed = listed.next().map(|(_, people)| people).unwrap_or_default();
        assert_eq!(listed, solvers.join(" · "), "day {day}");
    }
}

/// The streaks of two people on a day who solve its puzzle. Both miss day 10, and one day 14 as
/// well, which is too soon after it.
const fn streaks(day: u64) -> [Option<u64>; 2] {
    let one = match day {
        0..10 => Some(day + 1),
        10 => None,
        _ => Some(day),
    };
    let other = match day {
        14 => None,
        15.. => Some(day - 14),
        _ => one,
    };
    [one, other]
}

fn is_standing(message: &Message) -> bool {
    let begins = |title| message.content.starts_with(title);
    !message.is_ephemeral() && (begins("🏆 **Leaderboard**") || begins("🧩 **Fourfall #"))
}

/// The leaderboards that stay in a channel.
fn boards(bot: &TestBot, channel: ChannelId) -> Vec<Arc<Message>> {
    let mut messages = bot.discord.messages(channel);
    messages.retain(|it| is_standing(it) && it.content.starts_with('🏆'));
    messages
}

#[tokio::test]
async fn a_month_of_forty_people_agrees_with_a_count() {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    fastrand::seed(seed);
    let mut month = Month::begin().await;
    month.bot.advance(FIRST_DAY.since(month.bot.clock.now())).await;
    month.set_time_zone("Europe/Berlin").await;
    let (hour, label) = ("Daily puzzle…", "18:00 Europe/Berlin");
    month.choose_in_settings(month.channels[0], "Posts", hour, label).await;
    for (board, (_, label, _)) in BOARDS.iter().enumerate() {
        month.leaderboard_here(board, label).await;
    }
    let page = month.open_settings(month.channels[0], "Posts").await;
    month.bot.press(month.bot.ann, &page, "Week in words here").await;
    for day in 0..31 {
        let midnight = FIRST_DAY.after(DAY * u32::try_from(day).unwrap());
        month.pass_until(midnight).await;
        match day {
            6 => month.start_seasons().await,
            9 => month.delete_board().await,
            12 => month.remove_and_add_bot().await,
            13 | 19 => month.hide_one().await,
            14 => drop(month.start_season(2).await),
            16 => month.set_time_zone("America/New_York").await,
            // The first of November.
            20 => month.season_has_started(3),
            _ => {}
        }
        for burst in 1..=repeats(1, 4) {
            let at = midnight.after(Duration::from_hours(7 + 2 * burst as u64));
            month.come_of_age(at).await;
            month.pass_until(at).await;
            month.play().await;
        }
        month.check().await;
        let hour = match day {
            // Summer time ends in Berlin on the 25th, and in New York on the first.
            0..13 => 16,
            13..16 => 17,
            16..20 => 22,
            _ => 23,
        };
        month.puzzle(day, hour).await;
    }
    let edits = month.assert_calm();
    println!("{} messages were edited {edits} times", month.standing.len());
    assert!(edits > 100, "it was a month: {edits}");
    let told = month.bot.discord.messages(month.channels[0]);
    let told = told.iter().filter(|it| it.content.starts_with("📰"));
    assert_eq!(told.count(), 4, "one each Monday");
    month.bot.assert_consistent().await;
    // Of the deleted leaderboard, and while the bot was no member.
    let refused = ["404 PATCH /channels/*/messages/*", "403 PATCH /channels/*/messages/*"];
    month.bot.close_allowing(&refused).await;
}
