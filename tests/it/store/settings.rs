//! What servers settle, and how many games they want.

use fourfall::{
    locale::Locale,
    play::{ChannelId, GuildId, GuildSettings, Setting, SettingsChange, TimeControl},
    store::Constraint,
    theme::Theme,
};

use super::{Fixture, GUILD, new_game, posting, taken, terms};

#[tokio::test]
async fn a_server_has_all_as_usual_until_it_changes_something() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    assert_eq!(store.settings(GUILD).await.unwrap(), GuildSettings::default());
    let channels = vec![ChannelId(u64::MAX), ChannelId(7)];
    for change in [
        SettingsChange::Setting(Setting::Theme(Theme::Shapes)),
        SettingsChange::Setting(Setting::Locale(Some(Locale::EnglishUs))),
        SettingsChange::Setting(Setting::TimeControl(TimeControl::None)),
        SettingsChange::Setting(Setting::Reminders(false)),
        SettingsChange::Setting(Setting::MostGames(Some(3))),
        SettingsChange::Setting(Setting::ComputerGames(false)),
        SettingsChange::Channels(channels),
    ] {
        let changed = store.change_settings(GUILD, change).await.unwrap();
        assert_eq!(store.settings(GUILD).await.unwrap(), changed);
    }
    let expected = GuildSettings {
        theme: Theme::Shapes,
        locale: Some(Locale::EnglishUs),
        time_control: TimeControl::None,
        reminders: false,
        most_games: Some(3),
        computer_games: false,
        channels: vec![ChannelId(7), ChannelId(u64::MAX)],
    };
    assert_eq!(store.settings(GUILD).await.unwrap(), expected);
    assert_eq!(store.settings(GuildId(11)).await.unwrap(), GuildSettings::default());
}

#[tokio::test]
async fn of_changes_at_once_none_is_lost() {
    let fixture = Fixture::new().await;
    let changes = [
        Setting::Theme(Theme::RedBlue),
        Setting::Reminders(false),
        Setting::MostGames(Some(9)),
        Setting::ComputerGames(false),
    ];
    let storing =
        changes.map(|it| fixture.store.change_settings(GUILD, SettingsChange::Setting(it)));
    assert!(futures_util::future::join_all(storing).await.iter().all(Result::is_ok));
    let settings = fixture.store.settings(GUILD).await.unwrap();
    let expected = GuildSettings {
        theme: Theme::RedBlue,
        reminders: false,
        most_games: Some(9),
        computer_games: false,
        ..GuildSettings::default()
    };
    assert_eq!(settings, expected);
}

#[tokio::test]
async fn a_channel_never_has_more_games_than_the_server_wants() {
    let fixture = Fixture::new().await;
    let mut waiting = Vec::new();
    for pair in 0..10 {
        let players = [10 + 2 * pair, 11 + 2 * pair];
        let made = terms(20, players[0], Some(players[1]), 100 * (pair + 1));
        let challenge = fixture.challenge(made).await;
        let new = new_game(&challenge, players, 100 * (pair + 1) + 1);
        waiting.push(fourfall::play::NewGame { most_in_channel: Some(3), ..new });
    }
    let posting = posting(None);
    let beginning = waiting.iter().map(|new| fixture.store.begin_game(new, &posting));
    let begun = futures_util::future::join_all(beginning).await;
    let (begun, refused): (Vec<_>, Vec<_>) = begun.into_iter().partition(Result::is_ok);
    assert_eq!(begun.len(), 3);
    for refused in refused {
        assert_eq!(taken(refused), Constraint::GamesInChannel);
    }
    let live = fixture.store.live_games_in(GUILD, 25).await.unwrap();
    assert_eq!(live.len(), 3);
    assert_eq!(fixture.store.live_games_in(GUILD, 2).await.unwrap(), live[..2]);
    assert_eq!(fixture.store.live_games_in(GuildId(11), 25).await.unwrap(), []);
}
