//! The menu of `/play`: whom to play, and a page of options.
//!
//! It is stateless: its buttons carry the options chosen so far, so it does not expire. What is
//! chosen is posted as a new public message, since a private one can be edited for 15 minutes only;
//! a second press meets the rules that any second challenge or game meets.

use connect4::{Level, Seat, Shape};

use crate::{
    actions::{ComponentAction, ComputerGameOptions, GameOptions},
    features::{
        play::challenges::game_config,
        request::{RequestContext, RequestResult},
        views::{Audience, names},
    },
    game::{FirstMove, GameConfig, Participant, Player, Rated, TimeControl},
    l10n,
    locale::Locale,
    message::{ActionRow, Button, MessageBody, SelectKind},
    theme::Theme,
};

/// Opens the menu with these options chosen.
pub(crate) async fn open(ctx: RequestContext<'_>, options: GameOptions) -> RequestResult {
    let place = &ctx.request.place;
    let settings = ctx.service.settings(ctx.guild()).await?;
    settings.check_channel(place.location.channel, place.parent_channel)?;
    let can_play_computer = settings.computer_games;
    if !can_play_computer {
        place.check_visible()?;
    }
    let partner = ctx.request.partner.as_ref().map(|it| &it.player);
    Ok(ctx.reply(|audience, _| message(options, partner, can_play_computer, audience)))
}

/// Shows the page of options, with these chosen.
pub(crate) async fn game_options(ctx: RequestContext<'_>, options: GameOptions) -> RequestResult {
    let settings = ctx.service.settings(ctx.guild()).await?;
    let config = game_config(ctx.request, options, &settings);
    let reply = ctx.reply(|audience, _| options_message(options, &config, audience));
    Ok(reply.into_update())
}

/// The first page: whom to play. `partner` is the other person in a chat of two.
fn message(
    options: GameOptions,
    partner: Option<&Player>,
    can_play_computer: bool,
    audience: Audience,
) -> MessageBody {
    let (locale, can_challenge) = (audience.locale, !audience.is_alone);
    let mut lines = vec![l10n::play_menu(locale)];
    match (can_challenge && partner.is_none(), can_play_computer) {
        (true, true) => lines.push(l10n::play_menu_friend(locale)),
        (true, false) => lines.push(l10n::play_menu_friend_only(locale)),
        (false, _) => {}
    }
    lines.extend(chosen(options, locale));
    let shape = options.shape.unwrap_or(Shape::STANDARD);
    let mut rows = Vec::new();
    if let Some(partner) = partner {
        let name = names::plain_name(audience, Participant::Person(partner));
        let challenge = ComponentAction::ChallengeFriend(options);
        let button = Button::primary(challenge, l10n::button_challenge(locale, name));
        rows.push(ActionRow::Buttons(vec![button]));
    } else if can_challenge {
        let kind = SelectKind::People(ComponentAction::ChallengeFriend(options), 1);
        rows.push(ActionRow::Select { kind, placeholder: l10n::choose_friend(locale) });
        let invite = ComponentAction::ChallengeAnyone(options);
        let mut buttons = vec![Button::primary(invite, l10n::button_invite(locale))];
        let is_standard = shape == Shape::STANDARD;
        let can_play_together = can_play_computer && is_standard && audience.guild.is_some();
        buttons.extend(can_play_together.then(|| {
            let together = ComponentAction::OpenTogether(options);
            Button::primary(together, l10n::button_together(locale))
        }));
        rows.push(ActionRow::Buttons(buttons));
    }
    if can_play_computer {
        rows.extend(level_rows(shape, locale, |level| {
            ComponentAction::PlayComputer(ComputerGameOptions { level, game: options })
        }));
    }
    let open = ComponentAction::OpenGameOptions(options);
    rows.push(ActionRow::Buttons(vec![Button::secondary(open, l10n::button_options(locale))]));
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}

/// A button for each level that plays on such a board.
pub(super) fn level_rows(
    shape: Shape,
    locale: Locale,
    action: impl Fn(Level) -> ComponentAction,
) -> Vec<ActionRow> {
    let levels = Level::ALL.into_iter().filter(|level| level.plays_on(shape));
    let levels =
        levels.map(|level| Button::success(action(level), names::level_label(locale, level)));
    // A phone has no room for four buttons in a row.
    let rows = levels.collect::<Vec<_>>();
    rows.chunks(2).map(|row| ActionRow::Buttons(row.to_vec())).collect()
}

/// The page of options. It has as many rows as Discord allows.
fn options_message(
    options: GameOptions,
    config: &GameConfig,
    Audience { locale, is_alone, .. }: Audience,
) -> MessageBody {
    let boards = Shape::VARIANTS.map(|one| {
        let changed = GameOptions { shape: Some(one), ..options };
        let label = l10n::choice_board(locale, names::shape(locale, one));
        (ComponentAction::ChooseBoard(changed), label, one == config.shape)
    });
    let clocks = TimeControl::ALL.map(|one| {
        let changed = GameOptions { time_control: Some(one), ..options };
        let label = l10n::choice_time_control(locale, names::time_control(locale, one));
        (ComponentAction::ChooseClock(changed), label, config.time_control == one)
    });
    let themes = Theme::ALL.map(|one| {
        let changed = GameOptions { theme: Some(one), ..options };
        let [first, second] = Seat::BOTH.map(|seat| one.disc(seat).emoji);
        let name = format!("{first}{second} {}", l10n::theme(locale, one));
        let label = l10n::choice_theme(locale, name);
        (ComponentAction::ChooseTheme(changed), label, config.theme == one)
    });
    let rated_or_not = [true, false].map(|one| {
        let changed = GameOptions { rated: one, ..options };
        let label = if one { l10n::play_rated(locale) } else { l10n::play_unrated(locale) };
        (ComponentAction::ChooseRated(changed), label, options.rated == one)
    });
    let back = ComponentAction::CloseGameOptions(options);
    let back = Button::primary(back, l10n::button_back(locale));
    let mut rows = vec![
        ActionRow::select(boards, l10n::choose_board(locale)),
        ActionRow::select(clocks, l10n::choose_time_control(locale)),
        ActionRow::select(themes, l10n::choose_theme(locale)),
    ];
    // The board or the time limit chosen may allow none.
    let can_be_rated = Rated::between_people(true, config.shape, config.time_control) == Rated::Yes;
    if can_be_rated && !is_alone {
        rows.push(ActionRow::select(rated_or_not, l10n::choose_rated(locale)));
    }
    rows.push(ActionRow::Buttons(vec![back]));
    let mut text = l10n::play_options(locale);
    if !is_alone {
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
