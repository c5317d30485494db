//! The command `/play`, rematches, and challenges that are repeated.

pub(crate) mod challenges;
pub(crate) mod menu;
pub(crate) mod replacement;
pub(crate) mod together;

use connect4::{Level, Shape};

use self::challenges::game_config;
use crate::{
    actions::{ComputerGameOptions, GameOptions},
    features::{
        flow::{moves, updates},
        request::{Command, CommandKind, CommandOption, OptionKind, RequestContext, RequestResult},
        views::names,
    },
    game::{
        self, Challenge, ChallengeContext, ChallengeId, ChallengeTerms, FirstMove, GameConfig,
        GameId, MentionedUser, Opponent, Participant, PlayOutcome, Player, PlayerId, Rated,
        Refusal, TimeControl,
    },
    l10n,
    theme::Theme,
};

pub(crate) const PLAY: Command =
    Command::slash("play", l10n::command_play, |ctx| Box::pin(by_command(ctx)))
        .with_options(command_options);

pub(crate) const CHALLENGE: Command = Command::in_menu(
    CommandKind::UserMenu,
    "Challenge to Four in a Row",
    "play",
    l10n::menu_challenge,
    |ctx| Box::pin(challenge_chosen(ctx, GameOptions::default())),
);

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

fn command_options() -> Vec<CommandOption> {
    let first = |locale, first| match first {
        FIRST_ME => l10n::command_play_first_me(locale),
        FIRST_OPPONENT => l10n::command_play_first_opponent(locale),
        _ => l10n::command_play_first_random(locale),
    };
    let firsts = [FIRST_ME, FIRST_OPPONENT, FIRST_RANDOM];
    vec![
        CommandOption::new(OPPONENT, l10n::command_play_opponent, OptionKind::User),
        CommandOption::choices(LEVEL, l10n::command_play_level, Level::ALL, names::level),
        CommandOption::choices(BOARD, l10n::command_play_board, Shape::VARIANTS, names::shape),
        CommandOption::choices(
            CLOCK,
            l10n::command_play_clock,
            TimeControl::ALL,
            names::time_control,
        ),
        CommandOption::choices(THEME, l10n::command_play_theme, Theme::ALL, l10n::theme),
        CommandOption::new(RATED, l10n::command_play_rated, OptionKind::Boolean),
        CommandOption::choices(FIRST, l10n::command_play_first, firsts, first),
    ]
}

/// Challenges a person or anyone, in a chat of two the other one, or starts a game against the
/// computer. Opens the menu where nobody else would see the challenge.
async fn play(
    ctx: RequestContext<'_>,
    opponent: Option<MentionedUser>,
    level: Option<Level>,
    options: GameOptions,
) -> RequestResult {
    let opponent = opponent.or_else(|| ctx.request.partner.clone().filter(|_| level.is_none()));
    match game::resolve_opponent(&ctx.actor(), opponent, level)? {
        Opponent::Computer(level) => {
            replacement::play_computer(ctx, ComputerGameOptions { level, game: options }).await
        }
        Opponent::Person(player) => challenge(ctx, Some(player), options).await,
        Opponent::Anyone if ctx.request.place.is_alone() => menu::open(ctx, options).await,
        Opponent::Anyone => challenge(ctx, None, options).await,
    }
}

/// The command: plays as its options say, or opens the menu if there are none.
async fn by_command(ctx: RequestContext<'_>) -> RequestResult {
    let input = &ctx.request.input;
    if input.options.is_empty() {
        return menu::open(ctx, GameOptions::default()).await;
    }
    let level = input.text(LEVEL).and_then(|level| level.parse().ok());
    let options = GameOptions {
        shape: input.text(BOARD).and_then(Shape::from_name),
        time_control: input.text(CLOCK).and_then(|name| name.parse().ok()),
        theme: input.text(THEME).and_then(|name| name.parse().ok()),
        rated: input.boolean(RATED).unwrap_or(true),
        first: match input.text(FIRST) {
            Some(FIRST_ME) => FirstMove::Challenger,
            Some(FIRST_OPPONENT) => FirstMove::Opponent,
            _ => FirstMove::Random,
        },
    };
    play(ctx, input.user_option(OPPONENT).cloned(), level, options).await
}

/// Challenges a person, or anyone.
pub(super) async fn challenge(
    ctx: RequestContext<'_>,
    opponent: Option<Player>,
    options: GameOptions,
) -> RequestResult {
    ctx.request.place.check_visible()?;
    let other = opponent.as_ref().map(|player| player.id);
    challenges::create(ctx, other, |context: &ChallengeContext| {
        let config = game_config(ctx.request, options, &context.settings);
        game::challenge(&ctx.actor(), config, opponent.clone(), options.first, None, context)
            .map(PlayOutcome::Challenge)
    })
    .await
}

/// Challenges the friend who was chosen in the menu, the person in whose menu the command was used,
/// or the other one in a chat of two.
pub(super) async fn challenge_chosen(
    ctx: RequestContext<'_>,
    options: GameOptions,
) -> RequestResult {
    let opponent = ctx.request.input.user.clone().or_else(|| ctx.request.partner.clone());
    let opponent = opponent.ok_or(Refusal::UnknownButton)?;
    play(ctx, Some(opponent), None, options).await
}

/// Challenges somebody whom the board of the season that runs lists.
pub(super) async fn challenge_listed(ctx: RequestContext<'_>, id: PlayerId) -> RequestResult {
    let store = &ctx.service.store;
    let guild = ctx.guild().ok_or(Refusal::OnlyInServers)?;
    let season = store.running_season(guild).await?.ok_or(Refusal::UnknownButton)?;
    let entry = store.leaderboard_entry(season.final_board(), ctx.now, id).await?;
    let opponent = entry.and_then(|it| it.player).ok_or(Refusal::UnknownPlayer)?;
    challenge(ctx, Some(opponent), GameOptions::default()).await
}

/// Repeats a challenge that ended without a game.
pub(super) async fn repeat_challenge(ctx: RequestContext<'_>, id: ChallengeId) -> RequestResult {
    repeat(ctx, challenges::load_here(ctx, id, ctx.request.message).await?).await
}

/// Repeats a challenge, or challenges back.
pub(super) async fn repeat(ctx: RequestContext<'_>, challenge: Challenge) -> RequestResult {
    // If its time is up, the deadline may not be handled yet.
    let over = if ctx.now < challenge.terms.expires_at {
        None
    } else {
        updates::expire(ctx.service, challenge.id, ctx.now).await?
    };
    let (opponent, first) = game::repeat(&challenge, &ctx.actor())?;
    let ChallengeTerms { config, rematch_of, .. } = challenge.terms;
    let reply = match rematch_of {
        Some(game) => rematch(ctx, game).await?,
        None => self::challenge(ctx, opponent, GameOptions::of_config(&config, first)).await?,
    };
    Ok(reply.with_updates(over))
}

/// Challenges the opponent of a finished game again, or starts another game against the
/// computer.
pub(super) async fn rematch(ctx: RequestContext<'_>, id: GameId) -> RequestResult {
    let game = moves::load(ctx, id).await?;
    let seat = game.seat_of(ctx.user_id());
    let other = seat.map(|seat| game.participant(seat.other()));
    let other = other.and_then(Participant::person).map(|player| player.id);
    if ctx.request.place.forced_ephemeral && other.is_some() {
        return Err(Refusal::ForcedEphemeral.into());
    }
    if let Some(options) = ComputerGameOptions::of_rematch(&game, ctx.user_id())
        && let Some(question) = replacement::ask_to_replace(ctx, options).await?
    {
        return Ok(question);
    }
    let (actor, location) = (ctx.actor(), ctx.request.place.location);
    challenges::create(ctx, other, |context| game::rematch(&game, location, &actor, context)).await
}

impl GameOptions {
    /// The options that lead to this configuration.
    pub fn of_config(config: &GameConfig, first: FirstMove) -> Self {
        let GameConfig { shape, time_control, theme, rated, .. } = *config;
        Self {
            shape: Some(shape),
            time_control: Some(time_control),
            theme: Some(theme),
            rated: rated != Rated::No,
            first,
        }
    }
}
