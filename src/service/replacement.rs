//! A new game against the computer in the place of the user's last one in the channel.

use clock::Timestamp;
use connect4::Seat;

use super::{
    ComputerGameOptions, MAX_ATTEMPTS, MessageUpdate, PlayOptions, Reply, ReplyContent, ReplyMode,
    Service, UserRequest, challenges::game_config,
};
use crate::{
    game::{self, FirstMove, Game, GameConfig, GameId, NewGame, PlayOutcome, PlayerId, Refusal},
    store::{StartedGame, StoreError},
};

impl Service {
    /// Starts a game against the computer. Asks first if the user has one in the channel.
    pub(super) async fn play_computer(
        &self,
        request: &UserRequest,
        now: Timestamp,
        options: ComputerGameOptions,
        mode: ReplyMode,
    ) -> Result<Reply, StoreError> {
        match self.ask_to_replace(request, now, options, mode).await? {
            Some(question) => Ok(question),
            None => self.start_computer_game(request, now, options).await,
        }
    }

    /// Asks whether a new game is to replace the user's game against the computer in the
    /// channel. Returns `None` if they have none.
    pub(super) async fn ask_to_replace(
        &self,
        request: &UserRequest,
        now: Timestamp,
        options: ComputerGameOptions,
        mode: ReplyMode,
    ) -> Result<Option<Reply>, StoreError> {
        let Some(old) = self.computer_game_here(request, now).await? else { return Ok(None) };
        Ok(Some(match self.new_game_instead(&old, request, now, options).await? {
            Ok(_) => Reply::new(ReplyContent::ConfirmReplace(old, options, mode)),
            Err(refusal) => Reply::refused(refusal),
        }))
    }

    /// The new game in the place of `old`, or why there can be none.
    async fn new_game_instead(
        &self,
        old: &Game,
        request: &UserRequest,
        now: Timestamp,
        options: ComputerGameOptions,
    ) -> Result<Result<NewGame, Refusal>, StoreError> {
        let context = self.challenge_context(request, request.location, None).await?;
        let config = game_config(request, &PlayOptions::from(options), &context.settings);
        let (level_and_first, coin) = ((options.level, options.first), fastrand::bool());
        let actor = request.actor(now);
        Ok(game::replace_computer_game(old, &actor, config, level_and_first, coin, &context))
    }

    async fn start_computer_game(
        &self,
        request: &UserRequest,
        now: Timestamp,
        options: ComputerGameOptions,
    ) -> Result<Reply, StoreError> {
        let (actor, coin) = (request.actor(now), fastrand::bool());
        self.create(request, now, None, |context| {
            let config = game_config(request, &PlayOptions::from(options), &context.settings);
            let ComputerGameOptions { level, first, .. } = options;
            game::against_computer(&actor, config, level, first, coin, context)
                .map(PlayOutcome::Game)
        })
        .await
    }

    /// The user's live game against the computer in the request's channel, unless this
    /// request has started it.
    async fn computer_game_here(
        &self,
        request: &UserRequest,
        now: Timestamp,
    ) -> Result<Option<Game>, StoreError> {
        let live = self.store.live_game(request.location.channel, request.actor.id).await?;
        let Some(game) = live.filter(|game| game.players.level().is_some()) else {
            return Ok(None);
        };
        if self.store.game_by_interaction(request.interaction).await?.is_some() {
            return Ok(None);
        }
        let game = self.apply_timeout(game, now).await?;
        Ok(Some(game).filter(|game| game.result.is_none()))
    }

    /// Calls a game against the computer off and starts the new one. If the old one is over
    /// already, only starts the new one, or asks again if another one has taken its place.
    pub(super) async fn replace_game(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
        options: ComputerGameOptions,
    ) -> Result<Reply, StoreError> {
        let message = request.message_handle(now, ReplyMode::Post);
        for _ in 0..MAX_ATTEMPTS {
            let Some(old) = self.load_game(id, now).await? else {
                return Ok(Reply::refused(Refusal::Gone));
            };
            if old.seat_of(request.actor.id).is_none() {
                return Ok(Reply::refused(Refusal::NotYourGame));
            }
            if old.result.is_some() {
                let new = self.play_computer(request, now, options, ReplyMode::Update);
                return Box::pin(new).await;
            }
            let new = match self.new_game_instead(&old, request, now, options).await? {
                Ok(new) => new,
                Err(refusal) => return Ok(Reply::refused(refusal)),
            };
            let called_off = game::call_off(&old, now);
            match self.store.replace_game(old.version, &called_off, &new, &message).await {
                Ok(Some(StartedGame { game, cancelled })) => {
                    let mut updates = self.over_updates(cancelled).await;
                    updates.push(MessageUpdate::BoardChanged(called_off));
                    let reply = self.started_reply(game, now).await;
                    return Ok(reply.with_updates(updates));
                }
                Ok(None) | Err(StoreError::ConstraintViolated(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Reply::refused(Refusal::JustChanged))
    }

    /// The answer to a user who goes on with the old game, or with the one that has taken its
    /// place since.
    pub(super) async fn keep_game(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
    ) -> Result<Reply, StoreError> {
        let Some(game) = self.load_game(id, now).await? else {
            return Ok(Reply::refused(Refusal::Gone));
        };
        let kept = match game.refusal_if_over() {
            None => game,
            Some(over) => match self.computer_game_here(request, now).await? {
                Some(game) => game,
                None => return Ok(Reply::refused(over)),
            },
        };
        Ok(Reply::new(ReplyContent::GameKept(kept)))
    }
}

impl ComputerGameOptions {
    /// The options of a rematch, in which the other side moves first. `None` unless the user
    /// has finished the game against the computer.
    pub(super) fn of_rematch(game: &Game, user: PlayerId) -> Option<Self> {
        let level = game.players.level().filter(|_| game.result.is_some())?;
        let first = match game.seat_of(user)? {
            Seat::First => FirstMove::Opponent,
            Seat::Second => FirstMove::Challenger,
        };
        let GameConfig { shape, time_control, theme, .. } = game.config;
        Some(Self {
            level,
            shape: Some(shape),
            time_control: Some(time_control),
            theme: Some(theme),
            first,
        })
    }
}

impl From<ComputerGameOptions> for PlayOptions {
    fn from(options: ComputerGameOptions) -> Self {
        let ComputerGameOptions { level, shape, time_control, theme, first } = options;
        Self { level: Some(level), shape, time_control, theme, first, ..Self::default() }
    }
}
