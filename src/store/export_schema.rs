//! The tables and columns of an export.

use serde_json::{Map, Value};

#[derive(Debug)]
pub struct ExportTable {
    pub name: &'static str,
    /// All columns except generated ones.
    pub columns: &'static [ExportColumn],
    /// The condition for rows about a player, whose id is `$1`. `None` if no row is
    /// about a player.
    pub(super) player_filter: Option<&'static str>,
}

#[derive(Clone, Copy, Debug)]
pub struct ExportColumn {
    pub name: &'static str,
    pub column_type: ColumnType,
    /// What an export of the data of a player, whose id is `$1`, has in the place of a value
    /// that is also about others.
    own_part: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    Integer,
    Real,
    Text,
    /// An interaction token. Secret: it allows editing a message until it expires.
    Token,
}

impl ColumnType {
    /// Replaces tokens in an export.
    pub(super) const REDACTED: &'static str = "";
}

/// The values of a row by column name.
pub type ExportRow = Map<String, Value>;

const fn integer(name: &'static str) -> ExportColumn {
    ExportColumn { name, column_type: ColumnType::Integer, own_part: None }
}

const fn real(name: &'static str) -> ExportColumn {
    ExportColumn { name, column_type: ColumnType::Real, own_part: None }
}

const fn text(name: &'static str) -> ExportColumn {
    ExportColumn { name, column_type: ColumnType::Text, own_part: None }
}

const fn token(name: &'static str) -> ExportColumn {
    ExportColumn { name, column_type: ColumnType::Token, own_part: None }
}

/// The bit of [`Game::excused_if_gone`](crate::game::Game::excused_if_gone) about the player.
const OWN_EXCUSE: &str =
    "excused & (CASE WHEN first_player_id = $1 THEN 1 WHEN second_player_id = $1 THEN 2 END)";

/// All tables except `leaderboard_count`, which triggers maintain, and `applied_interaction`: ids
/// that name nobody, and matter for a minute.
pub const TABLES: &[ExportTable] = &[
    ExportTable {
        name: "player",
        columns: &[
            integer("player_id"),
            text("name"),
            integer("listed"),
            text("challenges"),
            integer("turn_pings"),
            integer("reminders"),
            integer("winning_streak"),
        ],
        player_filter: Some("player_id = $1"),
    },
    ExportTable {
        name: "block",
        columns: &[integer("player_id"), integer("blocked_id"), integer("blocked_at")],
        player_filter: Some("player_id = $1"),
    },
    ExportTable {
        name: "nickname",
        columns: &[integer("player_id"), integer("guild_id"), text("name")],
        player_filter: Some("player_id = $1"),
    },
    ExportTable {
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
            integer("created_at"),
            integer("expires_at"),
            integer("ended_at"),
            integer("created_by"),
            integer("changed_by"),
            integer("message_id"),
            integer("shown"),
            token("token"),
            integer("token_expires_at"),
            text("time_control"),
            text("theme"),
            integer("challenger_points"),
            integer("opponent_points"),
            text("rated"),
        ],
        player_filter: Some("challenger_id = $1 OR opponent_id = $1"),
    },
    ExportTable {
        name: "kept_limit",
        columns: &[
            text("kind"),
            integer("person"),
            integer("other"),
            integer("value"),
            integer("until"),
        ],
        player_filter: Some("person = $1 OR other = $1"),
    },
    ExportTable {
        name: "game",
        columns: &[
            integer("game_id"),
            integer("challenge_id"),
            integer("started_by"),
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
            text("cell_style"),
            text("moves"),
            integer("version"),
            integer("series_id"),
            integer("first_points"),
            integer("second_points"),
            text("offer"),
            integer("offer_seat"),
            integer("closed_offers"),
            integer("hints"),
            ExportColumn { own_part: Some(OWN_EXCUSE), ..integer("excused") },
            text("result"),
            integer("result_seat"),
            integer("called_off_by"),
            integer("notice"),
            text("locale"),
            integer("started_at"),
            integer("moved_at"),
            integer("move_by"),
            integer("remind_at"),
            integer("ended_at"),
            integer("changed_by"),
            integer("reposted_by"),
            integer("message_id"),
            token("token"),
            integer("token_expires_at"),
            integer("board_pinged"),
            integer("reminder_message_id"),
            integer("reminder_ply"),
            text("rated"),
            integer("result_number"),
            integer("winning_streak"),
        ],
        player_filter: Some("first_player_id = $1 OR second_player_id = $1"),
    },
    ExportTable {
        name: "rating",
        columns: &[
            integer("scope_id"),
            integer("player_id"),
            real("value"),
            real("deviation"),
            real("volatility"),
            integer("rated_at"),
        ],
        player_filter: Some("player_id = $1"),
    },
    ExportTable {
        name: "rating_change",
        columns: &[
            integer("scope_id"),
            integer("player_id"),
            integer("result_number"),
            integer("rated_at"),
            real("value_before"),
            real("value"),
            real("deviation"),
        ],
        player_filter: Some("player_id = $1"),
    },
    ExportTable {
        name: "leaderboard_entry",
        columns: &[
            integer("scope_id"),
            text("period"),
            integer("player_id"),
            integer("period_number"),
            integer("wins"),
            integer("losses"),
            integer("draws"),
            integer("rating"),
            integer("tie_breaker"),
        ],
        player_filter: Some("player_id = $1"),
    },
    ExportTable {
        name: "review",
        columns: &[integer("game_id"), text("scores")],
        player_filter: Some(
            "game_id IN (SELECT game_id FROM game \
             WHERE first_player_id = $1 OR second_player_id = $1)",
        ),
    },
    ExportTable {
        name: "deadline",
        columns: &[text("kind"), integer("subject_id"), integer("due_at")],
        player_filter: None,
    },
    ExportTable {
        name: "guild_settings",
        columns: &[
            integer("guild_id"),
            text("theme"),
            text("locale"),
            text("time_control"),
            integer("reminders"),
            integer("max_games_per_channel"),
            integer("computer_games"),
            text("channels"),
            text("challenge_time"),
        ],
        player_filter: None,
    },
    ExportTable {
        name: "running_time",
        columns: &[integer("only_row"), integer("running"), integer("beat")],
        player_filter: None,
    },
    ExportTable {
        name: "puzzle_attempt",
        columns: &[
            integer("player_id"),
            integer("puzzle"),
            text("tries"),
            integer("started_at"),
            integer("solved_at"),
            integer("streak"),
        ],
        player_filter: Some("player_id = $1"),
    },
    ExportTable {
        name: "puzzle_solver",
        columns: &[
            integer("guild_id"),
            integer("puzzle"),
            integer("player_id"),
            integer("solved_at"),
        ],
        player_filter: Some("player_id = $1"),
    },
    ExportTable {
        name: "puzzle_schedule",
        columns: &[
            integer("guild_id"),
            integer("channel_id"),
            integer("hour"),
            text("state"),
            integer("refusals"),
            integer("due_at"),
            integer("posted_puzzle"),
            text("guild_locale"),
        ],
        player_filter: None,
    },
    ExportTable {
        name: "trainee",
        columns: &[integer("player_id")],
        player_filter: Some("player_id = $1"),
    },
    ExportTable {
        name: "training_game",
        columns: &[integer("player_id"), integer("game_id")],
        player_filter: Some("player_id = $1"),
    },
    ExportTable {
        name: "training_position",
        columns: &[
            integer("player_id"),
            integer("game_id"),
            integer("ply"),
            integer("repetition"),
            integer("due_at"),
            integer("tries"),
            text("position"),
        ],
        player_filter: Some("player_id = $1"),
    },
    ExportTable {
        name: "training_try",
        columns: &[
            integer("player_id"),
            integer("game_id"),
            integer("ply"),
            integer("number"),
            integer("tried_at"),
            integer("solved"),
        ],
        player_filter: Some("player_id = $1"),
    },
];

impl ExportTable {
    pub fn from_name(name: &str) -> Option<&'static Self> {
        TABLES.iter().find(|table| table.name == name)
    }

    pub fn has_column(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.name == name)
    }

    /// Selects all rows, or those about the player whose id is `$1`.
    pub(super) fn select(&self, only_player: bool) -> String {
        let own_part = |column: &ExportColumn| column.own_part.filter(|_| only_player);
        let value = |column: &ExportColumn| own_part(column).unwrap_or(column.name);
        let values: Vec<&str> = self.columns.iter().map(value).collect();
        let condition = self.player_filter.filter(|_| only_player).unwrap_or("true");
        let order = if values.len() == 1 { "1" } else { "1, 2" };
        let values = values.join(", ");
        format!("SELECT {values} FROM {} WHERE {condition} ORDER BY {order}", self.name)
    }

    /// The columns that a row has: one of an earlier schema lacks the newer ones, which have
    /// defaults.
    pub(super) fn columns_of(
        &self,
        row: &ExportRow,
    ) -> impl Iterator<Item = &'static ExportColumn> {
        self.columns.iter().filter(|column| row.contains_key(column.name))
    }

    /// Inserts a row. The parameters are in the order of its columns.
    pub(super) fn insert(&self, row: &ExportRow) -> String {
        let names: Vec<&str> = self.columns_of(row).map(|column| column.name).collect();
        let values: Vec<String> = (1..=names.len()).map(|number| format!("${number}")).collect();
        format!("INSERT INTO {} ({}) VALUES ({})", self.name, names.join(", "), values.join(", "))
    }
}
