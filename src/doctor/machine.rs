//! The machine: who can read files, and whether there is room on the disk and memory for as many
//! searches as there are cores.

use std::{fs, os::unix::fs::MetadataExt as _, path::Path, thread};

use rustix::{
    fs::statvfs,
    process::{Resource, getrlimit},
};

use crate::{
    computer,
    doctor::{Diagnosis, Subject},
};

const MEBIBYTE: u64 = 1024 * 1024;

/// Room for the write-ahead log and for a year of games in a thousand servers, in MiB.
const MIN_FREE: u64 = 256;

/// The mode bits by which others than a file's owner and its group may use it.
const OTHERS: u32 = 0o007;

/// Limits of a container's memory, in bytes: of control groups in versions 2 and 1.
const CONTAINER_LIMITS: [&str; 2] =
    ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];

/// Whether others cannot read a file that holds secrets or personal data.
pub(super) fn examine_privacy(path: &Path) -> Diagnosis {
    let (subject, shown) = (Subject("files"), path.display());
    match fs::metadata(path) {
        Ok(metadata) if metadata.mode() & OTHERS == 0 || is_in_private_folder(path) => {
            subject.fine(format!("others cannot read {shown}"))
        }
        Ok(_) => subject
            .wrong(format!("everybody on this machine can read {shown}. Run: chmod 600 {shown}")),
        Err(error) => subject.wrong(format!("{shown} cannot be looked at: {error}.")),
    }
}

/// Whether others cannot enter a folder above a file.
fn is_in_private_folder(path: &Path) -> bool {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let is_closed = |folder: &Path| fs::metadata(folder).is_ok_and(|it| it.mode() & OTHERS == 0);
    path.ancestors().skip(1).any(is_closed)
}

/// Whether there is room in a folder.
pub(super) fn examine_disk(folder: &Path) -> Diagnosis {
    let subject = Subject("disk");
    let canonical = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let shown = canonical.display();
    let free = match statvfs(folder) {
        Ok(disk) => disk.f_bavail.saturating_mul(disk.f_frsize) / MEBIBYTE,
        Err(error) => {
            return subject.wrong(format!("{shown} cannot be used: {error}. Create it."));
        }
    };
    let seen = format!("{free} MiB are free in {shown}");
    if free < MIN_FREE {
        subject.wrong(format!("only {seen}. Make room for at least {MIN_FREE} MiB."))
    } else {
        subject.fine(seen)
    }
}

/// Whether there is memory for as many searches as there are cores.
pub(super) fn examine_memory() -> Diagnosis {
    let subject = Subject("memory");
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let needed = computer::max_memory(cores) / MEBIBYTE;
    let Some(limit) = memory_limit() else {
        return subject.unchecked(format!(
            "this system does not say how much there is; the bot may take {needed} MiB"
        ));
    };
    let available = limit / MEBIBYTE;
    if available < needed {
        return subject.wrong(format!(
            "on {cores} cores, the bot may take {needed} MiB, but only {available} are there. \
             Give the bot more memory or fewer cores (cpus of a container, AllowedCPUs of \
             systemd, taskset)."
        ));
    }
    subject.fine(format!("{available} MiB are there; on {cores} cores, the bot may take {needed}"))
}

/// How much memory this process may have, in bytes. `None` if this system does not say it.
fn memory_limit() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok();
    let containers = CONTAINER_LIMITS.into_iter().filter_map(|path| fs::read_to_string(path).ok());
    let address_space = getrlimit(Resource::As).current;
    let machine = machine.as_deref().and_then(total_memory);
    let containers = containers.filter_map(|limit| limit.trim().parse().ok());
    containers.chain(machine).chain(address_space).min()
}

/// The machine's memory in bytes, from the text of
/// [`/proc/meminfo`](https://man7.org/linux/man-pages/man5/proc_meminfo.5.html).
fn total_memory(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machines_memory_is_read() {
        let text = "MemTotal:         948304 kB\nMemFree:          12345 kB\n";
        assert_eq!(total_memory(text), Some(948_304 * 1024));
        assert_eq!(total_memory("MemFree: 1 kB"), None);
    }
}
