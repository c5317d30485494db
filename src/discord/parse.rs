//! Parses an interaction into a request.

use serde_json::Value;
use serenity::all::{ComponentType, Permissions};

use crate::{
    actions::ComponentAction,
    discord::{
        commands::command_type,
        interaction::{
            self, Id, Interaction, InteractionData, Unreadable, UsedMessage, UsedOption, User,
        },
    },
    features::{
        self, Command, Input, MessageSubject, OptionValue, Place, RequestLocales, Used, UserRequest,
    },
    game::{
        ChannelId, GuildId, Location, MentionedUser, MessageId, Player, PlayerId, Refusal, UserKind,
    },
    locale::Locale,
    message::MAX_CHOICES,
    panics,
};

/// Discord's limit where an interaction does not say one
/// ([rule](https://discord.com/developers/docs/reference#uploading-files)).
const DEFAULT_ATTACHMENT_LIMIT: u32 = 10 * 1024 * 1024;

/// A parsed interaction: a request, and what it is for.
#[derive(Debug)]
pub struct ParsedInteraction {
    pub request: UserRequest,
    pub used: Used,
}

/// Reads and parses an interaction, and catches panics.
pub(super) async fn try_parse(bytes: &[u8]) -> Result<ParsedInteraction, Unreadable> {
    let parsed = panics::catch("parse", async { parse(bytes) }).await;
    parsed.unwrap_or_else(|panicked| Err(Unreadable::new(bytes, &panicked.to_string())))
}

/// Like `try_parse`, but does not catch panics.
pub fn parse(bytes: &[u8]) -> Result<ParsedInteraction, Unreadable> {
    read(bytes).map_err(|error| Unreadable::new(bytes, &error.to_string()))
}

fn read(bytes: &[u8]) -> anyhow::Result<ParsedInteraction> {
    let interaction = &serde_json::from_slice::<Interaction>(bytes)?;
    let (Some(user), Some(channel)) = (interaction.user(), interaction.channel()) else {
        anyhow::bail!("no user or no channel");
    };
    let what = match interaction.kind {
        interaction::COMMAND => command(interaction).map_or(Used::Unknown, Used::Command),
        interaction::AUTOCOMPLETE => Used::Completion(command(interaction)),
        interaction::COMPONENT => Used::Component(action(interaction)),
        interaction::PING => anyhow::bail!("it only asks for an answer"),
        _ => Used::Unknown,
    };
    Ok(ParsedInteraction { request: request(interaction, user, channel), used: what })
}

fn request(interaction: &Interaction, user: &User, channel: Id) -> UserRequest {
    let guild = interaction.guild_id.map(|guild| GuildId(guild.0));
    let locale = Locale::nearest(&interaction.locale);
    let nickname = interaction.member.as_ref().and_then(|member| member.nick.as_deref());
    UserRequest {
        interaction: interaction.reference(),
        message: interaction.message.as_ref().map(|message| MessageId(message.id.0)),
        message_is_ephemeral: interaction.message.as_ref().is_some_and(UsedMessage::is_ephemeral),
        message_components: interaction.message.as_ref().and_then(|it| it.components.clone()),
        message_answered: interaction.message.as_ref().and_then(UsedMessage::answered),
        input: input(interaction),
        attachment_limit: interaction.attachment_size_limit.unwrap_or(DEFAULT_ATTACHMENT_LIMIT),
        user: player(user, guild, nickname),
        partner: interaction.partner().map(|other| MentionedUser {
            player: player(other, None, None),
            kind: UserKind::Person,
        }),
        can_manage: can_manage(interaction),
        excused_if_gone: excused_if_gone(interaction),
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

/// Whether the bot is a member of the server and may send messages in the channel.
fn bot_may_write(interaction: &Interaction) -> bool {
    let sending = if interaction.parent_channel().is_some() {
        Permissions::SEND_MESSAGES_IN_THREADS
    } else if interaction.is_in_voice() {
        Permissions::SEND_MESSAGES | Permissions::CONNECT
    } else {
        Permissions::SEND_MESSAGES
    };
    let allowed = interaction.app_permissions.unwrap_or_default();
    interaction.is_in_server() && allowed.contains(Permissions::VIEW_CHANNEL | sending)
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
    interaction.is_in_server() && !permissions(interaction).intersects(managing)
}

/// Whether Discord forces the response to be ephemeral
/// ([rule](https://discord.com/developers/docs/resources/application#user-install-command-behavior)).
fn is_forced_ephemeral(interaction: &Interaction) -> bool {
    interaction.guild_id.is_some()
        && !interaction.is_in_server()
        && !permissions(interaction).contains(Permissions::USE_EXTERNAL_APPS)
}

/// Whether the user may manage the server; `None` outside servers that installed the bot.
fn can_manage(interaction: &Interaction) -> Option<bool> {
    let in_server = interaction.is_in_server();
    in_server.then(|| permissions(interaction).contains(Permissions::MANAGE_GUILD))
}

/// The used command, if it is known.
fn command(interaction: &Interaction) -> Option<&'static Command> {
    let InteractionData { name, kind, .. } = &interaction.data;
    let is_used =
        |it: &&Command| it.name == name && u64::from(u8::from(command_type(it.kind))) == *kind;
    features::COMMANDS.iter().copied().find(is_used)
}

/// The action of the used component.
fn action(interaction: &Interaction) -> ComponentAction {
    let id = interaction.data.custom_id.as_str();
    let values = interaction.data.values.as_deref().unwrap_or_default();
    match (component_type(interaction), values) {
        (_, values) if values.len() > MAX_CHOICES.into() => ComponentAction::Unknown,
        (ComponentType::StringSelect, [value]) => ComponentAction::decode_choice(id, value),
        (ComponentType::Button | ComponentType::UserSelect | ComponentType::ChannelSelect, _) => {
            ComponentAction::decode(id)
        }
        _ => ComponentAction::Unknown,
    }
}

fn component_type(interaction: &Interaction) -> ComponentType {
    let number = u8::try_from(interaction.data.component_type);
    number.map_or(ComponentType::Unknown(0), Into::into)
}

/// What the user has typed and chosen.
fn input(interaction: &Interaction) -> Input {
    let data = &interaction.data;
    let values = data.values.as_deref().unwrap_or_default();
    let ids = || values.iter().filter_map(|id| Id::try_from(id.as_str()).ok());
    let value = |option: &UsedOption| {
        option_value(interaction, &option.value).map(|value| (option.name.clone(), value))
    };
    let focused = data.options.iter().find(|option| option.focused);
    let input = Input {
        options: data.options.iter().filter_map(value).collect(),
        focused: focused.map(|option| option.name.clone()),
        user: data.target_id.and_then(|id| mentioned_user(interaction, id)),
        subject: target_subject(interaction),
        ..Input::default()
    };
    match component_type(interaction) {
        ComponentType::UserSelect => {
            let people = ids().map(|id| PlayerId(id.0)).collect();
            Input { people, user: ids().find_map(|id| mentioned_user(interaction, id)), ..input }
        }
        ComponentType::ChannelSelect => {
            Input { channels: ids().map(|id| ChannelId(id.0)).collect(), ..input }
        }
        _ => input,
    }
}

/// The value of an option. The id of a user of whom the interaction says more becomes that user: no
/// command has a text beside a user.
fn option_value(interaction: &Interaction, value: &Value) -> Option<OptionValue> {
    let user = |text: &String| mentioned_user(interaction, Id::try_from(text.as_str()).ok()?);
    match value {
        Value::Bool(value) => Some(OptionValue::Boolean(*value)),
        Value::String(text) => {
            Some(user(text).map_or_else(|| OptionValue::Text(text.clone()), OptionValue::User))
        }
        _ => None,
    }
}

/// What the message shows in whose menu a command was used.
fn target_subject(interaction: &Interaction) -> Option<Result<MessageSubject, Refusal>> {
    let message = interaction.data.resolved.messages.get(&interaction.data.target_id?)?;
    // Anyone can post a message that looks like a board.
    if message.author.id != interaction.application_id {
        return Some(Err(Refusal::NotMyMessage));
    }
    let mut actions = ComponentAction::all_in(message.components.as_deref()).into_iter();
    let subject = actions.find_map(|action| match action {
        ComponentAction::OpenPuzzle(number) => Some(MessageSubject::Puzzle(number)),
        action => action.game().map(MessageSubject::Game),
    });
    Some(subject.ok_or(Refusal::NoBoardThere))
}

/// A user option, a command's target or who was chosen in a select. The bot's user has its
/// application's id.
fn mentioned_user(interaction: &Interaction, id: Id) -> Option<MentionedUser> {
    let resolved = &interaction.data.resolved;
    let user = resolved.users.get(&id)?;
    let guild = interaction.guild_id.map(|guild| GuildId(guild.0));
    let member = resolved.members.get(&id);
    let kind = match user.bot {
        Some(true) if user.id == interaction.application_id => UserKind::Fourfall,
        Some(true) => UserKind::OtherBot,
        Some(false) | None if interaction.is_in_server() && member.is_none() => UserKind::Absent,
        Some(false) | None => UserKind::Person,
    };
    let nickname = member.and_then(|member| member.nick.as_deref());
    Some(MentionedUser { player: player(user, guild, nickname), kind })
}

/// A user with the names that an interaction brings: the display name, else the user name,
/// and the nickname in the interaction's server.
fn player(user: &User, guild: Option<GuildId>, nickname: Option<&str>) -> Player {
    let global_name = user.global_name.as_deref().unwrap_or(&user.username);
    Player::new(PlayerId(user.id.0), without_controls(global_name))
        .in_guild(guild, nickname.map(without_controls))
}

/// `PostgreSQL` stores no NUL in text.
fn without_controls(name: &str) -> String {
    name.chars().filter(|it| !it.is_control()).collect()
}
