//! A server's settings, and ending games there.

use super::{
    Answer, How, MOST_TRIES, Manager, Notice, Reply, Request, Service, SettingsPage, SettingsPart,
    SettingsPress,
};
use crate::{
    play::{self, Game, GameId, GuildId, Refusal, Setting, SettingsChange, Version},
    store::{Saved, StoreError},
};
use clock::Timestamp;

/// How many games are shown to choose from: as many as a select can have.
const GAMES_SHOWN: u64 = 25;

impl Service {
    /// Shows a page.
    pub(super) async fn settings(
        &self,
        request: &Request,
        part: SettingsPart,
        how: How,
    ) -> Result<Reply, StoreError> {
        self.settings_page(request, part, how, |page| page).await
    }

    pub(super) async fn press_settings(
        &self,
        request: &Request,
        at: Timestamp,
        press: SettingsPress,
    ) -> Result<Reply, StoreError> {
        let (part, change) = match press {
            SettingsPress::Turn(part) => return self.settings(request, part, How::Update).await,
            SettingsPress::PickGame(id) => return self.ask_end(request, at, id).await,
            SettingsPress::EndGame { game, version } => {
                return self.end_game(request, at, game, version).await;
            }
            SettingsPress::Set(setting) => (part_of(setting), SettingsChange::Setting(setting)),
            SettingsPress::EveryChannel => {
                (SettingsPart::Limits, SettingsChange::Channels(Vec::new()))
            }
        };
        self.change_settings(request, part, change).await
    }

    /// Stores a change, and shows the page that it was made on.
    pub(super) async fn change_settings(
        &self,
        request: &Request,
        part: SettingsPart,
        change: SettingsChange,
    ) -> Result<Reply, StoreError> {
        match managed_guild(request) {
            Ok(guild) => drop(self.store.change_settings(guild, change).await?),
            Err(refusal) => return Ok(Reply::refused(refusal)),
        }
        self.settings(request, part, How::Update).await
    }

    async fn settings_page(
        &self,
        request: &Request,
        part: SettingsPart,
        how: How,
        complete: impl FnOnce(SettingsPage) -> SettingsPage,
    ) -> Result<Reply, StoreError> {
        let guild = match managed_guild(request) {
            Ok(guild) => guild,
            Err(refusal) => return Ok(Reply::refused(refusal)),
        };
        let games = match part {
            SettingsPart::Live => self.store.live_games_in(guild, GAMES_SHOWN).await?,
            SettingsPart::Games | SettingsPart::Limits => Vec::new(),
        };
        let page = SettingsPage {
            settings: self.store.settings(guild).await?,
            part,
            said_locale: request.public_locale,
            games,
            asks_end: None,
            ended: None,
            how,
        };
        Ok(Reply::of(Answer::Settings(Box::new(complete(page)))))
    }

    /// Asks whether a game is really to end.
    async fn ask_end(
        &self,
        request: &Request,
        at: Timestamp,
        id: GameId,
    ) -> Result<Reply, StoreError> {
        let game = self.game_at(id, at).await?.filter(|game| is_managed(game, request));
        let asks_end = game.filter(|game| game.ending.is_none());
        let complete = |page| SettingsPage { asks_end, ..page };
        self.settings_page(request, SettingsPart::Live, How::Update, complete).await
    }

    /// Ends a game. One that changed in the meantime is asked about again.
    async fn end_game(
        &self,
        request: &Request,
        at: Timestamp,
        id: GameId,
        version: Version,
    ) -> Result<Reply, StoreError> {
        if let Err(refusal) = managed_guild(request) {
            return Ok(Reply::refused(refusal));
        }
        for _ in 0..MOST_TRIES {
            let game = self.game_at(id, at).await?.filter(|game| is_managed(game, request));
            let Some(game) = game else { return Ok(Reply::refused(Refusal::Gone)) };
            if game.changed_by == request.interaction {
                return self.settings(request, SettingsPart::Live, How::Update).await;
            }
            let after = match play::stop(&game, &request.asked(at), version) {
                Ok(after) => after,
                Err(Refusal::OldBoard(_)) => return self.ask_end(request, at, id).await,
                Err(refusal) => return Ok(Reply::refused(refusal)),
            };
            if self.store.save_game(game.version, &after).await? == Saved::Yes {
                let ended = Some(after.clone());
                let complete = |page| SettingsPage { ended, ..page };
                let part = SettingsPart::Live;
                let reply = self.settings_page(request, part, How::Update, complete).await?;
                return Ok(Reply { notices: vec![Notice::BoardChanged(after)], ..reply });
            }
        }
        Ok(Reply::refused(Refusal::JustChanged))
    }
}

/// The page that a setting stands on.
const fn part_of(setting: Setting) -> SettingsPart {
    match setting {
        Setting::Theme(_)
        | Setting::Locale(_)
        | Setting::TimeControl(_)
        | Setting::Reminders(_) => SettingsPart::Games,
        Setting::MostGames(_) | Setting::ComputerGames(_) => SettingsPart::Limits,
    }
}

/// The server whose settings the asker may change.
fn managed_guild(request: &Request) -> Result<GuildId, Refusal> {
    match (request.place.guild, request.manager) {
        (Some(guild), Some(Manager::Yes)) => Ok(guild),
        (Some(_), Some(Manager::No)) => Err(Refusal::NotAManager),
        (None, _) | (_, None) => Err(Refusal::NoSettingsHere),
    }
}

fn is_managed(game: &Game, request: &Request) -> bool {
    game.setup.place.guild.is_some() && game.setup.place.guild == request.place.guild
}
