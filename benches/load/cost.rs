//! What was measured.

use std::time::Duration;

use crate::setup::Setup;

/// What something cost that was done some times.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) times: usize,
    /// How long all of them took together.
    pub(crate) time: Duration,
    /// The bots' CPU time.
    pub(crate) cpu: Duration,
    /// The database server's CPU time, if there is one.
    pub(crate) server_cpu: Duration,
}

impl Cost {
    fn add(&mut self, other: Self) {
        self.times += other.times;
        self.time += other.time;
        self.cpu += other.cpu;
        self.server_cpu += other.server_cpu;
    }

    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 times")]
    fn each(&self, all: Duration) -> f64 {
        all.as_secs_f64() * 1e3 / self.times as f64
    }

    fn per_second(&self) -> f64 {
        1e3 / self.each(self.time)
    }
}

/// What a game at every table cost.
#[derive(Debug, Default)]
pub(crate) struct Round {
    pub(crate) begin: Cost,
    pub(crate) moves: Cost,
    pub(crate) end: Cost,
    /// From a press to its answer.
    pub(crate) latencies: Vec<Duration>,
}

/// What was done in the database by one after another.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InDatabase {
    pub(crate) moves: f64,
    /// In seconds.
    pub(crate) of_moves: f64,
    pub(crate) commits: usize,
    pub(crate) of_commits: Duration,
}

/// All that was measured at one site.
#[derive(Debug)]
pub(crate) struct Line {
    setup: Setup,
    live_games: u32,
    /// Of one process at first, in MiB.
    memory: f64,
    pub(crate) memory_after: f64,
    sum: Round,
    pub(crate) in_database: InDatabase,
}

/// What a line says, in milliseconds where nothing else stands.
pub(crate) const HEADINGS: &str = "\
| run as | live games | moves/s | p50 | p99 | CPU a move | to fewest games | of the server | \
in the database | a bare commit | ratio | beginnings/s | CPU of one | ends/s | CPU of one | \
of the server | MiB, then |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

impl Line {
    pub(crate) fn new(setup: Setup, live_games: u32, memory: f64) -> Self {
        Self {
            setup,
            live_games,
            memory,
            memory_after: memory,
            sum: Round::default(),
            in_database: InDatabase::default(),
        }
    }

    pub(crate) fn add(&mut self, round: &Round) {
        self.sum.begin.add(round.begin);
        self.sum.moves.add(round.moves);
        self.sum.end.add(round.end);
        self.sum.latencies.extend(&round.latencies);
    }

    /// The bots' CPU time for a move, in milliseconds.
    pub(crate) fn cpu_per_move(&self) -> f64 {
        self.sum.moves.each(self.sum.moves.cpu)
    }

    /// The latencies that so many percent of moves do not exceed, in milliseconds.
    fn percentiles<const COUNT: usize>(&self, percents: [usize; COUNT]) -> [f64; COUNT] {
        let mut latencies = self.sum.latencies.clone();
        latencies.sort_unstable();
        percents.map(|it| latencies[(latencies.len() - 1) * it / 100].as_secs_f64() * 1e3)
    }

    /// What matters most.
    pub(crate) fn in_words(&self) -> String {
        let [p50, p99] = self.percentiles([50, 99]);
        format!(
            "{:.0} moves/s, p50 {p50:.1} ms, p99 {p99:.1} ms, {:.1} MiB, before {:.1}",
            self.sum.moves.per_second(),
            self.memory_after,
            self.memory,
        )
    }

    /// The line, with its cost as a ratio to another's.
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 commits")]
    pub(crate) fn beside(&self, other_cpu: f64) -> String {
        let Self { setup, live_games, memory, memory_after, sum, in_database } = self;
        let Round { begin, moves, end, .. } = sum;
        let [p50, p99] = self.percentiles([50, 99]);
        let InDatabase { moves: moved, of_moves, commits, of_commits } = *in_database;
        let in_database = 1e3 * of_moves / moved;
        let commit = 1e3 * of_commits.as_secs_f64() / commits as f64;
        format!(
            "| {setup} | {live_games} | {:.0} | {p50:.1} | {p99:.1} | {:.3} | {:.2} | {:.3} | \
             {in_database:.3} | {commit:.3} | {:.2} | {:.0} | {:.2} | {:.0} | {:.2} | {:.2} | \
             {memory:.1}, {memory_after:.1} |",
            moves.per_second(),
            self.cpu_per_move(),
            self.cpu_per_move() / other_cpu,
            moves.each(moves.server_cpu),
            in_database / commit,
            begin.per_second(),
            begin.each(begin.cpu),
            end.per_second(),
            end.each(end.cpu),
            end.each(end.server_cpu),
        )
    }
}
