//! Games and their live seats.

use connect4::{Level, Seat};
use futures_util::future::BoxFuture;

use super::{
    challenges, daily_limit::with_daily_limit, opponent_choices::are_blocked, players, results,
};
use crate::{
    game::{
        Game, GameConfig, GameId, GuildId, MessageHandle, MessageId, NewGame, PlayerId, Players,
        Rated, Version,
    },
    store::{
        Constraint, Deadline, MessageOwner, SaveResult, StartedGame, StoreError,
        query::{DbConnection, query},
        rows::{self, GameRow},
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

/// Fails if the channel is full. The transaction holds the channel's lock.
async fn check_channel_limit(
    connection: &mut impl DbConnection,
    new: &NewGame,
) -> Result<(), StoreError> {
    let Some(limit) = new.max_games_per_channel else { return Ok(()) };
    let games: i64 = query(sql::COUNT_GAMES_IN_CHANNEL)
        .bind(new.config.location.channel.0.cast_signed())
        .fetch_scalar(connection)
        .await?;
    if games < i64::from(limit) {
        Ok(())
    } else {
        Err(StoreError::ConstraintViolated(Constraint::GamesInChannel))
    }
}

/// Applies the daily limit of rated games to a new game. The transaction holds both
/// players' locks.
async fn rated(connection: &mut impl DbConnection, new: &NewGame) -> Result<Rated, StoreError> {
    match &new.players {
        Players::People([one, other]) => {
            let pair = [one.id, other.id];
            with_daily_limit(connection, new.config.rated, pair, new.started_at).await
        }
        Players::Computer { .. } => Ok(new.config.rated),
    }
}

/// Fails if one of the players has blocked the other since they were read. The transaction
/// holds the locks of both.
async fn check_blocks(connection: &mut impl DbConnection, new: &NewGame) -> Result<(), StoreError> {
    match &new.players {
        Players::People(players)
            if are_blocked(connection, players.each_ref().map(|it| it.id)).await? =>
        {
            Err(StoreError::ConstraintViolated(Constraint::ChallengeAllowed))
        }
        _ => Ok(()),
    }
}

pub(in crate::store) fn start(
    connection: &mut impl DbConnection,
    new: NewGame,
    message: MessageHandle,
) -> BoxFuture<'_, Result<Option<StartedGame>, StoreError>> {
    Box::pin(async move {
        let by = new.changed_by;
        check_channel_limit(connection, &new).await?;
        check_blocks(connection, &new).await?;
        if let Some(challenge) = new.challenge
            && challenges::accept(connection, challenge, by, new.started_at).await?
                == SaveResult::Conflict
        {
            return Ok(None);
        }
        for player in new.players.people() {
            players::upsert(connection, player).await?;
        }
        let rated = rated(connection, &new).await?;
        let new = NewGame { config: GameConfig { rated, ..new.config }, ..new };
        let GameConfig { location, shape, time_control, rated, theme, locale } = new.config;
        let mut game = Game::start(GameId(0), new.clone(), message.clone());
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
            .bind(by.0.cast_signed())
            .bind(rows::message_id_value(message.message))
            .bind(message.token.0.as_str())
            .bind(message.token_expires_at.milliseconds())
            .bind(new.players.level().map(Level::name))
            .bind(new.challenge.is_none().then_some(by.0.cast_signed()))
            .bind(time_control.name())
            .bind(theme.name())
            .bind(i64::from(new.series.points[0]))
            .bind(i64::from(new.series.points[1]))
            .bind(rows::timestamp_value(game.turn.deadline.move_by))
            .bind(rows::timestamp_value(game.turn.deadline.remind_at))
            .bind(rows::rated_name(rated))
            .fetch_scalar(&mut *connection)
            .await?;
        for player in new.players.people() {
            query(sql::INSERT_SEAT)
                .bind(player.id.0.cast_signed())
                .bind(location.channel.0.cast_signed())
                .bind(id)
                .execute(&mut *connection)
                .await?;
        }
        game.id = GameId(id);
        record_computer_turn(connection, &game).await?;
        let cancelled = challenges::cancel_in_channel(connection, &new).await?;
        if let Players::People(players) = &new.players {
            challenges::end_cooldowns(connection, players.each_ref().map(|it| it.id)).await?;
        }
        Ok(Some(StartedGame { game, cancelled }))
    })
}

/// Stores a game as ended, and starts another one in its place.
pub(in crate::store) fn replace(
    connection: &mut impl DbConnection,
    (expected_version, ended): (Version, Game),
    new: NewGame,
    message: MessageHandle,
) -> BoxFuture<'_, Result<Option<StartedGame>, StoreError>> {
    Box::pin(async move {
        let saved = save(&mut *connection, expected_version, ended, GameUpdate::Position).await?;
        match saved {
            SaveResult::Saved => start(connection, new, message).await,
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
        let updated = update(connection, expected_version, &game, columns).await?;
        if updated == SaveResult::Saved {
            record_computer_turn(connection, &game).await?;
            if !game.is_live() {
                end(connection, &game).await?;
            }
        }
        Ok(updated)
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
        .bind(game.turn.began_at.milliseconds())
        .bind(rows::timestamp_value(game.turn.deadline.move_by))
        .bind(rows::timestamp_value(game.turn.deadline.remind_at));
    let (offer, offer_seat) = game.offers.open.map(rows::offer_columns).unzip();
    let change = match columns {
        GameUpdate::All => position
            .bind(offer)
            .bind(offer_seat)
            .bind(i64::from(game.offers.declined.bits()))
            .bind(game.changed_by.0.cast_signed())
            .bind(rows::message_id_value(game.board_message.message))
            .bind(game.board_message.token.0.as_str())
            .bind(game.board_message.token_expires_at.milliseconds())
            .bind(game.turn.reposted_by.map(|by| by.0.cast_signed()))
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

async fn end(connection: &mut impl DbConnection, game: &Game) -> Result<(), StoreError> {
    let (kind, seat) = game.result().map(rows::result_columns).unzip();
    query(sql::END_GAME)
        .bind(game.id.0)
        .bind(i64::from(game.version.0))
        .bind(kind)
        .bind(seat.flatten())
        .bind(game.end.map(|end| end.at.milliseconds()))
        .execute(&mut *connection)
        .await?;
    query(sql::DELETE_SEATS).bind(game.id.0).execute(&mut *connection).await?;
    results::count(connection, game).await
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
