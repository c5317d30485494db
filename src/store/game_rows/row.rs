//! Rows of games.

use connect4::{BoardState, Moves, Seat, Shape};

use crate::{
    game::{
        EndEffects, Game, GameConfig, GameEnd, GameId, GameResult, GuildId, MessageHandle, Offer,
        Players, RatingChange, Reminder, Turn, TurnDeadline,
    },
    store::{
        game_rows::channel,
        prelude::*,
        row::{player, series},
    },
};

macro_rules! game_query {
    ($($condition:expr)?) => {
        concat!(
            "SELECT game_id, game.guild_id AS guild_id, channel_id, board_columns, board_rows, ",
            "connect, time_control, rated, theme, locale, moves, version, series_id, first_points, ",
            "second_points, offer, offer_seat, closed_offers, hints, excused, result, result_seat, called_off_by, counts, notice, ",
            "game.winning_streak AS winning_streak, lost_before, ",
            "started_at, moved_at, move_by, remind_at, ended_at, changed_by, board_pinged, ",
            "message_id, token, token_expires_at, reminder_message_id, reminder_ply, ",
            "first_player_id, one.name AS first_name, first_nickname.name AS first_nickname, ",
            "second_player_id, two.name AS second_name, second_nickname.name AS second_nickname, ",
            "level, ",
            $crate::store::game_rows::channel::droppers_of_game!(),
            " AS droppers, ",
            "first_change.value_before AS first_before, first_change.value AS first_after, ",
            "first_change.deviation AS first_deviation, ",
            "second_change.value_before AS second_before, second_change.value AS second_after, ",
            "second_change.deviation AS second_deviation ",
            "FROM game ",
            "LEFT JOIN player one ON one.player_id = first_player_id ",
            "LEFT JOIN player two ON two.player_id = second_player_id ",
            "LEFT JOIN nickname first_nickname ",
            "ON first_nickname.player_id = first_player_id ",
            "AND first_nickname.guild_id = game.guild_id ",
            "LEFT JOIN nickname second_nickname ",
            "ON second_nickname.player_id = second_player_id ",
            "AND second_nickname.guild_id = game.guild_id ",
            "LEFT JOIN rating_change first_change ",
            "ON first_change.scope_id = coalesce(game.guild_id, 0) ",
            "AND first_change.player_id = first_player_id ",
            "AND first_change.result_number = game.result_number ",
            "LEFT JOIN rating_change second_change ",
            "ON second_change.scope_id = coalesce(game.guild_id, 0) ",
            "AND second_change.player_id = second_player_id ",
            "AND second_change.result_number = game.result_number ",
            $($condition)?
        )
    };
}

pub(in crate::store) use game_query;

impl FromRow for Game {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        let config = GameConfig::from_row(row)?;
        let end: Option<_> = FromRow::from_row(row)?;
        let moves: String = row.get("moves")?;
        let moves = parse_moves(end.map(|end: GameEnd| end.result), &moves, config.shape)
            .map_err(|why| row.corrupt("moves", why))?;
        let excused: u8 = row.get("excused")?;
        let offer: Option<_> = row.get("offer")?;
        let reminder: Option<_> = row.get("reminder_message_id")?;
        Ok(Self {
            id: row.get("game_id")?,
            config,
            players: players(row, config.location.guild)?,
            moves,
            version: row.get("version")?,
            series: series(row, ["first_points", "second_points"])?,
            started_at: row.get("started_at")?,
            turn: Turn::from_row(row)?,
            open_offer: offer.zip(row.get("offer_seat")?).map(|(kind, by)| Offer { kind, by }),
            closed_offers: row.get("closed_offers")?,
            notice: row.get("notice")?,
            hints: row.get("hints")?,
            excused_if_gone: [excused & 1 != 0, excused & 2 != 0],
            changed_by: row.get("changed_by")?,
            board_message: MessageHandle::from_row(row)?,
            board_pinged: row.get::<i64>("board_pinged")? == 1,
            reminder: reminder
                .zip(row.get("reminder_ply")?)
                .map(|(message, ply)| Reminder { message, ply }),
            effects: if end.is_some() { Some(EndEffects::from_row(row)?) } else { None },
            end,
        })
    }
}

from_columns!(Turn { began_at: "moved_at", deadline: .. });

from_columns!(TurnDeadline { move_by, remind_at });

impl FromRow for Option<GameEnd> {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        let Some(at) = row.get("ended_at")? else { return Ok(None) };
        let (result, called_off_by) = (GameResult::from_row(row)?, row.get("called_off_by")?);
        Ok(Some(GameEnd { result, at, called_off_by }))
    }
}

from_columns!(EndEffects { counts, rating_changes: .., winning_streak, lost_before });

impl FromRow for GameResult {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        let kind: String = row.get("result")?;
        game_result(&kind, row.get("result_seat")?).map_err(|why| row.corrupt("result", why))
    }
}

/// Parses moves; an error unless they are legal and lead to the result.
pub(crate) fn parse_moves(
    result: Option<GameResult>,
    moves: &str,
    shape: Shape,
) -> Result<Moves, String> {
    let moves: Moves = moves.parse().map_err(|error| format!("{error}"))?;
    let board = moves.replay(shape).map_err(|error| error.to_string())?;
    let leads_there = match board.state() {
        BoardState::InProgress => !matches!(result, Some(GameResult::Won(_) | GameResult::Drawn)),
        BoardState::Won(seat) => result == Some(GameResult::Won(seat)),
        BoardState::Drawn => result == Some(GameResult::Drawn),
    };
    if leads_there { Ok(moves) } else { Err(format!("the moves do not lead to {result:?}")) }
}

/// The rating changes of both seats.
impl FromRow for [Option<RatingChange>; 2] {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        let of_seat = |[before, after, deviation]: [&str; 3]| -> StoreResult<Option<RatingChange>> {
            let Some(before) = row.get(before)? else { return Ok(None) };
            Ok(Some(RatingChange::new(before, row.get(after)?, row.get(deviation)?)))
        };
        Ok([
            of_seat(["first_before", "first_after", "first_deviation"])?,
            of_seat(["second_before", "second_after", "second_deviation"])?,
        ])
    }
}

fn players(row: Row<'_>, guild: Option<GuildId>) -> StoreResult<Players> {
    let first = player(row, ["first_player_id", "first_name", "first_nickname"], guild)?;
    let second = player(row, ["second_player_id", "second_name", "second_nickname"], guild)?;
    let (person, seat, level) = match (first, second, row.get("level")?) {
        (Some(first), Some(second), None) => return Ok(Players::People([first, second])),
        (Some(person), None, Some(level)) => (person, Seat::First, level),
        (None, Some(person), Some(level)) => (person, Seat::Second, level),
        _ => return Err(row.corrupt("players", "they do not go with the level")),
    };
    Ok(match channel::droppers(row, guild)? {
        Some(droppers) => Players::Channel { seat, level, droppers },
        None => Players::Computer { person, seat, level },
    })
}

pub(in crate::store) const fn result_columns(result: GameResult) -> (&'static str, Option<Seat>) {
    match result {
        GameResult::Won(seat) => ("won", Some(seat)),
        GameResult::Drawn => ("drawn", None),
        GameResult::Resigned(seat) => ("resigned", Some(seat)),
        GameResult::TimedOut(seat) => ("timed out", Some(seat)),
        GameResult::DrawByAgreement => ("draw by agreement", None),
        GameResult::Claimed(seat) => ("claimed", Some(seat)),
        GameResult::CalledOff => ("called off", None),
        GameResult::Interrupted => ("interrupted", None),
        GameResult::EndedByModerator => ("ended by moderator", None),
    }
}

fn game_result(kind: &str, seat: Option<Seat>) -> Result<GameResult, String> {
    Ok(match (kind, seat) {
        ("won", Some(seat)) => GameResult::Won(seat),
        ("drawn", None) => GameResult::Drawn,
        ("resigned", Some(seat)) => GameResult::Resigned(seat),
        ("timed out", Some(seat)) => GameResult::TimedOut(seat),
        ("draw by agreement", None) => GameResult::DrawByAgreement,
        ("claimed", Some(seat)) => GameResult::Claimed(seat),
        ("called off", None) => GameResult::CalledOff,
        ("interrupted", None) => GameResult::Interrupted,
        ("ended by moderator", None) => GameResult::EndedByModerator,
        other => return Err(format!("invalid result {other:?}")),
    })
}

const GAME: &str = game_query!("WHERE game_id = $1");

pub(in crate::store) fn game(id: GameId) -> Query {
    query(GAME).bind(id)
}
