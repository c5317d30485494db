//! What a user has typed and chosen in a command.

use serenity::all::{
    CommandInteraction, Message, PartialMember, ResolvedOption, ResolvedTarget, ResolvedValue, User,
};

use crate::{
    discord::user_names::player,
    game::{GuildId, MentionedUser, Player, UserKind},
};

/// The options of a used command.
pub(super) struct CommandInput<'a> {
    command: &'a CommandInteraction,
    options: Vec<ResolvedOption<'a>>,
}

impl<'a> CommandInput<'a> {
    pub(super) fn new(command: &'a CommandInteraction) -> Self {
        Self { command, options: command.data.options() }
    }

    /// The subcommand, and its options.
    pub(super) fn subcommand(&self) -> Option<(&'a str, Self)> {
        match self.options.as_slice() {
            [ResolvedOption { name, value: ResolvedValue::SubCommand(options), .. }] => {
                Some((name, Self { command: self.command, options: options.clone() }))
            }
            _ => None,
        }
    }

    /// Whether no option was given.
    pub(super) fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    fn values(&self, name: &str) -> impl Iterator<Item = &ResolvedValue<'a>> {
        self.options.iter().filter(move |option| option.name == name).map(|option| &option.value)
    }

    pub(super) fn boolean(&self, name: &str) -> Option<bool> {
        self.values(name).find_map(|value| match value {
            ResolvedValue::Boolean(is_set) => Some(*is_set),
            _ => None,
        })
    }

    /// A text option. An integer is converted to its digits.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.values(name).find_map(|value| match value {
            ResolvedValue::String(text) => Some((*text).to_owned()),
            ResolvedValue::Integer(number) => Some(number.to_string()),
            _ => None,
        })
    }

    pub(super) fn user(&self, name: &str) -> Option<MentionedUser> {
        self.values(name).find_map(|value| match value {
            ResolvedValue::User(user, member) => mentioned_user(self.command, user, *member),
            _ => None,
        })
    }

    pub(super) fn player(&self, name: &str) -> Option<Player> {
        self.user(name).map(|user| user.player)
    }

    /// The most bytes that Discord accepts as an attachment.
    pub(super) const fn attachment_limit(&self) -> u32 {
        self.command.attachment_size_limit
    }
}

/// The user in whose menu a command was used.
pub(super) fn target_user(command: &CommandInteraction) -> Option<MentionedUser> {
    match command.data.target()? {
        ResolvedTarget::User(user, member) => mentioned_user(command, user, member),
        _ => None,
    }
}

/// The message in whose menu a command was used.
pub(super) fn target_message(command: &CommandInteraction) -> Option<&Message> {
    match command.data.target()? {
        ResolvedTarget::Message(message) => Some(message),
        _ => None,
    }
}

/// A user option or a command's target. The bot's user has its application's id. Returns `None`
/// for an id that Discord does not give.
fn mentioned_user(
    command: &CommandInteraction,
    user: &User,
    member: Option<&PartialMember>,
) -> Option<MentionedUser> {
    let kind = match user.bot {
        true if user.id.get() == command.application_id.get() => UserKind::Fourfall,
        true => UserKind::OtherBot,
        false => UserKind::Person,
    };
    let guild = command.guild_id.map(|guild| GuildId(guild.get()));
    let nickname = member.and_then(|member| member.nick.as_deref());
    let player = player(user, guild, nickname);
    (!player.id.is_deleted()).then_some(MentionedUser { player, kind })
}
