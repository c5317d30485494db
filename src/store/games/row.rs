//! Rows of games, and conversions between their columns and values.

use clock::Timestamp;
use connect4::{BoardState, Level, Moves, Seat, Shape};

use crate::{
    game::{
        ClosedOffers, Game, GameConfig, GameEnd, GameId, GameResult, HintedTurns, InteractionId,
        Notice, Offer, Offers, Player, Players, RatingChange, Reminder, RunningTime, Turn,
        TurnDeadline, Version,
    },
    rating,
    store::{
        error::StoreError,
        row::{GameConfigRow, message_handle, message_id, player, row, series},
    },
};

macro_rules! game_query {
    ($($condition:expr)?) => {
        concat!(
            "SELECT game_id, game.guild_id AS guild_id, channel_id, board_columns, board_rows, ",
            "connect, time_control, rated, theme, locale, moves, version, series_id, first_points, ",
            "second_points, offer, offer_seat, closed_offers, hints, excused, result, result_seat, called_off_by, notice, ",
            "game.winning_streak AS winning_streak, ",
            "CASE WHEN level IS NOT NULL AND game.result_number IS NOT NULL THEN (SELECT lost FROM (",
            $crate::store::games::row::earlier_computer_game!("first_player_id", "0"),
            " UNION ALL ",
            $crate::store::games::row::earlier_computer_game!("second_player_id", "1"),
            ") AS earlier ORDER BY number DESC LIMIT 1) END AS lost_before, ",
            "started_at, moved_at, move_by, remind_at, ended_at, changed_by, reposted_by, ",
            "message_id, token, token_expires_at, board_pinged, reminder_message_id, reminder_ply, ",
            "first_player_id, one.name AS first_name, first_nickname.name AS first_nickname, ",
            "second_player_id, two.name AS second_name, second_nickname.name AS second_nickname, ",
            "level, ",
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

/// The last game before a finished one that the person played in this seat against the computer
/// at the same level, and whether they lost it. Only they resign or run out of time there.
macro_rules! earlier_computer_game {
    ($player:literal, $seat:literal) => {
        concat!(
            "SELECT number, lost FROM (SELECT earlier_game.result_number AS number, CASE WHEN ",
            "(earlier_game.result <> 'won') = (earlier_game.result_seat = ",
            $seat,
            ") THEN CAST(1 AS BIGINT) ELSE 0 END AS lost FROM game AS earlier_game ",
            "WHERE earlier_game.",
            $player,
            " = coalesce(game.first_player_id, game.second_player_id) ",
            "AND earlier_game.level = game.level ",
            "AND earlier_game.result_number < game.result_number ",
            "ORDER BY earlier_game.result_number DESC LIMIT 1) AS in_seat"
        )
    };
}

pub(in crate::store) use {earlier_computer_game, game_query};

row! {
    #[derive(Clone)]
    pub(in crate::store) struct GameRow {
        game_id: i64,
        moves: String,
        version: i64,
        series_id: i64,
        first_points: i64,
        second_points: i64,
        offer: Option<String>,
        offer_seat: Option<i64>,
        closed_offers: i64,
        hints: i64,
        excused: i64,
        result: Option<String>,
        result_seat: Option<i64>,
        called_off_by: Option<i64>,
        notice: Option<i64>,
        winning_streak: Option<i64>,
        lost_before: Option<i64>,
        started_at: i64,
        moved_at: i64,
        move_by: Option<i64>,
        remind_at: Option<i64>,
        ended_at: Option<i64>,
        changed_by: i64,
        reposted_by: Option<i64>,
        message_id: Option<i64>,
        token: String,
        token_expires_at: i64,
        board_pinged: i64,
        reminder_message_id: Option<i64>,
        reminder_ply: Option<i64>,
        first_player_id: Option<i64>,
        first_name: Option<String>,
        first_nickname: Option<String>,
        second_player_id: Option<i64>,
        second_name: Option<String>,
        second_nickname: Option<String>,
        level: Option<String>,
        first_before: Option<f64>,
        first_after: Option<f64>,
        first_deviation: Option<f64>,
        second_before: Option<f64>,
        second_after: Option<f64>,
        second_deviation: Option<f64>,
    } + config: GameConfigRow
}

impl GameRow {
    pub(in crate::store) const fn id(&self) -> GameId {
        GameId(self.game_id)
    }
}

impl TryFrom<GameRow> for Game {
    type Error = StoreError;

    fn try_from(row: GameRow) -> Result<Self, StoreError> {
        let corrupt = |why: String| StoreError::corrupt(&format!("game {}", row.game_id), why);
        let config = GameConfig::try_from(row.config).map_err(corrupt)?;
        let result = game_result(row.result.as_deref(), row.result_seat).map_err(corrupt)?;
        let moves = parse_moves(result, &row.moves, config.shape).map_err(corrupt)?;
        let winning_streak = row.winning_streak.map(u32::try_from).transpose();
        let winning_streak = winning_streak.map_err(|error| corrupt(error.to_string()))?;
        let called_off_by = row.called_off_by.map(seat_from_index).transpose();
        let called_off_by = called_off_by.map_err(corrupt)?;
        let guild = config.location.guild;
        let to_u8 = |number: i64| u8::try_from(number).ok();
        let person = |id: Option<i64>, name: Option<String>, nickname| {
            id.zip(name).map(|(id, name)| player(id, name, guild, nickname))
        };
        Ok(Self {
            id: GameId(row.game_id),
            config,
            players: players(
                person(row.first_player_id, row.first_name, row.first_nickname),
                person(row.second_player_id, row.second_name, row.second_nickname),
                row.level.as_deref(),
            )
            .map_err(corrupt)?,
            moves,
            version: Version::try_from(row.version).map_err(|error| corrupt(error.to_string()))?,
            series: series(row.series_id, [row.first_points, row.second_points])
                .map_err(corrupt)?,
            started_at: Timestamp::from_milliseconds(row.started_at),
            turn: Turn {
                began_at: Timestamp::from_milliseconds(row.moved_at),
                deadline: TurnDeadline {
                    move_by: row.move_by.map(RunningTime),
                    remind_at: row.remind_at.map(RunningTime),
                },
                reposted_by: row.reposted_by.map(|id| InteractionId(id.cast_unsigned())),
            },
            offers: Offers {
                open: offer(row.offer.as_deref(), row.offer_seat).map_err(corrupt)?,
                closed: to_u8(row.closed_offers).map(ClosedOffers::from_bits).ok_or_else(|| {
                    corrupt(format!("invalid closed offers {}", row.closed_offers))
                })?,
            },
            notice: notice(row.notice).map_err(corrupt)?,
            hints: HintedTurns::from_bits(row.hints.cast_unsigned()),
            excused_if_gone: [row.excused & 1 != 0, row.excused & 2 != 0],
            changed_by: InteractionId(row.changed_by.cast_unsigned()),
            board_message: message_handle(row.message_id, row.token, row.token_expires_at),
            board_pinged: row.board_pinged != 0,
            reminder: reminder(row.reminder_message_id, row.reminder_ply).map_err(corrupt)?,
            end: result.zip(row.ended_at).map(|(result, ended_at)| GameEnd {
                result,
                at: Timestamp::from_milliseconds(ended_at),
                rating_changes: [
                    rating_change(row.first_before, row.first_after, row.first_deviation),
                    rating_change(row.second_before, row.second_after, row.second_deviation),
                ],
                called_off_by,
                winning_streak,
                lost_before: row.lost_before.is_some_and(|lost| lost != 0),
            }),
        })
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

fn reminder(message: Option<i64>, ply: Option<i64>) -> Result<Option<Reminder>, String> {
    let Some((message, ply)) = message.zip(ply) else { return Ok(None) };
    let ply = u8::try_from(ply).map_err(|_| format!("invalid ply {ply} of a reminder"))?;
    Ok(Some(Reminder { message: message_id(message), ply }))
}

fn rating_change(
    before: Option<f64>,
    after: Option<f64>,
    deviation: Option<f64>,
) -> Option<RatingChange> {
    Some(RatingChange {
        before: rating::rounded(before?),
        after: rating::rounded(after?),
        games_until_ranked: rating::games_until_ranked(deviation?),
    })
}

fn players(
    first: Option<Player>,
    second: Option<Player>,
    level: Option<&str>,
) -> Result<Players, String> {
    let level = level.map(str::parse::<Level>).transpose().map_err(|error| error.to_string())?;
    match (first, second, level) {
        (Some(first), Some(second), None) => Ok(Players::People([first, second])),
        (Some(person), None, Some(level)) => {
            Ok(Players::Computer { person, seat: Seat::First, level })
        }
        (None, Some(person), Some(level)) => {
            Ok(Players::Computer { person, seat: Seat::Second, level })
        }
        _ => Err("invalid combination of players and level".to_owned()),
    }
}

pub(in crate::store) const fn result_columns(result: GameResult) -> (&'static str, Option<i64>) {
    match result {
        GameResult::Won(seat) => ("won", Some(seat_index(seat))),
        GameResult::Drawn => ("drawn", None),
        GameResult::Resigned(seat) => ("resigned", Some(seat_index(seat))),
        GameResult::TimedOut(seat) => ("timed out", Some(seat_index(seat))),
        GameResult::DrawByAgreement => ("draw by agreement", None),
        GameResult::Claimed(seat) => ("claimed", Some(seat_index(seat))),
        GameResult::CalledOff => ("called off", None),
        GameResult::Interrupted => ("interrupted", None),
        GameResult::EndedByModerator => ("ended by moderator", None),
    }
}

pub(crate) fn game_result(
    kind: Option<&str>,
    seat: Option<i64>,
) -> Result<Option<GameResult>, String> {
    match (kind, seat.map(seat_from_index).transpose()?) {
        (None, None) => Ok(None),
        (Some("won"), Some(seat)) => Ok(Some(GameResult::Won(seat))),
        (Some("drawn"), None) => Ok(Some(GameResult::Drawn)),
        (Some("resigned"), Some(seat)) => Ok(Some(GameResult::Resigned(seat))),
        (Some("timed out"), Some(seat)) => Ok(Some(GameResult::TimedOut(seat))),
        (Some("draw by agreement"), None) => Ok(Some(GameResult::DrawByAgreement)),
        (Some("claimed"), Some(seat)) => Ok(Some(GameResult::Claimed(seat))),
        (Some("called off"), None) => Ok(Some(GameResult::CalledOff)),
        (Some("interrupted"), None) => Ok(Some(GameResult::Interrupted)),
        (Some("ended by moderator"), None) => Ok(Some(GameResult::EndedByModerator)),
        other => Err(format!("invalid result {other:?}")),
    }
}

pub(in crate::store) const fn offer_columns(offer: Offer) -> (&'static str, i64) {
    (offer.kind.name(), seat_index(offer.by))
}

pub(in crate::store) fn offer(
    kind: Option<&str>,
    seat: Option<i64>,
) -> Result<Option<Offer>, String> {
    let Some((kind, seat)) = kind.zip(seat) else { return Ok(None) };
    Ok(Some(Offer { kind: kind.parse()?, by: seat_from_index(seat)? }))
}

pub(in crate::store) fn notice_value(notice: Option<Notice>) -> Option<i64> {
    let index = Notice::ALL.iter().position(|it| Some(*it) == notice)?;
    i64::try_from(index).ok()
}

fn notice(index: Option<i64>) -> Result<Option<Notice>, String> {
    let Some(index) = index else { return Ok(None) };
    let notice = usize::try_from(index).ok().and_then(|index| Notice::ALL.get(index));
    notice.copied().map(Some).ok_or_else(|| format!("invalid notice {index}"))
}

pub(in crate::store) const fn seat_index(seat: Seat) -> i64 {
    match seat {
        Seat::First => 0,
        Seat::Second => 1,
    }
}

pub(in crate::store) fn seat_from_index(index: i64) -> Result<Seat, String> {
    match index {
        0 => Ok(Seat::First),
        1 => Ok(Seat::Second),
        other => Err(format!("invalid seat {other}")),
    }
}
