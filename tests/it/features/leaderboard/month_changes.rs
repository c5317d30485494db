//! What changes in the month of forty people: who is shown, whose record begins afresh, who has
//! deleted their data, who is new; and the seasons that end.

use std::{ops::Range, time::Duration};

use clock::Timestamp;
use fake_discord::{Message, UserId};
use serde_json::json;

use super::{
    count::{Order, Person, Place, Scope, WEEK},
    month::Month,
};
use crate::support::{TestBot, find_select};

const HOUR: Duration = Duration::from_hours(1);

/// How many people are hidden at a time: one more would not be listed to be shown again.
const MAX_HIDDEN: usize = 20;

/// How many people the post of a season's end has.
const TOP: usize = 10;

const DELETED: &str = "a deleted player";
const HIDDEN: &str = "a hidden player";

/// A season as it ended: by wins and by rating.
pub(super) struct Ended {
    number: u32,
    places: [Vec<Place>; 2],
}

pub(super) const ORDERS: [Order; 2] = [Order::Wins, Order::Rating];

impl Month {
    /// Some play much more than others.
    pub(super) fn somebody(&self) -> UserId {
        self.people[fastrand::usize(0..=fastrand::usize(0..self.people.len()))].1
    }

    /// Those who solve the puzzles.
    fn solvers(&self) -> [UserId; 2] {
        [self.people[0].1, self.people[1].1]
    }

    /// Something happens to somebody, mostly to this person.
    pub(super) async fn change(&mut self, person: UserId) {
        match fastrand::u8(0..12) {
            // Else nobody may be new in time to be so no more.
            _ if self.ledger.joined.is_empty() => self.join().await,
            0 => self.join().await,
            1 => self.change_listing(person).await,
            _ if !self.ledger.knows(person) => {}
            2..5 => self.hide(person).await,
            5..7 => self.show_again().await,
            7..10 => self.reset(person).await,
            // Their streaks would begin afresh.
            _ if self.solvers().contains(&person) => {}
            _ => {
                if fastrand::bool() {
                    self.hide(person).await;
                }
                self.delete(person).await;
            }
        }
        self.look().await;
    }

    /// Somebody comes whose account is new, and plays at once.
    async fn join(&mut self) {
        let name = format!("N{}", self.ledger.joined.len());
        let new = self.bot.discord.add_new_user(&name);
        self.ledger.joined.insert(new, self.bot.clock.now());
        let opponent = self.somebody();
        self.people.insert(fastrand::usize(2..8), (name, new));
        self.play_games([new, opponent]).await;
    }

    /// The hour before the accounts of some are a week old: they play games that do not count, the
    /// last of which goes on until they would, and then some more with the same people.
    pub(super) async fn come_of_age(&mut self, at: Timestamp) {
        let joined = self.ledger.joined.iter();
        let joined = joined.filter(|(_, joined)| joined.after(WEEK) == at);
        let mut pairs: Vec<_> = joined.map(|(person, _)| [*person, self.people[0].1]).collect();
        // The seed decides who plays first.
        pairs.sort();
        if pairs.is_empty() {
            return;
        }
        self.pass_until(at.before(HOUR)).await;
        let mut begun = Vec::new();
        for pair in &pairs {
            self.play_games(*pair).await;
            begun.push(self.ledger.begin(&self.bot, *pair).await.go_on(&self.bot).await);
        }
        self.pass_until(at).await;
        for game in begun {
            self.ledger.add(&game.resign(&self.bot).await);
        }
        for pair in pairs {
            self.play_games(pair).await;
        }
    }

    /// Somebody chooses whether their name is on the leaderboard of all servers.
    pub(super) async fn change_listing(&mut self, person: UserId) {
        let is_listed = self.ledger.listed.insert(person);
        if !is_listed {
            self.ledger.listed.remove(&person);
        }
        self.bot.set_listed(person, is_listed).await;
    }

    /// Their name goes at once, however often messages were edited.
    async fn delete(&mut self, person: UserId) {
        self.bot.delete_data(person).await;
        self.removals.push(self.bot.clock.now());
        let deleted = self.ledger.delete(person);
        for place in self.ended.iter_mut().flat_map(|it| &mut it.places).flatten() {
            if place.person == Person::Known(person) {
                place.person = deleted;
            }
        }
    }

    pub(super) async fn hide(&mut self, person: UserId) {
        if self.ledger.hidden.len() == MAX_HIDDEN {
            return;
        }
        let hidden = self.choose_person("Hide somebody…", person).await;
        assert!(hidden.content.contains("\nHidden: "), "{hidden:?}");
        self.removals.push(self.bot.clock.now());
        self.ledger.hidden.insert(person);
    }

    async fn show_again(&mut self) {
        let hidden: Vec<_> = self.ledger.hidden.iter().copied().collect();
        let Some(person) = fastrand::choice(hidden) else { return };
        let page = self.open_people().await;
        let name = self.name(Person::Known(person));
        let shown = self.bot.choose(self.bot.ann, &page, "Show again…", &name).await;
        assert!(shown.is_update(), "{shown:?}");
        self.ledger.hidden.remove(&person);
    }

    async fn reset(&mut self, person: UserId) {
        let asked = self.choose_person("Reset somebody’s record…", person).await;
        let reset = self.bot.press(self.bot.ann, &asked, "Really reset").await;
        assert!(reset.text().contains("** was reset.\n"), "{reset:?}");
        self.ledger.reset(person);
    }

    async fn choose_person(&self, select: &str, person: UserId) -> Message {
        let (bot, page) = (&self.bot, self.open_people().await);
        let select = find_select(&page, select).custom_id.clone();
        let chosen = bot.discord.select(bot.ann, &page, &select, &[&person.to_string()]).await;
        assert!(chosen.is_update(), "{chosen:?}");
        chosen.message().clone()
    }

    async fn open_people(&self) -> Message {
        let page = self.open_settings(self.channels[0], "Leaderboard").await;
        self.bot.press(self.bot.ann, &page, "People").await.message().clone()
    }

    /// Starts a season, which ends the one before.
    pub(super) async fn start_season(&mut self, number: u32) -> Message {
        let page = self.open_settings(self.channels[0], "Leaderboard").await;
        let started = self.bot.start_season(&page, &format!("Start season {number}")).await;
        assert!(started.is_update(), "{started:?}");
        self.season_has_started(number);
        started.message().clone()
    }

    /// What the season before showed stays.
    pub(super) fn season_has_started(&mut self, number: u32) {
        if number > 1 {
            let results = self.season();
            let mut places = ORDERS.map(|order| self.ledger.places(Scope::Server, &results, order));
            // Medals are of the order that decides a season.
            places[1].iter_mut().for_each(|it| it.has_medal = false);
            self.ended.push(Ended { number: number - 1, places });
        }
        self.first_of_season = self.season().end;
    }

    /// Compares all that is shown of the seasons that have ended with how they ended: only names
    /// may be missing.
    pub(super) async fn check_ended(&self) {
        for Ended { number, places } in &self.ended {
            let top = format!("🏆 **Season {number} is over!**");
            let mut posts = self.bot.discord.messages(self.channels[0]);
            posts.retain(|it| it.content.starts_with(&top));
            assert_eq!(posts.len(), usize::from(!places[0].is_empty()), "{top}");
            for post in posts {
                // Who deletes their data while they are hidden stays so there, until it changes.
                let text = post.content.replace(HIDDEN, DELETED);
                let name = |it| self.past_name(it).replace(HIDDEN, DELETED);
                let medals = places[0].iter().filter(|it| it.rank <= 3).count();
                assert_shown(&lines(&text), &places[0][..medals], TOP, name);
            }
            let mut page = self.open_season(&format!("Season {number}")).await;
            let is_long = fastrand::u8(0..4) == 0;
            for (order, places) in ORDERS.into_iter().zip(places) {
                if order == Order::Wins || is_long {
                    let shown = all_pages(&self.bot, &mut page, order).await;
                    assert_shown(&shown, places, usize::MAX, |it| self.past_name(it));
                }
            }
        }
        if !self.ended.is_empty() && fastrand::bool() {
            let mut page = self.open_season("All time, over all seasons").await;
            let results = self.ledger.since(0);
            self.compare_pages(Scope::Server, &mut page, &results).await;
        }
    }

    async fn open_season(&self, label: &str) -> Message {
        let bot = &self.bot;
        let page = bot.command(bot.ann, "leaderboard", json!({})).await;
        let seasons = bot.press(bot.ann, page.message(), "Seasons").await;
        let chosen = bot.choose(bot.ann, seasons.message(), "Leaderboard of…", label).await;
        assert!(chosen.is_update(), "{chosen:?}");
        chosen.message().clone()
    }

    /// The name of somebody on the board of a season that has ended.
    fn past_name(&self, person: Person) -> String {
        match person {
            Person::Deleted(_) => DELETED.to_owned(),
            Person::Known(it) if self.ledger.hidden.contains(&it) => HIDDEN.to_owned(),
            Person::Known(_) => self.name(person),
        }
    }

    /// Compares pages that begin elsewhere than the others, as somebody sees them.
    pub(super) async fn check_own_place(&self, period: &str, results: &Range<usize>) {
        let (bot, person) = (&self.bot, self.somebody());
        let page = bot.command(person, "leaderboard", json!({ "period": period })).await;
        let mut page = page.message().clone();
        let by_wins = page.content.contains(" · by wins\n");
        let order = if by_wins { Order::Wins } else { Order::Rating };
        let places = self.ledger.places(Scope::Server, results, order);
        for label in ["Next", "My place", "Previous"] {
            if page.button(label).is_some_and(|it| !it.disabled) {
                page = bot.press(person, &page, label).await.message().clone();
                self.compare_some(&page, &places, person);
            }
        }
    }

    /// Compares the places on a page, and that of somebody below them.
    fn compare_some(&self, page: &Message, places: &[Place], person: UserId) {
        let line = |it: &Place| it.line(&self.name(it.person));
        let expected: Vec<_> = places.iter().map(line).collect();
        for shown in lines(&page.content) {
            assert!(expected.contains(&shown), "{shown} is wrong: {expected:#?}");
        }
        let own = places.iter().find(|it| it.person == Person::Known(person)).map(line);
        let shown = page.content.lines().find_map(|it| it.strip_prefix("You: "));
        assert!(shown.is_none() || shown == own.as_deref(), "{page:?}: {own:?}");
    }

    /// Compares all pages of a leaderboard of these results.
    pub(super) async fn compare_pages(
        &self,
        scope: Scope,
        page: &mut Message,
        results: &Range<usize>,
    ) {
        for order in ORDERS {
            let shown = all_pages(&self.bot, page, order).await;
            self.compare(&shown, &self.ledger.places(scope, results, order), usize::MAX);
        }
    }

    pub(super) fn compare(&self, shown: &[String], places: &[Place], most: usize) {
        assert_shown(shown, places, most, |person| self.name(person));
    }
}

/// The lines of a leaderboard: "🥇 Dora · 1566 · 3 wins · 1 loss".
pub(super) fn lines(text: &str) -> Vec<String> {
    let lines =
        text.lines().filter(|it| it.starts_with("**") || it.starts_with(['🥇', '🥈', '🥉']));
    lines.map(str::to_owned).collect()
}

/// The lines of all pages of a leaderboard, of which one is open.
async fn all_pages(bot: &TestBot, page: &mut Message, order: Order) -> Vec<String> {
    let label = match order {
        Order::Wins => "By wins",
        Order::Rating => "By rating",
    };
    if page.button(label).is_some() {
        *page = bot.press(bot.ann, page, label).await.message().clone();
    }
    let mut all = Vec::new();
    loop {
        all.extend(lines(&page.content));
        if page.button("Next").is_none_or(|it| it.disabled) {
            return all;
        }
        *page = bot.press(bot.ann, page, "Next").await.message().clone();
    }
}

/// Asserts that a leaderboard shows exactly the first `most` places. Those who share one may be in
/// any order.
fn assert_shown(shown: &[String], places: &[Place], most: usize, name: impl Fn(Person) -> String) {
    let expected = places.iter().map(|it| (it.rank, it.line(&name(it.person))));
    let expected: Vec<_> = expected.collect();
    let context = || format!("shown: {shown:#?}\nexpected: {expected:#?}");
    assert_eq!(shown.len(), expected.len().min(most), "{}", context());
    let mut left = expected.clone();
    for (line, (rank, _)) in shown.iter().zip(&expected) {
        let found = left.iter().position(|(of, text)| of == rank && text == line);
        let found = found.unwrap_or_else(|| panic!("{line} is wrong: {}", context()));
        left.remove(found);
    }
}
