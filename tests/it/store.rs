//! What a store keeps, and what it refuses to.

use fourfall::{
    engine::Level,
    locale::Locale,
    play::{
        ApplicationId, Challenge, ChallengeState, ChannelId, Ending, First, Game, GameId, GuildId,
        InteractionId, MessageId, NewChallenge, NewGame, Place, Player, PlayerId, Players, Posting,
        Record, Seated, SeriesId, Token,
    },
    rules::{Column, Seat, Shape},
    store::{Constraint, Deadline, Posted, Saved, Scope, SqliteStore, Store, StoreError},
    time::Timestamp,
};

const GUILD: GuildId = GuildId(10);
const NOON: Timestamp = Timestamp::from_milliseconds(1_700_000_000_000);

struct Fixture {
    store: SqliteStore,
    _folder: tempfile::TempDir,
}

impl Fixture {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("sqlite://{}/store.db", folder.path().display());
        Self { store: SqliteStore::open(&address).await.unwrap(), _folder: folder }
    }

    async fn challenge(&self, terms: NewChallenge) -> Challenge {
        self.store.post_challenge(&terms, &posting(None)).await.unwrap()
    }

    async fn begin(&self, channel: u64, players: [u64; 2], interaction: u64) -> Game {
        let challenge =
            self.challenge(terms(channel, players[0], Some(players[1]), interaction)).await;
        let new = new_game(&challenge, players, interaction + 1);
        self.store.begin_game(&new, &posting(Some(interaction))).await.unwrap().unwrap()
    }

    async fn finish(&self, game: &Game, ending: Ending) -> Game {
        let after = ended(game, ending);
        assert_eq!(self.store.save_game(game.version, &after).await.unwrap(), Saved::Yes);
        after
    }
}

fn player(id: u64) -> Player {
    Player { id: PlayerId(id), name: format!("Player {id}") }
}

fn posting(message: Option<u64>) -> Posting {
    Posting {
        message: message.map(MessageId),
        token: Token("token".to_owned()),
        token_expires_at: NOON,
    }
}

fn terms(channel: u64, challenger: u64, opponent: Option<u64>, interaction: u64) -> NewChallenge {
    NewChallenge {
        place: Place { guild: Some(GUILD), channel: ChannelId(channel) },
        challenger: player(challenger),
        opponent: opponent.map(player),
        shape: Shape::STANDARD,
        first: First::Challenger,
        rematch_of: None,
        series: SeriesId(interaction),
        locale: Locale::EnglishUs,
        made_at: NOON,
        expires_at: NOON,
        made_by: InteractionId(interaction),
    }
}

fn new_game(challenge: &Challenge, players: [u64; 2], interaction: u64) -> NewGame {
    NewGame {
        challenge: Some(challenge.id),
        place: challenge.terms.place,
        players: Players::People(players.map(player)),
        shape: challenge.terms.shape,
        series: challenge.terms.series,
        locale: Locale::EnglishUs,
        started_at: NOON,
        changed_by: InteractionId(interaction),
    }
}

fn changed(game: &Game) -> Game {
    let mut after = Game {
        version: game.version.next(),
        changed_by: InteractionId(game.changed_by.0 + 1),
        live: posting(Some(77)),
        ..game.clone()
    };
    after.moves.push(Column::from_number(4).unwrap());
    after
}

fn ended(game: &Game, ending: Ending) -> Game {
    let moves = match ending {
        Ending::Won(Seat::First) => "1212121",
        Ending::Won(Seat::Second) => "31212121",
        Ending::Drawn => "174166227341672362665415453424277135575133",
        Ending::Resigned(_) => "4",
    };
    Game {
        version: game.version.next(),
        changed_by: InteractionId(game.changed_by.0 + 1),
        ending: Some(ending),
        ended_at: Some(NOON),
        moves: moves.parse().unwrap(),
        ..game.clone()
    }
}

fn taken<T: std::fmt::Debug>(result: Result<T, StoreError>) -> Constraint {
    match result {
        Err(StoreError::Taken(constraint)) => constraint,
        other => panic!("not taken: {other:?}"),
    }
}

#[tokio::test]
async fn a_game_reads_back_as_it_was_stored() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    assert_eq!(fixture.store.game(game.id).await.unwrap().as_ref(), Some(&game));
    let after = changed(&game);
    assert_eq!(fixture.store.save_game(game.version, &after).await.unwrap(), Saved::Yes);
    assert_eq!(fixture.store.game(game.id).await.unwrap().as_ref(), Some(&after));
    for ending in [Ending::Won(Seat::Second), Ending::Drawn, Ending::Resigned(Seat::First)] {
        let game =
            fixture.begin(30 + ending_number(ending), [1, 2], 200 * ending_number(ending)).await;
        let after = fixture.finish(&game, ending).await;
        assert_eq!(fixture.store.game(game.id).await.unwrap(), Some(after));
    }
    assert_eq!(fixture.store.game(GameId(999)).await.unwrap(), None);
}

fn ending_number(ending: Ending) -> u64 {
    match ending {
        Ending::Won(_) => 1,
        Ending::Drawn => 2,
        Ending::Resigned(_) => 3,
    }
}

#[tokio::test]
async fn a_change_decided_on_an_older_version_is_not_stored() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    let after = changed(&game);
    assert_eq!(fixture.store.save_game(game.version, &after).await.unwrap(), Saved::Yes);
    let again = fixture.store.save_game(game.version, &after).await.unwrap();
    assert_eq!(again, Saved::Yes, "this very change is stored");
    let late = Game { changed_by: InteractionId(999), ..changed(&game) };
    assert_eq!(fixture.store.save_game(game.version, &late).await.unwrap(), Saved::Overtaken);
    let late = ended(&game, Ending::Resigned(Seat::First));
    assert_eq!(fixture.store.save_game(game.version, &late).await.unwrap(), Saved::Overtaken);
    assert_eq!(fixture.store.game(game.id).await.unwrap(), Some(after));
    assert_eq!(fixture.store.record_everywhere(PlayerId(1)).await.unwrap(), Record::default());
}

#[tokio::test]
async fn of_many_changes_at_once_one_is_stored() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    let after = changed(&game);
    let tries = (0..50).map(|_| fixture.store.save_game(game.version, &after));
    let saved = futures_util::future::join_all(tries).await;
    let stored = saved.into_iter().filter(|saved| matches!(saved, Ok(Saved::Yes))).count();
    assert_eq!(stored, 1);
}

#[tokio::test]
async fn a_player_sits_in_one_live_game_per_channel() {
    let fixture = Fixture::new().await;
    let first = fixture.begin(20, [1, 2], 100).await;
    let challenge = fixture.challenge(terms(20, 3, Some(2), 200)).await;
    let refused =
        fixture.store.begin_game(&new_game(&challenge, [3, 2], 201), &posting(None)).await;
    assert_eq!(taken(refused), Constraint::LiveSeat);
    let still = fixture.store.challenge(challenge.id).await.unwrap().unwrap();
    assert_eq!(still.state, ChallengeState::Waiting, "a game that was not begun accepts nothing");
    fixture.finish(&first, Ending::Won(Seat::First)).await;
    let begun = fixture.store.begin_game(&new_game(&challenge, [3, 2], 202), &posting(None)).await;
    assert!(begun.unwrap().is_some());
}

#[tokio::test]
async fn a_live_game_is_found_by_channel_and_player() {
    let fixture = Fixture::new().await;
    let here = fixture.begin(20, [1, 2], 100).await;
    let there = fixture.begin(21, [3, 1], 200).await;
    let store = &fixture.store;
    let found = store.live_game(ChannelId(20), PlayerId(2)).await.unwrap();
    assert_eq!(found.as_ref(), Some(&here));
    assert_eq!(store.live_game(ChannelId(21), PlayerId(2)).await.unwrap(), None);
    let mine = store.live_games(PlayerId(1)).await.unwrap();
    assert_eq!(mine, [here.clone(), there]);
    fixture.finish(&here, Ending::Drawn).await;
    assert_eq!(store.live_game(ChannelId(20), PlayerId(2)).await.unwrap(), None);
}

#[tokio::test]
async fn a_challenge_begins_one_game() {
    let fixture = Fixture::new().await;
    let challenge = fixture.challenge(terms(20, 1, None, 100)).await;
    let store = &fixture.store;
    let joins = (2..20).map(|joiner| {
        let new = new_game(&challenge, [1, joiner], 100 + joiner);
        async move { store.begin_game(&new, &posting(None)).await.unwrap().is_some() }
    });
    let begun = futures_util::future::join_all(joins).await;
    assert_eq!(begun.into_iter().filter(|&begun| begun).count(), 1);
    let game = store.game_of_challenge(challenge.id).await.unwrap().unwrap();
    assert_eq!(game.seated(Seat::First).person().unwrap().id, PlayerId(1));
    let accepted = store.challenge(challenge.id).await.unwrap().unwrap();
    assert_eq!(accepted.state, ChallengeState::Accepted);
}

#[tokio::test]
async fn an_interaction_makes_one_challenge() {
    let fixture = Fixture::new().await;
    let made = fixture.challenge(terms(20, 1, Some(2), 100)).await;
    let again = fixture.store.post_challenge(&terms(20, 1, None, 100), &posting(None)).await;
    assert_eq!(taken(again), Constraint::Once);
    let found = fixture.store.challenge_made_by(InteractionId(100)).await.unwrap();
    assert_eq!(found, Some(made));
}

#[tokio::test]
async fn a_pair_has_one_waiting_challenge_whoever_made_it() {
    let fixture = Fixture::new().await;
    let made = fixture.challenge(terms(20, 1, Some(2), 100)).await;
    for (challenger, opponent) in [(1, 2), (2, 1)] {
        let terms = terms(21, challenger, Some(opponent), 200 + challenger);
        let again = fixture.store.post_challenge(&terms, &posting(None)).await;
        assert_eq!(taken(again), Constraint::WaitingPair);
    }
    let by = Some(InteractionId(300));
    let declined = ChallengeState::Declined;
    assert_eq!(fixture.store.end_challenge(made.id, declined, by, NOON).await.unwrap(), Saved::Yes);
    fixture.challenge(terms(21, 2, Some(1), 400)).await;
}

#[tokio::test]
async fn a_challenger_has_three_waiting_challenges() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let tries = (0..10).map(|number| async move {
        store.post_challenge(&terms(20, 1, None, 100 + number), &posting(None)).await
    });
    let results = futures_util::future::join_all(tries).await;
    let (made, refused): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    assert_eq!(made.len(), 3);
    for refusal in refused {
        assert_eq!(taken(refusal), Constraint::WaitingSlots);
    }
    let cancelled = made[1].as_ref().unwrap().id;
    let state = ChallengeState::Cancelled;
    let saved = store.end_challenge(cancelled, state, None, NOON).await.unwrap();
    assert_eq!(saved, Saved::Yes);
    fixture.challenge(terms(20, 1, None, 200)).await;
}

#[tokio::test]
async fn a_finished_game_has_one_rematch() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    fixture.finish(&game, Ending::Drawn).await;
    let rematch = |challenger, opponent, interaction| NewChallenge {
        rematch_of: Some(game.id),
        ..terms(20, challenger, opponent, interaction)
    };
    let offered = fixture.challenge(rematch(1, Some(2), 200)).await;
    let again = fixture.store.post_challenge(&rematch(3, None, 201), &posting(None)).await;
    assert_eq!(taken(again), Constraint::Rematch);
    let expired = ChallengeState::Expired;
    let saved = fixture.store.end_challenge(offered.id, expired, None, NOON).await.unwrap();
    assert_eq!(saved, Saved::Yes);
    fixture.challenge(rematch(2, Some(1), 202)).await;
}

#[tokio::test]
async fn an_ended_challenge_stays_ended() {
    let fixture = Fixture::new().await;
    let made = fixture.challenge(terms(20, 1, Some(2), 100)).await;
    let store = &fixture.store;
    let end = |state| store.end_challenge(made.id, state, Some(InteractionId(101)), NOON);
    assert_eq!(end(ChallengeState::Declined).await.unwrap(), Saved::Yes);
    assert_eq!(end(ChallengeState::Cancelled).await.unwrap(), Saved::Overtaken);
    let begun = store.begin_game(&new_game(&made, [1, 2], 102), &posting(None)).await.unwrap();
    assert_eq!(begun, None);
    assert_eq!(store.live_games(PlayerId(1)).await.unwrap(), []);
}

#[tokio::test]
async fn the_situation_tells_what_a_challenge_must_fit_in_with() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 3], 100).await;
    let declined = fixture.challenge(terms(20, 1, Some(2), 200)).await;
    let store = &fixture.store;
    let saved = store
        .end_challenge(declined.id, ChallengeState::Declined, Some(InteractionId(201)), NOON)
        .await;
    assert_eq!(saved.unwrap(), Saved::Yes);
    let own = fixture.challenge(terms(21, 1, None, 300)).await;
    let theirs = fixture.challenge(terms(22, 2, Some(1), 400)).await;
    fixture.challenge(terms(22, 2, Some(4), 500)).await;
    let situation = store.situation(ChannelId(20), PlayerId(1), Some(PlayerId(2))).await.unwrap();
    assert_eq!(situation.playing, [(PlayerId(1), game.whereabouts())]);
    let waiting: Vec<_> = situation.waiting.iter().map(|waiting| waiting.whereabouts).collect();
    assert_eq!(waiting, [own.whereabouts(), theirs.whereabouts()]);
    assert_eq!(situation.declined_at, Some(NOON));
}

#[tokio::test]
async fn a_challenge_has_a_deadline_until_it_ends() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    assert_eq!(store.next_deadline().await.unwrap(), None);
    let made = fixture.challenge(terms(20, 1, None, 100)).await;
    let accepted = fixture.challenge(terms(20, 3, Some(2), 200)).await;
    assert_eq!(store.next_deadline().await.unwrap(), Some(NOON));
    let before = Timestamp::from_milliseconds(NOON.milliseconds() - 1);
    assert_eq!(store.due(before).await.unwrap(), []);
    let new = new_game(&accepted, [3, 2], 201);
    assert!(store.begin_game(&new, &posting(None)).await.unwrap().is_some());
    assert_eq!(store.due(NOON).await.unwrap(), [Deadline::Challenge(made.id)]);
    let expired = ChallengeState::Expired;
    assert_eq!(store.end_challenge(made.id, expired, None, NOON).await.unwrap(), Saved::Yes);
    assert_eq!(store.next_deadline().await.unwrap(), None);
}

#[tokio::test]
async fn a_message_is_learnt_until_the_board_is_drawn_elsewhere() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    let store = &fixture.store;
    let token = game.live.token.clone();
    store.learn_message(&Posted::Board(game.id, token), MessageId(5)).await.unwrap();
    let message = store.game(game.id).await.unwrap().unwrap().live.message;
    assert_eq!(message, Some(MessageId(5)));
    let other = Token("another".to_owned());
    store.learn_message(&Posted::Board(game.id, other), MessageId(6)).await.unwrap();
    let message = store.game(game.id).await.unwrap().unwrap().live.message;
    assert_eq!(message, Some(MessageId(5)));
    let challenge = fixture.challenge(terms(21, 1, None, 300)).await;
    store.learn_message(&Posted::Challenge(challenge.id), MessageId(7)).await.unwrap();
    let message = store.challenge(challenge.id).await.unwrap().unwrap().posting.message;
    assert_eq!(message, Some(MessageId(7)));
}

#[tokio::test]
async fn results_are_counted_for_both_players() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    for (number, ending) in [
        Ending::Won(Seat::First),
        Ending::Won(Seat::Second),
        Ending::Resigned(Seat::First),
        Ending::Drawn,
    ]
    .into_iter()
    .enumerate()
    {
        let game = fixture.begin(20, [1, 2], 100 * (number as u64 + 1)).await;
        fixture.finish(&game, ending).await;
    }
    let game = fixture.begin(20, [2, 1], 900).await;
    fixture.finish(&game, Ending::Won(Seat::First)).await;
    let one = Record { wins: 1, losses: 3, draws: 1 };
    assert_eq!(store.record(Some(GUILD), PlayerId(1)).await.unwrap(), one);
    assert_eq!(store.record_everywhere(PlayerId(1)).await.unwrap(), one);
    assert_eq!(store.record_versus(PlayerId(1), PlayerId(2)).await.unwrap(), one);
    let other = Record { wins: 3, losses: 1, draws: 1 };
    assert_eq!(store.record_versus(PlayerId(2), PlayerId(1)).await.unwrap(), other);
    assert_eq!(store.record(None, PlayerId(1)).await.unwrap(), Record::default());
}

#[tokio::test]
async fn the_leaderboard_goes_by_wins_then_losses_then_draws() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let results = [
        ([1, 9], Ending::Won(Seat::First)),
        ([1, 9], Ending::Won(Seat::First)),
        ([2, 9], Ending::Won(Seat::First)),
        ([3, 9], Ending::Won(Seat::First)),
        ([4, 9], Ending::Won(Seat::First)),
        ([4, 9], Ending::Drawn),
        ([5, 9], Ending::Won(Seat::First)),
        ([5, 9], Ending::Won(Seat::Second)),
    ];
    for (number, (players, ending)) in results.into_iter().enumerate() {
        let game = fixture.begin(20, players, 100 * (number as u64 + 1)).await;
        fixture.finish(&game, ending).await;
    }
    let page = store.standings(GUILD, 0, 10).await.unwrap();
    let lines: Vec<_> = page.lines.iter().map(|line| (line.rank, line.player.id.0)).collect();
    assert_eq!(lines, [(1, 1), (2, 4), (3, 2), (3, 3), (5, 5), (6, 9)]);
    assert_eq!(page.total, 6);
    let second = store.standings(GUILD, 3, 2).await.unwrap();
    let lines: Vec<_> = second.lines.iter().map(|line| (line.rank, line.player.id.0)).collect();
    assert_eq!(lines, [(3, 3), (5, 5)], "ranks do not start anew on each page");
    let own = store.standing(GUILD, PlayerId(3)).await.unwrap().unwrap();
    assert_eq!((own.rank, own.record.wins), (3, 1));
    assert_eq!(store.standing(GUILD, PlayerId(8)).await.unwrap(), None);
    assert_eq!(store.standings(GuildId(11), 0, 10).await.unwrap().total, 0);
}

#[tokio::test]
async fn names_are_kept_up_to_date() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    let renamed = Player { id: PlayerId(1), name: "Annika".to_owned() };
    fixture.store.rename(&renamed).await.unwrap();
    let game = fixture.store.game(game.id).await.unwrap().unwrap();
    assert_eq!(game.seated(Seat::First), Seated::Person(&renamed));
}

fn alone(level: Level, seat: Seat, interaction: u64) -> NewGame {
    NewGame {
        challenge: None,
        place: Place { guild: Some(GUILD), channel: ChannelId(20) },
        players: Players::Computer { person: player(1), seat, level },
        shape: Shape::STANDARD,
        series: SeriesId(interaction),
        locale: Locale::EnglishUs,
        started_at: NOON,
        changed_by: InteractionId(interaction),
    }
}

#[tokio::test]
async fn a_game_against_the_computer_reads_back_as_it_was_stored() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let mut interaction = 100;
    for level in Level::ALL {
        for seat in Seat::BOTH {
            interaction += 10;
            let new = alone(level, seat, interaction);
            let game = store.begin_game(&new, &posting(Some(5))).await.unwrap().unwrap();
            assert_eq!(store.game(game.id).await.unwrap().as_ref(), Some(&game));
            let begun = store.game_begun_by(InteractionId(interaction)).await.unwrap();
            assert_eq!(begun.as_ref(), Some(&game));
            let mine = store.live_game(ChannelId(20), PlayerId(1)).await.unwrap();
            assert_eq!(mine.as_ref(), Some(&game));
            let after = fixture.finish(&game, Ending::Won(Seat::Second)).await;
            assert_eq!(store.game(game.id).await.unwrap(), Some(after));
            assert_eq!(store.live_games(PlayerId(1)).await.unwrap(), []);
        }
    }
    assert_eq!(store.record_everywhere(PlayerId(1)).await.unwrap(), Record::default());
    assert_eq!(store.standings(GUILD, 0, 10).await.unwrap().total, 0);
    assert_eq!(store.next_deadline().await.unwrap(), None);
}

#[tokio::test]
async fn an_interaction_begins_one_game_and_a_player_sits_in_one() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let new = alone(Level::Easy, Seat::First, 100);
    let game = store.begin_game(&new, &posting(None)).await.unwrap().unwrap();
    let again = store.begin_game(&new, &posting(None)).await;
    assert_eq!(taken(again), Constraint::Once);
    let other = alone(Level::Easy, Seat::First, 200);
    assert_eq!(taken(store.begin_game(&other, &posting(None)).await), Constraint::LiveSeat);
    fixture.finish(&game, Ending::Resigned(Seat::First)).await;
    assert_eq!(taken(store.begin_game(&new, &posting(None)).await), Constraint::Once);
    assert!(store.begin_game(&other, &posting(None)).await.unwrap().is_some());
}

#[tokio::test]
async fn the_computers_turn_is_a_deadline_until_it_has_moved() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let new = alone(Level::Hard, Seat::Second, 100);
    let game = store.begin_game(&new, &posting(Some(5))).await.unwrap().unwrap();
    let due = [Deadline::Computer(game.id)];
    assert_eq!(store.due(NOON).await.unwrap(), due, "it opens");
    let moved = Game { changed_by: game.changed_by, live: game.live.clone(), ..changed(&game) };
    assert_eq!(store.save_computer_move(game.version, &moved).await.unwrap(), Saved::Yes);
    assert_eq!(store.game(game.id).await.unwrap().as_ref(), Some(&moved));
    assert_eq!(store.next_deadline().await.unwrap(), None);

    let mine = changed(&moved);
    assert_eq!(store.save_game(moved.version, &mine).await.unwrap(), Saved::Yes);
    assert_eq!(store.due(NOON).await.unwrap(), due);
    let later = NOON.after(std::time::Duration::from_mins(1));
    store.put_off(Deadline::Computer(game.id), later).await.unwrap();
    assert_eq!(store.due(NOON).await.unwrap(), []);
    assert_eq!(store.next_deadline().await.unwrap(), Some(later));
    let reposted = Game { moves: mine.moves.clone(), ..changed(&mine) };
    assert_eq!(store.save_game(mine.version, &reposted).await.unwrap(), Saved::Yes);
    assert_eq!(store.next_deadline().await.unwrap(), Some(later), "there is one already");

    let late = Game { changed_by: mine.changed_by, ..changed(&mine) };
    let overtaken = store.save_computer_move(mine.version, &late).await.unwrap();
    assert_eq!(overtaken, Saved::Overtaken);
    assert_eq!(
        store.next_deadline().await.unwrap(),
        Some(later),
        "what is not stored ends nothing"
    );
    fixture.finish(&reposted, Ending::Resigned(Seat::Second)).await;
    assert_eq!(store.next_deadline().await.unwrap(), None);
}

#[tokio::test]
async fn the_computers_move_leaves_the_posting_alone() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let new = alone(Level::Hard, Seat::Second, 100);
    let game = store.begin_game(&new, &posting(None)).await.unwrap().unwrap();
    let token = game.live.token.clone();
    store.learn_message(&Posted::Board(game.id, token), MessageId(5)).await.unwrap();
    let moved = Game { live: posting(None), ..changed(&game) };
    assert_eq!(store.save_computer_move(game.version, &moved).await.unwrap(), Saved::Yes);
    let stored = store.game(game.id).await.unwrap().unwrap();
    assert_eq!((stored.live.message, stored.moves), (Some(MessageId(5)), moved.moves));
}

#[tokio::test]
async fn registrations_are_kept_by_application_and_scope() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    let (one, other) = (ApplicationId(1), ApplicationId(2));
    store.note_registration(one, Scope::Global, Some("a")).await.unwrap();
    store.note_registration(one, Scope::Global, Some("b")).await.unwrap();
    store.note_registration(one, Scope::Guild(GUILD), Some("c")).await.unwrap();
    let known = store.registrations(one).await.unwrap();
    let expected = [(Scope::Global, "b".to_owned()), (Scope::Guild(GUILD), "c".to_owned())];
    assert_eq!(known, expected);
    assert_eq!(store.registrations(other).await.unwrap(), []);
    store.note_registration(one, Scope::Guild(GUILD), None).await.unwrap();
    assert_eq!(store.registrations(one).await.unwrap(), expected[..1]);
}

#[tokio::test]
async fn a_closed_store_takes_no_more() {
    let fixture = Fixture::new().await;
    let game = fixture.begin(20, [1, 2], 100).await;
    let store = &fixture.store;
    store.close().await;
    let refused = store.save_game(game.version, &changed(&game)).await;
    assert!(matches!(refused, Err(StoreError::Closed)), "{refused:?}");
}

#[tokio::test]
async fn a_game_whose_moves_make_no_sense_is_not_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite://{}/store.db", folder.path().display());
    let store = SqliteStore::open(&address).await.unwrap();
    let fixture = Fixture { store, _folder: folder };
    let game = fixture.begin(20, [1, 2], 100).await;
    let pool = sqlx::SqlitePool::connect(&address).await.unwrap();
    for moves in ["44444444", "48", "x", "1212121"] {
        let query = sqlx::query("UPDATE game SET moves = $1").bind(moves);
        query.execute(&pool).await.unwrap();
        let loaded = fixture.store.game(game.id).await;
        assert!(matches!(loaded, Err(StoreError::Corrupt(_))), "{moves}: {loaded:?}");
    }
}
