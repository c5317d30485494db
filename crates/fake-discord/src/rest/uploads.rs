//! Whether the files that a body speaks of are there.

use crate::{
    rest::error::Refusal,
    state::{create_message::Draft, message::Message},
    validation::Complaint,
};

/// Refuses a body that lists an attachment which neither came with it nor
/// stands on the message already.
pub(crate) fn check(draft: &Draft, before: Option<&Message>, outer: &str) -> Result<(), Refusal> {
    let mut complaints = Vec::new();
    for (index, listed) in draft.body["attachments"].as_array().into_iter().flatten().enumerate() {
        let id = listed["id"].as_str().unwrap_or_default();
        let came = draft.uploads.iter().any(|upload| upload.index == id);
        let stands = before
            .is_some_and(|message| message.attachments.iter().any(|it| it.id.to_string() == id));
        if !came && !stands {
            let path = [outer, "attachments", &index.to_string(), "id"]
                .into_iter()
                .filter(|step| !step.is_empty())
                .map(str::to_owned)
                .collect();
            complaints.push(Complaint {
                path,
                code: "MESSAGE_ATTACHMENT_NOT_FOUND",
                message: format!("Attachment data is missing or expired: {id}"),
            });
        }
    }
    if complaints.is_empty() { Ok(()) } else { Err(Refusal::invalid_form(&complaints)) }
}
