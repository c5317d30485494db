//! Actions in games: moves, offers, and posting the board again.

use clock::Timestamp;
use connect4::{Column, Seat};

use super::{
    MAX_ATTEMPTS, MessageUpdate, Refresh, Reply, ReplyContent, ReplyMode, Service, UserRequest,
};
use crate::{
    game::{
        Action, ExpectedVersion, Game, GameId, GameResult, MessageHandle, OfferKind, Player,
        PlayerId, Rated, Refusal, Transition, UPDATE_LOST_AFTER, Version, apply,
    },
    store::{MessageOwner, SaveResult, StoreError},
};

/// The message that shows a changed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardTarget {
    /// The board whose button was pressed, or a new one if the change pings
    /// somebody.
    Pressed,
    NewMessage,
    /// The newest board: the action came from a list, or from the copy before it.
    Newest,
}

/// The outcome of an action in a game.
pub(super) enum ActionOutcome {
    /// The action was applied and stored.
    Applied(Applied),
    /// The same request was applied before.
    Duplicate(Game),
    /// The action was refused; with the current game.
    Refused(Refusal, Game),
}

/// The user's game in a channel.
enum ActiveGame {
    /// The game is live, or was ended by an earlier delivery of this request.
    Live(Game),
    /// The game ended without an action by either player, so that they may not
    /// know yet.
    Over(Game),
    None,
}

/// An action that was applied and stored.
pub(super) struct Applied {
    pub(super) game: Game,
    /// The newest board before the action.
    pub(super) old_board: MessageHandle,
    pub(super) mode: ReplyMode,
    /// The message that shows the change.
    pub(super) target: BoardTarget,
    pub(super) ping: Option<PlayerId>,
}

impl Service {
    /// Applies the action of a button on a board.
    pub(super) async fn on_board_button(
        &self,
        request: &UserRequest,
        now: Timestamp,
        (id, version): (GameId, Version),
        action: Action,
    ) -> Result<Reply, StoreError> {
        let Some(game) = self.load_game(id, now).await? else {
            return Ok(Reply::refused(Refusal::Gone));
        };
        let action = (ExpectedVersion::Board(version), action);
        let outcome = self.try_action(game, request, now, action, BoardTarget::Pressed).await?;
        self.button_reply(request, now, version, outcome).await
    }

    pub(super) async fn drop_by_command(
        &self,
        request: &UserRequest,
        now: Timestamp,
        column: &str,
    ) -> Result<Reply, StoreError> {
        let game = match self.active_game(request, now).await? {
            ActiveGame::Live(game) => game,
            ActiveGame::Over(game) => return Ok(ended_reply(&game)),
            ActiveGame::None => return Ok(Reply::refused(Refusal::NoGameHere)),
        };
        let Ok(column) = column.trim().parse::<Column>() else {
            return Ok(Reply::refused(Refusal::NoSuchColumn {
                columns: game.config.shape.columns(),
            }));
        };
        self.act_by_command(request, now, game, Action::Drop(column)).await
    }

    pub(super) async fn offer_by_command(
        &self,
        request: &UserRequest,
        now: Timestamp,
        kind: OfferKind,
    ) -> Result<Reply, StoreError> {
        match self.active_game(request, now).await? {
            ActiveGame::Live(game) => {
                self.act_by_command(request, now, game, Action::Offer(kind)).await
            }
            ActiveGame::Over(game) => Ok(ended_reply(&game)),
            ActiveGame::None => Ok(Reply::refused(Refusal::NoGameHere)),
        }
    }

    async fn act_by_command(
        &self,
        request: &UserRequest,
        now: Timestamp,
        game: Game,
        action: Action,
    ) -> Result<Reply, StoreError> {
        if let Err(refusal) = check_visible(request, &game) {
            return Ok(Reply::refused(refusal));
        }
        let action = (ExpectedVersion::Newest, action);
        let outcome = self.try_action(game, request, now, action, BoardTarget::NewMessage).await?;
        Ok(self.command_reply(now, outcome, None).await)
    }

    /// Posts the board of the user's game in this channel again.
    pub(super) async fn repost(
        &self,
        request: &UserRequest,
        now: Timestamp,
        confirm_resign: bool,
    ) -> Result<Reply, StoreError> {
        let game = match self.active_game(request, now).await? {
            ActiveGame::Live(game) => game,
            ActiveGame::Over(game) => {
                return Ok(Reply::new(ReplyContent::board(game, ReplyMode::Post)));
            }
            ActiveGame::None => return Ok(Reply::refused(Refusal::NoGameHere)),
        };
        if let Err(refusal) = check_visible(request, &game) {
            return Ok(Reply::refused(refusal));
        }
        let action = (ExpectedVersion::Newest, Action::Repost);
        let outcome = self.try_action(game, request, now, action, BoardTarget::NewMessage).await?;
        if let ActionOutcome::Refused(Refusal::RepostedRecently(_), game) = &outcome
            && confirm_resign
        {
            let content =
                ReplyContent::ConfirmResign(game.clone(), request.actor.id, ReplyMode::Post);
            return Ok(Reply::new(content));
        }
        let confirm_resign = match &outcome {
            ActionOutcome::Applied(applied) => {
                applied.game.seat_of(request.actor.id).filter(|_| confirm_resign)
            }
            _ => None,
        };
        Ok(self.command_reply(now, outcome, confirm_resign).await)
    }

    pub(super) async fn text_board(
        &self,
        request: &UserRequest,
        now: Timestamp,
    ) -> Result<Reply, StoreError> {
        Ok(match self.active_game(request, now).await? {
            ActiveGame::Live(game) | ActiveGame::Over(game) => {
                Reply::new(ReplyContent::TextBoard(game))
            }
            ActiveGame::None => Reply::refused(Refusal::NoGameHere),
        })
    }

    pub(super) async fn column_choices(&self, request: &UserRequest) -> Result<Reply, StoreError> {
        let game = self.store.live_game(request.location.channel, request.actor.id).await?;
        let columns = game.map(|game| game.board().open_columns().collect()).unwrap_or_default();
        Ok(Reply::new(ReplyContent::ColumnChoices(columns)))
    }

    /// The user's game in the request's channel.
    async fn active_game(
        &self,
        request: &UserRequest,
        now: Timestamp,
    ) -> Result<ActiveGame, StoreError> {
        let (channel, user) = (request.location.channel, request.actor.id);
        if let Some(game) = self.store.live_game(channel, user).await? {
            let game = self.apply_timeout(game, now).await?;
            return Ok(if game.result.is_none() {
                ActiveGame::Live(game)
            } else {
                ActiveGame::Over(game)
            });
        }
        let last = self.store.last_game(channel, user).await?;
        Ok(match last {
            Some(game) if game.changed_by == request.interaction => ActiveGame::Live(game),
            Some(game) if game.result.is_some_and(GameResult::ended_unattended) => {
                ActiveGame::Over(game)
            }
            _ => ActiveGame::None,
        })
    }

    /// Applies an action and stores the result. Retries if another change came
    /// first.
    pub(super) async fn try_action(
        &self,
        mut game: Game,
        request: &UserRequest,
        now: Timestamp,
        (expected, action): (ExpectedVersion, Action),
        target: BoardTarget,
    ) -> Result<ActionOutcome, StoreError> {
        for _ in 0..MAX_ATTEMPTS {
            if game.changed_by == request.interaction {
                return Ok(ActionOutcome::Duplicate(game));
            }
            let Transition { game: mut after, ping } =
                match apply(&game, &request.actor(now), expected, action) {
                    Ok(transition) => transition,
                    Err(refusal) => return Ok(ActionOutcome::Refused(refusal, game)),
                };
            let ping = match ping {
                Some(player) if self.wants_turn_ping(player, request.actor.id).await? => ping,
                _ => None,
            };
            let is_old_copy =
                matches!(expected, ExpectedVersion::Board(version) if version != game.version);
            let target = match target {
                BoardTarget::Pressed if is_old_copy && ping.is_none() => BoardTarget::Newest,
                target => target,
            };
            let mode = match target {
                BoardTarget::Pressed if ping.is_none() || request.forced_ephemeral => {
                    ReplyMode::Update
                }
                BoardTarget::Pressed | BoardTarget::NewMessage => ReplyMode::Post,
                BoardTarget::Newest => ReplyMode::Update,
            };
            if target != BoardTarget::Newest {
                after.board_message = request.message_handle(now, mode);
            }
            after.record_standing(request.actor.id, request.standing);
            self.update_names(after.players.people_mut(), request).await?;
            if let Some(after) = self.save(game.version, after).await? {
                return Ok(ActionOutcome::Applied(Applied {
                    game: after,
                    old_board: game.board_message,
                    mode,
                    target,
                    ping,
                }));
            }
            match self.load_game(game.id, now).await? {
                Some(newer) => game = newer,
                None => return Ok(ActionOutcome::Refused(Refusal::Gone, game)),
            }
        }
        Ok(ActionOutcome::Refused(Refusal::JustChanged, game))
    }

    /// Stores a changed game and returns it, with the rating changes if it has
    /// ended. Returns `None` if another change came first.
    pub(super) async fn save(
        &self,
        expected: Version,
        after: Game,
    ) -> Result<Option<Game>, StoreError> {
        if self.store.save_game(expected, &after).await? == SaveResult::Conflict {
            return Ok(None);
        }
        if after.result.is_none() || after.config.rated != Rated::Yes {
            return Ok(Some(after));
        }
        Ok(Some(self.store.game(after.id).await?.unwrap_or(after)))
    }

    /// The reply to a button on a board of `version`.
    pub(super) async fn button_reply(
        &self,
        request: &UserRequest,
        now: Timestamp,
        version: Version,
        outcome: ActionOutcome,
    ) -> Result<Reply, StoreError> {
        Ok(match outcome {
            ActionOutcome::Applied(applied) => self.applied_reply(now, applied, None).await,
            ActionOutcome::Duplicate(game)
                if version.next() != game.version
                    && !game.board_message.may_be(request.message, now) =>
            {
                moved_away_reply(game)
            }
            ActionOutcome::Duplicate(game) => {
                let (game, follow_ups) = self.with_computer_move(game, now).await;
                Reply::new(ReplyContent::board(game, ReplyMode::Update)).with_follow_ups(follow_ups)
            }
            ActionOutcome::Refused(refusal, game) => {
                let follow_ups = self.resume_computer(&game, now);
                let reply = self.refused_button(request, now, version, refusal, game).await?;
                reply.with_follow_ups(follow_ups)
            }
        })
    }

    /// Refuses a button on a board of `version`. If that board is outdated, it is
    /// refreshed: an old copy loses its buttons, and a newest board that missed its
    /// update gets it.
    pub(super) async fn refused_button(
        &self,
        request: &UserRequest,
        now: Timestamp,
        version: Version,
        refusal: Refusal,
        game: Game,
    ) -> Result<Reply, StoreError> {
        let is_current = version == game.version;
        if !is_current && refusal == Refusal::NotYourGame {
            return Ok(Reply::refused(refusal));
        }
        if !is_current && !game.board_message.may_be(request.message, now) {
            return Ok(Reply::refused_with_refresh(refusal, Refresh::MovedAway(game)));
        }
        let owner = MessageOwner::Board(game.id, game.board_message.token.clone());
        self.record_message_id_if_unknown(request, &game.board_message, owner).await?;
        if is_current {
            return Ok(Reply::refused(refusal));
        }
        let refusal = match refusal {
            Refusal::OldBoard(_) => Refusal::JustChanged,
            other => other,
        };
        let ended_unattended = game.result.is_some_and(GameResult::ended_unattended);
        Ok(if ended_unattended || now.since(game.changed_at()) > UPDATE_LOST_AFTER {
            Reply::refused_with_refresh(refusal, Refresh::Board(game))
        } else {
            Reply::refused(refusal)
        })
    }

    /// The reply to a command.
    async fn command_reply(
        &self,
        now: Timestamp,
        outcome: ActionOutcome,
        confirm_resign: Option<Seat>,
    ) -> Reply {
        match outcome {
            ActionOutcome::Applied(applied) => {
                self.applied_reply(now, applied, confirm_resign).await
            }
            ActionOutcome::Duplicate(game) => {
                let (game, follow_ups) = self.with_computer_move(game, now).await;
                Reply::new(ReplyContent::board(game, ReplyMode::Post)).with_follow_ups(follow_ups)
            }
            ActionOutcome::Refused(refusal, game) => {
                Reply::refused(refusal).with_follow_ups(self.resume_computer(&game, now))
            }
        }
    }

    /// The board after an action, with the computer's move if that is found in
    /// time. If the board is posted again, the old one loses its buttons.
    async fn applied_reply(
        &self,
        now: Timestamp,
        applied: Applied,
        confirm_resign: Option<Seat>,
    ) -> Reply {
        let Applied { game, old_board, mode, target, ping } = applied;
        if target == BoardTarget::Newest {
            return moved_away_reply(game);
        }
        let (game, follow_ups) = self.with_computer_move(game, now).await;
        let updates = match mode {
            ReplyMode::Post => vec![MessageUpdate::BoardMoved { old_board, game: game.clone() }],
            ReplyMode::Update => Vec::new(),
        };
        Reply {
            content: ReplyContent::Board { game, mode, confirm_resign, ping },
            updates,
            follow_ups,
        }
    }

    /// Stores the user's names if they have changed, and takes them over into `players`.
    pub(super) async fn update_names(
        &self,
        players: impl IntoIterator<Item = &mut Player>,
        request: &UserRequest,
    ) -> Result<(), StoreError> {
        let known = players.into_iter().find(|player| player.id == request.actor.id);
        if let Some(player) = known
            && player.update_names(&request.actor)
        {
            self.store.save_player(player).await?;
        }
        Ok(())
    }
}

/// Refuses to post the board of a game between two people if only one of them
/// would see it.
fn check_visible(request: &UserRequest, game: &Game) -> Result<(), Refusal> {
    if request.forced_ephemeral && game.players.level().is_none() {
        return Err(Refusal::UseButtons(game.board_location()));
    }
    Ok(())
}

/// The reply to a press on a board that has just moved away: it loses its buttons, and the
/// newest one shows the change.
fn moved_away_reply(game: Game) -> Reply {
    let updates = vec![MessageUpdate::BoardChanged(game.clone())];
    Reply { updates, ..Reply::new(ReplyContent::MovedAway(game)) }
}

/// The reply to a player whose game ended by timeout or by a moderator. The
/// board is updated as well.
fn ended_reply(game: &Game) -> Reply {
    let refusal = game.refusal_if_over().unwrap_or(Refusal::NoGameHere);
    Reply { updates: vec![MessageUpdate::BoardChanged(game.clone())], ..Reply::refused(refusal) }
}
