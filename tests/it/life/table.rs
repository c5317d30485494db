//! The bot and the model side by side.

use std::{sync::Arc, time::Duration};

use connect4::Seat;
use fake_discord::{Answer, InteractionId, Message, UserId};
use fourfall::{
    play::{self, ChallengeId, ChallengeState, GameId, PlayerId, Scope},
    store::{self, Store},
};
use proptest::{prelude::*, test_runner::TestCaseError};
use serde_json::{Value, json};

use super::{
    Action, PEOPLE,
    model::{CLOCKS, Done, Ending, Game, Model, Offer, State},
};
use crate::support::{Arcade, until};

/// What is looked at after each action.
type Checked = Result<(), TestCaseError>;

/// Three people in a channel, and what they have seen so far.
pub(super) struct Table {
    arcade: Arcade,
    store: Arc<dyn Store>,
    model: Model,
    people: [UserId; PEOPLE],
    /// The newest look of each challenge.
    challenges: Vec<Message>,
    /// The boards of each game, one for each change.
    boards: Vec<Vec<Message>>,
    last: Option<InteractionId>,
}

/// Where an action leads to.
enum Target {
    /// To a new challenge.
    Challenge,
    /// To a change of this challenge.
    Reply(usize),
    /// To a change of this game.
    Game(usize),
}

impl Table {
    pub(super) async fn open() -> Self {
        let arcade = Arcade::open("life").await;
        let store = store::open(&arcade.database()).await.unwrap();
        let people = [arcade.ann, arcade.ben, arcade.cleo];
        let model = Model::new(PEOPLE, arcade.clock.now().milliseconds());
        let (challenges, boards) = (Vec::new(), Vec::new());
        Self { arcade, store, model, people, challenges, boards, last: None }
    }

    pub(super) async fn close(self) {
        self.store.close().await;
        // Events that came twice were answered twice.
        self.arcade.close_after_refusals().await;
    }

    pub(super) async fn act(&mut self, action: &Action) -> Checked {
        match *action {
            Action::Challenge { by, to, clock } => {
                let mut options = json!({ "first": "me", "clock": CLOCKS[clock].0 });
                if let Some(to) = to {
                    options["opponent"] = json!(self.people[to]);
                }
                let answer = self.command(by, "play", options).await;
                let done = self.model.challenge(by, to, CLOCKS[clock]);
                self.note(&answer, done, &Target::Challenge)
            }
            Action::Reply { by, challenge, label } => self.reply(by, challenge, label).await,
            Action::Press { by, game, age, label } => {
                match self.boards.len().checked_sub(game + 1) {
                    Some(game) => self.press(by, game, age, label).await,
                    None => Ok(()),
                }
            }
            Action::Move { column } => match self.newest_live() {
                Some(game) => {
                    let by = self.player(game, self.model.games[game].turn());
                    self.press(by, game, 0, &column.to_string()).await
                }
                None => Ok(()),
            },
            Action::Wish { seat, label } => match self.newest_live() {
                Some(game) => self.press(self.player(game, seat), game, 0, label).await,
                None => Ok(()),
            },
            Action::Answer { label } => {
                let games = &self.model.games;
                let asked = games
                    .iter()
                    .enumerate()
                    .rev()
                    .find_map(|(game, it)| it.offer.map(|(_, by)| (game, it.players[1 - by])));
                match asked {
                    Some((game, by)) => self.press(by, game, 0, label).await,
                    None => Ok(()),
                }
            }
            Action::Resign { by, game, really } => match self.boards.len().checked_sub(game + 1) {
                Some(game) => self.resign(by, game, really).await,
                None => Ok(()),
            },
            Action::Drop { by, column } => {
                let answer = self.command(by, "drop", json!({ "column": column })).await;
                self.by_command(by, &answer, |model, game| model.drop_disc(by, game, column))
            }
            Action::Draw { by } => {
                let answer = self.command(by, "draw", json!({})).await;
                self.by_command(by, &answer, |model, game| model.offer(by, game, Offer::Draw))
            }
            Action::TakeBack { by } => {
                let answer = self.command(by, "takeback", json!({})).await;
                self.by_command(by, &answer, |model, game| model.offer(by, game, Offer::TakeBack))
            }
            Action::Board { by } => {
                // A game that the clock ended is shown, and stays as it is.
                if self.model.live(by).is_none() {
                    self.command(by, "board", json!({})).await;
                    return Ok(());
                }
                let answer = self.command(by, "board", json!({})).await;
                self.by_command(by, &answer, |model, _| model.repost(by))
            }
            Action::Wait { minutes } => {
                self.arcade.wait(length(minutes)).await;
                self.model.wait(minutes);
                self.settle().await
            }
            Action::Restart { minutes } => {
                self.arcade.stop_bot().await;
                self.arcade.wait(length(minutes)).await;
                self.arcade.start_bot();
                self.arcade.connected().await;
                self.model.be_away(minutes);
                self.settle().await
            }
            Action::Again => {
                self.again().await;
                Ok(())
            }
        }
    }

    fn newest_live(&self) -> Option<usize> {
        self.model.games.iter().rposition(|it| it.ending.is_none())
    }

    fn player(&self, game: usize, seat: usize) -> usize {
        self.model.games[game].players[seat]
    }

    async fn command(&mut self, by: usize, name: &str, options: Value) -> Answer {
        let answer = self.arcade.command(self.people[by], name, options).await;
        self.last = answer.interaction;
        answer
    }

    async fn pressed(&mut self, by: usize, message: &Message, label: &str) -> Option<Answer> {
        let button = message.button(label).filter(|button| !button.disabled)?;
        let custom_id = button.custom_id.clone()?;
        let answer = self.arcade.forge(self.people[by], message, &custom_id).await;
        self.last = answer.interaction;
        Some(answer)
    }

    async fn reply(&mut self, by: usize, challenge: usize, label: &str) -> Checked {
        let Some(index) = self.challenges.len().checked_sub(challenge + 1) else { return Ok(()) };
        let message = self.challenges[index].clone();
        let Some(answer) = self.pressed(by, &message, label).await else { return Ok(()) };
        let done = match label {
            "Decline" => self.model.decline(by, index),
            "Cancel" => self.model.cancel(by, index),
            _ => self.model.accept(by, index),
        };
        self.note(&answer, done, &Target::Reply(index))
    }

    async fn press(&mut self, by: usize, game: usize, age: usize, label: &str) -> Checked {
        let Some(at) = self.boards[game].len().checked_sub(age + 1) else { return Ok(()) };
        let message = self.boards[game][at].clone();
        let Some(answer) = self.pressed(by, &message, label).await else { return Ok(()) };
        if age > 0 && label != "Rematch" {
            prop_assert!(answer.error().is_none(), "an old board is answered: {answer:?}");
            return Ok(());
        }
        let model = &mut self.model;
        let done = match label {
            "Rematch" => {
                let done = model.rematch(by, game);
                return self.note(&answer, done, &Target::Challenge);
            }
            "Draw" => model.offer(by, game, Offer::Draw),
            "Take back" => model.offer(by, game, Offer::TakeBack),
            "Accept" => model.accept_offer(by, game),
            "Decline" => model.decline_offer(by, game),
            column => model.drop_disc(by, game, column.parse().unwrap()),
        };
        self.note(&answer, done, &Target::Game(game))
    }

    async fn resign(&mut self, by: usize, game: usize, really: bool) -> Checked {
        let board = self.boards[game].last().expect("a game has a board").clone();
        let Some(asked) = self.pressed(by, &board, "Resign").await else { return Ok(()) };
        if self.model.games[game].seat(by).is_none() {
            prop_assert!(asked.is_ephemeral(), "{asked:?}");
            return Ok(());
        }
        prop_assert!(asked.is_update(), "{asked:?}");
        let label = if really { "Really resign" } else { "Play on" };
        let asked = asked.message().clone();
        let answer = self.pressed(by, &asked, label).await.expect("the question is there");
        if really {
            let done = self.model.resign(by, game);
            return self.note(&answer, done, &Target::Game(game));
        }
        prop_assert_eq!(answer.message().labels(), board.labels());
        Ok(())
    }

    /// What a command leads to that is about the game of who gave it.
    fn by_command(
        &mut self,
        by: usize,
        answer: &Answer,
        apply: impl FnOnce(&mut Model, usize) -> Done,
    ) -> Checked {
        let Some(game) = self.model.live(by) else {
            prop_assert!(answer.is_ephemeral(), "there is no game: {answer:?}");
            return Ok(());
        };
        let done = apply(&mut self.model, game);
        prop_assert!(!done.is_done() || answer.is_new(), "commands post anew: {answer:?}");
        self.note(answer, done, &Target::Game(game))
    }

    /// Compares an answer with what the model did, and keeps what it shows.
    fn note(&mut self, answer: &Answer, done: Done, target: &Target) -> Checked {
        let Done::Yes { ping } = done else {
            // A challenge that was over before its message showed it catches up.
            let is_mended = answer.is_update() && matches!(target, Target::Reply(_));
            let is_told = answer.is_new() && answer.is_ephemeral();
            prop_assert!(is_told || is_mended, "refused: {answer:?}");
            return Ok(());
        };
        prop_assert!(answer.error().is_none() && !answer.is_ephemeral(), "done: {answer:?}");
        let message = answer.message().clone();
        let pinged: Vec<UserId> = ping.map(|person| self.people[person]).into_iter().collect();
        if answer.is_new() {
            prop_assert_eq!(&message.pings, &pinged, "pings of {}", message.content);
        } else {
            prop_assert!(pinged.is_empty(), "an edit pings nobody: {message:?}");
        }
        match *target {
            Target::Challenge => self.challenges.push(message),
            Target::Game(game) => self.boards[game].push(message),
            Target::Reply(index) => {
                self.challenges[index] = message.clone();
                if self.model.games.len() > self.boards.len() {
                    self.boards.push(vec![message]);
                }
            }
        }
        Ok(())
    }

    /// Waits until the bot has done what was due, and takes a look at it.
    async fn settle(&mut self) -> Checked {
        let store = &self.store;
        loop {
            let now = self.arcade.clock.now();
            if store.due(now).await.unwrap().is_empty() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        for (game, boards) in self.model.games.iter().zip(&mut self.boards) {
            let shown = boards.last().expect("a game has a board");
            if game.ending.is_some() && shown.button("Rematch").is_none() {
                let over = || self.arcade.now(shown).button("Rematch").is_some();
                until("the board shows the end", over).await;
                let over = self.arcade.now(shown);
                boards.push(over);
            }
        }
        let reminders = || {
            let messages = self.arcade.playground.messages(self.arcade.games);
            messages.iter().filter(|it| it.content.starts_with('⏰')).count()
        };
        until("all were reminded", || reminders() >= self.model.reminders).await;
        prop_assert_eq!(reminders(), self.model.reminders, "nobody is reminded twice");
        Ok(())
    }

    /// The last event comes once more, and changes nothing.
    async fn again(&mut self) {
        let Some(last) = self.last else { return };
        let refused = |arcade: &Arcade| {
            arcade.playground.requests().iter().filter(|it| it.status == 400).count()
        };
        let before = refused(&self.arcade);
        self.arcade.playground.redeliver(last);
        until("the second answer is refused", || refused(&self.arcade) > before).await;
    }

    pub(super) async fn check(&self) -> Checked {
        for (index, expected) in self.model.challenges.iter().enumerate() {
            let id = ChallengeId(i64::try_from(index).unwrap() + 1);
            let stored = self.store.challenge(id).await.unwrap().expect("it is stored");
            let state = match expected.state {
                State::Waiting => ChallengeState::Waiting,
                State::Accepted => ChallengeState::Accepted,
                State::Declined => ChallengeState::Declined,
                State::Cancelled => ChallengeState::Cancelled,
                State::Expired => ChallengeState::Expired,
            };
            prop_assert_eq!(stored.state, state, "challenge {} {:?}", id, expected);
        }
        let next = GameId(i64::try_from(self.model.games.len()).unwrap() + 1);
        prop_assert!(self.store.game(next).await.unwrap().is_none(), "there is a game too many");
        for (index, expected) in self.model.games.iter().enumerate() {
            let id = GameId(i64::try_from(index).unwrap() + 1);
            let stored = self.store.game(id).await.unwrap().expect("it is stored");
            self.check_game(expected, &stored)?;
            let board = self.boards[index].last().expect("a game has a board");
            check_board(expected, board, &self.people)?;
        }
        for (person, [wins, losses, draws]) in self.people.iter().zip(&self.model.records) {
            let record =
                self.store.record(Scope::Everywhere, PlayerId(person.get())).await.unwrap();
            prop_assert_eq!([record.wins, record.losses, record.draws], [*wins, *losses, *draws]);
        }
        Ok(())
    }

    fn check_game(&self, expected: &Game, stored: &play::Game) -> Checked {
        let seats = Seat::BOTH.map(|seat| stored.seated(seat).person().map(|it| it.id.0));
        prop_assert_eq!(seats, expected.players.map(|it| Some(self.people[it].get())));
        let moves: String = expected.moves.iter().map(ToString::to_string).collect();
        prop_assert_eq!(stored.moves.to_string(), moves);
        prop_assert_eq!(stored.ending, expected.ending.map(ending), "{:?}", expected);
        let offer = stored.offer.map(|it| (it.kind, it.by));
        prop_assert_eq!(offer, expected.offer.map(|(kind, by)| (offered(kind), Seat::BOTH[by])));
        let declined = expected.declined.iter().zip([1, 4]).flat_map(|(all, first)| {
            all.iter().map(move |it| first * if *it == Offer::Draw { 1 } else { 2 })
        });
        let declined = if expected.ending.is_some() { None } else { Some(declined.sum::<u8>()) };
        prop_assert!(declined.is_none_or(|bits| bits == stored.declined.bits()), "{:?}", stored);
        let times = [stored.turn_time.move_by, stored.turn_time.remind_at];
        let times = times.map(|time| time.map(clock::Timestamp::milliseconds));
        prop_assert_eq!(times, [expected.due, expected.remind], "{:?}", expected);
        prop_assert_eq!(stored.series.points, expected.points);
        Ok(())
    }
}

/// A board shows the position, whose turn it is, and what can be pressed.
fn check_board(game: &Game, board: &Message, people: &[UserId; PEOPLE]) -> Checked {
    let columns = game.columns();
    let cell = |column: &Vec<usize>, row: usize| match column.get(row) {
        None => '·',
        Some(0) => 'x',
        Some(_) => 'o',
    };
    let expected: Vec<String> =
        (0..6).rev().map(|row| columns.iter().map(|column| cell(column, row)).collect()).collect();
    let shown: Vec<String> = board
        .content
        .lines()
        .map(|line| {
            let plain = line.replace('🔵', "·").replace(['🔴', '🟥'], "x");
            plain.replace(['🟡', '🟨'], "o")
        })
        .filter(|line| line.chars().count() == 7 && line.chars().all(|it| "·xo".contains(it)))
        .collect();
    prop_assert_eq!(shown, expected, "{}", &board.content);
    if game.ending.is_some() {
        prop_assert_eq!(board.labels(), ["Rematch", "Replay", "Review"]);
        return Ok(());
    }
    let mover = people[game.players[game.turn()]];
    let turn = format!("<@{mover}>, your move · move {}", game.moves.len() + 1);
    prop_assert!(board.content.contains(&turn), "{}", &board.content);
    for (index, column) in columns.iter().enumerate() {
        let button = board.button(&(index + 1).to_string()).expect("each column has a button");
        prop_assert_eq!(button.disabled, column.len() == 6);
    }
    prop_assert_eq!(board.button("Accept").is_some(), game.offer.is_some());
    Ok(())
}

fn ending(ending: Ending) -> play::Ending {
    match ending {
        Ending::Won(seat) => play::Ending::Won(Seat::BOTH[seat]),
        Ending::Drawn => play::Ending::Drawn,
        Ending::Resigned(seat) => play::Ending::Resigned(Seat::BOTH[seat]),
        Ending::TimedOut(seat) => play::Ending::TimedOut(Seat::BOTH[seat]),
        Ending::Agreed => play::Ending::Agreed,
        Ending::CalledOff => play::Ending::CalledOff,
    }
}

fn offered(offer: Offer) -> play::OfferKind {
    match offer {
        Offer::Draw => play::OfferKind::Draw,
        Offer::TakeBack => play::OfferKind::TakeBack,
    }
}

fn length(minutes: i64) -> Duration {
    Duration::from_mins(minutes.unsigned_abs())
}
