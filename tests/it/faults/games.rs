//! All games, as the database has them, and what may become of them.

use std::collections::BTreeMap;

use crate::support::Sql;

/// A change of any game changes this number.
const CHANGES: &str = "SELECT CAST(COALESCE(SUM(version), 0) + COUNT(*) AS BIGINT) FROM game";

const ALL: &str = "\
    SELECT COALESCE(string_agg(CAST(game_id AS text) || ',' || version || ',' || moves || ',' \
    || COALESCE(CAST(first_player_id AS text), '') || ',' \
    || COALESCE(CAST(second_player_id AS text), '') || ',' || board_columns || ',' || board_rows \
    || ',' || theme || ',' || COALESCE(ending, ''), ' '), '') FROM game";

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Game {
    pub(super) id: i64,
    pub(super) version: u32,
    /// The columns of its discs, from 1.
    pub(super) moves: Vec<usize>,
    /// Who sits at it; nobody where the computer does.
    pub(super) players: [Option<i64>; 2],
    columns: usize,
    rows: usize,
    theme: String,
    ending: String,
}

impl Game {
    fn read(line: &str) -> Self {
        let parts: Vec<&str> = line.split(',').collect();
        let &[id, version, moves, first, second, columns, rows, theme, ending] = &parts[..] else {
            panic!("this is no game: {line}");
        };
        Self {
            id: id.parse().unwrap(),
            version: version.parse().unwrap(),
            moves: moves.bytes().map(|column| usize::from(column - b'0')).collect(),
            players: [first, second].map(|player| player.parse().ok()),
            columns: columns.parse().unwrap(),
            rows: rows.parse().unwrap(),
            theme: theme.to_owned(),
            ending: ending.to_owned(),
        }
    }

    /// Whether two people go on with it.
    pub(super) fn is_live(&self) -> bool {
        self.ending.is_empty() && self.is_of_people()
    }

    fn is_of_people(&self) -> bool {
        self.players.iter().all(Option::is_some)
    }

    /// Who is to move.
    pub(super) fn mover(&self) -> Option<i64> {
        self.players[self.moves.len() % 2]
    }

    /// What stands in each column, from the bottom.
    fn stacks(&self) -> Vec<Vec<usize>> {
        let mut stacks = vec![Vec::new(); self.columns];
        for (number, column) in self.moves.iter().enumerate() {
            stacks[column - 1].push(number % 2);
        }
        assert!(stacks.iter().all(|stack| stack.len() <= self.rows), "{self:?}");
        stacks
    }

    /// A column that takes a disc.
    pub(super) fn open_column(&self) -> usize {
        1 + self.stacks().iter().position(|stack| stack.len() < self.rows).expect("it goes on")
    }

    /// Its cells as they are to be seen, the top row first.
    fn cells(&self) -> String {
        let stacks = self.stacks();
        let cell = |stack: &Vec<usize>, row: usize| match stack.get(row) {
            None => '🔵',
            Some(0) => '🔴',
            Some(_) => '🟡',
        };
        let rows = (0..self.rows).rev();
        rows.map(|row| {
            stacks.iter().map(|stack| cell(stack, row)).chain(['\n']).collect::<String>()
        })
        .collect()
    }

    /// Asserts that a board shows it.
    pub(super) fn assert_shown(&self, board: &str) {
        let board = board.replace('🟥', "🔴").replace('🟨', "🟡");
        assert!(self.theme != "classic" || board.contains(&self.cells()), "{self:?}: {board}");
    }

    /// Its players but for somebody who had their data deleted, and others before
    /// them, who are ids that Discord never gives.
    fn without(&self, gone: Option<i64>) -> [Option<i64>; 2] {
        self.players.map(|player| player.filter(|id| *id > 0 && Some(*id) != gone))
    }

    /// Asserts that somebody's one request may have made this of it.
    fn assert_may_become(&self, after: &Self, asker: Option<i64>, manages: bool) {
        let told = format!("{asker:?} made of {self:?} {after:?}");
        if !self.is_of_people() || self == after {
            return;
        }
        if self.players != after.players {
            assert_eq!(self.without(asker), after.players.map(|it| it.filter(|id| *id > 0)));
            return assert_eq!(self.moves, after.moves, "{told}");
        }
        assert!(self.is_live(), "it was over: {told}");
        let plays = self.players.contains(&asker);
        assert!(plays || manages && after.ending == "stopped", "not theirs: {told}");
        if after.moves.len() > self.moves.len() {
            assert_eq!(after.moves[..self.moves.len()], self.moves, "{told}");
            assert_eq!(after.moves.len(), self.moves.len() + 1, "{told}");
            assert_eq!(self.mover(), asker, "out of turn: {told}");
        } else {
            assert_eq!(after.moves, self.moves[..after.moves.len()], "{told}");
        }
        after.stacks();
    }
}

/// All games, watched.
#[derive(Debug)]
pub(super) struct Games {
    sql: Sql,
    changes: i64,
    all: BTreeMap<i64, Game>,
}

impl Games {
    pub(super) fn new(sql: Sql) -> Self {
        Self { sql, changes: -1, all: BTreeMap::new() }
    }

    /// Looks at them after something that was asked for well.
    pub(super) async fn look(&mut self) {
        let all = self.sql.text(ALL).await;
        let all = all.split_whitespace().map(Game::read).map(|game| (game.id, game));
        (self.all, self.changes) = (all.collect(), self.sql.number(CHANGES).await);
    }

    /// Looks at them after a request; asserts that it could change what it
    /// changed. Whether it changed anything.
    pub(super) async fn look_after(&mut self, asker: Option<i64>, manages: bool) -> bool {
        if self.sql.number(CHANGES).await == self.changes {
            return false;
        }
        let before = std::mem::take(&mut self.all);
        self.look().await;
        for (id, after) in &self.all {
            match before.get(id) {
                Some(before) => before.assert_may_become(after, asker, manages),
                None => assert!(after.moves.is_empty() || !after.is_of_people(), "{after:?}"),
            }
        }
        let gone = before.iter().filter(|(id, _)| !self.all.contains_key(id));
        for (_, game) in gone {
            assert_eq!(game.without(asker), [None; 2], "a game of others is gone: {game:?}");
        }
        true
    }

    /// The games that people go on with.
    pub(super) fn live(&self) -> impl Iterator<Item = &Game> {
        self.all.values().filter(|game| game.is_live())
    }

    pub(super) fn get(&self, id: i64) -> &Game {
        &self.all[&id]
    }
}
