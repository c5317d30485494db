//! Random actions of several users, compared with a model of the rules.

mod harness;
mod model;
mod puzzle_model;
mod staying;

use harness::Harness;
use model::Choice;
use proptest::{prelude::*, test_runner::TestCaseError};

use crate::support::{property_runner, repeats};

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
    /// The player who waits in the newest live game posts the board again, and the other
    /// presses a column on the board before.
    Overtake {
        column: u8,
    },
    /// A player presses *Claim win* in the newest game that has it.
    Claim {
        seat: usize,
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
    Board {
        by: usize,
    },
    /// Change one's preferences.
    Choose {
        by: usize,
        choice: Choice,
    },
    /// Block somebody, or lift the block.
    Block {
        by: usize,
        whom: usize,
        lift: bool,
    },
    /// `/train`, and a press of a button of what it shows.
    Train {
        by: usize,
        label: &'static str,
    },
    /// `/daily`, and a press of a column that is right, or wrong.
    Daily {
        by: usize,
        is_right: bool,
    },
    Moderate(Moderation),
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

/// What the owner of the server does.
#[derive(Clone, Debug)]
enum Moderation {
    /// Remove a person from the server.
    Remove {
        whom: usize,
    },
    LetBack {
        whom: usize,
    },
}

impl Action {
    /// Who uses a command or presses a button that is named.
    const fn by(&self) -> Option<usize> {
        match *self {
            Self::Challenge { by, .. }
            | Self::PressChallenge { by, .. }
            | Self::PressBoard { by, .. }
            | Self::Resign { by, .. }
            | Self::Drop { by, .. }
            | Self::Board { by }
            | Self::Choose { by, .. }
            | Self::Block { by, .. }
            | Self::Train { by, .. }
            | Self::Daily { by, .. } => Some(by),
            _ => None,
        }
    }
}

/// How many users take part.
const PEOPLE: usize = 3;

fn actions() -> impl Strategy<Value = Action> {
    let person = 0..PEOPLE;
    let newest = prop_oneof![4 => Just(0_usize), 1 => 1..3_usize];
    let columns = ["1", "2", "3", "4", "5", "6", "7"];
    let offers = ["Offer draw", "Take back", "Accept", "Decline", "Withdraw", "Rematch"];
    let label = prop_oneof![
        2 => prop::sample::select(columns.to_vec()),
        3 => prop::sample::select(offers.to_vec()),
    ];
    let column = prop::sample::select(columns.to_vec());
    let response = prop::sample::select(vec!["Accept", "Accept", "Join", "Decline", "Cancel"]);
    // A case begins at 14:13 (UTC), and may reach the end of the day in one step.
    let nearly_midnight = 9 * 60 + 45;
    let waits = [1, 4, 5, 6, 10, 11, 60, nearly_midnight, 21 * 60, 24 * 60, 7 * 24 * 60];
    let minutes = prop::sample::select(waits.to_vec());
    let to = prop_oneof![4 => person.clone().prop_map(Some), 1 => Just(None)];
    prop_oneof![
        3 => (person.clone(), to, 0..model::TIME_CONTROLS.len())
            .prop_map(|(by, to, time_control)| Action::Challenge { by, to, time_control }),
        5 => (person.clone(), newest.clone(), response)
            .prop_map(|(by, challenge, label)| Action::PressChallenge { by, challenge, label }),
        5 => (0..2_usize, prop::sample::select(vec!["Offer draw", "Take back", "Take back"]))
            .prop_map(|(seat, label)| Action::Offer { seat, label }),
        4 => (1..=7_u8).prop_map(|column| Action::Overtake { column }),
        3 => (0..2_usize).prop_map(|seat| Action::Claim { seat }),
        2 => Just(Action::Wait { minutes: 7 * 24 * 60 }),
        6 => prop::sample::select(vec!["Accept", "Decline", "Withdraw"])
            .prop_map(|label| Action::AnswerOffer { label }),
        8 => (person.clone(), newest.clone(), prop_oneof![5 => Just(0), 1 => 1..4_usize], label)
            .prop_map(|(by, game, age, label)| Action::PressBoard { by, game, age, label }),
        12 => (1..=7_u8).prop_map(|column| Action::Move { column }),
        1 => (person.clone(), newest, any::<bool>())
            .prop_map(|(by, game, confirm)| Action::Resign { by, game, confirm }),
        2 => (person.clone(), 1..=8_u8).prop_map(|(by, column)| Action::Drop { by, column }),
        // Ann owns the server.
        1 => (1..PEOPLE).prop_map(|whom| Action::Moderate(Moderation::Remove { whom })),
        2 => (1..PEOPLE).prop_map(|whom| Action::Moderate(Moderation::LetBack { whom })),
        1 => person.clone().prop_map(|by| Action::Board { by }),
        3 => (person.clone(), prop::sample::select(Choice::ALL.to_vec()))
            .prop_map(|(by, choice)| Action::Choose { by, choice }),
        3 => (person.clone(), column).prop_map(|(by, label)| Action::Train { by, label }),
        4 => (person.clone(), prop::bool::weighted(0.8))
            .prop_map(|(by, is_right)| Action::Daily { by, is_right }),
        2 => (person.clone(), person, any::<bool>())
            .prop_map(|(by, whom, lift)| Action::Block { by, whom, lift }),
        3 => minutes.clone().prop_map(|minutes| Action::Wait { minutes }),
        1 => minutes.prop_map(|minutes| Action::Restart { minutes }),
        2 => Just(Action::Redeliver),
    ]
}

/// Runs one case. `seed` decides which interactions have another form than usual.
async fn run(seed: u64, actions: Vec<Action>) -> Result<(), TestCaseError> {
    let mut harness = Harness::open(seed).await;
    let result = apply_all(&mut harness, actions).await;
    if result.is_ok() {
        harness.close().await;
    } else {
        harness.discard();
    }
    result
}

async fn apply_all(harness: &mut Harness, actions: Vec<Action>) -> Result<(), TestCaseError> {
    // Most actions need a game, so start with one.
    let time_control = actions.len() % model::TIME_CONTROLS.len();
    let start = [
        Action::Challenge { by: 0, to: Some(1), time_control },
        Action::PressChallenge { by: 1, challenge: 0, label: "Accept" },
    ];
    for action in start.into_iter().chain(actions) {
        harness.apply(&action).await?;
        harness.check().await?;
    }
    harness.check_data().await?;
    harness.check_leaderboard().await
}

#[test]
fn random_actions_match_a_model_of_the_rules() {
    let config = ProptestConfig {
        cases: u32::try_from(repeats(16, 256)).unwrap(),
        failure_persistence: None,
        max_shrink_iters: 2_000,
        max_shrink_time: 60_000,
        ..ProptestConfig::default()
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let cases = (any::<u64>().no_shrink(), prop::collection::vec(actions(), 1..80));
    let result =
        property_runner(config).run(&cases, |(seed, actions)| runtime.block_on(run(seed, actions)));
    if let Err(failure) = result {
        panic!("{failure}");
    }
}
