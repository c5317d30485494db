//! The JSON objects that the bot receives.

use std::collections::BTreeMap;

use clock::Timestamp;
use serde_json::{Map, Value, json};

use crate::{
    interactions::{CommandTarget, Interaction, new_token, webhook_delivery::WebhookEndpoints},
    iso8601::format,
    state::{
        ids::{ChannelId, InteractionId, MessageId, UserId},
        model::{Channel, ChannelLocation, Guild, GuildChannelKind, Installation, Permissions},
        world::{ApplicationSettings, World},
    },
    validation::callback::InteractionKind,
};

/// When every member joined their guilds.
const JOINED_AT: Timestamp = Timestamp::from_milliseconds(1_700_000_000_000);

/// A message's `interaction_metadata`. `original` is the initial response, if the
/// message is a follow-up.
pub(crate) fn metadata(
    world: &World,
    interaction: &Interaction,
    original: Option<MessageId>,
) -> Value {
    let mut metadata = json!({
        "id": interaction.id,
        "type": interaction_type(interaction),
        "user": world.user(interaction.user).to_json(),
        "authorizing_integration_owners": interaction.integration_owners,
    });
    if let Some(command) = &interaction.command {
        metadata["name"] = json!(command);
        metadata["command_type"] = json!(match interaction.target {
            None => 1,
            Some(CommandTarget::User(_)) => 2,
            Some(CommandTarget::Message(_)) => 3,
        });
    }
    if let Some(message) = interaction.message {
        metadata["interacted_message_id"] = json!(message);
    }
    match interaction.target {
        Some(CommandTarget::User(user)) => {
            metadata["target_user"] = world.user(user).to_json();
        }
        Some(CommandTarget::Message(message)) => metadata["target_message_id"] = json!(message),
        None => {}
    }
    if let Some(original) = original {
        metadata["original_response_message_id"] = json!(original);
    }
    metadata
}

/// A PING, which checks an interactions endpoint.
pub(crate) fn ping(world: &mut World, now: Timestamp) -> Value {
    let id = InteractionId::new(world.ids.next(now));
    json!({
        "id": id,
        "application_id": world.bot,
        "type": 1,
        "token": new_token(id),
        "user": world.user(world.added_users[0]).to_json(),
        "version": 1,
    })
}

fn interaction_type(interaction: &Interaction) -> u8 {
    match interaction.kind {
        InteractionKind::Command => 2,
        InteractionKind::Component => 3,
        InteractionKind::Autocomplete => 4,
    }
}

/// The `authorizing_integration_owners` of an interaction in this channel; empty
/// if the application is not installed for it.
pub(crate) fn integration_owners(world: &World, who: UserId, channel: &Channel) -> Value {
    let mut owners = Map::new();
    match channel.location {
        ChannelLocation::Guild { guild, .. } => {
            let guild_data = world.guilds.get(&guild);
            if guild_data.is_some_and(|it| it.installation != Installation::None) {
                owners.insert("0".to_owned(), json!(guild));
            }
        }
        ChannelLocation::BotDm { .. } => {
            owners.insert("0".to_owned(), json!("0"));
        }
        ChannelLocation::PrivateChannel { .. } => {}
    }
    if world.installed_for.contains(&who) {
        owners.insert("1".to_owned(), json!(who));
    }
    Value::Object(owners)
}

/// The `INTERACTION_CREATE` event.
pub(crate) fn interaction_create(world: &World, interaction: &Interaction, data: &Value) -> Value {
    let now = interaction.created_at;
    let channel = world.channel(interaction.channel);
    let mut event = json!({
        "id": interaction.id,
        "application_id": world.bot,
        "type": interaction_type(interaction),
        "token": interaction.token,
        "version": 1,
        "data": data,
        "channel_id": channel.id,
        "channel": partial_channel(world, channel, interaction.user),
        "locale": world.user(interaction.user).locale,
        "app_permissions": world.bot_permissions(channel.id, now).bits().to_string(),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": interaction.integration_owners,
        "context": channel.context(),
        "attachment_size_limit": world.attachment_limit,
    });
    if let Some(guild) = channel.guild() {
        event["guild_id"] = json!(guild);
        let locale = world.guild_of(channel.id).map(|guild| guild.locale.as_str());
        event["guild_locale"] = json!(locale);
        event["guild"] = json!({ "id": guild, "locale": locale, "features": [] });
        let mut member = member(world, interaction.user, channel.id, now);
        member["user"] = world.user(interaction.user).to_json();
        event["member"] = member;
    } else {
        event["user"] = world.user(interaction.user).to_json();
    }
    if let Some(message) = interaction.message.and_then(|id| world.message(channel.id, id)) {
        event["message"] = message.to_json();
    }
    event
}

/// A guild member object of an interaction, without its `user`.
fn member(world: &World, user: UserId, channel: ChannelId, now: Timestamp) -> Value {
    let Some(guild) = world.guild_of(channel) else { return Value::Null };
    let mut member = bare_member(guild, user);
    let permissions = match guild.timed_out_until(user, now) {
        None => world.permissions_of(user, channel),
        Some(_) => Permissions::TIMED_OUT,
    };
    member["permissions"] = json!(permissions.bits().to_string());
    member
}

/// The guild member object of `GET /guilds/{guild}/members/{user}`.
pub(crate) fn guild_member(world: &World, guild: &Guild, user: UserId) -> Value {
    let mut member = bare_member(guild, user);
    member["user"] = world.user(user).to_json();
    member
}

/// A guild member object without its `user` and `permissions`. Its
/// `communication_disabled_until` may be
/// [in the past](https://discord.com/developers/docs/resources/guild#guild-member-object).
fn bare_member(guild: &Guild, user: UserId) -> Value {
    json!({
        "nick": guild.nicknames.get(&user),
        "avatar": null,
        "banner": null,
        "roles": [],
        "joined_at": format(JOINED_AT),
        "premium_since": null,
        "deaf": false,
        "mute": false,
        "flags": 0,
        "pending": false,
        "communication_disabled_until": guild.timeouts.get(&user).copied().map(format),
        "unusual_dm_activity_until": null,
        "avatar_decoration_data": null,
    })
}

/// The `resolved` users of a command or a menu, with those who are members in a guild.
pub(crate) fn resolved_users(
    world: &World,
    users: &[UserId],
    channel: &Channel,
    now: Timestamp,
) -> Value {
    let by_id = |users: &[UserId], json_of: &dyn Fn(UserId) -> Value| -> Value {
        users.iter().map(|user| (user.to_string(), json_of(*user))).collect::<Map<_, _>>().into()
    };
    let mut resolved = json!({ "users": by_id(users, &|user| world.user(user).to_json()) });
    // Of a server without the application, it knows only who uses it there.
    let guild = world.guild_of(channel.id);
    if let Some(guild) = guild.filter(|guild| guild.installation != Installation::None) {
        let members: Vec<_> = users.iter().copied().filter(|it| guild.has_member(*it)).collect();
        // Resolved members have no voice states.
        resolved["members"] = by_id(&members, &|user| {
            let mut member = member(world, user, channel.id, now);
            if let Some(member) = member.as_object_mut() {
                member.remove("deaf");
                member.remove("mute");
            }
            member
        });
    }
    resolved
}

/// The guild object of `GET /guilds/{guild}`.
pub(crate) fn full_guild(guild: &Guild) -> Value {
    json!({
        "id": guild.id,
        "name": guild.name,
        "icon": null,
        "splash": null,
        "discovery_splash": null,
        "owner_id": guild.owner,
        "afk_channel_id": null,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "roles": [{
            "id": guild.id,
            "name": "@everyone",
            "color": 0,
            "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
            "hoist": false,
            "icon": null,
            "unicode_emoji": null,
            "position": 0,
            "permissions": Permissions::MEMBER.bits().to_string(),
            "managed": false,
            "mentionable": false,
            "flags": 0,
        }],
        "emojis": [],
        "features": [],
        "mfa_level": 0,
        "application_id": null,
        "system_channel_id": null,
        "system_channel_flags": 0,
        "rules_channel_id": null,
        "vanity_url_code": null,
        "description": null,
        "banner": null,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": guild.locale,
        "public_updates_channel_id": null,
        "nsfw_level": 0,
        "stickers": [],
        "premium_progress_bar_enabled": false,
        "safety_alerts_channel_id": null,
        "incidents_data": null,
    })
}

/// The `resolved` channels of a menu.
pub(crate) fn resolved_channels(world: &World, channels: &[ChannelId], who: UserId) -> Value {
    let by_id = channels.iter().map(|id| {
        let channel = partial_channel(world, world.channel(*id), who);
        (id.to_string(), channel)
    });
    json!({ "channels": by_id.collect::<Map<_, _>>() })
}

fn partial_channel(world: &World, channel: &Channel, who: UserId) -> Value {
    let mut partial = full_channel(world, channel, who);
    partial["permissions"] = json!(world.permissions_of(who, channel.id).bits().to_string());
    partial
}

/// A channel object as `who` sees it.
pub(crate) fn full_channel(world: &World, channel: &Channel, who: UserId) -> Value {
    let last = world.messages.get(&channel.id).and_then(|all| all.last_key_value());
    let mut full = json!({
        "id": channel.id,
        "type": channel.type_number(),
        "flags": 0,
        "last_message_id": last.map(|(id, _)| *id),
    });
    match &channel.location {
        ChannelLocation::Guild {
            guild,
            kind: GuildChannelKind::Thread { parent, archived, locked },
            ..
        } => {
            full["name"] = json!(channel.name);
            full["guild_id"] = json!(guild);
            full["parent_id"] = json!(parent);
            full["owner_id"] = json!(world.guilds.get(guild).map(|guild| guild.owner));
            full["rate_limit_per_user"] = json!(0);
            full["message_count"] = json!(world.messages.get(&channel.id).map_or(0, BTreeMap::len));
            full["member_count"] = json!(2);
            full["thread_metadata"] = json!({
                "archived": archived,
                "auto_archive_duration": 1440,
                "archive_timestamp": format(JOINED_AT),
                "locked": locked,
            });
        }
        ChannelLocation::Guild { guild, kind, .. } => {
            full["name"] = json!(channel.name);
            if *kind == GuildChannelKind::Voice {
                full["bitrate"] = json!(64_000);
                full["user_limit"] = json!(0);
                full["rtc_region"] = Value::Null;
            } else {
                full["topic"] = json!(channel.topic);
            }
            full["guild_id"] = json!(guild);
            full["parent_id"] = Value::Null;
            full["position"] = json!(0);
            full["nsfw"] = json!(false);
            full["rate_limit_per_user"] = json!(0);
            full["permission_overwrites"] = json!([]);
        }
        ChannelLocation::BotDm { user } => {
            full["recipients"] = json!([world.user(*user).to_json()]);
        }
        ChannelLocation::PrivateChannel { users } => {
            let others = users.iter().filter(|user| **user != who);
            full["recipients"] = others.map(|user| world.user(*user).to_json()).collect();
        }
    }
    full
}

/// The application object of `GET /applications/@me`.
pub(crate) fn application(world: &World, endpoints: &WebhookEndpoints) -> Value {
    let bot = world.user(world.bot);
    let ApplicationSettings { requires_code_grant, guild_install, user_install } =
        world.application;
    let contexts = [("0", guild_install), ("1", user_install)];
    let contexts: Map<_, _> = contexts
        .into_iter()
        .filter(|(_, is_supported)| *is_supported)
        .map(|(context, _)| (context.to_owned(), json!({})))
        .collect();
    json!({
        "id": bot.id,
        "name": bot.name,
        "icon": null,
        "description": "",
        "summary": "",
        "bot_public": true,
        "bot_require_code_grant": requires_code_grant,
        "verify_key": endpoints.public_key(),
        "owner": world.user(world.added_users[0]).to_json(),
        "team": null,
        "flags": 0,
        "bot": bot.to_json(),
        "redirect_uris": [],
        "interactions_endpoint_url": endpoints.first_url(),
        "role_connections_verification_url": null,
        "approximate_guild_count": world.guilds.len(),
        "approximate_user_install_count": world.installed_for.len(),
        "integration_types_config": contexts,
    })
}

/// The READY event of a session.
pub(crate) fn ready(world: &World, session: &str, gateway: &str, shard: [u64; 2]) -> Value {
    let is_in_shard = |guild: u64| (guild >> 22) % shard[1] == shard[0];
    let guilds: Vec<Value> = world
        .guilds
        .values()
        .filter(|guild| guild.installation == Installation::Bot && is_in_shard(guild.id.get()))
        .map(|guild| json!({ "id": guild.id, "unavailable": true }))
        .collect();
    let mut user = world.user(world.bot).to_json();
    user["verified"] = json!(true);
    user["mfa_enabled"] = json!(true);
    user["email"] = Value::Null;
    user["flags"] = json!(0);
    json!({
        "v": 10,
        "user": user,
        "guilds": guilds,
        "private_channels": [],
        "relationships": [],
        "session_id": session,
        "session_type": "normal",
        "resume_gateway_url": gateway,
        "shard": shard,
        "application": { "id": world.bot, "flags": 0 },
        "user_settings": {},
        "presences": [],
        "guild_join_requests": [],
    })
}
