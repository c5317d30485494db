//! Games against the computer.

use connect4::{Level, Seat};
use fourfall::{
    game::{
        ChannelId, Game, GameResult, InteractionId, LeaderboardId, MessageId, NewGame, Period,
        PlayerId, Players, Record, Scope, Series, SeriesId, SortBy, UPDATE_LOST_AFTER,
    },
    store::{Constraint, Deadline, MessageOwner},
};

use super::{
    Fixture, GUILD, NOON, START, after_move, constraint, game_config, message_handle, player,
};

fn against_computer(level: Level, seat: Seat, interaction: u64) -> NewGame {
    NewGame {
        challenge: None,
        config: game_config(20),
        players: Players::Computer { person: player(1), seat, level },
        series: Series::new(SeriesId(interaction)),
        max_games_per_channel: None,
        started: super::at(NOON),
        changed_by: InteractionId(interaction),
    }
}

#[tokio::test]
async fn a_computer_game_reads_back_as_it_was_saved() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let mut interaction = 100;
    for level in Level::ALL {
        for seat in Seat::BOTH {
            interaction += 10;
            let new = against_computer(level, seat, interaction);
            let game =
                store.start_game(&new, &message_handle(Some(5)), None).await.unwrap().unwrap();
            assert_eq!(store.game(game.id).await.unwrap().as_ref(), Some(&game));
            let started = store.game_by_interaction(InteractionId(interaction)).await.unwrap();
            assert_eq!(started.as_ref(), Some(&game));
            let live = store.live_games_in_channel(ChannelId(20), PlayerId(1)).await.unwrap();
            assert_eq!(live, std::slice::from_ref(&game));
            let after = fixture.finish_game(&game, GameResult::Won(Seat::Second)).await;
            let lost_before = after.effects.unwrap().lost_before;
            assert_eq!(lost_before, seat == Seat::Second, "the first game is lost");
            assert_eq!(store.game(game.id).await.unwrap(), Some(after));
            assert_eq!(store.live_games(PlayerId(1)).await.unwrap(), []);
        }
    }
    assert_eq!(super::record(store, Scope::Global, PlayerId(1)).await, Record::default());
    let leaderboard = LeaderboardId {
        scope: Scope::Guild(GUILD),
        period: Period::AllTime,
        sort_by: SortBy::Wins,
    };
    assert_eq!(super::leaderboard_size(store, leaderboard, NOON).await, 0);
    assert_eq!(store.next_deadline(START).await.unwrap(), None);
}

#[tokio::test]
async fn an_interaction_starts_one_game_per_player_and_channel() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let new = against_computer(Level::Easy, Seat::First, 100);
    let game = store.start_game(&new, &message_handle(None), None).await.unwrap().unwrap();
    let again = store.start_game(&new, &message_handle(None), None).await;
    assert_eq!(constraint(again), Constraint::Idempotency);
    let other = against_computer(Level::Easy, Seat::First, 200);
    assert_eq!(
        constraint(store.start_game(&other, &message_handle(None), None).await),
        Constraint::LiveGames
    );
    fixture.finish_game(&game, GameResult::Resigned(Seat::First)).await;
    assert_eq!(
        constraint(store.start_game(&new, &message_handle(None), None).await),
        Constraint::Idempotency
    );
    assert!(store.start_game(&other, &message_handle(None), None).await.unwrap().is_some());
}

#[tokio::test]
async fn the_computers_turn_is_a_deadline_until_it_moves() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let new = against_computer(Level::Hard, Seat::Second, 100);
    let game = store.start_game(&new, &message_handle(Some(5)), None).await.unwrap().unwrap();
    let due = [Deadline::Computer(game.id)];
    let lost_at = NOON.after(UPDATE_LOST_AFTER);
    assert_eq!(
        store.due_deadlines(NOON).await.unwrap(),
        [],
        "the interaction that started the game handles it"
    );
    assert_eq!(store.due_deadlines(lost_at).await.unwrap(), due, "the computer moves first");
    let moved = Game {
        changed_by: game.changed_by,
        board_message: game.board_message.clone(),
        ..after_move(&game)
    };
    assert!(store.save_game(game.version, &moved).await.unwrap().is_some());
    assert_eq!(store.game(game.id).await.unwrap().as_ref(), Some(&moved));
    assert_eq!(store.next_deadline(START).await.unwrap(), None);

    let mine = after_move(&moved);
    assert!(store.save_game(moved.version, &mine).await.unwrap().is_some());
    assert_eq!(store.due_deadlines(lost_at).await.unwrap(), due);
    let minute = std::time::Duration::from_mins(1);
    store.postpone(Deadline::Computer(game.id), NOON, minute).await.unwrap();
    let later = NOON.after(minute);
    assert_eq!(store.due_deadlines(lost_at).await.unwrap(), []);
    assert_eq!(store.next_deadline(START).await.unwrap(), Some(later));
    let reposted = Game { moves: mine.moves.clone(), ..after_move(&mine) };
    assert!(store.save_game(mine.version, &reposted).await.unwrap().is_some());
    assert_eq!(store.next_deadline(START).await.unwrap(), Some(later), "the deadline is kept");

    let late = Game { changed_by: mine.changed_by, ..after_move(&mine) };
    let conflict = store.save_game(mine.version, &late).await.unwrap();
    assert_eq!(conflict, None);
    assert_eq!(
        store.next_deadline(START).await.unwrap(),
        Some(later),
        "a conflict removes no deadline"
    );
    fixture.finish_game(&reposted, GameResult::Resigned(Seat::Second)).await;
    assert_eq!(store.next_deadline(START).await.unwrap(), None);
}

#[tokio::test]
async fn the_computers_move_leaves_the_message_handle_alone() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let new = against_computer(Level::Hard, Seat::Second, 100);
    let game = store.start_game(&new, &message_handle(None), None).await.unwrap().unwrap();
    let token = game.board_message.token.clone();
    store.record_message_id(&MessageOwner::Board(game.id, token), MessageId(5)).await.unwrap();
    let moved = Game { board_message: message_handle(None), ..after_move(&game) };
    assert!(store.save_game(game.version, &moved).await.unwrap().is_some());
    let stored = store.game(game.id).await.unwrap().unwrap();
    assert_eq!((stored.board_message.message, stored.moves), (Some(MessageId(5)), moved.moves));
}
