//! Creating, accepting, declining and cancelling challenges.

use clock::Timestamp;
use connect4::Shape;

use super::{
    ComputerGameOptions, MAX_ATTEMPTS, MessageUpdate, PlayOptions, Refresh, Reply, ReplyContent,
    ReplyMode, Service, UserRequest,
};
use crate::{
    errors,
    game::{
        self, Challenge, ChallengeContext, ChallengeId, ChallengeState, Game, GameConfig, GameId,
        GuildSettings, Location, Opponent, Participant, PlayOutcome, PlayerId, Rated, Refusal,
        UPDATE_LOST_AFTER,
    },
    store::{Constraint, MessageOwner, SaveResult, StartedGame, StoreError},
};

impl Service {
    pub(super) async fn play(
        &self,
        request: &UserRequest,
        now: Timestamp,
        options: &PlayOptions,
    ) -> Result<Reply, StoreError> {
        let (actor, first) = (request.actor(now), options.first);
        let opponent = match game::resolve_opponent(&actor, options.opponent.clone(), options.level)
        {
            Ok(Opponent::Computer(level)) => {
                let &PlayOptions { shape, time_control, theme, .. } = options;
                let options = ComputerGameOptions { level, shape, time_control, theme, first };
                return self.play_computer(request, now, options, ReplyMode::Post).await;
            }
            Ok(Opponent::Person(player)) => Some(player),
            Ok(Opponent::Anyone) => None,
            Err(refusal) => return Ok(Reply::refused(refusal)),
        };
        if request.is_bot_dm {
            return Ok(Reply::refused(Refusal::NobodyElseHere));
        }
        if request.forced_ephemeral {
            return Ok(Reply::refused(Refusal::ForcedEphemeral));
        }
        let other = opponent.as_ref().map(|player| player.id);
        let decide = |context: &ChallengeContext| {
            let config = game_config(request, options, &context.settings);
            game::challenge(&actor, config, opponent.clone(), first, context)
                .map(PlayOutcome::Challenge)
        };
        self.create(request, now, other, decide).await
    }

    pub(super) async fn rematch(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
    ) -> Result<Reply, StoreError> {
        let Some(game) = self.load_game(id, now).await? else {
            return Ok(Reply::refused(Refusal::Gone));
        };
        let seat = game.seat_of(request.actor.id);
        let other = seat.map(|seat| game.participant(seat.other()));
        let other = other.and_then(Participant::person).map(|player| player.id);
        if request.forced_ephemeral && other.is_some() {
            return Ok(Reply::refused(Refusal::ForcedEphemeral));
        }
        if let Some(options) = ComputerGameOptions::of_rematch(&game, request.actor.id)
            && let Some(question) =
                Box::pin(self.ask_to_replace(request, now, options, ReplyMode::Post)).await?
        {
            return Ok(question);
        }
        let (actor, location) = (request.actor(now), request.location);
        let decide = |context: &ChallengeContext| game::rematch(&game, location, &actor, context);
        self.create(request, now, other, decide).await
    }

    /// Stores the challenge or game that `decide` creates, after the challenges that it
    /// replaces have expired. Retries if a conflicting one came first.
    pub(super) async fn create(
        &self,
        request: &UserRequest,
        now: Timestamp,
        other: Option<PlayerId>,
        decide: impl Fn(&ChallengeContext) -> Result<PlayOutcome, Refusal>,
    ) -> Result<Reply, StoreError> {
        let mode = ReplyMode::Post;
        let message = request.message_handle(now, mode);
        let mut updates = Vec::new();
        for _ in 0..MAX_ATTEMPTS {
            if let Some(challenge) =
                self.store.challenge_by_interaction(request.interaction).await?
            {
                return Ok(Reply::new(ReplyContent::Challenge { challenge, mode }));
            }
            let context = self.challenge_context(request, request.location, other).await?;
            let new = match decide(&context) {
                Ok(PlayOutcome::Challenge(new)) => new,
                Ok(PlayOutcome::Game(new)) => match self.store.start_game(&new, &message).await {
                    Ok(Some(StartedGame { game, cancelled })) => {
                        let reply = self.started_reply(game, now).await;
                        return Ok(reply.with_updates(self.over_updates(cancelled).await));
                    }
                    Ok(None) | Err(StoreError::ConstraintViolated(_)) => continue,
                    Err(error) => return Err(error),
                },
                Err(refusal) => return self.refused_start(request, now, refusal).await,
            };
            for lost in new.replaced {
                updates.extend(self.expire(lost, now).await?);
            }
            match self.store.create_challenge(&new.terms, &message).await {
                Ok(challenge) => {
                    self.new_deadline.notify_one();
                    let reply = Reply::new(ReplyContent::Challenge { challenge, mode });
                    return Ok(reply.with_updates(updates));
                }
                Err(StoreError::ConstraintViolated(Constraint::Rematch)) => {
                    return Ok(Reply::refused(Refusal::RematchTaken));
                }
                Err(StoreError::ConstraintViolated(Constraint::OpponentDeleted)) => {
                    return Ok(Reply::refused(Refusal::OpponentDeleted));
                }
                Err(StoreError::ConstraintViolated(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Reply::refused(Refusal::JustChanged).with_updates(updates))
    }

    pub(super) async fn challenge_context(
        &self,
        request: &UserRequest,
        location: Location,
        other: Option<PlayerId>,
    ) -> Result<ChallengeContext, StoreError> {
        let context = self.store.challenge_context(location, request.actor.id, other).await?;
        Ok(ChallengeContext { parent_channel: request.parent_channel, ..context })
    }

    /// The updates of challenges that are over. What caused that is stored already, so a fault
    /// costs no more than an update.
    pub(super) async fn over_updates(&self, challenges: Vec<ChallengeId>) -> Vec<MessageUpdate> {
        let mut updates = Vec::new();
        for id in challenges {
            match self.store.challenge(id).await {
                Ok(challenge) => updates.extend(challenge.map(MessageUpdate::ChallengeOver)),
                Err(error) => tracing::warn!(
                    challenge = id.0,
                    error = errors::with_causes(error),
                    "failed to load a challenge that is over"
                ),
            }
        }
        updates
    }

    /// The board of a new game against the computer.
    pub(super) async fn started_reply(&self, game: Game, now: Timestamp) -> Reply {
        let (game, follow_ups) = self.with_computer_move(game, now).await;
        Reply::new(ReplyContent::board(game, ReplyMode::Post)).with_follow_ups(follow_ups)
    }

    /// Refuses to start a game, unless the obstacle was created by this same
    /// request, which another process may have received as well.
    async fn refused_start(
        &self,
        request: &UserRequest,
        now: Timestamp,
        refusal: Refusal,
    ) -> Result<Reply, StoreError> {
        if let Some(game) = self.store.game_by_interaction(request.interaction).await? {
            return Ok(self.started_reply(game, now).await);
        }
        if let Some(challenge) = self.store.challenge_by_interaction(request.interaction).await? {
            return Ok(Reply::new(ReplyContent::Challenge { challenge, mode: ReplyMode::Post }));
        }
        Ok(Reply::refused(refusal))
    }

    pub(super) async fn accept(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: ChallengeId,
    ) -> Result<Reply, StoreError> {
        let mode = ReplyMode::Update;
        for _ in 0..MAX_ATTEMPTS {
            let Some(challenge) = self.store.challenge(id).await? else {
                return Ok(Reply::refused(Refusal::Gone));
            };
            if challenge.state == ChallengeState::Accepted
                && challenge.changed_by == request.interaction
                && let Some(game) = self.store.game_of_challenge(id).await?
            {
                return Ok(Reply::new(ReplyContent::board(game, mode)));
            }
            let (location, challenger) =
                (challenge.terms.config.location, challenge.terms.challenger.id);
            let context = self.challenge_context(request, location, Some(challenger)).await?;
            let coin = fastrand::bool();
            let new = match game::accept(&challenge, &request.actor(now), &context, coin) {
                Ok(new) => new,
                // The obstacle may be the game that this same request has
                // started, if another process received it as well.
                Err(_) if self.has_changed(&challenge).await? => continue,
                Err(refusal) => {
                    return self.refused_challenge_button(request, now, refusal, challenge).await;
                }
            };
            match self.store.start_game(&new, &request.message_handle(now, mode)).await {
                Ok(Some(StartedGame { game, cancelled })) => {
                    let updates = self.over_updates(cancelled).await;
                    return Ok(Reply::new(ReplyContent::board(game, mode)).with_updates(updates));
                }
                Ok(None) | Err(StoreError::ConstraintViolated(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Reply::refused(Refusal::JustChanged))
    }

    /// Whether the stored challenge has changed since it was read.
    async fn has_changed(&self, challenge: &Challenge) -> Result<bool, StoreError> {
        let current = self.store.challenge(challenge.id).await?;
        Ok(current.is_none_or(|current| current.state != challenge.state))
    }

    pub(super) async fn decline(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: ChallengeId,
    ) -> Result<Reply, StoreError> {
        self.close(request, now, id, |challenge| game::decline(challenge, &request.actor(now)))
            .await
    }

    pub(super) async fn cancel(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: ChallengeId,
    ) -> Result<Reply, StoreError> {
        self.close(request, now, id, |challenge| game::cancel(challenge, &request.actor(now))).await
    }

    async fn close(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: ChallengeId,
        decide: impl Fn(&Challenge) -> Result<ChallengeState, Refusal>,
    ) -> Result<Reply, StoreError> {
        let mode = ReplyMode::Update;
        for _ in 0..MAX_ATTEMPTS {
            let Some(mut challenge) = self.store.challenge(id).await? else {
                return Ok(Reply::refused(Refusal::Gone));
            };
            if challenge.changed_by == request.interaction {
                return Ok(Reply::new(ReplyContent::Challenge { challenge, mode }));
            }
            let state = match decide(&challenge) {
                Ok(state) => state,
                Err(refusal) => {
                    return self.refused_challenge_button(request, now, refusal, challenge).await;
                }
            };
            if self.store.end_challenge(id, state, Some(request.interaction), now).await?
                == SaveResult::Saved
            {
                let terms = &mut challenge.terms;
                let players = [Some(&mut terms.challenger), terms.opponent.as_mut()];
                self.update_names(players.into_iter().flatten(), request).await?;
                let challenge = Challenge { state, changed_by: request.interaction, ..challenge };
                return Ok(Reply::new(ReplyContent::Challenge { challenge, mode }));
            }
        }
        Ok(Reply::refused(Refusal::JustChanged))
    }

    /// Refuses a button on a challenge. If the challenge is no longer pending, its
    /// message is refreshed.
    async fn refused_challenge_button(
        &self,
        request: &UserRequest,
        now: Timestamp,
        refusal: Refusal,
        challenge: Challenge,
    ) -> Result<Reply, StoreError> {
        match refusal {
            Refusal::ChallengeOver(ChallengeState::Accepted) => {
                let game = self.store.game_of_challenge(challenge.id).await?;
                let missed_it = |game: &Game| {
                    game.board_message.may_be(request.message, now)
                        && now.since(game.changed_at()) > UPDATE_LOST_AFTER
                };
                Ok(match game.filter(missed_it) {
                    Some(game) => Reply::refused_with_refresh(refusal, Refresh::Board(game)),
                    None => Reply::refused(refusal),
                })
            }
            Refusal::ChallengeOver(state) => {
                let challenge = Challenge { state, ..challenge };
                Ok(Reply::refused_with_refresh(refusal, Refresh::Challenge(challenge)))
            }
            other => {
                let owner = MessageOwner::Challenge(challenge.id);
                self.record_message_id_if_unknown(request, &challenge.message, owner).await?;
                Ok(Reply::refused(other))
            }
        }
    }

    /// Expires a challenge. Returns `None` if it is no longer pending.
    pub(super) async fn expire(
        &self,
        id: ChallengeId,
        now: Timestamp,
    ) -> Result<Option<MessageUpdate>, StoreError> {
        let state = ChallengeState::Expired;
        if self.store.end_challenge(id, state, None, now).await? == SaveResult::Conflict {
            return Ok(None);
        }
        Ok(self.store.challenge(id).await?.map(MessageUpdate::ChallengeOver))
    }
}

/// The configuration of a game: the user's options, else the server's settings.
pub(super) fn game_config(
    request: &UserRequest,
    options: &PlayOptions,
    settings: &GuildSettings,
) -> GameConfig {
    let shape = options.shape.unwrap_or(Shape::STANDARD);
    let time_control = options.time_control.unwrap_or(settings.time_control);
    GameConfig {
        location: request.location,
        shape,
        time_control,
        rated: Rated::between_people(options.rated, shape, time_control),
        theme: options.theme.unwrap_or(settings.theme),
        locale: settings.locale.unwrap_or(request.guild_locale),
    }
}
