//! The names of players, of a game's settings, and of games in lists, with their records.

use connect4::{Level, Seat, Shape};

use crate::{
    game::{
        Game, GuildId, Participant, Period, Player, PlayerId, Record, Season, SortBy, TimeControl,
    },
    l10n,
    locale::Locale,
    markdown,
    message::{Brevity, join_parts},
};

/// The longest name in a message that would be too long, in characters.
const SHORT_NAME_LENGTH: usize = 12;

pub(crate) fn level(locale: Locale, level: Level) -> String {
    match level {
        Level::Easy => l10n::level_easy(locale),
        Level::Medium => l10n::level_medium(locale),
        Level::Hard => l10n::level_hard(locale),
        Level::Perfect => l10n::level_perfect(locale),
    }
}

/// A level's name, as a label of its own.
pub(crate) fn level_label(locale: Locale, one: Level) -> String {
    let name = level(locale, one);
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

pub(crate) fn shape(locale: Locale, shape: Shape) -> String {
    let (columns, rows) = (shape.columns(), shape.rows());
    match (shape, shape.connect()) {
        (Shape::STANDARD, _) => l10n::board_standard(locale, columns, rows),
        (_, 5) => l10n::board_five(locale, columns, rows),
        _ if shape.cells() < Shape::STANDARD.cells() => l10n::board_quick(locale, columns, rows),
        _ => l10n::board_other(locale, columns, rows),
    }
}

pub(crate) fn time_control(locale: Locale, control: TimeControl) -> String {
    match control {
        TimeControl::None => l10n::time_control_none(locale),
        TimeControl::FiveMinutes => l10n::time_control_five_minutes(locale),
        TimeControl::OneHour => l10n::time_control_one_hour(locale),
        TimeControl::OneDay => l10n::time_control_one_day(locale),
        TimeControl::ThreeDays => l10n::time_control_three_days(locale),
    }
}

/// A period of a leaderboard, for which a season may stand.
pub(crate) fn period(locale: Locale, period: Period, season: Option<Season>) -> String {
    match (period, season) {
        (Period::AllTime, Some(season)) => l10n::leaderboard_season(locale, season.number),
        (Period::AllTime, None) => l10n::period_all_time(locale),
        (Period::Month, _) => l10n::period_month(locale),
        (Period::Week, _) => l10n::period_week(locale),
    }
}

pub(crate) fn sort_by(locale: Locale, sort_by: SortBy) -> String {
    match sort_by {
        SortBy::Rating => l10n::leaderboard_by_rating(locale),
        SortBy::Wins => l10n::leaderboard_by_wins(locale),
    }
}

/// Who sees a message: in which language, and in which server. A person is named as that
/// server names them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Audience {
    pub locale: Locale,
    /// `None` in direct messages.
    pub guild: Option<GuildId>,
    /// Whether nobody but the user would see what is posted.
    pub is_alone: bool,
    /// How much is left out for them.
    pub brevity: Brevity,
}

impl Audience {
    /// Who sees a message that everybody can see, in this server.
    pub(crate) const fn public(locale: Locale, guild: Option<GuildId>) -> Self {
        Self { locale, guild, is_alone: false, brevity: Brevity::Nothing }
    }

    /// Whether lines are shown that a message can do without.
    pub(crate) fn sees_optional_lines(self) -> bool {
        self.brevity == Brevity::Nothing
    }
}

/// A person's name, escaped, or a placeholder for a deleted user.
pub(crate) fn person(audience: Audience, player: &Player) -> String {
    if player.id.is_deleted() {
        l10n::deleted_player(audience.locale)
    } else {
        let max_length = match audience.brevity {
            Brevity::Nothing | Brevity::OptionalLines => markdown::MAX_NAME_LENGTH,
            Brevity::EndsOfNames => SHORT_NAME_LENGTH,
        };
        markdown::escape_name(player.name_in(audience.guild), max_length)
    }
}

/// A participant's name, escaped, without the computer's level.
pub(crate) fn name(audience: Audience, participant: Participant<'_>) -> String {
    match participant {
        Participant::Person(player) => person(audience, player),
        Participant::Computer(_) => l10n::computer(audience.locale),
        Participant::Channel => l10n::this_channel(audience.locale),
    }
}

/// The name of who plays a seat, escaped, without the computer's level.
pub(crate) fn of_seat(audience: Audience, game: &Game, seat: Seat) -> String {
    match game.participant(seat) {
        Participant::Channel => markdown::channel(game.config.location.channel),
        participant => name(audience, participant),
    }
}

/// The name of who made a move of a game, by its number from 0, escaped.
pub(crate) fn of_mover(audience: Audience, game: &Game, ply: usize) -> String {
    match game.dropper(ply) {
        Some(dropper) => person(audience, dropper),
        None => of_seat(audience, game, Seat::BOTH[ply % 2]),
    }
}

/// A participant's name, escaped, with the computer's level.
pub(crate) fn full_name(audience: Audience, participant: Participant<'_>) -> String {
    let locale = audience.locale;
    match participant {
        Participant::Computer(strength) => l10n::computer_at_level(locale, level(locale, strength)),
        Participant::Person(_) | Participant::Channel => name(audience, participant),
    }
}

/// Like [`full_name`], for places without markdown.
pub(crate) fn plain_name(audience: Audience, participant: Participant<'_>) -> String {
    match participant {
        Participant::Person(player) if player.id.is_deleted() => {
            l10n::deleted_player(audience.locale)
        }
        Participant::Person(player) => markdown::plain_name(player.name_in(audience.guild)),
        Participant::Computer(_) | Participant::Channel => full_name(audience, participant),
    }
}

/// Both players' names for a title, in bold.
pub(crate) fn title_names(audience: Audience, game: &Game) -> [String; 2] {
    let locale = audience.locale;
    Seat::BOTH.map(|seat| match game.participant(seat) {
        Participant::Computer(strength) => l10n::title_computer(locale, level(locale, strength)),
        Participant::Person(_) | Participant::Channel => {
            l10n::title_person(locale, of_seat(audience, game, seat))
        }
    })
}

/// A user's games by the opponent and the next move, [told apart](told_apart).
pub(crate) fn labels(games: &[Game], user: PlayerId, audience: Audience) -> Vec<String> {
    told_apart(games, |game| {
        let name = plain_name(audience, opponent(game, user));
        l10n::games_pick(audience.locale, name, move_number(game))
    })
}

/// Games by these names and, unless it is the usual one, the board; with their numbers if they
/// would look the same, as those of two people with one name.
pub(crate) fn told_apart(games: &[Game], name: impl Fn(&Game) -> String) -> Vec<String> {
    let label = |game: &Game| match game.config.shape {
        Shape::STANDARD => name(game),
        shape => format!("{} · {} × {}", name(game), shape.columns(), shape.rows()),
    };
    let labels: Vec<_> = games.iter().map(label).collect();
    let is_unique = |label: &String| labels.iter().filter(|it| *it == label).count() == 1;
    let numbered = |(label, game): (&String, &Game)| {
        if is_unique(label) { label.clone() } else { format!("{label} · #{}", game.id) }
    };
    labels.iter().zip(games).map(numbered).collect()
}

/// The numbers of wins, losses and draws.
pub(crate) fn record(record: Record, locale: Locale) -> String {
    let Record { wins, losses, draws } = record;
    join_parts([
        (wins > 0 || record.games() == 0).then(|| l10n::record_wins(locale, wins)),
        (losses > 0).then(|| l10n::record_losses(locale, losses)),
        (draws > 0).then(|| l10n::record_draws(locale, draws)),
    ])
}

/// Who plays against this player, or the channel whose game it is.
pub(crate) fn opponent(game: &Game, user: PlayerId) -> Participant<'_> {
    if game.is_of_channel() {
        return Participant::Channel;
    }
    game.participant(game.seat_of(user).map_or(Seat::First, Seat::other))
}

/// The number of the next move.
pub(crate) fn move_number(game: &Game) -> usize {
    game.moves.columns().len() + 1
}
