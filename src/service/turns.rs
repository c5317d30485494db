//! Changes of games: dropping discs, offers, and posting a board again.

use super::{Answer, How, MOST_TRIES, Notice, Repair, Reply, Request, Service};
use crate::{
    play::{
        Action, Ending, Game, GameId, OfferKind, PlayerId, Posting, Rated, Refusal, Seen, Step,
        UPDATE_LOST_AFTER, Version, step,
    },
    store::{Saved, StoreError},
};
use clock::Timestamp;
use connect4::{Column, Seat};

/// What shows a changed game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// The board that was pressed, or a new one if the change shall ping.
    Pressed,
    /// A new board.
    Anew,
    /// The newest board, although something else was pressed.
    Newest,
}

/// What became of the wish to change a game.
pub(super) enum Change {
    /// It is stored.
    Done(Done),
    /// This very request had been fulfilled before.
    DoneBefore(Game),
    /// It was refused; this is the game as it stands.
    Refused(Refusal, Game),
}

/// Somebody's game in a channel.
enum Own {
    /// It goes on, or has ended by this very request, which came before.
    Live(Game),
    /// It ended without either player's doing, so that they may not know.
    Over(Game),
    /// They have none.
    None,
}

/// A change that is stored.
pub(super) struct Done {
    pub(super) game: Game,
    /// The newest board up to now.
    pub(super) old: Posting,
    pub(super) how: How,
    pub(super) ping: Option<PlayerId>,
}

impl Service {
    /// Does what a button on a game's board stands for.
    pub(super) async fn act_by_press(
        &self,
        request: &Request,
        at: Timestamp,
        (id, version): (GameId, Version),
        action: Action,
    ) -> Result<Reply, StoreError> {
        let Some(game) = self.game_at(id, at).await? else {
            return Ok(Reply::refused(Refusal::Gone));
        };
        let wish = (Seen::Board(version), action);
        let change = self.change(game, request, at, wish, Shown::Pressed).await?;
        Ok(self.pressed(request, at, version, change).await)
    }

    pub(super) async fn drop_by_command(
        &self,
        request: &Request,
        at: Timestamp,
        column: &str,
    ) -> Result<Reply, StoreError> {
        let game = match self.own_game(request, at).await? {
            Own::Live(game) => game,
            Own::Over(game) => return Ok(over(&game)),
            Own::None => return Ok(Reply::refused(Refusal::NoGameHere)),
        };
        let Ok(column) = column.trim().parse::<Column>() else {
            return Ok(Reply::refused(Refusal::NoSuchColumn {
                columns: game.setup.shape.columns(),
            }));
        };
        self.act_by_command(request, at, game, Action::Drop(column)).await
    }

    pub(super) async fn offer_by_command(
        &self,
        request: &Request,
        at: Timestamp,
        kind: OfferKind,
    ) -> Result<Reply, StoreError> {
        match self.own_game(request, at).await? {
            Own::Live(game) => self.act_by_command(request, at, game, Action::Offer(kind)).await,
            Own::Over(game) => Ok(over(&game)),
            Own::None => Ok(Reply::refused(Refusal::NoGameHere)),
        }
    }

    async fn act_by_command(
        &self,
        request: &Request,
        at: Timestamp,
        game: Game,
        action: Action,
    ) -> Result<Reply, StoreError> {
        if let Err(refusal) = check_seen(request, &game) {
            return Ok(Reply::refused(refusal));
        }
        let wish = (Seen::Newest, action);
        let change = self.change(game, request, at, wish, Shown::Anew).await?;
        Ok(self.commanded(at, change, None).await)
    }

    /// Posts the board of the asker's game in this channel again.
    pub(super) async fn repost(
        &self,
        request: &Request,
        at: Timestamp,
        asks_resign: bool,
    ) -> Result<Reply, StoreError> {
        let game = match self.own_game(request, at).await? {
            Own::Live(game) => game,
            Own::Over(game) => return Ok(Reply::of(Answer::board(game, How::Post))),
            Own::None => return Ok(Reply::refused(Refusal::NoGameHere)),
        };
        if let Err(refusal) = check_seen(request, &game) {
            return Ok(Reply::refused(refusal));
        }
        let wish = (Seen::Newest, Action::Repost);
        let change = self.change(game, request, at, wish, Shown::Anew).await?;
        let asks_whom = match &change {
            Change::Done(done) => done.game.seat_of(request.by.id).filter(|_| asks_resign),
            _ => None,
        };
        Ok(self.commanded(at, change, asks_whom).await)
    }

    pub(super) async fn board_in_words(
        &self,
        request: &Request,
        at: Timestamp,
    ) -> Result<Reply, StoreError> {
        Ok(match self.own_game(request, at).await? {
            Own::Live(game) | Own::Over(game) => Reply::of(Answer::BoardInWords(game)),
            Own::None => Reply::refused(Refusal::NoGameHere),
        })
    }

    pub(super) async fn open_columns(&self, request: &Request) -> Result<Reply, StoreError> {
        let game = self.store.live_game(request.place.channel, request.by.id).await?;
        let columns = game.map(|game| game.board().open_columns().collect()).unwrap_or_default();
        Ok(Reply::of(Answer::Columns(columns)))
    }

    /// The asker's game in the request's channel.
    async fn own_game(&self, request: &Request, at: Timestamp) -> Result<Own, StoreError> {
        let (channel, asker) = (request.place.channel, request.by.id);
        if let Some(game) = self.store.live_game(channel, asker).await? {
            let game = self.in_time(game, at).await?;
            return Ok(if game.ending.is_none() { Own::Live(game) } else { Own::Over(game) });
        }
        let last = self.store.last_game(channel, asker).await?;
        Ok(match last {
            Some(game) if game.changed_by == request.interaction => Own::Live(game),
            Some(game) if game.ending.is_some_and(Ending::came_unseen) => Own::Over(game),
            _ => Own::None,
        })
    }

    /// Lets [`step`] decide, and stores what it decided; decides anew if
    /// somebody else's change came first.
    pub(super) async fn change(
        &self,
        mut game: Game,
        request: &Request,
        at: Timestamp,
        (seen, action): (Seen, Action),
        shown: Shown,
    ) -> Result<Change, StoreError> {
        for _ in 0..MOST_TRIES {
            if game.changed_by == request.interaction {
                return Ok(Change::DoneBefore(game));
            }
            let Step { game: mut after, ping } = match step(&game, &request.asked(at), seen, action)
            {
                Ok(step) => step,
                Err(refusal) => return Ok(Change::Refused(refusal, game)),
            };
            let how = match shown {
                Shown::Pressed if ping.is_none() || request.hidden => How::Update,
                Shown::Pressed | Shown::Anew => How::Post,
                Shown::Newest => How::Update,
            };
            if shown != Shown::Newest {
                after.live = request.posting(at, how);
            }
            self.refresh_name(&mut after, request).await?;
            if let Some(after) = self.save(game.version, after).await? {
                return Ok(Change::Done(Done { game: after, old: game.live, how, ping }));
            }
            match self.game_at(game.id, at).await? {
                Some(newer) => game = newer,
                None => return Ok(Change::Refused(Refusal::Gone, game)),
            }
        }
        Ok(Change::Refused(Refusal::JustChanged, game))
    }

    /// Stores a changed game: the game as it then is, with what its end did to
    /// ratings; nothing if somebody else's change came first.
    pub(super) async fn save(
        &self,
        decided_on: Version,
        after: Game,
    ) -> Result<Option<Game>, StoreError> {
        if self.store.save_game(decided_on, &after).await? == Saved::Overtaken {
            return Ok(None);
        }
        if after.ending.is_none() || after.setup.rated != Rated::Yes {
            return Ok(Some(after));
        }
        Ok(Some(self.store.game(after.id).await?.unwrap_or(after)))
    }

    /// The answer to a press on a board of `version`.
    pub(super) async fn pressed(
        &self,
        request: &Request,
        at: Timestamp,
        version: Version,
        change: Change,
    ) -> Reply {
        match change {
            Change::Done(done) => self.done(at, done, None).await,
            Change::DoneBefore(game) => {
                let (game, late) = self.answered(game, at).await;
                Reply::of(Answer::board(game, How::Update)).later(late)
            }
            Change::Refused(refusal, game) => {
                let late = self.resumed(&game, at);
                refused_press(request, at, version, refusal, game).later(late)
            }
        }
    }

    /// The answer to a command.
    async fn commanded(&self, at: Timestamp, change: Change, asks_resign: Option<Seat>) -> Reply {
        match change {
            Change::Done(done) => self.done(at, done, asks_resign).await,
            Change::DoneBefore(game) => {
                let (game, late) = self.answered(game, at).await;
                Reply::of(Answer::board(game, How::Post)).later(late)
            }
            Change::Refused(refusal, game) => {
                Reply::refused(refusal).later(self.resumed(&game, at))
            }
        }
    }

    /// The board that shows a change, and the computer's move if that comes at
    /// once. The old board goes if this is a new one.
    async fn done(&self, at: Timestamp, done: Done, asks_resign: Option<Seat>) -> Reply {
        let Done { game, old, how, ping } = done;
        let (game, late) = self.answered(game, at).await;
        let notices = match how {
            How::Post => vec![Notice::BoardMoved { old, game: game.clone() }],
            How::Update => Vec::new(),
        };
        Reply { answer: Answer::Board { game, how, asks_resign, ping }, notices, late }
    }

    /// Takes over the name under which the asker goes now.
    async fn refresh_name(&self, game: &mut Game, request: &Request) -> Result<(), StoreError> {
        let people = game.players.people_mut();
        let known = people.iter_mut().find(|player| player.id == request.by.id);
        match known.filter(|player| player.name != request.by.name) {
            Some(player) => {
                player.name.clone_from(&request.by.name);
                self.store.rename(player).await
            }
            None => Ok(()),
        }
    }
}

/// Refuses to post a board of two people's where only one of them would see it.
fn check_seen(request: &Request, game: &Game) -> Result<(), Refusal> {
    if request.hidden && game.players.level().is_none() {
        return Err(Refusal::UseButtons(game.whereabouts()));
    }
    Ok(())
}

/// The answer to somebody whose game the clock or a moderator has ended. Its
/// board shows that too, if it has not yet.
fn over(game: &Game) -> Reply {
    let refusal = game.over().unwrap_or(Refusal::NoGameHere);
    Reply { notices: vec![Notice::BoardChanged(game.clone())], ..Reply::refused(refusal) }
}

/// A refusal of a press on a board of `version`. If that board is out of date,
/// it is mended: an old copy loses its buttons, and a newest board that missed
/// its update catches up.
pub(super) fn refused_press(
    request: &Request,
    at: Timestamp,
    version: Version,
    refusal: Refusal,
    game: Game,
) -> Reply {
    if version == game.version || refusal == Refusal::NotYourGame {
        return Reply::refused(refusal);
    }
    if game.live.message.is_none() || game.live.message != request.message {
        return Reply::repaired(refusal, Repair::MovedAway(game));
    }
    let refusal = match refusal {
        Refusal::OldBoard(_) => Refusal::JustChanged,
        other => other,
    };
    let ended_unseen = game.ending.is_some_and(Ending::came_unseen);
    if ended_unseen || at.since(game.changed_at()) > UPDATE_LOST_AFTER {
        Reply::repaired(refusal, Repair::Board(game))
    } else {
        Reply::refused(refusal)
    }
}
