//! What a user has typed and chosen in a command.

use serde_json::Value;

use crate::{
    discord::{
        interaction::{Id, Interaction, TargetMessage},
        user_names::player,
    },
    game::{GuildId, MentionedUser, Player, UserKind},
};

/// The options of a used command.
pub(super) struct CommandInput<'a>(&'a Interaction);

impl<'a> CommandInput<'a> {
    pub(super) const fn new(interaction: &'a Interaction) -> Self {
        Self(interaction)
    }

    /// Whether no option was given.
    pub(super) const fn is_empty(&self) -> bool {
        self.0.data.options.is_empty()
    }

    fn value(&self, name: &str) -> Option<&'a Value> {
        self.0.data.options.iter().find(|option| option.name == name).map(|option| &option.value)
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
        mentioned_user(self.0, id)
    }

    pub(super) fn player(&self, name: &str) -> Option<Player> {
        self.user(name).map(|user| user.player)
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
pub(crate) fn mentioned_user(interaction: &Interaction, id: Id) -> Option<MentionedUser> {
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
