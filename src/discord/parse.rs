//! Parses an interaction into a request.

use serenity::all::{ComponentType, Permissions};

use super::{
    commands::{self, NamedRequest},
    interaction::{self, Id, Interaction, Unreadable, UsedMessage, User},
    user_names::player,
};
use crate::{
    actions::ComponentAction,
    features::{Chosen, Place, RequestKind, RequestLocales, UserPermissions, UserRequest},
    game::{ChannelId, GuildId, Location, MessageId, PlayerId},
    locale::Locale,
    panics,
};

/// Discord's limit where an interaction does not say one
/// ([rule](https://discord.com/developers/docs/reference#uploading-files)).
const DEFAULT_ATTACHMENT_LIMIT: u32 = 10 * 1024 * 1024;

/// A parsed interaction: a request, and what it is for.
#[derive(Debug)]
pub struct ParsedInteraction {
    pub request: UserRequest,
    /// What metrics and logs call it.
    pub label: &'static str,
    pub kind: RequestKind,
}

/// Parses an interaction, and catches panics.
pub(super) fn try_parse(interaction: &Interaction) -> Result<ParsedInteraction, Unreadable> {
    panics::catch_in("parse", || parse(interaction))
        .unwrap_or_else(|panicked| Err(Unreadable::of(interaction, &panicked.to_string())))
}

/// Like `try_parse`, but does not catch panics.
pub fn parse(interaction: &Interaction) -> Result<ParsedInteraction, Unreadable> {
    let (Some(user), Some(channel)) = (interaction.user(), interaction.channel()) else {
        return Err(Unreadable::of(interaction, "no user or no channel"));
    };
    let NamedRequest { label, kind } = match interaction.kind {
        interaction::COMMAND => commands::parse(interaction),
        interaction::AUTOCOMPLETE => commands::parse_autocomplete(&interaction.data),
        interaction::COMPONENT => parse_component(interaction),
        _ => NamedRequest::UNKNOWN,
    };
    Ok(ParsedInteraction { request: request(interaction, user, channel), label, kind })
}

fn request(interaction: &Interaction, user: &User, channel: Id) -> UserRequest {
    let guild = interaction.guild_id.map(|guild| GuildId(guild.0));
    let locale = Locale::nearest(&interaction.locale);
    let nickname = interaction.member.as_ref().and_then(|member| member.nick.as_deref());
    UserRequest {
        interaction: interaction.reference(),
        message: interaction.message.as_ref().map(|message| MessageId(message.id.0)),
        message_is_ephemeral: interaction.message.as_ref().is_some_and(UsedMessage::is_ephemeral),
        chosen: chosen(interaction),
        attachment_limit: interaction.attachment_size_limit.unwrap_or(DEFAULT_ATTACHMENT_LIMIT),
        user: player(user, guild, nickname),
        permissions: UserPermissions {
            can_manage: can_manage(interaction),
            excused_if_gone: excused_if_gone(interaction),
        },
        place: Place {
            location: Location { guild, channel: ChannelId(channel.0) },
            parent_channel: interaction.parent_channel().map(|parent| ChannelId(parent.0)),
            is_bot_dm: interaction.is_bot_dm(),
            forced_ephemeral: is_forced_ephemeral(interaction),
            bot_may_write: bot_may_write(interaction),
        },
        locales: RequestLocales {
            user: locale,
            guild: interaction.guild_locale.as_deref().map_or(locale, Locale::nearest),
        },
    }
}

/// Whether the bot may send messages in the channel.
fn bot_may_write(interaction: &Interaction) -> bool {
    let sending = if interaction.parent_channel().is_some() {
        Permissions::SEND_MESSAGES_IN_THREADS
    } else {
        Permissions::SEND_MESSAGES
    };
    let allowed = interaction.app_permissions;
    allowed.is_some_and(|it| it.contains(Permissions::VIEW_CHANNEL | sending))
}

/// The user's permissions in the channel; none outside of servers.
fn permissions(interaction: &Interaction) -> Permissions {
    interaction.member.as_ref().and_then(|member| member.permissions).unwrap_or_default()
}

/// Whether the server has installed the bot, and the user could remove neither it nor the channel.
fn excused_if_gone(interaction: &Interaction) -> bool {
    // Who can kick or ban can do so with the bot.
    let mut managing = Permissions::ADMINISTRATOR
        | Permissions::MANAGE_CHANNELS
        | Permissions::MANAGE_GUILD
        | Permissions::KICK_MEMBERS
        | Permissions::BAN_MEMBERS;
    if interaction.parent_channel().is_some() {
        managing |= Permissions::MANAGE_THREADS;
    }
    let is_installed = interaction.guild_id.is_some() && interaction.is_guild_install();
    is_installed && !permissions(interaction).intersects(managing)
}

/// Whether Discord forces the response to be ephemeral
/// ([rule](https://discord.com/developers/docs/resources/application#user-install-command-behavior)).
fn is_forced_ephemeral(interaction: &Interaction) -> bool {
    interaction.guild_id.is_some()
        && !interaction.is_guild_install()
        && !permissions(interaction).contains(Permissions::USE_EXTERNAL_APPS)
}

/// Whether the user may manage the server; `None` outside servers that installed the bot.
fn can_manage(interaction: &Interaction) -> Option<bool> {
    (interaction.guild_id.is_some() && interaction.is_guild_install())
        .then(|| permissions(interaction).contains(Permissions::MANAGE_GUILD))
}

/// What was chosen in a select of people or channels.
fn chosen(interaction: &Interaction) -> Chosen {
    let values = interaction.data.values.as_deref().unwrap_or_default();
    let ids = || values.iter().filter_map(|id| Id::try_from(id.clone()).ok());
    match component_type(interaction) {
        ComponentType::UserSelect => {
            let people = ids().map(|id| PlayerId(id.0)).collect();
            let users = ids().filter_map(|id| commands::mentioned_user(interaction, id)).collect();
            Chosen { people, users, ..Chosen::default() }
        }
        ComponentType::ChannelSelect => {
            Chosen { channels: ids().map(|id| ChannelId(id.0)).collect(), ..Chosen::default() }
        }
        _ => Chosen::default(),
    }
}

fn component_type(interaction: &Interaction) -> ComponentType {
    let number = u8::try_from(interaction.data.component_type);
    number.map_or(ComponentType::Unknown(0), Into::into)
}

fn parse_component(interaction: &Interaction) -> NamedRequest {
    let data = &interaction.data;
    let id = data.custom_id.as_str();
    let values = data.values.as_deref().unwrap_or_default();
    let action = match (component_type(interaction), values) {
        (ComponentType::StringSelect, [value]) => ComponentAction::decode_choice(id, value),
        (ComponentType::Button | ComponentType::UserSelect | ComponentType::ChannelSelect, _) => {
            ComponentAction::decode(id)
        }
        _ => ComponentAction::Unknown,
    };
    NamedRequest { label: action.label(), kind: RequestKind::Component(action) }
}
