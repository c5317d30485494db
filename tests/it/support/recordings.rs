//! Where the bot's requests to the fake are recorded, to be checked against
//! Discord's published API description.

use std::path::PathBuf;

/// The file with the requests of one test.
pub(crate) fn recording(name: &str) -> PathBuf {
    recording_folder().join(format!("{name}.jsonl"))
}

/// The folder of all recordings. Created if it does not exist.
pub(crate) fn recording_folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rest");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
