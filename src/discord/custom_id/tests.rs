use connect4::{Column, Level, Shape};
use proptest::prelude::*;

use super::*;
use crate::{
    game::{
        ChallengeId, ChallengesFrom, FirstMove, OfferKind, Period, PlayerId, PositionId,
        PuzzleNumber, SortBy, TimeControl, Version,
    },
    locale::Locale,
    service::{
        ComputerGameOptions, LeaderboardQuery, Navigation, SeenGame, SeenPosition, SettingsTab,
    },
    store::{HistoryCursor, PageCursor, SortKey},
    theme::Theme,
};

fn settings_actions() -> impl Strategy<Value = SettingsAction> {
    let tab = proptest::sample::select::<SettingsTab>(&SettingsTab::ALL);
    (0..i64::MAX, any::<u32>(), tab, settings(), 0..8).prop_map(
        |(id, number, tab, setting, kind)| match kind {
            0 => SettingsAction::OpenTab(tab),
            1 => SettingsAction::PickGame(GameId(id)),
            2 => SettingsAction::EveryChannel,
            3 => SettingsAction::EndGame(SeenGame { game: GameId(id), version: Version(number) }),
            4 => SettingsAction::PuzzleHour(u8::try_from(number % 24).ok()),
            5 => SettingsAction::PuzzleHour(None),
            6 => SettingsAction::PuzzleHere,
            _ => SettingsAction::Set(setting),
        },
    )
}

fn settings() -> impl Strategy<Value = Setting> {
    let theme = proptest::sample::select::<Theme>(&Theme::ALL);
    let locale = proptest::sample::select::<Locale>(&Locale::ALL);
    let control = proptest::sample::select::<TimeControl>(&TimeControl::ALL);
    (theme, proptest::option::of(locale), control, any::<bool>(), any::<u8>(), 0..6).prop_map(
        |(theme, locale, control, on, limit, kind)| match kind {
            0 => Setting::Theme(theme),
            1 => Setting::Locale(locale),
            2 => Setting::TimeControl(control),
            3 => Setting::Reminders(on),
            4 => Setting::MaxGamesPerChannel((limit > 0).then_some(limit)),
            _ => Setting::ComputerGames(on),
        },
    )
}

fn preferences_actions() -> impl Strategy<Value = PreferencesAction> {
    let from = proptest::sample::select::<ChallengesFrom>(&ChallengesFrom::ALL);
    (0..u64::MAX >> 1, any::<u32>(), from, any::<bool>(), 0..9).prop_map(
        |(id, page, from, on, kind)| match kind {
            0 => PreferencesAction::OpenPage(page),
            1 => PreferencesAction::Block(PlayerId(id)),
            2 => PreferencesAction::Unblock(PlayerId(id)),
            3 => PreferencesAction::Set(Preference::Challenges(from)),
            4 => PreferencesAction::Set(Preference::Turns(on)),
            5 => PreferencesAction::Set(Preference::Reminders(on)),
            6 => PreferencesAction::Set(Preference::Listed(on)),
            7 => PreferencesAction::OpenData,
            _ => PreferencesAction::AskDelete,
        },
    )
}

fn leaderboard_queries() -> impl Strategy<Value = LeaderboardQuery> {
    let period = proptest::sample::select::<Period>(&Period::ALL);
    let sort_by = proptest::option::of(proptest::sample::select::<SortBy>(&SortBy::ALL));
    let key =
        (0..i64::MAX, 0..i64::MAX).prop_map(|(key, tie_breaker)| SortKey { key, tie_breaker });
    let cursor = prop_oneof![
        Just(PageCursor::First),
        key.clone().prop_map(PageCursor::From),
        key.clone().prop_map(PageCursor::After),
        key.prop_map(PageCursor::Before),
    ];
    (any::<Option<bool>>(), period, sort_by, cursor).prop_map(
        |(everywhere, period, sort_by, cursor)| {
            leaderboard_query(everywhere, period, sort_by, cursor)
        },
    )
}

const fn leaderboard_query(
    everywhere: Option<bool>,
    period: Period,
    sort_by: Option<SortBy>,
    cursor: PageCursor,
) -> LeaderboardQuery {
    LeaderboardQuery { everywhere, period, sort_by, cursor }
}

fn game_options() -> impl Strategy<Value = GameOptions> {
    (
        proptest::option::of(proptest::sample::select::<Shape>(&Shape::VARIANTS)),
        proptest::option::of(proptest::sample::select::<TimeControl>(&TimeControl::ALL)),
        proptest::option::of(proptest::sample::select::<Theme>(&Theme::ALL)),
        any::<bool>(),
        proptest::sample::select::<FirstMove>(&FirstMove::ALL),
    )
        .prop_map(|(shape, time_control, theme, rated, first)| GameOptions {
            shape,
            time_control,
            theme,
            rated,
            first,
        })
}

fn play_menu_steps() -> impl Strategy<Value = PlayMenuStep> {
    let levels = proptest::sample::select::<Level>(&Level::ALL);
    let options = [GameOption::Board, GameOption::Clock, GameOption::Theme, GameOption::Rated];
    prop_oneof![
        Just(PlayMenuStep::Open),
        Just(PlayMenuStep::ChallengeAnyone),
        levels.prop_map(PlayMenuStep::PlayComputer),
        Just(PlayMenuStep::OpenOptions),
        proptest::sample::select(options.to_vec()).prop_map(PlayMenuStep::Choose),
        Just(PlayMenuStep::CloseOptions),
    ]
}

fn puzzle_number(number: u32) -> PuzzleNumber {
    PuzzleNumber::new(number.max(1)).unwrap()
}

fn puzzle_action(number: u32, column: Column) -> ComponentAction {
    let number = puzzle_number(number);
    let actions = [
        PuzzleAction::Open,
        PuzzleAction::GoTo,
        PuzzleAction::Try { tries: column.number(), column },
        PuzzleAction::Solution,
        PuzzleAction::SolutionJump { moves_shown: column.number(), navigation: Navigation::Back },
    ];
    ComponentAction::Puzzle { number, action: actions[number.get() as usize % actions.len()] }
}

const fn training_try(game: GameId, tries: u32, column: Column) -> ComponentAction {
    let id = PositionId { game, ply: column.number() };
    ComponentAction::Training(TrainingAction::Try { seen: SeenPosition { id, tries }, column })
}

fn actions() -> impl Strategy<Value = ComponentAction> {
    let column = (1..=9u8).prop_map(|number| Column::from_number(number).unwrap());
    let offer = prop_oneof![Just(OfferKind::Draw), Just(OfferKind::TakeBack)];
    let (settings, leaderboards) = (settings_actions(), leaderboard_queries());
    let ids = (0..i64::MAX, any::<u32>());
    let views = (leaderboards, preferences_actions());
    let menu = (play_menu_steps(), game_options());
    (ids, column, offer, settings, views, menu, 0..36).prop_map(
        |(
            (id, number),
            column,
            offer,
            settings,
            (leaderboard, preferences),
            (step, options),
            kind,
        )| {
            let game = GameId(id);
            let seen = SeenGame { game, version: Version(number) };
            match kind {
                0 => ComponentAction::Accept(ChallengeId(id)),
                1 => ComponentAction::Decline(ChallengeId(id)),
                2 => ComponentAction::Cancel(ChallengeId(id)),
                3 => ComponentAction::Drop(seen, column),
                4 => ComponentAction::AskResign(seen),
                5 => ComponentAction::Resign(seen),
                6 => ComponentAction::WithdrawOffer(seen),
                7 => ComponentAction::Offer(seen, offer),
                8 => ComponentAction::AcceptOffer(seen),
                9 => ComponentAction::DeclineOffer(seen),
                10 => ComponentAction::Claim(seen),
                11 => ComponentAction::ClaimListed(game),
                12 => {
                    let level = Level::ALL[number as usize % 4];
                    let options = ComputerGameOptions { level, game: options };
                    ComponentAction::ReplaceGame { game, options }
                }
                13 if number % 2 == 0 => {
                    ComponentAction::PlayLevel { game, level: Level::ALL[number as usize % 4] }
                }
                13 => ComponentAction::KeepGame(game),
                14 => ComponentAction::Rematch(game),
                15 => ComponentAction::GamesPage(number),
                16 => ComponentAction::PickGame(game),
                17 => ComponentAction::ResignPicked(seen),
                18 => ComponentAction::Leaderboard(leaderboard),
                19 => ComponentAction::History {
                    player: PlayerId(id.cast_unsigned()),
                    cursor: [
                        HistoryCursor::Newest,
                        HistoryCursor::Before(game),
                        HistoryCursor::After(game),
                    ][number as usize % 3],
                },
                20 => ComponentAction::Replay(game),
                21 => ComponentAction::ReplayJump {
                    game,
                    ply: column.number(),
                    navigation: Navigation::Back,
                },
                22 => ComponentAction::Review(game),
                23 => ComponentAction::ReviewJump {
                    game,
                    ply: column.number(),
                    navigation: [None, Some(Navigation::End)][number as usize % 2],
                },
                24 => ComponentAction::Moves(game),
                25 => {
                    let (player, ply) = (PlayerId(id.cast_unsigned()), column.number());
                    ComponentAction::ShowEveryone(match number % 7 {
                        0 => PublicView::Leaderboard(leaderboard),
                        1 => PublicView::Stats { player, versus: None },
                        2 => PublicView::Stats { player, versus: Some(player) },
                        3 => PublicView::Animation(game),
                        4 => PublicView::Replay { game, ply },
                        5 => PublicView::Puzzle(puzzle_number(number)),
                        _ => PublicView::Review { game, ply },
                    })
                }
                33 => puzzle_action(number, column),
                26 => ComponentAction::Hint(seen),
                27 => ComponentAction::DeleteData,
                28 => ComponentAction::CancelDeletion,
                29 => ComponentAction::Preferences(preferences),
                31 => ComponentAction::RepeatChallenge(ChallengeId(id)),
                32 => ComponentAction::PlayMenu { step, options },
                35 => training_try(game, number, column),
                34 => ComponentAction::Training(TrainingAction::Next),
                _ => ComponentAction::Settings(settings),
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_action_decodes_to_itself(action in actions()) {
        let text = encode(action);
        prop_assert_eq!(decode(&text), action);
        prop_assert!(text.len() <= 100, "Discord takes 100 characters");
    }

    #[test]
    fn any_text_decodes_without_a_panic(text in "\\PC{0,100}") {
        let action = decode(&text);
        prop_assert!(action == ComponentAction::Unknown || encode(action) == text);
    }
}

/// Posted messages carry these, so they must decode the same for ever.
#[test]
fn custom_ids_of_the_first_release_still_decode() {
    let game = GameId(12);
    let seen = SeenGame { game, version: Version(7) };
    let column = Column::from_number(4).unwrap();
    for (text, action) in [
        ("a1:5", ComponentAction::Accept(ChallengeId(5))),
        ("a2:5", ComponentAction::RepeatChallenge(ChallengeId(5))),
        ("n1:5", ComponentAction::Decline(ChallengeId(5))),
        ("c1:5", ComponentAction::Cancel(ChallengeId(5))),
        ("d1:12:7:4", ComponentAction::Drop(seen, column)),
        ("q1:12:7", ComponentAction::AskResign(seen)),
        ("r2:12:7", ComponentAction::Resign(seen)),
        ("x2:12:7", ComponentAction::WithdrawOffer(seen)),
        ("b3:12:2", ComponentAction::PlayLevel { game, level: Level::Medium }),
        ("j1:12:7", ComponentAction::Hint(seen)),
        ("o1:12:7:1", ComponentAction::Offer(seen, OfferKind::Draw)),
        ("o1:12:7:2", ComponentAction::Offer(seen, OfferKind::TakeBack)),
        ("k1:12:7", ComponentAction::AcceptOffer(seen)),
        ("x1:12:7", ComponentAction::DeclineOffer(seen)),
        ("e1:12:7", ComponentAction::Claim(seen)),
        ("e2:12", ComponentAction::ClaimListed(game)),
        ("b4:12:4:0:1:2:1:3", {
            let game_options = GameOptions {
                time_control: Some(TimeControl::None),
                theme: Theme::from_name("red-blue"),
                ..GameOptions::default()
            };
            let options = ComputerGameOptions { level: Level::Perfect, game: game_options };
            ComponentAction::ReplaceGame { game, options }
        }),
        ("b2:12", ComponentAction::KeepGame(game)),
        ("m1:12", ComponentAction::Rematch(game)),
        ("g1:3", ComponentAction::GamesPage(3)),
        ("s1:12", ComponentAction::PickGame(game)),
        ("y1:12:7", ComponentAction::ResignPicked(seen)),
        (
            "l2:1:2:0",
            ComponentAction::Leaderboard(leaderboard_query(
                Some(false),
                Period::Month,
                None,
                PageCursor::First,
            )),
        ),
        ("l2:2:1:2:2:77:5", {
            let after = PageCursor::After(SortKey { key: 77, tie_breaker: 5 });
            ComponentAction::Leaderboard(leaderboard_query(
                Some(true),
                Period::AllTime,
                Some(SortBy::Wins),
                after,
            ))
        }),
        ("h1:5", ComponentAction::History { player: PlayerId(5), cursor: HistoryCursor::Newest }),
        (
            "h1:5:1:12",
            ComponentAction::History { player: PlayerId(5), cursor: HistoryCursor::Before(game) },
        ),
        ("v1:12", ComponentAction::Replay(game)),
        ("v2:12:3:4", ComponentAction::ReplayJump { game, ply: 3, navigation: Navigation::End }),
        ("w1:12", ComponentAction::Review(game)),
        ("w2:12:3", ComponentAction::ReviewJump { game, ply: 3, navigation: None }),
        (
            "w2:12:3:1",
            ComponentAction::ReviewJump { game, ply: 3, navigation: Some(Navigation::Start) },
        ),
        ("v3:12", ComponentAction::ShowEveryone(PublicView::Animation(game))),
        ("v4:12", ComponentAction::Moves(game)),
        ("v5:12:7", ComponentAction::ShowEveryone(PublicView::Replay { game, ply: 7 })),
        ("w3:12:7", ComponentAction::ShowEveryone(PublicView::Review { game, ply: 7 })),
        (
            "l3:2:1:1",
            ComponentAction::ShowEveryone(PublicView::Leaderboard(LeaderboardQuery {
                everywhere: Some(true),
                period: Period::AllTime,
                sort_by: Some(SortBy::ALL[0]),
                cursor: PageCursor::First,
            })),
        ),
        (
            "i1:12:7",
            ComponentAction::ShowEveryone(PublicView::Stats {
                player: PlayerId(12),
                versus: Some(PlayerId(7)),
            }),
        ),
        (
            "i1:12",
            ComponentAction::ShowEveryone(PublicView::Stats { player: PlayerId(12), versus: None }),
        ),
        ("z1", ComponentAction::DeleteData),
        ("z2", ComponentAction::CancelDeletion),
    ] {
        assert_eq!(decode(text), action, "{text}");
    }
}

#[test]
fn custom_ids_of_the_play_menu_still_decode() {
    let options = GameOptions {
        shape: Shape::from_name("8x7"),
        time_control: Some(TimeControl::None),
        theme: Theme::from_name("red-blue"),
        rated: false,
        first: FirstMove::Opponent,
    };
    for (text, step, options) in [
        ("p2:0:0:0:1:3", PlayMenuStep::Open, GameOptions::default()),
        ("p2:2:1:2:0:2", PlayMenuStep::Open, options),
        ("p3:2:1:2:0:2", PlayMenuStep::ChallengeAnyone, options),
        ("p4:3:2:1:2:0:2", PlayMenuStep::PlayComputer(Level::Hard), options),
        ("p5:2:1:2:0:2", PlayMenuStep::OpenOptions, options),
        ("p6:2:1:2:0:2", PlayMenuStep::Choose(GameOption::Board), options),
        ("p7:2:1:2:0:2", PlayMenuStep::Choose(GameOption::Clock), options),
        ("p8:2:1:2:0:2", PlayMenuStep::Choose(GameOption::Theme), options),
        ("p9:2:1:2:0:2", PlayMenuStep::Choose(GameOption::Rated), options),
        ("p10:2:1:2:0:2", PlayMenuStep::CloseOptions, options),
    ] {
        let action = ComponentAction::PlayMenu { step, options };
        assert_eq!(decode(text), action, "{text}");
        assert_eq!(encode(action), text);
    }
}

#[test]
fn custom_ids_of_puzzles_still_decode() {
    let (number, column) = (puzzle_number(12), Column::from_number(3).unwrap());
    for (text, action) in [
        ("d2:12", PuzzleAction::Open),
        ("d3:12", PuzzleAction::GoTo),
        ("d4:12:7:3", PuzzleAction::Try { tries: 7, column }),
        ("d5:12", PuzzleAction::Solution),
        (
            "d7:12:3:3",
            PuzzleAction::SolutionJump { moves_shown: 3, navigation: Navigation::Forward },
        ),
    ] {
        let action = ComponentAction::Puzzle { number, action };
        assert_eq!((decode(text), encode(action)), (action, text.to_owned()));
    }
    let card = ComponentAction::ShowEveryone(PublicView::Puzzle(number));
    assert_eq!(decode("d6:12"), card);
    for text in ["d2:0", "d2:4294967296", "d4:12:256:3", "d4:12:1:0", "t11:24"] {
        assert_eq!(decode(text), ComponentAction::Unknown, "{text}");
    }
}

#[test]
fn custom_ids_of_preferences_still_decode() {
    for (text, action) in [
        ("f1:3", PreferencesAction::Set(Preference::Challenges(ChallengesFrom::Nobody))),
        ("f2:0", PreferencesAction::Set(Preference::Turns(false))),
        ("f3:1", PreferencesAction::Set(Preference::Reminders(true))),
        ("f4:2", PreferencesAction::OpenPage(2)),
        ("f5:5", PreferencesAction::Block(PlayerId(5))),
        ("f6:5", PreferencesAction::Unblock(PlayerId(5))),
        ("f7:1", PreferencesAction::Set(Preference::Listed(true))),
        ("f8", PreferencesAction::OpenData),
        ("f9", PreferencesAction::AskDelete),
    ] {
        assert_eq!(decode(text), ComponentAction::Preferences(action), "{text}");
    }
}

#[test]
fn custom_ids_of_training_still_decode() {
    let id = PositionId { game: GameId(12), ply: 7 };
    let (seen, column) = (SeenPosition { id, tries: 2 }, Column::from_number(4).unwrap());
    for (text, action) in [
        ("y2:12:7:2:4", TrainingAction::Try { seen, column }),
        ("y3", TrainingAction::Next),
        ("y4:9", TrainingAction::Open(GameId(9))),
    ] {
        assert_eq!(decode(text), ComponentAction::Training(action), "{text}");
        assert_eq!(encode(ComponentAction::Training(action)), text);
    }
}

#[test]
fn custom_ids_of_settings_still_decode() {
    let game = GameId(12);
    let seen = SeenGame { game, version: Version(7) };
    for (text, action) in [
        ("t1:3", SettingsAction::OpenTab(SettingsTab::Live)),
        ("t2:5", SettingsAction::Set(Setting::Theme(Theme::from_name("shapes").unwrap()))),
        ("t3:0", SettingsAction::Set(Setting::Locale(None))),
        ("t3:1", SettingsAction::Set(Setting::Locale(Some(Locale::EnglishUs)))),
        ("t4:3", SettingsAction::Set(Setting::TimeControl(TimeControl::OneDay))),
        ("t5:1", SettingsAction::Set(Setting::Reminders(true))),
        ("t6:0", SettingsAction::Set(Setting::MaxGamesPerChannel(None))),
        ("t6:5", SettingsAction::Set(Setting::MaxGamesPerChannel(Some(5)))),
        ("t7:0", SettingsAction::Set(Setting::ComputerGames(false))),
        ("t10", SettingsAction::EveryChannel),
        ("t1:4", SettingsAction::OpenTab(SettingsTab::Puzzle)),
        ("t11", SettingsAction::PuzzleHour(None)),
        ("t11:23", SettingsAction::PuzzleHour(Some(23))),
        ("t12", SettingsAction::PuzzleHere),
        ("t8:12", SettingsAction::PickGame(game)),
        ("t9:12:7", SettingsAction::EndGame(seen)),
    ] {
        assert_eq!(decode(text), ComponentAction::Settings(action), "{text}");
    }
}

#[test]
fn malformed_custom_ids_are_unknown() {
    for text in [
        "",
        "d1",
        "d1:12:7",
        "d1:12:7:0",
        "d1:12:7:10",
        "d1:-1:7:4",
        "d1:12:7:4:4",
        "d1:12:+7:4",
        "d1:012:7:4",
        "d2:12:7:4",
        "r2:12:7:3",
        "g1:99999999999",
        "l1:0",
        "l2:3:1:1",
        "l2:1:0:1",
        "l2:1:1:3",
        "l2:1:1:1:4:1:1",
        "l2:1:1:1:1",
        "b1:12:4:6:1:0:3",
        "b1:12:0:0:1:0:3",
        "f1:4",
        "f2:2",
        "y2:12:256:2:4",
        "y2:12:7:2:0",
        "y3:1",
        "drop",
    ] {
        assert_eq!(decode(text), ComponentAction::Unknown, "{text:?}");
    }
}
