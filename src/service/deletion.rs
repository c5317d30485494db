//! Deletion of a user's or a server's data.

use clock::Timestamp;
use connect4::Seat;

use super::{MAX_ATTEMPTS, MessageUpdate, PrivacyReply, Reply, ReplyContent, Service, UserRequest};
use crate::{
    errors,
    game::{self, Game, GameId, GuildId, PlayerId, Refusal},
    store::{DeletionResult, StoreError},
};

impl Service {
    /// Deletes the user's data, which they have confirmed.
    pub(super) async fn delete_data(
        &self,
        request: &UserRequest,
        now: Timestamp,
    ) -> Result<Reply, StoreError> {
        let Some((deletion, ended)) = self.delete_user(request.actor.id, now).await? else {
            return Ok(Reply::refused(Refusal::JustChanged));
        };
        let (reply, mut updates) = match deletion {
            DeletionResult::NothingStored => (PrivacyReply::NoData, Vec::new()),
            DeletionResult::Done { computer_games, challenges } => {
                let games = computer_games.into_iter().map(MessageUpdate::GameDeleted);
                let challenges = challenges.into_iter().map(MessageUpdate::ChallengeDeleted);
                (PrivacyReply::Deleted, games.chain(challenges).collect())
            }
        };
        for before in ended {
            match self.store.game(before.id).await {
                // The stored one no longer says which message shows it.
                Ok(after) => updates.extend(after.map(|after| {
                    let board_message = before.board_message;
                    MessageUpdate::BoardChanged(Game { board_message, ..after })
                })),
                Err(error) => tracing::warn!(
                    game = before.id.0,
                    error = errors::with_causes(error),
                    "the board of a deleted player's game is not updated"
                ),
            }
        }
        Ok(Reply { content: ReplyContent::Privacy(reply), updates, follow_ups: None })
    }

    /// Ends a server's games and deletes its data. Returns the ended games, or
    /// `None` if they kept changing.
    pub async fn delete_guild(
        &self,
        guild: GuildId,
        now: Timestamp,
    ) -> Result<Option<Vec<GameId>>, StoreError> {
        for _ in 0..MAX_ATTEMPTS {
            let games = self.store.live_games_in_guild(guild, i64::MAX.cast_unsigned()).await?;
            let ended: Vec<_> =
                games.iter().map(|game| (game.version, game::end_with_guild(game, now))).collect();
            match self.store.delete_guild(guild, ended).await {
                Ok(()) => {
                    self.purge_later();
                    return Ok(Some(games.iter().map(|game| game.id).collect()));
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Ends a user's games and deletes their data. Returns whether there was
    /// any, and the ended games against people as they were before; or `None` if
    /// the games kept changing.
    pub async fn delete_user(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Option<(DeletionResult, Vec<Game>)>, StoreError> {
        for _ in 0..MAX_ATTEMPTS {
            let mut games = self.store.live_games(player).await?;
            games.retain(|game| game.players.are_people());
            let ended: Vec<_> = games
                .iter()
                .map(|game| {
                    let seat = game.seat_of(player).unwrap_or(Seat::First);
                    (game.version, game::forfeit(game, seat, now))
                })
                .collect();
            match self.store.delete_player(player, ended, now).await {
                Ok(deletion) => {
                    self.purge_later();
                    return Ok(Some((deletion, games)));
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}
