//! Statements that differ between the databases.

/// Statements that differ between the databases.
#[derive(Debug)]
pub(super) struct Dialect {
    /// See [`count_results`](super::results::count_results).
    pub(super) count_results: &'static str,
    /// Defers foreign key checks to the end of the transaction.
    pub(super) defer_references: &'static str,
    /// The columns of the table `$1`, in order, except generated ones.
    pub(super) columns: &'static str,
    /// Whether the table of migrations exists: 1 or 0.
    pub(super) count_migration_tables: &'static str,
    /// Statements that clean up what only this database keeps, like
    /// [`CLEAN_UP`](super::clean_up).
    pub(super) clean_up: &'static [&'static str],
    /// Statements that delete what only this database keeps of the server `$1`.
    pub(super) delete_guild: &'static [&'static str],
    /// Advances the id sequences past explicitly inserted ids.
    pub(super) renumber: &'static [&'static str],
}

/// A connection to a database with a dialect.
pub(super) trait HasDialect {
    const DIALECT: Dialect;
}
