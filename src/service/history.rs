//! Finished games: listed, and gone through move by move.

use super::{Answer, History, How, Jump, Reply, Request, Service, pictures};
use crate::{
    picture,
    play::{Game, GameId, Player, PlayerId, Refusal},
    store::{HistoryTurn, StoreError, Viewer},
};
use clock::Timestamp;

/// How many games a page lists.
const LINES: u8 = 10;

/// How many games are offered while somebody types: as many as Discord takes.
const OFFERED: u8 = 25;

impl Service {
    pub(super) async fn history(
        &self,
        request: &Request,
        player: Player,
        turn: HistoryTurn,
        how: How,
    ) -> Result<Reply, StoreError> {
        let page = self.store.history(player.id, viewer(request), turn, LINES).await?;
        Ok(Reply::of(Answer::History(History { player, page, how })))
    }

    pub(super) async fn turn_history(
        &self,
        request: &Request,
        player: PlayerId,
        turn: HistoryTurn,
    ) -> Result<Reply, StoreError> {
        match self.store.player(player).await? {
            Some(player) => self.history(request, player, turn, How::Update).await,
            None => Ok(Reply::refused(Refusal::NoSuchGame)),
        }
    }

    /// The asker's last games, to choose from.
    pub(super) async fn finished_games(&self, request: &Request) -> Result<Reply, StoreError> {
        let own = viewer(request);
        let page = self.store.history(request.by.id, own, HistoryTurn::Newest, OFFERED).await?;
        Ok(Reply::of(Answer::FinishedGames { games: page.games, asker: request.by.id }))
    }

    /// Begins to go through a game.
    pub(super) async fn replay(
        &self,
        request: &Request,
        at: Timestamp,
        id: GameId,
    ) -> Result<Reply, StoreError> {
        Ok(match self.finished_game(request, at, id).await? {
            Ok(game) => Reply::of(Answer::Replay { game, ply: 0, how: How::Post }),
            Err(refusal) => Reply::refused(refusal),
        })
    }

    /// Goes on through a game.
    pub(super) async fn replay_jump(
        &self,
        request: &Request,
        at: Timestamp,
        (id, from, jump): (GameId, u8, Jump),
    ) -> Result<Reply, StoreError> {
        Ok(match self.finished_game(request, at, id).await? {
            Ok(game) => {
                let ply = jump.from(from.into(), game.moves.columns().len());
                Reply::of(Answer::Replay { game, ply, how: How::Update })
            }
            Err(refusal) => Reply::refused(refusal),
        })
    }

    /// Shows a game to everybody, as an animation.
    pub(super) async fn share(
        &self,
        request: &Request,
        at: Timestamp,
        id: GameId,
    ) -> Result<Reply, StoreError> {
        let game = match self.finished_game(request, at, id).await? {
            Ok(game) => game,
            Err(refusal) => return Ok(Reply::refused(refusal)),
        };
        let (moves, shape, theme) = (game.moves.clone(), game.setup.shape, game.setup.theme);
        let gif = pictures::draw(move || picture::game(&moves, shape, theme)).await;
        Ok(Reply::of(Answer::Shared { game, gif: gif.unwrap_or_default() }))
    }

    /// A finished game that the asker may see: one of their own, or one of this
    /// server or channel.
    pub(super) async fn finished_game(
        &self,
        request: &Request,
        at: Timestamp,
        id: GameId,
    ) -> Result<Result<Game, Refusal>, StoreError> {
        let seen = self.game_at(id, at).await?.filter(|game| may_see(request, game));
        Ok(match seen {
            None => Err(Refusal::NoSuchGame),
            Some(game) if game.ending.is_none() => Err(Refusal::StillPlaying),
            Some(game) => Ok(game),
        })
    }
}

/// The game that somebody means by its number.
pub(super) fn game_number(typed: &str) -> Result<GameId, Refusal> {
    let number = typed.trim().trim_start_matches('#').parse();
    number.map(GameId).map_err(|_| Refusal::NoSuchGame)
}

fn may_see(request: &Request, game: &Game) -> bool {
    let place = game.setup.place;
    game.seat_of(request.by.id).is_some()
        || (place.guild.is_some() && place.guild == request.place.guild)
        || place.channel == request.place.channel
}

const fn viewer(request: &Request) -> Viewer {
    Viewer { player: request.by.id, guild: request.place.guild }
}

impl Jump {
    /// Where a jump leads in a game of so many moves.
    pub(super) fn from(self, ply: usize, moves: usize) -> usize {
        match self {
            Self::Start => 0,
            Self::Back => ply.saturating_sub(1).min(moves),
            Self::Forward => (ply + 1).min(moves),
            Self::End => moves,
        }
    }
}
