//! Explaining, exporting and deleting stored data.

use clock::Timestamp;
use connect4::Seat;
use serde_json::{Map, Value};

use super::{
    MAX_ATTEMPTS, MessageUpdate, PrivacyReply, PrivacyRequest, Reply, ReplyContent, Service,
    UserRequest,
};
use crate::{
    game::{self, GameId, GuildId, PlayerId, Refusal},
    store::{DeletionResult, StoreError},
};

impl Service {
    pub(super) async fn privacy(
        &self,
        request: &UserRequest,
        kind: PrivacyRequest,
    ) -> Result<Reply, StoreError> {
        let reply = match kind {
            PrivacyRequest::About => PrivacyReply::About,
            PrivacyRequest::Export => match self.export(request.actor.id).await? {
                Some(file) => PrivacyReply::Export(file),
                None => PrivacyReply::NoData,
            },
            PrivacyRequest::Delete => PrivacyReply::ConfirmDelete,
            PrivacyRequest::SetListed(listed) => {
                self.store.set_listed(&request.actor, listed).await?;
                PrivacyReply::Listed(listed)
            }
        };
        Ok(Reply::new(ReplyContent::Privacy(reply)))
    }

    /// All data of a user, as a JSON file. Returns `None` if there is none.
    async fn export(&self, player: PlayerId) -> Result<Option<Vec<u8>>, StoreError> {
        let tables = self.store.personal_data(player).await?;
        if tables.iter().all(|(_, rows)| rows.is_empty()) {
            return Ok(None);
        }
        let by_table = tables.into_iter().map(|(table, rows)| {
            let rows = rows.into_iter().map(Value::from).collect();
            (table.name.to_owned(), Value::Array(rows))
        });
        let all = Value::from(by_table.collect::<Map<_, _>>());
        Ok(Some(format!("{all:#}").into_bytes()))
    }

    /// Deletes the user's data, which they have confirmed.
    pub(super) async fn delete_data(
        &self,
        request: &UserRequest,
        now: Timestamp,
    ) -> Result<Reply, StoreError> {
        let Some((deletion, ended)) = self.delete_user(request.actor.id, now).await? else {
            return Ok(Reply::refused(Refusal::JustChanged));
        };
        let reply = match deletion {
            DeletionResult::Done => PrivacyReply::Deleted,
            DeletionResult::NothingStored => PrivacyReply::NoData,
        };
        let mut updates = Vec::new();
        for id in ended {
            updates.extend(self.store.game(id).await?.map(MessageUpdate::BoardChanged));
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
                Ok(()) => return Ok(Some(games.iter().map(|game| game.id).collect())),
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Ends a user's games and deletes their data. Returns whether there was
    /// any, and the ended games against people; or `None` if the games kept
    /// changing.
    pub async fn delete_user(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Option<(DeletionResult, Vec<GameId>)>, StoreError> {
        for _ in 0..MAX_ATTEMPTS {
            let games = self.store.live_games(player).await?;
            let between_people = games.iter().filter(|game| game.players.are_people());
            let ended: Vec<_> = between_people
                .map(|game| {
                    let seat = game.seat_of(player).unwrap_or(Seat::First);
                    (game.version, game::forfeit(game, seat, now))
                })
                .collect();
            let ids = ended.iter().map(|(_, game)| game.id).collect();
            match self.store.delete_player(player, ended).await {
                Ok(deletion) => return Ok(Some((deletion, ids))),
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}
