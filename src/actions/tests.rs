use proptest::prelude::*;

use super::*;
use crate::store::SortKey;

/// A number as custom ids may have it: most fields are small.
fn numbers() -> impl Strategy<Value = i64> {
    prop_oneof![0..10_i64, 0..300_i64, 0..i64::MAX]
}

/// A custom id of a tag, with any numbers.
fn custom_id() -> impl Strategy<Value = String> {
    let numbers = proptest::collection::vec(numbers(), 0..10);
    (proptest::sample::select(ComponentAction::TAGS), numbers).prop_map(|(tag, numbers)| {
        numbers.iter().fold(tag.to_owned(), |id, number| format!("{id}:{number}"))
    })
}

#[test]
fn every_tag_decodes() {
    for tag in ComponentAction::TAGS {
        let ids: Vec<_> = (0..10).map(|fields| tag.to_string() + &":1".repeat(fields)).collect();
        let is_known = |id: &&String| ComponentAction::try_decode(id).is_some();
        let known = ids.iter().find(is_known).expect(tag);
        assert_eq!(ComponentAction::decode(known).custom_id(), *known);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 10_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn an_action_has_one_custom_id(text in custom_id()) {
        let action = ComponentAction::decode(&text);
        prop_assert!(action == ComponentAction::Unknown || action.custom_id() == text);
        prop_assert!(action == ComponentAction::Unknown || text.len() <= 100, "Discord takes 100");
    }

    #[test]
    fn any_text_decodes_without_a_panic(text in "\\PC{0,100}") {
        let action = ComponentAction::decode(&text);
        prop_assert!(action == ComponentAction::Unknown || action.custom_id() == text);
    }
}

const fn leaderboard_query(
    everywhere: Option<bool>,
    period: Period,
    sort_by: Option<SortBy>,
    cursor: PageCursor,
) -> LeaderboardQuery {
    LeaderboardQuery { everywhere, period, sort_by, cursor }
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
        ("b3:12:2", ComponentAction::PlayLevel(game, Level::Medium)),
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
                theme: Some(Theme::RedBlue),
                ..GameOptions::default()
            };
            let options = ComputerGameOptions { level: Level::Perfect, game: game_options };
            ComponentAction::ReplaceGame(game, options)
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
        ("l8:1:2", ComponentAction::MyPlace(Period::AllTime, SortBy::Wins)),
        ("l9:3:1:1:0", {
            let query = leaderboard_query(Some(false), Period::AllTime, None, PageCursor::First);
            ComponentAction::SeasonLeaderboard(3, query)
        }),
        ("l10:0:1:1:0", {
            let query = leaderboard_query(Some(false), Period::AllTime, None, PageCursor::First);
            ComponentAction::ShareSeason(0, query)
        }),
        ("l11:0", ComponentAction::SeasonsPage(0)),
        ("l13:3", ComponentAction::SeasonTable(3)),
        ("p12:5", ComponentAction::ChallengeListed(PlayerId(5))),
        ("h1:5", ComponentAction::History(PlayerId(5), HistoryCursor::Newest)),
        ("h1:5:1:12", ComponentAction::History(PlayerId(5), HistoryCursor::Before(game))),
        ("v1:12", ComponentAction::Replay(game)),
        ("v2:12:3:4", ComponentAction::ReplayJump(game, 3, Navigation::End)),
        ("w1:12", ComponentAction::Review(game)),
        ("w2:12:3", ComponentAction::ReviewMove(game, 3)),
        ("w2:12:3:1", ComponentAction::ReviewJump(game, 3, Navigation::Start)),
        ("v3:12", ComponentAction::ShareAnimation(game)),
        ("v4:12", ComponentAction::Moves(game)),
        ("v5:12:7", ComponentAction::ShareReplay(game, 7)),
        ("w3:12:7", ComponentAction::ShareReview(game, 7)),
        (
            "l3:2:1:1",
            ComponentAction::ShareLeaderboard(LeaderboardQuery {
                everywhere: Some(true),
                period: Period::AllTime,
                sort_by: Some(SortBy::ALL[0]),
                cursor: PageCursor::First,
            }),
        ),
        ("i1:12:7", ComponentAction::ShareRecord(PlayerId(12), PlayerId(7))),
        ("i1:12", ComponentAction::ShareStats(PlayerId(12))),
        ("z1", ComponentAction::DeleteData),
        ("z2", ComponentAction::CancelDeletion),
    ] {
        assert_eq!(ComponentAction::decode(text), action, "{text}");
    }
}

#[test]
fn custom_ids_of_the_play_menu_still_decode() {
    let options = GameOptions {
        shape: Shape::from_name("8x7"),
        time_control: Some(TimeControl::None),
        theme: Some(Theme::RedBlue),
        rated: false,
        first: FirstMove::Opponent,
    };
    for (text, action) in [
        ("p2:0:0:0:1:3", ComponentAction::OpenPlayMenu(GameOptions::default())),
        ("p2:2:1:2:0:2", ComponentAction::OpenPlayMenu(options)),
        ("p3:2:1:2:0:2", ComponentAction::ChallengeAnyone(options)),
        (
            "p4:3:2:1:2:0:2",
            ComponentAction::PlayComputer(ComputerGameOptions {
                level: Level::Hard,
                game: options,
            }),
        ),
        ("p5:2:1:2:0:2", ComponentAction::OpenGameOptions(options)),
        ("p6:2:1:2:0:2", ComponentAction::ChooseBoard(options)),
        ("p7:2:1:2:0:2", ComponentAction::ChooseClock(options)),
        ("p8:2:1:2:0:2", ComponentAction::ChooseTheme(options)),
        ("p9:2:1:2:0:2", ComponentAction::ChooseRated(options)),
        ("p10:2:1:2:0:2", ComponentAction::CloseGameOptions(options)),
    ] {
        assert_eq!(ComponentAction::decode(text), action, "{text}");
        assert_eq!(action.custom_id(), text);
    }
}

#[test]
fn custom_ids_of_puzzles_still_decode() {
    let (number, column) = (PuzzleNumber::new(12).unwrap(), Column::from_number(3).unwrap());
    for (text, action) in [
        ("d2:12", ComponentAction::OpenPuzzle(number)),
        ("d3:12", ComponentAction::GoToPuzzle(number)),
        ("d4:12:7:3", ComponentAction::TryPuzzle(number, 7, column)),
        ("d6:12", ComponentAction::SharePuzzle(number)),
        ("d5:12", ComponentAction::PuzzleSolution(number)),
        ("d7:12:3:3", ComponentAction::PuzzleSolutionJump(number, 3, Navigation::Forward)),
        ("d9", ComponentAction::OpenPuzzleOfDay),
        ("d10", ComponentAction::PuzzleMonth),
        ("d8:12:0", ComponentAction::PracticePuzzle(number, TriedColumns::default())),
        ("d8:12:3", ComponentAction::PracticePuzzle(number, TriedColumns::default().with(column))),
    ] {
        assert_eq!((ComponentAction::decode(text), action.custom_id()), (action, text.to_owned()));
    }
    for text in ["d2:0", "d2:4294967296", "d4:12:256:3", "d4:12:1:0", "t11:24"] {
        assert_eq!(ComponentAction::decode(text), ComponentAction::Unknown, "{text}");
    }
}

#[test]
fn custom_ids_of_preferences_still_decode() {
    for (text, action) in [
        ("f1:3", ComponentAction::ChallengesFrom(ChallengesFrom::Nobody)),
        ("f2:0", ComponentAction::TurnPings(false)),
        ("f3:1", ComponentAction::ReminderPings(true)),
        ("f4:2", ComponentAction::BlockedPage(2)),
        ("f5:5", ComponentAction::Block(PlayerId(5))),
        ("f6:5", ComponentAction::Unblock(PlayerId(5))),
        ("f7:1", ComponentAction::Listed(true)),
        ("f8", ComponentAction::OpenData),
        ("f9", ComponentAction::AskDelete),
        ("f0", ComponentAction::BlockChosen),
        ("f10", ComponentAction::Export),
    ] {
        assert_eq!(ComponentAction::decode(text), action, "{text}");
    }
}

#[test]
fn custom_ids_of_hints_still_decode() {
    let seen = SeenGame { game: GameId(12), version: Version(7) };
    assert_eq!(ComponentAction::decode("j2:12:7"), ComponentAction::ShowHint(seen));
}

#[test]
fn custom_ids_of_training_still_decode() {
    let id = PositionId { game: GameId(12), ply: 7 };
    let (seen, column) = (SeenPosition { id, tries: 2 }, Column::from_number(4).unwrap());
    for (text, action) in [
        ("y2:12:7:2:4", ComponentAction::TryTraining(seen, column)),
        ("y3", ComponentAction::NextTraining),
        ("y4:9", ComponentAction::OpenTraining(GameId(9))),
    ] {
        assert_eq!(ComponentAction::decode(text), action, "{text}");
        assert_eq!(action.custom_id(), text);
    }
}

#[test]
fn custom_ids_of_settings_still_decode() {
    let game = GameId(12);
    let seen = SeenGame { game, version: Version(7) };
    for (text, action) in [
        ("t1:3", ComponentAction::OpenSettings(SettingsTab::Live)),
        ("t2:5", ComponentAction::ServerTheme(Theme::Shapes)),
        ("t3:0", ComponentAction::ServerLocale(None)),
        ("t3:1", ComponentAction::ServerLocale(Some(Locale::EnglishUs))),
        ("t4:3", ComponentAction::ServerTimeControl(TimeControl::OneDay)),
        ("t5:1", ComponentAction::ServerReminders(true)),
        ("t6:0", ComponentAction::MaxGamesPerChannel(None)),
        ("t6:5", ComponentAction::MaxGamesPerChannel(Some(5))),
        ("t7:0", ComponentAction::ComputerGames(false)),
        ("t10", ComponentAction::AllowEveryChannel),
        ("t1:4", ComponentAction::OpenSettings(SettingsTab::Posts)),
        ("t11", ComponentAction::PuzzleOff),
        ("t11:23", ComponentAction::PuzzleHour(23)),
        ("t12", ComponentAction::PuzzleHere),
        ("t8:12", ComponentAction::PickGameToEnd(game)),
        ("t9:12:7", ComponentAction::EndGame(seen)),
        ("t0", ComponentAction::AllowChosenChannels),
        ("t13:3", ComponentAction::ChallengeTime(ChallengeTime::TenMinutes)),
        ("t20", ComponentAction::LeaderboardHere),
        ("t21:3:2", ComponentAction::ShownLeaderboard(Period::Week, SortBy::Wins)),
        ("t22", ComponentAction::RemoveLeaderboard),
        ("t40:1", ComponentAction::WeekInWords(true)),
        ("t1:5", ComponentAction::OpenSettings(SettingsTab::Leaderboard)),
        ("t1:6", ComponentAction::OpenSettings(SettingsTab::People)),
        ("t33", ComponentAction::HideChosen),
        ("t34:5", ComponentAction::ShowHidden(PlayerId(5))),
        ("t35", ComponentAction::PickToReset),
        ("t36:5", ComponentAction::ResetRecord(PlayerId(5))),
        ("t30:2", ComponentAction::StartSeason(2)),
        ("t38:2", ComponentAction::AskStartSeason(2)),
        ("t32:3", ComponentAction::SeasonRhythm(SeasonRhythm::Quarter)),
    ] {
        assert_eq!(ComponentAction::decode(text), action, "{text}");
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
        assert_eq!(ComponentAction::decode(text), ComponentAction::Unknown, "{text:?}");
    }
}
