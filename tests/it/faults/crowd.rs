//! Pairs who play on, whatever happens to the bot.

use std::{cell::Cell, rc::Rc};

use fake_discord::{Answer, ChannelId, Message, UserId};
use fourfall::{admin, store};
use futures_util::future::join_all;
use serde_json::json;

use crate::support::{Arcade, PATIENCE};

/// Pairs at their tables.
pub(super) struct Crowd<'a> {
    arcade: &'a Arcade,
    tables: Vec<Table>,
    shown: Rc<Cell<usize>>,
}

/// A pair in a channel of their own.
struct Table {
    number: usize,
    channel: ChannelId,
    players: [UserId; 2],
    /// The board as it was last shown, if it is known to be so still.
    board: Option<Message>,
    /// How many discs were seen on the board of the game that goes on.
    seen: usize,
    games: usize,
    /// How many changes of boards were shown, at all tables.
    shown: Rc<Cell<usize>>,
}

/// What was tried, and what came of it.
#[derive(Debug)]
pub(super) struct Tally {
    /// Changes that were shown to somebody.
    pub(super) shown: usize,
    /// Games that began.
    pub(super) games: usize,
}

impl<'a> Crowd<'a> {
    pub(super) fn new(arcade: &'a Arcade, tables: usize) -> Self {
        let shown = Rc::new(Cell::new(0));
        let tables = (0..tables).map(|number| Table {
            number,
            channel: arcade.playground.add_channel(&format!("table-{number}")),
            players: [arcade.ann, arcade.ben],
            board: None,
            seen: 0,
            games: 0,
            shown: Rc::clone(&shown),
        });
        Self { arcade, tables: tables.collect(), shown }
    }

    /// How many changes of boards were shown, as it grows.
    pub(super) fn shown(&self) -> Rc<Cell<usize>> {
        Rc::clone(&self.shown)
    }

    /// Plays for ever, at all tables at once.
    pub(super) async fn play(&mut self) {
        let arcade = self.arcade;
        join_all(self.tables.iter_mut().map(|table| table.play(arcade))).await;
    }

    /// What was under way when somebody stopped waiting may have been done or not.
    pub(super) fn look_anew(&mut self) {
        for table in &mut self.tables {
            table.board = None;
        }
    }

    /// Asserts that every board still shows what was seen on it, and that all
    /// records add up.
    pub(super) async fn assert_nothing_lost(mut self) -> Tally {
        let mut tally = Tally { shown: self.shown.get(), games: 0 };
        self.look_anew();
        for table in &mut self.tables {
            if table.games > 0 {
                let looking = async { while table.look(self.arcade).await.is_err() {} };
                let looked = tokio::time::timeout(PATIENCE, looking).await;
                looked.expect("the bot answers in the end");
            }
            tally.games += table.games;
        }
        let store = store::open(&self.arcade.database()).await.unwrap();
        let report = admin::check(&*store).await.unwrap();
        assert_eq!(report.differences, []);
        store.close().await;
        tally
    }
}

/// Nobody knows what became of it.
#[derive(Debug)]
struct Unknown;

impl Table {
    async fn play(&mut self, arcade: &Arcade) {
        loop {
            if self.turn(arcade).await.is_err() {
                self.board = None;
                tokio::task::yield_now().await;
            }
        }
    }

    async fn turn(&mut self, arcade: &Arcade) -> Result<(), Unknown> {
        if self.games == 0 {
            return self.begin(arcade).await;
        }
        let Some(board) = self.board.clone() else { return self.look(arcade).await };
        let columns: Vec<_> = (1..=7).map(|number| number.to_string()).collect();
        let open = |label: &&String| board.button(label).is_some_and(|button| !button.disabled);
        let open: Vec<_> = columns.iter().filter(open).collect();
        let Some(column) = fastrand::choice(open) else { return self.begin(arcade).await };
        let mover = self.players[discs(&board.content) % 2];
        let answer = arcade.press(mover, &board, column).await;
        self.note(&answer)
    }

    /// Begins a game between two who have never played.
    async fn begin(&mut self, arcade: &Arcade) -> Result<(), Unknown> {
        let names = ["A", "B"].map(|seat| format!("{seat}{} {}", self.games, self.number));
        self.players = names.map(|name| arcade.playground.add_person(&name));
        let [one, other] = self.players;
        let options = json!({ "opponent": other, "first": "me", "clock": "none" });
        let asked = arcade.playground.command(one, self.channel, "play", options).await;
        let challenge = public(&asked).ok_or(Unknown)?;
        self.games += 1;
        self.seen = 0;
        let answer = arcade.press(other, challenge, "Accept").await;
        self.note(&answer)
    }

    /// Asks for the board, as it is by now.
    async fn look(&mut self, arcade: &Arcade) -> Result<(), Unknown> {
        let [one, _] = self.players;
        let answer = arcade.playground.command(one, self.channel, "board", json!({})).await;
        if answer.error().is_none() && answer.text().contains("no game") {
            if self.seen > 0 {
                let over = self.over(arcade).await;
                assert!(over >= self.seen, "of {} discs seen, {over} are left", self.seen);
            }
            return self.begin(arcade).await;
        }
        self.note(&answer)
    }

    /// How many discs there were in the last game here, which is over.
    async fn over(&self, arcade: &Arcade) -> usize {
        let moves = format!(
            "SELECT moves FROM game WHERE channel_id = {} AND ending IS NOT NULL \
             ORDER BY game_id DESC LIMIT 1",
            self.channel
        );
        arcade.database.sql().await.text(&moves).await.len()
    }

    /// Notes what was shown: never less than before.
    fn note(&mut self, answer: &Answer) -> Result<(), Unknown> {
        let board = public(answer).ok_or(Unknown)?;
        let discs = discs(&board.content);
        assert!(discs >= self.seen, "{} discs were seen: {}", self.seen, board.content);
        self.seen = discs;
        self.shown.set(self.shown.get() + 1);
        self.board = Some(board.clone());
        Ok(())
    }
}

/// The message that everybody sees, if the answer is one.
fn public(answer: &Answer) -> Option<&Message> {
    let is_public = (answer.is_new() || answer.is_update()) && !answer.is_ephemeral();
    is_public.then(|| answer.message())
}

fn discs(board: &str) -> usize {
    let is_cell = |cell: char| "🔵🔴🟡🟥🟨".contains(cell);
    let rows = board.lines().filter(|line| line.chars().all(is_cell));
    rows.flat_map(str::chars).filter(|cell| *cell != '🔵').count()
}
