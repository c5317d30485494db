//! Copies of messages that stay: a process that ended just as it posted one may have left it.

use crate::{
    actions::ComponentAction,
    features::request::RequestContext,
    game::{self, StandingContent, StandingMessage, StandingTopic},
    store::StoreResult,
};

/// Has the message deleted whose button was used, if it is a copy. `topic` is what one with such a
/// button is about.
pub(crate) async fn delete_copy(
    ctx: RequestContext<'_>,
    button: ComponentAction,
    topic: StandingTopic,
) -> StoreResult<()> {
    let (Some(guild), Some(used)) = (ctx.guild(), ctx.request.message) else { return Ok(()) };
    if ctx.request.message_is_ephemeral || !ctx.request.message_actions().contains(&button) {
        return Ok(());
    }
    let place = (guild, ctx.request.place.location.channel);
    let (content, locale) = (StandingContent::Topic(topic), ctx.request.locales.guild);
    let shown = StandingMessage::new(place, content, locale, ctx.now);
    let copy = |all: &[StandingMessage]| game::copy_to_delete(all, shown, used, ctx.now);
    let store = &ctx.service.store;
    if copy(&store.standing_messages(guild).await?).is_some() {
        let choose = |all: &[StandingMessage]| Ok(copy(all).into_iter().collect());
        let deleted = store.change_standing_messages(ctx.interaction(), guild, choose).await?;
        debug_assert_eq!(deleted, Ok(()), "nothing is refused");
        ctx.service.new_deadline.notify_one();
    }
    Ok(())
}
