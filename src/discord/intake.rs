//! From an interaction to a request.

use serenity::all::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, ChannelType, CommandInteraction,
    CommandType, ComponentInteraction, ComponentInteractionDataKind, Interaction,
    InteractionContext, Member, PartialChannel, PartialMember, Permissions, ResolvedOption,
    ResolvedTarget, ResolvedValue, User,
};

use super::{commands::name, custom_id};
use crate::{
    locale::Locale,
    play::{
        ApplicationId, ChannelId, First, GuildId, InteractionId, Kind, MessageId, Named, OfferKind,
        Period, Place, Player, PlayerId, Refusal, TimeControl, Token,
    },
    service::{Ask, LeaderboardWish, Manager, Press, PrivacyAsk, Request, Wish},
    store::Turn,
    theme::Theme,
};
use connect4::Shape;

/// What came in.
#[derive(Debug)]
pub enum Intake {
    /// Something to answer.
    Request(Box<Request>),
    /// Something that is not known any more, or not known yet.
    Refused(Refusal),
    /// Something that wants no answer from here.
    Nothing,
}

/// Reads an interaction.
pub fn read(interaction: &Interaction) -> Intake {
    if !is_token(interaction.token()) {
        return Intake::Nothing;
    }
    match interaction {
        Interaction::Command(command) => match read_command(command) {
            Some(ask) => request(&command_origin(command), ask),
            None => Intake::Refused(Refusal::UnknownCommand),
        },
        Interaction::Autocomplete(command) => {
            let ask = match command.data.name.as_str() {
                name::DROP => Ask::OpenColumns,
                _ => Ask::FinishedGames,
            };
            request(&command_origin(command), ask)
        }
        Interaction::Component(component) => {
            request(&component_origin(component), read_component(component))
        }
        Interaction::Modal(_) => Intake::Refused(Refusal::UnknownCommand),
        _ => Intake::Nothing,
    }
}

/// Whether a token can be stored, and be a part of an address.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// What an asker has typed so far of the option that they are at.
pub fn typed(interaction: &Interaction) -> &str {
    match interaction {
        Interaction::Autocomplete(command) => {
            command.data.autocomplete().map_or("", |option| option.value)
        }
        _ => "",
    }
}

/// The language of who sent an interaction.
pub fn reader(interaction: &Interaction) -> Locale {
    Locale::nearest(match interaction {
        Interaction::Command(command) | Interaction::Autocomplete(command) => &command.locale,
        Interaction::Component(component) => &component.locale,
        Interaction::Modal(modal) => &modal.locale,
        _ => "",
    })
}

/// What all interactions tell of where they come from.
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
    /// The channel that this thread belongs to, if it is one.
    fn thread_of(&self) -> Option<ChannelId> {
        let thread = self.partial_channel.filter(|channel| {
            matches!(
                channel.kind,
                ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
            )
        })?;
        thread.parent_id.map(|parent| ChannelId(parent.get()))
    }

    fn may(&self, permission: Permissions) -> bool {
        let permissions = self.member.and_then(|member| member.permissions);
        permissions.is_some_and(|held| held.contains(permission))
    }

    /// Whether the server itself added the bot.
    fn is_at_home(&self) -> bool {
        let mut owners = self.owners.0.iter();
        owners.any(|owner| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_)))
    }

    /// Whether Discord shows what is posted to the asker alone
    /// ([rule](https://discord.com/developers/docs/resources/application#user-install-command-behavior)).
    fn is_hidden(&self) -> bool {
        self.guild.is_some() && !self.is_at_home() && !self.may(Permissions::USE_EXTERNAL_APPS)
    }

    fn manager(&self) -> Option<Manager> {
        let is_manager = self.may(Permissions::MANAGE_GUILD);
        (self.guild.is_some() && self.is_at_home()).then_some(if is_manager {
            Manager::Yes
        } else {
            Manager::No
        })
    }
}

fn request(origin: &Origin<'_>, ask: Ask) -> Intake {
    let locale = Locale::nearest(origin.locale);
    Intake::Request(Box::new(Request {
        interaction: InteractionId(origin.id),
        token: Token(origin.token.to_owned()),
        by: Player {
            id: PlayerId(origin.user.id.get()),
            name: display_name(
                origin.user,
                origin.member.and_then(|member| member.nick.as_deref()),
            ),
        },
        place: Place { guild: origin.guild.map(GuildId), channel: ChannelId(origin.channel) },
        parent: origin.thread_of(),
        alone: origin.context == Some(InteractionContext::BotDm),
        hidden: origin.is_hidden(),
        manager: origin.manager(),
        message: origin.message.map(MessageId),
        locale,
        public_locale: origin.guild_locale.map_or(locale, Locale::nearest),
        ask,
    }))
}

fn read_command(command: &CommandInteraction) -> Option<Ask> {
    let (data, application) = (&command.data, ApplicationId(command.application_id.get()));
    if data.kind == CommandType::User && data.name == name::CHALLENGE {
        let opponent = match data.target()? {
            ResolvedTarget::User(user, member) => named(user, member, application),
            _ => return None,
        };
        return Some(Ask::Play(Wish { opponent: Some(opponent), ..Wish::default() }));
    }
    let options = data.options();
    Some(match data.name.as_str() {
        name::PLAY => Ask::Play(wish(&options, application)),
        name::DROP => {
            Ask::Drop { column: text_option(&options, name::DROP_COLUMN).unwrap_or_default() }
        }
        name::BOARD if boolean_option(&options, name::BOARD_TEXT) == Some(true) => {
            Ask::BoardInWords
        }
        name::BOARD => Ask::Board,
        name::RESIGN => Ask::Resign,
        name::DRAW => Ask::Offer(OfferKind::Draw),
        name::TAKE_BACK => Ask::Offer(OfferKind::TakeBack),
        name::GAMES => Ask::Games,
        name::LEADERBOARD => Ask::Leaderboard(leaderboard(&options)),
        name::STATS => Ask::Stats {
            player: user_option(&options, name::STATS_PLAYER, application)
                .map(|named| named.player),
            versus: user_option(&options, name::STATS_VERSUS, application)
                .map(|named| named.player),
        },
        name::HISTORY => Ask::History {
            player: user_option(&options, name::HISTORY_PLAYER, application)
                .map(|named| named.player),
        },
        name::REPLAY => {
            Ask::Replay { game: text_option(&options, name::REPLAY_GAME).unwrap_or_default() }
        }
        name::REVIEW => {
            Ask::Review { game: text_option(&options, name::REVIEW_GAME).unwrap_or_default() }
        }
        name::HINT => Ask::Hint,
        name::PRIVACY => Ask::Privacy(privacy(&options)?),
        name::SETTINGS => Ask::Settings,
        name::HELP => Ask::Help,
        _ => return None,
    })
}

fn wish(options: &[ResolvedOption<'_>], application: ApplicationId) -> Wish {
    let text = |name| text_option(options, name);
    Wish {
        opponent: user_option(options, name::PLAY_OPPONENT, application),
        level: text(name::PLAY_LEVEL).and_then(|level| level.parse().ok()),
        shape: text(name::PLAY_BOARD).and_then(|name| Shape::from_name(&name)),
        time_control: text(name::PLAY_CLOCK).and_then(|name| TimeControl::named(&name)),
        theme: text(name::PLAY_THEME).and_then(|name| Theme::named(&name)),
        rated: boolean_option(options, name::PLAY_RATED).unwrap_or(true),
        first: first(text(name::PLAY_FIRST).as_deref()),
    }
}

fn privacy(options: &[ResolvedOption<'_>]) -> Option<PrivacyAsk> {
    let [ResolvedOption { name, value: ResolvedValue::SubCommand(options), .. }] = options else {
        return None;
    };
    Some(match *name {
        name::PRIVACY_ABOUT => PrivacyAsk::About,
        name::PRIVACY_EXPORT => PrivacyAsk::Export,
        name::PRIVACY_DELETE => PrivacyAsk::Delete,
        name::PRIVACY_LISTED => PrivacyAsk::List(boolean_option(options, name::PRIVACY_SHOW)?),
        _ => return None,
    })
}

fn leaderboard(options: &[ResolvedOption<'_>]) -> LeaderboardWish {
    let text = |name| text_option(options, name);
    LeaderboardWish {
        everywhere: text(name::LEADERBOARD_SCOPE).map(|scope| scope == name::SCOPE_EVERYWHERE),
        period: text(name::LEADERBOARD_PERIOD)
            .and_then(|name| Period::named(&name))
            .unwrap_or(Period::AllTime),
        order: None,
        turn: Turn::First,
    }
}

fn boolean_option(options: &[ResolvedOption<'_>], name: &str) -> Option<bool> {
    options.iter().filter(|option| option.name == name).find_map(|option| match option.value {
        ResolvedValue::Boolean(is_set) => Some(is_set),
        _ => None,
    })
}

fn read_component(component: &ComponentInteraction) -> Ask {
    let id = component.data.custom_id.as_str();
    Ask::Press(match &component.data.kind {
        ComponentInteractionDataKind::ChannelSelect { values } if id == custom_id::CHANNELS => {
            return Ask::SetChannels(values.iter().map(|it| ChannelId(it.get())).collect());
        }
        ComponentInteractionDataKind::StringSelect { values } => match values.as_slice() {
            [value] => custom_id::decode_choice(id, value),
            _ => Press::Unknown,
        },
        ComponentInteractionDataKind::Button => custom_id::decode(id),
        _ => Press::Unknown,
    })
}

fn first(choice: Option<&str>) -> First {
    match choice {
        Some(name::FIRST_ME) => First::Challenger,
        Some(name::FIRST_OPPONENT) => First::Opponent,
        _ => First::Random,
    }
}

fn user_option(
    options: &[ResolvedOption<'_>],
    name: &str,
    application: ApplicationId,
) -> Option<Named> {
    options.iter().filter(|option| option.name == name).find_map(|option| match option.value {
        ResolvedValue::User(user, member) => Some(named(user, member, application)),
        _ => None,
    })
}

/// A text option; a number counts as its digits.
fn text_option(options: &[ResolvedOption<'_>], name: &str) -> Option<String> {
    options.iter().filter(|option| option.name == name).find_map(|option| match option.value {
        ResolvedValue::String(text) => Some(text.to_owned()),
        ResolvedValue::Integer(number) => Some(number.to_string()),
        _ => None,
    })
}

/// Somebody who was named. A bot has its application's id.
fn named(user: &User, member: Option<&PartialMember>, application: ApplicationId) -> Named {
    let name = display_name(user, member.and_then(|member| member.nick.as_deref()));
    let kind = match user.bot {
        true if user.id.get() == application.0 => Kind::Fourfall,
        true => Kind::OtherBot,
        false => Kind::Person,
    };
    Named { player: Player { id: PlayerId(user.id.get()), name }, kind }
}

/// The name that Discord shows: the server's nickname, else the display name,
/// else the user name. Without control characters, as PostgreSQL stores no text
/// that holds NUL.
fn display_name(user: &User, nick: Option<&str>) -> String {
    let name = nick.or(user.global_name.as_deref()).unwrap_or(&user.name);
    name.chars().filter(|it| !it.is_control()).collect()
}
