//! Somebody's results.

use super::{Answer, Reply, Request, Service, Stats, StatsPicture, pictures};
use crate::{
    picture,
    play::{Player, PlayerId, Record, Scope},
    rating,
    store::StoreError,
};
use clock::Timestamp;

impl Service {
    pub(super) async fn stats(
        &self,
        request: &Request,
        at: Timestamp,
        player: Option<&Player>,
        versus: Option<&Player>,
    ) -> Result<Reply, StoreError> {
        let player = player.unwrap_or(&request.by).clone();
        let here = request.place.guild.map(Scope::Guild);
        let record_here = match here {
            Some(scope) => Some(self.store.record(scope, player.id).await?),
            None => None,
        };
        let rating_here = match here {
            Some(scope) => self.store.rating(scope, player.id).await?,
            None => None,
        };
        let rating_everywhere = self.store.rating(Scope::Everywhere, player.id).await?;
        let versus = match versus.filter(|versus| versus.id != player.id) {
            Some(versus) => Some(self.versus(&player, versus).await?),
            None => None,
        };
        Ok(Reply::of(Answer::Stats(Box::new(Stats {
            here: record_here,
            everywhere: self.store.record(Scope::Everywhere, player.id).await?,
            rating_here: rating_here.map(|rating| rating.at(at)),
            rating_everywhere: rating_everywhere.map(|rating| rating.at(at)),
            summary: self.store.summary(player.id).await?,
            versus,
            picture: self.rating_picture(here.unwrap_or(Scope::Everywhere), player.id).await?,
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

    /// A picture of somebody's rating over time, if they have one.
    async fn rating_picture(
        &self,
        scope: Scope,
        player: PlayerId,
    ) -> Result<Option<StatsPicture>, StoreError> {
        let points = self.store.rating_points(scope, player).await?;
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return Ok(None) };
        let (first, last) = (rating::shown(first.value), rating::shown(last.value));
        let points: Vec<_> = points
            .iter()
            .map(|point| picture::RatingPoint {
                at: point.at,
                rating: point.value,
                deviation: point.deviation,
            })
            .collect();
        let png = pictures::draw(move || picture::ratings(&points)).await;
        Ok(png.map(|png| StatsPicture { png, first, last }))
    }
}
