//! Games and their seats.

use futures_util::future::BoxFuture;

use super::{players, results};
use crate::{
    play::{
        Game, GameId, GuildId, MessageId, NewGame, PlayerId, Players, Posting, Rated, Setup,
        Version,
    },
    store::{
        Constraint, Deadline, Posted, Saved, StoreError,
        rows::{self, GameRow},
        sql,
        statement::{Connection, statement},
    },
};
use clock::Timestamp;
use connect4::{Level, Seat};

pub(in crate::store) async fn live(
    connection: &mut impl Connection,
    player: PlayerId,
) -> Result<Vec<Game>, StoreError> {
    let query = statement(sql::LIVE_GAMES).bind(player.0.cast_signed());
    let games = query.all::<GameRow>(connection).await?;
    games.into_iter().map(Game::try_from).collect()
}

pub(in crate::store) async fn live_in(
    connection: &mut impl Connection,
    guild: GuildId,
    most: u64,
) -> Result<Vec<Game>, StoreError> {
    let query =
        statement(sql::LIVE_GAMES_IN_GUILD).bind(guild.0.cast_signed()).bind(most.cast_signed());
    let games = query.all::<GameRow>(connection).await?;
    games.into_iter().map(Game::try_from).collect()
}

/// Refuses one game too many in a channel, which the change has claimed.
async fn check_room(connection: &mut impl Connection, new: &NewGame) -> Result<(), StoreError> {
    let Some(most) = new.most_in_channel else { return Ok(()) };
    let games: i64 = statement(sql::GAMES_IN_CHANNEL)
        .bind(new.setup.place.channel.0.cast_signed())
        .scalar(connection)
        .await?;
    if games < i64::from(most) {
        Ok(())
    } else {
        Err(StoreError::Taken(Constraint::GamesInChannel))
    }
}

/// Whether a game that begins is rated: two can begin only so many rated ones a
/// day. The change has claimed both.
async fn rated(connection: &mut impl Connection, new: &NewGame) -> Result<Rated, StoreError> {
    let (Rated::Yes, Players::People([one, other])) = (new.setup.rated, &new.players) else {
        return Ok(new.setup.rated);
    };
    let begun: i64 = statement(sql::RATED_SINCE)
        .bind(one.id.0.cast_signed())
        .bind(other.id.0.cast_signed())
        .bind(new.started_at.midnight().milliseconds())
        .scalar(connection)
        .await?;
    Ok(new.setup.rated.after(u32::try_from(begun).unwrap_or(u32::MAX)))
}

pub(in crate::store) fn begin(
    connection: &mut impl Connection,
    new: NewGame,
    live: Posting,
) -> BoxFuture<'_, Result<Option<Game>, StoreError>> {
    Box::pin(async move {
        let by = new.changed_by;
        check_room(connection, &new).await?;
        if let Some(challenge) = new.challenge
            && super::challenges::accept(connection, challenge, by, new.started_at).await?
                == Saved::Overtaken
        {
            return Ok(None);
        }
        for player in new.players.people() {
            players::note(connection, player).await?;
        }
        let rated = rated(connection, &new).await?;
        let new = NewGame { setup: Setup { rated, ..new.setup }, ..new };
        let Setup { place, shape, time_control, rated, theme, locale } = new.setup;
        let mut game = Game::begin(GameId(0), new.clone(), live.clone());
        let [first, second] =
            Seat::BOTH.map(|seat| new.players.seated(seat).person().map(|it| it.id.0));
        let id: i64 = statement(sql::INSERT_GAME)
            .bind(new.challenge.map(|challenge| challenge.0))
            .bind(place.guild.map(|guild| guild.0.cast_signed()))
            .bind(place.channel.0.cast_signed())
            .bind(first.map(u64::cast_signed))
            .bind(second.map(u64::cast_signed))
            .bind(i64::from(shape.columns()))
            .bind(i64::from(shape.rows()))
            .bind(i64::from(shape.connect()))
            .bind(new.series.id.0.cast_signed())
            .bind(locale.tag())
            .bind(new.started_at.milliseconds())
            .bind(by.0.cast_signed())
            .bind(rows::message_key(live.message))
            .bind(live.token.0.as_str())
            .bind(live.token_expires_at.milliseconds())
            .bind(new.players.level().map(Level::name))
            .bind(new.challenge.is_none().then_some(by.0.cast_signed()))
            .bind(time_control.name())
            .bind(theme.name())
            .bind(i64::from(new.series.points[0]))
            .bind(i64::from(new.series.points[1]))
            .bind(rows::time_key(game.turn_time.move_by))
            .bind(rows::time_key(game.turn_time.remind_at))
            .bind(rows::rated_key(rated))
            .scalar(&mut *connection)
            .await?;
        for player in new.players.people() {
            statement(sql::INSERT_SEAT)
                .bind(player.id.0.cast_signed())
                .bind(place.channel.0.cast_signed())
                .bind(id)
                .execute(&mut *connection)
                .await?;
        }
        game.id = GameId(id);
        note_computers_turn(connection, &game).await?;
        Ok(Some(game))
    })
}

/// Stores a change that takes more than one statement.
pub(in crate::store) fn save(
    connection: &mut impl Connection,
    decided_on: Version,
    game: Game,
    what: Changed,
) -> BoxFuture<'_, Result<Saved, StoreError>> {
    Box::pin(async move {
        let updated = update(connection, decided_on, &game, what).await?;
        if updated == Saved::Yes {
            note_computers_turn(connection, &game).await?;
            if game.ending.is_some() {
                end(connection, &game).await?;
            }
        }
        Ok(updated)
    })
}

/// How much of a game changed.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) enum Changed {
    /// Whatever a change can touch.
    All,
    /// All but where its board is posted, and offers.
    Position,
}

async fn update(
    connection: &mut impl Connection,
    decided_on: Version,
    game: &Game,
    what: Changed,
) -> Result<Saved, StoreError> {
    let query = statement(match what {
        Changed::All => sql::UPDATE_GAME,
        Changed::Position => sql::UPDATE_POSITION,
    });
    let position = query
        .bind(game.id.0)
        .bind(i64::from(decided_on.0))
        .bind(game.moves.to_string())
        .bind(i64::from(game.version.0))
        .bind(game.moved_at.milliseconds())
        .bind(rows::time_key(game.turn_time.move_by))
        .bind(rows::time_key(game.turn_time.remind_at));
    let (offer, offer_seat) = game.offer.map(rows::offer_parts).unzip();
    let change = match what {
        Changed::All => position
            .bind(offer)
            .bind(offer_seat)
            .bind(i64::from(game.declined.bits()))
            .bind(game.changed_by.0.cast_signed())
            .bind(rows::message_key(game.live.message))
            .bind(game.live.token.0.as_str())
            .bind(game.live.token_expires_at.milliseconds()),
        Changed::Position => position,
    };
    change.save(connection).await
}

/// Stores a change that takes one statement.
pub(in crate::store) async fn save_move(
    connection: &mut impl Connection,
    decided_on: Version,
    game: &Game,
) -> Result<Saved, StoreError> {
    match update(connection, decided_on, game, Changed::All).await? {
        // It may have been stored by a try whose outcome never came back.
        Saved::Overtaken => is_saved(connection, game).await,
        Saved::Yes => Ok(Saved::Yes),
    }
}

/// Whether this very change is what is stored.
async fn is_saved(connection: &mut impl Connection, game: &Game) -> Result<Saved, StoreError> {
    let found: i64 = statement(sql::IS_SAVED)
        .bind(game.id.0)
        .bind(i64::from(game.version.0))
        .bind(game.changed_by.0.cast_signed())
        .scalar(connection)
        .await?;
    Ok(if found == 0 { Saved::Overtaken } else { Saved::Yes })
}

/// Keeps the deadline of a game against the computer: one if it is the
/// computer's turn, else none.
async fn note_computers_turn(
    connection: &mut impl Connection,
    game: &Game,
) -> Result<(), StoreError> {
    if game.players.level().is_none() {
        return Ok(());
    }
    let (kind, id) = rows::deadline_key(Deadline::Computer(game.id));
    let query = match game.computer_due_at() {
        Some(due_at) => {
            statement(sql::INSERT_DEADLINE_ONCE).bind(kind).bind(id).bind(due_at.milliseconds())
        }
        None => statement(sql::DELETE_DEADLINE).bind(kind).bind(id),
    };
    query.execute(connection).await?;
    Ok(())
}

async fn end(connection: &mut impl Connection, game: &Game) -> Result<(), StoreError> {
    let (kind, seat) = game.ending.map(rows::ending_parts).unzip();
    statement(sql::END_GAME)
        .bind(game.id.0)
        .bind(i64::from(game.version.0))
        .bind(kind)
        .bind(seat.flatten())
        .bind(game.ended_at.map(Timestamp::milliseconds))
        .execute(&mut *connection)
        .await?;
    statement(sql::DELETE_SEATS).bind(game.id.0).execute(&mut *connection).await?;
    results::count(connection, game).await
}

pub(in crate::store) fn learn_message(
    connection: &mut impl Connection,
    what: Posted,
    message: MessageId,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let message = message.0.cast_signed();
        let query = match what {
            Posted::Challenge(id) => statement(sql::LEARN_CHALLENGE).bind(id.0).bind(message),
            Posted::Board(id, token) => {
                statement(sql::LEARN_BOARD).bind(id.0).bind(message).bind(token.0)
            }
        };
        query.execute(connection).await?;
        Ok(())
    })
}
