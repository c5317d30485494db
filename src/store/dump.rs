//! All tables as plain data, for taking a database elsewhere.

use serde_json::{Map, Value};

/// A table.
#[derive(Debug)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Its columns, without those that the database works out itself.
    pub columns: &'static [Column],
    /// Which rows tell of somebody, whose id is the statement's argument; none if
    /// no row does.
    pub(super) of_player: Option<&'static str>,
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers, or nothing.
    Integer,
    /// Numbers, or nothing.
    Real,
    /// Texts, or nothing.
    Text,
    /// What lets a message be edited for a while, and is nobody else's business.
    Token,
}

impl Kind {
    /// What stands in the place of a value that is not told.
    pub(super) const SECRET: &'static str = "";
}

/// A row of a table: its values by column.
pub type Row = Map<String, Value>;

const fn integer(name: &'static str) -> Column {
    Column { name, kind: Kind::Integer }
}

const fn real(name: &'static str) -> Column {
    Column { name, kind: Kind::Real }
}

const fn text(name: &'static str) -> Column {
    Column { name, kind: Kind::Text }
}

const fn token(name: &'static str) -> Column {
    Column { name, kind: Kind::Token }
}

/// All tables that hold more than what follows from others.
pub const TABLES: &[Table] = &[
    Table {
        name: "player",
        columns: &[integer("player_id"), text("name"), integer("listed")],
        of_player: Some("player_id = $1"),
    },
    Table {
        name: "challenge",
        columns: &[
            integer("challenge_id"),
            integer("guild_id"),
            integer("channel_id"),
            integer("challenger_id"),
            integer("opponent_id"),
            integer("slot"),
            integer("board_columns"),
            integer("board_rows"),
            integer("connect"),
            text("first"),
            integer("rematch_of"),
            integer("series_id"),
            text("locale"),
            text("state"),
            integer("made_at"),
            integer("expires_at"),
            integer("ended_at"),
            integer("made_by"),
            integer("changed_by"),
            integer("message_id"),
            token("token"),
            integer("token_expires_at"),
            text("time_control"),
            text("theme"),
            integer("challenger_points"),
            integer("opponent_points"),
            text("rated"),
        ],
        of_player: Some("challenger_id = $1 OR opponent_id = $1"),
    },
    Table {
        name: "game",
        columns: &[
            integer("game_id"),
            integer("challenge_id"),
            integer("begun_by"),
            integer("guild_id"),
            integer("channel_id"),
            integer("first_player_id"),
            integer("second_player_id"),
            text("level"),
            integer("board_columns"),
            integer("board_rows"),
            integer("connect"),
            text("time_control"),
            text("theme"),
            text("moves"),
            integer("version"),
            integer("series_id"),
            integer("first_points"),
            integer("second_points"),
            text("offer"),
            integer("offer_seat"),
            integer("declined"),
            text("ending"),
            integer("ending_seat"),
            text("locale"),
            integer("started_at"),
            integer("moved_at"),
            integer("move_by"),
            integer("remind_at"),
            integer("ended_at"),
            integer("changed_by"),
            integer("message_id"),
            token("token"),
            integer("token_expires_at"),
            text("rated"),
            integer("result_id"),
        ],
        of_player: Some("first_player_id = $1 OR second_player_id = $1"),
    },
    Table {
        name: "live_seat",
        columns: &[integer("player_id"), integer("channel_id"), integer("game_id")],
        of_player: Some("player_id = $1"),
    },
    Table {
        name: "rating",
        columns: &[
            integer("scope_id"),
            integer("player_id"),
            real("value"),
            real("deviation"),
            real("volatility"),
            integer("rated_at"),
        ],
        of_player: Some("player_id = $1"),
    },
    Table {
        name: "rating_change",
        columns: &[
            integer("scope_id"),
            integer("player_id"),
            integer("result_id"),
            integer("rated_at"),
            real("value_before"),
            real("value"),
            real("deviation"),
        ],
        of_player: Some("player_id = $1"),
    },
    Table {
        name: "standing",
        columns: &[
            integer("scope_id"),
            text("period"),
            integer("player_id"),
            integer("period_number"),
            integer("wins"),
            integer("losses"),
            integer("draws"),
            integer("rating"),
        ],
        of_player: Some("player_id = $1"),
    },
    Table {
        name: "review",
        columns: &[integer("game_id"), text("scores")],
        of_player: Some(
            "game_id IN (SELECT game_id FROM game \
             WHERE first_player_id = $1 OR second_player_id = $1)",
        ),
    },
    Table {
        name: "deadline",
        columns: &[text("kind"), integer("subject_id"), integer("due_at")],
        of_player: None,
    },
    Table {
        name: "guild_settings",
        columns: &[
            integer("guild_id"),
            text("theme"),
            text("locale"),
            text("time_control"),
            integer("reminders"),
            integer("most_games"),
            integer("computer_games"),
            text("channels"),
        ],
        of_player: None,
    },
    Table {
        name: "registration",
        columns: &[integer("application_id"), integer("guild_id"), text("hash")],
        of_player: None,
    },
    Table { name: "alive", columns: &[integer("alive_id"), integer("alive_at")], of_player: None },
];

impl Table {
    /// The table of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        TABLES.iter().find(|table| table.name == name)
    }

    /// Whether it has a column of this name.
    pub fn has(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.name == name)
    }

    /// Asks for all rows, or those of a player.
    pub(super) fn select(&self, of_player: bool) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
        let rows = self.of_player.filter(|_| of_player).unwrap_or("true");
        format!("SELECT {} FROM {} WHERE {rows} ORDER BY 1, 2", names.join(", "), self.name)
    }

    /// Adds a row, its values in the order of the columns.
    pub(super) fn insert(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
        let values: Vec<String> = (1..=names.len()).map(|number| format!("${number}")).collect();
        format!("INSERT INTO {} ({}) VALUES ({})", self.name, names.join(", "), values.join(", "))
    }
}
