//! What buttons and selects carry.
//!
//! Posted messages keep their buttons for ever, so this is a stored format: a
//! tag of a letter and a number, then numbers, all parted by colons. New forms
//! get new tags, a tag is never used again for something else, and what does
//! not parse is [`Press::Unknown`], to be refused politely.

use crate::{
    locale::Locale,
    play::{
        ChallengeId, GameId, OfferKind, Order, Period, PlayerId, Setting, TimeControl, Version,
    },
    rules::{Column, Seat},
    service::{Jump, LeaderboardWish, Press, SettingsPart, SettingsPress},
    store::{HistoryTurn, Spot, Turn},
    theme::Theme,
};

/// The custom id of the select of channels in which games may begin.
pub const CHANNELS: &str = "t0";

/// The custom id of a select whose values stand for presses like this one: the
/// tag that they share.
pub fn select_of(press: Press) -> String {
    encode(press).split(':').next().unwrap_or_default().to_owned()
}

/// What a value stands for that was chosen in a select.
pub fn decode_choice(select: &str, value: &str) -> Press {
    let press = decode(value);
    if select_of(press) == select { press } else { Press::Unknown }
}

/// The text for a button that stands for `press`.
pub fn encode(press: Press) -> String {
    match press {
        Press::Accept(challenge) => format!("a1:{challenge}"),
        Press::Decline(challenge) => format!("n1:{challenge}"),
        Press::Cancel(challenge) => format!("c1:{challenge}"),
        Press::Drop { game, version: Version(version), column } => {
            format!("d1:{game}:{version}:{column}")
        }
        Press::AskResign { game, version: Version(version) } => format!("q1:{game}:{version}"),
        Press::Resign { game, version: Version(version), seat } => {
            format!("r1:{game}:{version}:{}", seat_number(seat))
        }
        Press::PlayOn { game, version: Version(version), seat } => {
            format!("p1:{game}:{version}:{}", seat_number(seat))
        }
        Press::Offer { game, version: Version(version), kind } => {
            format!("o1:{game}:{version}:{}", offer_number(kind))
        }
        Press::AcceptOffer { game, version: Version(version) } => format!("k1:{game}:{version}"),
        Press::DeclineOffer { game, version: Version(version) } => format!("x1:{game}:{version}"),
        Press::Rematch(game) => format!("m1:{game}"),
        Press::GamesPage(page) => format!("g1:{page}"),
        Press::PickGame(game) => format!("s1:{game}"),
        Press::ResignPicked { game, version: Version(version) } => format!("y1:{game}:{version}"),
        Press::Leaderboard(wish) => encode_leaderboard(wish),
        Press::History { player, turn } => match turn {
            HistoryTurn::Newest => format!("h1:{player}"),
            HistoryTurn::Before(game) => format!("h1:{player}:1:{game}"),
            HistoryTurn::After(game) => format!("h1:{player}:2:{game}"),
        },
        Press::Replay(game) => format!("v1:{game}"),
        Press::Jump { game, ply, jump } => {
            format!("v2:{game}:{ply}:{}", number_of(jump, &Jump::ALL))
        }
        Press::Share(game) => format!("v3:{game}"),
        Press::Review(game) => format!("w1:{game}"),
        Press::ReviewJump { game, ply, jump: None } => format!("w2:{game}:{ply}"),
        Press::ReviewJump { game, ply, jump: Some(jump) } => {
            format!("w2:{game}:{ply}:{}", number_of(jump, &Jump::ALL))
        }
        Press::DeleteData => "z1".to_owned(),
        Press::KeepData => "z2".to_owned(),
        Press::Settings(press) => encode_settings(press),
        Press::Unknown => "u1".to_owned(),
    }
}

/// `l1` was a page of a leaderboard by its number.
fn encode_leaderboard(wish: LeaderboardWish) -> String {
    let LeaderboardWish { everywhere, period, order, turn } = wish;
    let everywhere = everywhere.map_or(0, |everywhere| if everywhere { 2 } else { 1 });
    let period = number_of(period, &Period::ALL);
    let order = order.map_or(0, |order| number_of(order, &Order::ALL));
    let board = format!("l2:{everywhere}:{period}:{order}");
    let (kind, Spot { key, player }) = match turn {
        Turn::First => return board,
        Turn::From(spot) => (1, spot),
        Turn::After(spot) => (2, spot),
        Turn::Before(spot) => (3, spot),
    };
    format!("{board}:{kind}:{key}:{player}")
}

fn read_leaderboard(numbers: &[i64]) -> Option<LeaderboardWish> {
    let &[everywhere, period, order, ref turn @ ..] = numbers else { return None };
    let everywhere = match everywhere {
        0 => None,
        1 => Some(false),
        2 => Some(true),
        _ => return None,
    };
    let order = if order == 0 { None } else { Some(nth(order, &Order::ALL)?) };
    let turn = match *turn {
        [] => Turn::First,
        [kind, key, player] => {
            let spot = Spot { key, player: PlayerId(u64::try_from(player).ok()?) };
            match kind {
                1 => Turn::From(spot),
                2 => Turn::After(spot),
                3 => Turn::Before(spot),
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(LeaderboardWish { everywhere, period: nth(period, &Period::ALL)?, order, turn })
}

fn encode_settings(press: SettingsPress) -> String {
    match press {
        SettingsPress::Turn(part) => format!("t1:{}", number_of(part, &SettingsPart::ALL)),
        SettingsPress::Set(setting) => encode_setting(setting),
        SettingsPress::EveryChannel => "t10".to_owned(),
        SettingsPress::PickGame(game) => format!("t8:{game}"),
        SettingsPress::EndGame { game, version: Version(version) } => {
            format!("t9:{game}:{version}")
        }
    }
}

fn encode_setting(setting: Setting) -> String {
    match setting {
        Setting::Theme(theme) => format!("t2:{}", number_of(theme, &Theme::ALL)),
        Setting::Locale(locale) => {
            format!("t3:{}", locale.map_or(0, |locale| number_of(locale, &Locale::ALL)))
        }
        Setting::TimeControl(control) => format!("t4:{}", number_of(control, &TimeControl::ALL)),
        Setting::Reminders(on) => format!("t5:{}", u8::from(on)),
        Setting::MostGames(most) => format!("t6:{}", most.unwrap_or(0)),
        Setting::ComputerGames(on) => format!("t7:{}", u8::from(on)),
    }
}

/// Where something stands in a list that only ever grows at its end, from 1.
fn number_of<T: PartialEq + Copy>(wanted: T, all: &[T]) -> usize {
    all.iter().position(|one| *one == wanted).map_or(0, |at| at + 1)
}

fn nth<T: Copy>(number: i64, all: &[T]) -> Option<T> {
    all.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
}

/// What a button or a select's value stands for.
pub fn decode(text: &str) -> Press {
    read(text).unwrap_or(Press::Unknown)
}

fn read(text: &str) -> Option<Press> {
    let mut parts = text.split(':');
    let tag = parts.next()?;
    let numbers: Vec<i64> = parts.map(number).collect::<Option<_>>()?;
    Some(match (tag, numbers.as_slice()) {
        ("a1", &[challenge]) => Press::Accept(ChallengeId(challenge)),
        ("n1", &[challenge]) => Press::Decline(ChallengeId(challenge)),
        ("c1", &[challenge]) => Press::Cancel(ChallengeId(challenge)),
        ("d1", &[game, drawn_for, column]) => {
            let column = Column::from_number(u8::try_from(column).ok()?)?;
            Press::Drop { game: GameId(game), version: version(drawn_for)?, column }
        }
        ("q1", &[game, drawn_for]) => {
            Press::AskResign { game: GameId(game), version: version(drawn_for)? }
        }
        ("r1", &[game, drawn_for, asked]) => {
            Press::Resign { game: GameId(game), version: version(drawn_for)?, seat: seat(asked)? }
        }
        ("p1", &[game, drawn_for, asked]) => {
            Press::PlayOn { game: GameId(game), version: version(drawn_for)?, seat: seat(asked)? }
        }
        ("o1", &[game, drawn_for, kind]) => {
            Press::Offer { game: GameId(game), version: version(drawn_for)?, kind: offer(kind)? }
        }
        ("k1", &[game, drawn_for]) => {
            Press::AcceptOffer { game: GameId(game), version: version(drawn_for)? }
        }
        ("x1", &[game, drawn_for]) => {
            Press::DeclineOffer { game: GameId(game), version: version(drawn_for)? }
        }
        ("m1", &[game]) => Press::Rematch(GameId(game)),
        ("g1", &[page]) => Press::GamesPage(u32::try_from(page).ok()?),
        ("s1", &[game]) => Press::PickGame(GameId(game)),
        ("y1", &[game, drawn_for]) => {
            Press::ResignPicked { game: GameId(game), version: version(drawn_for)? }
        }
        ("h1", &[player, ref turn @ ..]) => {
            let player = PlayerId(u64::try_from(player).ok()?);
            let turn = match *turn {
                [] => HistoryTurn::Newest,
                [1, game] => HistoryTurn::Before(GameId(game)),
                [2, game] => HistoryTurn::After(GameId(game)),
                _ => return None,
            };
            Press::History { player, turn }
        }
        ("v1", &[game]) => Press::Replay(GameId(game)),
        ("v2", &[game, ply, jump]) => Press::Jump {
            game: GameId(game),
            ply: u8::try_from(ply).ok()?,
            jump: nth(jump, &Jump::ALL)?,
        },
        ("v3", &[game]) => Press::Share(GameId(game)),
        ("w1", &[game]) => Press::Review(GameId(game)),
        ("w2", &[game, ply]) => {
            Press::ReviewJump { game: GameId(game), ply: u8::try_from(ply).ok()?, jump: None }
        }
        ("w2", &[game, ply, jump]) => Press::ReviewJump {
            game: GameId(game),
            ply: u8::try_from(ply).ok()?,
            jump: Some(nth(jump, &Jump::ALL)?),
        },
        ("z1", &[]) => Press::DeleteData,
        ("z2", &[]) => Press::KeepData,
        ("l2", numbers) => Press::Leaderboard(read_leaderboard(numbers)?),
        _ => Press::Settings(read_settings(tag, &numbers)?),
    })
}

fn read_settings(tag: &str, numbers: &[i64]) -> Option<SettingsPress> {
    Some(match (tag, numbers) {
        ("t1", &[part]) => SettingsPress::Turn(nth(part, &SettingsPart::ALL)?),
        ("t10", &[]) => SettingsPress::EveryChannel,
        ("t8", &[game]) => SettingsPress::PickGame(GameId(game)),
        ("t9", &[game, drawn_for]) => {
            SettingsPress::EndGame { game: GameId(game), version: version(drawn_for)? }
        }
        _ => SettingsPress::Set(read_setting(tag, numbers)?),
    })
}

fn read_setting(tag: &str, numbers: &[i64]) -> Option<Setting> {
    Some(match (tag, numbers) {
        ("t2", &[theme]) => Setting::Theme(nth(theme, &Theme::ALL)?),
        ("t3", &[0]) => Setting::Locale(None),
        ("t3", &[locale]) => Setting::Locale(Some(nth(locale, &Locale::ALL)?)),
        ("t4", &[control]) => Setting::TimeControl(nth(control, &TimeControl::ALL)?),
        ("t5", &[on]) => Setting::Reminders(switch(on)?),
        ("t6", &[0]) => Setting::MostGames(None),
        ("t6", &[most]) => Setting::MostGames(Some(u8::try_from(most).ok()?)),
        ("t7", &[on]) => Setting::ComputerGames(switch(on)?),
        _ => return None,
    })
}

const fn switch(number: i64) -> Option<bool> {
    match number {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

/// A number written as [`encode`] writes it, so that each press has one text.
fn number(text: &str) -> Option<i64> {
    let plain = text == "0" || text.starts_with(|first: char| ('1'..='9').contains(&first));
    if plain { text.parse().ok() } else { None }
}

fn version(number: i64) -> Option<Version> {
    u32::try_from(number).ok().map(Version)
}

const fn offer_number(kind: OfferKind) -> u8 {
    match kind {
        OfferKind::Draw => 1,
        OfferKind::TakeBack => 2,
    }
}

const fn offer(number: i64) -> Option<OfferKind> {
    match number {
        1 => Some(OfferKind::Draw),
        2 => Some(OfferKind::TakeBack),
        _ => None,
    }
}

const fn seat_number(seat: Seat) -> u8 {
    match seat {
        Seat::First => 1,
        Seat::Second => 2,
    }
}

const fn seat(number: i64) -> Option<Seat> {
    match number {
        1 => Some(Seat::First),
        2 => Some(Seat::Second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
            (
                "t4:3",
                Press::Settings(SettingsPress::Set(Setting::TimeControl(TimeControl::OneDay))),
            ),
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
}
