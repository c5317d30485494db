//! Compares what the channels show with what may be shown and what is owed.

use std::{collections::BTreeSet, time::Duration};

use clock::{Stopwatch, Timestamp};
use fourfall::{
    game::{LeaderboardId, MAX_REFUSED_POSTS, Period, Scope, Season, SortBy},
    store::PageCursor,
};
use proptest::prelude::*;

use super::{
    super::puzzle_model::PuzzleModel,
    Checked, Place,
    life::{DAY, HOUR, Life, MINUTE},
    seen::{NONCE_TIME, Seen, Told},
};
use crate::support::{POLL_INTERVAL, wins_shown};

/// How long after nine the posts of a day may come.
const SPREAD: Duration = Duration::from_mins(5);

/// How long anything that is tried again in real time may take.
const PATIENCE: Duration = Duration::from_secs(3);

impl Life {
    /// Checks what holds at any time if nothing was disturbed. The last action began at `before`.
    pub(super) async fn check_calm(&mut self, before: Timestamp) -> Checked {
        self.check_names(self.gone.iter().map(String::as_str))?;
        let now = self.bot.clock.now();
        let nine = now.midnight().after(9 * HOUR);
        if before < nine && nine.after(SPREAD) <= now {
            self.check_puzzle_of_day(now).await?;
            if (now.day() + 3) % 7 == 0 {
                self.check_week(now)?;
            }
        }
        self.check_once()?;
        self.check_debts().await
    }

    /// Ends all disturbances, lets days pass, and checks everything.
    pub(super) async fn check_end(&mut self) -> Checked {
        self.calm_down();
        if self.circumstances.ends_quietly {
            self.stop_puzzle().await;
            self.stop_week().await;
        }
        self.record("the end begins");
        for pause in [MINUTE, 11 * MINUTE, HOUR, 5 * HOUR, DAY, DAY, DAY] {
            self.pass(pause).await;
        }
        self.check_debts().await?;
        self.check_boards().await?;
        let now = self.bot.clock.now();
        let nine = now.midnight().after(9 * HOUR);
        let day = if now >= nine.after(SPREAD) { now } else { now.before(DAY) };
        self.check_puzzle_of_day(day).await?;
        self.check_names(self.forbidden_names())?;

        self.record("until Monday");
        self.pass(self.duration(super::Pause::MondayMorning)).await;
        let now = self.bot.clock.now();
        self.check_puzzle_of_day(now).await?;
        self.check_week(now)?;
        self.check_debts().await?;
        self.check_names(self.forbidden_names())?;
        self.check_once()
    }

    /// None of these names is on a message that stays.
    fn check_names<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Checked {
        let covered: Vec<_> = self.seen.iter().filter(|it| self.is_covered(it)).collect();
        for name in names {
            for seen in &covered {
                let message = self.bot.discord.message(self.channel(seen.place), seen.id);
                let is_named = message.is_some_and(|it| it.content.contains(name));
                prop_assert!(!is_named, "{name} is named in {seen:?}\n{}", self.report());
            }
        }
        Ok(())
    }

    /// The names that no message may have: of who has deleted their data, and of who is hidden.
    fn forbidden_names(&self) -> BTreeSet<&str> {
        let hidden = self.people.iter().filter(|it| it.is_hidden);
        let names = self.gone.iter().chain(hidden.flat_map(|it| &it.names));
        names.map(String::as_str).collect()
    }

    /// Whether a name has to leave a message. Of puzzles and weeks, the last ones are brought up to
    /// date.
    fn is_covered(&self, seen: &Seen) -> bool {
        let is_last = |is_same: fn(&Told) -> bool| {
            self.seen.iter().rfind(|it| is_same(&it.told)).is_some_and(|it| it.id == seen.id)
        };
        let is_covered = match seen.told {
            Told::Board(_) | Told::SeasonOver(_) => true,
            Told::Puzzle(_) => is_last(|it| matches!(it, Told::Puzzle(_))),
            Told::Week(_) => is_last(|it| matches!(it, Told::Week(_))),
            Told::Other => false,
        };
        is_covered && !seen.is_unsure
    }

    /// All that is owed of seasons was told.
    async fn check_debts(&mut self) -> Checked {
        let waited = Stopwatch::start();
        loop {
            let is_owed = |debt| !self.is_given_up(Place::Season) && !self.is_paid(debt);
            let mut debts = self.seasons.debts.iter().filter(|it| !it.is_void);
            let Some(owed) = debts.find(|it| is_owed(it)) else { return Ok(()) };
            prop_assert!(waited.elapsed() < PATIENCE, "{owed:?} is owed\n{}", self.report());
            tokio::time::sleep(POLL_INTERVAL).await;
            self.look(false);
        }
    }

    /// Whether Discord has refused so much in a channel that the bot may have stopped.
    fn is_given_up(&self, place: Place) -> bool {
        self.refusals[place as usize] >= usize::from(MAX_REFUSED_POSTS)
    }

    /// Each leaderboard shows what is stored.
    async fn check_boards(&self) -> Checked {
        let expected = self.stored_wins().await;
        for place in [Place::Board, Place::Spare] {
            let is_archived = self.is_archived && self.circumstances.thread == Some(place);
            if is_archived || self.is_given_up(place) {
                continue;
            }
            let waited = Stopwatch::start();
            let is_on = self.boards.contains(&place);
            while !self.shows_wins(place, is_on.then_some(&expected)) {
                let failure = || format!("{place:?} is not {expected:?}\n{}", self.report());
                prop_assert!(waited.elapsed() < PATIENCE, "{}", failure());
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        }
        Ok(())
    }

    async fn stored_wins(&self) -> Vec<u32> {
        let guild = self.guild();
        let season = self.bot.store().await.running_season(guild).await.unwrap();
        let scope = season.map_or(Scope::Guild(guild), Season::scope);
        let id = LeaderboardId { scope, period: Period::AllTime, sort_by: SortBy::Wins };
        let (now, cursor) = (self.bot.clock.now(), PageCursor::First);
        let stored = self.bot.store().await.leaderboard(id, now, cursor, 10).await.unwrap();
        stored.entries.iter().map(|it| it.record.wins).collect()
    }

    /// Whether a leaderboard in a channel shows these wins, beside copies; or, without any, whether
    /// none is there of which the bot knows.
    fn shows_wins(&self, place: Place, expected: Option<&Vec<u32>>) -> bool {
        let boards = self.seen.iter().filter(|it| it.told == Told::Board(place));
        let boards = boards.filter(|it| expected.is_some() || !it.is_unsure);
        let mut there =
            boards.filter_map(|it| self.bot.discord.message(self.channel(place), it.id));
        let Some(expected) = expected else { return there.next().is_none() };
        there.any(|board| wins_shown(&board.content) == *expected)
    }

    /// The puzzle of a day was posted, whose hour is past; on Mondays only, if nobody has solved the last
    /// seven.
    async fn check_puzzle_of_day(&self, time: Timestamp) -> Checked {
        let Some(place) = self.puzzle.filter(|place| !self.is_given_up(*place)) else {
            return Ok(());
        };
        let streak = self.bot.store().await.guild_streak(self.guild()).await.unwrap();
        let solved = streak.map_or(0, |it| it.puzzle.get().into());
        let posted = self.seen.iter().filter_map(|it| match it.told {
            Told::Puzzle(number) if number > solved => Some(number),
            _ => None,
        });
        let is_monday = (time.day() + 3) % 7 == 0;
        if posted.collect::<BTreeSet<i64>>().len() >= 7 && !is_monday {
            return Ok(());
        }
        let told = Told::Puzzle(PuzzleModel::number(time.day()));
        let is_there = self.seen.iter().any(|it| it.told == told && it.place == place);
        prop_assert!(is_there, "{told:?} is not in {place:?}\n{}", self.report());
        Ok(())
    }

    /// The week that is over on a Monday was told, if anything happened in it of which all people
    /// are still shown.
    fn check_week(&self, monday: Timestamp) -> Checked {
        let Some(place) = self.week.filter(|place| !self.is_given_up(*place)) else {
            return Ok(());
        };
        let end = monday.midnight();
        let start = end.before(7 * DAY);
        let is_shown = |who: &usize| {
            let person = &self.people[*who];
            !person.is_hidden && !person.is_reset
        };
        let is_told = self.wins.iter().any(|it| {
            let is_in_week = start <= it.at && it.at < end;
            is_in_week && !it.is_forgotten && it.players.iter().all(is_shown)
        });
        let [first, last] = [start.after(12 * HOUR), end.before(12 * HOUR)];
        let days = format!("<t:{}:d> – <t:{}:d>", first.seconds(), last.seconds());
        let is_this = |it: &&Seen| matches!(&it.told, Told::Week(title) if title.ends_with(&days));
        let is_there = self.seen.iter().any(|it| is_this(&it) && it.place == place);
        prop_assert!(is_there || !is_told, "{days} is not in {place:?}\n{}", self.report());
        Ok(())
    }

    /// Nothing is there twice, unless the bot could not know that it was.
    fn check_once(&self) -> Checked {
        let there = |it: &&Seen| self.bot.discord.message(self.channel(it.place), it.id).is_some();
        let there: Vec<_> = self.seen.iter().filter(there).collect();
        for (index, seen) in there.iter().enumerate() {
            let copies = there[..=index].iter().filter(|it| it.told == seen.told);
            // What was begun elsewhere, or was to find another one, is looked for again within minutes,
            // if time does not leap ahead or the bot is down meanwhile.
            let is_lost = |it: &Seen| {
                let is_late = it.posted_at.after(NONCE_TIME) <= seen.posted_at;
                is_late || it.place != seen.place || seen.told == Told::Other
            };
            let count = copies.filter(|it| !(it.is_unsure && is_lost(it))).count();
            let debts = self.seasons.debts.iter().filter(|it| it.told == seen.told).count();
            let most = match seen.told {
                Told::Board(_) | Told::Puzzle(_) | Told::Week(_) => 1,
                Told::SeasonOver(_) => debts,
                Told::Other => 0,
            };
            prop_assert!(count <= most, "{seen:?} is there {count} times\n{}", self.report());
        }
        Ok(())
    }
}
