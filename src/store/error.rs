//! Why the store fails, and which constraint was in the way.

use std::{io, path::PathBuf};

use sqlx::{error::DatabaseError, migrate::MigrateError, sqlite::SqliteError};
use thiserror::Error;

use crate::{certificates, errors};

/// A file that cannot be used any more.
#[derive(Clone, Debug)]
pub struct LostFile {
    pub(in crate::store) path: PathBuf,
    /// What has become of it: the end of a sentence that begins with its path.
    pub(in crate::store) how: &'static str,
    /// Where what was stored is, or why it is nowhere, as a sentence.
    pub(in crate::store) outcome: String,
}

/// A limit or uniqueness that the database enforces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// A channel has one live game of a pair, or of a person and the computer, and size; and a player
    /// has so many with people.
    LiveGames,
    /// Two players have one pending challenge.
    PendingPair,
    /// A challenger has at most three pending challenges.
    PendingSlots,
    /// A challenger has one open challenge per channel.
    OpenChallenge,
    /// The opponent lets the challenger play with them, and was not challenged lately; neither
    /// has blocked the other.
    ChallengeAllowed,
    /// A finished game has a rematch only between the two who played it.
    OpponentDeleted,
    /// A player can block a limited number of people.
    Blocks,
    /// A server limits the live games in a channel.
    GamesInChannel,
    /// A finished game has one rematch.
    Rematch,
    /// An interaction creates one challenge or starts one game, and a challenge
    /// starts one game.
    Idempotency,
}

/// The violated constraint. SQLite reports its columns, or the name of an
/// expression index; PostgreSQL reports its name.
fn violated_constraint(error: &sqlx::Error) -> Option<Constraint> {
    let error = error.as_database_error().filter(|error| error.is_unique_violation())?;
    let names = [
        ("one_live_game", Constraint::LiveGames),
        ("one_pending_challenge_per_pair", Constraint::PendingPair),
        ("challenge.challenger_id, challenge.slot", Constraint::PendingSlots),
        ("one_pending_challenge_per_slot", Constraint::PendingSlots),
        ("challenge.challenger_id, challenge.channel_id", Constraint::OpenChallenge),
        ("one_open_challenge_per_channel", Constraint::OpenChallenge),
        ("challenge.rematch_of", Constraint::Rematch),
        ("one_rematch_per_game", Constraint::Rematch),
        ("challenge.created_by", Constraint::Idempotency),
        ("one_challenge_per_interaction", Constraint::Idempotency),
        ("game.challenge_id", Constraint::Idempotency),
        ("one_game_per_challenge", Constraint::Idempotency),
        ("game.started_by", Constraint::Idempotency),
        ("one_game_per_interaction", Constraint::Idempotency),
    ];
    let text = error.constraint().unwrap_or_else(|| error.message());
    names.into_iter().find_map(|(name, constraint)| text.contains(name).then_some(constraint))
}

/// Classifies an error of sqlx.
pub(super) fn store_error(error: sqlx::Error) -> StoreError {
    match violated_constraint(&error) {
        Some(constraint) => StoreError::ConstraintViolated(constraint),
        None if matches!(error, sqlx::Error::PoolClosed) => StoreError::Closed,
        None => StoreError::Failed(error),
    }
}

/// PostgreSQL's conditions that pass on their own, by
/// [code or class](https://www.postgresql.org/docs/current/errcodes-appendix.html).
const TEMPORARY_CONDITIONS: [&str; 11] = [
    "08",    // the connection failed
    "25006", // the transaction is read-only, as on a standby
    "40",    // a deadlock, or another conflict of transactions
    "53200", // out of memory
    "53300", // too many connections
    "55006", // something is in use
    "55P03", // a lock was waited for too long
    "57014", // the statement was cancelled
    "57P01", // the server is shutting down
    "57P02", // the server crashed
    "57P03", // the server is starting up
];

/// How the pooler `PgBouncer` begins to say that it does not pass the settings of a session on. The
/// code is the one that it has for whatever goes wrong.
const UNSUPPORTED_PARAMETER: &str = "unsupported startup parameter";

fn is_temporary(error: &sqlx::Error) -> bool {
    let Some(error) = error.as_database_error() else {
        return match error {
            sqlx::Error::Io(_) => certificate_remedy(error).is_none(),
            // A proxy may close the connection during the handshake if its server is down.
            sqlx::Error::PoolTimedOut | sqlx::Error::Protocol(_) => true,
            _ => false,
        };
    };
    if let Some(code) = sqlite_code(error) {
        return is_primary(code, LOCKED) || FULL.contains(&code);
    }
    error.code().is_some_and(|code| {
        TEMPORARY_CONDITIONS.iter().any(|condition| code.starts_with(condition))
            && !error.message().starts_with(UNSUPPORTED_PARAMETER)
    })
}

/// What mends that the certificate of the server is refused, if it is.
fn certificate_remedy(error: &sqlx::Error) -> Option<&'static str> {
    let cause = errors::root_cause(error);
    if cause.ends_with(certificates::UNKNOWN_ISSUER) {
        Some(
            "Add sslrootcert=FILE to the address, with the certificate of the authority that \
             issued the server's.",
        )
    } else if cause.contains(certificates::WRONG_NAME) {
        Some("Name the server in the address as its certificate does.")
    } else {
        None
    }
}

/// [SQLITE_BUSY, SQLITE_LOCKED and SQLITE_PROTOCOL](https://sqlite.org/rescode.html): the file is
/// locked by another process.
const LOCKED: &[i32] = &[5, 6, 15];

const RESTORE: &str = "Put back a backup, without the files beside it that end in -wal and -shm: \
                       the file is damaged, or is no database.";

/// `SQLITE_CORRUPT` and `SQLITE_NOTADB`.
const DAMAGED: &[i32] = &[11, 26];

/// `SQLITE_IOERR_SHMLOCK` and `SQLITE_IOERR_SHMMAP`: the file is where nothing can be shared.
const SHARED_MEMORY: &[i32] = &[5130, 5386];

/// `SQLITE_FULL`, and `SQLITE_IOERR_SHMSIZE`, which a full disk causes as well.
const FULL: &[i32] = &[13, 4874];

/// The extended result code of an error of SQLite.
fn sqlite_code(error: &(dyn DatabaseError + 'static)) -> Option<i32> {
    error.try_downcast_ref::<SqliteError>()?.code()?.parse().ok()
}

/// Whether an extended result code of SQLite belongs to one of these codes.
fn is_primary(code: i32, codes: &[i32]) -> bool {
    // The primary code is the last byte.
    codes.contains(&(code & 0xff))
}

/// Why this program cannot use a database or its tables. Displays as the end of a sentence
/// about the database.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SchemaError {
    #[error("has no tables of Fourfall")]
    Missing,
    #[error(
        "has schema version {found}, which is older than version {known} of this program: \
         start the bot on it once, or use the release that wrote it"
    )]
    Older { found: i64, known: i64 },
    #[error(
        "has schema version {found}, which is newer than version {known} of this program: \
         use a release that knows it, or restore a backup from before the update"
    )]
    Newer { found: i64, known: i64 },
    #[error("lacks the table {0} or its key: restore a whole backup into an empty database")]
    MissingTable(&'static str),
    #[error("is used by another program: give Fourfall a database of its own")]
    OtherProgram,
    /// Another schema than that of 1.0 and the last version before it.
    #[error(
        "is of a version before 1.0: start the one of commit 9c06b22c1260 once with the same \
         settings, then this one"
    )]
    Before1_0,
    #[error("has schema version {version} of a development build, which no release reads")]
    Different { version: i64 },
    #[error("is on a PostgreSQL server before version 13: update the server")]
    OldServer,
    #[error(
        "has the encoding {0}, in which not all names can be stored: make one with \
         ENCODING 'UTF8', and move the data there by pg_dump and pg_restore"
    )]
    Encoding(String),
    #[error(
        "allows {found} connections, of which each process of the bot needs {needed}: raise the \
         limit of the server, the database or its user"
    )]
    FewConnections { found: i64, needed: i64 },
    #[error(
        "has its tables in the schema {found}, but would make new ones in {schema}: let \
         search_path begin with {found}"
    )]
    OtherSchema { schema: String, found: String },
    #[error(
        "does not let the bot's user do everything with the table {0}: grant it SELECT, INSERT, \
         UPDATE and DELETE on all tables, or make it their owner"
    )]
    MissingRight(String),
}

/// Why the file of a database cannot be written.
#[derive(Debug, Error)]
pub enum FileError {
    #[error("the folder {0} is missing")]
    NoFolder(PathBuf),
    #[error("there is no file {0}")]
    Missing(PathBuf),
    /// The file, and the copy of what was stored in it when it was lost.
    #[error("there is no file {0}, but {1} has what was stored in it")]
    Rescued(PathBuf, PathBuf),
    #[error("{0} begins with ~, which stands for a folder in a shell alone")]
    Home(PathBuf),
    /// The file or its folder.
    #[error("{0} cannot be written: {1}")]
    NotWritable(PathBuf, io::Error),
    #[error("{0} is beside the write-ahead log of another file, which would spoil it")]
    ForeignLog(PathBuf),
    /// The file, or its write-ahead log.
    #[error("{} {}", .0.path.display(), .0.how)]
    Lost(LostFile),
}

impl FileError {
    /// What to do, as a sentence.
    pub fn remedy(&self) -> String {
        match self {
            Self::NoFolder(folder) => format!("Run: mkdir -p '{}'", folder.display()),
            Self::Missing(_) => "Check the path; the bot makes the file at its start.".to_owned(),
            Self::Rescued(..) => {
                "Rename that one to go on with it, or move it away to begin anew.".to_owned()
            }
            Self::Home(_) => "Write the whole path.".to_owned(),
            Self::NotWritable(..) => {
                "Let the bot's user write there, or choose another place.".to_owned()
            }
            Self::ForeignLog(path) => {
                format!("Move {}-wal and {0}-shm away.", path.display())
            }
            Self::Lost(file) => format!(
                "{} Stop the bot before you touch its files; to go on with other ones, put them \
                 back as docs/operations.md says, then start it.",
                file.outcome
            ),
        }
    }
}

/// Why a database operation failed. Nothing was stored, except perhaps after [`Self::TimedOut`], if
/// the connection to PostgreSQL broke at the commit, or if the disk failed at SQLite's and the
/// process ended soon after.
#[derive(Debug, Error)]
pub enum StoreError {
    #[error("somebody else was first: {0:?}")]
    ConstraintViolated(Constraint),
    /// A row changed since it was read.
    #[error("somebody else's change came first")]
    Conflict,
    /// Why is not said, since that would quote parts of the URL, which contains the password.
    #[error("its URL is not valid, or has a parameter that is unknown or has a wrong value")]
    InvalidUrl,
    #[error("its user or password is cut off by a character")]
    UnencodedUrl,
    #[error("the database cannot be opened")]
    Open(#[source] sqlx::Error),
    #[error(transparent)]
    File(#[from] FileError),
    /// The database has another schema than this program's.
    #[error("the database {0}")]
    Schema(SchemaError),
    /// A migration failed.
    #[error("the database's tables cannot be brought up to date")]
    Migrate(#[source] MigrateError),
    /// A statement failed or timed out.
    #[error("the database failed")]
    Failed(#[source] sqlx::Error),
    /// The transaction that the change shared with others was not committed.
    #[error("the transaction was not committed: {0}")]
    NotCommitted(String),
    /// Another request of the same batch found the database locked.
    #[error("the database is locked: {0}")]
    Locked(String),
    /// The task of an export panicked.
    #[error("a panic, logged above")]
    Panicked,
    #[error("a part of the file is damaged: {0}")]
    Damaged(String),
    /// A stored row violates an invariant.
    #[error("stored data makes no sense: {0}")]
    Corrupt(String),
    /// This database does not support the operation.
    #[error("{0}")]
    Unsupported(&'static str),
    #[error("the database is closed")]
    Closed,
    #[error("the database does not answer")]
    TimedOut,
}

/// What a database operation returns.
pub type StoreResult<T> = Result<T, StoreError>;

impl StoreError {
    /// Whether the database failed for a reason that may pass on its own, so that retrying may
    /// help: nobody has to change anything.
    pub fn is_temporary(&self) -> bool {
        self.sqlx_error().is_some_and(is_temporary)
    }

    /// What sqlx has failed with, if it has.
    fn sqlx_error(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Open(error)
            | Self::Failed(error)
            | Self::Migrate(
                MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _),
            ) => Some(error),
            _ => None,
        }
    }

    /// What to do if the database failed, as a sentence, as far as that is known.
    pub fn remedy(&self) -> Option<&'static str> {
        let error = match self {
            Self::UnencodedUrl => {
                return Some(
                    "In user, password and parameters, write %40 for @, %2F for /, %23 for #, \
                     %3F for ? and %25 for %.",
                );
            }
            Self::Damaged(_) => return Some(RESTORE),
            _ => self.sqlx_error()?,
        };
        let Some(error) = error.as_database_error() else { return certificate_remedy(error) };
        if let Some(code) = sqlite_code(error) {
            return if is_primary(code, LOCKED) || SHARED_MEMORY.contains(&code) {
                Some(
                    "Another program works on the file, or it is in a network folder or another \
                     mount that cannot lock files or share memory: use a local disk.",
                )
            } else if FULL.contains(&code) {
                Some("Make room on the disk.")
            } else {
                is_primary(code, DAMAGED).then_some(RESTORE)
            };
        }
        // https://www.postgresql.org/docs/current/errcodes-appendix.html
        Some(match &*error.code()? {
            "08P01" if error.message().starts_with(UNSUPPORTED_PARAMETER) => {
                "The address is a pooler's that does not pass the bot's settings on: name the \
                 server itself."
            }
            "28000" if error.message().contains("pg_hba.conf") => {
                "Let this machine in by the server's pg_hba.conf, or use TLS (?sslmode=require)."
            }
            "28000" | "28P01" => "Check the user and the password.",
            "3D000" => "Make a database of that name, or name another one.",
            "42501" => {
                "Let the bot's user make tables there, or make it the owner of the database and \
                 its tables."
            }
            "42P05" | "26000" => {
                "The address is a pooler's that shares connections by transaction: let it pool \
                 sessions, or name the server itself."
            }
            _ => return None,
        })
    }

    /// The same as an error of opening the database.
    pub(super) fn while_opening(self) -> Self {
        match self {
            Self::Failed(error) => Self::Open(error),
            error => error,
        }
    }

    /// Whether an SQLite file was locked by another process for too long.
    pub(super) fn is_lock(&self) -> bool {
        self.has_sqlite_code(LOCKED)
    }

    /// Whether what an SQLite file contains makes no sense.
    pub(super) fn is_damage(&self) -> bool {
        self.has_sqlite_code(DAMAGED)
    }

    /// Whether SQLite has failed with one of these codes, or a variant of it.
    pub(super) fn has_sqlite_code(&self, codes: &[i32]) -> bool {
        let error = self.sqlx_error().and_then(sqlx::Error::as_database_error);
        error.and_then(sqlite_code).is_some_and(|code| is_primary(code, codes))
    }
}

#[cfg(test)]
mod tests {
    use std::{borrow::Cow, error::Error as StdError, fmt};

    use sqlx::error::ErrorKind;

    use super::*;

    /// An error of PostgreSQL with a code.
    #[derive(Debug)]
    struct CodeError(&'static str);

    impl fmt::Display for CodeError {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl StdError for CodeError {}

    impl sqlx::error::DatabaseError for CodeError {
        fn message(&self) -> &str {
            self.0
        }

        fn code(&self) -> Option<Cow<'_, str>> {
            Some(self.0.into())
        }

        fn as_error(&self) -> &(dyn StdError + Send + Sync + 'static) {
            self
        }

        fn as_error_mut(&mut self) -> &mut (dyn StdError + Send + Sync + 'static) {
            self
        }

        fn into_error(self: Box<Self>) -> Box<dyn StdError + Send + Sync + 'static> {
            self
        }

        fn kind(&self) -> ErrorKind {
            ErrorKind::Other
        }
    }

    fn is_temporary(code: &'static str) -> bool {
        let error = || sqlx::Error::Database(Box::new(CodeError(code)));
        let opened = StoreError::Open(error()).is_temporary();
        let migrated = StoreError::Migrate(MigrateError::Execute(error())).is_temporary();
        assert_eq!(opened, migrated, "{code}");
        opened
    }

    #[test]
    fn what_passes_on_its_own_is_temporary() {
        for code in
            ["08006", "25006", "40001", "40P01", "53300", "55P03", "57P01", "57P02", "57P03"]
        {
            assert!(is_temporary(code), "{code}");
        }
    }

    #[test]
    fn what_a_person_must_put_right_is_not_temporary() {
        // A wrong password, a missing database or permission, a full disk, a wrong table.
        for code in ["28P01", "28000", "3D000", "42501", "53100", "42P07", "57P04"] {
            assert!(!is_temporary(code), "{code}");
        }
    }

    #[test]
    fn of_tls_only_an_unknown_authority_is_not_temporary() {
        let temporary = |text| super::is_temporary(&io::Error::other(text).into());
        assert!(!temporary("invalid peer certificate: UnknownIssuer"));
        for text in ["invalid peer certificate: NotValidYet", "received fatal alert: InternalError"]
        {
            assert!(temporary(text), "{text}");
        }
    }

    #[test]
    fn extended_codes_of_sqlite_are_locks_as_well() {
        // SQLITE_BUSY, SQLITE_BUSY_SNAPSHOT, SQLITE_LOCKED_SHAREDCACHE
        for code in [5, 517, 262] {
            assert!(is_primary(code, LOCKED), "{code}");
        }
        for code in [1, 8, 13, 14] {
            assert!(!is_primary(code, LOCKED), "{code}");
        }
    }
}
