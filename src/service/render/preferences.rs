//! What a user has chosen, and whom they have blocked (ephemeral).

use super::{
    ActionRow, Button, MessageBody,
    games::paging_row,
    names::{self, Audience},
};
use crate::{
    actions::ComponentAction,
    game::{ChallengesFrom, Player, PlayerId},
    l10n,
    locale::Locale,
    markdown,
    service::PreferencesView,
    store::{BlockedPage, BlockedPlayer},
};

/// The most users that one choice can block.
const MAX_CHOSEN: u8 = 25;

pub(in crate::service) fn render(view: &PreferencesView, locale: Locale) -> MessageBody {
    let preferences = view.preferences;
    let lines = [
        l10n::preferences_title(locale),
        match preferences.challenges {
            ChallengesFrom::Anyone => l10n::preferences_anyone(locale),
            ChallengesFrom::Played => l10n::preferences_played(locale),
            ChallengesFrom::Nobody => l10n::preferences_nobody(locale),
        },
        if preferences.turns {
            l10n::preferences_turns_on(locale)
        } else {
            l10n::preferences_turns_off(locale)
        },
        if preferences.reminders {
            l10n::preferences_reminders_on(locale)
        } else {
            l10n::preferences_reminders_off(locale)
        },
        if preferences.listed {
            l10n::preferences_listed(locale)
        } else {
            l10n::preferences_unlisted(locale)
        },
        blocked_line(view, locale),
    ];
    let block = ActionRow::select_people(
        ComponentAction::BlockChosen,
        MAX_CHOSEN,
        l10n::choose_block(locale),
    );
    let mut rows = vec![challenges_select(view, locale), toggles(view, locale), block];
    if !view.blocked.players.is_empty() {
        rows.push(unblock_select(&view.blocked.players, locale));
    }
    let BlockedPage { page, pages, .. } = view.blocked;
    rows.extend(paging_row(page, pages, locale, ComponentAction::BlockedPage));
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}

/// The offer to block a challenger whose challenge the user has declined.
pub(in crate::service) fn offer_block(challenger: &Player, audience: Audience) -> MessageBody {
    let locale = audience.locale;
    let block = ComponentAction::Block(challenger.id);
    let block = Button::secondary(block, l10n::button_block(locale));
    let text = l10n::offer_block(locale, names::person(audience, challenger));
    MessageBody::new(text, vec![ActionRow::Buttons(vec![block])]).into_ephemeral()
}

pub(in crate::service) fn blocked(player: PlayerId, locale: Locale) -> MessageBody {
    MessageBody::ephemeral(l10n::blocked(locale, markdown::mention(player)))
}

fn blocked_line(view: &PreferencesView, locale: Locale) -> String {
    if view.blocked.total == 0 {
        return l10n::preferences_blocked_none(locale);
    }
    let people: Vec<_> =
        view.blocked.players.iter().map(|player| markdown::mention(player.id)).collect();
    l10n::preferences_blocked(locale, view.blocked.total, people.join(" "))
}

fn challenges_select(view: &PreferencesView, locale: Locale) -> ActionRow {
    let choices = ChallengesFrom::ALL.map(|from| {
        let label = match from {
            ChallengesFrom::Anyone => l10n::challenges_anyone(locale),
            ChallengesFrom::Played => l10n::challenges_played(locale),
            ChallengesFrom::Nobody => l10n::challenges_nobody(locale),
        };
        (ComponentAction::ChallengesFrom(from), label, from == view.preferences.challenges)
    });
    ActionRow::select(choices, l10n::choose_challenges(locale))
}

fn toggles(view: &PreferencesView, locale: Locale) -> ActionRow {
    let preferences = view.preferences;
    let turns = if preferences.turns {
        l10n::button_turn_pings_off(locale)
    } else {
        l10n::button_turn_pings_on(locale)
    };
    let reminders = if preferences.reminders {
        l10n::button_reminders_off(locale)
    } else {
        l10n::button_reminders_on(locale)
    };
    let name = if preferences.listed {
        l10n::button_hide_name(locale)
    } else {
        l10n::button_show_name(locale)
    };
    ActionRow::Buttons(vec![
        Button::secondary(ComponentAction::TurnPings(!preferences.turns), turns),
        Button::secondary(ComponentAction::ReminderPings(!preferences.reminders), reminders),
        Button::secondary(ComponentAction::Listed(!preferences.listed), name),
        Button::secondary(ComponentAction::OpenData, l10n::button_my_data(locale)),
    ])
}

fn unblock_select(players: &[BlockedPlayer], locale: Locale) -> ActionRow {
    let choices = players.iter().map(|player| {
        let name = player.name.as_deref().map(markdown::plain_name);
        let label = name.unwrap_or_else(|| l10n::unknown_user(locale, player.id.to_string()));
        (ComponentAction::Unblock(player.id), label, false)
    });
    ActionRow::select(choices, l10n::choose_unblock(locale))
}
