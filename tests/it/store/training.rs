//! Training in the store.

use std::time::Duration;

use futures_util::future::join_all;

use super::*;

const LEASE: Duration = Duration::from_mins(2);

#[tokio::test]
async fn one_process_at_a_time_reviews_for_a_trainee() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let lease = |player: u64, now: Timestamp| {
        store.lease_training_reviews(PlayerId(player), now, now.after(LEASE))
    };
    assert_eq!(lease(1, NOON).await.unwrap(), SaveResult::Conflict, "nobody knows the player");
    fixture.start_game(1, [1, 2], 1).await;
    let leases = join_all((0..5).map(|_| lease(1, NOON))).await;
    let holders = leases.into_iter().filter(|it| matches!(it, Ok(SaveResult::Saved))).count();
    assert_eq!(holders, 1);
    assert_eq!(lease(2, NOON).await.unwrap(), SaveResult::Saved, "for somebody else");

    let end = NOON.after(LEASE);
    let before_end = end.before(Duration::from_secs(1));
    assert_eq!(lease(1, before_end).await.unwrap(), SaveResult::Conflict);
    assert_eq!(lease(1, end).await.unwrap(), SaveResult::Saved, "the process is gone");
    let renewed = Some(end.after(LEASE + Duration::from_secs(1)));
    store.set_training_lease(PlayerId(1), renewed).await.unwrap();
    assert_eq!(lease(1, end).await.unwrap(), SaveResult::Conflict, "it was renewed meanwhile");
    store.set_training_lease(PlayerId(1), Some(end.after(10 * LEASE))).await.unwrap();
    assert_eq!(lease(1, end).await.unwrap(), SaveResult::Saved, "a clock was ahead");
    store.set_training_lease(PlayerId(1), None).await.unwrap();
    assert_eq!(lease(1, end).await.unwrap(), SaveResult::Saved, "the reviews have ended");
}
