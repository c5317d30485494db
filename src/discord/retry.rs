//! Retries until Discord can be reached.

use serenity::all::{GatewayError, HttpError};
use thiserror::Error;

use crate::backoff::Backoff;

/// An error that no retry can fix.
#[derive(Debug, Error)]
pub enum FatalError {
    #[error("Discord refuses the token")]
    WrongToken,
}

/// Why an attempt failed.
pub(super) enum RetryError {
    WrongToken,
    Other(anyhow::Error),
}

impl RetryError {
    pub(super) fn from_any(error: anyhow::Error) -> Self {
        match error.downcast::<serenity::Error>() {
            Ok(error) => error.into(),
            Err(error) => Self::Other(error),
        }
    }
}

impl From<serenity::Error> for RetryError {
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

/// Runs `attempt` until it succeeds, with growing delays between attempts.
pub(super) async fn retry_with_backoff<T, Attempt>(
    failure: &'static str,
    mut attempt: impl FnMut() -> Attempt,
) -> Result<T, FatalError>
where
    Attempt: Future<Output = Result<T, RetryError>>,
{
    let mut backoff = Backoff::default();
    loop {
        let delay = backoff.next_delay();
        match attempt().await {
            Ok(value) => return Ok(value),
            Err(RetryError::WrongToken) => return Err(FatalError::WrongToken),
            Err(RetryError::Other(error)) => {
                let seconds = delay.as_secs();
                tracing::warn!("{failure}: {error:#}; trying again in {seconds} s");
            }
        }
        tokio::time::sleep(delay).await;
    }
}
