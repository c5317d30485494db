//! What is shown of the people who play a channel's game, and of its results.

use connect4::Level;

use crate::{
    actions::{ComponentAction, ComputerGameOptions, GameOptions},
    features::views::{Audience, names},
    game::{self, FirstMove, Game, Player, PlayerResult, Record},
    l10n,
    locale::Locale,
    message::Button,
    store::ChannelResults,
};

/// How many of those who have dropped a disc a title and an end name, if there are more than one
/// more.
const MAX_IN_TITLE: usize = 2;
const MAX_AT_END: usize = 8;

/// Who has dropped the discs of a channel's game, for its title.
pub(super) fn droppers(audience: Audience, game: &Game) -> Option<String> {
    let name = |it: &Player, _| names::person(audience, it);
    listed(audience.locale, game, (MAX_IN_TITLE, ", "), name)
}

/// Who has dropped how many discs in a channel's game.
pub(super) fn discs(audience: Audience, game: &Game) -> Option<String> {
    let counted = |it: &Player, discs| format!("{} {discs}", names::person(audience, it));
    let shown = listed(audience.locale, game, (MAX_AT_END, " · "), counted)?;
    Some(l10n::together_discs(audience.locale, shown))
}

/// Those who have dropped discs, and how many more there are.
fn listed(
    locale: Locale,
    game: &Game,
    (most, separator): (usize, &str),
    show: impl Fn(&Player, usize) -> String,
) -> Option<String> {
    let mut people = game.discs_by_dropper();
    let (others, mut more) = (people.len().saturating_sub(most), String::new());
    if others > 1 {
        people.truncate(most);
        more = format!(" {}", l10n::and_more(locale, others as u64));
    }
    let shown: Vec<_> = people.into_iter().map(|(it, discs)| show(it, discs)).collect();
    (!shown.is_empty()).then(|| format!("{}{more}", shown.join(separator)))
}

/// The buttons after a channel's game: the same again, and after a win the next level.
pub(super) fn next_buttons(game: &Game, locale: Locale) -> Vec<Button> {
    let Some(level) = game.players.level() else { return Vec::new() };
    let play = |level| {
        let game = GameOptions::of_config(&game.config, FirstMove::Random);
        ComponentAction::PlayTogether(ComputerGameOptions { level, game })
    };
    let again = Button::success(play(level), l10n::button_again(locale));
    let harder = game::suggested_level(game).map(play);
    let harder = harder.map(|it| Button::primary(it, l10n::button_harder(locale)));
    [again].into_iter().chain(harder).collect()
}

/// How often the channels of a server have won against each level that they have played.
pub(crate) fn record(results: &[ChannelResults], locale: Locale) -> Option<String> {
    let levels = Level::ALL.into_iter().filter_map(|level| {
        let mut record = Record::default();
        for it in results.iter().filter(|it| it.level == level) {
            if let Some(result) = PlayerResult::of(it.result, it.seat) {
                record.add_times(result, it.count);
            }
        }
        let (games, name) = (record.games(), names::level(locale, level));
        (games > 0).then(|| l10n::together_level(locale, games, name, record.wins))
    });
    let levels: Vec<_> = levels.collect();
    (!levels.is_empty()).then(|| l10n::together_record(locale, levels.join(" · ")))
}
