use thiserror::Error;

/// A uniqueness that the database holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// A player sits in one live game per channel.
    LiveSeat,
    /// A pair has one waiting challenge.
    WaitingPair,
    /// A challenger has only so many waiting challenges.
    WaitingSlots,
    /// A server wants only so many live games in a channel.
    GamesInChannel,
    /// A finished game has one rematch.
    Rematch,
    /// An interaction makes one challenge or begins one game, and so does a
    /// challenge.
    Once,
}

/// The constraint that an error says was violated, by what SQLite and
/// PostgreSQL call it.
fn violated(error: &sqlx::Error) -> Option<Constraint> {
    let error = error.as_database_error().filter(|error| error.is_unique_violation())?;
    let names = [
        ("live_seat", Constraint::LiveSeat),
        ("one_waiting_challenge_per_pair", Constraint::WaitingPair),
        ("challenge.challenger_id, challenge.slot", Constraint::WaitingSlots),
        ("one_waiting_challenge_per_slot", Constraint::WaitingSlots),
        ("challenge.rematch_of", Constraint::Rematch),
        ("one_rematch_per_game", Constraint::Rematch),
        ("challenge.made_by", Constraint::Once),
        ("one_challenge_per_interaction", Constraint::Once),
        ("game.challenge_id", Constraint::Once),
        ("one_game_per_challenge", Constraint::Once),
        ("game.begun_by", Constraint::Once),
        ("one_game_per_interaction", Constraint::Once),
    ];
    let said = error.constraint().unwrap_or_else(|| error.message());
    names.into_iter().find_map(|(name, constraint)| said.contains(name).then_some(constraint))
}

/// What an error of the database's means.
pub(super) fn failed(error: sqlx::Error) -> StoreError {
    match violated(&error) {
        Some(constraint) => StoreError::Taken(constraint),
        None if matches!(error, sqlx::Error::PoolClosed) => StoreError::Closed,
        None => StoreError::Failed(error),
    }
}

/// Why the database did not do what it was asked to. Nothing was changed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// What was to be stored contradicts what somebody else stored first.
    #[error("somebody else was first: {0:?}")]
    Taken(Constraint),
    /// Somebody else's change came first.
    #[error("somebody else's change came first")]
    Overtaken,
    /// The database cannot be opened.
    #[error("the database cannot be opened")]
    Open(#[source] sqlx::Error),
    /// The database's tables cannot be brought up to date.
    #[error("the database's tables cannot be brought up to date")]
    Migrate(#[source] sqlx::migrate::MigrateError),
    /// The database did not answer, or with an error.
    #[error("the database failed")]
    Failed(#[source] sqlx::Error),
    /// The transaction that this change was part of was not committed.
    #[error("the transaction was not committed: {0}")]
    NotCommitted(String),
    /// The statement that this was part of failed.
    #[error("the database failed: {0}")]
    Together(String),
    /// What is stored makes no sense.
    #[error("stored data makes no sense: {0}")]
    Corrupt(String),
    /// Another program does this.
    #[error("{0}")]
    Elsewhere(&'static str),
    /// The store was closed.
    #[error("the database is closed")]
    Closed,
}

impl StoreError {
    /// Whether nobody was there to open the database, so that it may work later.
    pub const fn is_unreachable(&self) -> bool {
        // A proxy whose server is away may hang up in the midst of a greeting.
        let Self::Open(error) = self else { return false };
        matches!(error, sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::Protocol(_))
    }

    pub(super) fn corrupt(what: &str, why: impl std::fmt::Display) -> Self {
        Self::Corrupt(format!("{what}: {why}"))
    }
}
