//! Many at once, by two processes: what one alone may do, one alone does.

use std::sync::Arc;

use connect4::Seat;
use fourfall::{
    admin,
    play::{
        ChallengeState, Ending, Game, GuildId, InteractionId, NewGame, Player, PlayerId, Players,
        Rated, Setting, SettingsChange,
    },
    store::{self, Constraint, Saved, Store, StoreError},
    theme::Theme,
};
use futures_util::future::join_all;

use super::{Fixture, changed, ended, new_game, posting, taken, terms};
use crate::support::PATIENCE;

/// Two processes' ways to one database.
async fn two(fixture: &Fixture) -> [Arc<dyn Store>; 2] {
    let other = store::open(&fixture.database.address()).await.unwrap();
    [Arc::clone(&fixture.store), other]
}

/// Has them begin these games, all at once.
async fn begin_all(fixture: &Fixture, wishes: &[NewGame]) -> Vec<Result<Option<Game>, StoreError>> {
    let (stores, posting) = (two(fixture).await, posting(None));
    let begun = (0..).zip(wishes);
    join_all(begun.map(|(number, new)| stores[number % 2].begin_game(new, &posting))).await
}

#[tokio::test]
async fn a_server_that_wants_three_games_in_a_channel_gets_three() {
    let fixture = Fixture::new().await;
    let mut wishes = Vec::new();
    for pair in 0..10 {
        let challenge = fixture.challenge(terms(20, 2 * pair + 1, Some(2 * pair + 2), pair)).await;
        let new = new_game(&challenge, [2 * pair + 1, 2 * pair + 2], 100 + pair);
        wishes.push(NewGame { most_in_channel: Some(3), ..new });
    }
    let begun = begin_all(&fixture, &wishes).await;
    let (begun, refused): (Vec<_>, Vec<_>) = begun.into_iter().partition(Result::is_ok);
    assert_eq!(begun.len(), 3);
    for refused in refused {
        assert_eq!(taken(refused), Constraint::GamesInChannel);
    }
}

#[tokio::test]
async fn three_challenges_of_a_challenger_wait_at_most() {
    let fixture = Fixture::new().await;
    let stores = two(&fixture).await;
    let posting = posting(None);
    let terms: Vec<_> = (0..10).map(|it| terms(20 + it, 1, Some(2 + it), 100 + it)).collect();
    let posted = join_all(
        (0..).zip(&terms).map(|(number, it)| stores[number % 2].post_challenge(it, &posting)),
    );
    let (posted, refused): (Vec<_>, Vec<_>) = posted.await.into_iter().partition(Result::is_ok);
    assert_eq!(posted.len(), 3);
    for refused in refused {
        assert_eq!(taken(refused), Constraint::WaitingSlots);
    }
}

#[tokio::test]
async fn one_acceptance_of_many_begins_a_game() {
    let fixture = Fixture::new().await;
    let challenge = fixture.challenge(terms(20, 1, None, 100)).await;
    let wishes: Vec<_> = (2..12).map(|it| new_game(&challenge, [1, it], 100 + it)).collect();
    let begun = begin_all(&fixture, &wishes).await;
    let begun: Vec<_> = begun.into_iter().filter_map(|it| it.ok().flatten()).collect();
    assert_eq!(begun.len(), 1);
    let kept = fixture.store.challenge(challenge.id).await.unwrap().unwrap();
    assert_eq!(kept.state, ChallengeState::Accepted);
}

#[tokio::test]
async fn of_games_that_two_begin_at_once_three_are_rated() {
    let fixture = Fixture::new().await;
    let mut wishes = Vec::new();
    for number in 0..10 {
        let mut terms = terms(20 + number, 1 + number % 2, Some(2 - number % 2), 100 + number);
        terms.setup.rated = Rated::Yes;
        let challenge = fixture.challenge(terms).await;
        wishes.push(new_game(&challenge, [1 + number % 2, 2 - number % 2], 200 + number));
        // Else the pair would have more than one waiting challenge.
        let (state, at) = (ChallengeState::Cancelled, super::NOON);
        assert_eq!(
            fixture.store.end_challenge(challenge.id, state, None, at).await.unwrap(),
            Saved::Yes
        );
        wishes.last_mut().unwrap().challenge = None;
    }
    let begun = begin_all(&fixture, &wishes).await;
    let rated = begun.into_iter().map(|it| it.unwrap().unwrap().setup.rated);
    assert_eq!(rated.filter(|it| *it == Rated::Yes).count(), 3);
}

#[tokio::test]
async fn changes_of_a_servers_settings_are_all_kept() {
    let fixture = Fixture::new().await;
    let [one, other] = two(&fixture).await;
    for round in 0..20 {
        let guild = GuildId(1_000 + round);
        let (theme, reminders) = tokio::join!(
            one.change_settings(guild, SettingsChange::Setting(Setting::Theme(Theme::Shapes))),
            other.change_settings(guild, SettingsChange::Setting(Setting::Reminders(false))),
        );
        theme.unwrap();
        reminders.unwrap();
        let kept = fixture.store.settings(guild).await.unwrap();
        assert_eq!((kept.theme, kept.reminders), (Theme::Shapes, false));
    }
}

#[tokio::test]
async fn who_is_forgotten_amid_moves_and_ends_is_forgotten_wholly() {
    let fixture = Fixture::new().await;
    let stores = two(&fixture).await;
    for round in 0..5 {
        let mut games = Vec::new();
        for number in 0..20 {
            let at = 1_000 * (round + 1) + 20 * number;
            games.push(fixture.begin(at, [at, at + 1], at).await);
        }
        let gone: Vec<_> = games[..5].iter().map(|game| person(game, Seat::First)).collect();
        let changes = (0..).zip(&games).map(|(number, game)| {
            let store = &stores[number % 2];
            async move {
                if number % 3 == 0 {
                    store.save_game(game.version, &changed(game)).await
                } else {
                    store.save_game(game.version, &ended(game, Ending::Won(Seat::First))).await
                }
            }
        });
        let forgetting = (0..).zip(&games[..5]).map(|(number, game)| {
            let store = &stores[number % 2];
            let left = ended(game, Ending::Resigned(Seat::First));
            async move {
                let player = person(game, Seat::First);
                // Where the game changed first, once more as it is by then.
                if store.forget_player(player, vec![(game.version, left)]).await.is_err() {
                    let now = store.game(game.id).await.unwrap().unwrap();
                    let ending = Ending::Resigned(Seat::First);
                    let left = now.ending.is_none().then(|| (now.version, ended(&now, ending)));
                    store.forget_player(player, left.into_iter().collect()).await.unwrap();
                }
            }
        });
        let (saved, _) = tokio::join!(join_all(changes), join_all(forgetting));
        for saved in saved {
            assert!(saved.is_ok(), "nobody stands in another's way for good: {saved:?}");
        }
        for player in gone {
            assert_eq!(fixture.store.player(player).await.unwrap(), None);
        }
    }
    let report = admin::check(&*fixture.store).await.unwrap();
    assert_eq!(report.differences, []);
}

fn person(game: &Game, seat: Seat) -> PlayerId {
    let Players::People([first, second]) = &game.players else { panic!("nobody: {game:?}") };
    let Player { id, .. } = if seat == Seat::First { first } else { second };
    *id
}

#[tokio::test]
async fn a_change_whose_outcome_got_lost_can_be_tried_again() {
    let fixture = Fixture::new().await;
    let [one, other] = two(&fixture).await;
    let game = fixture.begin(20, [1, 2], 100).await;
    let after = changed(&game);
    assert_eq!(one.save_game(game.version, &after).await.unwrap(), Saved::Yes);
    assert_eq!(other.save_game(game.version, &after).await.unwrap(), Saved::Yes);
    let mut late = changed(&game);
    late.changed_by = InteractionId(999);
    assert_eq!(other.save_game(game.version, &late).await.unwrap(), Saved::Overtaken);
}

#[tokio::test]
async fn a_store_closes_while_moves_are_under_way() {
    let fixture = Fixture::new().await;
    let [_, store] = two(&fixture).await;
    let mut games = Vec::new();
    for number in 0..20 {
        let at = 1_000 + 20 * number;
        games.push(fixture.begin(at, [at, at + 1], at).await);
    }
    let after: Vec<_> = games.iter().map(changed).collect();
    let moves = games.iter().zip(&after).map(|(game, after)| store.save_game(game.version, after));
    let closing = async {
        tokio::task::yield_now().await;
        store.close().await;
    };
    let both = async { tokio::join!(join_all(moves), closing) };
    let (moves, ()) = tokio::time::timeout(PATIENCE, both).await.expect("it waits for ever");
    for (moved, after) in moves.iter().zip(&after) {
        let stored = fixture.store.game(after.id).await.unwrap().unwrap();
        assert_eq!(moved.is_ok(), stored.version == after.version, "{moved:?}");
    }
}
