//! The user's live games.

use super::{GamesView, MessageUpdate, Reply, ReplyContent, ReplyMode, Service, UserRequest};
use crate::{game::Game, store::StoreError};

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

    pub(super) async fn games_after_resigning(
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
        resigned: Option<Game>,
    ) -> Result<GamesView, StoreError> {
        let games = self.store.live_games(request.actor.id).await?;
        let pages = page_count(games.len() as u64, PAGE_SIZE);
        let page = page.min(pages - 1);
        let skip = (page * PAGE_SIZE) as usize;
        let games = games.into_iter().skip(skip).take(PAGE_SIZE as usize).collect();
        Ok(GamesView { user: request.actor.id, games, page, pages, resigned, mode })
    }
}

fn page_count(lines: u64, per_page: u32) -> u32 {
    u32::try_from(lines.div_ceil(per_page.into())).unwrap_or(u32::MAX).max(1)
}
