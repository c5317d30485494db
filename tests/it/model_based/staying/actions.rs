//! What people and managers do.

use fake_discord::{ActionResult, Message};
use serde_json::json;

use super::{
    super::puzzle_model,
    Action, Place,
    life::{Life, Win},
};
use crate::support::find_select;

impl Life {
    /// Has everything stay that can, each in its channel.
    pub(super) async fn set_up(&mut self) {
        self.board_here(Place::Board).await;
        assert_eq!(self.boards, [Place::Board]);
        let page = self.open_settings(Place::Puzzle, "Posts").await;
        let chosen = self.bot.choose(self.bot.ann, &page, "Daily puzzle…", "9:00 UTC").await;
        assert!(chosen.is_update(), "{chosen:?}");
        self.puzzle = Some(Place::Puzzle);
        self.week_here(Place::Week).await;
        assert_eq!(self.week, Some(Place::Week));
        self.start_season().await;
    }

    pub(super) async fn act(&mut self, action: &Action) {
        match *action {
            Action::Win { winner, loser, begins } => self.win([winner, loser], begins).await,
            Action::Solve { who } => self.solve(who).await,
            Action::Pass(pause) => self.bot.advance(self.duration(pause)).await,
            Action::Delete { who } => self.delete(who).await,
            Action::Rename { who } => {
                self.rename(who);
                self.solve(who).await;
            }
            Action::Hide { who } => self.hide(who).await,
            Action::Show { which } => self.show(which).await,
            Action::Reset { who } => self.reset(who).await,
            Action::StartSeason => self.start_season().await,
            Action::SeasonRhythm { monthly } => self.set_rhythm(monthly).await,
            Action::BoardHere(place) => self.board_here(place).await,
            Action::RemoveBoard(place) => {
                if self.press_in_settings(place, "Posts", "Remove leaderboard").await {
                    self.boards.retain(|it| *it != place);
                }
            }
            Action::PuzzleHere(place) => {
                if self.press_in_settings(place, "Posts", "Puzzle here").await {
                    self.puzzle = Some(place);
                }
            }
            Action::PuzzleOff => self.stop_puzzle().await,
            Action::WeekHere(place) => self.week_here(place).await,
            Action::WeekOff => self.stop_week().await,
            Action::Restart(pause) => self.restart(pause).await,
            Action::Disturb(ref disturbance) => self.disturb(disturbance).await,
        }
    }

    /// Someone wins a game that is not rated.
    async fn win(&mut self, [winner, loser]: [usize; 2], begins: bool) {
        let [one, other] = if begins { [winner, loser] } else { [loser, winner] };
        let players = [self.people[one].user, self.people[other].user];
        let board = self.bot.start_game(players[0], players[1]).await;
        let columns = if begins { "1212121" } else { "12123232" };
        self.bot.play_moves_as(players, &board, columns).await;
        let at = self.bot.clock.now();
        let players = [winner, loser];
        // Those who have deleted their data may have won before.
        let is_first = !self.wins.iter().any(|it| it.players == players && it.at.day() == at.day());
        let is_forgotten = !is_first;
        self.wins.push(Win { at, players, is_forgotten });
    }

    /// Solves the puzzle of the day, unless that was done.
    async fn solve(&mut self, who: usize) {
        let (bot, user) = (&self.bot, self.people[who].user);
        let mut shown = bot.command(user, "daily", json!({})).await.message().clone();
        for column in puzzle_model::solution(bot.clock.now().day()) {
            if shown.button(&column).is_none() {
                return;
            }
            let pressed = bot.press(user, &shown, &column).await;
            assert!(pressed.is_update(), "{pressed:?}");
            shown = pressed.message().clone();
        }
    }

    /// Deletes a person's data, if there are any.
    async fn delete(&mut self, who: usize) {
        let user = self.people[who].user;
        let prompt = self.bot.ask_delete(user).await;
        let deleted = self.bot.press(user, prompt.message(), "Delete my data").await;
        let expected = ["🗑️ Done.", "I have no data about you."];
        assert!(expected.iter().any(|it| deleted.text().starts_with(it)), "{}", deleted.text());
        for win in self.wins.iter_mut().filter(|it| it.players.contains(&who)) {
            win.is_forgotten = true;
        }
        let person = &mut self.people[who];
        self.gone.append(&mut person.names);
        (person.is_hidden, person.is_reset) = (false, false);
        self.rename(who);
    }

    async fn hide(&mut self, who: usize) {
        let page = self.open_people().await;
        let hidden = self.select(&page, "Hide somebody…", who).await;
        self.people[who].is_hidden |= hidden.is_update();
    }

    async fn show(&mut self, which: usize) {
        let hidden: Vec<_> =
            (0..self.people.len()).filter(|it| self.people[*it].is_hidden).collect();
        let Some(who) = hidden.get(which % hidden.len().max(1)) else { return };
        let (page, person) = (self.open_people().await, &self.people[*who]);
        let select = find_select(&page, "Show again…");
        let choice = select.choices.iter().find(|it| person.names.contains(&it.label));
        let value = &choice.expect("they are hidden").value;
        let shown = self.bot.discord.select(self.bot.ann, &page, &select.custom_id, &[value]).await;
        self.people[*who].is_hidden &= !shown.is_update();
    }

    async fn reset(&mut self, who: usize) {
        let page = self.open_people().await;
        let asked = self.select(&page, "Reset somebody’s record…", who).await;
        if asked.is_update() {
            let done = self.bot.press(self.bot.ann, asked.message(), "Really reset").await;
            self.people[who].is_reset |= done.is_update();
        }
    }

    async fn open_people(&self) -> Message {
        let page = self.open_settings(Place::Season, "Leaderboard").await;
        self.bot.press(self.bot.ann, &page, "People").await.message().clone()
    }

    async fn select(&self, page: &Message, placeholder: &str, who: usize) -> ActionResult {
        let select = &find_select(page, placeholder).custom_id;
        let person = self.people[who].user.to_string();
        self.bot.discord.select(self.bot.ann, page, select, &[&person]).await
    }

    async fn set_rhythm(&self, monthly: bool) {
        let page = self.open_settings(Place::Season, "Leaderboard").await;
        let label = if monthly { "with every month" } else { "when you start it here" };
        self.bot.choose(self.bot.ann, &page, "Next season…", label).await;
    }

    pub(super) async fn stop_puzzle(&mut self) {
        let page = self.open_settings(Place::Puzzle, "Posts").await;
        let label = "off";
        let chosen = self.bot.choose(self.bot.ann, &page, "Daily puzzle…", label).await;
        assert!(chosen.is_update(), "{chosen:?}");
        self.puzzle = None;
    }

    async fn week_here(&mut self, place: Place) {
        if self.press_in_settings(place, "Posts", "Week in words here").await {
            self.week = Some(place);
        }
    }

    pub(super) async fn stop_week(&mut self) {
        let Some(place) = self.week else { return };
        if self.press_in_settings(place, "Posts", "Stop week in words").await {
            self.week = None;
        }
    }

    pub(super) async fn open_settings(&self, place: Place, tab: &str) -> Message {
        let (bot, channel) = (&self.bot, self.channel(place));
        let page = bot.discord.command(bot.ann, channel, "settings", json!({})).await;
        if tab == "Posts" {
            return page.message().clone();
        }
        bot.press(bot.ann, page.message(), tab).await.message().clone()
    }

    /// Has a leaderboard by wins stay in a channel; again, if it does already.
    async fn board_here(&mut self, place: Place) {
        if self.boards.contains(&place) {
            self.press_in_settings(place, "Leaderboard", "Leaderboard here").await;
            return;
        }
        let page = self.open_settings(place, "Leaderboard").await;
        let select = find_select(&page, "Leaderboard in this channel…");
        let is_wanted = |label: &str| !label.contains(": this ") && label.ends_with(", by wins");
        let choice = select.choices.iter().find(|it| is_wanted(&it.label)).unwrap();
        let (bot, values) = (&self.bot, [choice.value.as_str()]);
        let chosen = bot.discord.select(bot.ann, &page, &select.custom_id, &values).await;
        if chosen.is_update() {
            self.boards.push(place);
        }
    }

    /// Presses the button whose label begins so, if there is one. Returns whether that was not
    /// refused.
    async fn start_season(&self) {
        let page = self.open_settings(Place::Season, "Leaderboard").await;
        let labels = page.labels();
        let Some(label) = labels.iter().find(|it| it.starts_with("Start season ")) else { return };
        let asked = self.bot.press(self.bot.ann, &page, label).await;
        if asked.is_update() {
            self.bot.press(self.bot.ann, asked.message(), label).await;
        }
    }

    async fn press_in_settings(&self, place: Place, tab: &str, prefix: &str) -> bool {
        let page = self.open_settings(place, tab).await;
        let labels = page.labels();
        let Some(label) = labels.iter().find(|it| it.starts_with(prefix)) else { return false };
        self.bot.press(self.bot.ann, &page, label).await.is_update()
    }
}
