/// How interactions reach the bot in a test.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Transport {
    /// By the gateway, to one process.
    Gateway,
    /// By signed HTTP POST, to so many replicas in turn.
    Http { replicas: usize },
}

/// How many replicas there are where only the environment asks for some.
const REPLICAS: usize = 3;

impl Default for Transport {
    /// The gateway, or HTTP if `TEST_TRANSPORT=http` is set.
    fn default() -> Self {
        if is_by_http() { Self::Http { replicas: REPLICAS } } else { Self::Gateway }
    }
}

impl Transport {
    /// As by default, but to a single process: for what a process remembers.
    pub(crate) fn to_one_process() -> Self {
        if is_by_http() { Self::Http { replicas: 1 } } else { Self::Gateway }
    }

    /// How many replicas take interactions by HTTP, if they come so.
    pub(crate) const fn replicas(self) -> Option<usize> {
        match self {
            Self::Gateway => None,
            Self::Http { replicas } => Some(replicas),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "only tests know this variable")]
fn is_by_http() -> bool {
    std::env::var("TEST_TRANSPORT").is_ok_and(|transport| transport == "http")
}
