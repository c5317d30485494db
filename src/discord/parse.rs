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
        ApplicationId, ChannelId, FirstMove, GuildId, InteractionId, Location, MentionedUser,
        MessageId, OfferKind, Period, Player, PlayerId, Refusal, TimeControl, Token, UserKind,
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

    fn has_permission(&self, permission: Permissions) -> bool {
        let permissions = self.member.and_then(|member| member.permissions);
        permissions.is_some_and(|held| held.contains(permission))
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
        actor: Player {
            id: PlayerId(origin.user.id.get()),
            name: display_name(
                origin.user,
                origin.member.and_then(|member| member.nick.as_deref()),
            ),
        },
        location: Location { guild: origin.guild.map(GuildId), channel: ChannelId(origin.channel) },
        parent_channel: origin.parent_channel(),
        is_bot_dm: origin.context == Some(InteractionContext::BotDm),
        forced_ephemeral: origin.is_forced_ephemeral(),
        can_manage: origin.can_manage(),
        message: origin.message.map(MessageId),
        locale,
        guild_locale: origin.guild_locale.map_or(locale, Locale::nearest),
        kind,
    }))
}

fn parse_command(command: &CommandInteraction) -> Option<RequestKind> {
    let (data, application) = (&command.data, ApplicationId(command.application_id.get()));
    if data.kind == CommandType::User && data.name == name::CHALLENGE {
        let opponent = match data.target()? {
            ResolvedTarget::User(user, member) => mentioned_user(user, member, application),
            _ => return None,
        };
        return Some(RequestKind::Play(PlayOptions {
            opponent: Some(opponent),
            ..PlayOptions::default()
        }));
    }
    let options = data.options();
    Some(match data.name.as_str() {
        name::PLAY => RequestKind::Play(play_options(&options, application)),
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
            player: user_option(&options, name::STATS_PLAYER, application).map(|user| user.player),
            versus: user_option(&options, name::STATS_VERSUS, application).map(|user| user.player),
        },
        name::HISTORY => RequestKind::History {
            player: user_option(&options, name::HISTORY_PLAYER, application)
                .map(|user| user.player),
        },
        name::REPLAY => RequestKind::Replay {
            game: text_option(&options, name::REPLAY_GAME).unwrap_or_default(),
        },
        name::REVIEW => RequestKind::Review {
            game: text_option(&options, name::REVIEW_GAME).unwrap_or_default(),
        },
        name::HINT => RequestKind::Hint,
        name::PRIVACY => RequestKind::Privacy(privacy_request(&options)?),
        name::SETTINGS => RequestKind::Settings,
        name::HELP => RequestKind::Help,
        _ => return None,
    })
}

fn play_options(options: &[ResolvedOption<'_>], application: ApplicationId) -> PlayOptions {
    let text = |name| text_option(options, name);
    PlayOptions {
        opponent: user_option(options, name::PLAY_OPPONENT, application),
        level: text(name::PLAY_LEVEL).and_then(|level| level.parse().ok()),
        shape: text(name::PLAY_BOARD).and_then(|name| Shape::from_name(&name)),
        time_control: text(name::PLAY_CLOCK).and_then(|name| TimeControl::from_name(&name)),
        theme: text(name::PLAY_THEME).and_then(|name| Theme::from_name(&name)),
        rated: boolean_option(options, name::PLAY_RATED).unwrap_or(true),
        first: first_move(text(name::PLAY_FIRST).as_deref()),
    }
}

fn privacy_request(options: &[ResolvedOption<'_>]) -> Option<PrivacyRequest> {
    let [ResolvedOption { name, value: ResolvedValue::SubCommand(options), .. }] = options else {
        return None;
    };
    Some(match *name {
        name::PRIVACY_ABOUT => PrivacyRequest::About,
        name::PRIVACY_EXPORT => PrivacyRequest::Export,
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
    options: &[ResolvedOption<'_>],
    name: &str,
    application: ApplicationId,
) -> Option<MentionedUser> {
    options.iter().filter(|option| option.name == name).find_map(|option| match option.value {
        ResolvedValue::User(user, member) => Some(mentioned_user(user, member, application)),
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
    user: &User,
    member: Option<&PartialMember>,
    application: ApplicationId,
) -> MentionedUser {
    let name = display_name(user, member.and_then(|member| member.nick.as_deref()));
    let kind = match user.bot {
        true if user.id.get() == application.0 => UserKind::Fourfall,
        true => UserKind::OtherBot,
        false => UserKind::Person,
    };
    MentionedUser { player: Player { id: PlayerId(user.id.get()), name }, kind }
}

/// The name that Discord shows: the server nickname, else the display name, else
/// the user name. Control characters are removed, since PostgreSQL stores no NUL in
/// text.
fn display_name(user: &User, nick: Option<&str>) -> String {
    let name = nick.or(user.global_name.as_deref()).unwrap_or(&user.name);
    name.chars().filter(|it| !it.is_control()).collect()
}
