//! Who is hidden from the leaderboards of the server, and whose record is reset.

use crate::{
    actions::{ComponentAction, SettingsTab},
    features::shared::{
        context::RequestContext,
        names,
        response::{RequestError, Response},
    },
    game::{GuildId, Participant, Player, PlayerId, Refusal},
    l10n,
    message::{ActionRow, Button, MessageBody, SelectKind},
};

use super::{managed_guild, message, settings};

/// How many are listed: as many as a select menu can have.
const MAX_LISTED: u8 = 25;

/// Shows who is hidden, and whose record was just reset.
pub(super) async fn page(
    ctx: RequestContext<'_>,
    guild: GuildId,
    reset: Option<Player>,
) -> Result<Response, RequestError> {
    let hidden = ctx.service.store.hidden_players(guild, MAX_LISTED).await?;
    Ok(ctx.reply(|audience, _| {
        let locale = audience.locale;
        let kind = SelectKind::People(ComponentAction::HideChosen, 1);
        let mut rows = vec![ActionRow::Select { kind, placeholder: l10n::choose_hide(locale) }];
        let reset = reset.as_ref().map(|player| names::person(audience, player));
        let mut lines: Vec<_> =
            reset.map(|name| l10n::settings_reset_done(locale, name)).into_iter().collect();
        lines.push(l10n::settings_people(locale));
        let kind = SelectKind::People(ComponentAction::PickToReset, 1);
        let pick_to_reset = ActionRow::Select { kind, placeholder: l10n::choose_reset(locale) };
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
        rows.push(pick_to_reset);
        message::message(SettingsTab::People, lines, rows, locale)
    }))
}

/// Hides the person who was chosen.
pub(crate) async fn hide_chosen(ctx: RequestContext<'_>) -> Result<Response, RequestError> {
    let (guild, player) = chosen(ctx).await?;
    set_hidden(ctx, guild, player.id, true).await
}

/// The person who was chosen, in the server.
async fn chosen(ctx: RequestContext<'_>) -> Result<(GuildId, Player), RequestError> {
    let guild = managed_guild(ctx.request)?;
    let &[player] = ctx.request.input.people.as_slice() else {
        return Err(Refusal::UnknownButton.into());
    };
    let player = ctx.service.store.player(player, Some(guild)).await?;
    Ok((guild, player.ok_or(Refusal::UnknownPlayer)?))
}

/// Asks whether the record of the person who was chosen is to be reset.
pub(crate) async fn ask_to_confirm_reset(
    ctx: RequestContext<'_>,
) -> Result<Response, RequestError> {
    let (_, player) = chosen(ctx).await?;
    let reply = ctx.reply(|audience, _| {
        let locale = audience.locale;
        let reset = ComponentAction::ResetRecord(player.id);
        let cancel = ComponentAction::OpenSettings(SettingsTab::People);
        let buttons = vec![
            Button::danger(reset, l10n::button_really_reset(locale)),
            Button::secondary(cancel, l10n::button_cancel(locale)),
        ];
        let question = l10n::settings_reset(locale, names::person(audience, &player));
        MessageBody::new(question, vec![ActionRow::Buttons(buttons)]).into_ephemeral()
    });
    Ok(reply.into_update())
}

/// Resets the record of somebody.
pub(crate) async fn reset(
    ctx: RequestContext<'_>,
    player: PlayerId,
) -> Result<Response, RequestError> {
    let guild = managed_guild(ctx.request)?;
    let store = &ctx.service.store;
    store.reset_record(ctx.interaction(), guild, ctx.user_id(), player, ctx.now).await?;
    ctx.service.new_deadline.notify_one();
    let player = store.player(player, Some(guild)).await?;
    page(ctx, guild, player).await.map(Response::into_update)
}

/// Shows somebody again.
pub(crate) async fn show_again(
    ctx: RequestContext<'_>,
    player: PlayerId,
) -> Result<Response, RequestError> {
    set_hidden(ctx, managed_guild(ctx.request)?, player, false).await
}

async fn set_hidden(
    ctx: RequestContext<'_>,
    guild: GuildId,
    player: PlayerId,
    hidden: bool,
) -> Result<Response, RequestError> {
    let (store, manager) = (&ctx.service.store, ctx.user_id());
    store.set_hidden(ctx.interaction(), guild, manager, player, hidden, ctx.now).await?;
    ctx.service.new_deadline.notify_one();
    settings(ctx, SettingsTab::People).await.map(Response::into_update)
}
