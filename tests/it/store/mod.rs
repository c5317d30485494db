//! What a store keeps, and what it refuses to.

use std::sync::Arc;

use clock::Timestamp;
use connect4::{Column, Seat, Shape};
use fourfall::{
    locale::Locale,
    play::{
        ApplicationId, Challenge, ChannelId, Ending, First, Game, GuildId, InteractionId,
        MessageId, NewChallenge, NewGame, Place, Player, PlayerId, Players, Posting, Rated, Series,
        SeriesId, Setup, TimeControl, Token, TurnTime,
    },
    store::{self, Constraint, Saved, Scope, Store, StoreError},
    theme::Theme,
};

use crate::support::TestDatabase;

mod challenges;
mod clocks;
mod computer;
mod crowds;
mod data;
mod games;
mod rankings;
mod ratings;
mod records;
mod settings;

const GUILD: GuildId = GuildId(10);
const NOON: Timestamp = Timestamp::from_milliseconds(1_700_000_000_000);

struct Fixture {
    store: Arc<dyn Store>,
    database: TestDatabase,
}

impl Fixture {
    async fn new() -> Self {
        Self::on(TestDatabase::new().await).await
    }

    async fn on(database: TestDatabase) -> Self {
        Self { store: store::open(&database.address()).await.unwrap(), database }
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

    async fn game(&self, game: &Game) -> Game {
        self.store.game(game.id).await.unwrap().unwrap()
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

fn setup(channel: u64) -> Setup {
    Setup {
        place: Place { guild: Some(GUILD), channel: ChannelId(channel) },
        shape: Shape::STANDARD,
        time_control: TimeControl::OneDay,
        rated: Rated::No,
        theme: Theme::Shapes,
        locale: Locale::EnglishUs,
    }
}

fn terms(channel: u64, challenger: u64, opponent: Option<u64>, interaction: u64) -> NewChallenge {
    NewChallenge {
        setup: setup(channel),
        challenger: player(challenger),
        opponent: opponent.map(player),
        first: First::Challenger,
        rematch_of: None,
        series: Series::new(SeriesId(interaction)),
        made_at: NOON,
        expires_at: NOON,
        made_by: InteractionId(interaction),
    }
}

fn new_game(challenge: &Challenge, players: [u64; 2], interaction: u64) -> NewGame {
    NewGame {
        challenge: Some(challenge.id),
        setup: challenge.terms.setup,
        players: Players::People(players.map(player)),
        series: challenge.terms.series,
        most_in_channel: None,
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
        _ => "4",
    };
    Game {
        turn_time: TurnTime::default(),
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
