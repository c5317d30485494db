//! Moves, and other changes of games: a game is loaded, and stored if nobody else has changed it.

use crate::{
    game::{Game, GameId, HintedTurns, InteractionId, Version},
    store::{
        database::Store,
        deadlines::record_computer_turn,
        game_rows::{game, save_live_game, update},
        games::{channel::record_dropper, end::end, end::locks_for},
        prelude::*,
        transaction::Timer,
    },
};

impl Store {
    pub async fn game(&self, id: GameId) -> StoreResult<Option<Game>> {
        let _timer = Timer::start("load game");
        match &self.database {
            Either::Sqlite(_) => self.game_batches()?.loads.call(id).await,
            Either::Postgres(database) => {
                let mut checkout = database.moves.acquire().await?;
                let loaded =
                    game(id).fetch_optional(&mut Connection::Postgres(checkout.as_mut())).await?;
                checkout.release();
                Ok(loaded)
            }
        }
    }

    /// Stores a changed game if the stored version is still `expected_version`, and returns it;
    /// `None` if another change came first.
    ///
    /// If the game has ended, what that changes is decided and stored in the same transaction
    /// (`end.rs`). The deadline of the computer's turn is stored or deleted as well.
    pub async fn save_game(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> StoreResult<Option<Game>> {
        // One statement: no result to count, and no deadline of the computer's turn.
        if game.is_live() && game.players.are_people() {
            let _timer = Timer::start("save move");
            let saved = match &self.database {
                Either::Sqlite(_) => {
                    self.game_batches()?.saves.call((expected_version, game.clone())).await?
                }
                Either::Postgres(database) => {
                    let mut checkout = database.moves.acquire().await?;
                    let connection = &mut Connection::Postgres(checkout.as_mut());
                    let saved = save_live_game(connection, expected_version, game).await?;
                    checkout.release();
                    saved
                }
            };
            return Ok((saved == SaveResult::Saved).then(|| game.clone()));
        }
        let locks = locks_for(game);
        self.change(&locks, async |connection| save(connection, expected_version, game).await).await
    }

    /// Adds turns in which a hint was taken to those of a game against the computer, unless the
    /// interaction has changed something before. Returns whether it has added them.
    pub async fn record_hints(
        &self,
        by: InteractionId,
        id: GameId,
        hints: HintedTurns,
    ) -> StoreResult<bool> {
        /// Adds turns with a hint, whatever else has changed.
        const RECORD_HINTS: &str =
            "UPDATE game SET hints = hints | $2 WHERE game_id = $1 AND level IS NOT NULL";
        Ok(self.execute_once(by, &[], query(RECORD_HINTS).bind(id).bind(hints)).await?.is_some())
    }
}

/// Stores a change that may take more than one statement.
pub(in crate::store) async fn save(
    connection: &mut Connection<'_>,
    expected_version: Version,
    game: &Game,
) -> StoreResult<Option<Game>> {
    let saved = match game.end {
        Some(ended) => end(connection, expected_version, game, ended).await?,
        None => match update(expected_version, game).save(connection).await? {
            SaveResult::Saved => Some(game.clone()),
            SaveResult::Conflict => None,
        },
    };
    if saved.is_some() {
        record_dropper(connection, game, game.changed_at()).await?;
        record_computer_turn(connection, game).await?;
    }
    Ok(saved)
}
