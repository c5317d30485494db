//! Leaderboards.

use super::{Answer, How, LeaderboardPage, LeaderboardWish, Reply, Request, Service};
use crate::{
    play::{Order, Ranking, Refusal, Scope},
    store::{StoreError, Turn},
};
use clock::Timestamp;

/// How many lines a page has.
const LINES: u8 = 10;

/// Where nobody says otherwise, ratings count once so many players have one that
/// is certain.
const ENOUGH_RATED: u64 = 3;

impl Service {
    pub(super) async fn leaderboard(
        &self,
        request: &Request,
        at: Timestamp,
        wish: LeaderboardWish,
        how: How,
    ) -> Result<Reply, StoreError> {
        let scope = match (wish.everywhere, request.place.guild) {
            (Some(false) | None, Some(guild)) => Scope::Guild(guild),
            (Some(true), _) | (None, None) => Scope::Everywhere,
            (Some(false), None) => return Ok(Reply::refused(Refusal::OnlyInServers)),
        };
        let by = |order| Ranking { scope, period: wish.period, order };
        let order = if let Some(order) = wish.order {
            order
        } else {
            let rated = self.store.standings_total(by(Order::Rating), at).await?;
            if rated >= ENOUGH_RATED { Order::Rating } else { Order::Wins }
        };
        let page = self.store.standings(by(order), at, wish.turn, LINES).await?;
        let own = self.store.standing(by(order), at, request.by.id).await?;
        let has_played = match order {
            Order::Rating => {
                self.store.standing(by(Order::Wins), at, request.by.id).await?.is_some()
            }
            Order::Wins => own.is_some(),
        };
        Ok(Reply::of(Answer::Leaderboard(LeaderboardPage {
            ranking: by(order),
            page,
            asker: request.by.id,
            own,
            has_played,
            guild: request.place.guild,
            how,
        })))
    }
}

impl LeaderboardWish {
    /// The best of a leaderboard.
    pub const fn best(ranking: Ranking) -> Self {
        Self {
            everywhere: Some(matches!(ranking.scope, Scope::Everywhere)),
            period: ranking.period,
            order: Some(ranking.order),
            turn: Turn::First,
        }
    }
}
