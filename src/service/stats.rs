//! Player statistics.

use super::{
    RatingChart, Reply, ReplyContent, StatsView, context::RequestContext, pictures,
    reply::RequestError,
};
use crate::{
    game::{Player, PlayerId, Refusal, Scope},
    picture, rating,
    store::StoreError,
};

/// A player's statistics, by default the user's, and their record against another player.
pub(super) async fn stats(
    ctx: RequestContext<'_>,
    player: Option<Player>,
    versus: Option<Player>,
) -> Result<Reply, RequestError> {
    let RequestContext { service, request, .. } = ctx;
    let store = &service.store;
    let player = player.unwrap_or_else(|| request.user.clone());
    let here = request.place.location.guild.map(Scope::Guild);
    let record_here = match here {
        Some(scope) => Some(store.record(scope, player.id).await?),
        None => None,
    };
    let rating_here = match here {
        Some(scope) => store.rating(scope, player.id).await?,
        None => None,
    };
    let rating_everywhere = store.rating(Scope::Global, player.id).await?;
    let versus = match versus.filter(|versus| versus.id != player.id) {
        Some(versus) => {
            let record = store.record_versus(player.id, versus.id).await?;
            Some((versus, record))
        }
        None => None,
    };
    let scope = here.unwrap_or(Scope::Global);
    Ok(Reply::new(ReplyContent::Stats(Box::new(StatsView {
        record_here,
        record_everywhere: store.record(Scope::Global, player.id).await?,
        rating_here,
        rating_everywhere,
        statistics: store.statistics(player.id).await?,
        accuracy: store.recent_accuracy(player.id).await?,
        versus,
        rating_chart: rating_chart(ctx, scope, player.id).await?,
        player,
    }))))
}

/// A player of the server or channel, by their id.
pub(super) async fn player(ctx: RequestContext<'_>, id: PlayerId) -> Result<Player, RequestError> {
    let guild = ctx.request.place.location.guild;
    Ok(ctx.service.store.player(id, guild).await?.ok_or(Refusal::UnknownPlayer)?)
}

/// A chart of a player's rating over time. Returns `None` if they have no
/// rating.
async fn rating_chart(
    ctx: RequestContext<'_>,
    scope: Scope,
    player: PlayerId,
) -> Result<Option<RatingChart>, StoreError> {
    let service = ctx.service;
    let points = service.store.rating_points(scope, player).await?;
    // Without one the numbers do.
    let Ok(_workload) = service.workloads.begin(ctx.user_id()) else { return Ok(None) };
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
