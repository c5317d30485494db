//! Who is hidden from the leaderboards of the server, and whose record is reset.

use crate::{
    actions::{ComponentAction, SettingsTab},
    features::{
        request::{RequestContext, RequestResult, Response},
        views::names,
    },
    game::{GuildId, Participant, Player, PlayerId, Refusal},
    l10n,
    message::{ActionRow, Button, MAX_CHOICES, MessageBody, SelectKind},
    store::PersonChange,
};

use super::{managed_guild, pages};

/// Shows who is hidden, and whose record was just reset.
pub(super) async fn page(
    ctx: RequestContext<'_>,
    guild: GuildId,
    reset: Option<Player>,
) -> RequestResult {
    // As many as a select, with which they are shown again.
    let hidden = ctx.service.store.hidden_players(guild, MAX_CHOICES).await?;
    Ok(ctx.reply(|audience, _| {
        let locale = audience.locale;
        let kind = SelectKind::People(ComponentAction::HideChosen, 1);
        let mut rows = vec![ActionRow::Select { kind, placeholder: l10n::choose_hide(locale) }];
        let reset = reset.as_ref().map(|player| names::person(audience, player));
        let mut lines = Vec::from_iter(reset.map(|name| l10n::settings_reset_done(locale, name)));
        lines.push(l10n::settings_people(locale));
        if !hidden.is_empty() {
            let people: Vec<_> =
                hidden.iter().map(|player| names::person(audience, player)).collect();
            lines.push(l10n::settings_hidden(locale, people.join(" · ")));
            let choices = hidden.iter().map(|player| {
                let name = names::plain_name(audience, Participant::Person(player));
                (ComponentAction::ShowHidden(player.id), name, false)
            });
            rows.push(ActionRow::select(choices, l10n::choose_show(locale)));
        }
        let kind = SelectKind::People(ComponentAction::PickToReset, 1);
        rows.push(ActionRow::Select { kind, placeholder: l10n::choose_reset(locale) });
        pages::message(SettingsTab::People, lines, rows, locale)
    }))
}

/// Hides the person who was chosen.
pub(crate) async fn hide_chosen(ctx: RequestContext<'_>) -> RequestResult {
    let player = chosen(ctx).await?;
    change(ctx, player.id, PersonChange::Hide).await
}

/// The person who was chosen, in the server.
async fn chosen(ctx: RequestContext<'_>) -> RequestResult<Player> {
    managed_guild(ctx.request)?;
    let &[player] = ctx.request.input.people.as_slice() else {
        return Err(Refusal::UnknownButton.into());
    };
    ctx.player(player).await
}

/// Asks whether the record of the person who was chosen is to be reset.
pub(crate) async fn ask_to_confirm_reset(ctx: RequestContext<'_>) -> RequestResult {
    let player = chosen(ctx).await?;
    Ok(ctx.reply(|audience, _| {
        let locale = audience.locale;
        let reset = ComponentAction::ResetRecord(player.id);
        let back = ComponentAction::OpenSettings(SettingsTab::People);
        let question = l10n::settings_reset(locale, names::person(audience, &player));
        MessageBody::ephemeral(question).with_buttons([
            Button::danger(reset, l10n::button_really_reset(locale)),
            Button::secondary(back, l10n::button_back(locale)),
        ])
    }))
}

/// Hides somebody, shows them again, or resets their record.
pub(crate) async fn change(
    ctx: RequestContext<'_>,
    player: PlayerId,
    change: PersonChange,
) -> RequestResult {
    let guild = managed_guild(ctx.request)?;
    let store = &ctx.service.store;
    store.change_person(ctx.interaction(), guild, player, change, ctx.now).await?;
    ctx.service.new_deadline.notify_one();
    let reset = match change {
        PersonChange::Reset => store.player(player, Some(guild)).await?,
        PersonChange::Hide | PersonChange::Show => None,
    };
    page(ctx, guild, reset).await.map(Response::into_update)
}
