//! Random things that random people do, against a model of the rules.

mod model;
mod table;

use proptest::{
    prelude::*,
    test_runner::{TestCaseError, TestRunner},
};
use table::Table;

/// One thing that happens. Which challenge or game is meant is counted from the
/// newest.
#[derive(Clone, Debug)]
enum Action {
    Challenge {
        by: usize,
        to: Option<usize>,
        clock: usize,
    },
    /// A press on a challenge.
    Reply {
        by: usize,
        challenge: usize,
        label: &'static str,
    },
    /// A press on a game's board: the newest one, or one that was so often
    /// replaced.
    Press {
        by: usize,
        game: usize,
        age: usize,
        label: &'static str,
    },
    /// A press of whoever is to move.
    Move {
        column: u8,
    },
    /// A press of one of the two whose game goes on.
    Wish {
        seat: usize,
        label: &'static str,
    },
    /// A press of whoever is asked, by the newest offer.
    Answer {
        label: &'static str,
    },
    /// A press on "Resign", and the answer to the question.
    Resign {
        by: usize,
        game: usize,
        really: bool,
    },
    /// A command.
    Drop {
        by: usize,
        column: u8,
    },
    Draw {
        by: usize,
    },
    TakeBack {
        by: usize,
    },
    Board {
        by: usize,
    },
    Wait {
        minutes: i64,
    },
    /// The bot stops, and starts again some time later.
    Restart {
        minutes: i64,
    },
    /// Discord delivers the last event once more.
    Again,
}

const PEOPLE: usize = 3;

fn actions() -> impl Strategy<Value = Action> {
    let who = 0..PEOPLE;
    let newest = prop_oneof![4 => Just(0_usize), 1 => 1..3_usize];
    let columns = ["1", "2", "3", "4", "5", "6", "7"];
    let wishes = ["Draw", "Take back", "Accept", "Decline", "Rematch"];
    let label = prop_oneof![
        2 => prop::sample::select(columns.to_vec()),
        3 => prop::sample::select(wishes.to_vec()),
    ];
    let reply = prop::sample::select(vec!["Accept", "Accept", "Join", "Decline", "Cancel"]);
    let minutes = prop::sample::select(vec![1, 4, 5, 6, 10, 11, 60, 21 * 60, 24 * 60]);
    let to = prop_oneof![4 => who.clone().prop_map(Some), 1 => Just(None)];
    prop_oneof![
        3 => (who.clone(), to, 0..model::CLOCKS.len())
            .prop_map(|(by, to, clock)| Action::Challenge { by, to, clock }),
        5 => (who.clone(), newest.clone(), reply)
            .prop_map(|(by, challenge, label)| Action::Reply { by, challenge, label }),
        5 => (0..2_usize, prop::sample::select(vec!["Draw", "Take back", "Take back"]))
            .prop_map(|(seat, label)| Action::Wish { seat, label }),
        6 => prop::sample::select(vec!["Accept", "Decline"])
            .prop_map(|label| Action::Answer { label }),
        8 => (who.clone(), newest.clone(), prop_oneof![5 => Just(0), 1 => 1..4_usize], label)
            .prop_map(|(by, game, age, label)| Action::Press { by, game, age, label }),
        12 => (1..=7_u8).prop_map(|column| Action::Move { column }),
        1 => (who.clone(), newest, any::<bool>())
            .prop_map(|(by, game, really)| Action::Resign { by, game, really }),
        2 => (who.clone(), 1..=8_u8).prop_map(|(by, column)| Action::Drop { by, column }),
        1 => who.clone().prop_map(|by| Action::Draw { by }),
        1 => who.clone().prop_map(|by| Action::TakeBack { by }),
        1 => who.prop_map(|by| Action::Board { by }),
        3 => minutes.clone().prop_map(|minutes| Action::Wait { minutes }),
        1 => minutes.prop_map(|minutes| Action::Restart { minutes }),
        2 => Just(Action::Again),
    ]
}

async fn live(actions: Vec<Action>) -> Result<(), TestCaseError> {
    let mut table = Table::open().await;
    // Most of what can happen happens in a game.
    let begin = [
        Action::Challenge { by: 0, to: Some(1), clock: 3 },
        Action::Reply { by: 1, challenge: 0, label: "Accept" },
    ];
    for action in begin.into_iter().chain(actions) {
        table.act(&action).await?;
        table.check().await?;
    }
    table.close().await;
    Ok(())
}

#[test]
fn whatever_people_do_the_rules_hold() {
    let config = ProptestConfig {
        cases: 32,
        failure_persistence: None,
        max_shrink_iters: 2_000,
        ..ProptestConfig::default()
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let lives = prop::collection::vec(actions(), 1..80);
    let result = TestRunner::new(config).run(&lives, |actions| runtime.block_on(live(actions)));
    if let Err(failure) = result {
        panic!("{failure}");
    }
}
