//! Rows as the database holds them, and the values they stand for.

use sqlx::FromRow;

use super::{Constraint, Deadline, Scope, StoreError};
use crate::{
    engine::Level,
    locale::Locale,
    play::{
        Challenge, ChallengeId, ChallengeState, ChannelId, Declined, Ending, First, Game, GameId,
        GuildId, GuildSettings, InteractionId, MessageId, NewChallenge, Offer, OfferKind, Place,
        Player, PlayerId, Players, Posting, Record, Series, SeriesId, Setup, TimeControl, Token,
        TurnTime, Version, Waiting, Where,
    },
    rules::{Moves, Seat, Shape, State},
    theme::Theme,
    time::Timestamp,
};

#[derive(Clone, FromRow)]
pub(super) struct GameRow {
    game_id: i64,
    guild_id: Option<i64>,
    channel_id: i64,
    board_columns: i64,
    board_rows: i64,
    connect: i64,
    time_control: String,
    theme: String,
    locale: String,
    moves: String,
    version: i64,
    series_id: i64,
    first_points: i64,
    second_points: i64,
    offer: Option<String>,
    offer_seat: Option<i64>,
    declined: i64,
    ending: Option<String>,
    ending_seat: Option<i64>,
    started_at: i64,
    moved_at: i64,
    move_by: Option<i64>,
    remind_at: Option<i64>,
    ended_at: Option<i64>,
    changed_by: i64,
    message_id: Option<i64>,
    token: String,
    token_expires_at: i64,
    first_player_id: Option<i64>,
    first_name: Option<String>,
    second_player_id: Option<i64>,
    second_name: Option<String>,
    level: Option<String>,
}

impl GameRow {
    pub(super) const fn id(&self) -> GameId {
        GameId(self.game_id)
    }
}

impl TryFrom<GameRow> for Game {
    type Error = StoreError;

    fn try_from(row: GameRow) -> Result<Self, StoreError> {
        let wrong = |why: String| StoreError::corrupt(&format!("game {}", row.game_id), why);
        let setup = Setup {
            place: place(row.guild_id, row.channel_id),
            shape: shape(row.board_columns, row.board_rows, row.connect).map_err(wrong)?,
            time_control: time_control(&row.time_control).map_err(wrong)?,
            theme: theme(&row.theme).map_err(wrong)?,
            locale: Locale::nearest(&row.locale),
        };
        let moves: Moves = row.moves.parse().map_err(|error| wrong(format!("{error}")))?;
        let board = moves.replay(setup.shape).map_err(|error| wrong(error.to_string()))?;
        let ending = ending(row.ending.as_deref(), row.ending_seat).map_err(wrong)?;
        let agrees = match board.state() {
            State::Open => !matches!(ending, Some(Ending::Won(_) | Ending::Drawn)),
            State::Won(seat) => ending == Some(Ending::Won(seat)),
            State::Drawn => ending == Some(Ending::Drawn),
        };
        if !agrees {
            return Err(wrong(format!("its moves do not end in {ending:?}")));
        }
        Ok(Self {
            id: GameId(row.game_id),
            setup,
            players: players(
                row.first_player_id.zip(row.first_name),
                row.second_player_id.zip(row.second_name),
                row.level.as_deref(),
            )
            .map_err(wrong)?,
            moves,
            version: Version(u32::try_from(row.version).map_err(|error| wrong(error.to_string()))?),
            series: series(row.series_id, [row.first_points, row.second_points]).map_err(wrong)?,
            offer: offer(row.offer.as_deref(), row.offer_seat).map_err(wrong)?,
            declined: declined(row.declined).map_err(wrong)?,
            ending,
            started_at: Timestamp::from_milliseconds(row.started_at),
            moved_at: Timestamp::from_milliseconds(row.moved_at),
            turn_time: TurnTime {
                move_by: row.move_by.map(Timestamp::from_milliseconds),
                remind_at: row.remind_at.map(Timestamp::from_milliseconds),
            },
            ended_at: row.ended_at.map(Timestamp::from_milliseconds),
            changed_by: InteractionId(row.changed_by.cast_unsigned()),
            live: posting(row.message_id, row.token, row.token_expires_at),
        })
    }
}

#[derive(FromRow)]
pub(super) struct ChallengeRow {
    challenge_id: i64,
    guild_id: Option<i64>,
    channel_id: i64,
    board_columns: i64,
    board_rows: i64,
    connect: i64,
    time_control: String,
    theme: String,
    locale: String,
    first: String,
    rematch_of: Option<i64>,
    series_id: i64,
    challenger_points: i64,
    opponent_points: i64,
    state: String,
    made_at: i64,
    expires_at: i64,
    made_by: i64,
    changed_by: i64,
    message_id: Option<i64>,
    token: String,
    token_expires_at: i64,
    challenger_id: i64,
    challenger_name: String,
    opponent_id: Option<i64>,
    opponent_name: Option<String>,
}

impl TryFrom<ChallengeRow> for Challenge {
    type Error = StoreError;

    fn try_from(row: ChallengeRow) -> Result<Self, StoreError> {
        let wrong =
            |why: String| StoreError::corrupt(&format!("challenge {}", row.challenge_id), why);
        Ok(Self {
            id: ChallengeId(row.challenge_id),
            state: challenge_state(&row.state).map_err(wrong)?,
            changed_by: InteractionId(row.changed_by.cast_unsigned()),
            posting: posting(row.message_id, row.token, row.token_expires_at),
            terms: NewChallenge {
                setup: Setup {
                    place: place(row.guild_id, row.channel_id),
                    shape: shape(row.board_columns, row.board_rows, row.connect).map_err(wrong)?,
                    time_control: time_control(&row.time_control).map_err(wrong)?,
                    theme: theme(&row.theme).map_err(wrong)?,
                    locale: Locale::nearest(&row.locale),
                },
                challenger: player(row.challenger_id, row.challenger_name),
                opponent: row.opponent_id.zip(row.opponent_name).map(|(id, name)| player(id, name)),
                first: first(&row.first).map_err(wrong)?,
                rematch_of: row.rematch_of.map(GameId),
                series: series(row.series_id, [row.challenger_points, row.opponent_points])
                    .map_err(wrong)?,
                made_at: Timestamp::from_milliseconds(row.made_at),
                expires_at: Timestamp::from_milliseconds(row.expires_at),
                made_by: InteractionId(row.made_by.cast_unsigned()),
            },
        })
    }
}

#[derive(FromRow)]
pub(super) struct WaitingRow {
    challenger_id: i64,
    opponent_id: Option<i64>,
    rematch_of: Option<i64>,
    guild_id: Option<i64>,
    channel_id: i64,
    message_id: Option<i64>,
}

impl From<WaitingRow> for Waiting {
    fn from(row: WaitingRow) -> Self {
        Self {
            challenger: PlayerId(row.challenger_id.cast_unsigned()),
            opponent: row.opponent_id.map(|id| PlayerId(id.cast_unsigned())),
            rematch_of: row.rematch_of.map(GameId),
            whereabouts: whereabouts(row.guild_id, row.channel_id, row.message_id),
        }
    }
}

#[derive(FromRow)]
#[expect(clippy::struct_field_names, reason = "they are called as their columns are")]
pub(super) struct PlayingRow {
    player_id: i64,
    guild_id: Option<i64>,
    channel_id: i64,
    message_id: Option<i64>,
}

impl From<PlayingRow> for (PlayerId, Where) {
    fn from(row: PlayingRow) -> Self {
        (
            PlayerId(row.player_id.cast_unsigned()),
            whereabouts(row.guild_id, row.channel_id, row.message_id),
        )
    }
}

#[derive(FromRow)]
pub(super) struct SettingsRow {
    guild_id: i64,
    theme: String,
    locale: Option<String>,
    time_control: String,
    reminders: i64,
    most_games: Option<i64>,
    computer_games: i64,
    channels: String,
}

impl TryFrom<SettingsRow> for GuildSettings {
    type Error = StoreError;

    fn try_from(row: SettingsRow) -> Result<Self, StoreError> {
        let wrong = |why: String| {
            StoreError::corrupt(&format!("the settings of server {}", row.guild_id), why)
        };
        let channels: Vec<i64> =
            serde_json::from_str(&row.channels).map_err(|error| wrong(error.to_string()))?;
        Ok(Self {
            theme: theme(&row.theme).map_err(wrong)?,
            locale: row.locale.as_deref().map(Locale::nearest),
            time_control: time_control(&row.time_control).map_err(wrong)?,
            reminders: row.reminders != 0,
            most_games: row
                .most_games
                .map(|most| u8::try_from(most).map_err(|error| wrong(error.to_string())))
                .transpose()?,
            computer_games: row.computer_games != 0,
            channels: channels.into_iter().map(|id| ChannelId(id.cast_unsigned())).collect(),
        })
    }
}

pub(super) fn channels_key(channels: &[ChannelId]) -> String {
    let ids: Vec<i64> = channels.iter().map(|channel| channel.0.cast_signed()).collect();
    serde_json::Value::from(ids).to_string()
}

#[derive(FromRow)]
pub(super) struct StandingRow {
    player_id: i64,
    name: String,
    wins: i64,
    losses: i64,
    draws: i64,
}

impl StandingRow {
    pub(super) fn into_parts(self) -> Result<(Player, Record), StoreError> {
        Ok((player(self.player_id, self.name), record((self.wins, self.losses, self.draws))?))
    }
}

pub(super) fn record((wins, losses, draws): (i64, i64, i64)) -> Result<Record, StoreError> {
    let count =
        |count: i64| u32::try_from(count).map_err(|error| StoreError::corrupt("a record", error));
    Ok(Record { wins: count(wins)?, losses: count(losses)?, draws: count(draws)? })
}

/// The results of the first seat, from endings with how often each occurred.
pub(super) fn first_seat_record(
    endings: Vec<(String, Option<i64>, i64)>,
) -> Result<Record, StoreError> {
    let mut sum = Record::default();
    for (kind, seat, games) in endings {
        let games = u32::try_from(games).map_err(|error| StoreError::corrupt("a record", error))?;
        let ending =
            ending(Some(&kind), seat).map_err(|why| StoreError::corrupt("a game's ending", why))?;
        match ending.and_then(Ending::winner) {
            Some(Seat::First) => sum.wins += games,
            Some(Seat::Second) => sum.losses += games,
            None => sum.draws += games,
        }
    }
    Ok(sum)
}

pub(super) const fn guild_key(guild: Option<GuildId>) -> i64 {
    match guild {
        Some(GuildId(id)) => id.cast_signed(),
        None => 0,
    }
}

pub(super) const fn scope_key(scope: Scope) -> i64 {
    match scope {
        Scope::Global => 0,
        Scope::Guild(GuildId(id)) => id.cast_signed(),
    }
}

pub(super) const fn scope(key: i64) -> Scope {
    match key {
        0 => Scope::Global,
        id => Scope::Guild(GuildId(id.cast_unsigned())),
    }
}

pub(super) fn message_key(message: Option<MessageId>) -> Option<i64> {
    message.map(|message| message.0.cast_signed())
}

pub(super) const CHALLENGE_DEADLINE: &str = "challenge";

pub(super) const COMPUTER_DEADLINE: &str = "computer";

const CLOCK_DEADLINE: &str = "clock";

pub(super) const fn deadline_key(deadline: Deadline) -> (&'static str, i64) {
    match deadline {
        Deadline::Challenge(ChallengeId(id)) => (CHALLENGE_DEADLINE, id),
        Deadline::Computer(GameId(id)) => (COMPUTER_DEADLINE, id),
        Deadline::Clock(GameId(id)) => (CLOCK_DEADLINE, id),
    }
}

pub(super) fn deadline(kind: &str, subject: i64) -> Result<Deadline, StoreError> {
    match kind {
        CHALLENGE_DEADLINE => Ok(Deadline::Challenge(ChallengeId(subject))),
        COMPUTER_DEADLINE => Ok(Deadline::Computer(GameId(subject))),
        CLOCK_DEADLINE => Ok(Deadline::Clock(GameId(subject))),
        other => Err(StoreError::corrupt("a deadline", format!("unknown kind {other:?}"))),
    }
}

pub(super) const fn ending_parts(ending: Ending) -> (&'static str, Option<i64>) {
    match ending {
        Ending::Won(seat) => ("won", Some(seat_key(seat))),
        Ending::Drawn => ("drawn", None),
        Ending::Resigned(seat) => ("resigned", Some(seat_key(seat))),
        Ending::TimedOut(seat) => ("timed out", Some(seat_key(seat))),
        Ending::Agreed => ("agreed", None),
        Ending::CalledOff => ("called off", None),
        Ending::Stopped => ("stopped", None),
    }
}

fn ending(kind: Option<&str>, seat: Option<i64>) -> Result<Option<Ending>, String> {
    match (kind, seat.map(seat_of).transpose()?) {
        (None, None) => Ok(None),
        (Some("won"), Some(seat)) => Ok(Some(Ending::Won(seat))),
        (Some("drawn"), None) => Ok(Some(Ending::Drawn)),
        (Some("resigned"), Some(seat)) => Ok(Some(Ending::Resigned(seat))),
        (Some("timed out"), Some(seat)) => Ok(Some(Ending::TimedOut(seat))),
        (Some("agreed"), None) => Ok(Some(Ending::Agreed)),
        (Some("called off"), None) => Ok(Some(Ending::CalledOff)),
        (Some("stopped"), None) => Ok(Some(Ending::Stopped)),
        other => Err(format!("there is no ending {other:?}")),
    }
}

const fn seat_key(seat: Seat) -> i64 {
    match seat {
        Seat::First => 0,
        Seat::Second => 1,
    }
}

fn seat_of(key: i64) -> Result<Seat, String> {
    match key {
        0 => Ok(Seat::First),
        1 => Ok(Seat::Second),
        other => Err(format!("there is no seat {other}")),
    }
}

pub(super) const fn offer_parts(offer: Offer) -> (&'static str, i64) {
    let kind = match offer.kind {
        OfferKind::Draw => "draw",
        OfferKind::TakeBack => "take back",
    };
    (kind, seat_key(offer.by))
}

fn offer(kind: Option<&str>, seat: Option<i64>) -> Result<Option<Offer>, String> {
    let offer = |kind, by| Ok(Some(Offer { kind, by }));
    match (kind, seat.map(seat_of).transpose()?) {
        (None, None) => Ok(None),
        (Some("draw"), Some(by)) => offer(OfferKind::Draw, by),
        (Some("take back"), Some(by)) => offer(OfferKind::TakeBack, by),
        other => Err(format!("there is no offer {other:?}")),
    }
}

fn declined(bits: i64) -> Result<Declined, String> {
    let declined = u8::try_from(bits).ok().and_then(Declined::from_bits);
    declined.ok_or_else(|| format!("there is no set of offers {bits}"))
}

fn time_control(key: &str) -> Result<TimeControl, String> {
    TimeControl::named(key).ok_or_else(|| format!("unknown time control {key:?}"))
}

fn theme(key: &str) -> Result<Theme, String> {
    Theme::named(key).ok_or_else(|| format!("unknown theme {key:?}"))
}

fn series(id: i64, points: [i64; 2]) -> Result<Series, String> {
    let [one, other] = points.map(u32::try_from);
    match (one, other) {
        (Ok(one), Ok(other)) => {
            Ok(Series { id: SeriesId(id.cast_unsigned()), points: [one, other] })
        }
        _ => Err(format!("nobody can have gained {points:?}")),
    }
}

pub(super) fn time_key(time: Option<Timestamp>) -> Option<i64> {
    time.map(Timestamp::milliseconds)
}

pub(super) const fn first_key(first: First) -> &'static str {
    match first {
        First::Challenger => "challenger",
        First::Opponent => "opponent",
        First::Random => "random",
    }
}

fn first(key: &str) -> Result<First, String> {
    match key {
        "challenger" => Ok(First::Challenger),
        "opponent" => Ok(First::Opponent),
        "random" => Ok(First::Random),
        other => Err(format!("unknown first player {other:?}")),
    }
}

pub(super) const fn challenge_state_key(state: ChallengeState) -> &'static str {
    match state {
        ChallengeState::Waiting => "waiting",
        ChallengeState::Accepted => "accepted",
        ChallengeState::Declined => "declined",
        ChallengeState::Cancelled => "cancelled",
        ChallengeState::Expired => "expired",
    }
}

fn challenge_state(key: &str) -> Result<ChallengeState, String> {
    match key {
        "waiting" => Ok(ChallengeState::Waiting),
        "accepted" => Ok(ChallengeState::Accepted),
        "declined" => Ok(ChallengeState::Declined),
        "cancelled" => Ok(ChallengeState::Cancelled),
        "expired" => Ok(ChallengeState::Expired),
        other => Err(format!("unknown state {other:?}")),
    }
}

fn shape(columns: i64, rows: i64, connect: i64) -> Result<Shape, String> {
    let side = |length: i64| u8::try_from(length).unwrap_or(u8::MAX);
    Shape::new(side(columns), side(rows), side(connect)).map_err(|error| error.to_string())
}

fn place(guild: Option<i64>, channel: i64) -> Place {
    Place {
        guild: guild.map(|id| GuildId(id.cast_unsigned())),
        channel: ChannelId(channel.cast_unsigned()),
    }
}

fn whereabouts(guild: Option<i64>, channel: i64, message: Option<i64>) -> Where {
    Where { place: place(guild, channel), message: message.map(message_id) }
}

fn player(id: i64, name: String) -> Player {
    Player { id: PlayerId(id.cast_unsigned()), name }
}

fn players(
    first: Option<(i64, String)>,
    second: Option<(i64, String)>,
    level: Option<&str>,
) -> Result<Players, String> {
    let level = level.map(str::parse::<Level>).transpose().map_err(|error| error.to_string())?;
    let [first, second] = [first, second].map(|it| it.map(|(id, name)| player(id, name)));
    match (first, second, level) {
        (Some(first), Some(second), None) => Ok(Players::People([first, second])),
        (Some(person), None, Some(level)) => {
            Ok(Players::Computer { person, seat: Seat::First, level })
        }
        (None, Some(person), Some(level)) => {
            Ok(Players::Computer { person, seat: Seat::Second, level })
        }
        _ => Err("its seats are not taken by two".to_owned()),
    }
}

fn posting(message: Option<i64>, token: String, token_expires_at: i64) -> Posting {
    Posting {
        message: message.map(message_id),
        token: Token(token),
        token_expires_at: Timestamp::from_milliseconds(token_expires_at),
    }
}

const fn message_id(id: i64) -> MessageId {
    MessageId(id.cast_unsigned())
}

/// The constraint that an error says was violated, by what SQLite and
/// PostgreSQL call it.
pub(super) fn violated(error: &sqlx::Error) -> Option<Constraint> {
    let error = error.as_database_error().filter(|error| error.is_unique_violation())?;
    let names = [
        ("live_seat", Constraint::LiveSeat),
        ("one_waiting_challenge_per_pair", Constraint::WaitingPair),
        ("challenge.challenger_id, challenge.slot", Constraint::WaitingSlots),
        ("one_waiting_challenge_per_slot", Constraint::WaitingSlots),
        ("challenge.rematch_of", Constraint::Rematch),
        ("one_rematch_per_game", Constraint::Rematch),
        ("challenge.made_by", Constraint::Once),
        ("game.challenge_id", Constraint::Once),
        ("game.begun_by", Constraint::Once),
    ];
    let said = error.constraint().unwrap_or_else(|| error.message());
    names.into_iter().find_map(|(name, constraint)| said.contains(name).then_some(constraint))
}
