//! Which requests to Discord are retried, and for how long.

use std::time::Duration;

use clock::Stopwatch;
use serenity::all::GatewayError;
use thiserror::Error;

use super::interaction_client::SendError;
use crate::backoff::Backoff;

/// The delay after the token was refused, which may have been a fault of Discord's.
const REFUSED_DELAY: Duration = Duration::from_secs(3);

/// An attempt that ran for longer had reached Discord, so its end says nothing about the
/// attempts before it.
const LONG_ATTEMPT: Duration = Duration::from_mins(1);

/// Discord refuses the token, which no retry can fix.
#[derive(Debug, Error)]
#[error("Discord refuses the token")]
pub struct WrongToken;

/// Whether an attempt failed since Discord refuses the token.
fn is_of_token(error: &anyhow::Error) -> bool {
    error.downcast_ref::<SendError>().is_some_and(SendError::is_of_token)
        || matches!(
            error.downcast_ref(),
            Some(serenity::Error::Gateway(GatewayError::InvalidAuthentication))
        )
}

/// Runs `attempt` until it succeeds, with growing delays between attempts. Fails if the
/// token is refused twice in a row.
pub(super) async fn retry_with_backoff<T, Attempt>(
    failure: &'static str,
    mut attempt: impl FnMut() -> Attempt,
) -> Result<T, WrongToken>
where
    Attempt: Future<Output = anyhow::Result<T>>,
{
    let mut delays = Delays::default();
    loop {
        let stopwatch = Stopwatch::start();
        let error = match attempt().await {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        let delay = delays.after(&error, stopwatch.elapsed())?;
        let seconds = delay.as_secs();
        if is_of_token(&error) {
            tracing::warn!("Discord refuses the token; trying again in {seconds} s");
        } else {
            tracing::warn!("{failure}: {error:#}; trying again in {seconds} s");
        }
        tokio::time::sleep(delay).await;
    }
}

/// The delays after failed attempts.
#[derive(Debug, Default)]
struct Delays {
    backoff: Backoff,
    /// Whether the last attempt ended because the token was refused.
    was_refused: bool,
}

impl Delays {
    /// The delay after an attempt that failed after `duration`.
    fn after(&mut self, error: &anyhow::Error, duration: Duration) -> Result<Duration, WrongToken> {
        let is_refused = is_of_token(error);
        if duration >= LONG_ATTEMPT {
            *self = Self::default();
        }
        let was_refused = std::mem::replace(&mut self.was_refused, is_refused);
        if is_refused {
            return if was_refused { Err(WrongToken) } else { Ok(REFUSED_DELAY) };
        }
        let limited = error.downcast_ref::<SendError>().and_then(SendError::retry_after);
        Ok(self.backoff.next_delay().max(limited.unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::rate_limits::RateLimited;

    const SHORT: Duration = Duration::from_millis(10);

    fn refused() -> anyhow::Error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication).into()
    }

    fn unreachable() -> anyhow::Error {
        anyhow::anyhow!("Discord cannot be reached")
    }

    #[test]
    fn a_token_refused_twice_in_a_row_is_wrong() {
        let mut delays = Delays::default();
        assert_eq!(delays.after(&refused(), SHORT).unwrap(), REFUSED_DELAY);
        assert!(delays.after(&refused(), SHORT).is_err());
    }

    #[test]
    fn a_token_refused_once_in_a_while_is_not_wrong() {
        let mut delays = Delays::default();
        for error in [refused(), unreachable(), refused(), unreachable()] {
            assert!(delays.after(&error, SHORT).is_ok());
        }
        for _ in 0..3 {
            assert!(delays.after(&refused(), LONG_ATTEMPT).is_ok(), "it worked until now");
        }
    }

    #[test]
    fn delays_start_again_after_a_long_connection() {
        let mut delays = Delays::default();
        for _ in 0..10 {
            delays.after(&unreachable(), SHORT).unwrap();
        }
        let longest = delays.after(&unreachable(), SHORT).unwrap();
        assert!(delays.after(&unreachable(), LONG_ATTEMPT).unwrap() < longest / 10);
    }

    #[test]
    fn a_delay_is_as_long_as_discord_says() {
        let mut delays = Delays::default();
        let limited = |retry_after| {
            let limited = RateLimited { retry_after, ..RateLimited::default() };
            anyhow::Error::from(SendError::from(limited))
        };
        let told = Duration::from_mins(10);
        assert_eq!(delays.after(&limited(Some(told)), SHORT).unwrap(), told);
        assert_eq!(delays.after(&limited(None), SHORT).unwrap(), Duration::from_secs(2));
        let short = limited(Some(Duration::ZERO));
        assert_eq!(delays.after(&short, SHORT).unwrap(), Duration::from_secs(4));
        let long = Duration::from_hours(72);
        assert_eq!(delays.after(&limited(Some(long)), SHORT).unwrap(), long);
    }

    #[test]
    fn faults_of_the_network_are_retried_for_ever() {
        let mut delays = Delays::default();
        for _ in 0..100 {
            assert!(delays.after(&unreachable(), SHORT).is_ok());
        }
    }
}
