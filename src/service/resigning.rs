//! Giving up, which is asked once more in place.

use super::{
    Answer, How, Reply, Request, Service,
    turns::{self, Change, Shown},
};
use crate::{
    play::{Action, Game, GameId, Refusal, Seated, Seen, Version},
    store::StoreError,
};
use clock::Timestamp;
use connect4::Seat;

impl Service {
    pub(super) async fn ask_resign(
        &self,
        request: &Request,
        at: Timestamp,
        id: GameId,
        version: Version,
    ) -> Result<Reply, StoreError> {
        self.redraw(request, at, (id, version), |game| {
            game.seat_of(request.by.id).map(Some).ok_or(Refusal::NotYourGame)
        })
        .await
    }

    pub(super) async fn play_on(
        &self,
        request: &Request,
        at: Timestamp,
        id: GameId,
        version: Version,
        seat: Seat,
    ) -> Result<Reply, StoreError> {
        self.redraw(request, at, (id, version), |game| {
            check_asked(game, request, seat).map(|()| None)
        })
        .await
    }

    /// Draws a board again with or without the question; the game stays as it
    /// is, so the question lives in the message alone.
    async fn redraw(
        &self,
        request: &Request,
        at: Timestamp,
        (id, version): (GameId, Version),
        asks_whom: impl Fn(&Game) -> Result<Option<Seat>, Refusal>,
    ) -> Result<Reply, StoreError> {
        let Some(game) = self.game_at(id, at).await? else {
            return Ok(Reply::refused(Refusal::Gone));
        };
        let asks_resign = match asks_whom(&game) {
            Ok(seat) => seat,
            Err(refusal) => return Ok(Reply::refused(refusal)),
        };
        let refusal = match game.over() {
            Some(over) => over,
            None if version != game.version => Refusal::OldBoard(game.whereabouts()),
            None => {
                let how = How::Update;
                let late = self.resumed(&game, at);
                let answer = Answer::Board { game, how, asks_resign, ping: None };
                return Ok(Reply::of(answer).later(late));
            }
        };
        Ok(turns::refused_press(request, at, version, refusal, game))
    }

    pub(super) async fn resign(
        &self,
        request: &Request,
        at: Timestamp,
        id: GameId,
        version: Version,
        seat: Seat,
    ) -> Result<Reply, StoreError> {
        let Some(game) = self.game_at(id, at).await? else {
            return Ok(Reply::refused(Refusal::Gone));
        };
        if let Err(refusal) = check_asked(&game, request, seat) {
            return Ok(Reply::refused(refusal));
        }
        let wish = (Seen::Board(version), Action::Resign);
        let change = self.change(game, request, at, wish, Shown::Pressed).await?;
        Ok(self.pressed(request, at, version, change).await)
    }

    /// Asks about a game chosen from the asker's list.
    pub(super) async fn pick_game(
        &self,
        request: &Request,
        at: Timestamp,
        id: GameId,
    ) -> Result<Reply, StoreError> {
        let game = self.game_at(id, at).await?;
        let own = game.filter(|game| game.seat_of(request.by.id).is_some());
        match own {
            Some(game) if game.ending.is_none() => {
                Ok(Reply::of(Answer::ResignPicked(game, request.by.id)))
            }
            _ => self.games(request, 0, How::Update).await,
        }
    }

    /// Gives up a game chosen from the asker's list. A game that changed in the
    /// meantime is asked about again.
    pub(super) async fn resign_picked(
        &self,
        request: &Request,
        at: Timestamp,
        id: GameId,
        version: Version,
    ) -> Result<Reply, StoreError> {
        let Some(game) = self.game_at(id, at).await? else {
            return Ok(Reply::refused(Refusal::Gone));
        };
        let wish = (Seen::Board(version), Action::Resign);
        match self.change(game, request, at, wish, Shown::Newest).await? {
            Change::Done(done) => self.games_after_resigning(request, done.game).await,
            Change::DoneBefore(_) => self.games(request, 0, How::Update).await,
            Change::Refused(Refusal::OldBoard(_), _) => self.pick_game(request, at, id).await,
            Change::Refused(refusal, _) => Ok(Reply::refused(refusal)),
        }
    }
}

fn check_asked(game: &Game, request: &Request, seat: Seat) -> Result<(), Refusal> {
    match game.seat_of(request.by.id) {
        Some(own) if own == seat => Ok(()),
        Some(_) => Err(match game.seated(seat) {
            Seated::Person(asked) => Refusal::NotYourQuestion(asked.clone()),
            Seated::Computer(_) => Refusal::UnknownButton,
        }),
        None => Err(Refusal::NotYourGame),
    }
}
