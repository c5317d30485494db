//! One's games that go on.

use super::{Answer, GamesPage, How, Notice, Reply, Request, Service};
use crate::{play::Game, store::StoreError};

/// How many games a page lists: with links and the longest names, more would
/// not fit into a message.
const GAMES_PAGE: u32 = 5;

impl Service {
    pub(super) async fn games(
        &self,
        request: &Request,
        page: u32,
        how: How,
    ) -> Result<Reply, StoreError> {
        let page = self.games_page(request, page, how, None).await?;
        Ok(Reply::of(Answer::Games(page)))
    }

    pub(super) async fn games_after_resigning(
        &self,
        request: &Request,
        game: Game,
    ) -> Result<Reply, StoreError> {
        let page = self.games_page(request, 0, How::Update, Some(game.clone())).await?;
        let notices = vec![Notice::BoardChanged(game)];
        Ok(Reply { answer: Answer::Games(page), notices, late: None })
    }

    async fn games_page(
        &self,
        request: &Request,
        page: u32,
        how: How,
        resigned: Option<Game>,
    ) -> Result<GamesPage, StoreError> {
        let games = self.store.live_games(request.by.id).await?;
        let pages = pages(games.len() as u64, GAMES_PAGE);
        let page = page.min(pages - 1);
        let skip = (page * GAMES_PAGE) as usize;
        let games = games.into_iter().skip(skip).take(GAMES_PAGE as usize).collect();
        Ok(GamesPage { asker: request.by.id, games, page, pages, resigned, how })
    }
}

fn pages(lines: u64, per_page: u32) -> u32 {
    u32::try_from(lines.div_ceil(per_page.into())).unwrap_or(u32::MAX).max(1)
}
