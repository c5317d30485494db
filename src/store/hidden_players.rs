//! People on the leaderboards of a server: whom its managers have hidden is not shown there; whose
//! record they have reset begins afresh. Seasons that have ended stay as they are.

use clock::Timestamp;

use crate::{
    game::{GuildId, InteractionId, Player, PlayerId, Scope, Season},
    store::{
        database::Store, entries, prelude::*, results::last_number, seasons, standing_messages,
    },
};

/// What managers do with a person on the leaderboards of their server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonChange {
    Hide,
    Show,
    /// They begin afresh. Ratings stay: those of opponents follow from them.
    Reset,
}

impl Store {
    /// Some of the people who are hidden in a server.
    pub async fn hidden_players(&self, guild: GuildId, limit: u8) -> StoreResult<Vec<Player>> {
        const HIDDEN_PLAYERS: &str = "\
            SELECT player.player_id, player.name, nickname.name AS nickname, \
            hidden_player.guild_id FROM hidden_player \
            JOIN player ON player.player_id = hidden_player.player_id \
            LEFT JOIN nickname ON nickname.player_id = hidden_player.player_id \
            AND nickname.guild_id = $1 WHERE hidden_player.guild_id = $1 \
            ORDER BY hidden_player.player_id LIMIT $2";
        self.fetch_all(query(HIDDEN_PLAYERS).bind(guild).bind(limit)).await
    }

    /// Whether a player is hidden in a server.
    pub async fn is_hidden(&self, guild: GuildId, player: PlayerId) -> StoreResult<bool> {
        const IS_HIDDEN: &str =
            "SELECT count(*) FROM hidden_player WHERE guild_id = $1 AND player_id = $2";
        self.fetch_one(query(IS_HIDDEN).bind(guild).bind(player)).await
    }

    /// Changes whether a player is shown on the leaderboards of a server, or since when they count,
    /// unless the interaction has changed something before.
    pub async fn change_person(
        &self,
        by: InteractionId,
        guild: GuildId,
        player: PlayerId,
        change: PersonChange,
        now: Timestamp,
    ) -> StoreResult<()> {
        const HIDE: &str = "\
            INSERT INTO hidden_player (guild_id, player_id) \
            SELECT $1, player_id FROM player WHERE player_id = $2 ON CONFLICT DO NOTHING";
        const SHOW: &str = "DELETE FROM hidden_player WHERE guild_id = $1 AND player_id = $2";
        const RESET: &str = concat!(
            "INSERT INTO reset_record (guild_id, player_id, result_number, told) ",
            "SELECT $1, player_id, ",
            last_number!("$2"),
            ", 0 FROM player WHERE player_id = $2 ON CONFLICT (guild_id, player_id) ",
            "DO UPDATE SET result_number = excluded.result_number, told = 0"
        );
        let statement = match change {
            PersonChange::Hide => HIDE,
            PersonChange::Show => SHOW,
            PersonChange::Reset => RESET,
        };
        // No season ends meanwhile.
        let locks = &[AdvisoryLock::Player(player), AdvisoryLock::SharedGuild(guild)];
        let change = self.change_once(by, locks, async |connection| {
            if query(statement).bind(guild).bind(player).execute(connection).await? == 0 {
                return Ok(());
            }
            if change == PersonChange::Reset {
                let season = seasons::running(guild).fetch_optional(connection).await?;
                for scope in [Scope::Guild(guild)].into_iter().chain(season.map(Season::scope)) {
                    let delete = query(entries::DELETE).bind(scope).bind(player);
                    delete.execute(connection).await?;
                }
            }
            standing_messages::people_changed(guild, now).execute(connection).await?;
            if change == PersonChange::Hide {
                let remove = standing_messages::remove_name(player, Some(guild), now);
                remove.execute(connection).await?;
            }
            Ok(())
        });
        change.await.map(drop)
    }

    /// Whether a player has finished no game in a server since their record there was reset.
    pub async fn is_reset(&self, guild: GuildId, player: PlayerId) -> StoreResult<bool> {
        const IS_RESET: &str = "\
            SELECT count(*) FROM reset_record WHERE guild_id = $1 AND player_id = $2 \
            AND NOT EXISTS (SELECT 1 FROM leaderboard_entry WHERE scope_id = $1 \
            AND period = 'all time' AND leaderboard_entry.player_id = $2)";
        self.fetch_one(query(IS_RESET).bind(guild).bind(player)).await
    }

    /// Whether a player's record in a server was reset and they do not know yet; now they do.
    pub async fn tell_of_reset(&self, guild: GuildId, player: PlayerId) -> StoreResult<bool> {
        const UNTOLD: &str = "\
            SELECT count(*) FROM reset_record WHERE guild_id = $1 AND player_id = $2 AND told = 0";
        const TELL: &str =
            "UPDATE reset_record SET told = 1 WHERE guild_id = $1 AND player_id = $2";
        let is_untold: bool = self.fetch_one(query(UNTOLD).bind(guild).bind(player)).await?;
        if is_untold {
            self.execute(query(TELL).bind(guild).bind(player)).await?;
        }
        Ok(is_untold)
    }
}
