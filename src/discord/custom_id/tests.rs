use proptest::prelude::*;

use super::*;
use crate::{
    locale::Locale,
    play::{OfferKind, Order, Period, Setting, TimeControl},
    service::{LeaderboardWish, SettingsPart, SettingsPress},
    store::{Spot, Turn},
    theme::Theme,
};
use connect4::Seat;

fn settings_presses() -> impl Strategy<Value = SettingsPress> {
    let part = proptest::sample::select::<SettingsPart>(&SettingsPart::ALL);
    (0..i64::MAX, any::<u32>(), part, settings(), 0..5).prop_map(
        |(id, number, part, setting, kind)| match kind {
            0 => SettingsPress::Turn(part),
            1 => SettingsPress::PickGame(GameId(id)),
            2 => SettingsPress::EveryChannel,
            3 => SettingsPress::EndGame { game: GameId(id), version: Version(number) },
            _ => SettingsPress::Set(setting),
        },
    )
}

fn settings() -> impl Strategy<Value = Setting> {
    let theme = proptest::sample::select::<Theme>(&Theme::ALL);
    let locale = proptest::sample::select::<Locale>(&Locale::ALL);
    let control = proptest::sample::select::<TimeControl>(&TimeControl::ALL);
    (theme, proptest::option::of(locale), control, any::<bool>(), any::<u8>(), 0..6).prop_map(
        |(theme, locale, control, on, most, kind)| match kind {
            0 => Setting::Theme(theme),
            1 => Setting::Locale(locale),
            2 => Setting::TimeControl(control),
            3 => Setting::Reminders(on),
            4 => Setting::MostGames((most > 0).then_some(most)),
            _ => Setting::ComputerGames(on),
        },
    )
}

fn leaderboards() -> impl Strategy<Value = LeaderboardWish> {
    let period = proptest::sample::select::<Period>(&Period::ALL);
    let order = proptest::option::of(proptest::sample::select::<Order>(&Order::ALL));
    let spot = (0..i64::MAX, 0..i64::MAX.cast_unsigned())
        .prop_map(|(key, player)| Spot { key, player: PlayerId(player) });
    let turn = prop_oneof![
        Just(Turn::First),
        spot.clone().prop_map(Turn::From),
        spot.clone().prop_map(Turn::After),
        spot.prop_map(Turn::Before),
    ];
    (any::<Option<bool>>(), period, order, turn)
        .prop_map(|(everywhere, period, order, turn)| wish(everywhere, period, order, turn))
}

const fn wish(
    everywhere: Option<bool>,
    period: Period,
    order: Option<Order>,
    turn: Turn,
) -> LeaderboardWish {
    LeaderboardWish { everywhere, period, order, turn }
}

fn presses() -> impl Strategy<Value = Press> {
    let column = (1..=9u8).prop_map(|number| Column::from_number(number).unwrap());
    let seat = prop_oneof![Just(Seat::First), Just(Seat::Second)];
    let offer = prop_oneof![Just(OfferKind::Draw), Just(OfferKind::TakeBack)];
    let (settings, leaderboards) = (settings_presses(), leaderboards());
    (0..i64::MAX, any::<u32>(), column, seat, offer, settings, leaderboards, 0..24).prop_map(
        |(id, number, column, seat, offer, settings, leaderboard, kind)| {
            let (game, version) = (GameId(id), Version(number));
            match kind {
                0 => Press::Accept(ChallengeId(id)),
                1 => Press::Decline(ChallengeId(id)),
                2 => Press::Cancel(ChallengeId(id)),
                3 => Press::Drop { game, version, column },
                4 => Press::AskResign { game, version },
                5 => Press::Resign { game, version, seat },
                6 => Press::PlayOn { game, version, seat },
                7 => Press::Rematch(game),
                8 => Press::PickGame(game),
                9 => Press::ResignPicked { game, version },
                10 => Press::Offer { game, version, kind: offer },
                11 => Press::AcceptOffer { game, version },
                12 => Press::DeclineOffer { game, version },
                13 => Press::Settings(settings),
                14 => Press::Leaderboard(leaderboard),
                15 => Press::Replay(game),
                16 => Press::Jump { game, ply: column.number(), jump: Jump::Back },
                17 => Press::Share(game),
                19 => Press::Review(game),
                21 => Press::DeleteData,
                22 => Press::KeepData,
                20 => Press::ReviewJump {
                    game,
                    ply: column.number(),
                    jump: [None, Some(Jump::End)][number as usize % 2],
                },
                18 => Press::History {
                    player: PlayerId(id.cast_unsigned()),
                    turn: [
                        HistoryTurn::Newest,
                        HistoryTurn::Before(game),
                        HistoryTurn::After(game),
                    ][number as usize % 3],
                },
                _ => Press::GamesPage(number),
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back(press in presses()) {
        let text = encode(press);
        prop_assert_eq!(decode(&text), press);
        prop_assert!(text.len() <= 100, "Discord takes 100 characters");
    }

    #[test]
    fn no_text_does_harm(text in "\\PC{0,100}") {
        let press = decode(&text);
        prop_assert!(press == Press::Unknown || encode(press) == text);
    }
}

/// These stand on boards that were posted: they must read the same for
/// ever.
#[test]
fn buttons_of_the_first_release_still_read() {
    let (game, version) = (GameId(12), Version(7));
    let column = Column::from_number(4).unwrap();
    for (text, press) in [
        ("a1:5", Press::Accept(ChallengeId(5))),
        ("n1:5", Press::Decline(ChallengeId(5))),
        ("c1:5", Press::Cancel(ChallengeId(5))),
        ("d1:12:7:4", Press::Drop { game, version, column }),
        ("q1:12:7", Press::AskResign { game, version }),
        ("r1:12:7:1", Press::Resign { game, version, seat: Seat::First }),
        ("p1:12:7:2", Press::PlayOn { game, version, seat: Seat::Second }),
        ("m1:12", Press::Rematch(game)),
        ("g1:3", Press::GamesPage(3)),
        ("s1:12", Press::PickGame(game)),
        ("y1:12:7", Press::ResignPicked { game, version }),
        ("l2:1:2:0", Press::Leaderboard(wish(Some(false), Period::Month, None, Turn::First))),
        ("l2:2:1:2:2:77:5", {
            let after = Turn::After(Spot { key: 77, player: PlayerId(5) });
            Press::Leaderboard(wish(Some(true), Period::AllTime, Some(Order::Wins), after))
        }),
        ("h1:5", Press::History { player: PlayerId(5), turn: HistoryTurn::Newest }),
        ("h1:5:1:12", Press::History { player: PlayerId(5), turn: HistoryTurn::Before(game) }),
        ("v1:12", Press::Replay(game)),
        ("z1", Press::DeleteData),
        ("z2", Press::KeepData),
        ("v2:12:3:4", Press::Jump { game, ply: 3, jump: Jump::End }),
        ("v3:12", Press::Share(game)),
        ("w1:12", Press::Review(game)),
        ("w2:12:3", Press::ReviewJump { game, ply: 3, jump: None }),
        ("w2:12:3:1", Press::ReviewJump { game, ply: 3, jump: Some(Jump::Start) }),
        ("o1:12:7:1", Press::Offer { game, version, kind: OfferKind::Draw }),
        ("o1:12:7:2", Press::Offer { game, version, kind: OfferKind::TakeBack }),
        ("t1:3", Press::Settings(SettingsPress::Turn(SettingsPart::Live))),
        ("t2:5", Press::Settings(SettingsPress::Set(Setting::Theme(Theme::Shapes)))),
        ("t3:0", Press::Settings(SettingsPress::Set(Setting::Locale(None)))),
        ("t3:1", Press::Settings(SettingsPress::Set(Setting::Locale(Some(Locale::EnglishUs))))),
        ("t4:3", Press::Settings(SettingsPress::Set(Setting::TimeControl(TimeControl::OneDay)))),
        ("t5:1", Press::Settings(SettingsPress::Set(Setting::Reminders(true)))),
        ("t6:0", Press::Settings(SettingsPress::Set(Setting::MostGames(None)))),
        ("t6:5", Press::Settings(SettingsPress::Set(Setting::MostGames(Some(5))))),
        ("t7:0", Press::Settings(SettingsPress::Set(Setting::ComputerGames(false)))),
        ("t10", Press::Settings(SettingsPress::EveryChannel)),
        ("t8:12", Press::Settings(SettingsPress::PickGame(game))),
        ("t9:12:7", Press::Settings(SettingsPress::EndGame { game, version })),
        ("k1:12:7", Press::AcceptOffer { game, version }),
        ("x1:12:7", Press::DeclineOffer { game, version }),
    ] {
        assert_eq!(decode(text), press, "{text}");
    }
}

#[test]
fn garbled_buttons_are_unknown() {
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
        "r1:12:7:3",
        "g1:99999999999",
        "l1:0",
        "l2:3:1:1",
        "l2:1:0:1",
        "l2:1:1:3",
        "l2:1:1:1:4:1:1",
        "l2:1:1:1:1",
        "drop",
    ] {
        assert_eq!(decode(text), Press::Unknown, "{text:?}");
    }
}
