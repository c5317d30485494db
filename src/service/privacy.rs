//! What is stored of the asker: shown, exported, deleted.

use serde_json::{Map, Value};

use super::{Answer, MOST_TRIES, Notice, PrivacyAsk, Reply, Request, Service, Told};
use crate::{
    play::{self, GameId, GuildId, PlayerId, Refusal},
    store::{Forgotten, StoreError},
};
use clock::Timestamp;
use connect4::Seat;

impl Service {
    pub(super) async fn privacy(
        &self,
        request: &Request,
        ask: PrivacyAsk,
    ) -> Result<Reply, StoreError> {
        let told = match ask {
            PrivacyAsk::About => Told::About,
            PrivacyAsk::Export => match self.export(request.by.id).await? {
                Some(file) => Told::Export(file),
                None => Told::Nothing,
            },
            PrivacyAsk::Delete => Told::AskDelete,
            PrivacyAsk::List(listed) => {
                self.store.set_listed(&request.by, listed).await?;
                Told::Listed(listed)
            }
        };
        Ok(Reply::of(Answer::Privacy(told)))
    }

    /// All that is stored of somebody, as a JSON file; nothing if there is
    /// nothing.
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

    /// Deletes the asker's data, which they were asked about once more.
    pub(super) async fn delete_data(
        &self,
        request: &Request,
        at: Timestamp,
    ) -> Result<Reply, StoreError> {
        let Some((forgotten, ended)) = self.forget(request.by.id, at).await? else {
            return Ok(Reply::refused(Refusal::JustChanged));
        };
        let told = match forgotten {
            Forgotten::Done => Told::Deleted,
            Forgotten::Nothing => Told::Nothing,
        };
        let mut notices = Vec::new();
        for id in ended {
            notices.extend(self.store.game(id).await?.map(Notice::BoardChanged));
        }
        Ok(Reply { answer: Answer::Privacy(told), notices, late: None })
    }

    /// Ends a server's games and forgets it: the games that ended; nothing if they
    /// kept changing.
    pub async fn forget_guild(
        &self,
        guild: GuildId,
        at: Timestamp,
    ) -> Result<Option<Vec<GameId>>, StoreError> {
        for _ in 0..MOST_TRIES {
            let games = self.store.live_games_in(guild, i64::MAX.cast_unsigned()).await?;
            let ended: Vec<_> =
                games.iter().map(|game| (game.version, play::abandon(game, at))).collect();
            match self.store.forget_guild(guild, ended).await {
                Ok(()) => return Ok(Some(games.iter().map(|game| game.id).collect())),
                Err(StoreError::Overtaken) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Ends somebody's games and forgets them: whether there was anything, and
    /// the games among people that ended; nothing if they kept changing.
    pub async fn forget(
        &self,
        player: PlayerId,
        at: Timestamp,
    ) -> Result<Option<(Forgotten, Vec<GameId>)>, StoreError> {
        for _ in 0..MOST_TRIES {
            let games = self.store.live_games(player).await?;
            let among_people = games.iter().filter(|game| game.players.are_people());
            let ended: Vec<_> = among_people
                .map(|game| {
                    let seat = game.seat_of(player).unwrap_or(Seat::First);
                    (game.version, play::leave(game, seat, at))
                })
                .collect();
            let ids = ended.iter().map(|(_, game)| game.id).collect();
            match self.store.forget_player(player, ended).await {
                Ok(forgotten) => return Ok(Some((forgotten, ids))),
                Err(StoreError::Overtaken) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}
