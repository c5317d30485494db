//! Whether the files that SQLite has open are still those at their paths.
//!
//! Once one was removed, or another was moved over it, SQLite goes on with what it has open, which
//! is gone when the bot ends.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _},
    os::{
        fd::{AsRawFd as _, OwnedFd},
        unix::fs::{MetadataExt as _, OpenOptionsExt as _},
    },
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use parking_lot::Mutex;
use rustix::fs::{AtFlags, CWD, Mode, OFlags, Timespec, Timestamps, UTIME_NOW, UTIME_OMIT};
use sqlx::SqliteConnection;
use tokio::{sync::SetOnce, time::sleep};

use crate::{
    errors,
    store::{
        error::{FileError, LostFile},
        prelude::*,
        sqlite::database,
    },
};

/// On Linux, closing the descriptor releases none of SQLite's locks.
#[cfg(target_os = "linux")]
const PIN: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const PIN: OFlags = OFlags::RDONLY;

/// The mode of the file, which holds personal data.
pub(super) const PRIVATE: u32 = 0o600;

/// How often, and after which time, a file that seems to be another one is looked at again. A
/// network mount may show for a second what it knew before.
const LOOKS: u32 = 6;
const LOOK_INTERVAL: Duration = Duration::from_millis(250);

/// The files of a database; none if it is in memory.
#[derive(Debug, Default)]
pub(in crate::store) struct DatabaseFiles {
    files: Vec<OpenFile>,
    are_damaged: AtomicBool,
    lost: SetOnce<LostFile>,
}

#[derive(Debug)]
struct OpenFile {
    path: PathBuf,
    pin: OwnedFd,
    /// The device and the number of the file.
    identity: Mutex<(u64, u64)>,
}

impl DatabaseFiles {
    /// Those of the database at a path that SQLite has opened.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize()?;
        let mut files = Vec::new();
        for suffix in ["", "-wal", "-shm"] {
            match OpenFile::open(format!("{}{suffix}", path.display()).into()) {
                Ok(file) => files.push(file),
                // Some mounts do not support a write-ahead log.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Self { files, ..Self::default() })
    }

    /// Fails if one of them is not at its path any more, or is damaged. Then what is stored was copied
    /// beside it through this connection, which is not in a transaction.
    pub(super) async fn check(&self, connection: &mut SqliteConnection) -> StoreResult<()> {
        if self.lost.get().is_none()
            && let Some((file, how)) = self.find_lost().await
        {
            let outcome = self.rescue(connection).await;
            let lost = LostFile { path: file.path.clone(), how, outcome };
            // It is set but here, and the connection is needed for it.
            drop(self.lost.set(lost));
        }
        self.lost.get().map_or(Ok(()), |it| Err(FileError::Lost(it.clone()).into()))
    }

    async fn find_lost(&self) -> Option<(&OpenFile, &'static str)> {
        for file in self.files.iter().filter(|file| file.seems_replaced()) {
            if file.is_replaced().await {
                return Some((file, "was removed or replaced while the bot ran"));
            }
        }
        let damaged = self.files.first().filter(|_| self.are_damaged.load(Ordering::Relaxed));
        damaged.map(|file| {
            (file, "is damaged: another program wrote it while the bot ran, or the disk fails")
        })
    }

    /// Takes notice of an error, which may come from what a file contains.
    pub(in crate::store) fn report(&self, error: &StoreError) {
        self.are_damaged.fetch_or(error.is_damage(), Ordering::Relaxed);
    }

    /// Waits until one cannot be used any more.
    pub(in crate::store) async fn wait_lost(&self) -> FileError {
        FileError::Lost(self.lost.wait().await.clone())
    }

    /// Copies what is stored, beside the file or else where there is room, and says where it is.
    async fn rescue(&self, connection: &mut SqliteConnection) -> String {
        let path = &self.files[0].path;
        let mut outcome = String::new();
        for folder in path.parent().into_iter().chain([&*std::env::temp_dir()]) {
            match copy_into(folder, path, connection).await {
                Ok(copy) => {
                    outcome = format!(
                        "What was stored, as far as it can be read, is in {}.",
                        copy.display()
                    );
                    break;
                }
                Err(error) => outcome = format!("What was stored could not be copied: {error}."),
            }
        }
        self.clear_path();
        outcome
    }

    /// Moves the write-ahead log away from another file, such as a backup, which it would spoil.
    /// SQLite leaves it there.
    fn clear_path(&self) {
        if let [file, log, memory] = &*self.files
            && file.seems_replaced()
        {
            let mut names = numbered(&log.path, "replaced");
            let name = names.find(|name| !name.exists()).expect("there are many numbers");
            let is_left = !log.seems_replaced() && fs::rename(&log.path, name).is_err();
            if is_left || !memory.seems_replaced() && fs::remove_file(&memory.path).is_err() {
                tracing::warn!("{} is still beside another file", log.path.display());
            }
        }
    }
}

/// The names that another file beside this one may have.
fn numbered(path: &Path, what: &str) -> impl Iterator<Item = PathBuf> {
    (1..).map(move |number| format!("{}.{what}-{number}", path.display()).into())
}

/// Whether changes may wait in a file's write-ahead log.
pub(super) fn has_log(path: &Path) -> bool {
    fs::metadata(format!("{}-wal", path.display())).is_ok_and(|log| log.len() > 0)
}

/// Refuses a file beside the write-ahead log of another one, which SQLite would write into it. A
/// backup says [in its header](https://sqlite.org/fileformat.html#file_format_version_numbers) that it
/// has none, to programs that write it and to those that read it. No connection of this process may
/// be open: closing the file would drop its locks.
pub fn check_log(url: &str) -> Result<(), FileError> {
    // The log of a link is beside its target.
    let path = database::file(url).and_then(|path| path.canonicalize().ok());
    let Some(path) = path.filter(|path| has_log(path)) else { return Ok(()) };
    let mut header = [0; 20];
    let read = File::open(&path).and_then(|mut file| file.read_exact(&mut header));
    let is_foreign = read.is_ok() && header[18..] == [1, 1];
    if is_foreign { Err(FileError::ForeignLog(path)) } else { Ok(()) }
}

/// Refuses to begin with a new file in the place of one whose copy is there. A link's is beside its
/// target.
pub(super) fn check_not_rescued(path: &Path) -> Result<(), FileError> {
    let target = fs::read_link(path).map(|target| path.with_file_name(target));
    let copies = numbered(target.as_deref().unwrap_or(path), "rescued").take(100);
    let copies = copies.filter(|copy| fs::metadata(copy).is_ok_and(|it| it.len() > 0));
    let newest = copies.max_by_key(|copy| fs::metadata(copy).and_then(|it| it.modified()).ok());
    newest.map_or(Ok(()), |copy| Err(FileError::Rescued(path.to_owned(), copy)))
}

/// Copies what is stored into a new file. Another process may do the same at this moment.
async fn copy_into(
    folder: &Path,
    path: &Path,
    connection: &mut SqliteConnection,
) -> Result<PathBuf, String> {
    let path = folder.join(path.file_name().unwrap_or_default());
    let mut copy = numbered(&path, "rescued");
    let copy = loop {
        let copy = copy.next().expect("there are many numbers");
        match OpenOptions::new().write(true).create_new(true).mode(PRIVATE).open(&copy) {
            Ok(_) => break copy,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(errors::with_causes(error)),
        }
    };
    let statement = query("VACUUM INTO $1").bind(copy.display().to_string());
    match statement.execute(&mut Connection::Sqlite(connection)).await {
        Ok(_) => Ok(copy),
        Err(error) => {
            fs::remove_file(&copy).unwrap_or_default();
            Err(errors::with_causes(error))
        }
    }
}

impl OpenFile {
    fn open(path: PathBuf) -> io::Result<Self> {
        let pin = rustix::fs::open(&path, PIN | OFlags::CLOEXEC, Mode::empty())?;
        let file = fs::metadata(&path)?;
        Ok(Self { path, pin, identity: Mutex::new((file.dev(), file.ino())) })
    }

    /// Whether another file is at the path, or none. What cannot be found out is no reason to stop.
    fn seems_replaced(&self) -> bool {
        match fs::metadata(&self.path) {
            Ok(file) => (file.dev(), file.ino()) != *self.identity.lock(),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        }
    }

    /// Looks again at a file that seems to be replaced. Some mounts number a file anew by themselves:
    /// it is the same if a time that is set on the open file is seen at the path. Where none can be
    /// set, it counts as replaced only if nothing is at the path, or the open file has no path any
    /// more, or is gone with its mount.
    async fn is_replaced(&self) -> bool {
        let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
        let second = 1_000_000_000 + 2 * i64::from(fastrand::u32(..1 << 28));
        for _ in 0..LOOKS {
            let is_marked = self.set_modified(Timespec { tv_sec: second, tv_nsec: 0 }).is_ok();
            let file = fs::metadata(&self.path).ok();
            if is_marked {
                if let Some(file) = file.filter(|file| file.mtime() == second) {
                    *self.identity.lock() = (file.dev(), file.ino());
                    self.set_modified(now).unwrap_or_default();
                    return false;
                }
            } else if file.is_some() && rustix::fs::fstat(&self.pin).is_ok_and(|it| it.st_nlink > 0)
            {
                return false;
            }
            sleep(LOOK_INTERVAL).await;
        }
        self.set_modified(now).unwrap_or_default();
        true
    }

    fn set_modified(&self, last_modification: Timespec) -> rustix::io::Result<()> {
        let last_access = Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT };
        let open = format!("/proc/self/fd/{}", self.pin.as_raw_fd());
        let times = Timestamps { last_access, last_modification };
        rustix::fs::utimensat(CWD, open, &times, AtFlags::empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_that_is_numbered_anew_stays_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fourfall.db");
        fs::write(&path, "").unwrap();
        let file = OpenFile::open(path.clone()).unwrap();
        file.identity.lock().1 += 1;
        assert!(file.seems_replaced());
        assert!(!file.is_replaced().await);
        assert!(!file.seems_replaced(), "it is not looked at again");
        fs::rename(&path, folder.path().join("moved")).unwrap();
        fs::write(&path, "").unwrap();
        assert!(file.seems_replaced() && file.is_replaced().await);
    }

    #[test]
    fn a_database_without_a_log_has_only_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fourfall.db");
        assert!(DatabaseFiles::open(&path).is_err());
        fs::write(&path, "").unwrap();
        assert_eq!(DatabaseFiles::open(&path).unwrap().files.len(), 1);
    }
}
