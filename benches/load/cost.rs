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
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    fn milliseconds_each(&self, total: Duration) -> f64 {
        total.as_secs_f64() * 1e3 / self.count as f64
    }

    fn per_second(&self) -> f64 {
        1e3 / self.milliseconds_each(self.time)
    }

    /// How many times as long as another operation one takes.
    fn relative_to(&self, other: &Self) -> f64 {
        self.milliseconds_each(self.time) / other.milliseconds_each(other.time)
    }
}

/// The cost of one game of every pair, and of bare commits after it.
#[derive(Debug)]
pub(crate) struct Round {
    pub(crate) begin: Cost,
    pub(crate) moves: Cost,
    pub(crate) end: Cost,
    /// One after the other.
    pub(crate) commits: Cost,
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
    rounds: Vec<Round>,
    pub(crate) database: DatabaseTimes,
}

/// The header of the result table: medians of all rounds, times in milliseconds. A ratio is to
/// a bare commit.
pub(crate) const TABLE_HEADER: &str = "\
| scenario | live games | moves/s | p50 | p99 | CPU/move | to fewest games | server CPU/move | \
database/move | bare commit | ratio | starts/s | ratio | CPU/start | server CPU/start | ends/s | \
ratio | CPU/end | server CPU/end | MiB before, after |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

impl Measurement {
    pub(crate) fn new(scenario: Scenario, live_games: u32, memory: f64) -> Self {
        Self {
            scenario,
            live_games,
            memory,
            memory_after: memory,
            rounds: Vec::new(),
            database: DatabaseTimes::default(),
        }
    }

    pub(crate) fn add(&mut self, round: Round) {
        self.rounds.push(round);
    }

    /// The median of all rounds.
    fn median(&self, value: impl Fn(&Round) -> f64) -> f64 {
        let mut values: Vec<f64> = self.rounds.iter().map(value).collect();
        values.sort_unstable_by(f64::total_cmp);
        values[values.len() / 2]
    }

    #[expect(clippy::cast_precision_loss, reason = "there are few rounds")]
    fn mean(&self, value: impl Fn(&Round) -> f64) -> f64 {
        self.rounds.iter().map(value).sum::<f64>() / self.rounds.len() as f64
    }

    /// CPU time of the bots per move, in milliseconds.
    pub(crate) fn cpu_per_move(&self) -> f64 {
        self.median(|round| round.moves.milliseconds_each(round.moves.cpu))
    }

    /// Percentiles of the latencies, in milliseconds.
    fn percentiles<const COUNT: usize>(&self, percents: [usize; COUNT]) -> [f64; COUNT] {
        let latencies = self.rounds.iter().flat_map(|round| &round.latencies);
        let mut latencies: Vec<Duration> = latencies.copied().collect();
        latencies.sort_unstable();
        percents.map(|it| latencies[(latencies.len() - 1) * it / 100].as_secs_f64() * 1e3)
    }

    /// The most important numbers in one line.
    pub(crate) fn summary(&self) -> String {
        let [p50, p99] = self.percentiles([50, 99]);
        format!(
            "{:.0} moves/s, p50 {p50:.1} ms, p99 {p99:.1} ms, {:.1} MiB, before {:.1}",
            self.median(|round| round.moves.per_second()),
            self.memory_after,
            self.memory,
        )
    }

    /// The table row. `base_cpu` is the CPU time per move that the cost is compared to.
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    pub(crate) fn table_row(&self, base_cpu: f64) -> String {
        let Self { scenario, live_games, memory, memory_after, database, .. } = self;
        let [p50, p99] = self.percentiles([50, 99]);
        let DatabaseTimes { moves: moved, move_seconds, commits, commit_time } = *database;
        let database = 1e3 * move_seconds / moved;
        let commit = 1e3 * commit_time.as_secs_f64() / commits as f64;
        let starts = self.columns(|round| &round.begin);
        let ends = self.columns(|round| &round.end);
        format!(
            "| {scenario} | {live_games} | {:.0} | {p50:.1} | {p99:.1} | {:.3} | {:.2} | {:.3} | \
             {database:.3} | {commit:.3} | {:.2} | {starts} | {ends} | \
             {memory:.1}, {memory_after:.1} |",
            self.median(|round| round.moves.per_second()),
            self.cpu_per_move(),
            self.cpu_per_move() / base_cpu,
            self.median(|round| round.moves.milliseconds_each(round.moves.server_cpu)),
            database / commit,
        )
    }

    /// The rate of an operation, its ratio to a bare commit, and its CPU times: in the mean, since
    /// those of a round are a few hundredths of a second, which is how exact they are.
    fn columns(&self, cost: impl Fn(&Round) -> &Cost) -> String {
        format!(
            "{:.0} | {:.2} | {:.2} | {:.2}",
            self.median(|round| cost(round).per_second()),
            self.median(|round| cost(round).relative_to(&round.commits)),
            self.mean(|round| cost(round).milliseconds_each(cost(round).cpu)),
            self.mean(|round| cost(round).milliseconds_each(cost(round).server_cpu)),
        )
    }
}
