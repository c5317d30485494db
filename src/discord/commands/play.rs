//! The command `/play`.

use connect4::{Level, Shape};
use serenity::all::CreateCommandOption;

use crate::{
    actions::GameOptions,
    discord::commands::{
        command::Command,
        input::CommandInput,
        options::{boolean, choices, text, user},
    },
    features::{self, PlayOptions, RequestKind},
    game::{FirstMove, TimeControl},
    l10n,
    theme::Theme,
};

pub(super) const PLAY: Command =
    Command::new("play", l10n::command_play, |input| Some(parse(input))).with_options(options);

const OPPONENT: &str = "opponent";
const LEVEL: &str = "level";
const BOARD: &str = "board";
const CLOCK: &str = "clock";
const THEME: &str = "theme";
const RATED: &str = "rated";
const FIRST: &str = "first";
const FIRST_ME: &str = "me";
const FIRST_OPPONENT: &str = "opponent";
const FIRST_RANDOM: &str = "random";

fn options() -> Vec<CreateCommandOption> {
    vec![
        user(OPPONENT, l10n::command_play_opponent),
        choices(
            text(LEVEL, l10n::command_play_level),
            Level::ALL,
            |level| level.name().to_owned(),
            features::level,
        ),
        choices(
            text(BOARD, l10n::command_play_board),
            Shape::VARIANTS,
            |shape| shape.to_string(),
            features::shape,
        ),
        choices(
            text(CLOCK, l10n::command_play_clock),
            TimeControl::ALL,
            |control| control.name().to_owned(),
            features::time_control,
        ),
        choices(
            text(THEME, l10n::command_play_theme),
            Theme::ALL,
            |theme| theme.name().to_owned(),
            l10n::theme,
        ),
        boolean(RATED, l10n::command_play_rated),
        first(),
    ]
}

fn first() -> CreateCommandOption {
    let option = text(FIRST, l10n::command_play_first);
    let all = [FIRST_ME, FIRST_OPPONENT, FIRST_RANDOM];
    choices(option, all, str::to_owned, |locale, first| match first {
        FIRST_ME => l10n::command_play_first_me(locale),
        FIRST_OPPONENT => l10n::command_play_first_opponent(locale),
        _ => l10n::command_play_first_random(locale),
    })
}

fn parse(input: &CommandInput<'_>) -> RequestKind {
    if input.is_empty() {
        return RequestKind::PlayMenu;
    }
    RequestKind::Play(PlayOptions {
        opponent: input.user(OPPONENT),
        level: input.text(LEVEL).and_then(|level| level.parse().ok()),
        game: game_options(input),
    })
}

fn game_options(input: &CommandInput<'_>) -> GameOptions {
    GameOptions {
        shape: input.text(BOARD).and_then(|name| Shape::from_name(&name)),
        time_control: input.text(CLOCK).and_then(|name| name.parse().ok()),
        theme: input.text(THEME).and_then(|name| Theme::from_name(&name)),
        rated: input.boolean(RATED).unwrap_or(true),
        first: match input.text(FIRST).as_deref() {
            Some(FIRST_ME) => FirstMove::Challenger,
            Some(FIRST_OPPONENT) => FirstMove::Opponent,
            _ => FirstMove::Random,
        },
    }
}
