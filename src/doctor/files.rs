//! Files: who can read them, and how much room there is for them.

use std::{fs, os::unix::fs::MetadataExt as _, path::Path};

use rustix::fs::statvfs;

use super::Diagnosis;

/// Room for the write-ahead log and for a year of games in a thousand servers, in bytes.
const MIN_FREE: u64 = 256 * 1024 * 1024;

/// The mode bits by which others than a file's owner and its group may use it.
const OTHERS: u32 = 0o007;

/// Whether others cannot read a file that holds secrets or personal data.
pub(super) fn private(path: &Path) -> Diagnosis {
    let subject = "files";
    match fs::metadata(path) {
        Ok(metadata) if metadata.mode() & OTHERS == 0 || is_in_private_folder(path) => {
            Diagnosis::fine(subject, format!("others cannot read {}", path.display()))
        }
        Ok(_) => {
            let path = path.display();
            let problem =
                format!("everybody on this machine can read {path}. Run: chmod 600 {path}");
            Diagnosis::wrong(subject, problem)
        }
        Err(error) => {
            let problem = format!("{} cannot be looked at: {error}.", path.display());
            Diagnosis::wrong(subject, problem)
        }
    }
}

/// Whether others cannot enter a folder above a file.
fn is_in_private_folder(path: &Path) -> bool {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let is_closed = |folder: &Path| fs::metadata(folder).is_ok_and(|it| it.mode() & OTHERS == 0);
    path.ancestors().skip(1).any(is_closed)
}

/// Whether there is room in a folder.
pub(super) fn free_disk(folder: &Path) -> Diagnosis {
    let subject = "disk";
    let shown = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let free = match statvfs(folder) {
        Ok(disk) => disk.f_bavail.saturating_mul(disk.f_frsize),
        Err(error) => {
            let problem = format!("{} cannot be used: {error}. Create it.", shown.display());
            return Diagnosis::wrong(subject, problem);
        }
    };
    let mebibytes = free / 1024 / 1024;
    let seen = format!("{mebibytes} MiB are free in {}", shown.display());
    if free < MIN_FREE {
        let room = MIN_FREE / 1024 / 1024;
        Diagnosis::wrong(subject, format!("only {seen}. Make room for at least {room} MiB."))
    } else {
        Diagnosis::fine(subject, seen)
    }
}
