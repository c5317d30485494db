//! The commands in the menus of users and of messages.

use serenity::all::CommandType;

use super::{command::RegisteredCommand, input, options::Text};
use crate::{
    actions::ComponentAction,
    discord::interaction::{Component, Interaction, InteractionData},
    features::{BoardView, PlayOptions, RequestKind},
    game::{GameId, Refusal},
    l10n,
};

/// A command in a menu.
pub(super) struct MenuCommand {
    /// What Discord calls it in interactions, in every language.
    name: &'static str,
    /// Its name in each language.
    text: Text,
    kind: CommandType,
    /// What metrics and logs call it.
    pub(super) label: &'static str,
    /// Returns `None` for a target that no version of the command has.
    pub(super) parse: fn(&Interaction) -> Option<RequestKind>,
}

static MENU_COMMANDS: &[MenuCommand] = &[
    MenuCommand {
        name: "Challenge to Four in a Row",
        text: l10n::menu_challenge,
        kind: CommandType::User,
        label: "play",
        parse: challenge,
    },
    MenuCommand {
        name: "Replay",
        text: l10n::button_replay,
        kind: CommandType::Message,
        label: "replay",
        parse: |interaction| view(interaction, BoardView::Replay),
    },
    MenuCommand {
        name: "Review",
        text: l10n::button_review,
        kind: CommandType::Message,
        label: "review",
        parse: |interaction| view(interaction, BoardView::Review),
    },
    MenuCommand {
        name: "Position in words",
        text: l10n::menu_position,
        kind: CommandType::Message,
        label: "board",
        parse: |interaction| view(interaction, BoardView::Position),
    },
];

/// All of them, as they are registered.
pub(super) fn registered() -> impl Iterator<Item = RegisteredCommand> {
    MENU_COMMANDS.iter().map(|command| {
        let MenuCommand { name, text, kind, .. } = command;
        RegisteredCommand::in_menu(name, *kind, *text)
    })
}

/// The used command; `None` if it is not one of a menu.
pub(super) fn find(data: &InteractionData) -> Option<&'static MenuCommand> {
    let is_used =
        |it: &&MenuCommand| it.name == data.name && u64::from(u8::from(it.kind)) == data.kind;
    MENU_COMMANDS.iter().find(is_used)
}

fn challenge(interaction: &Interaction) -> Option<RequestKind> {
    let opponent = Some(input::target_user(interaction)?);
    Some(RequestKind::Play(PlayOptions { opponent, ..PlayOptions::default() }))
}

fn view(interaction: &Interaction, view: BoardView) -> Option<RequestKind> {
    let message = input::target_message(interaction)?;
    // Anyone can post a message that looks like a board.
    let is_own = message.author.id == interaction.application_id;
    let game = if is_own {
        game_of(&message.components).ok_or(Refusal::NoBoardThere)
    } else {
        Err(Refusal::NotMyMessage)
    };
    Some(RequestKind::ViewBoard { view, game })
}

/// The game that a message's buttons are about.
fn game_of(components: &[Component]) -> Option<GameId> {
    let mut custom_ids = components.iter().flat_map(Component::custom_ids);
    custom_ids.find_map(|id| ComponentAction::decode(id).game())
}
