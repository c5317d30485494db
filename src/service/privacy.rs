//! The command `/privacy`.

use super::{
    PrivacyReply, PrivacyRequest, Reply, ReplyContent, context::RequestContext, export,
    reply::RequestError,
};

pub(super) async fn privacy(
    ctx: RequestContext<'_>,
    request: PrivacyRequest,
) -> Result<Reply, RequestError> {
    let reply = match request {
        PrivacyRequest::About => PrivacyReply::About,
        PrivacyRequest::Export { attachment_limit } => {
            return export::export(ctx, attachment_limit).await;
        }
        PrivacyRequest::Delete => PrivacyReply::ConfirmDelete,
        PrivacyRequest::SetListed(listed) => {
            let user = &ctx.request.user;
            let listed = ctx.service.store.set_listed(ctx.interaction(), user, listed).await?;
            PrivacyReply::Listed(listed)
        }
    };
    Ok(Reply::new(ReplyContent::Privacy(reply)))
}
