//! How reviews run: one at a time, in the background, in advance.

use super::{SearchEnd, SearchKind, TIMEOUT, TestSearches, all_scores, game};
use crate::computer::ReviewProgress;

#[tokio::test]
async fn a_review_runs_backwards_and_reports_progress() {
    let mut test = TestSearches::with_permits(1);
    let game = game(1, "4453");
    let handle = test.review(&game);
    let mut progress = handle.progress.clone();
    let progress_of = |done| ReviewProgress { done, total: 4, is_queued: false };
    assert_eq!(*progress.borrow_and_update(), progress_of(0), "no other review is under way");
    assert!(test.review(&self::game(2, "45")).progress.borrow().is_queued);
    progress.changed().await.unwrap();
    assert_eq!(*progress.borrow_and_update(), progress_of(0));
    for (done, ply) in [3, 2, 1, 0].into_iter().enumerate() {
        test.next(SearchKind::Review, ply).await.end(SearchEnd::Found);
        progress.changed().await.unwrap();
        assert_eq!(*progress.borrow_and_update(), progress_of(done + 1));
    }
    assert_eq!(handle.scores.await, Some(all_scores(&game)));
    assert!(progress.changed().await.is_err(), "the channel closes with the review");
}

#[tokio::test]
async fn reviews_run_one_at_a_time_in_request_order() {
    let mut test = TestSearches::with_permits(4);
    let games = [game(1, "12"), game(2, "123"), game(3, "1")];
    let reviews: Vec<_> = games.iter().map(|game| test.review(game)).collect();
    for ply in [1, 0, 2, 1, 0, 0] {
        let search = test.next(SearchKind::Review, ply).await;
        // Gives other reviews the chance to start.
        tokio::task::yield_now().await;
        assert!(test.started.is_empty());
        search.end(SearchEnd::Found);
    }
    for (game, review) in games.iter().zip(reviews) {
        assert_eq!(review.scores.await, Some(all_scores(game)));
    }
}

#[tokio::test]
async fn a_review_in_the_background_waits_for_requested_ones() {
    let mut test = TestSearches::with_permits(2);
    let (background, requested) = (game(1, "123"), game(2, "12"));
    let searches = test.searches.clone();
    let reviewed = background.clone();
    let scores = tokio::spawn(async move { searches.reviews.in_background(&reviewed).await });
    test.next(SearchKind::Review, 2).await.end(SearchEnd::Found);
    let paused = test.next(SearchKind::Review, 1).await;

    let handle = test.review(&requested);
    assert!(!handle.progress.borrow().is_queued, "nobody waits for the other review");
    let search = test.next(SearchKind::Review, 1).await;
    assert_ne!(search.backend, paused.backend);
    search.end(SearchEnd::Found);
    let next = test.review(&game(3, "1"));
    test.next(SearchKind::Review, 0).await.end(SearchEnd::Found);
    assert_eq!(handle.scores.await, Some(all_scores(&requested)));
    let search = test.next(SearchKind::Review, 0).await;
    let is_freed = async {
        while test.live_backends() > 1 {
            tokio::task::yield_now().await;
        }
    };
    let freed = tokio::time::timeout(TIMEOUT, is_freed).await;
    assert!(freed.is_ok(), "the paused review holds its memory");
    search.end(SearchEnd::Found);
    assert!(next.scores.await.is_some());

    for ply in [1, 0] {
        test.next(SearchKind::Review, ply).await.end(SearchEnd::Found);
    }
    assert_eq!(scores.await.unwrap(), Some(all_scores(&background)));
}

#[tokio::test]
async fn reviews_in_the_background_run_one_at_a_time() {
    let mut test = TestSearches::with_permits(4);
    let reviews: Vec<_> = [game(1, "12"), game(2, "1")]
        .into_iter()
        .map(|game| {
            let searches = test.searches.clone();
            tokio::spawn(async move { searches.reviews.in_background(&game).await })
        })
        .collect();
    for ply in [1, 0, 0] {
        let search = test.next(SearchKind::Review, ply).await;
        // Gives the other review the chance to start.
        tokio::task::yield_now().await;
        assert!(test.started.is_empty());
        search.end(SearchEnd::Found);
    }
    for review in reviews {
        assert!(review.await.unwrap().is_some());
    }
}

#[tokio::test]
async fn requests_for_the_same_review_share_it() {
    let mut test = TestSearches::with_permits(2);
    let game = game(1, "12");
    let first = test.review(&game);
    test.next(SearchKind::Review, 1).await.end(SearchEnd::Found);
    let search = test.next(SearchKind::Review, 0).await;
    let second = test.review(&game);
    assert_eq!(*second.progress.borrow(), ReviewProgress { done: 1, total: 2, is_queued: false });
    search.end(SearchEnd::Found);
    assert_eq!(first.scores.await, Some(all_scores(&game)));
    assert_eq!(second.scores.await, Some(all_scores(&game)));
    assert!(test.started.is_empty());
}

#[tokio::test]
async fn a_failed_review_does_not_block_others() {
    for end in [SearchEnd::Nothing, SearchEnd::Panic] {
        let mut test = TestSearches::with_permits(1);
        let game = game(1, "12");
        let empty = self::game(2, "");
        let (failing, other) = (test.review(&game), test.review(&empty));
        test.next(SearchKind::Review, 1).await.end(end);
        assert_eq!(failing.scores.await, None);
        assert_eq!(other.scores.await, Some(all_scores(&empty)));

        let again = test.review(&game);
        test.next(SearchKind::Review, 1).await.end(SearchEnd::Found);
        test.next(SearchKind::Review, 0).await.end(SearchEnd::Found);
        assert_eq!(again.scores.await, Some(all_scores(&game)));
    }
}

#[tokio::test]
async fn a_review_frees_its_memory_when_it_ends() {
    for end in [SearchEnd::Found, SearchEnd::Nothing] {
        let mut test = TestSearches::with_permits(1);
        let handle = test.review(&game(1, "1"));
        let search = test.next(SearchKind::Review, 0).await;
        assert_eq!(test.live_backends(), 1);
        search.end(end);
        handle.scores.await;
        assert_eq!(test.live_backends(), 0);
    }
}

#[tokio::test]
async fn no_review_in_advance_starts_beside_another() {
    let mut test = TestSearches::with_permits(2);
    let handle = test.review(&game(1, "1"));
    assert!(test.searches.reviews.start_in_advance(&game(2, "12")).is_none());
    test.next(SearchKind::Review, 0).await.end(SearchEnd::Found);
    handle.scores.await;
    let handle = test.searches.reviews.start_in_advance(&game(2, "12")).unwrap();
    assert!(test.searches.reviews.start_in_advance(&game(3, "12")).is_none());
    test.next(SearchKind::Review, 1).await.end(SearchEnd::Found);
    test.next(SearchKind::Review, 0).await.end(SearchEnd::Found);
    assert_eq!(handle.scores.await, Some(all_scores(&game(2, "12"))));
}

#[tokio::test]
async fn a_requested_review_ends_one_in_advance() {
    let mut test = TestSearches::with_permits(1);
    let in_advance = test.searches.reviews.start_in_advance(&game(1, "1")).unwrap();
    let _cancelled = test.next(SearchKind::Review, 0).await;
    let requested = test.review(&game(2, "12"));
    assert!(!requested.progress.borrow().is_queued, "it waits for nothing");
    assert_eq!(in_advance.scores.await, None);
    for ply in [1, 0] {
        test.next(SearchKind::Review, ply).await.end(SearchEnd::Found);
    }
    assert!(requested.scores.await.is_some());
    test.wait_for_no_backends().await;
}

#[tokio::test]
async fn a_review_in_advance_goes_on_once_requested() {
    let mut test = TestSearches::with_permits(1);
    let game = game(1, "12");
    test.searches.reviews.start_in_advance(&game).unwrap();
    test.next(SearchKind::Review, 1).await.end(SearchEnd::Found);
    let search = test.next(SearchKind::Review, 0).await;
    let requested = test.review(&game);
    test.searches.reviews.give_up_in_advance();
    let other = test.review(&self::game(2, ""));
    search.end(SearchEnd::Found);
    assert_eq!(requested.scores.await, Some(all_scores(&game)));
    assert!(other.scores.await.is_some());
}

#[tokio::test]
async fn a_review_given_up_can_be_requested_at_once() {
    let mut test = TestSearches::with_permits(1);
    let game = game(1, "1");
    let in_advance = test.searches.reviews.start_in_advance(&game).unwrap();
    let _cancelled = test.next(SearchKind::Review, 0).await;
    test.searches.reviews.give_up_in_advance();
    let requested = test.review(&game);
    test.next(SearchKind::Review, 0).await.end(SearchEnd::Found);
    assert_eq!(in_advance.scores.await, None);
    assert_eq!(requested.scores.await, Some(all_scores(&game)));
}
