//! The custom ids of buttons and selects.
//!
//! Posted messages keep their buttons for ever, so this is a stored format: a tag of
//! a letter and a number, then numbers, all separated by colons. New forms get new
//! tags, and a tag is never reused with another meaning: not those of earlier builds either,
//! `r1`, `p1`, `l1` and `b1`. A custom id that does not
//! parse decodes as [`ComponentAction::Unknown`].

mod field;
#[cfg(test)]
mod tests;

use self::field::{Field, IdNumbers};
use crate::{
    game::{GameId, Preference, Setting},
    service::{
        ComponentAction, GameCommand, GameOption, GameOptions, PlayMenuStep, PreferencesAction,
        PublicView, PuzzleAction, SettingsAction, TrainingAction,
    },
};

/// The custom id of the select for the channels in which games may be started.
pub const CHANNELS: &str = "t0";

/// The custom id of the select of people to block.
pub const BLOCK: &str = "f0";

/// The custom id of the button that exports the user's data: no action, since the interaction's
/// limit of attachments belongs to it.
pub const EXPORT: &str = "f10";

/// The tag of the select of a friend to challenge.
const FRIEND: &str = "p11";

/// What a button or an option of a select is made of.
#[derive(Debug)]
pub struct Entry {
    pub custom_id: String,
    /// What metrics and logs call the action.
    pub label: &'static str,
    /// The game that the action is about, if it is one game.
    pub game: Option<GameId>,
}

/// Defines [`entry`] and `try_decode`. A row is a tag, the fields after it, the action, and
/// behind `in` the game that it is about. `if` refuses what fields would allow.
macro_rules! actions {
    ($([$label:literal] $(
        $tag:literal ($($field:ident),*) $(if $condition:expr)? =>
            $action:ident $(($($tuple:tt)*))? $({$($named:tt)*})? $(in $game:expr)?,
    )*)*) => {
        /// What is encoded for an action, and what is known about it.
        pub fn entry(action: ComponentAction) -> Entry {
            match action {
                $($(ComponentAction::$action $(($($tuple)*))? $({$($named)*})? => {
                    let custom_id = $tag.to_owned();
                    $(let custom_id = $field.put(custom_id);)*
                    let game = [$($game)?].into_iter().next();
                    Entry { custom_id, label: $label, game }
                })*)*
            }
        }

        fn try_decode(text: &str) -> Option<ComponentAction> {
            let (tag, numbers) = split(text)?;
            $($(if tag == $tag {
                let take = |mut numbers: IdNumbers| {
                    $(let $field = Field::take(&mut numbers)?;)*
                    let action = ComponentAction::$action $(($($tuple)*))? $({$($named)*})?;
                    (numbers.next().is_none() $(&& $condition)?).then_some(action)
                };
                if let Some(action) = take(numbers.clone()) {
                    return Some(action);
                }
            })*)*
            None
        }
    };
}

actions! {
    ["press challenge"]
    "a1" (challenge) => Accept(challenge),
    "n1" (challenge) => Decline(challenge),
    "c1" (challenge) => Cancel(challenge),
    "a2" (challenge) => RepeatChallenge(challenge),

    ["press play"]
    "p2" (options) => PlayMenu { step: PlayMenuStep::Open, options },
    "p3" (options) => PlayMenu { step: PlayMenuStep::ChallengeAnyone, options },
    "p4" (level, options) => PlayMenu { step: PlayMenuStep::PlayComputer(level), options },
    "p5" (options) => PlayMenu { step: PlayMenuStep::OpenOptions, options },
    "p6" (options) => PlayMenu { step: PlayMenuStep::Choose(GameOption::Board), options },
    "p7" (options) => PlayMenu { step: PlayMenuStep::Choose(GameOption::Clock), options },
    "p8" (options) => PlayMenu { step: PlayMenuStep::Choose(GameOption::Theme), options },
    "p9" (options) => PlayMenu { step: PlayMenuStep::Choose(GameOption::Rated), options },
    "p10" (options) => PlayMenu { step: PlayMenuStep::CloseOptions, options },

    ["press column"]
    "d1" (seen, column) => Drop(seen, column) in seen.game,
    "g2" (seen, column) => ChosenGame(seen, GameCommand::Drop(column)) in seen.game,
    "g3" (seen) => ChosenGame(seen, GameCommand::Board) in seen.game,
    "g4" (seen) => ChosenGame(seen, GameCommand::Text) in seen.game,

    ["press resign"]
    "q1" (seen) => AskResign(seen) in seen.game,
    "r2" (seen) => Resign(seen) in seen.game,
    "s1" (game) => PickGame(game) in game,
    "y1" (seen) => ResignPicked(seen) in seen.game,

    ["press offer"]
    "o1" (seen, kind) => Offer(seen, kind) in seen.game,
    "k1" (seen) => AcceptOffer(seen) in seen.game,
    "x1" (seen) => DeclineOffer(seen) in seen.game,
    "x2" (seen) => WithdrawOffer(seen) in seen.game,

    ["press hint"]
    "j1" (seen) => Hint(seen) in seen.game,

    ["press claim"]
    "e1" (seen) => Claim(seen) in seen.game,
    "e2" (game) => ClaimListed(game) in game,

    ["press replacement"]
    "b2" (game) => KeepGame(game) in game,
    "b4" (game, options) => ReplaceGame { game, options } in game,

    ["press rematch"]
    "m1" (game) => Rematch(game) in game,
    "b3" (game, level) => PlayLevel { game, level } in game,

    ["press page"]
    "g1" (page) => GamesPage(page),
    "l2" (query) => Leaderboard(query),
    "h1" (player, cursor) => History { player, cursor },
    "v1" (game) => Replay(game) in game,
    "v2" (game, ply, navigation) => ReplayJump { game, ply, navigation } in game,
    "v4" (game) => Moves(game) in game,
    "w1" (game) => Review(game) in game,
    "w2" (game, ply) => ReviewJump { game, ply, navigation: None } in game,
    "w2" (game, ply, to) => ReviewJump { game, ply, navigation: Some(to) } in game,
    "l3" (query) => ShowEveryone(PublicView::Leaderboard(query)),
    "i1" (player) => ShowEveryone(PublicView::Stats { player, versus: None }),
    "i1" (player, other) => ShowEveryone(PublicView::Stats { player, versus: Some(other) }),
    "v3" (game) => ShowEveryone(PublicView::Animation(game)),
    "v5" (game, ply) => ShowEveryone(PublicView::Replay { game, ply }),
    "w3" (game, ply) => ShowEveryone(PublicView::Review { game, ply }),
    "d6" (number) => ShowEveryone(PublicView::Puzzle(number)),

    ["press puzzle"]
    "d2" (number) => Puzzle { number, action: PuzzleAction::Open },
    "d3" (number) => Puzzle { number, action: PuzzleAction::GoTo },
    "d4" (number, tries, column) => Puzzle { number, action: PuzzleAction::Try { tries, column } },
    "d5" (number) => Puzzle { number, action: PuzzleAction::Solution },
    "d7" (number, moves_shown, navigation) =>
        Puzzle { number, action: PuzzleAction::SolutionJump { moves_shown, navigation } },

    ["press privacy"]
    "z1" () => DeleteData,
    "z2" () => CancelDeletion,

    ["press preferences"]
    "f1" (from) => Preferences(PreferencesAction::Set(Preference::Challenges(from))),
    "f2" (on) => Preferences(PreferencesAction::Set(Preference::Turns(on))),
    "f3" (on) => Preferences(PreferencesAction::Set(Preference::Reminders(on))),
    "f4" (page) => Preferences(PreferencesAction::OpenPage(page)),
    "f5" (player) => Preferences(PreferencesAction::Block(player)),
    "f6" (player) => Preferences(PreferencesAction::Unblock(player)),
    "f7" (on) => Preferences(PreferencesAction::Set(Preference::Listed(on))),
    "f8" () => Preferences(PreferencesAction::OpenData),
    "f9" () => Preferences(PreferencesAction::AskDelete),

    ["press training"]
    "y2" (seen, column) => Training(TrainingAction::Try { seen, column }) in seen.id.game,
    "y3" () => Training(TrainingAction::Next),
    "y4" (game) => Training(TrainingAction::Open(game)) in game,

    ["press settings"]
    "t1" (tab) => Settings(SettingsAction::OpenTab(tab)),
    "t2" (theme) => Settings(SettingsAction::Set(Setting::Theme(theme))),
    "t3" (locale) => Settings(SettingsAction::Set(Setting::Locale(locale))),
    "t4" (control) => Settings(SettingsAction::Set(Setting::TimeControl(control))),
    "t5" (on) => Settings(SettingsAction::Set(Setting::Reminders(on))),
    "t6" (limit) => Settings(SettingsAction::Set(Setting::MaxGamesPerChannel(limit))),
    "t7" (on) => Settings(SettingsAction::Set(Setting::ComputerGames(on))),
    "t8" (game) => Settings(SettingsAction::PickGame(game)),
    "t9" (seen) => Settings(SettingsAction::EndGame(seen)),
    "t10" () => Settings(SettingsAction::EveryChannel),
    "t11" () => Settings(SettingsAction::PuzzleHour(None)),
    "t11" (hour) if hour < 24 => Settings(SettingsAction::PuzzleHour(Some(hour))),
    "t12" () => Settings(SettingsAction::PuzzleHere),
    "t13" (time) => Settings(SettingsAction::Set(Setting::ChallengeTime(time))),

    ["press unknown"]
    "u1" () => Unknown,
}

/// Encodes an action as a custom id.
pub fn encode(action: ComponentAction) -> String {
    entry(action).custom_id
}

/// Decodes a custom id, or the value of a select.
pub fn decode(text: &str) -> ComponentAction {
    try_decode(text).unwrap_or(ComponentAction::Unknown)
}

/// The custom id of a select whose values are actions like this one: the tag that
/// they share.
pub fn select_id(action: ComponentAction) -> String {
    encode(action).split(':').next().unwrap_or_default().to_owned()
}

/// Decodes a value that was chosen in a select.
pub fn decode_choice(select: &str, value: &str) -> ComponentAction {
    let action = decode(value);
    if select_id(action) == select { action } else { ComponentAction::Unknown }
}

/// The custom id of the select of a friend to challenge with these options.
pub fn friend_select_id(options: GameOptions) -> String {
    options.put(FRIEND.to_owned())
}

/// The options of that select. `None` for another custom id.
pub fn friend_options(text: &str) -> Option<GameOptions> {
    let (FRIEND, mut numbers) = split(text)? else { return None };
    let options = Field::take(&mut numbers)?;
    numbers.next().is_none().then_some(options)
}

/// The tag and the numbers of a custom id.
fn split(text: &str) -> Option<(&str, IdNumbers)> {
    let mut parts = text.split(':');
    let tag = parts.next()?;
    let numbers: Vec<i64> = parts.map(parse_number).collect::<Option<_>>()?;
    Some((tag, numbers.into_iter()))
}

/// Parses a number exactly as [`encode`] writes it, without signs or leading zeros, so that
/// each action has only one custom id.
fn parse_number(text: &str) -> Option<i64> {
    let is_canonical = text == "0" || text.starts_with(|first: char| ('1'..='9').contains(&first));
    if is_canonical { text.parse().ok() } else { None }
}
