//! The scenarios of the load test.

use std::fmt;

use crate::database::DatabaseKind;

/// How the bot is run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scenario {
    pub(crate) transport: Transport,
    pub(crate) database: DatabaseKind,
}

/// How the bot receives interactions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Transport {
    /// Over the gateway, by one process.
    Gateway,
    /// As signed requests over HTTP, by replicas in turn.
    Http { replicas: usize },
}

/// All scenarios, grouped by database. The gateway has a single process.
pub(crate) const SCENARIOS: [Scenario; 6] = [
    Scenario { transport: Transport::Gateway, database: DatabaseKind::Sqlite },
    Scenario { transport: Transport::Http { replicas: 1 }, database: DatabaseKind::Sqlite },
    Scenario { transport: Transport::Http { replicas: 3 }, database: DatabaseKind::Sqlite },
    Scenario { transport: Transport::Gateway, database: DatabaseKind::Postgres },
    Scenario { transport: Transport::Http { replicas: 1 }, database: DatabaseKind::Postgres },
    Scenario { transport: Transport::Http { replicas: 3 }, database: DatabaseKind::Postgres },
];

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.transport {
            Transport::Gateway => write!(f, "gateway, {}", self.database),
            Transport::Http { replicas } => write!(f, "HTTP × {replicas}, {}", self.database),
        }
    }
}
