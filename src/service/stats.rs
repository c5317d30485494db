//! Player statistics.

use super::{RatingChart, Reply, ReplyContent, Service, StatsView, UserRequest, pictures};
use crate::{
    game::{Player, PlayerId, Record, Scope},
    picture, rating,
    store::StoreError,
};

impl Service {
    pub(super) async fn stats(
        &self,
        request: &UserRequest,
        player: Option<&Player>,
        versus: Option<&Player>,
    ) -> Result<Reply, StoreError> {
        let player = player.unwrap_or(&request.actor).clone();
        let here = request.location.guild.map(Scope::Guild);
        let record_here = match here {
            Some(scope) => Some(self.store.record(scope, player.id).await?),
            None => None,
        };
        let rating_here = match here {
            Some(scope) => self.store.rating(scope, player.id).await?,
            None => None,
        };
        let rating_everywhere = self.store.rating(Scope::Global, player.id).await?;
        let versus = match versus.filter(|versus| versus.id != player.id) {
            Some(versus) => Some(self.versus(&player, versus).await?),
            None => None,
        };
        Ok(Reply::new(ReplyContent::Stats(Box::new(StatsView {
            record_here,
            record_everywhere: self.store.record(Scope::Global, player.id).await?,
            rating_here,
            rating_everywhere,
            statistics: self.store.statistics(player.id).await?,
            versus,
            rating_chart: self.rating_chart(here.unwrap_or(Scope::Global), player.id).await?,
            player,
        }))))
    }

    async fn versus(
        &self,
        player: &Player,
        other: &Player,
    ) -> Result<(Player, Record), StoreError> {
        let record = self.store.record_versus(player.id, other.id).await?;
        Ok((other.clone(), record))
    }

    /// A chart of a player's rating over time. Returns `None` if they have no
    /// rating.
    async fn rating_chart(
        &self,
        scope: Scope,
        player: PlayerId,
    ) -> Result<Option<RatingChart>, StoreError> {
        let points = self.store.rating_points(scope, player).await?;
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return Ok(None) };
        let (first, last) = (rating::rounded(first.value), rating::rounded(last.value));
        let points: Vec<_> = points
            .iter()
            .map(|point| picture::ChartPoint {
                at: point.at,
                rating: point.value,
                deviation: point.deviation,
            })
            .collect();
        let png = pictures::draw(move || picture::rating_chart(&points)).await;
        Ok(png.map(|png| RatingChart { png, first, last }))
    }
}
