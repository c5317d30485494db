//! The command `/privacy`, with its subcommands.

use serenity::all::{CommandOptionType, CreateCommandOption};

use super::{
    command::Command,
    input::CommandInput,
    options::{boolean, option},
};
use crate::{
    l10n,
    service::{PrivacyRequest, RequestKind},
};

pub(super) const PRIVACY: Command =
    Command::new("privacy", l10n::command_privacy, |input| parse(input).map(RequestKind::Privacy))
        .with_options(options);

const ABOUT: &str = "about";
const EXPORT: &str = "export";
const DELETE: &str = "delete";
const LISTED: &str = "listed";
const SHOW: &str = "show";

fn options() -> Vec<CreateCommandOption> {
    let subcommand = |name, description| option(CommandOptionType::SubCommand, name, description);
    let show = boolean(SHOW, l10n::command_privacy_listed_show).required(true);
    vec![
        subcommand(ABOUT, l10n::command_privacy_about),
        subcommand(EXPORT, l10n::command_privacy_export),
        subcommand(DELETE, l10n::command_privacy_delete),
        subcommand(LISTED, l10n::command_privacy_listed).add_sub_option(show),
    ]
}

fn parse(input: &CommandInput<'_>) -> Option<PrivacyRequest> {
    let (name, input) = input.subcommand()?;
    Some(match name {
        ABOUT => PrivacyRequest::About,
        EXPORT => PrivacyRequest::Export { attachment_limit: input.attachment_limit() },
        DELETE => PrivacyRequest::Delete,
        LISTED => PrivacyRequest::SetListed(input.boolean(SHOW)?),
        _ => return None,
    })
}
