//! The user's live games.

use clock::Timestamp;

use super::{
    GamesView, MessageUpdate, Refresh, Reply, ReplyContent, ReplyMode, Service, UserRequest,
    moves::{ActionOutcome, BoardTarget},
};
use crate::{
    game::{Action, ExpectedVersion, Game, GameId, Refusal},
    store::StoreError,
};

/// The number of games per page: with links and the longest names, more would
/// not fit into a message.
const PAGE_SIZE: u32 = 5;

impl Service {
    pub(super) async fn games(
        &self,
        request: &UserRequest,
        page: u32,
        mode: ReplyMode,
    ) -> Result<Reply, StoreError> {
        let page = self.games_page(request, page, mode, None).await?;
        Ok(Reply::new(ReplyContent::Games(page)))
    }

    /// Claims the win of a game in the user's list. If that is refused, the list is outdated.
    pub(super) async fn claim_listed(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
    ) -> Result<Reply, StoreError> {
        let Some(game) = self.load_game(id, now).await? else {
            return Ok(Reply::refused(Refusal::Gone));
        };
        let action = (ExpectedVersion::Newest, Action::Claim);
        match self.try_action(game, request, now, action, BoardTarget::Newest).await? {
            ActionOutcome::Applied(applied) => self.games_after_end(request, applied.game).await,
            ActionOutcome::Duplicate(_) => self.games(request, 0, ReplyMode::Update).await,
            ActionOutcome::Refused(refusal, _) => {
                let list = self.games_page(request, 0, ReplyMode::Update, None).await?;
                Ok(Reply::refused_with_refresh(refusal, Refresh::Games(list)))
            }
        }
    }

    /// The list after one of its games was resigned or claimed.
    pub(super) async fn games_after_end(
        &self,
        request: &UserRequest,
        game: Game,
    ) -> Result<Reply, StoreError> {
        let page = self.games_page(request, 0, ReplyMode::Update, Some(game.clone())).await?;
        let updates = vec![MessageUpdate::BoardChanged(game)];
        Ok(Reply { content: ReplyContent::Games(page), updates, follow_ups: None })
    }

    async fn games_page(
        &self,
        request: &UserRequest,
        page: u32,
        mode: ReplyMode,
        ended: Option<Game>,
    ) -> Result<GamesView, StoreError> {
        let games = self.store.live_games(request.actor.id).await?;
        let pages = page_count(games.len() as u64, PAGE_SIZE);
        let page = page.min(pages - 1);
        let skip = (page * PAGE_SIZE) as usize;
        let games = games.into_iter().skip(skip).take(PAGE_SIZE as usize).collect();
        Ok(GamesView { user: request.actor.id, games, page, pages, ended, mode })
    }
}

fn page_count(lines: u64, per_page: u32) -> u32 {
    u32::try_from(lines.div_ceil(per_page.into())).unwrap_or(u32::MAX).max(1)
}
