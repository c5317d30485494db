//! Guild settings, and the limit on games in a channel.

use fourfall::{
    game::{ChallengeTime, ChannelId, GuildId, GuildSettings, TimeControl, TimeZone},
    locale::Locale,
    store::{Change, Constraint},
};

use super::{
    Fixture, GUILD, NOON, constraint, interaction, message_handle, new_challenge, new_game, theme,
};

#[tokio::test]
async fn guild_settings_are_defaults_until_they_are_changed() {
    let fixture = Fixture::new().await;
    let store = &fixture.store;
    assert_eq!(store.guild_settings(GUILD).await.unwrap(), GuildSettings::default());
    let channels = [ChannelId(u64::MAX), ChannelId(7)];
    let changes: [Change<'_, GuildSettings>; 9] = [
        &|it| it.theme = theme("shapes"),
        &|it| it.locale = Some(Locale::EnglishUs),
        &|it| it.time_control = TimeControl::None,
        &|it| it.reminders = false,
        &|it| it.max_games_per_channel = Some(3),
        &|it| it.computer_games = false,
        &|it| it.challenge_time = ChallengeTime::OneHour,
        &|it| it.allow_only(&channels),
        &|it| it.time_zone = TimeZone::from_name("europe/berlin").unwrap(),
    ];
    for change in changes {
        let settings = store.change_settings(interaction(), GUILD, change, NOON).await.unwrap();
        assert_eq!(store.guild_settings(GUILD).await.unwrap(), settings);
    }
    let expected = GuildSettings {
        theme: theme("shapes"),
        locale: Some(Locale::EnglishUs),
        time_control: TimeControl::None,
        reminders: false,
        max_games_per_channel: Some(3),
        computer_games: false,
        channels: vec![ChannelId(7), ChannelId(u64::MAX)],
        challenge_time: ChallengeTime::OneHour,
        time_zone: TimeZone::from_name("Europe/Berlin").unwrap(),
    };
    assert_eq!(store.guild_settings(GUILD).await.unwrap(), expected);
    assert_eq!(store.guild_settings(GuildId(11)).await.unwrap(), GuildSettings::default());
    let unknown = "UPDATE guild_settings SET timezone = 'Mars/Olympus_Mons'";
    fixture.database.sql().await.run(unknown).await;
    assert_eq!(store.guild_settings(GUILD).await.unwrap().time_zone, TimeZone::UTC);
}

#[tokio::test]
async fn concurrent_changes_of_settings_are_all_saved() {
    let fixture = Fixture::new().await;
    let changes: [Change<'_, GuildSettings>; 4] = [
        &|it| it.theme = theme("red-blue"),
        &|it| it.reminders = false,
        &|it| it.max_games_per_channel = Some(9),
        &|it| it.computer_games = false,
    ];
    let saves = changes.map(|it| fixture.store.change_settings(interaction(), GUILD, it, NOON));
    assert!(futures_util::future::join_all(saves).await.iter().all(Result::is_ok));
    let settings = fixture.store.guild_settings(GUILD).await.unwrap();
    let expected = GuildSettings {
        theme: theme("red-blue"),
        reminders: false,
        max_games_per_channel: Some(9),
        computer_games: false,
        ..GuildSettings::default()
    };
    assert_eq!(settings, expected);
}

#[tokio::test]
async fn a_channel_never_has_more_games_than_the_limit() {
    let fixture = Fixture::new().await;
    let mut new_games = Vec::new();
    for pair in 0..10 {
        let players = [10 + 2 * pair, 11 + 2 * pair];
        let new = new_challenge(20, players[0], Some(players[1]), 100 * (pair + 1));
        let challenge = fixture.create_challenge(new).await;
        let new = new_game(&challenge, players, 100 * (pair + 1) + 1);
        new_games.push(fourfall::game::NewGame { max_games_per_channel: Some(3), ..new });
    }
    let message = message_handle(None);
    let starts = new_games.iter().map(|new| fixture.store.start_game(new, &message, None));
    let started = futures_util::future::join_all(starts).await;
    let (started, refused): (Vec<_>, Vec<_>) = started.into_iter().partition(Result::is_ok);
    assert_eq!(started.len(), 3);
    for refused in refused {
        assert_eq!(constraint(refused), Constraint::GamesInChannel);
    }
    let live = fixture.store.live_games_in_guild(GUILD, 25).await.unwrap();
    assert_eq!(live.len(), 3);
    assert_eq!(fixture.store.live_games_in_guild(GUILD, 2).await.unwrap(), live[..2]);
    assert_eq!(fixture.store.live_games_in_guild(GuildId(11), 25).await.unwrap(), []);
}
