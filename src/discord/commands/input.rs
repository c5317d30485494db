//! What a user has typed and chosen in a command.

use serde_json::Value;

use crate::{
    discord::{
        interaction::{CommandOption, Id, Interaction, TargetMessage},
        user_names::player,
    },
    game::{GuildId, MentionedUser, Player, UserKind},
};

/// Discord's limit where an interaction does not say one
/// ([rule](https://discord.com/developers/docs/reference#uploading-files)).
const DEFAULT_ATTACHMENT_LIMIT: u32 = 10 * 1024 * 1024;

/// The [type](https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-option-type)
/// of a subcommand.
const SUBCOMMAND: u64 = 1;

/// The options of a used command.
pub(super) struct CommandInput<'a> {
    interaction: &'a Interaction,
    options: &'a [CommandOption],
}

impl<'a> CommandInput<'a> {
    pub(super) fn new(interaction: &'a Interaction) -> Self {
        Self { interaction, options: &interaction.data.options }
    }

    /// The subcommand, and its options.
    pub(super) fn subcommand(&self) -> Option<(&'a str, Self)> {
        match self.options {
            [CommandOption { name, kind: SUBCOMMAND, options, .. }] => {
                Some((name, Self { interaction: self.interaction, options }))
            }
            _ => None,
        }
    }

    /// Whether no option was given.
    pub(super) const fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    fn value(&self, name: &str) -> Option<&'a Value> {
        self.options.iter().find(|option| option.name == name).map(|option| &option.value)
    }

    pub(super) fn boolean(&self, name: &str) -> Option<bool> {
        self.value(name)?.as_bool()
    }

    /// A text option. An integer is converted to its digits.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        match self.value(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => number.as_i64().map(|number| number.to_string()),
            _ => None,
        }
    }

    pub(super) fn user(&self, name: &str) -> Option<MentionedUser> {
        let id = Id::try_from(self.value(name)?.as_str()?.to_owned()).ok()?;
        mentioned_user(self.interaction, id)
    }

    pub(super) fn player(&self, name: &str) -> Option<Player> {
        self.user(name).map(|user| user.player)
    }

    /// The most bytes that Discord accepts as an attachment.
    pub(super) fn attachment_limit(&self) -> u32 {
        self.interaction.attachment_size_limit.unwrap_or(DEFAULT_ATTACHMENT_LIMIT)
    }
}

/// The user in whose menu a command was used.
pub(super) fn target_user(interaction: &Interaction) -> Option<MentionedUser> {
    mentioned_user(interaction, interaction.data.target_id?)
}

/// The message in whose menu a command was used.
pub(super) fn target_message(interaction: &Interaction) -> Option<&TargetMessage> {
    interaction.data.resolved.messages.get(&interaction.data.target_id?)
}

/// A user option, a command's target or who was chosen in a select. The bot's user has its
/// application's id.
pub(in crate::discord) fn mentioned_user(
    interaction: &Interaction,
    id: Id,
) -> Option<MentionedUser> {
    let resolved = &interaction.data.resolved;
    let user = resolved.users.get(&id)?;
    let kind = match user.bot {
        Some(true) if user.id == interaction.application_id => UserKind::Fourfall,
        Some(true) => UserKind::OtherBot,
        Some(false) | None => UserKind::Person,
    };
    let guild = interaction.guild_id.map(|guild| GuildId(guild.0));
    let nickname = resolved.members.get(&id).and_then(|member| member.nick.as_deref());
    Some(MentionedUser { player: player(user, guild, nickname), kind })
}
