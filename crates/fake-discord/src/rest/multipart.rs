//! Parses request bodies: JSON, or `multipart/form-data` with files.
//!
//! [Discord's rules](https://discord.com/developers/docs/reference#uploading-files)

use std::convert::Infallible;

use axum::body::Bytes;
use futures_util::stream;
use multer::Multipart;
use serde_json::{Value, json};

use crate::{
    rest::error::ApiError,
    state::{create_message::MessagePayload, files::Upload},
};

/// A parsed request body.
#[derive(Debug)]
pub(crate) struct RequestBody {
    pub(crate) payload: MessagePayload,
    pub(crate) multipart: bool,
}

/// Parses a body. An empty one is null.
pub(crate) async fn read(content_type: &str, bytes: Bytes) -> Result<RequestBody, ApiError> {
    if let Ok(boundary) = multer::parse_boundary(content_type) {
        let payload = read_multipart(bytes, boundary).await?;
        return Ok(RequestBody { payload, multipart: true });
    }
    let payload = MessagePayload { body: read_json(&bytes)?, uploads: Vec::new() };
    Ok(RequestBody { payload, multipart: false })
}

/// Parses a JSON body. An empty one is null.
pub(crate) fn read_json(bytes: &Bytes) -> Result<Value, ApiError> {
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    parse(bytes)
}

fn parse(json: &Bytes) -> Result<Value, ApiError> {
    serde_json::from_slice(json).map_err(|_| ApiError::not_json())
}

async fn read_multipart(bytes: Bytes, boundary: String) -> Result<MessagePayload, ApiError> {
    let whole = stream::iter([Ok::<_, Infallible>(bytes)]);
    let mut parts = Multipart::new(whole, boundary);
    let mut payload = MessagePayload { body: Value::Null, uploads: Vec::new() };
    while let Some(part) = parts.next_field().await.map_err(|_| ApiError::malformed_multipart())? {
        let name = part.name().unwrap_or_default().to_owned();
        let filename = part.file_name().unwrap_or("file").to_owned();
        let content_type = part.content_type().map(ToString::to_string);
        let bytes = part.bytes().await.map_err(|_| ApiError::malformed_multipart())?;
        if name == "payload_json" {
            payload.body = parse(&bytes)?;
        } else if let Some(index) = name.strip_prefix("files[").and_then(|it| it.strip_suffix(']'))
        {
            payload.uploads.push(Upload {
                index: index.to_owned(),
                filename,
                content_type: content_type.unwrap_or_else(|| "application/octet-stream".to_owned()),
                bytes,
            });
        }
    }
    normalize_attachment_ids(&mut payload.body);
    Ok(payload)
}

/// Converts the ids of attachments, which may be numbers beside files, to strings.
fn normalize_attachment_ids(body: &mut Value) {
    let data = if body["data"].is_object() { &mut body["data"] } else { body };
    let Some(attachments) = data.get_mut("attachments").and_then(Value::as_array_mut) else {
        return;
    };
    for attachment in attachments {
        if let Some(number) = attachment["id"].as_u64() {
            attachment["id"] = json!(number.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn files_and_payload_json_are_parsed() {
        let bytes = Bytes::from(
            "--X\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n\
             {\"attachments\":[{\"id\":0}]}\r\n--X\r\nContent-Type: image/gif\r\n\
             Content-Disposition: form-data; name=\"files[0]\"; filename=\"a.gif\"\r\n\r\n\
             GIF\r\nX\r\n--X--\r\n",
        );
        let body = read("multipart/form-data; boundary=X", bytes).await.unwrap();
        assert!(body.multipart);
        assert_eq!(body.payload.body["attachments"][0]["id"], "0");
        let file = &body.payload.uploads[0];
        assert_eq!((file.index.as_str(), file.filename.as_str()), ("0", "a.gif"));
        assert_eq!((file.content_type.as_str(), &file.bytes[..]), ("image/gif", &b"GIF\r\nX"[..]));
    }

    #[tokio::test]
    async fn invalid_json_is_refused_with_50109() {
        let error = read("application/json", Bytes::from_static(b"{")).await.unwrap_err();
        assert_eq!(error.body["code"], 50109);
    }

    #[tokio::test]
    async fn an_empty_payload_json_is_refused_with_50109() {
        let bytes = Bytes::from_static(
            b"--X\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n\r\n--X--\r\n",
        );
        let error = read("multipart/form-data; boundary=X", bytes).await.unwrap_err();
        assert_eq!(error.body["code"], 50109);
    }

    #[tokio::test]
    async fn a_body_that_ends_within_a_part_is_refused() {
        let bytes = Bytes::from_static(b"--X\r\nContent-Disposition: form-data; name=\"payload");
        let error = read("multipart/form-data; boundary=X", bytes).await.unwrap_err();
        assert_eq!(error, ApiError::malformed_multipart());
    }
}
