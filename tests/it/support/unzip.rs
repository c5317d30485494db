//! Reading of the archives that `/privacy export` sends.

use std::io::Read as _;

use flate2::{Crc, read::DeflateDecoder};
use serde_json::Value;

/// The JSON file in an archive of one, found by the archive's directory.
pub(crate) fn unzip(archive: &[u8]) -> Value {
    let short = |at: usize| usize::from(u16::from_le_bytes([archive[at], archive[at + 1]]));
    let long = |at: usize| short(at) | short(at + 2) << 16;
    let end = archive.len() - 22;
    assert_eq!((&archive[end..end + 4], short(end + 10)), (&b"PK\x05\x06"[..], 1));
    let directory = long(end + 16);
    assert_eq!(&archive[directory..directory + 4], b"PK\x01\x02");
    let name = &archive[directory + 46..directory + 46 + short(directory + 28)];
    assert_eq!(name, b"fourfall.json");
    let local = long(directory + 42);
    assert_eq!(&archive[local..local + 4], b"PK\x03\x04");
    let start = local + 30 + short(local + 26) + short(local + 28);
    let deflated = &archive[start..start + long(directory + 20)];
    let mut text = String::new();
    DeflateDecoder::new(deflated).read_to_string(&mut text).unwrap();
    let mut crc = Crc::new();
    crc.update(text.as_bytes());
    assert_eq!((text.len(), crc.sum() as usize), (long(directory + 24), long(directory + 16)));
    serde_json::from_str(&text).unwrap()
}
