//! Random actions of several users, compared with a model of the rules.

mod harness;
mod model;

use harness::Harness;
use proptest::{
    prelude::*,
    test_runner::{TestCaseError, TestRunner},
};

/// A random action. `challenge` and `game` are indices from the newest one back; `by`,
/// `to` and `seat` are indices of people and seats.
#[derive(Clone, Debug)]
enum Action {
    Challenge {
        by: usize,
        to: Option<usize>,
        time_control: usize,
    },
    /// Press a button of a challenge.
    PressChallenge {
        by: usize,
        challenge: usize,
        label: &'static str,
    },
    /// Press a button of a game's board: of the newest one, or of the one `age` versions
    /// older.
    PressBoard {
        by: usize,
        game: usize,
        age: usize,
        label: &'static str,
    },
    /// The player to move presses a column in the newest live game.
    Move {
        column: u8,
    },
    /// A player presses an offer button in the newest live game.
    Offer {
        seat: usize,
        label: &'static str,
    },
    /// The opponent answers the newest open offer.
    AnswerOffer {
        label: &'static str,
    },
    /// Press "Resign", and confirm or cancel.
    Resign {
        by: usize,
        game: usize,
        confirm: bool,
    },
    /// `/drop`; the following are commands, too.
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
    /// Stop the bot, and start it again some time later.
    Restart {
        minutes: i64,
    },
    /// Deliver the last interaction a second time.
    Redeliver,
}

/// How many users take part.
const PEOPLE: usize = 3;

fn actions() -> impl Strategy<Value = Action> {
    let person = 0..PEOPLE;
    let newest = prop_oneof![4 => Just(0_usize), 1 => 1..3_usize];
    let columns = ["1", "2", "3", "4", "5", "6", "7"];
    let offers = ["Draw", "Take back", "Accept", "Decline", "Rematch"];
    let label = prop_oneof![
        2 => prop::sample::select(columns.to_vec()),
        3 => prop::sample::select(offers.to_vec()),
    ];
    let response = prop::sample::select(vec!["Accept", "Accept", "Join", "Decline", "Cancel"]);
    let minutes = prop::sample::select(vec![1, 4, 5, 6, 10, 11, 60, 21 * 60, 24 * 60]);
    let to = prop_oneof![4 => person.clone().prop_map(Some), 1 => Just(None)];
    prop_oneof![
        3 => (person.clone(), to, 0..model::TIME_CONTROLS.len())
            .prop_map(|(by, to, time_control)| Action::Challenge { by, to, time_control }),
        5 => (person.clone(), newest.clone(), response)
            .prop_map(|(by, challenge, label)| Action::PressChallenge { by, challenge, label }),
        5 => (0..2_usize, prop::sample::select(vec!["Draw", "Take back", "Take back"]))
            .prop_map(|(seat, label)| Action::Offer { seat, label }),
        6 => prop::sample::select(vec!["Accept", "Decline"])
            .prop_map(|label| Action::AnswerOffer { label }),
        8 => (person.clone(), newest.clone(), prop_oneof![5 => Just(0), 1 => 1..4_usize], label)
            .prop_map(|(by, game, age, label)| Action::PressBoard { by, game, age, label }),
        12 => (1..=7_u8).prop_map(|column| Action::Move { column }),
        1 => (person.clone(), newest, any::<bool>())
            .prop_map(|(by, game, confirm)| Action::Resign { by, game, confirm }),
        2 => (person.clone(), 1..=8_u8).prop_map(|(by, column)| Action::Drop { by, column }),
        1 => person.clone().prop_map(|by| Action::Draw { by }),
        1 => person.clone().prop_map(|by| Action::TakeBack { by }),
        1 => person.prop_map(|by| Action::Board { by }),
        3 => minutes.clone().prop_map(|minutes| Action::Wait { minutes }),
        1 => minutes.prop_map(|minutes| Action::Restart { minutes }),
        2 => Just(Action::Redeliver),
    ]
}

/// Runs one case.
async fn run(actions: Vec<Action>) -> Result<(), TestCaseError> {
    let mut harness = Harness::open().await;
    // Most actions need a game, so start with one.
    let start = [
        Action::Challenge { by: 0, to: Some(1), time_control: 3 },
        Action::PressChallenge { by: 1, challenge: 0, label: "Accept" },
    ];
    for action in start.into_iter().chain(actions) {
        harness.apply(&action).await?;
        harness.check().await?;
    }
    harness.close().await;
    Ok(())
}

#[test]
fn random_actions_match_a_model_of_the_rules() {
    let config = ProptestConfig {
        cases: 32,
        failure_persistence: None,
        max_shrink_iters: 2_000,
        ..ProptestConfig::default()
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let cases = prop::collection::vec(actions(), 1..80);
    let result = TestRunner::new(config).run(&cases, |actions| runtime.block_on(run(actions)));
    if let Err(failure) = result {
        panic!("{failure}");
    }
}
