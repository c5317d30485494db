//! Games and their live seats.

use connect4::{Level, Seat};
use futures_util::future::BoxFuture;

use super::{challenges, players, results, retained_limits::LimitKey};
use crate::{
    game::{
        Game, GameConfig, GameId, GameResult, GuildId, Location, MessageHandle, MessageId, NewGame,
        PlayerId, Players, Version,
    },
    store::{
        Constraint, Deadline, MessageOwner, SaveResult, StartedGame, StoreError,
        query::{DbConnection, query},
        rows::{self, GameRow, StartContextRow},
        sql,
    },
};

pub(in crate::store) async fn live_games(
    connection: &mut impl DbConnection,
    player: PlayerId,
) -> Result<Vec<Game>, StoreError> {
    let query = query(sql::LIVE_GAMES).bind(player.0.cast_signed());
    let games = query.fetch_all::<GameRow>(connection).await?;
    games.into_iter().map(Game::try_from).collect()
}

pub(in crate::store) async fn live_games_in_guild(
    connection: &mut impl DbConnection,
    guild: GuildId,
    limit: u64,
) -> Result<Vec<Game>, StoreError> {
    let query =
        query(sql::LIVE_GAMES_IN_GUILD).bind(guild.0.cast_signed()).bind(limit.cast_signed());
    let games = query.fetch_all::<GameRow>(connection).await?;
    games.into_iter().map(Game::try_from).collect()
}

/// Reads what decides how a game begins. The transaction holds the locks of the players and of
/// the channel.
async fn start_context(
    connection: &mut impl DbConnection,
    key: &LimitKey,
    new: &NewGame,
) -> Result<StartContextRow, StoreError> {
    let Location { guild, channel } = new.config.location;
    let people = new.players.people();
    let [one, other] = [people.first(), people.get(1)].map(|it| it.map(|it| it.id));
    let midnight = new.started_at.midnight();
    let [rated_games, cooldown, cooldown_back] = match (one, other) {
        (Some(one), Some(other)) => [
            Some(key.rated_games([one, other], midnight)),
            Some(key.cooldown(one, other)),
            Some(key.cooldown(other, one)),
        ],
        _ => [None, None, None],
    };
    query(sql::START_CONTEXT)
        .bind(channel.0.cast_signed())
        .bind(one.map(|id| id.0.cast_signed()))
        .bind(other.map(|id| id.0.cast_signed()))
        .bind(guild.map(|guild| guild.0.cast_signed()))
        .bind(new.challenge.map(|challenge| challenge.0))
        .bind(midnight.milliseconds())
        .bind(rated_games.as_deref())
        .bind(cooldown.as_deref())
        .bind(cooldown_back.as_deref())
        .fetch_one(connection)
        .await
}

/// Fails if the channel is full, or one of the players has blocked the other since they were
/// read.
fn check_may_start(new: &NewGame, context: &StartContextRow) -> Result<(), StoreError> {
    let is_full = |limit| context.games_in_channel >= i64::from(limit);
    if new.max_games_per_channel.is_some_and(is_full) {
        return Err(StoreError::ConstraintViolated(Constraint::GamesInChannel));
    }
    if context.blocks > 0 {
        return Err(StoreError::ConstraintViolated(Constraint::ChallengeAllowed));
    }
    Ok(())
}

pub(in crate::store) fn start(
    connection: &mut impl DbConnection,
    key: LimitKey,
    new: NewGame,
    message: MessageHandle,
) -> BoxFuture<'_, Result<Option<StartedGame>, StoreError>> {
    Box::pin(async move {
        let mut context = start_context(connection, &key, &new).await?;
        check_may_start(&new, &context)?;
        if let Some(challenge) = new.challenge
            && challenges::accept(connection, challenge, new.changed_by, new.started_at).await?
                == SaveResult::Conflict
        {
            return Ok(None);
        }
        let guild = new.config.location.guild;
        for (player, stored) in new.players.people().iter().zip(context.take_names()) {
            players::upsert_changed(connection, player, guild, stored).await?;
        }
        let rated_today = u32::try_from(context.rated_games).unwrap_or(u32::MAX);
        let rated = new.config.rated.with_daily_limit(rated_today);
        let new = NewGame { config: GameConfig { rated, ..new.config }, ..new };
        let game = insert(connection, &new, message).await?;
        record_computer_turn(connection, &game).await?;
        let cancelled = if context.challenges > 0 {
            challenges::cancel_in_channel(connection, &key, &new).await?
        } else {
            Vec::new()
        };
        if let Players::People(players) = &new.players
            && (context.cooldowns > 0 || !cancelled.is_empty())
        {
            let pair = players.each_ref().map(|it| it.id);
            challenges::end_cooldowns(connection, &key, pair).await?;
        }
        Ok(Some(StartedGame { game, cancelled }))
    })
}

/// Inserts a game. A trigger seats its players.
async fn insert(
    connection: &mut impl DbConnection,
    new: &NewGame,
    message: MessageHandle,
) -> Result<Game, StoreError> {
    let by = new.changed_by.0.cast_signed();
    let GameConfig { location, shape, time_control, rated, theme, locale } = new.config;
    let game = Game::start(GameId(0), new.clone(), message);
    let [first, second] =
        Seat::BOTH.map(|seat| new.players.participant(seat).person().map(|it| it.id.0));
    let id: i64 = query(sql::INSERT_GAME)
        .bind(new.challenge.map(|challenge| challenge.0))
        .bind(location.guild.map(|guild| guild.0.cast_signed()))
        .bind(location.channel.0.cast_signed())
        .bind(first.map(u64::cast_signed))
        .bind(second.map(u64::cast_signed))
        .bind(i64::from(shape.columns()))
        .bind(i64::from(shape.rows()))
        .bind(i64::from(shape.connect()))
        .bind(new.series.id.0.cast_signed())
        .bind(locale.tag())
        .bind(new.started_at.milliseconds())
        .bind(by)
        .bind(rows::message_id_value(game.board_message.message))
        .bind(game.board_message.token.0.as_str())
        .bind(game.board_message.token_expires_at.milliseconds())
        .bind(new.players.level().map(Level::name))
        .bind(new.challenge.is_none().then_some(by))
        .bind(time_control.name())
        .bind(theme.name())
        .bind(i64::from(new.series.points[0]))
        .bind(i64::from(new.series.points[1]))
        .bind(rows::timestamp_value(game.turn_deadline.move_by))
        .bind(rows::timestamp_value(game.turn_deadline.remind_at))
        .bind(rows::rated_name(rated))
        .fetch_scalar(connection)
        .await?;
    Ok(Game { id: GameId(id), ..game })
}

/// Stores a game as ended, and starts another one in its place.
pub(in crate::store) fn replace(
    connection: &mut impl DbConnection,
    key: LimitKey,
    (expected_version, ended): (Version, Game),
    new: NewGame,
    message: MessageHandle,
) -> BoxFuture<'_, Result<Option<StartedGame>, StoreError>> {
    Box::pin(async move {
        let saved = save(&mut *connection, expected_version, ended, GameUpdate::Position).await?;
        match saved {
            SaveResult::Saved => start(connection, key, new, message).await,
            SaveResult::Conflict => Ok(None),
        }
    })
}

/// Stores a change that may take more than one statement.
pub(in crate::store) fn save(
    connection: &mut impl DbConnection,
    expected_version: Version,
    game: Game,
    columns: GameUpdate,
) -> BoxFuture<'_, Result<SaveResult, StoreError>> {
    Box::pin(async move {
        let saved = match game.result {
            Some(result) => end(connection, expected_version, &game, result, columns).await?,
            None => update(connection, expected_version, &game, columns).await?,
        };
        if saved == SaveResult::Saved {
            record_computer_turn(connection, &game).await?;
        }
        Ok(saved)
    })
}

/// Which columns of a game are updated.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) enum GameUpdate {
    /// All that can change.
    All,
    /// All but offers and the board's message.
    Position,
}

async fn update(
    connection: &mut impl DbConnection,
    expected_version: Version,
    game: &Game,
    columns: GameUpdate,
) -> Result<SaveResult, StoreError> {
    let query = query(match columns {
        GameUpdate::All => sql::UPDATE_GAME,
        GameUpdate::Position => sql::UPDATE_POSITION,
    });
    let position = query
        .bind(game.id.0)
        .bind(i64::from(expected_version.0))
        .bind(game.moves.to_string())
        .bind(i64::from(game.version.0))
        .bind(game.moved_at.milliseconds())
        .bind(rows::timestamp_value(game.turn_deadline.move_by))
        .bind(rows::timestamp_value(game.turn_deadline.remind_at));
    let (offer, offer_seat) = game.offer.map(rows::offer_columns).unzip();
    let change = match columns {
        GameUpdate::All => position
            .bind(offer)
            .bind(offer_seat)
            .bind(i64::from(game.declined.bits()))
            .bind(game.changed_by.0.cast_signed())
            .bind(rows::message_id_value(game.board_message.message))
            .bind(game.board_message.token.0.as_str())
            .bind(game.board_message.token_expires_at.milliseconds())
            .bind(game.reposted_by.map(|by| by.0.cast_signed()))
            .bind(i64::from(game.standing.bits())),
        GameUpdate::Position => position,
    };
    change.save(connection).await
}

/// Stores a change that takes only one statement.
pub(in crate::store) async fn save_move(
    connection: &mut impl DbConnection,
    expected_version: Version,
    game: &Game,
) -> Result<SaveResult, StoreError> {
    match update(connection, expected_version, game, GameUpdate::All).await? {
        // An earlier attempt may have been stored without its response arriving.
        SaveResult::Conflict => is_saved(connection, game).await,
        SaveResult::Saved => Ok(SaveResult::Saved),
    }
}

/// Whether exactly this change is stored.
async fn is_saved(
    connection: &mut impl DbConnection,
    game: &Game,
) -> Result<SaveResult, StoreError> {
    let found: i64 = query(sql::IS_SAVED)
        .bind(game.id.0)
        .bind(i64::from(game.version.0))
        .bind(game.changed_by.0.cast_signed())
        .fetch_scalar(connection)
        .await?;
    Ok(if found == 0 { SaveResult::Conflict } else { SaveResult::Saved })
}

/// Inserts the deadline of the computer's turn, or deletes it if it is not the
/// computer's turn.
async fn record_computer_turn(
    connection: &mut impl DbConnection,
    game: &Game,
) -> Result<(), StoreError> {
    if game.players.level().is_none() {
        return Ok(());
    }
    let (kind, id) = rows::deadline_key(Deadline::Computer(game.id));
    let query = match game.computer_due_at() {
        Some(due_at) => {
            query(sql::INSERT_DEADLINE_ONCE).bind(kind).bind(id).bind(due_at.milliseconds())
        }
        None => query(sql::DELETE_DEADLINE).bind(kind).bind(id),
    };
    query.execute(connection).await?;
    Ok(())
}

/// Stores a game as ended, and counts its result. The transaction holds the locks of its
/// players.
async fn end(
    connection: &mut impl DbConnection,
    expected_version: Version,
    game: &Game,
    result: GameResult,
    columns: GameUpdate,
) -> Result<SaveResult, StoreError> {
    let (kind, seat) = rows::result_columns(result);
    let position = query(match columns {
        GameUpdate::All => sql::END_GAME,
        GameUpdate::Position => sql::END_POSITION,
    });
    let position = position
        .bind(game.id.0)
        .bind(i64::from(expected_version.0))
        .bind(game.moves.to_string())
        .bind(i64::from(game.version.0))
        .bind(game.moved_at.milliseconds())
        .bind(kind)
        .bind(seat)
        .bind(rows::timestamp_value(game.ended_at))
        .bind(i64::from(result.counts()));
    let change = match columns {
        GameUpdate::All => position
            .bind(i64::from(game.declined.bits()))
            .bind(game.changed_by.0.cast_signed())
            .bind(rows::message_id_value(game.board_message.message))
            .bind(game.board_message.token.0.as_str())
            .bind(game.board_message.token_expires_at.milliseconds())
            .bind(game.reposted_by.map(|by| by.0.cast_signed())),
        GameUpdate::Position => position,
    };
    let ended: Option<Option<i64>> = change.fetch_optional_scalar(&mut *connection).await?;
    let Some(result_number) = ended else { return Ok(SaveResult::Conflict) };
    if let Some(result_number) = result_number {
        results::count(connection, game, result_number).await?;
    }
    Ok(SaveResult::Saved)
}

pub(in crate::store) fn record_message_id(
    connection: &mut impl DbConnection,
    owner: MessageOwner,
    message: MessageId,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let message = message.0.cast_signed();
        let query = match owner {
            MessageOwner::Challenge(id) => {
                query(sql::RECORD_CHALLENGE_MESSAGE).bind(id.0).bind(message)
            }
            MessageOwner::Board(id, token) => {
                query(sql::RECORD_BOARD_MESSAGE).bind(id.0).bind(message).bind(token.0)
            }
        };
        query.execute(connection).await?;
        Ok(())
    })
}
