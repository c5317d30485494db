/// How interactions reach the bot in a test.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Transport {
    /// Over the gateway, to one process.
    Gateway,
    /// By signed HTTP POST, to this many replicas in turn.
    Http { replicas: usize },
}

/// The number of replicas if `TEST_TRANSPORT=http` is set. Each waits for the others to write a file
/// of SQLite: of three, one may wait for too long.
const REPLICAS: usize = 2;

impl Default for Transport {
    /// The gateway; HTTP if `TEST_TRANSPORT=http` is set.
    fn default() -> Self {
        if is_http() { Self::Http { replicas: REPLICAS } } else { Self::Gateway }
    }
}

impl Transport {
    /// The default transport, but to a single process: for tests of state in memory.
    pub(crate) fn to_one_process() -> Self {
        if is_http() { Self::Http { replicas: 1 } } else { Self::Gateway }
    }

    /// The number of replicas; `None` for the gateway.
    pub(crate) const fn replicas(self) -> Option<usize> {
        match self {
            Self::Gateway => None,
            Self::Http { replicas } => Some(replicas),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "only tests read this variable")]
fn is_http() -> bool {
    std::env::var("TEST_TRANSPORT").is_ok_and(|transport| transport == "http")
}
