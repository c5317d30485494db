//! Deletion of a user's or a server's data.

use std::sync::atomic::Ordering;

use clock::Timestamp;
use connect4::Seat;

use crate::{
    features::request::{Service, context::MAX_ATTEMPTS},
    game::{Game, GameId, GameResult, GuildId, InteractionId, PlayerId},
    store::{DeletionResult, StoreError, StoreResult},
};

/// A deletion of a user's data.
#[derive(Debug)]
pub struct UserDeletion {
    pub result: DeletionResult,
    /// The games against people that it ended, as they were before.
    pub ended: Vec<Game>,
    /// The live games of channels in which the user had dropped a disc.
    pub in_channels: Vec<Game>,
}

/// Ends a server's games and deletes its data. Returns the ended games, and whether anything was
/// stored of it; `None` if the games kept changing.
pub async fn delete_guild(
    service: &Service,
    guild: GuildId,
    now: Timestamp,
) -> StoreResult<Option<(Vec<GameId>, bool)>> {
    let _purge = PurgeAfter(service);
    for _ in 0..MAX_ATTEMPTS {
        let games = service.store.live_games_in_guild(guild, i64::MAX.cast_unsigned()).await?;
        let ended = |game: &Game| (game.version, game.ended(GameResult::Interrupted, now));
        match service.store.delete_guild(guild, games.iter().map(ended).collect()).await {
            Ok(was_stored) => {
                return Ok(Some((games.iter().map(|game| game.id).collect(), was_stored)));
            }
            Err(StoreError::Conflict) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Ends a user's games and deletes their data, once for the interaction that asks for it, if one
/// does. Returns `None` if the games kept changing.
pub async fn delete_user(
    service: &Service,
    by: Option<InteractionId>,
    player: PlayerId,
    now: Timestamp,
) -> StoreResult<Option<UserDeletion>> {
    let _purge = PurgeAfter(service);
    for _ in 0..MAX_ATTEMPTS {
        let mut games = service.store.live_games(player).await?;
        games.retain(|game| game.players.are_people());
        let in_channels = service.store.games_of_dropper(player).await?;
        let ended = games.iter().map(|game| {
            let seat = game.seat_of(player).unwrap_or(Seat::First);
            (game.version, game.ended(GameResult::Resigned(seat), now))
        });
        match service.store.delete_player(by, player, ended.collect(), now).await {
            Ok(result) => {
                let [ended, in_channels] = match result {
                    DeletionResult::DoneBefore => [Vec::new(), Vec::new()],
                    _ => [games, in_channels],
                };
                return Ok(Some(UserDeletion { result, ended, in_channels }));
            }
            Err(StoreError::Conflict) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Has the scheduler purge what was deleted, once this is dropped: also after an error, since a
/// deletion may be stored although its response was lost or came too late.
struct PurgeAfter<'a>(&'a Service);

impl Drop for PurgeAfter<'_> {
    fn drop(&mut self) {
        self.0.unpurged.fetch_add(1, Ordering::SeqCst);
        self.0.new_deadline.notify_one();
    }
}

/// Purges what was deleted since the last purge; the first time, what an earlier process may
/// have left. Returns `false` if it has to be tried again.
pub async fn purge_deleted(service: &Service) -> StoreResult<bool> {
    let unpurged = service.unpurged.load(Ordering::SeqCst);
    if unpurged == 0 {
        return Ok(true);
    }
    let is_purged = service.store.purge_deleted().await?;
    // What was deleted meanwhile has to be purged as well.
    let none_left =
        || service.unpurged.compare_exchange(unpurged, 0, Ordering::SeqCst, Ordering::SeqCst);
    Ok(is_purged && none_left().is_ok())
}
