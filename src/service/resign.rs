//! Resigning, after a confirmation in the same message.

use clock::Timestamp;
use connect4::Seat;

use super::{
    Reply, ReplyContent, ReplyMode, Service, UserRequest,
    moves::{ActionOutcome, BoardTarget},
};
use crate::{
    game::{Action, ExpectedVersion, Game, GameId, Participant, Refusal, Version},
    store::StoreError,
};

impl Service {
    pub(super) async fn ask_resign(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
        version: Version,
    ) -> Result<Reply, StoreError> {
        self.redraw(request, now, (id, version), |game| {
            game.seat_of(request.actor.id).map(Some).ok_or(Refusal::NotYourGame)
        })
        .await
    }

    pub(super) async fn cancel_resign(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
        version: Version,
        seat: Seat,
    ) -> Result<Reply, StoreError> {
        self.redraw(request, now, (id, version), |game| {
            check_prompted(game, request, seat).map(|()| None)
        })
        .await
    }

    /// Redraws a board with or without the confirmation. The game does not
    /// change: the confirmation exists in the message only.
    async fn redraw(
        &self,
        request: &UserRequest,
        now: Timestamp,
        (id, version): (GameId, Version),
        decide: impl Fn(&Game) -> Result<Option<Seat>, Refusal>,
    ) -> Result<Reply, StoreError> {
        let Some(game) = self.load_game(id, now).await? else {
            return Ok(Reply::refused(Refusal::Gone));
        };
        let confirm_resign = match decide(&game) {
            Ok(seat) => seat,
            Err(refusal) => return Ok(Reply::refused(refusal)),
        };
        let refusal = match game.refusal_if_over() {
            Some(over) => over,
            None if version != game.version
                && confirm_resign.is_some()
                && game.accepts_press(version, request.interaction) =>
            {
                let user = request.actor.id;
                return Ok(Reply::new(ReplyContent::ConfirmResign(game, user, ReplyMode::Post)));
            }
            None if version != game.version => Refusal::OldBoard(game.board_location()),
            None => {
                let mode = ReplyMode::Update;
                let follow_ups = self.resume_computer(&game, now);
                let content = ReplyContent::Board { game, mode, confirm_resign, ping: None };
                return Ok(Reply::new(content).with_follow_ups(follow_ups));
            }
        };
        self.refused_button(request, now, version, refusal, game).await
    }

    pub(super) async fn resign(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
        version: Version,
        seat: Seat,
    ) -> Result<Reply, StoreError> {
        let Some(game) = self.load_game(id, now).await? else {
            return Ok(Reply::refused(Refusal::Gone));
        };
        if let Err(refusal) = check_prompted(&game, request, seat) {
            return Ok(Reply::refused(refusal));
        }
        let action = (ExpectedVersion::Board(version), Action::Resign);
        let outcome = self.try_action(game, request, now, action, BoardTarget::Pressed).await?;
        self.button_reply(request, now, version, outcome).await
    }

    /// Asks to confirm the resignation of a game chosen from the user's list.
    pub(super) async fn pick_game(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
    ) -> Result<Reply, StoreError> {
        let game = self.load_game(id, now).await?;
        let own = game.filter(|game| game.seat_of(request.actor.id).is_some());
        match own {
            Some(game) if game.result.is_none() => Ok(Reply::new(ReplyContent::ConfirmResign(
                game,
                request.actor.id,
                ReplyMode::Update,
            ))),
            _ => self.games(request, 0, ReplyMode::Update).await,
        }
    }

    /// Resigns a game chosen from the user's list. If the game has changed
    /// meanwhile, asks again.
    pub(super) async fn resign_picked(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
        version: Version,
    ) -> Result<Reply, StoreError> {
        let Some(game) = self.load_game(id, now).await? else {
            return Ok(Reply::refused(Refusal::Gone));
        };
        let action = (ExpectedVersion::Board(version), Action::Resign);
        match self.try_action(game, request, now, action, BoardTarget::Newest).await? {
            ActionOutcome::Applied(applied) => self.games_after_end(request, applied.game).await,
            ActionOutcome::Duplicate(_) => self.games(request, 0, ReplyMode::Update).await,
            ActionOutcome::Refused(Refusal::OldBoard(_), _) => {
                self.pick_game(request, now, id).await
            }
            ActionOutcome::Refused(refusal, _) => Ok(Reply::refused(refusal)),
        }
    }
}

fn check_prompted(game: &Game, request: &UserRequest, seat: Seat) -> Result<(), Refusal> {
    match game.seat_of(request.actor.id) {
        Some(own) if own == seat => Ok(()),
        Some(_) => Err(match game.participant(seat) {
            Participant::Person(player) => Refusal::NotYourQuestion(player.clone()),
            Participant::Computer(_) => Refusal::UnknownButton,
        }),
        None => Err(Refusal::NotYourGame),
    }
}
