//! Parses an interaction into a request.

use serenity::all::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, ChannelType, CommandInteraction,
    ComponentInteraction, ComponentInteractionDataKind, Interaction, InteractionContext, Member,
    ModalInteraction, PartialChannel, Permissions, User,
};

use super::{
    commands::{self, NamedRequest},
    custom_id,
    user_names::player,
};
use crate::{
    game::{
        ApplicationId, Authority, ChannelId, GuildId, InteractionId, Location, MessageId, PlayerId,
        Standing, Token,
    },
    locale::Locale,
    panics::{self, Task},
    service::{
        ComponentAction, InteractionRef, Place, RequestKind, RequestLocales, UserPermissions,
        UserRequest,
    },
};

/// A parsed interaction: a request, and what it is for.
#[derive(Debug)]
pub struct ParsedInteraction {
    pub request: UserRequest,
    /// What metrics and logs call it.
    pub label: &'static str,
    pub kind: RequestKind,
}

/// Parses an interaction. Returns `None` if there is nothing to respond to.
pub(super) fn try_parse(interaction: &Interaction) -> Option<ParsedInteraction> {
    panics::catch_in(Task::Parse, || parse(interaction)).ok().flatten()
}

/// Like `try_parse`, but does not catch panics.
pub fn parse(interaction: &Interaction) -> Option<ParsedInteraction> {
    let (fields, request) = match interaction {
        Interaction::Command(command) => (command_fields(command), commands::parse(command)),
        Interaction::Autocomplete(command) => {
            (command_fields(command), commands::parse_autocomplete(command))
        }
        Interaction::Component(component) => {
            (component_fields(component), parse_component(component))
        }
        Interaction::Modal(modal) => (modal_fields(modal), NamedRequest::UNKNOWN),
        _ => return None,
    };
    fields.are_valid().then(|| {
        let NamedRequest { label, kind } = request;
        ParsedInteraction { request: fields.request(), label, kind }
    })
}

/// The data that commands and components have in common.
struct InteractionFields<'a> {
    id: u64,
    application: u64,
    token: &'a str,
    user: &'a User,
    member: Option<&'a Member>,
    guild: Option<u64>,
    guild_locale: Option<&'a str>,
    channel: u64,
    partial_channel: Option<&'a PartialChannel>,
    /// Who has installed the bot, if Discord says so.
    owners: Option<&'a AuthorizingIntegrationOwners>,
    context: Option<InteractionContext>,
    /// The bot's permissions in the channel.
    bot_permissions: Option<Permissions>,
    message: Option<u64>,
    locale: &'a str,
}

fn command_fields(command: &CommandInteraction) -> InteractionFields<'_> {
    InteractionFields {
        id: command.id.get(),
        application: command.application_id.get(),
        token: &command.token,
        user: &command.user,
        member: command.member.as_deref(),
        guild: command.guild_id.map(Into::into),
        guild_locale: command.guild_locale.as_deref(),
        channel: command.channel_id.get(),
        partial_channel: command.channel.as_ref(),
        owners: Some(&command.authorizing_integration_owners),
        context: command.context,
        bot_permissions: command.app_permissions,
        message: None,
        locale: &command.locale,
    }
}

fn component_fields(component: &ComponentInteraction) -> InteractionFields<'_> {
    InteractionFields {
        id: component.id.get(),
        application: component.application_id.get(),
        token: &component.token,
        user: &component.user,
        member: component.member.as_ref(),
        guild: component.guild_id.map(Into::into),
        guild_locale: component.guild_locale.as_deref(),
        channel: component.channel_id.get(),
        partial_channel: component.channel.as_ref(),
        owners: Some(&component.authorizing_integration_owners),
        context: component.context,
        bot_permissions: component.app_permissions,
        message: Some(component.message.id.get()),
        locale: &component.locale,
    }
}

fn modal_fields(modal: &ModalInteraction) -> InteractionFields<'_> {
    InteractionFields {
        id: modal.id.get(),
        application: modal.application_id.get(),
        token: &modal.token,
        user: &modal.user,
        member: modal.member.as_ref(),
        guild: modal.guild_id.map(Into::into),
        guild_locale: modal.guild_locale.as_deref(),
        channel: modal.channel_id.get(),
        partial_channel: modal.channel.as_ref(),
        owners: None,
        context: None,
        bot_permissions: None,
        message: modal.message.as_ref().map(|message| message.id.get()),
        locale: &modal.locale,
    }
}

impl InteractionFields<'_> {
    /// Whether the token can be stored and be part of a URL, and the user's id is not the
    /// placeholder of a deleted user.
    fn are_valid(&self) -> bool {
        let is_valid_token =
            !self.token.is_empty() && self.token.bytes().all(|byte| byte.is_ascii_graphic());
        is_valid_token && !PlayerId(self.user.id.get()).is_deleted()
    }

    fn request(&self) -> UserRequest {
        let (guild, locale) = (self.guild.map(GuildId), Locale::nearest(self.locale));
        let nickname = self.member.and_then(|member| member.nick.as_deref());
        UserRequest {
            interaction: InteractionRef {
                id: InteractionId(self.id),
                token: Token(self.token.to_owned()),
                application: ApplicationId(self.application),
            },
            message: self.message.map(MessageId),
            user: player(self.user, guild, nickname),
            permissions: UserPermissions {
                can_manage: self.can_manage(),
                standing: self.standing(),
            },
            place: Place {
                location: Location { guild, channel: ChannelId(self.channel) },
                parent_channel: self.parent_channel(),
                is_bot_dm: self.context == Some(InteractionContext::BotDm),
                forced_ephemeral: self.is_forced_ephemeral(),
                bot_may_write: self.bot_may_write(),
            },
            locales: RequestLocales {
                user: locale,
                guild: self.guild_locale.map_or(locale, Locale::nearest),
            },
        }
    }

    /// Whether the bot may send messages in the channel.
    fn bot_may_write(&self) -> bool {
        let sending = if self.parent_channel().is_some() {
            Permissions::SEND_MESSAGES_IN_THREADS
        } else {
            Permissions::SEND_MESSAGES
        };
        self.bot_permissions.is_some_and(|it| it.contains(Permissions::VIEW_CHANNEL | sending))
    }

    /// The parent channel if the interaction came from a thread.
    fn parent_channel(&self) -> Option<ChannelId> {
        let thread = self.partial_channel.filter(|channel| {
            matches!(
                channel.kind,
                ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
            )
        })?;
        thread.parent_id.map(|parent| ChannelId(parent.get()))
    }

    /// The user's permissions in the channel; none outside of servers.
    fn permissions(&self) -> Permissions {
        self.member.and_then(|member| member.permissions).unwrap_or_default()
    }

    fn has_permission(&self, permission: Permissions) -> bool {
        self.permissions().contains(permission)
    }

    fn standing(&self) -> Standing {
        let is_installed = self.guild.is_some() && self.is_guild_install();
        Standing { authority: self.authority(), is_installed }
    }

    fn authority(&self) -> Authority {
        let mut managing =
            Permissions::ADMINISTRATOR | Permissions::MANAGE_CHANNELS | Permissions::MANAGE_GUILD;
        if self.parent_channel().is_some() {
            managing |= Permissions::MANAGE_THREADS;
        }
        let moderating = Permissions::MANAGE_ROLES
            | Permissions::KICK_MEMBERS
            | Permissions::BAN_MEMBERS
            | Permissions::MODERATE_MEMBERS;
        if self.permissions().intersects(managing) {
            Authority::Manages
        } else if self.permissions().intersects(moderating) {
            Authority::Moderates
        } else {
            Authority::None
        }
    }

    /// Whether the bot is installed in the server, not only by the user.
    fn is_guild_install(&self) -> bool {
        let mut owners = self.owners.iter().flat_map(|owners| &owners.0);
        owners.any(|owner| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_)))
    }

    /// Whether Discord forces the response to be ephemeral
    /// ([rule](https://discord.com/developers/docs/resources/application#user-install-command-behavior)).
    fn is_forced_ephemeral(&self) -> bool {
        self.guild.is_some()
            && !self.is_guild_install()
            && !self.has_permission(Permissions::USE_EXTERNAL_APPS)
    }

    /// Whether the user may manage the server; `None` outside servers that installed the bot.
    fn can_manage(&self) -> Option<bool> {
        (self.guild.is_some() && self.is_guild_install())
            .then(|| self.has_permission(Permissions::MANAGE_GUILD))
    }
}

fn parse_component(component: &ComponentInteraction) -> NamedRequest {
    let id = component.data.custom_id.as_str();
    let action = match &component.data.kind {
        ComponentInteractionDataKind::ChannelSelect { values } if id == custom_id::CHANNELS => {
            let channels = values.iter().map(|it| ChannelId(it.get())).collect();
            return NamedRequest {
                label: "press settings",
                kind: RequestKind::SetChannels(channels),
            };
        }
        ComponentInteractionDataKind::UserSelect { values } if id == custom_id::BLOCK => {
            let players = values.iter().map(|it| PlayerId(it.get()));
            let players = players.filter(|player| !player.is_deleted()).collect();
            return NamedRequest {
                label: "press notifications",
                kind: RequestKind::Block(players),
            };
        }
        ComponentInteractionDataKind::StringSelect { values } => match values.as_slice() {
            [value] => custom_id::decode_choice(id, value),
            _ => ComponentAction::Unknown,
        },
        ComponentInteractionDataKind::Button => custom_id::decode(id),
        _ => ComponentAction::Unknown,
    };
    NamedRequest { label: action.label(), kind: RequestKind::Component(action) }
}
