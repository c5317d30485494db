//! What a user has chosen, whom they have blocked, and what is stored about them.

pub(crate) mod data;
pub(crate) mod export;

use crate::{
    actions::ComponentAction,
    features::{
        flow::updates,
        request::{Command, MessageUpdate, RequestContext, RequestResult, Response},
        views::paging::paging_row,
    },
    game::{ChallengesFrom, PlayerId, Preferences, Refusal},
    l10n::{self, Text},
    locale::Locale,
    markdown,
    message::{ActionRow, Button, MAX_CHOICES, MessageBody, SelectKind},
    store::{BlockedPage, Change, Constraint, StoreError},
};

pub(crate) const PREFERENCES: Command =
    Command::slash("preferences", l10n::command_preferences, |ctx| Box::pin(preferences(ctx, 0)));

/// Shows what the user has chosen, and a page of the people whom they have blocked.
pub(super) async fn preferences(ctx: RequestContext<'_>, page: u32) -> RequestResult {
    let (store, user) = (&ctx.service.store, ctx.user_id());
    let preferences = store.preferences(user).await?;
    // A page has as many as a select, with which they are unblocked.
    let blocked = store.blocked(user, page, MAX_CHOICES).await?;
    Ok(ctx.reply(|audience, _| message(preferences, &blocked, audience.locale)))
}

/// Changes what the user has chosen.
pub(super) async fn set(ctx: RequestContext<'_>, change: Change<'_, Preferences>) -> RequestResult {
    let (store, user) = (&ctx.service.store, &ctx.request.user);
    store.change_preference(ctx.interaction(), user, change).await?;
    preferences(ctx, 0).await.map(Response::into_update)
}

pub(super) async fn unblock(ctx: RequestContext<'_>, player: PlayerId) -> RequestResult {
    ctx.service.store.unblock(ctx.interaction(), ctx.user_id(), player).await?;
    preferences(ctx, 0).await.map(Response::into_update)
}

/// Blocks somebody whose challenge the user has declined.
pub(super) async fn block_challenger(ctx: RequestContext<'_>, player: PlayerId) -> RequestResult {
    let updates = store_blocks(ctx, &[player]).await?;
    if ctx.service.store.is_blocked(player, ctx.user_id()).await? {
        let reply = ctx.reply(|audience, _| {
            MessageBody::ephemeral(l10n::blocked(audience.locale, markdown::mention(player)))
        });
        return Ok(reply.into_update().with_updates(updates));
    }
    // Delivered twice: the block was lifted since, or it was never one.
    preferences(ctx, 0).await.map(Response::into_update)
}

/// Blocks the people who were chosen in `/preferences`.
pub(super) async fn block_chosen(ctx: RequestContext<'_>) -> RequestResult {
    let people = &ctx.request.input.people;
    if people.is_empty() {
        return Err(Refusal::UnknownButton.into());
    }
    let updates = store_blocks(ctx, people).await?;
    let reply = preferences(ctx, u32::MAX).await?.with_updates(updates);
    Ok(match people.iter().find_map(|&player| check_block(ctx, player).err()) {
        Some(refusal) => reply.beside(ctx.refused(&refusal)),
        None => reply.into_update(),
    })
}

/// Shows what is stored about people, asks whether to delete it, or says that it is kept.
pub(super) fn data(ctx: RequestContext<'_>, render: fn(Locale) -> MessageBody) -> Response {
    ctx.reply(|audience, _| render(audience.locale)).into_update()
}

/// Refuses what would block nobody.
fn check_block(ctx: RequestContext<'_>, player: PlayerId) -> Result<(), Refusal> {
    if player == ctx.user_id() {
        return Err(Refusal::BlockedSelf);
    }
    // The bot's user has its application's id.
    if player.0 == ctx.request.interaction.application.0 {
        return Err(Refusal::BlockedFourfall);
    }
    Ok(())
}

/// Returns the updates of the challenges that end by the block.
async fn store_blocks(
    ctx: RequestContext<'_>,
    players: &[PlayerId],
) -> RequestResult<Vec<MessageUpdate>> {
    let RequestContext { service, request, now } = ctx;
    let by = ctx.interaction();
    let others: Vec<_> =
        players.iter().copied().filter(|&player| check_block(ctx, player).is_ok()).collect();
    match service.store.block(&request.user, &others, by, now).await {
        Ok(ended) => Ok(updates::over_updates(service, ended).await),
        Err(StoreError::ConstraintViolated(Constraint::Blocks)) => {
            Err(Refusal::TooManyBlocks.into())
        }
        Err(error) => Err(error.into()),
    }
}

fn message(preferences: Preferences, blocked: &BlockedPage, locale: Locale) -> MessageBody {
    let Preferences { challenges, turns, reminders, listed } = preferences;
    let either = |is_on, on: Text, off: Text| if is_on { on(locale) } else { off(locale) };
    let people: Vec<_> =
        blocked.players.iter().map(|player| markdown::mention(player.id)).collect();
    let lines = [
        l10n::preferences_title(locale),
        match challenges {
            ChallengesFrom::Anyone => l10n::preferences_anyone(locale),
            ChallengesFrom::Played => l10n::preferences_played(locale),
            ChallengesFrom::Nobody => l10n::preferences_nobody(locale),
        },
        either(turns, l10n::preferences_turns_on, l10n::preferences_turns_off),
        either(reminders, l10n::preferences_reminders_on, l10n::preferences_reminders_off),
        // Whether their name shows on the leaderboard of all servers.
        either(listed, l10n::preferences_listed, l10n::preferences_unlisted),
        match blocked.total {
            0 => l10n::preferences_blocked_none(locale),
            total => l10n::preferences_blocked(locale, total, people.join(" ")),
        },
    ];
    let turn_pings = either(turns, l10n::button_turn_pings_off, l10n::button_turn_pings_on);
    let reminder_pings = either(reminders, l10n::button_reminders_off, l10n::button_reminders_on);
    let listing = either(listed, l10n::button_hide_name, l10n::button_show_name);
    let buttons = vec![
        Button::secondary(ComponentAction::TurnPings(!turns), turn_pings),
        Button::secondary(ComponentAction::ReminderPings(!reminders), reminder_pings),
        Button::secondary(ComponentAction::Listed(!listed), listing),
        Button::secondary(ComponentAction::OpenData, l10n::button_my_data(locale)),
    ];
    let kind = SelectKind::People(ComponentAction::BlockChosen, MAX_CHOICES);
    let block = ActionRow::Select { kind, placeholder: l10n::choose_block(locale) };
    let choices = ChallengesFrom::ALL.map(|from| {
        let label = match from {
            ChallengesFrom::Anyone => l10n::challenges_anyone(locale),
            ChallengesFrom::Played => l10n::challenges_played(locale),
            ChallengesFrom::Nobody => l10n::challenges_nobody(locale),
        };
        (ComponentAction::ChallengesFrom(from), label, from == challenges)
    });
    let challenges = ActionRow::select(choices, l10n::choose_challenges(locale));
    let mut rows = vec![challenges, ActionRow::Buttons(buttons), block];
    if !blocked.players.is_empty() {
        let people = blocked.players.iter().map(|player| {
            let name = player.name.as_deref().map(markdown::plain_name);
            let label = name.unwrap_or_else(|| l10n::unknown_user(locale, player.id.to_string()));
            (ComponentAction::Unblock(player.id), label, false)
        });
        rows.push(ActionRow::select(people, l10n::choose_unblock(locale)));
    }
    let BlockedPage { page, pages, .. } = *blocked;
    rows.extend(paging_row(page, pages, locale, ComponentAction::BlockedPage));
    MessageBody::new(lines.join("\n"), rows).into_ephemeral()
}
