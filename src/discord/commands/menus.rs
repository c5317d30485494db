//! The commands in the menus of users and of messages.

use serenity::all::{ActionRowComponent, ButtonKind, CommandInteraction, CommandType, Message};

use super::{command::RegisteredCommand, input, options::Text};
use crate::{
    discord::custom_id,
    game::{GameId, Refusal},
    l10n,
    service::{BoardView, PlayOptions, RequestKind},
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
    pub(super) parse: fn(&CommandInteraction) -> Option<RequestKind>,
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
        parse: |command| view(command, BoardView::Replay),
    },
    MenuCommand {
        name: "Review",
        text: l10n::button_review,
        kind: CommandType::Message,
        label: "review",
        parse: |command| view(command, BoardView::Review),
    },
    MenuCommand {
        name: "Position in words",
        text: l10n::menu_position,
        kind: CommandType::Message,
        label: "board",
        parse: |command| view(command, BoardView::Position),
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
pub(super) fn find(command: &CommandInteraction) -> Option<&'static MenuCommand> {
    let (name, kind) = (&command.data.name, command.data.kind);
    MENU_COMMANDS.iter().find(|known| known.name == name && known.kind == kind)
}

fn challenge(command: &CommandInteraction) -> Option<RequestKind> {
    let opponent = Some(input::target_user(command)?);
    Some(RequestKind::Play(PlayOptions { opponent, ..PlayOptions::default() }))
}

fn view(command: &CommandInteraction, view: BoardView) -> Option<RequestKind> {
    let message = input::target_message(command)?;
    // Anyone can post a message that looks like a board.
    let is_own = message.author.id.get() == command.application_id.get();
    let game = if is_own {
        game_of(message).ok_or(Refusal::NoBoardThere)
    } else {
        Err(Refusal::NotMyMessage)
    };
    Some(RequestKind::ViewBoard { view, game })
}

/// The game that a message's buttons are about.
fn game_of(message: &Message) -> Option<GameId> {
    let components = message.components.iter().flat_map(|row| &row.components);
    let mut custom_ids = components.filter_map(|component| match component {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => Some(custom_id),
            _ => None,
        },
        _ => None,
    });
    custom_ids.find_map(|id| custom_id::decode(id).game())
}
