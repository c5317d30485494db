//! Applies actions to both the bot and the model.

mod check;
mod puzzles;

use std::{sync::Arc, time::Duration};

use fake_discord::{
    ActionResult, ChannelId, InteractionId, Message, Outcome, RecordedRequest, UserId,
};
use proptest::{prelude::*, test_runner::TestCaseError};
use serde_json::{Value, json};

use super::{
    Action, Moderation, PEOPLE,
    model::{Choice, Effect, Model, Offer, TIME_CONTROLS},
    puzzle_model::PuzzleModel,
};
use crate::support::{TestBot, scripted_search, wait_until};

/// The share of interactions with an object in another form than usual.
const VARIED: f64 = 0.125;

/// The result of a check; an error fails the test case.
type Checked = Result<(), TestCaseError>;

/// The bot, the model, and the messages that users have seen.
pub(super) struct Harness {
    bot: TestBot,
    /// The channel in which a leaderboard stays.
    standing: ChannelId,
    model: Model,
    people: [UserId; PEOPLE],
    /// The newest message of each challenge.
    challenges: Vec<Message>,
    /// By game: all boards, the newest last.
    boards: Vec<Vec<Message>>,
    puzzles: PuzzleModel,
    last_interaction: Option<InteractionId>,
}

/// What an action creates or changes.
enum Target {
    NewChallenge,
    /// The challenge with this index.
    Challenge(usize),
    /// The game with this index.
    Game(usize),
    /// The same, whose board is posted again.
    Repost(usize),
}

/// Has a leaderboard by wins stay in a channel.
async fn keep_leaderboard(bot: &TestBot, channel: ChannelId) {
    let page = bot.discord.command(bot.ann, channel, "settings", json!({})).await;
    let page = bot.press(bot.ann, page.message(), "Leaderboard").await;
    let (select, label) = ("Leaderboard in this channel…", "Leaderboard: all time, by wins");
    bot.choose(bot.ann, page.message(), select, label).await;
    wait_until("it is posted", || bot.discord.messages(channel).len() > 1).await;
}

impl Harness {
    pub(super) async fn open(seed: u64) -> Self {
        let backends = scripted_search("");
        let bot = TestBot::builder("model_based").backends(backends).open().await;
        let standing = bot.discord.add_channel("leaderboard");
        keep_leaderboard(&bot, standing).await;
        bot.discord.vary_randomly(seed, VARIED);
        let people = [bot.ann, bot.ben, bot.cleo];
        let model = Model::new(PEOPLE, bot.clock.now().milliseconds());
        let (challenges, boards) = (Vec::new(), Vec::new());
        let (puzzles, last_interaction) = (PuzzleModel::default(), None);
        Self { bot, standing, model, people, challenges, boards, puzzles, last_interaction }
    }

    pub(super) async fn close(self) {
        self.bot
            .close_allowing(&[
                // The second response to an interaction.
                "400 POST /interactions/*/*/callback",
                // The answer to a press on a board that has just been deleted.
                "404 POST /interactions/*/*/callback",
                // Over HTTP, what follows a second response.
                "401 GET /webhooks/*/*/messages/@original",
                "401 PATCH /webhooks/*/*/messages/@original",
                "404 PATCH /webhooks/*/*/messages/@original",
                // An old board that somebody has pressed, and which is gone.
                "404 PATCH /webhooks/*/*/messages/*",
                "401 DELETE /webhooks/*/*/messages/@original",
                "404 DELETE /webhooks/*/*/messages/*",
                "404 DELETE /channels/*/messages/*",
                "404 PATCH /channels/*/messages/*",
                "401 POST /webhooks/*/*",
                "404 POST /webhooks/*/*",
                // Somebody who was removed from the server.
                "404 GET /guilds/*/members/*",
            ])
            .await;
    }

    /// Stops the bot of a case that has failed.
    pub(super) fn discard(self) {
        self.bot.discard();
    }

    pub(super) async fn apply(&mut self, action: &Action) -> Checked {
        if action.by().is_some_and(|by| !self.model.is_member(by)) {
            return Ok(());
        }
        match *action {
            Action::Challenge { by, to, time_control } => {
                let mut options = json!({ "first": "me", "clock": TIME_CONTROLS[time_control].0 });
                if let Some(to) = to {
                    options["opponent"] = json!(self.people[to]);
                }
                let response = self.command(by, "play", options).await;
                let effect = self.model.challenge(by, to, TIME_CONTROLS[time_control]);
                self.check_response(&response, effect, &Target::NewChallenge)
            }
            Action::PressChallenge { by, challenge, label } => {
                self.press_challenge(by, challenge, label).await
            }
            Action::PressBoard { by, game, age, label } => {
                match self.boards.len().checked_sub(game + 1) {
                    Some(game) => self.press_board(by, game, age, label).await,
                    None => Ok(()),
                }
            }
            Action::Move { column } => match self.newest_live_game() {
                Some(game) => {
                    let by = self.player(game, self.model.games[game].turn());
                    self.press_board(by, game, 0, &column.to_string()).await
                }
                None => Ok(()),
            },
            Action::Overtake { column } => self.overtake(column).await,
            Action::Claim { seat } => self.claim(seat).await,
            Action::Offer { seat, label } => match self.newest_live_game() {
                Some(game) => self.press_board(self.player(game, seat), game, 0, label).await,
                None => Ok(()),
            },
            Action::AnswerOffer { label } => {
                let seat = |by: usize| if label == "Withdraw" { by } else { 1 - by };
                let mut games = self.model.games.iter().enumerate().rev();
                let offer = games
                    .find_map(|(game, it)| it.offer.map(|(_, by)| (game, it.players[seat(by)])));
                match offer {
                    Some((game, by)) => self.press_board(by, game, 0, label).await,
                    None => Ok(()),
                }
            }
            Action::Resign { by, game, confirm } => match self.boards.len().checked_sub(game + 1) {
                Some(game) => self.resign(by, game, confirm).await,
                None => Ok(()),
            },
            Action::Drop { by, column } => {
                let response = self.command(by, "drop", json!({ "column": column })).await;
                let (response, game) = self.choose_game(by, response, true).await?;
                self.check_command(&response, game, |model, game| model.drop_disc(by, game, column))
            }
            Action::Board { by } => self.repost(by, None).await,
            Action::Choose { by, choice } => self.choose(by, choice).await,
            Action::Block { by, whom, lift } => self.block(by, whom, lift).await,
            Action::Train { by, label } => self.train(by, label).await,
            Action::Daily { by, is_right } => self.daily(by, is_right).await,
            Action::Moderate(ref moderation) => {
                self.moderate(moderation);
                Ok(())
            }
            Action::Wait { minutes } => {
                self.bot.advance(duration(minutes)).await;
                self.model.wait(minutes);
                self.sync().await
            }
            Action::Restart { minutes } => {
                self.bot.stop().await;
                self.bot.advance(duration(minutes)).await;
                self.bot.start();
                self.bot.wait_connected().await;
                self.bot.wait_scheduler().await;
                self.model.wait_stopped(minutes);
                self.sync().await
            }
            Action::Redeliver => {
                self.redeliver().await;
                Ok(())
            }
        }
    }

    fn moderate(&mut self, moderation: &Moderation) {
        let (discord, guild) = (&self.bot.discord, self.bot.discord.guild());
        match *moderation {
            Moderation::Remove { whom } => {
                discord.remove_member(guild, self.people[whom]);
                self.model.remove(whom);
            }
            Moderation::LetBack { whom } => {
                discord.add_member(guild, self.people[whom]);
                self.model.let_back(whom);
            }
        }
    }

    /// Posts a board again: of this game, or of the one that the command means.
    async fn repost(&mut self, by: usize, game: Option<usize>) -> Checked {
        if !self.model.is_member(by) {
            return Ok(());
        }
        let options = game.map_or(json!({}), |game| json!({ "game": (game + 1).to_string() }));
        let response = self.command(by, "board", options).await;
        let (response, game) = match game {
            Some(game) => (response, Some(game)),
            None => self.choose_game(by, response, false).await?,
        };
        let Some(game) = game else {
            // This shows the end of the last game here, if nobody may have seen it.
            if let Some(game) = ended_game(response.message()) {
                self.boards[game].push(response.message().clone());
            }
            return Ok(());
        };
        let newest = self.boards[game].last().expect("a game has a board");
        let age = self.bot.clock.now().since(newest.posted_at);
        if self.model.games[game].may_be_reminded() && response.is_ephemeral() {
            // The message of a reminder is stored, and forgotten, a little later.
            return Ok(());
        }
        let effect = self.model.repost(by, game, age);
        self.check_response(&response, effect, &Target::Repost(game))
    }

    async fn overtake(&mut self, column: u8) -> Checked {
        let Some(game) = self.newest_live_game() else { return Ok(()) };
        let turn = self.model.games[game].turn();
        self.repost(self.player(game, 1 - turn), Some(game)).await?;
        self.press_board(self.player(game, turn), game, 1, &column.to_string()).await
    }

    /// Presses *Claim win* in the newest game that has it.
    async fn claim(&mut self, seat: usize) -> Checked {
        match self.model.games.iter().rposition(|game| game.claimant().is_some()) {
            Some(game) => self.press_board(self.player(game, seat), game, 0, "Claim win").await,
            None => Ok(()),
        }
    }

    /// Presses what `/preferences` shows for a choice that is not made yet.
    async fn choose(&mut self, by: usize, choice: Choice) -> Checked {
        let page = self.command(by, "preferences", json!({})).await.message().clone();
        let response = match choice {
            Choice::Challenges(from) => {
                let value = format!("f1:{}", from as usize + 1);
                self.bot.discord.select(self.people[by], &page, "f1", &[&value]).await
            }
            Choice::Turns(_) | Choice::Reminders(_) if self.model.wants(by, choice) => {
                return Ok(());
            }
            Choice::Turns(on) => {
                let label = if on { "Ping me on my turn" } else { "No pings on my turn" };
                self.bot.press(self.people[by], &page, label).await
            }
            Choice::Reminders(on) => {
                let label = if on { "Turn reminders on" } else { "Turn reminders off" };
                self.bot.press(self.people[by], &page, label).await
            }
        };
        prop_assert!(response.is_update(), "{response:?}");
        self.last_interaction = response.interaction;
        self.model.choose(by, choice);
        Ok(())
    }

    async fn block(&mut self, by: usize, whom: usize, lift: bool) -> Checked {
        let page = self.command(by, "preferences", json!({})).await.message().clone();
        let id = self.people[whom].to_string();
        let response = if lift {
            if !self.model.lift_block(by, whom) {
                return Ok(());
            }
            let value = format!("f6:{id}");
            self.bot.discord.select(self.people[by], &page, "f6", &[&value]).await
        } else {
            self.model.block(by, whom);
            self.bot.discord.select(self.people[by], &page, "f0", &[&id]).await
        };
        prop_assert!(response.is_update(), "{response:?}");
        self.last_interaction = response.interaction;
        Ok(())
    }

    fn newest_live_game(&self) -> Option<usize> {
        self.model.games.iter().rposition(|it| it.result.is_none())
    }

    fn player(&self, game: usize, seat: usize) -> usize {
        self.model.games[game].players[seat]
    }

    async fn command(&mut self, by: usize, name: &str, options: Value) -> ActionResult {
        let response = self.bot.command(self.people[by], name, options).await;
        self.last_interaction = response.interaction;
        response
    }

    async fn press_button(
        &mut self,
        by: usize,
        message: &Message,
        label: &str,
    ) -> Option<ActionResult> {
        let is_member = self.model.is_member(by);
        let button = message.button(label).filter(|button| is_member && !button.disabled)?;
        let custom_id = button.custom_id.clone()?;
        let response = self.bot.press_custom_id(self.people[by], message, &custom_id).await;
        self.last_interaction = response.interaction;
        Some(response)
    }

    async fn press_challenge(&mut self, by: usize, challenge: usize, label: &str) -> Checked {
        let Some(index) = self.challenges.len().checked_sub(challenge + 1) else { return Ok(()) };
        let message = self.challenges[index].clone();
        let Some(response) = self.press_button(by, &message, label).await else { return Ok(()) };
        if ["Accept", "Join"].contains(&label) && self.model.is_late(by, index) {
            let effect = self.model.challenge_back(by, index);
            // A refused press updates the message.
            let target =
                if effect.is_applied() { Target::NewChallenge } else { Target::Challenge(index) };
            return self.check_response(&response, effect, &target);
        }
        let effect = match label {
            "Decline" => self.model.decline(by, index),
            "Cancel" => self.model.cancel(by, index),
            _ => self.model.accept(by, index),
        };
        self.check_response(&response, effect, &Target::Challenge(index))
    }

    async fn press_board(&mut self, by: usize, game: usize, age: usize, label: &str) -> Checked {
        let Some(index) = self.boards[game].len().checked_sub(age + 1) else { return Ok(()) };
        let message = self.boards[game][index].clone();
        let newest = self.boards[game].last().expect("it is one of them");
        let newest_id = newest.id;
        let is_newest_message = message.id == newest.id;
        // A board that became claimable, for example, has the buttons that it had before.
        let age = if has_same_buttons(&message, newest) { 0 } else { age };
        let Some(mut response) = self.press_button(by, &message, label).await else {
            return Ok(());
        };
        let is_gone = self.bot.discord.message(message.channel_id, message.id).is_none();
        if message.id != newest_id && is_gone && response.error().is_some() {
            // The old board was deleted before the press, or before its answer.
            return Ok(());
        }
        let accepts_draw =
            label == "Offer draw" && is_newest_message && self.model.is_draw_offered_to(by, game);
        if age > 0 && label != "Rematch" && !(age == 1 && accepts_draw) {
            prop_assert!(
                response.error().is_none(),
                "a press on an old board gets a response: {response:?}"
            );
            return Ok(());
        }
        let model = &mut self.model;
        let effect = match label {
            "Rematch" => {
                if let Some(challenge) = model.rematch_offered_to(by, game) {
                    let effect = model.accept(by, challenge);
                    if matches!(response.outcome, Outcome::Deferred) {
                        let asked = &self.challenges[challenge];
                        let board = self.bot.wait_for_button(asked, "Resign").await;
                        response.outcome = Outcome::Updated(board);
                    }
                    return self.check_response(&response, effect, &Target::Challenge(challenge));
                }
                let effect = model.rematch(by, game);
                return self.check_response(&response, effect, &Target::NewChallenge);
            }
            "Offer draw" => model.offer(by, game, Offer::Draw),
            "Take back" => model.offer(by, game, Offer::TakeBack),
            "Claim win" => model.claim(by, game),
            "Accept" => model.accept_offer(by, game),
            "Decline" => model.decline_offer(by, game),
            "Withdraw" => model.withdraw_offer(by, game),
            column => model.drop_disc(by, game, column.parse().unwrap()),
        };
        self.check_response(&response, effect, &Target::Game(game))
    }

    async fn resign(&mut self, by: usize, game: usize, confirm: bool) -> Checked {
        let board = self.boards[game].last().expect("a game has a board").clone();
        let Some(asked) = self.press_button(by, &board, "Resign").await else {
            return Ok(());
        };
        if self.model.games[game].seat(by).is_none() {
            prop_assert!(asked.is_ephemeral(), "{asked:?}");
            return Ok(());
        }
        prop_assert!(matches!(asked.outcome, Outcome::Deferred), "{asked:?}");
        let question = self.bot.follow_up(&asked).await;
        let label = question.labels()[usize::from(!confirm)].clone();
        let response =
            self.press_button(by, &question, &label).await.expect("the question has the buttons");
        prop_assert!(response.is_update() && response.message().labels().is_empty());
        if confirm {
            prop_assert_eq!(self.model.resign(by, game), Effect::WITHOUT_PING);
            let is_over = || self.bot.current(&board).button("Resign").is_none();
            wait_until("the board shows the end", is_over).await;
            self.boards[game].push(self.bot.current(&board));
        }
        Ok(())
    }

    /// Chooses the newest game if a command asks for one. Returns the response, and the game.
    async fn choose_game(
        &mut self,
        by: usize,
        response: ActionResult,
        is_move: bool,
    ) -> Result<(ActionResult, Option<usize>), TestCaseError> {
        let mut games = self.model.meant_games(by);
        let is_waiting = games.iter().all(|game| !self.model.is_turn_of(by, *game));
        match games[..] {
            [] => return Ok((response, None)),
            [game] if !is_move || !self.model.asks_which(by, game) => {
                return Ok((response, Some(game)));
            }
            // It is told whom they wait for.
            _ if is_move && is_waiting => return Ok((response, None)),
            _ if is_move => {}
            _ => games = self.model.live_games(by),
        }
        let newest = games[0];
        prop_assert!(response.is_new() && response.is_ephemeral(), "{response:?}");
        let question = response.message().clone();
        prop_assert_eq!(question.labels().len(), games.len(), "{:?}", question);
        let label = question.labels()[0].clone();
        let mut chosen = self.press_button(by, &question, &label).await.expect("it has the button");
        if chosen.is_update() {
            chosen.outcome = Outcome::Message(self.bot.posted(&chosen).await);
        }
        Ok((chosen, Some(newest)))
    }

    /// Checks the response to a command in a live game of the user.
    fn check_command(
        &mut self,
        response: &ActionResult,
        game: Option<usize>,
        apply: impl FnOnce(&mut Model, usize) -> Effect,
    ) -> Checked {
        let Some(game) = game else {
            prop_assert!(response.is_ephemeral(), "no game is meant: {response:?}");
            return Ok(());
        };
        let effect = apply(&mut self.model, game);
        prop_assert!(
            !effect.is_applied() || response.is_new(),
            "a command posts a new message: {response:?}"
        );
        self.check_response(response, effect, &Target::Game(game))
    }

    /// Compares a response with the model's outcome, and records the message.
    fn check_response(
        &mut self,
        response: &ActionResult,
        effect: Effect,
        target: &Target,
    ) -> Checked {
        let Effect::Applied { ping } = effect else {
            // The press updates the message of a challenge that has ended unnoticed.
            let is_refresh = response.is_update() && matches!(target, Target::Challenge(_));
            let is_refusal = response.is_new() && response.is_ephemeral();
            prop_assert!(is_refusal || is_refresh, "refused: {response:?}");
            return Ok(());
        };
        prop_assert!(
            response.error().is_none() && !response.is_ephemeral(),
            "applied: {response:?}"
        );
        let message = response.message().clone();
        // Discord pings nobody who has left.
        let present = ping.filter(|person| self.model.is_member(*person));
        let pinged: Vec<UserId> = present.map(|person| self.people[person]).into_iter().collect();
        self.model.pings += pinged.len();
        if response.is_new() {
            prop_assert_eq!(&message.pings, &pinged, "pings of {}", message.content);
        } else {
            prop_assert!(pinged.is_empty(), "an edit pings nobody: {message:?}");
        }
        match *target {
            Target::NewChallenge => self.challenges.push(message),
            Target::Game(game) | Target::Repost(game) => {
                if response.is_new() {
                    let it = &mut self.model.games[game];
                    it.board_pinged = ping == Some(it.players[it.turn()]);
                }
                self.boards[game].push(message);
            }
            Target::Challenge(index) => {
                self.challenges[index] = message.clone();
                if self.model.games.len() > self.boards.len() {
                    self.boards.push(vec![message]);
                }
            }
        }
        Ok(())
    }

    /// Waits until the bot has handled every deadline that is due, and records the boards
    /// that it has updated.
    async fn sync(&mut self) -> Checked {
        self.bot.wait_scheduler().await;
        for (game, boards) in self.model.games.iter().zip(&mut self.boards) {
            let shown = boards.last().expect("a game has a board");
            if game.result.is_some() && shown.button("Rematch").is_none() {
                let is_updated = || self.bot.current(shown).button("Rematch").is_some();
                wait_until("the board shows the result", is_updated).await;
                boards.push(self.bot.current(shown));
            } else if game.claimant().is_some() && shown.button("Claim win").is_none() {
                let is_updated = || self.bot.current(shown).button("Claim win").is_some();
                wait_until("the board shows that the win can be claimed", is_updated).await;
                boards.push(self.bot.current(shown));
            }
        }
        // They go with the turn.
        let reminders = || {
            let sent = self.bot.discord.requests().into_iter();
            let posted = sent.filter(|it| it.method == "POST" && it.path.starts_with("/channels/"));
            posted.filter(|it| it.body["content"].to_string().contains("⏰")).count()
        };
        wait_until("all reminders are sent", || reminders() >= self.model.reminders).await;
        prop_assert_eq!(reminders(), self.model.reminders, "no reminder is sent twice");
        Ok(())
    }

    /// Delivers the last interaction again, which changes nothing.
    async fn redeliver(&mut self) {
        let Some(last) = self.last_interaction else { return };
        // With 400, or with 404 as the first one, if what was pressed is gone.
        let is_refused = |it: &&Arc<RecordedRequest>| {
            it.path.ends_with("/callback") && [400, 404].contains(&it.status)
        };
        let refused = |bot: &TestBot| bot.discord.requests().iter().filter(is_refused).count();
        let before = refused(&self.bot);
        self.bot.discord.redeliver(last);
        wait_until("the second response is refused", || refused(&self.bot) > before).await;
    }
}

/// Whether the buttons of two boards are for the same version of a game.
fn has_same_buttons(one: &Message, other: &Message) -> bool {
    let first = |board: &Message| board.buttons().next().and_then(|it| it.custom_id.clone());
    one.id == other.id && first(one) == first(other)
}

/// The game whose end a public message shows.
fn ended_game(message: &Message) -> Option<usize> {
    let rematch = message.button("Rematch").filter(|_| !message.is_ephemeral())?;
    let id = rematch.custom_id.as_deref()?.strip_prefix("m1:")?;
    id.parse::<usize>().ok()?.checked_sub(1)
}

fn duration(minutes: i64) -> Duration {
    Duration::from_mins(minutes.unsigned_abs())
}
