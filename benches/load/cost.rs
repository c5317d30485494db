//! Measurements and their output.

use std::time::Duration;

use crate::scenario::Scenario;

/// The total cost of some operations.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    /// The number of operations.
    pub(crate) count: usize,
    /// Wall clock time.
    pub(crate) time: Duration,
    /// CPU time of all bots.
    pub(crate) cpu: Duration,
    /// CPU time of the database server; zero for SQLite.
    pub(crate) server_cpu: Duration,
}

impl Cost {
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.time += other.time;
        self.cpu += other.cpu;
        self.server_cpu += other.server_cpu;
    }

    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    fn milliseconds_each(&self, total: Duration) -> f64 {
        total.as_secs_f64() * 1e3 / self.count as f64
    }

    fn per_second(&self) -> f64 {
        1e3 / self.milliseconds_each(self.time)
    }
}

/// The cost of one game of every pair.
#[derive(Debug, Default)]
pub(crate) struct Round {
    pub(crate) begin: Cost,
    pub(crate) moves: Cost,
    pub(crate) end: Cost,
    /// From each press to its response.
    pub(crate) latencies: Vec<Duration>,
}

/// Database times of moves and of bare commits, measured one after another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DatabaseTimes {
    pub(crate) moves: f64,
    pub(crate) move_seconds: f64,
    pub(crate) commits: usize,
    pub(crate) commit_time: Duration,
}

/// All measurements of one deployment.
#[derive(Debug)]
pub(crate) struct Measurement {
    scenario: Scenario,
    live_games: u32,
    /// Resident memory of one process before the measurements, in MiB.
    memory: f64,
    pub(crate) memory_after: f64,
    sum: Round,
    pub(crate) database: DatabaseTimes,
}

/// The header of the result table; times are in milliseconds unless noted.
pub(crate) const TABLE_HEADER: &str = "\
| scenario | live games | moves/s | p50 | p99 | CPU/move | to fewest games | server CPU/move | \
database/move | bare commit | ratio | starts/s | CPU/start | ends/s | CPU/end | \
server CPU/end | MiB before, after |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

impl Measurement {
    pub(crate) fn new(scenario: Scenario, live_games: u32, memory: f64) -> Self {
        Self {
            scenario,
            live_games,
            memory,
            memory_after: memory,
            sum: Round::default(),
            database: DatabaseTimes::default(),
        }
    }

    pub(crate) fn add(&mut self, round: &Round) {
        self.sum.begin.add(round.begin);
        self.sum.moves.add(round.moves);
        self.sum.end.add(round.end);
        self.sum.latencies.extend(&round.latencies);
    }

    /// CPU time of the bots per move, in milliseconds.
    pub(crate) fn cpu_per_move(&self) -> f64 {
        self.sum.moves.milliseconds_each(self.sum.moves.cpu)
    }

    /// Percentiles of the latencies, in milliseconds.
    fn percentiles<const COUNT: usize>(&self, percents: [usize; COUNT]) -> [f64; COUNT] {
        let mut latencies = self.sum.latencies.clone();
        latencies.sort_unstable();
        percents.map(|it| latencies[(latencies.len() - 1) * it / 100].as_secs_f64() * 1e3)
    }

    /// The most important numbers in one line.
    pub(crate) fn summary(&self) -> String {
        let [p50, p99] = self.percentiles([50, 99]);
        format!(
            "{:.0} moves/s, p50 {p50:.1} ms, p99 {p99:.1} ms, {:.1} MiB, before {:.1}",
            self.sum.moves.per_second(),
            self.memory_after,
            self.memory,
        )
    }

    /// The table row. `base_cpu` is the CPU time per move that the cost is compared to.
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    pub(crate) fn table_row(&self, base_cpu: f64) -> String {
        let Self { scenario, live_games, memory, memory_after, sum, database } = self;
        let Round { begin, moves, end, .. } = sum;
        let [p50, p99] = self.percentiles([50, 99]);
        let DatabaseTimes { moves: moved, move_seconds, commits, commit_time } = *database;
        let database = 1e3 * move_seconds / moved;
        let commit = 1e3 * commit_time.as_secs_f64() / commits as f64;
        format!(
            "| {scenario} | {live_games} | {:.0} | {p50:.1} | {p99:.1} | {:.3} | {:.2} | {:.3} | \
             {database:.3} | {commit:.3} | {:.2} | {:.0} | {:.2} | {:.0} | {:.2} | {:.2} | \
             {memory:.1}, {memory_after:.1} |",
            moves.per_second(),
            self.cpu_per_move(),
            self.cpu_per_move() / base_cpu,
            moves.milliseconds_each(moves.server_cpu),
            database / commit,
            begin.per_second(),
            begin.milliseconds_each(begin.cpu),
            end.per_second(),
            end.milliseconds_each(end.cpu),
            end.milliseconds_each(end.server_cpu),
        )
    }
}
