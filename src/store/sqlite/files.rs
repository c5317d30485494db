//! Whether the files that SQLite has open are still those at their paths.
//!
//! Once one was removed, or another was moved over it, SQLite goes on with what it has open, which
//! is gone when the bot ends.

use std::{
    fmt, fs, io,
    os::{
        fd::{AsRawFd as _, OwnedFd},
        unix::fs::MetadataExt as _,
    },
    path::{Path, PathBuf},
    time::Duration,
};

use parking_lot::Mutex;
use rustix::fs::{
    AtFlags, CWD, Mode, OFlags, Timespec, Timestamps, UTIME_NOW, UTIME_OMIT, fstat, open, utimensat,
};
use sqlx::SqliteConnection;
use tokio::{sync::watch, time::sleep};

use crate::{
    errors,
    store::{Either, FileError, StoreResult, query, sqlite::database::create_private},
};

/// Closing such a descriptor releases none of SQLite's locks.
#[cfg(target_os = "linux")]
const PIN: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const PIN: OFlags = OFlags::RDONLY;

/// How often, and after which time, a file that seems to be another one is looked at again. A
/// network mount may show for a second what it knew before.
const LOOKS: u32 = 6;
const LOOK_INTERVAL: Duration = Duration::from_millis(250);

/// The files of a database. None if it is in memory.
#[derive(Debug)]
pub(super) struct DatabaseFiles {
    files: Vec<OpenFile>,
    exchange: watch::Sender<Option<Exchange>>,
}

/// What has happened to a database.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub(in crate::store) path: PathBuf,
    /// Where all that was stored is now, or why it is nowhere.
    rescued: Result<PathBuf, String>,
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rescued {
            Ok(copy) => write!(f, "All that was stored is in {}.", copy.display()),
            Err(error) => write!(f, "What was stored since the last backup is lost: {error}."),
        }
    }
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
        let mut log = path.clone().into_os_string();
        log.push("-wal");
        let files = vec![OpenFile::open(path)?, OpenFile::open(log.into())?];
        Ok(Self { files, ..Self::none() })
    }

    pub(super) fn none() -> Self {
        Self { files: Vec::new(), exchange: watch::Sender::new(None) }
    }

    /// Fails if one of them is not at its path any more. Then all that is stored was copied beside
    /// it through this connection, which is not in a transaction.
    pub(super) async fn check(&self, connection: &mut SqliteConnection) -> StoreResult<()> {
        if let Some(exchange) = self.exchange.borrow().clone() {
            return Err(FileError::Exchanged(exchange).into());
        }
        for file in self.files.iter().filter(|file| file.seems_exchanged()) {
            if file.is_exchanged().await {
                let rescued = self.rescue(connection).await;
                if rescued.is_ok() {
                    self.remove_log();
                }
                self.exchange.send_replace(Some(Exchange { path: file.path.clone(), rescued }));
                return Err(self.wait_exchanged().await.into());
            }
        }
        Ok(())
    }

    /// Waits until that was found.
    pub(super) async fn wait_exchanged(&self) -> FileError {
        let mut exchange = self.exchange.subscribe();
        match exchange.wait_for(Option::is_some).await.ok().and_then(|it| it.clone()) {
            Some(exchange) => FileError::Exchanged(exchange),
            None => std::future::pending().await,
        }
    }

    /// Removes what lies beside a file that is not the open one any more: it would spoil a backup that
    /// was put there. SQLite leaves it.
    fn remove_log(&self) {
        if let [file, log] = &*self.files
            && file.seems_exchanged()
            && !log.seems_exchanged()
        {
            let memory = format!("{}-shm", file.path.display()).into();
            for path in [&log.path, &memory] {
                if let Err(error) = fs::remove_file(path) {
                    tracing::warn!("{} cannot be removed: {error}", path.display());
                }
            }
        }
    }

    async fn rescue(&self, connection: &mut SqliteConnection) -> Result<PathBuf, String> {
        let path = self.files[0].path.display();
        let mut names = (1..).map(|number| format!("{path}.rescued-{number}"));
        let name = names.find(|name| !Path::new(name).exists()).expect("there are many numbers");
        create_private(name.as_ref()).map_err(errors::with_causes)?;
        let statement = query("VACUUM INTO $1").bind(&*name);
        let result = statement.execute(&mut Either::Sqlite(connection)).await;
        result.map(|_| name.into()).map_err(errors::with_causes)
    }
}

impl OpenFile {
    fn open(path: PathBuf) -> io::Result<Self> {
        let pin = open(&path, PIN | OFlags::CLOEXEC, Mode::empty())?;
        let file = fs::metadata(&path)?;
        Ok(Self { path, pin, identity: Mutex::new((file.dev(), file.ino())) })
    }

    /// Whether another file is at the path, or none. What cannot be found out is no reason to stop.
    fn seems_exchanged(&self) -> bool {
        match fs::metadata(&self.path) {
            Ok(file) => (file.dev(), file.ino()) != *self.identity.lock(),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        }
    }

    /// Whether that is so. Some mounts number a file anew by themselves: it is the same if a time
    /// that is set on the open file is seen at the path.
    async fn is_exchanged(&self) -> bool {
        let mark = 1_000_000_000 + 2 * i64::from(fastrand::u32(..1 << 28));
        let is_marked = self.set_modified(Timespec { tv_sec: mark, tv_nsec: 0 }).is_ok();
        let mut is_exchanged = true;
        for _ in 0..LOOKS {
            is_exchanged = if is_marked {
                !fs::metadata(&self.path).is_ok_and(|file| file.mtime() == mark)
            } else {
                fstat(&self.pin).is_ok_and(|file| file.st_nlink == 0)
            };
            if !is_exchanged {
                break;
            }
            sleep(LOOK_INTERVAL).await;
        }
        if is_marked {
            self.set_modified(Timespec { tv_sec: 0, tv_nsec: UTIME_NOW }).unwrap_or_default();
        }
        if let Ok(file) = fs::metadata(&self.path)
            && !is_exchanged
        {
            *self.identity.lock() = (file.dev(), file.ino());
        }
        is_exchanged
    }

    fn set_modified(&self, last_modification: Timespec) -> rustix::io::Result<()> {
        let last_access = Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT };
        let open = format!("/proc/self/fd/{}", self.pin.as_raw_fd());
        utimensat(CWD, open, &Timestamps { last_access, last_modification }, AtFlags::empty())
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
        assert!(file.seems_exchanged());
        assert!(!file.is_exchanged().await);
        assert!(!file.seems_exchanged(), "it is not looked at again");
        fs::rename(&path, folder.path().join("moved")).unwrap();
        fs::write(&path, "").unwrap();
        assert!(file.seems_exchanged() && file.is_exchanged().await);
    }
}
