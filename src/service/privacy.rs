//! The command `/privacy`.

use clock::Timestamp;

use super::{PrivacyReply, PrivacyRequest, Reply, ReplyContent, Service, UserRequest};
use crate::store::StoreError;

impl Service {
    pub(super) async fn privacy(
        &self,
        request: &UserRequest,
        now: Timestamp,
        kind: PrivacyRequest,
    ) -> Result<Reply, StoreError> {
        let reply = match kind {
            PrivacyRequest::About => PrivacyReply::About,
            PrivacyRequest::Export { attachment_limit } => {
                return self.export(request, now, attachment_limit).await;
            }
            PrivacyRequest::Delete => PrivacyReply::ConfirmDelete,
            PrivacyRequest::SetListed(listed) => {
                self.store.set_listed(&request.actor, listed).await?;
                PrivacyReply::Listed(listed)
            }
        };
        Ok(Reply::new(ReplyContent::Privacy(reply)))
    }
}
