//! The ways to run the bot.

use std::fmt;

use crate::database::Kind;

/// A way to run the bot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    pub(crate) transport: Transport,
    pub(crate) database: Kind,
}

/// How interactions come to it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Transport {
    /// One process at the gateway.
    Gateway,
    /// Some that take turns with signed requests.
    Http { replicas: usize },
}

/// All of them, by the database. A gateway's connection is one process's.
pub(crate) const SETUPS: [Setup; 6] = [
    Setup { transport: Transport::Gateway, database: Kind::Sqlite },
    Setup { transport: Transport::Http { replicas: 1 }, database: Kind::Sqlite },
    Setup { transport: Transport::Http { replicas: 3 }, database: Kind::Sqlite },
    Setup { transport: Transport::Gateway, database: Kind::Postgres },
    Setup { transport: Transport::Http { replicas: 1 }, database: Kind::Postgres },
    Setup { transport: Transport::Http { replicas: 3 }, database: Kind::Postgres },
];

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.transport {
            Transport::Gateway => write!(f, "gateway, {}", self.database),
            Transport::Http { replicas } => write!(f, "HTTP × {replicas}, {}", self.database),
        }
    }
}
