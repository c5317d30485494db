//! What is kept for a time only.

use clock::Timestamp;
use futures_util::future::BoxFuture;

use crate::{
    game::ChallengeCooldown,
    store::{
        StoreError,
        query::{DbConnection, query},
        sql,
    },
};

/// How many rows a statement changes at most.
pub(in crate::store) const LIMIT: u64 = 1_000;

/// The statements that clean up, each with the time up to which it does.
pub(in crate::store) fn statements<C: DbConnection>(
    now: Timestamp,
) -> impl Iterator<Item = (&'static str, Timestamp)> {
    let cooldowns = (sql::CLEAN_UP_COOLDOWNS, now.before(ChallengeCooldown::MEMORY));
    let statements = sql::CLEAN_UP.iter().chain(C::DIALECT.clean_up);
    statements.map(move |statement| (*statement, now)).chain([cooldowns])
}

/// Runs one of [`statements`]. Returns the number of changed rows.
pub(in crate::store) fn run<'c>(
    connection: &'c mut impl DbConnection,
    statement: &'static str,
    until: Timestamp,
) -> BoxFuture<'c, Result<u64, StoreError>> {
    let query = query(statement).bind(until.milliseconds()).bind(LIMIT.cast_signed());
    Box::pin(query.execute(connection))
}
