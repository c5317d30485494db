//! What is shown of the people who play a channel's game, and of its results.

use connect4::Level;

use crate::{
    actions::{ComponentAction, ComputerGameOptions, GameOptions},
    features::views::{Audience, names},
    game::{self, FirstMove, Game, PlayerResult, Record},
    l10n,
    locale::Locale,
    message::Button,
    store::ChannelResults,
};

/// How many of those who have dropped a disc a title names, if there are more than one more.
const MAX_NAMED: usize = 2;

/// The end of the title of a channel's game: who has dropped its discs.
pub(super) fn droppers(audience: Audience, game: &Game) -> Option<String> {
    let everybody = game.discs_by_dropper();
    let others = everybody.len().saturating_sub(MAX_NAMED);
    let shown = if others > 1 { &everybody[..MAX_NAMED] } else { &everybody[..] };
    let names: Vec<_> = shown.iter().map(|(it, _)| names::person(audience, it)).collect();
    let more = (others > 1).then(|| l10n::and_more(audience.locale, others as u64));
    let more = more.map(|it| format!(" {it}")).unwrap_or_default();
    (!names.is_empty()).then(|| format!(" · {}{more}", names.join(", ")))
}

/// Who has dropped how many discs in a channel's game.
pub(super) fn discs(audience: Audience, game: &Game) -> Option<String> {
    let everybody = game.discs_by_dropper().into_iter();
    let counted = everybody.map(|(it, discs)| format!("{} {discs}", names::person(audience, it)));
    let counted = counted.collect::<Vec<_>>().join(" · ");
    (!counted.is_empty()).then(|| l10n::together_discs(audience.locale, counted))
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
            if let Some(result) = PlayerResult::of_result(it.result, it.seat) {
                record.add_times(result, it.count);
            }
        }
        let (games, name) = (record.games(), names::level(locale, level));
        (games > 0).then(|| l10n::together_level(locale, games, name, record.wins))
    });
    let levels: Vec<_> = levels.collect();
    (!levels.is_empty()).then(|| l10n::together_record(locale, levels.join(" · ")))
}
