//! The menu of `/play` (ephemeral).

use connect4::{Level, Seat, Shape};
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
};

use super::{MessageBody, board::button, names, select::select};
use crate::{
    discord::custom_id,
    game::{FirstMove, GameConfig, TimeControl},
    l10n,
    locale::Locale,
    service::{
        ComponentAction, GameOption, GameOptions, PlayMenuStep, PlayMenuView, RatedAvailability,
    },
    theme::Theme,
};

/// The first page: whom to play.
pub(super) fn render(view: PlayMenuView, locale: Locale) -> MessageBody {
    let PlayMenuView { options, can_challenge, can_play_computer } = view;
    let mut lines = vec![l10n::play_menu(locale)];
    match (can_challenge, can_play_computer) {
        (true, true) => lines.push(l10n::play_menu_friend(locale)),
        (true, false) => lines.push(l10n::play_menu_friend_only(locale)),
        (false, _) => {}
    }
    lines.extend(chosen(options, locale));
    let menu_button =
        |step, label, style| button(ComponentAction::PlayMenu { step, options }, label, style);
    let (mut friend, mut rows) = (None, Vec::new());
    if can_challenge {
        friend = Some(friend_select(options, locale));
        let label = l10n::button_invite(locale);
        rows.push(vec![menu_button(PlayMenuStep::ChallengeAnyone, label, ButtonStyle::Primary)]);
    }
    if can_play_computer {
        let shape = options.shape.unwrap_or(Shape::STANDARD);
        let levels = Level::ALL.into_iter().filter(|level| level.plays_on(shape));
        let levels = levels.map(|level| {
            let label = names::level_label(locale, level);
            menu_button(PlayMenuStep::PlayComputer(level), label, ButtonStyle::Success)
        });
        // A phone has no room for four buttons in a row.
        rows.extend(levels.collect::<Vec<_>>().chunks(2).map(<[CreateButton]>::to_vec));
    }
    let label = l10n::button_options(locale);
    rows.push(vec![menu_button(PlayMenuStep::OpenOptions, label, ButtonStyle::Secondary)]);
    let rows = rows.into_iter().map(CreateActionRow::Buttons);
    MessageBody::new(lines.join("\n"), friend.into_iter().chain(rows).collect()).into_ephemeral()
}

fn friend_select(options: GameOptions, locale: Locale) -> CreateActionRow {
    let kind = CreateSelectMenuKind::User { default_users: None };
    let menu = CreateSelectMenu::new(custom_id::friend_select_id(options), kind);
    CreateActionRow::SelectMenu(menu.placeholder(l10n::choose_friend(locale)))
}

/// The page of options. It has as many rows as Discord allows.
pub(super) fn options(
    options: GameOptions,
    config: &GameConfig,
    rated: RatedAvailability,
    locale: Locale,
) -> MessageBody {
    let choice = |option, changed, label, is_chosen| {
        let step = PlayMenuStep::Choose(option);
        (ComponentAction::PlayMenu { step, options: changed }, label, is_chosen)
    };
    let boards = Shape::VARIANTS.map(|one| {
        let changed = GameOptions { shape: Some(one), ..options };
        choice(GameOption::Board, changed, names::shape(locale, one), one == config.shape)
    });
    let clocks = TimeControl::ALL.map(|one| {
        let changed = GameOptions { time_control: Some(one), ..options };
        let label = names::time_control(locale, one);
        choice(GameOption::Clock, changed, label, config.time_control == one)
    });
    let themes = Theme::ALL.map(|one| {
        let changed = GameOptions { theme: Some(one), ..options };
        let [first, second] = Seat::BOTH.map(|seat| one.disc(seat).emoji);
        let label = format!("{first}{second} {}", l10n::theme(locale, one));
        choice(GameOption::Theme, changed, label, config.theme == one)
    });
    let rated_or_not = [true, false].map(|one| {
        let changed = GameOptions { rated: one, ..options };
        let label = if one { l10n::play_rated(locale) } else { l10n::play_unrated(locale) };
        choice(GameOption::Rated, changed, label, options.rated == one)
    });
    let back = ComponentAction::PlayMenu { step: PlayMenuStep::CloseOptions, options };
    let back = button(back, l10n::button_back(locale), ButtonStyle::Primary);
    let mut rows = vec![
        select(boards, l10n::choose_board(locale)),
        select(clocks, l10n::choose_time_control(locale)),
        select(themes, l10n::choose_theme(locale)),
    ];
    if rated == RatedAvailability::Offered {
        rows.push(select(rated_or_not, l10n::choose_rated(locale)));
    }
    rows.push(CreateActionRow::Buttons(vec![back]));
    let mut text = l10n::play_options(locale);
    if rated != RatedAvailability::NobodyElseHere {
        text = format!("{text} {}", l10n::play_options_rated(locale));
    }
    MessageBody::new(text, rows).into_ephemeral()
}

/// The options that were chosen. `None` if there are none.
fn chosen(options: GameOptions, locale: Locale) -> Option<String> {
    let GameOptions { shape, time_control, theme, rated, first } = options;
    let shape = shape.filter(|shape| *shape != Shape::STANDARD);
    let chosen: Vec<_> = [
        shape.map(|shape| names::shape(locale, shape)),
        time_control.map(|control| match control {
            TimeControl::None => l10n::play_no_limit(locale),
            _ => names::time_control(locale, control),
        }),
        theme.map(|theme| l10n::theme(locale, theme)),
        (!rated).then(|| l10n::play_unrated(locale)),
        match first {
            FirstMove::Challenger => Some(l10n::play_first_you(locale)),
            FirstMove::Opponent => Some(l10n::play_first_other(locale)),
            FirstMove::Random => None,
        },
    ]
    .into_iter()
    .flatten()
    .collect();
    (!chosen.is_empty()).then(|| l10n::play_chosen(locale, chosen.join(" · ")))
}
