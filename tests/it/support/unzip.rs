//! Reading of the archives that `/preferences` sends.

use std::io::Cursor;

use serde_json::Value;
use zip::ZipArchive;

/// The JSON file in an archive of one.
pub(crate) fn unzip(archive: &[u8]) -> Value {
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    assert_eq!(archive.len(), 1);
    serde_json::from_reader(archive.by_name("fourfall.json").unwrap()).unwrap()
}
