//! Trying until Discord can be reached.

use serenity::all::{GatewayError, HttpError};
use thiserror::Error;

use crate::backoff::Pauses;

/// Why the bot stopped although nobody told it to.
#[derive(Debug, Error)]
pub enum ConnectionFault {
    /// Discord does not know the token.
    #[error("Discord refuses the token")]
    WrongToken,
}

/// Why a try failed.
pub(super) enum Trouble {
    WrongToken,
    Other(anyhow::Error),
}

impl Trouble {
    pub(super) fn from_any(error: anyhow::Error) -> Self {
        match error.downcast::<serenity::Error>() {
            Ok(error) => error.into(),
            Err(error) => Self::Other(error),
        }
    }
}

impl From<serenity::Error> for Trouble {
    fn from(error: serenity::Error) -> Self {
        match &error {
            serenity::Error::Gateway(GatewayError::InvalidAuthentication) => Self::WrongToken,
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
                if response.status_code == reqwest::StatusCode::UNAUTHORIZED =>
            {
                Self::WrongToken
            }
            _ => Self::Other(error.into()),
        }
    }
}

/// Tries until it works, with growing pauses.
pub(super) async fn patiently<T, Attempt>(
    what_failed: &'static str,
    mut attempt: impl FnMut() -> Attempt,
) -> Result<T, ConnectionFault>
where
    Attempt: Future<Output = Result<T, Trouble>>,
{
    let mut pauses = Pauses::default();
    loop {
        let pause = pauses.take();
        match attempt().await {
            Ok(value) => return Ok(value),
            Err(Trouble::WrongToken) => return Err(ConnectionFault::WrongToken),
            Err(Trouble::Other(error)) => {
                let seconds = pause.as_secs();
                tracing::warn!("{what_failed}: {error:#}; trying again in {seconds} s");
            }
        }
        tokio::time::sleep(pause).await;
    }
}
