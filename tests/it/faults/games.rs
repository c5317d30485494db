//! The games in the database, and which changes of them are allowed.

use std::collections::BTreeMap;

use crate::support::Sql;

const ALL_GAMES: &str = "\
    SELECT COALESCE(string_agg(CAST(game_id AS text) || ',' || channel_id || ',' || version || ',' \
    || moves || ',' || COALESCE(CAST(first_player_id AS text), '') || ',' \
    || COALESCE(CAST(second_player_id AS text), '') || ',' || board_columns || ',' || board_rows \
    || ',' || theme || ',' || COALESCE(result, ''), ';'), '') FROM game";

/// A stored game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Game {
    pub(super) id: i64,
    pub(super) channel: i64,
    pub(super) version: u32,
    /// The columns of its discs, from 1.
    pub(super) moves: Vec<usize>,
    /// The ids of its players; `None` for the computer.
    pub(super) players: [Option<i64>; 2],
    columns: usize,
    rows: usize,
    theme: String,
    result: String,
}

impl Game {
    fn parse(line: &str) -> Self {
        let parts: Vec<&str> = line.split(',').collect();
        let &[id, channel, version, moves, first, second, columns, rows, theme, result] =
            &parts[..]
        else {
            panic!("not a game: {line}");
        };
        Self {
            id: id.parse().unwrap(),
            channel: channel.parse().unwrap(),
            version: version.parse().unwrap(),
            moves: moves.bytes().map(|column| usize::from(column - b'0')).collect(),
            players: [first, second].map(|player| player.parse().ok()),
            columns: columns.parse().unwrap(),
            rows: rows.parse().unwrap(),
            theme: theme.to_owned(),
            result: result.to_owned(),
        }
    }

    /// Whether two people are still playing it.
    pub(super) fn is_live(&self) -> bool {
        self.result.is_empty() && self.is_between_people()
    }

    fn is_between_people(&self) -> bool {
        self.players.iter().all(Option::is_some)
    }

    /// The player to move; `None` for the computer.
    pub(super) fn mover(&self) -> Option<i64> {
        self.players[self.moves.len() % 2]
    }

    /// The discs in each column, from the bottom.
    fn stacks(&self) -> Vec<Vec<usize>> {
        let mut stacks = vec![Vec::new(); self.columns];
        for (number, column) in self.moves.iter().enumerate() {
            stacks[column - 1].push(number % 2);
        }
        assert!(stacks.iter().all(|column| column.len() <= self.rows), "{self:?}");
        stacks
    }

    /// The number of a column that is not full.
    pub(super) fn open_column(&self) -> usize {
        1 + self
            .stacks()
            .iter()
            .position(|column| column.len() < self.rows)
            .expect("a live game has an open column")
    }

    /// Its cells as a classic board shows them, the top row first.
    fn cells(&self) -> String {
        let stacks = self.stacks();
        let cell = |column: &Vec<usize>, row: usize| match column.get(row) {
            None => '🔵',
            Some(0) => '🔴',
            Some(_) => '🟡',
        };
        let rows = (0..self.rows).rev();
        rows.map(|row| {
            stacks.iter().map(|column| cell(column, row)).chain(['\n']).collect::<String>()
        })
        .collect()
    }

    /// Asserts that a board shows this game.
    pub(super) fn assert_shown(&self, board: &str) {
        let board = board.replace('🟥', "🔴").replace('🟨', "🟡");
        assert!(self.theme != "classic" || board.contains(&self.cells()), "{self:?}: {board}");
    }

    /// Its players without `deleted`, and without those deleted earlier, who have ids that
    /// Discord never assigns.
    fn without(&self, deleted: Option<i64>) -> [Option<i64>; 2] {
        self.players.map(|player| player.filter(|id| *id > 0 && Some(*id) != deleted))
    }

    /// Asserts that a single request of `actor` may have changed this game to `after`.
    fn assert_allows_change(&self, after: &Self, actor: Option<i64>, can_manage: bool) {
        let change = format!("{actor:?} changed {self:?} to {after:?}");
        if !self.is_between_people() || self == after {
            return;
        }
        if self.players != after.players {
            assert_eq!(
                self.without(actor),
                after.players.map(|it| it.filter(|id| *id > 0)),
                "{change}"
            );
            return assert_eq!(self.moves, after.moves, "{change}");
        }
        assert!(self.is_live(), "the game was over: {change}");
        let plays = self.players.contains(&actor);
        // A game in which not both have moved is called off.
        let ended = if self.moves.len() < 2 { "called off" } else { "ended by moderator" };
        assert!(plays || can_manage && after.result == ended, "not a player: {change}");
        if after.moves.len() > self.moves.len() {
            assert_eq!(after.moves[..self.moves.len()], self.moves, "{change}");
            assert_eq!(after.moves.len(), self.moves.len() + 1, "{change}");
            assert_eq!(self.mover(), actor, "out of turn: {change}");
        } else {
            assert_eq!(after.moves, self.moves[..after.moves.len()], "{change}");
        }
        after.stacks();
    }
}

/// All games, watched for changes.
#[derive(Debug)]
pub(super) struct Games {
    sql: Sql,
    all: BTreeMap<i64, Game>,
}

impl Games {
    pub(super) fn new(sql: Sql) -> Self {
        Self { sql, all: BTreeMap::new() }
    }

    /// The id of a game's newest board, or another one if that is unknown.
    pub(super) async fn board_of(&mut self, game: i64) -> String {
        let text = "SELECT CAST(COALESCE(message_id, 1) AS text) FROM game WHERE game_id =";
        self.sql.text(&format!("{text} {game}")).await
    }

    /// Reads all games, whatever has changed.
    pub(super) async fn reload(&mut self) {
        let all = self.sql.text(ALL_GAMES).await;
        let all = all.split_terminator(';').map(Game::parse).map(|game| (game.id, game));
        self.all = all.collect();
    }

    /// Reads all games after a request of `actor`, and asserts that the request was
    /// allowed to make the changes. Returns whether there were any.
    pub(super) async fn reload_after(&mut self, actor: Option<i64>, can_manage: bool) -> bool {
        let before = std::mem::take(&mut self.all);
        self.reload().await;
        if self.all == before {
            return false;
        }
        for (id, after) in &self.all {
            match before.get(id) {
                Some(before) => before.assert_allows_change(after, actor, can_manage),
                None => assert!(after.moves.is_empty() || !after.is_between_people(), "{after:?}"),
            }
        }
        let deleted = before.iter().filter(|(id, _)| !self.all.contains_key(id));
        for (_, game) in deleted {
            assert_eq!(
                game.without(actor),
                [None; 2],
                "a game of other players was deleted: {game:?}"
            );
        }
        true
    }

    /// The live games between people.
    pub(super) fn live(&self) -> impl Iterator<Item = &Game> {
        self.all.values().filter(|game| game.is_live())
    }

    pub(super) fn get(&self, id: i64) -> &Game {
        &self.all[&id]
    }
}
