//! Random lives of the messages that stay in a server's channels: leaderboards, posts of puzzles,
//! weeks in words, and what is told of seasons. What the channels show is compared with a small
//! model of what may be shown and of what is owed.

mod actions;
mod checks;
mod disturbances;
mod life;
mod season_debts;
mod seen;

use fake_discord::FaultKind;
use proptest::{prelude::*, test_runner::TestCaseError};
use serde_json::json;
use tracing::Level;

use self::life::Life;
use crate::support::{RecordedLog, property_runner, repeats};

/// The result of a check; an error fails the test case.
type Checked = Result<(), TestCaseError>;

/// The people: Ann, who owns the server, Ben, Cleo, Dora and Eve.
const PEOPLE: usize = 5;

/// The channels in which messages stay. No game is played there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Board,
    Puzzle,
    Week,
    Season,
    /// Where the others move to, and a second leaderboard stays.
    Spare,
}

impl Place {
    const ALL: [Self; 5] = [Self::Board, Self::Puzzle, Self::Week, Self::Season, Self::Spare];
}

/// How much time passes.
#[derive(Clone, Copy, Debug)]
enum Pause {
    Minutes(u64),
    /// Until ten in the morning (UTC), after all posts of a day.
    Morning,
    MondayMorning,
}

/// A random action. `who` and the like are indices of people.
#[derive(Clone, Debug)]
enum Action {
    Win {
        winner: usize,
        loser: usize,
        begins: bool,
    },
    /// Solve the day's puzzle.
    Solve {
        who: usize,
    },
    Pass(Pause),
    /// Delete one's data. They have another display name from then on.
    Delete {
        who: usize,
    },
    Rename {
        who: usize,
    },
    Hide {
        who: usize,
    },
    /// Show one of those again who are hidden.
    Show {
        which: usize,
    },
    Reset {
        who: usize,
    },
    StartSeason,
    SeasonRhythm {
        monthly: bool,
    },
    BoardHere(Place),
    RemoveBoard(Place),
    PuzzleHere(Place),
    PuzzleOff,
    WeekHere(Place),
    WeekOff,
    /// Stop the bot, and start it again some time later.
    Restart(Pause),
    Disturb(Disturbance),
}

/// What a calm life has none of.
#[derive(Clone, Debug)]
enum Disturbance {
    Fault {
        route: &'static str,
        kind: FaultKind,
        times: u32,
    },
    /// Kill the bot or one of its replicas a moment after some time has passed.
    Kill {
        after: Pause,
        milliseconds: u64,
        is_all: bool,
    },
    /// Kill the bot while a request with this route hangs, and start it again some time later.
    KillHanging {
        route: &'static str,
        after: Pause,
        down: Pause,
    },
    /// The bot may not write in a channel for so many actions.
    Forbid {
        place: Place,
        actions: u8,
    },
    ArchiveThread,
    /// The clock is set back by an hour.
    SetBack,
}

/// How a life begins and ends.
#[derive(Clone, Debug)]
struct Circumstances {
    replicas: usize,
    /// Nothing is disturbed, so that everything is checked after each action.
    is_calm: bool,
    /// Which channel is a thread.
    thread: Option<Place>,
    /// Puzzle and week are turned off in the end, so that their last posts are old.
    ends_quietly: bool,
}

fn circumstances() -> impl Strategy<Value = Circumstances> {
    let thread = prop_oneof![2 => Just(None), 1 => place().prop_map(Some)];
    (1..=2_usize, prop::bool::weighted(0.3), thread, any::<bool>()).prop_map(
        |(replicas, is_calm, thread, ends_quietly)| Circumstances {
            replicas,
            is_calm,
            thread,
            ends_quietly,
        },
    )
}

fn place() -> impl Strategy<Value = Place> {
    prop::sample::select(Place::ALL.to_vec())
}

fn pauses() -> impl Strategy<Value = Pause> {
    let minutes = [1, 3, 11, 60, 60, 23 * 60, 7 * 24 * 60, 20 * 24 * 60];
    prop_oneof![
        8 => prop::sample::select(minutes.to_vec()).prop_map(Pause::Minutes),
        4 => Just(Pause::Morning),
        4 => Just(Pause::MondayMorning),
    ]
}

fn actions() -> impl Strategy<Value = Action> {
    let who = 0..PEOPLE;
    prop_oneof![
        12 => (who.clone(), 1..PEOPLE, any::<bool>()).prop_map(|(winner, other, begins)| {
            Action::Win { winner, loser: (winner + other) % PEOPLE, begins }
        }),
        6 => who.clone().prop_map(|who| Action::Solve { who }),
        16 => pauses().prop_map(Action::Pass),
        7 => who.clone().prop_map(|who| Action::Delete { who }),
        1 => who.clone().prop_map(|who| Action::Rename { who }),
        3 => who.clone().prop_map(|who| Action::Hide { who }),
        2 => (0..PEOPLE).prop_map(|which| Action::Show { which }),
        1 => who.prop_map(|who| Action::Reset { who }),
        6 => Just(Action::StartSeason),
        2 => prop::bool::weighted(0.7).prop_map(|monthly| Action::SeasonRhythm { monthly }),
        2 => board_place().prop_map(Action::BoardHere),
        1 => board_place().prop_map(Action::RemoveBoard),
        2 => prop::sample::select(vec![Place::Puzzle, Place::Spare]).prop_map(Action::PuzzleHere),
        1 => Just(Action::PuzzleOff),
        2 => prop::sample::select(vec![Place::Week, Place::Spare]).prop_map(Action::WeekHere),
        1 => Just(Action::WeekOff),
        2 => pauses().prop_map(Action::Restart),
        14 => disturbances().prop_map(Action::Disturb),
    ]
}

fn board_place() -> impl Strategy<Value = Place> {
    prop::sample::select(vec![Place::Board, Place::Spare])
}

const POST: &str = "POST /channels";
const PATCH: &str = "PATCH /channels";
const DELETE: &str = "DELETE /channels";

fn disturbances() -> impl Strategy<Value = Disturbance> {
    let (edits, access) = (
        json!({ "code": 30_046, "message": "Maximum number of edits to messages older than 1 hour" }),
        json!({ "code": 50_013, "message": "Missing Permissions" }),
    );
    let kinds =
        [FaultKind::Status(503, json!({})), FaultKind::DropRequest, FaultKind::DropResponse];
    let of_route = |route| kinds.clone().map(|kind| (route, kind));
    let faults = [POST, PATCH, DELETE].into_iter().flat_map(of_route);
    // The bot may always delete its own messages.
    let access = FaultKind::Status(403, access);
    let refusals =
        [(POST, access.clone()), (PATCH, access), (PATCH, FaultKind::Status(429, edits))];
    let faults: Vec<_> = faults.chain(refusals).collect();
    let route = prop::sample::select(vec![POST, POST, PATCH]);
    prop_oneof![
        8 => (prop::sample::select(faults), 1..=5_u32)
            .prop_map(|((route, kind), times)| Disturbance::Fault { route, kind, times }),
        2 => (pauses(), 0..25_u64, any::<bool>()).prop_map(|(after, milliseconds, is_all)| {
            Disturbance::Kill { after, milliseconds, is_all }
        }),
        2 => (route, pauses(), pauses())
            .prop_map(|(route, after, down)| Disturbance::KillHanging { route, after, down }),
        2 => (place(), 1..=3_u8).prop_map(|(place, actions)| Disturbance::Forbid { place, actions }),
        1 => Just(Disturbance::ArchiveThread),
        1 => Just(Disturbance::SetBack),
    ]
}

/// Runs one case.
async fn run(circumstances: Circumstances, actions: Vec<Action>) -> Checked {
    let _log = RecordedLog::start(Level::ERROR);
    let mut life = Life::begin(circumstances).await;
    let result = live(&mut life, &actions).await;
    match &result {
        Ok(()) => life.close().await,
        Err(_) => life.discard(),
    }
    result
}

async fn live(life: &mut Life, actions: &[Action]) -> Checked {
    for action in actions {
        life.apply(action).await?;
    }
    life.check_end().await
}

#[test]
fn random_lives_of_what_stays_keep_no_name_and_no_debt() {
    let config = ProptestConfig {
        cases: u32::try_from(repeats(6, 128)).unwrap(),
        failure_persistence: None,
        max_shrink_iters: 2_000,
        max_shrink_time: 60_000,
        ..ProptestConfig::default()
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let cases = (circumstances(), prop::collection::vec(actions(), 5..=40));
    let result = property_runner(config)
        .run(&cases, |(circumstances, actions)| runtime.block_on(run(circumstances, actions)));
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

/// The answers to both are lost. The deletions have Discord asked for the leaderboard again, and not
/// for the puzzle.
#[test]
fn a_leaderboard_that_is_found_tells_nothing_of_a_puzzle() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let circumstances =
        Circumstances { replicas: 1, is_calm: false, thread: None, ends_quietly: false };
    let fault = Disturbance::Fault { route: POST, kind: FaultKind::DropResponse, times: 3 };
    let actions = vec![
        Action::BoardHere(Place::Spare),
        Action::PuzzleHere(Place::Spare),
        Action::Win { winner: 0, loser: 1, begins: true },
        Action::Pass(Pause::Morning),
        Action::Disturb(fault),
        Action::Pass(Pause::Morning),
        Action::Delete { who: 0 },
        Action::Delete { who: 1 },
    ];
    runtime.block_on(run(circumstances, actions)).unwrap();
}
