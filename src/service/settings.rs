//! A server's settings, and ending games as a moderator.

use clock::Timestamp;

use super::{
    MAX_ATTEMPTS, MessageUpdate, Reply, ReplyContent, ReplyMode, Service, SettingsAction,
    SettingsTab, SettingsView, UserRequest,
};
use crate::{
    game::{self, Game, GameId, GuildId, Refusal, Setting, SettingsChange, Version},
    store::{SaveResult, StoreError},
};

/// The number of games to choose from: as many as a select menu can have.
const MAX_LISTED_GAMES: u64 = 25;

impl Service {
    /// Replies with one tab of `/settings`.
    pub(super) async fn settings(
        &self,
        request: &UserRequest,
        tab: SettingsTab,
        mode: ReplyMode,
    ) -> Result<Reply, StoreError> {
        self.settings_view(request, tab, mode, |view| view).await
    }

    pub(super) async fn settings_action(
        &self,
        request: &UserRequest,
        now: Timestamp,
        action: SettingsAction,
    ) -> Result<Reply, StoreError> {
        let (tab, change) = match action {
            SettingsAction::OpenTab(tab) => {
                return self.settings(request, tab, ReplyMode::Update).await;
            }
            SettingsAction::PickGame(id) => return self.ask_to_confirm_end(request, now, id).await,
            SettingsAction::EndGame { game, version } => {
                return self.end_game(request, now, game, version).await;
            }
            SettingsAction::Set(setting) => (tab_of(setting), SettingsChange::Setting(setting)),
            SettingsAction::EveryChannel => {
                (SettingsTab::Limits, SettingsChange::Channels(Vec::new()))
            }
        };
        self.change_settings(request, tab, change).await
    }

    /// Stores a change, and shows the tab that it was made on.
    pub(super) async fn change_settings(
        &self,
        request: &UserRequest,
        tab: SettingsTab,
        change: SettingsChange,
    ) -> Result<Reply, StoreError> {
        match managed_guild(request) {
            Ok(guild) => drop(self.store.change_settings(guild, change).await?),
            Err(refusal) => return Ok(Reply::refused(refusal)),
        }
        self.settings(request, tab, ReplyMode::Update).await
    }

    async fn settings_view(
        &self,
        request: &UserRequest,
        tab: SettingsTab,
        mode: ReplyMode,
        adjust: impl FnOnce(SettingsView) -> SettingsView,
    ) -> Result<Reply, StoreError> {
        let guild = match managed_guild(request) {
            Ok(guild) => guild,
            Err(refusal) => return Ok(Reply::refused(refusal)),
        };
        let games = match tab {
            SettingsTab::Live => self.store.live_games_in_guild(guild, MAX_LISTED_GAMES).await?,
            SettingsTab::Games | SettingsTab::Limits => Vec::new(),
        };
        let view = SettingsView {
            settings: self.store.guild_settings(guild).await?,
            tab,
            guild_locale: request.guild_locale,
            games,
            confirm_end: None,
            ended: None,
            mode,
        };
        Ok(Reply::new(ReplyContent::Settings(Box::new(adjust(view)))))
    }

    /// Asks to confirm the end of a game, or to resign if the manager plays in it.
    async fn ask_to_confirm_end(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
    ) -> Result<Reply, StoreError> {
        let game = self.load_game(id, now).await?.filter(|game| is_managed(game, request));
        let confirm_end = match game.filter(|game| game.result.is_none()) {
            Some(game) if game.seat_of(request.actor.id).is_some() => {
                return Ok(Reply::new(ReplyContent::ConfirmResign(
                    game,
                    request.actor.id,
                    ReplyMode::Update,
                )));
            }
            game => game,
        };
        let adjust = |view| SettingsView { confirm_end, ..view };
        self.settings_view(request, SettingsTab::Live, ReplyMode::Update, adjust).await
    }

    /// Ends a game. If the game has changed meanwhile, asks again.
    async fn end_game(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
        version: Version,
    ) -> Result<Reply, StoreError> {
        if let Err(refusal) = managed_guild(request) {
            return Ok(Reply::refused(refusal));
        }
        for _ in 0..MAX_ATTEMPTS {
            let game = self.load_game(id, now).await?.filter(|game| is_managed(game, request));
            let Some(game) = game else { return Ok(Reply::refused(Refusal::Gone)) };
            if game.changed_by == request.interaction {
                return self.settings(request, SettingsTab::Live, ReplyMode::Update).await;
            }
            let after = match game::end_by_moderator(&game, &request.actor(now), version) {
                Ok(after) => after,
                Err(Refusal::OldBoard(_)) => {
                    return self.ask_to_confirm_end(request, now, id).await;
                }
                Err(refusal) => return Ok(Reply::refused(refusal)),
            };
            if self.store.save_game(game.version, &after).await? == SaveResult::Saved {
                let ended = Some(after.clone());
                let adjust = |view| SettingsView { ended, ..view };
                let tab = SettingsTab::Live;
                let reply = self.settings_view(request, tab, ReplyMode::Update, adjust).await?;
                return Ok(reply.with_updates(vec![MessageUpdate::BoardChanged(after)]));
            }
        }
        Ok(Reply::refused(Refusal::JustChanged))
    }
}

/// The tab that shows a setting.
const fn tab_of(setting: Setting) -> SettingsTab {
    match setting {
        Setting::Theme(_)
        | Setting::Locale(_)
        | Setting::TimeControl(_)
        | Setting::Reminders(_) => SettingsTab::Games,
        Setting::MaxGamesPerChannel(_) | Setting::ComputerGames(_) => SettingsTab::Limits,
    }
}

/// The server whose settings the user may change.
fn managed_guild(request: &UserRequest) -> Result<GuildId, Refusal> {
    match (request.location.guild, request.can_manage) {
        (Some(guild), Some(true)) => Ok(guild),
        (Some(_), Some(false)) => Err(Refusal::NotAManager),
        (None, _) | (_, None) => Err(Refusal::NoSettingsHere),
    }
}

fn is_managed(game: &Game, request: &UserRequest) -> bool {
    game.config.location.guild.is_some() && game.config.location.guild == request.location.guild
}
