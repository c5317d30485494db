//! Challenges: made, accepted, declined, taken back.

use super::{Answer, How, MOST_TRIES, Notice, Repair, Reply, Request, Service, Wish};
use crate::{
    play::{
        self, Challenge, ChallengeId, ChallengeState, Game, GameId, GuildSettings, New, Opponent,
        Place, PlayerId, Rated, Refusal, Seated, Setup, Situation, UPDATE_LOST_AFTER,
    },
    store::{Constraint, Saved, StoreError},
};
use clock::Timestamp;
use connect4::Shape;

impl Service {
    pub(super) async fn play(
        &self,
        request: &Request,
        at: Timestamp,
        wish: &Wish,
    ) -> Result<Reply, StoreError> {
        let (asked, first) = (request.asked(at), wish.first);
        let opponent = match play::opponent(&asked, wish.opponent.clone(), wish.level) {
            Ok(Opponent::Computer(level)) => {
                let coin = fastrand::bool();
                let decide = |situation: &Situation| {
                    let setup = setup(request, wish, &situation.settings);
                    play::against_computer(&asked, setup, level, first, coin, situation)
                        .map(New::Game)
                };
                return self.post(request, at, None, decide).await;
            }
            Ok(Opponent::Person(player)) => Some(player),
            Ok(Opponent::Anyone) => None,
            Err(refusal) => return Ok(Reply::refused(refusal)),
        };
        if request.alone {
            return Ok(Reply::refused(Refusal::NobodyElseHere));
        }
        if request.hidden {
            return Ok(Reply::refused(Refusal::NobodySees));
        }
        let other = opponent.as_ref().map(|player| player.id);
        let decide = |situation: &Situation| {
            let setup = setup(request, wish, &situation.settings);
            play::challenge(&asked, setup, opponent.clone(), first, situation).map(New::Challenge)
        };
        self.post(request, at, other, decide).await
    }

    pub(super) async fn rematch(
        &self,
        request: &Request,
        at: Timestamp,
        id: GameId,
    ) -> Result<Reply, StoreError> {
        let Some(game) = self.game_at(id, at).await? else {
            return Ok(Reply::refused(Refusal::Gone));
        };
        let seat = game.seat_of(request.by.id);
        let other = seat.map(|seat| game.seated(seat.other()));
        let other = other.and_then(Seated::person).map(|player| player.id);
        if request.hidden && other.is_some() {
            return Ok(Reply::refused(Refusal::NobodySees));
        }
        let asked = request.asked(at);
        self.post(request, at, other, |situation| play::rematch(&game, &asked, situation)).await
    }

    /// Posts the challenge or begins the game that `decide` makes; decides anew
    /// if somebody else's came first.
    async fn post(
        &self,
        request: &Request,
        at: Timestamp,
        other: Option<PlayerId>,
        decide: impl Fn(&Situation) -> Result<New, Refusal>,
    ) -> Result<Reply, StoreError> {
        let how = How::Post;
        let posting = request.posting(at, how);
        for _ in 0..MOST_TRIES {
            if let Some(challenge) = self.store.challenge_made_by(request.interaction).await? {
                return Ok(Reply::of(Answer::Challenge { challenge, how }));
            }
            let situation = self.situation(request, request.place, other).await?;
            let new = match decide(&situation) {
                Ok(New::Challenge(new)) => new,
                Ok(New::Game(new)) => match self.store.begin_game(&new, &posting).await {
                    Ok(Some(game)) => return Ok(self.begun(game, at).await),
                    Ok(None) | Err(StoreError::Taken(_)) => continue,
                    Err(error) => return Err(error),
                },
                Err(refusal) => return self.refused_beginning(request, at, refusal).await,
            };
            match self.store.post_challenge(&new, &posting).await {
                Ok(challenge) => {
                    self.new_deadline.notify_one();
                    return Ok(Reply::of(Answer::Challenge { challenge, how }));
                }
                Err(StoreError::Taken(Constraint::Rematch)) => {
                    return Ok(Reply::refused(Refusal::RematchTaken));
                }
                Err(StoreError::Taken(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Reply::refused(Refusal::JustChanged))
    }

    async fn situation(
        &self,
        request: &Request,
        place: Place,
        other: Option<PlayerId>,
    ) -> Result<Situation, StoreError> {
        let situation = self.store.situation(place, request.by.id, other).await?;
        Ok(Situation { parent: request.parent, ..situation })
    }

    /// The board of a game that has just begun against the computer.
    async fn begun(&self, game: Game, at: Timestamp) -> Reply {
        let (game, late) = self.answered(game, at).await;
        Reply::of(Answer::board(game, How::Post)).later(late)
    }

    /// A refusal, unless what stands in the way was made by this very request,
    /// which another process may have got as well.
    async fn refused_beginning(
        &self,
        request: &Request,
        at: Timestamp,
        refusal: Refusal,
    ) -> Result<Reply, StoreError> {
        if let Some(game) = self.store.game_begun_by(request.interaction).await? {
            return Ok(self.begun(game, at).await);
        }
        if let Some(challenge) = self.store.challenge_made_by(request.interaction).await? {
            return Ok(Reply::of(Answer::Challenge { challenge, how: How::Post }));
        }
        Ok(Reply::refused(refusal))
    }

    pub(super) async fn accept(
        &self,
        request: &Request,
        at: Timestamp,
        id: ChallengeId,
    ) -> Result<Reply, StoreError> {
        let how = How::Update;
        for _ in 0..MOST_TRIES {
            let Some(challenge) = self.store.challenge(id).await? else {
                return Ok(Reply::refused(Refusal::Gone));
            };
            if challenge.state == ChallengeState::Accepted
                && challenge.changed_by == request.interaction
                && let Some(game) = self.store.game_of_challenge(id).await?
            {
                return Ok(Reply::of(Answer::board(game, how)));
            }
            let (place, challenger) = (challenge.terms.setup.place, challenge.terms.challenger.id);
            let situation = self.situation(request, place, Some(challenger)).await?;
            let coin = fastrand::bool();
            let new = match play::accept(&challenge, &request.asked(at), &situation, coin) {
                Ok(new) => new,
                // What stands in the way may be the game that this very request
                // began, if another process has got it as well.
                Err(_) if self.has_changed(&challenge).await? => continue,
                Err(refusal) => return self.refused_answer(request, at, refusal, challenge).await,
            };
            match self.store.begin_game(&new, &request.posting(at, how)).await {
                Ok(Some(game)) => return Ok(Reply::of(Answer::board(game, how))),
                Ok(None) | Err(StoreError::Taken(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Reply::refused(Refusal::JustChanged))
    }

    /// Whether a challenge is not any more what it was when it was read.
    async fn has_changed(&self, challenge: &Challenge) -> Result<bool, StoreError> {
        let now = self.store.challenge(challenge.id).await?;
        Ok(now.is_none_or(|now| now.state != challenge.state))
    }

    pub(super) async fn decline(
        &self,
        request: &Request,
        at: Timestamp,
        id: ChallengeId,
    ) -> Result<Reply, StoreError> {
        self.end(request, at, id, |challenge| play::decline(challenge, &request.asked(at))).await
    }

    pub(super) async fn cancel(
        &self,
        request: &Request,
        at: Timestamp,
        id: ChallengeId,
    ) -> Result<Reply, StoreError> {
        self.end(request, at, id, |challenge| play::cancel(challenge, &request.asked(at))).await
    }

    async fn end(
        &self,
        request: &Request,
        at: Timestamp,
        id: ChallengeId,
        decide: impl Fn(&Challenge) -> Result<ChallengeState, Refusal>,
    ) -> Result<Reply, StoreError> {
        let how = How::Update;
        for _ in 0..MOST_TRIES {
            let Some(challenge) = self.store.challenge(id).await? else {
                return Ok(Reply::refused(Refusal::Gone));
            };
            if challenge.changed_by == request.interaction {
                return Ok(Reply::of(Answer::Challenge { challenge, how }));
            }
            let state = match decide(&challenge) {
                Ok(state) => state,
                Err(refusal) => return self.refused_answer(request, at, refusal, challenge).await,
            };
            if self.store.end_challenge(id, state, Some(request.interaction), at).await?
                == Saved::Yes
            {
                let challenge = Challenge { state, changed_by: request.interaction, ..challenge };
                return Ok(Reply::of(Answer::Challenge { challenge, how }));
            }
        }
        Ok(Reply::refused(Refusal::JustChanged))
    }

    /// A refusal of a press on a challenge; if that waits no longer, its
    /// message catches up.
    async fn refused_answer(
        &self,
        request: &Request,
        at: Timestamp,
        refusal: Refusal,
        challenge: Challenge,
    ) -> Result<Reply, StoreError> {
        match refusal {
            Refusal::ChallengeOver(ChallengeState::Accepted) => {
                let game = self.store.game_of_challenge(challenge.id).await?;
                let missed_it = |game: &Game| {
                    game.live.message == request.message
                        && at.since(game.changed_at()) > UPDATE_LOST_AFTER
                };
                Ok(match game.filter(missed_it) {
                    Some(game) => Reply::repaired(refusal, Repair::Board(game)),
                    None => Reply::refused(refusal),
                })
            }
            Refusal::ChallengeOver(state) => {
                let challenge = Challenge { state, ..challenge };
                Ok(Reply::repaired(refusal, Repair::Challenge(challenge)))
            }
            other => Ok(Reply::refused(other)),
        }
    }

    /// Ends a challenge that nobody answered in time.
    pub(super) async fn expire(
        &self,
        id: ChallengeId,
        at: Timestamp,
    ) -> Result<Option<Notice>, StoreError> {
        let state = ChallengeState::Expired;
        if self.store.end_challenge(id, state, None, at).await? == Saved::Overtaken {
            return Ok(None);
        }
        Ok(self.store.challenge(id).await?.map(Notice::ChallengeOver))
    }
}

/// How a game is played: as somebody wishes, else as the server has settled.
fn setup(request: &Request, wish: &Wish, settings: &GuildSettings) -> Setup {
    Setup {
        place: request.place,
        shape: wish.shape.unwrap_or(Shape::STANDARD),
        time_control: wish.time_control.unwrap_or(settings.time_control),
        rated: Rated::among_people(wish.rated, wish.shape.unwrap_or(Shape::STANDARD)),
        theme: wish.theme.unwrap_or(settings.theme),
        locale: settings.locale.unwrap_or(request.public_locale),
    }
}
