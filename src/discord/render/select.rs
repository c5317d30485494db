//! Select menus of actions.

use serenity::all::{
    CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::{discord::custom_id, service::ComponentAction};

/// A select of actions, each with its label and whether it is the current choice. All
/// actions must be of the same kind.
pub(super) fn select(
    choices: impl IntoIterator<Item = (ComponentAction, String, bool)>,
    placeholder: String,
) -> CreateActionRow {
    let mut choices = choices.into_iter().peekable();
    let tag = choices.peek().map(|(action, ..)| custom_id::select_id(*action));
    let options = choices
        .map(|(action, label, is_chosen)| {
            CreateSelectMenuOption::new(label, custom_id::encode(action))
                .default_selection(is_chosen)
        })
        .collect();
    let kind = CreateSelectMenuKind::String { options };
    let menu = CreateSelectMenu::new(tag.unwrap_or_default(), kind);
    CreateActionRow::SelectMenu(menu.placeholder(placeholder))
}
