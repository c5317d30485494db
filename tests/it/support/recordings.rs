//! Where the requests of tests are recorded, for a look at them from outside.

use std::path::PathBuf;

/// The file that a test's requests are recorded in.
pub(crate) fn recording(name: &str) -> PathBuf {
    recording_folder().join(format!("{name}.jsonl"))
}

/// The folder of all recordings.
pub(crate) fn recording_folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rest");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
