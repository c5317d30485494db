//! Parses an interaction into a request.

use connect4::Shape;
use serenity::all::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, ChannelType, CommandInteraction,
    CommandType, ComponentInteraction, ComponentInteractionDataKind, Interaction,
    InteractionContext, Member, PartialChannel, PartialMember, Permissions, ResolvedOption,
    ResolvedTarget, ResolvedValue, User,
};

use super::{commands::name, custom_id};
use crate::{
    game::{
        Authority, ChannelId, FirstMove, GuildId, InteractionId, Location, MentionedUser,
        MessageId, OfferKind, Period, Player, PlayerId, Refusal, Standing, TimeControl, Token,
        UserKind,
    },
    locale::Locale,
    service::{
        ComponentAction, LeaderboardQuery, PlayOptions, PrivacyRequest, RequestKind, UserRequest,
    },
    store::PageCursor,
    theme::Theme,
};

/// A parsed interaction.
#[derive(Debug)]
pub enum Parsed {
    Request(Box<UserRequest>),
    /// A command of an older or a newer version.
    Refused(Refusal),
    /// Nothing to respond to.
    Ignored,
}

pub fn parse(interaction: &Interaction) -> Parsed {
    if !is_valid_token(interaction.token()) {
        return Parsed::Ignored;
    }
    match interaction {
        Interaction::Command(command) => match parse_command(command) {
            Some(kind) => request(&command_origin(command), kind),
            None => Parsed::Refused(Refusal::UnknownCommand),
        },
        Interaction::Autocomplete(command) => {
            let kind = match command.data.name.as_str() {
                name::DROP => RequestKind::AutocompleteColumns,
                _ => RequestKind::AutocompleteGames,
            };
            request(&command_origin(command), kind)
        }
        Interaction::Component(component) => {
            request(&component_origin(component), parse_component(component))
        }
        Interaction::Modal(_) => Parsed::Refused(Refusal::UnknownCommand),
        _ => Parsed::Ignored,
    }
}

/// Whether a token can be stored and be part of a URL.
fn is_valid_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// The text typed so far into the option that is being autocompleted. Empty for
/// other interactions.
pub fn partial_input(interaction: &Interaction) -> &str {
    match interaction {
        Interaction::Autocomplete(command) => {
            command.data.autocomplete().map_or("", |option| option.value)
        }
        _ => "",
    }
}

/// The user's language.
pub fn user_locale(interaction: &Interaction) -> Locale {
    Locale::nearest(match interaction {
        Interaction::Command(command) | Interaction::Autocomplete(command) => &command.locale,
        Interaction::Component(component) => &component.locale,
        Interaction::Modal(modal) => &modal.locale,
        _ => "",
    })
}

/// The data that commands and components have in common.
struct Origin<'a> {
    id: u64,
    token: &'a str,
    user: &'a User,
    member: Option<&'a Member>,
    guild: Option<u64>,
    guild_locale: Option<&'a str>,
    channel: u64,
    partial_channel: Option<&'a PartialChannel>,
    owners: &'a AuthorizingIntegrationOwners,
    context: Option<InteractionContext>,
    message: Option<u64>,
    locale: &'a str,
}

fn command_origin(command: &CommandInteraction) -> Origin<'_> {
    Origin {
        id: command.id.get(),
        token: &command.token,
        user: &command.user,
        member: command.member.as_deref(),
        guild: command.guild_id.map(Into::into),
        guild_locale: command.guild_locale.as_deref(),
        channel: command.channel_id.get(),
        partial_channel: command.channel.as_ref(),
        owners: &command.authorizing_integration_owners,
        context: command.context,
        message: None,
        locale: &command.locale,
    }
}

fn component_origin(component: &ComponentInteraction) -> Origin<'_> {
    Origin {
        id: component.id.get(),
        token: &component.token,
        user: &component.user,
        member: component.member.as_ref(),
        guild: component.guild_id.map(Into::into),
        guild_locale: component.guild_locale.as_deref(),
        channel: component.channel_id.get(),
        partial_channel: component.channel.as_ref(),
        owners: &component.authorizing_integration_owners,
        context: component.context,
        message: Some(component.message.id.get()),
        locale: &component.locale,
    }
}

impl Origin<'_> {
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
        let mut owners = self.owners.0.iter();
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

fn request(origin: &Origin<'_>, kind: RequestKind) -> Parsed {
    let locale = Locale::nearest(origin.locale);
    Parsed::Request(Box::new(UserRequest {
        interaction: InteractionId(origin.id),
        token: Token(origin.token.to_owned()),
        actor: player(
            origin.user,
            origin.guild.map(GuildId),
            origin.member.and_then(|member| member.nick.as_deref()),
        ),
        location: Location { guild: origin.guild.map(GuildId), channel: ChannelId(origin.channel) },
        parent_channel: origin.parent_channel(),
        is_bot_dm: origin.context == Some(InteractionContext::BotDm),
        forced_ephemeral: origin.is_forced_ephemeral(),
        can_manage: origin.can_manage(),
        standing: origin.standing(),
        message: origin.message.map(MessageId),
        locale,
        guild_locale: origin.guild_locale.map_or(locale, Locale::nearest),
        kind,
    }))
}

fn parse_command(command: &CommandInteraction) -> Option<RequestKind> {
    let data = &command.data;
    if data.kind == CommandType::User && data.name == name::CHALLENGE {
        let opponent = match data.target()? {
            ResolvedTarget::User(user, member) => mentioned_user(command, user, member),
            _ => return None,
        };
        return Some(RequestKind::Play(PlayOptions {
            opponent: Some(opponent),
            ..PlayOptions::default()
        }));
    }
    let options = data.options();
    let player = |name| user_option(command, &options, name).map(|user| user.player);
    Some(match data.name.as_str() {
        name::PLAY => RequestKind::Play(play_options(command, &options)),
        name::DROP => RequestKind::Drop {
            column: text_option(&options, name::DROP_COLUMN).unwrap_or_default(),
        },
        name::BOARD if boolean_option(&options, name::BOARD_TEXT) == Some(true) => {
            RequestKind::TextBoard
        }
        name::BOARD => RequestKind::Board,
        name::RESIGN => RequestKind::Resign,
        name::DRAW => RequestKind::Offer(OfferKind::Draw),
        name::TAKE_BACK => RequestKind::Offer(OfferKind::TakeBack),
        name::GAMES => RequestKind::Games,
        name::LEADERBOARD => RequestKind::Leaderboard(leaderboard_query(&options)),
        name::STATS => RequestKind::Stats {
            player: player(name::STATS_PLAYER),
            versus: player(name::STATS_VERSUS),
        },
        name::HISTORY => RequestKind::History { player: player(name::HISTORY_PLAYER) },
        name::REPLAY => RequestKind::Replay {
            game: text_option(&options, name::REPLAY_GAME).unwrap_or_default(),
        },
        name::REVIEW => RequestKind::Review {
            game: text_option(&options, name::REVIEW_GAME).unwrap_or_default(),
        },
        name::HINT => RequestKind::Hint,
        name::PRIVACY => {
            RequestKind::Privacy(privacy_request(&options, command.attachment_size_limit)?)
        }
        name::SETTINGS => RequestKind::Settings,
        name::NOTIFICATIONS => RequestKind::Notifications,
        name::HELP => RequestKind::Help,
        _ => return None,
    })
}

fn play_options(command: &CommandInteraction, options: &[ResolvedOption<'_>]) -> PlayOptions {
    let text = |name| text_option(options, name);
    PlayOptions {
        opponent: user_option(command, options, name::PLAY_OPPONENT),
        level: text(name::PLAY_LEVEL).and_then(|level| level.parse().ok()),
        shape: text(name::PLAY_BOARD).and_then(|name| Shape::from_name(&name)),
        time_control: text(name::PLAY_CLOCK).and_then(|name| TimeControl::from_name(&name)),
        theme: text(name::PLAY_THEME).and_then(|name| Theme::from_name(&name)),
        rated: boolean_option(options, name::PLAY_RATED).unwrap_or(true),
        first: first_move(text(name::PLAY_FIRST).as_deref()),
    }
}

fn privacy_request(
    options: &[ResolvedOption<'_>],
    attachment_limit: u32,
) -> Option<PrivacyRequest> {
    let [ResolvedOption { name, value: ResolvedValue::SubCommand(options), .. }] = options else {
        return None;
    };
    Some(match *name {
        name::PRIVACY_ABOUT => PrivacyRequest::About,
        name::PRIVACY_EXPORT => PrivacyRequest::Export { attachment_limit },
        name::PRIVACY_DELETE => PrivacyRequest::Delete,
        name::PRIVACY_LISTED => {
            PrivacyRequest::SetListed(boolean_option(options, name::PRIVACY_SHOW)?)
        }
        _ => return None,
    })
}

fn leaderboard_query(options: &[ResolvedOption<'_>]) -> LeaderboardQuery {
    let text = |name| text_option(options, name);
    LeaderboardQuery {
        everywhere: text(name::LEADERBOARD_SCOPE).map(|scope| scope == name::SCOPE_EVERYWHERE),
        period: text(name::LEADERBOARD_PERIOD)
            .and_then(|name| Period::from_name(&name))
            .unwrap_or(Period::AllTime),
        sort_by: None,
        cursor: PageCursor::First,
    }
}

fn boolean_option(options: &[ResolvedOption<'_>], name: &str) -> Option<bool> {
    options.iter().filter(|option| option.name == name).find_map(|option| match option.value {
        ResolvedValue::Boolean(is_set) => Some(is_set),
        _ => None,
    })
}

fn parse_component(component: &ComponentInteraction) -> RequestKind {
    let id = component.data.custom_id.as_str();
    RequestKind::Component(match &component.data.kind {
        ComponentInteractionDataKind::ChannelSelect { values } if id == custom_id::CHANNELS => {
            return RequestKind::SetChannels(values.iter().map(|it| ChannelId(it.get())).collect());
        }
        ComponentInteractionDataKind::UserSelect { values } if id == custom_id::BLOCK => {
            return RequestKind::Block(values.iter().map(|it| PlayerId(it.get())).collect());
        }
        ComponentInteractionDataKind::StringSelect { values } => match values.as_slice() {
            [value] => custom_id::decode_choice(id, value),
            _ => ComponentAction::Unknown,
        },
        ComponentInteractionDataKind::Button => custom_id::decode(id),
        _ => ComponentAction::Unknown,
    })
}

fn first_move(choice: Option<&str>) -> FirstMove {
    match choice {
        Some(name::FIRST_ME) => FirstMove::Challenger,
        Some(name::FIRST_OPPONENT) => FirstMove::Opponent,
        _ => FirstMove::Random,
    }
}

fn user_option(
    command: &CommandInteraction,
    options: &[ResolvedOption<'_>],
    name: &str,
) -> Option<MentionedUser> {
    options.iter().filter(|option| option.name == name).find_map(|option| match option.value {
        ResolvedValue::User(user, member) => Some(mentioned_user(command, user, member)),
        _ => None,
    })
}

/// A text option. An integer is converted to its digits.
fn text_option(options: &[ResolvedOption<'_>], name: &str) -> Option<String> {
    options.iter().filter(|option| option.name == name).find_map(|option| match option.value {
        ResolvedValue::String(text) => Some(text.to_owned()),
        ResolvedValue::Integer(number) => Some(number.to_string()),
        _ => None,
    })
}

/// A user option or a command's target. The bot's user has its application's id.
fn mentioned_user(
    command: &CommandInteraction,
    user: &User,
    member: Option<&PartialMember>,
) -> MentionedUser {
    let kind = match user.bot {
        true if user.id.get() == command.application_id.get() => UserKind::Fourfall,
        true => UserKind::OtherBot,
        false => UserKind::Person,
    };
    let guild = command.guild_id.map(|guild| GuildId(guild.get()));
    let nickname = member.and_then(|member| member.nick.as_deref());
    MentionedUser { player: player(user, guild, nickname), kind }
}

/// A user with the names that an interaction brings: the display name, else the user name,
/// and the nickname in the interaction's server.
fn player(user: &User, guild: Option<GuildId>, nickname: Option<&str>) -> Player {
    let global_name = user.global_name.as_deref().unwrap_or(&user.name);
    Player::new(PlayerId(user.id.get()), without_controls(global_name))
        .in_guild(guild, nickname.map(without_controls))
}

/// PostgreSQL stores no NUL in text.
fn without_controls(name: &str) -> String {
    name.chars().filter(|it| !it.is_control()).collect()
}
