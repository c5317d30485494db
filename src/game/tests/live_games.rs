use super::*;

fn with(live_games: Vec<LiveGame>) -> ChallengeContext {
    ChallengeContext { live_games, ..ChallengeContext::default() }
}

fn challenge_ben(config: GameConfig, context: &ChallengeContext) -> Result<NewChallenge, Refusal> {
    challenge(&actor_of(&ann(), 100), config, Some(ben()), FirstMove::Random, None, context)
}

fn elsewhere(game: LiveGame) -> LiveGame {
    let location = Location { channel: ChannelId(21), ..location() };
    LiveGame { board: MessageLocation { location, message: None }, ..game }
}

fn small() -> GameConfig {
    GameConfig { shape: Shape::new(6, 5, 4).unwrap(), ..config() }
}

/// Games of a player with this many others.
fn games_of(player: &Player, number: u64) -> Vec<LiveGame> {
    (0..number).map(|id| live(player, Some(&super::player(50 + id, "Other")))).collect()
}

#[test]
fn a_pair_has_one_game_of_a_size_in_a_channel() {
    let refused = Err(Refusal::PlayingThem(ben(), here()));
    for game in [live(&ann(), Some(&ben())), live(&ben(), Some(&ann()))] {
        assert_eq!(challenge_ben(config(), &with(vec![game])), refused);
        assert!(challenge_ben(small(), &with(vec![game])).is_ok(), "on another board");
        assert!(challenge_ben(config(), &with(vec![elsewhere(game)])).is_ok(), "elsewhere");
    }
    for other in [live(&ann(), Some(&cleo())), live(&ben(), Some(&cleo()))] {
        assert!(challenge_ben(config(), &with(vec![other])).is_ok(), "with others");
    }
}

#[test]
fn a_game_against_the_computer_keeps_nobody_away() {
    let context = with(vec![live(&ann(), None), live(&ben(), None)]);
    assert!(challenge_ben(config(), &context).is_ok());
}

#[test]
fn a_player_has_five_games_with_people_in_a_channel() {
    let four = games_of(&ann(), 4);
    assert!(challenge_ben(config(), &with(four)).is_ok());
    let five = games_of(&ann(), 5);
    assert_eq!(challenge_ben(config(), &with(five.clone())), Err(Refusal::TooManyGames));
    let open = challenge(
        &actor_of(&ann(), 100),
        config(),
        None,
        FirstMove::Random,
        None,
        &with(five.clone()),
    );
    assert_eq!(open, Err(Refusal::TooManyGames));
    let elsewhere = five.into_iter().map(elsewhere).collect();
    assert!(challenge_ben(config(), &with(elsewhere)).is_ok());
    let theirs = challenge_ben(config(), &with(games_of(&ben(), 5)));
    assert_eq!(theirs, Err(Refusal::TheyHaveTooMany(ben())));
}

#[test]
fn a_player_has_twenty_games_with_people_in_all() {
    let nineteen: Vec<_> = games_of(&ann(), 19).into_iter().map(elsewhere).collect();
    assert!(challenge_ben(config(), &with(nineteen)).is_ok());
    let twenty = games_of(&ann(), 20).into_iter().map(elsewhere).collect();
    assert_eq!(challenge_ben(config(), &with(twenty)), Err(Refusal::TooManyGames));
}

#[test]
fn limits_hold_when_a_challenge_is_accepted() {
    let NewChallenge { terms, .. } = challenge_ben(config(), &with(Vec::new())).unwrap();
    let challenge = Challenge {
        id: ChallengeId(1),
        changed_by: terms.created_by,
        terms,
        state: ChallengeState::Pending,
        message: message(),
    };
    let accept = |context| accept(&challenge, &actor_of(&ben(), 101), &context, true);
    let pair = accept(with(vec![live(&ann(), Some(&ben()))]));
    assert_eq!(pair, Err(Refusal::PlayingThem(ann(), here())));
    assert_eq!(accept(with(games_of(&ben(), 5))), Err(Refusal::TooManyGames));
    assert_eq!(accept(with(games_of(&ann(), 5))), Err(Refusal::TheyHaveTooMany(ann())));
    assert!(accept(with(vec![live(&ann(), None), live(&ben(), Some(&cleo()))])).is_ok());
}

#[test]
fn a_command_means_the_games_in_which_it_is_the_users_turn() {
    let numbered = |id, moves| Game { id: GameId(id), ..game(moves) };
    let (theirs, waiting) = (numbered(1, "44"), numbered(2, "4"));
    let ids = |games: Vec<Game>, chosen| {
        let meant = meant(games, ann().id, chosen);
        meant.into_iter().map(|game| game.id.0).collect::<Vec<_>>()
    };
    let all = || vec![theirs.clone(), waiting.clone(), numbered(3, "414")];
    assert_eq!(ids(all(), None), [1]);
    assert_eq!(ids(all(), Some(GameId(3))), [3]);
    assert_eq!(ids(all(), Some(GameId(9))), [1, 2, 3], "no such game");
    assert_eq!(ids(vec![waiting.clone()], None), [2], "the only one");
    assert_eq!(ids(vec![waiting.clone(), numbered(3, "414")], None), [2, 3]);
    assert_eq!(ids(vec![theirs.clone(), numbered(4, "22")], None), [1, 4]);
}
