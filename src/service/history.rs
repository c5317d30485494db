//! Finished games: lists, replays, sharing.

use clock::Timestamp;

use super::{
    HistoryView, Navigation, Reply, ReplyContent, ReplyMode, Service, UserRequest, pictures,
};
use crate::{
    game::{Game, GameId, Player, PlayerId, Refusal},
    picture,
    store::{HistoryCursor, StoreError, Viewer},
};

/// The number of games per page.
const PAGE_SIZE: u8 = 10;

/// The number of autocomplete choices: as many as Discord accepts.
const MAX_CHOICES: u8 = 25;

impl Service {
    pub(super) async fn history(
        &self,
        request: &UserRequest,
        player: Player,
        cursor: HistoryCursor,
        mode: ReplyMode,
    ) -> Result<Reply, StoreError> {
        let page = self.store.history(player.id, viewer(request), cursor, PAGE_SIZE).await?;
        Ok(Reply::new(ReplyContent::History(HistoryView { player, page, mode })))
    }

    pub(super) async fn history_page(
        &self,
        request: &UserRequest,
        player: PlayerId,
        cursor: HistoryCursor,
    ) -> Result<Reply, StoreError> {
        match self.store.player(player, request.location.guild).await? {
            Some(player) => self.history(request, player, cursor, ReplyMode::Update).await,
            None => Ok(Reply::refused(Refusal::NoSuchGame)),
        }
    }

    /// The user's most recent games, as autocomplete choices.
    pub(super) async fn game_choices(&self, request: &UserRequest) -> Result<Reply, StoreError> {
        let viewer = viewer(request);
        let page = self
            .store
            .history(request.actor.id, viewer, HistoryCursor::Newest, MAX_CHOICES)
            .await?;
        Ok(Reply::new(ReplyContent::GameChoices { games: page.games, user: request.actor.id }))
    }

    /// Starts a replay.
    pub(super) async fn replay(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
    ) -> Result<Reply, StoreError> {
        Ok(match self.finished_game(request, now, id).await? {
            Ok(game) => Reply::new(ReplyContent::Replay { game, ply: 0, mode: ReplyMode::Post }),
            Err(refusal) => Reply::refused(refusal),
        })
    }

    /// Navigates in a replay.
    pub(super) async fn replay_jump(
        &self,
        request: &UserRequest,
        now: Timestamp,
        (id, ply, navigation): (GameId, u8, Navigation),
    ) -> Result<Reply, StoreError> {
        Ok(match self.finished_game(request, now, id).await? {
            Ok(game) => {
                let ply = navigation.target(ply.into(), game.moves.columns().len());
                Reply::new(ReplyContent::Replay { game, ply, mode: ReplyMode::Update })
            }
            Err(refusal) => Reply::refused(refusal),
        })
    }

    /// Posts a game publicly, as an animation.
    pub(super) async fn share(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
    ) -> Result<Reply, StoreError> {
        let game = match self.finished_game(request, now, id).await? {
            Ok(game) => game,
            Err(refusal) => return Ok(Reply::refused(refusal)),
        };
        let (moves, shape, theme) = (game.moves.clone(), game.config.shape, game.config.theme);
        let gif = pictures::draw(move || picture::game_gif(&moves, shape, theme)).await;
        Ok(Reply::new(ReplyContent::Shared { game, gif: gif.unwrap_or_default() }))
    }

    /// Loads a finished game that the user may see: one of their own, or one of
    /// this server or channel. Not one that was called off.
    pub(super) async fn finished_game(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
    ) -> Result<Result<Game, Refusal>, StoreError> {
        let visible = self.load_game(id, now).await?.filter(|game| may_see(request, game));
        Ok(match visible {
            None => Err(Refusal::NoSuchGame),
            Some(game) => match game.result {
                None => Err(Refusal::StillPlaying),
                Some(result) if result.is_called_off() => {
                    Err(Refusal::GameOver(result, game.players))
                }
                Some(_) => Ok(game),
            },
        })
    }
}

/// Parses a game's id, such as `#12`.
pub(super) fn parse_game_id(text: &str) -> Result<GameId, Refusal> {
    let number = text.trim().trim_start_matches('#').parse();
    number.map(GameId).map_err(|_| Refusal::NoSuchGame)
}

fn may_see(request: &UserRequest, game: &Game) -> bool {
    let location = game.config.location;
    game.seat_of(request.actor.id).is_some()
        || (location.guild.is_some() && location.guild == request.location.guild)
        || location.channel == request.location.channel
}

const fn viewer(request: &UserRequest) -> Viewer {
    Viewer { player: request.actor.id, guild: request.location.guild }
}

impl Navigation {
    /// The target ply, in a game of `moves` moves.
    pub(super) fn target(self, ply: usize, moves: usize) -> usize {
        match self {
            Self::Start => 0,
            Self::Back => ply.saturating_sub(1).min(moves),
            Self::Forward => (ply + 1).min(moves),
            Self::End => moves,
        }
    }
}
