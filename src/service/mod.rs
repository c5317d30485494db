//! What happens between a request and its answer: load, let [`crate::play`]
//! decide, save, answer.
//!
//! Nothing of a game is kept in memory between two requests, so any process can
//! answer any of them. Knows nothing of emoji or of serenity's types.

mod answer;
mod challenges;
mod clocks;
mod computer;
mod deadlines;
mod history;
mod kind;
mod late;
mod leaderboards;
mod lists;
mod pictures;
mod privacy;
mod request;
mod resigning;
mod reviews;
mod settings;
mod stats;
mod turns;

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

pub use answer::{
    Answer, GamesPage, History, How, LeaderboardPage, Notice, Repair, Reply, ReviewNews, Reviewed,
    SettingsPage, Stats, StatsPicture, Told,
};
use computer::Computer;
use computer::Reviewing;
pub use computer::{Progress, Think, Thinkers};
use history::game_number;
pub use late::Late;
pub use request::{
    Ask, Jump, LeaderboardWish, Manager, Press, PrivacyAsk, Request, SettingsPart, SettingsPress,
    Wish,
};
use tokio::sync::Notify;

use crate::{
    play::{Action, Asked, MessageId, Posting, Refusal, SettingsChange, Token},
    store::{HistoryTurn, Posted, Store, StoreError},
};
use clock::{Clock, Timestamp};

/// What reaches us so long after somebody did it is not done any more: they
/// were told that it failed, and may have done something else since. Discord
/// delivers late after a break of the connection. Long enough for clocks that do
/// not agree.
const TOO_LATE: Duration = Duration::from_mins(1);

/// How often a decision is made anew when somebody else's change came first.
const MOST_TRIES: usize = 5;

/// Answers requests. Clones share everything.
#[derive(Clone, Debug)]
pub struct Service {
    store: Arc<dyn Store>,
    clock: Clock,
    computer: Computer,
    /// Wakes the sweeper when there is a new deadline.
    new_deadline: Arc<Notify>,
    /// Whether the time of absence was given back, so that time may run out.
    clocks_run: Arc<AtomicBool>,
}

impl Service {
    /// A service on a store, whose computer moves are found by `thinkers`.
    pub fn new(store: Arc<dyn Store>, clock: Clock, thinkers: Thinkers) -> Self {
        let computer = Computer::new(thinkers, clock.clone());
        Self { store, clock, computer, new_deadline: Arc::default(), clocks_run: Arc::default() }
    }

    /// The store that it works on.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// The clock that it goes by.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Does what a request asks for.
    ///
    /// Errors are faults of the database; what the asker did wrong is an
    /// answer.
    pub async fn answer(&self, request: &Request) -> Result<Reply, StoreError> {
        let at = self.clock.now();
        let age = at.since(request.interaction.made_at());
        let is_typing = matches!(request.ask, Ask::OpenColumns | Ask::FinishedGames);
        if age >= TOO_LATE && !is_typing {
            let seconds = age.as_secs();
            tracing::warn!(seconds, "a request came late, or this machine's clock is fast");
            return Ok(Reply::refused(Refusal::TooLate));
        }
        match &request.ask {
            Ask::Play(wish) => self.play(request, at, wish).await,
            Ask::Drop { column } => self.drop_by_command(request, at, column).await,
            Ask::OpenColumns => self.open_columns(request).await,
            Ask::Board => self.repost(request, at, false).await,
            Ask::BoardInWords => self.board_in_words(request, at).await,
            Ask::Resign => self.repost(request, at, true).await,
            Ask::Offer(kind) => self.offer_by_command(request, at, *kind).await,
            Ask::Games => self.games(request, 0, How::Post).await,
            Ask::Leaderboard(wish) => self.leaderboard(request, at, *wish, How::Post).await,
            Ask::Stats { player, versus } => {
                self.stats(request, at, player.as_ref(), versus.as_ref()).await
            }
            Ask::History { player } => {
                let player = player.as_ref().unwrap_or(&request.by).clone();
                self.history(request, player, HistoryTurn::Newest, How::Post).await
            }
            Ask::Replay { game } => match game_number(game) {
                Ok(game) => self.replay(request, at, game).await,
                Err(refusal) => Ok(Reply::refused(refusal)),
            },
            Ask::Review { game } => match game_number(game) {
                Ok(game) => self.review(request, at, game).await,
                Err(refusal) => Ok(Reply::refused(refusal)),
            },
            Ask::FinishedGames => self.finished_games(request).await,
            Ask::Hint => self.hint(request, at).await,
            Ask::Privacy(ask) => self.privacy(request, *ask).await,
            Ask::Settings => self.settings(request, SettingsPart::Games, How::Post).await,
            Ask::SetChannels(channels) => {
                let change = SettingsChange::Channels(channels.clone());
                self.change_settings(request, SettingsPart::Limits, change).await
            }
            Ask::Help => Ok(Reply::of(Answer::Help)),
            Ask::Press(press) => self.press(request, at, *press).await,
        }
    }

    async fn press(
        &self,
        request: &Request,
        at: Timestamp,
        press: Press,
    ) -> Result<Reply, StoreError> {
        match press {
            Press::Accept(id) => self.accept(request, at, id).await,
            Press::Decline(id) => self.decline(request, at, id).await,
            Press::Cancel(id) => self.cancel(request, at, id).await,
            Press::Drop { game, version, column } => {
                self.act_by_press(request, at, (game, version), Action::Drop(column)).await
            }
            Press::Offer { game, version, kind } => {
                self.act_by_press(request, at, (game, version), Action::Offer(kind)).await
            }
            Press::AcceptOffer { game, version } => {
                self.act_by_press(request, at, (game, version), Action::Accept).await
            }
            Press::DeclineOffer { game, version } => {
                self.act_by_press(request, at, (game, version), Action::Decline).await
            }
            Press::AskResign { game, version } => self.ask_resign(request, at, game, version).await,
            Press::Resign { game, version, seat } => {
                self.resign(request, at, game, version, seat).await
            }
            Press::PlayOn { game, version, seat } => {
                self.play_on(request, at, game, version, seat).await
            }
            Press::Rematch(game) => self.rematch(request, at, game).await,
            Press::GamesPage(page) => self.games(request, page, How::Update).await,
            Press::PickGame(game) => self.pick_game(request, at, game).await,
            Press::ResignPicked { game, version } => {
                self.resign_picked(request, at, game, version).await
            }
            Press::Leaderboard(wish) => self.leaderboard(request, at, wish, How::Update).await,
            Press::History { player, turn } => self.turn_history(request, player, turn).await,
            Press::Replay(game) => self.replay(request, at, game).await,
            Press::Jump { game, ply, jump } => {
                self.replay_jump(request, at, (game, ply, jump)).await
            }
            Press::Review(game) => self.review(request, at, game).await,
            Press::ReviewJump { game, ply, jump } => {
                self.review_jump(request, at, (game, ply, jump)).await
            }
            Press::Share(game) => self.share(request, at, game).await,
            Press::DeleteData => self.delete_data(request, at).await,
            Press::KeepData => Ok(Reply::of(Answer::Privacy(Told::Kept))),
            Press::Settings(press) => self.press_settings(request, at, press).await,
            Press::Unknown => Ok(Reply::refused(Refusal::UnknownButton)),
        }
    }

    /// Notes which message an answer was posted as.
    pub async fn learn(&self, what: &Posted, message: MessageId) -> Result<(), StoreError> {
        self.store.learn_message(what, message).await
    }
}

impl Request {
    fn asked(&self, at: Timestamp) -> Asked<'_> {
        Asked { by: &self.by, interaction: self.interaction, at }
    }

    /// The posting that this request's answer will be.
    fn posting(&self, at: Timestamp, how: How) -> Posting {
        Posting {
            message: match how {
                How::Post => None,
                How::Update => self.message,
            },
            token: self.token.clone(),
            token_expires_at: at.after(Token::LIFE),
        }
    }
}
