use thiserror::Error;

/// A limit or uniqueness that the database enforces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// A player has one live game per channel.
    LiveSeat,
    /// Two players have one pending challenge.
    PendingPair,
    /// A challenger has at most three pending challenges.
    PendingSlots,
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
        ("live_seat", Constraint::LiveSeat),
        ("one_pending_challenge_per_pair", Constraint::PendingPair),
        ("challenge.challenger_id, challenge.slot", Constraint::PendingSlots),
        ("one_pending_challenge_per_slot", Constraint::PendingSlots),
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

/// Why a database operation failed. Nothing was stored.
#[derive(Debug, Error)]
pub enum StoreError {
    #[error("somebody else was first: {0:?}")]
    ConstraintViolated(Constraint),
    /// A row changed since it was read.
    #[error("somebody else's change came first")]
    Conflict,
    #[error("the database cannot be opened")]
    Open(#[source] sqlx::Error),
    /// A migration failed.
    #[error("the database's tables cannot be brought up to date")]
    Migrate(#[source] sqlx::migrate::MigrateError),
    /// A statement failed or timed out.
    #[error("the database failed")]
    Failed(#[source] sqlx::Error),
    /// The transaction that the change shared with others was not committed.
    #[error("the transaction was not committed: {0}")]
    NotCommitted(String),
    /// The statement that served this request along with others failed.
    #[error("the database failed: {0}")]
    BatchFailed(String),
    /// A stored row violates an invariant.
    #[error("stored data makes no sense: {0}")]
    Corrupt(String),
    /// This database does not support the operation.
    #[error("{0}")]
    Unsupported(&'static str),
    #[error("the database is closed")]
    Closed,
}

impl StoreError {
    /// Whether the server could not be reached, so that retrying may help.
    pub const fn is_unreachable(&self) -> bool {
        // A proxy may close the connection during the handshake if its server is down.
        let Self::Open(error) = self else { return false };
        matches!(error, sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::Protocol(_))
    }

    pub(super) fn corrupt(what: &str, why: impl std::fmt::Display) -> Self {
        Self::Corrupt(format!("{what}: {why}"))
    }
}
