//! Whether there is memory for as many searches as there are cores.

use rustix::process::{Resource, getrlimit};
use std::{fs, thread};

use crate::{computer, doctor::Diagnosis};

const MEBIBYTE: u64 = 1024 * 1024;

/// Limits of a container's memory, in bytes: of control groups in versions 2 and 1.
const CONTAINER_LIMITS: [&str; 2] =
    ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];

pub(super) fn examine() -> Diagnosis {
    let subject = "memory";
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let needed = computer::max_memory(cores) / MEBIBYTE;
    let Some(limit) = memory_limit() else {
        return Diagnosis::unchecked(
            subject,
            format!("this system does not say how much there is; the bot may take {needed} MiB"),
        );
    };
    let available = limit / MEBIBYTE;
    if available < needed {
        let problem = format!(
            "on {cores} cores, the bot may take {needed} MiB, but only {available} are there. \
             Give the bot more memory or fewer cores (cpus of a container, AllowedCPUs of \
             systemd, taskset)."
        );
        return Diagnosis::wrong(subject, problem);
    }
    let seen = format!("{available} MiB are there; on {cores} cores, the bot may take {needed}");
    Diagnosis::fine(subject, seen)
}

/// How much memory this process may have, in bytes. `None` if this system does not say it.
fn memory_limit() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok();
    let containers = CONTAINER_LIMITS.into_iter().filter_map(|path| fs::read_to_string(path).ok());
    let address_space = getrlimit(Resource::As).current;
    let machine = machine.as_deref().and_then(total_memory);
    containers
        .filter_map(|limit| limit.trim().parse().ok())
        .chain(machine)
        .chain(address_space)
        .min()
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
