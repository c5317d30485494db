//! Pairs of players who keep playing, whatever happens to the bot.

use std::{cell::Cell, rc::Rc};

use fake_discord::{ActionResult, ChannelId, Message, UserId};
use fastrand::Rng;
use futures_util::future::join_all;
use serde_json::json;

use crate::support::{TestBot, move_number, wait_until_async};

/// Pairs who play at the same time, each in a channel of its own.
pub(super) struct Crowd<'a> {
    bot: &'a TestBot,
    pairs: Vec<Pair>,
    shown: Rc<Cell<usize>>,
}

/// A pair, its channel, and what it has seen.
struct Pair {
    number: usize,
    channel: ChannelId,
    players: [UserId; 2],
    /// The board as it was last shown; `None` if it may have changed since.
    board: Option<Message>,
    /// How many discs were seen on the board of the current game.
    seen_discs: usize,
    /// How many games this pair has started.
    games: usize,
    /// How many changes of boards were shown, to all pairs.
    shown: Rc<Cell<usize>>,
    random: Rng,
}

/// What the pairs have done.
#[derive(Debug)]
pub(super) struct Tally {
    /// Changes of boards that were shown.
    pub(super) shown: usize,
    /// Games that were started.
    pub(super) games: usize,
}

impl<'a> Crowd<'a> {
    pub(super) fn new(bot: &'a TestBot, pairs: usize, random: &mut Rng) -> Self {
        let shown = Rc::new(Cell::new(0));
        let pairs = (0..pairs).map(|number| Pair {
            number,
            channel: bot.discord.add_channel(&format!("pair-{number}")),
            players: [bot.ann, bot.ben],
            board: None,
            seen_discs: 0,
            games: 0,
            shown: Rc::clone(&shown),
            random: random.fork(),
        });
        Self { bot, pairs: pairs.collect(), shown }
    }

    /// A live count of the changes of boards that were shown.
    pub(super) fn shown(&self) -> Rc<Cell<usize>> {
        Rc::clone(&self.shown)
    }

    /// Has all pairs play concurrently, forever.
    pub(super) async fn play(&mut self) {
        let bot = self.bot;
        join_all(self.pairs.iter_mut().map(|pair| pair.play(bot))).await;
    }

    /// Forgets the boards, as actions that were interrupted may have been applied.
    pub(super) fn forget_boards(&mut self) {
        for pair in &mut self.pairs {
            pair.board = None;
        }
    }

    /// Asserts that every board still shows what was seen on it, and that the data is
    /// consistent.
    pub(super) async fn assert_nothing_lost(mut self) -> Tally {
        let mut tally = Tally { shown: self.shown.get(), games: 0 };
        self.forget_boards();
        for pair in &mut self.pairs {
            if pair.games > 0 {
                let reload = async || pair.show_board(self.bot).await.is_ok();
                wait_until_async("the bot shows the board", reload).await;
            }
            tally.games += pair.games;
        }
        self.bot.assert_consistent().await;
        tally
    }
}

/// It is unknown whether the action was applied.
#[derive(Debug)]
struct Unknown;

impl Pair {
    async fn play(&mut self, bot: &TestBot) {
        loop {
            if self.turn(bot).await.is_err() {
                self.board = None;
                tokio::task::yield_now().await;
            }
        }
    }

    async fn turn(&mut self, bot: &TestBot) -> Result<(), Unknown> {
        if self.games == 0 {
            return self.start_game(bot).await;
        }
        let Some(board) = self.board.clone() else { return self.show_board(bot).await };
        let columns: Vec<_> = (1..=7).map(|number| number.to_string()).collect();
        let open = |label: &&String| board.button(label).is_some_and(|button| !button.disabled);
        let open: Vec<_> = columns.iter().filter(open).collect();
        let Some(column) = self.random.choice(open) else { return self.start_game(bot).await };
        let mover = self.players[(move_number(&board.content) - 1) % 2];
        let response = bot.press(mover, &board, column).await;
        self.record(&response)
    }

    /// Starts a game between two new users.
    async fn start_game(&mut self, bot: &TestBot) -> Result<(), Unknown> {
        let names = ["A", "B"].map(|seat| format!("{seat}{} {}", self.games, self.number));
        self.players = names.map(|name| bot.discord.add_user(&name));
        let [one, other] = self.players;
        let options = json!({ "opponent": other, "first": "me", "clock": "none" });
        let response = bot.discord.command(one, self.channel, "play", options).await;
        let challenge = public(&response).ok_or(Unknown)?;
        self.games += 1;
        self.seen_discs = 0;
        let response = bot.press(other, challenge, "Accept").await;
        self.record(&response)
    }

    /// Requests the current board.
    async fn show_board(&mut self, bot: &TestBot) -> Result<(), Unknown> {
        let [one, other] = self.players;
        let mut response = bot.discord.command(one, self.channel, "board", json!({})).await;
        let waits = ["post it again", "so the board stays"];
        if response.error().is_none() && waits.iter().any(|it| response.text().contains(it)) {
            // The player who waits may not, the player to move may.
            response = bot.discord.command(other, self.channel, "board", json!({})).await;
        }
        if response.error().is_none() && response.text().contains("no game") {
            if self.seen_discs > 0 {
                let discs = self.finished_discs(bot).await;
                assert!(
                    discs >= self.seen_discs,
                    "of {} discs seen, {discs} are left",
                    self.seen_discs
                );
            }
            return self.start_game(bot).await;
        }
        self.record(&response)
    }

    /// The number of discs in the pair's last game, which is over.
    async fn finished_discs(&self, bot: &TestBot) -> usize {
        let moves = format!(
            "SELECT moves FROM game WHERE channel_id = {} AND result IS NOT NULL \
             ORDER BY game_id DESC LIMIT 1",
            self.channel
        );
        bot.database.sql().await.text(&moves).await.len()
    }

    /// Records the board that was shown, and asserts that no disc is missing.
    fn record(&mut self, response: &ActionResult) -> Result<(), Unknown> {
        let board = public(response).ok_or(Unknown)?;
        let discs = move_number(&board.content) - 1;
        assert!(discs >= self.seen_discs, "{} discs were seen: {}", self.seen_discs, board.content);
        self.seen_discs = discs;
        self.shown.set(self.shown.get() + 1);
        self.board = Some(board.clone());
        Ok(())
    }
}

/// The message, if it is visible to everybody.
fn public(response: &ActionResult) -> Option<&Message> {
    let is_public = (response.is_new() || response.is_update()) && !response.is_ephemeral();
    is_public.then(|| response.message())
}
