//! Parses request bodies: JSON, or `multipart/form-data` with files.
//!
//! [Discord's rules](https://discord.com/developers/docs/reference#uploading-files)

use axum::body::Bytes;
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
pub(crate) fn read(content_type: &str, bytes: &Bytes) -> Result<RequestBody, ApiError> {
    if let Some(boundary) = boundary(content_type) {
        return read_multipart(bytes, boundary)
            .map(|payload| RequestBody { payload, multipart: true });
    }
    let body = if bytes.is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(bytes).map_err(|_| ApiError::not_json())?
    };
    Ok(RequestBody { payload: MessagePayload { body, uploads: Vec::new() }, multipart: false })
}

fn boundary(content_type: &str) -> Option<&str> {
    let rest = content_type.strip_prefix("multipart/form-data")?;
    Some(rest.split_once("boundary=")?.1.split(';').next()?.trim_matches('"'))
}

fn read_multipart(bytes: &Bytes, boundary: &str) -> Result<MessagePayload, ApiError> {
    let mut payload = MessagePayload { body: Value::Null, uploads: Vec::new() };
    for part in parts(bytes, boundary) {
        let disposition = part.header("content-disposition").unwrap_or_default();
        let name = parameter(&disposition, "name").unwrap_or_default();
        if name == "payload_json" {
            payload.body = serde_json::from_slice(&part.bytes).map_err(|_| ApiError::not_json())?;
        } else if let Some(index) = name.strip_prefix("files[").and_then(|it| it.strip_suffix(']'))
        {
            payload.uploads.push(Upload {
                index: index.to_owned(),
                filename: parameter(&disposition, "filename").unwrap_or_else(|| "file".to_owned()),
                content_type: part
                    .header("content-type")
                    .unwrap_or_else(|| "application/octet-stream".to_owned()),
                bytes: part.bytes,
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

struct Part {
    headers: String,
    bytes: Bytes,
}

impl Part {
    fn header(&self, name: &str) -> Option<String> {
        self.headers.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    }
}

/// The parts between the boundaries. Skips those without headers.
fn parts(bytes: &Bytes, boundary: &str) -> Vec<Part> {
    let delimiter = format!("--{boundary}");
    let mut parts = Vec::new();
    let mut position = find(bytes, delimiter.as_bytes(), 0);
    while let Some(start) = position {
        let start = start + delimiter.len();
        position = find(bytes, delimiter.as_bytes(), start);
        let Some(end) = position else {
            break;
        };
        // A part ends before the line break in front of the next boundary.
        let part = bytes.slice(start..end.saturating_sub(2).max(start));
        if let Some(head) = find(&part, b"\r\n\r\n", 0) {
            let headers = String::from_utf8_lossy(&part[..head]).into_owned();
            parts.push(Part { headers, bytes: part.slice(head + 4..) });
        }
    }
    parts
}

fn find(bytes: &[u8], pattern: &[u8], from: usize) -> Option<usize> {
    let windows = bytes.get(from..)?.windows(pattern.len());
    windows.into_iter().position(|window| window == pattern).map(|index| index + from)
}

fn parameter(header: &str, name: &str) -> Option<String> {
    header.split(';').find_map(|part| {
        let (key, value) = part.split_once('=')?;
        (key.trim() == name).then(|| value.trim().trim_matches('"').to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_payload_json_are_parsed() {
        let bytes = Bytes::from(
            "--X\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n\
             {\"attachments\":[{\"id\":0}]}\r\n--X\r\nContent-Type: image/gif\r\n\
             Content-Disposition: form-data; name=\"files[0]\"; filename=\"a.gif\"\r\n\r\n\
             GIF\r\nX\r\n--X--\r\n",
        );
        let body = read("multipart/form-data; boundary=X", &bytes).unwrap();
        assert!(body.multipart);
        assert_eq!(body.payload.body["attachments"][0]["id"], "0");
        let file = &body.payload.uploads[0];
        assert_eq!((file.index.as_str(), file.filename.as_str()), ("0", "a.gif"));
        assert_eq!((file.content_type.as_str(), &file.bytes[..]), ("image/gif", &b"GIF\r\nX"[..]));
    }

    #[test]
    fn invalid_json_is_refused_with_50109() {
        let error = read("application/json", &Bytes::from_static(b"{")).unwrap_err();
        assert_eq!(error.body["code"], 50109);
    }
}
