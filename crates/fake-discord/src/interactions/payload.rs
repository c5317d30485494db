//! Discord's JSON of what the bot is told.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::{
    interactions::{Interaction, new_token},
    iso8601::iso,
    state::{
        ids::{ChannelId, InteractionId, MessageId, UserId},
        model::{Channel, GuildChannel, Place},
        world::World,
    },
    validation::callback::Source,
};
use clock::Timestamp;

/// What people may attach without paying.
pub(crate) const ATTACHMENT_LIMIT: usize = 10 * 1024 * 1024;
/// Everybody joined long ago.
const JOINED: Timestamp = Timestamp::from_milliseconds(1_700_000_000_000);

/// Who posted a message by which interaction.
pub(crate) fn metadata(
    world: &World,
    interaction: &Interaction,
    after: Option<MessageId>,
) -> Value {
    let mut metadata = json!({
        "id": interaction.id,
        "type": kind_of(interaction),
        "user": world.user(interaction.who).raw(),
        "authorizing_integration_owners": interaction.owners,
    });
    if let Some(command) = &interaction.command {
        metadata["name"] = json!(command);
        metadata["command_type"] = json!(if interaction.target.is_some() { 2 } else { 1 });
    }
    if let Some(pressed) = interaction.pressed {
        metadata["interacted_message_id"] = json!(pressed);
    }
    if let Some(target) = interaction.target {
        metadata["target_user"] = world.user(target).raw();
    }
    if let Some(original) = after {
        metadata["original_response_message_id"] = json!(original);
    }
    metadata
}

/// What an endpoint must know: the question whether anybody is there.
pub(crate) fn ping(world: &mut World, now: Timestamp) -> Value {
    let id = InteractionId::new(world.source.next(now));
    json!({
        "id": id,
        "application_id": world.bot,
        "type": 1,
        "token": new_token(id),
        "user": world.user(world.people[0]).raw(),
        "version": 1,
    })
}

fn kind_of(interaction: &Interaction) -> u8 {
    match interaction.source {
        Source::Command => 2,
        Source::Component => 3,
        Source::Autocomplete => 4,
    }
}

/// Whose installations let an interaction happen in this place; empty if it
/// can't.
pub(crate) fn owners(world: &World, who: UserId, channel: &Channel) -> Value {
    let mut owners = Map::new();
    match channel.place {
        Place::Guild { guild, .. } => {
            if world.guilds.get(&guild).is_some_and(|guild| guild.has_bot) {
                owners.insert("0".to_owned(), json!(guild));
            }
        }
        Place::WithBot { .. } => {
            owners.insert("0".to_owned(), json!("0"));
        }
        Place::Between { .. } => {}
    }
    if world.installed_for.contains(&who) {
        owners.insert("1".to_owned(), json!(who));
    }
    Value::Object(owners)
}

/// The event that tells the bot of an interaction.
pub(crate) fn interaction_create(world: &World, interaction: &Interaction, data: &Value) -> Value {
    let channel = world.channel(interaction.channel);
    let mut event = json!({
        "id": interaction.id,
        "application_id": world.bot,
        "type": kind_of(interaction),
        "token": interaction.token,
        "version": 1,
        "data": data,
        "channel_id": channel.id,
        "channel": partial_channel(world, channel, interaction.who),
        "locale": world.user(interaction.who).locale,
        "app_permissions": world.bot_permissions(channel.id).bits().to_string(),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": interaction.owners,
        "context": channel.context(),
        "attachment_size_limit": ATTACHMENT_LIMIT,
    });
    if let Some(guild) = channel.guild() {
        event["guild_id"] = json!(guild);
        let locale = world.guild_of(channel.id).map(|guild| guild.locale.as_str());
        event["guild_locale"] = json!(locale);
        event["guild"] = json!({ "id": guild, "locale": locale, "features": [] });
        let mut member = member(world, interaction.who, channel.id);
        member["user"] = world.user(interaction.who).raw();
        event["member"] = member;
    } else {
        event["user"] = world.user(interaction.who).raw();
    }
    if let Some(message) = interaction.pressed.and_then(|id| world.message(channel.id, id)) {
        event["message"] = message.raw();
    }
    event
}

/// A member of a server, without the user.
fn member(world: &World, user: UserId, channel: ChannelId) -> Value {
    json!({
        "nick": world.user(user).nick,
        "avatar": null,
        "banner": null,
        "roles": [],
        "joined_at": iso(JOINED),
        "premium_since": null,
        "deaf": false,
        "mute": false,
        "flags": 0,
        "pending": false,
        "permissions": world.permissions_of(user, channel).bits().to_string(),
        "communication_disabled_until": null,
        "unusual_dm_activity_until": null,
        "avatar_decoration_data": null,
    })
}

/// The users that a command speaks of, and what they are in this server.
pub(crate) fn resolved_users(world: &World, users: &[UserId], channel: &Channel) -> Value {
    let by_id = |json_of: &dyn Fn(UserId) -> Value| -> Value {
        users.iter().map(|user| (user.to_string(), json_of(*user))).collect::<Map<_, _>>().into()
    };
    let mut resolved = json!({ "users": by_id(&|user| world.user(user).raw()) });
    if channel.guild().is_some() {
        // Discord leaves out here what only matters to voice.
        resolved["members"] = by_id(&|user| {
            let mut member = member(world, user, channel.id);
            if let Some(member) = member.as_object_mut() {
                member.remove("deaf");
                member.remove("mute");
            }
            member
        });
    }
    resolved
}

/// The channels that were chosen from a menu.
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

/// A channel as the bot, or `who`, gets it.
pub(crate) fn full_channel(world: &World, channel: &Channel, who: UserId) -> Value {
    let last = world.messages.get(&channel.id).and_then(|all| all.last_key_value());
    let mut full = json!({
        "id": channel.id,
        "type": channel.number(),
        "flags": 0,
        "last_message_id": last.map(|(id, _)| *id),
    });
    match &channel.place {
        Place::Guild { guild, kind: GuildChannel::Thread { parent, archived }, .. } => {
            full["name"] = json!(channel.name);
            full["guild_id"] = json!(guild);
            full["parent_id"] = json!(parent);
            full["owner_id"] = json!(who);
            full["rate_limit_per_user"] = json!(0);
            full["message_count"] = json!(world.messages.get(&channel.id).map_or(0, BTreeMap::len));
            full["member_count"] = json!(2);
            full["thread_metadata"] = json!({
                "archived": archived,
                "auto_archive_duration": 1440,
                "archive_timestamp": iso(JOINED),
                "locked": false,
            });
        }
        Place::Guild { guild, .. } => {
            full["name"] = json!(channel.name);
            full["topic"] = json!(channel.topic);
            full["guild_id"] = json!(guild);
            full["parent_id"] = Value::Null;
            full["position"] = json!(0);
            full["nsfw"] = json!(false);
            full["rate_limit_per_user"] = json!(0);
            full["permission_overwrites"] = json!([]);
        }
        Place::WithBot { person } => {
            full["recipients"] = json!([world.user(*person).raw()]);
        }
        Place::Between { people } => {
            let others = people.iter().filter(|person| **person != who);
            full["recipients"] = others.map(|person| world.user(*person).raw()).collect();
        }
    }
    full
}

/// The application, as it gets itself.
pub(crate) fn application(world: &World) -> Value {
    let bot = world.user(world.bot);
    json!({
        "id": bot.id,
        "name": bot.name,
        "icon": null,
        "description": "",
        "summary": "",
        "bot_public": true,
        "bot_require_code_grant": false,
        "verify_key": "0".repeat(64),
        "owner": world.user(world.people[0]).raw(),
        "team": null,
        "flags": 0,
        "bot": bot.raw(),
        "redirect_uris": [],
        "interactions_endpoint_url": null,
        "role_connections_verification_url": null,
        "approximate_guild_count": world.guilds.len(),
        "approximate_user_install_count": world.installed_for.len(),
        "integration_types_config": { "0": {}, "1": {} },
    })
}

/// What a session gets when it has identified itself.
pub(crate) fn ready(world: &World, session: &str, gateway: &str, shard: [u64; 2]) -> Value {
    let of_shard = |guild: u64| (guild >> 22) % shard[1] == shard[0];
    let guilds: Vec<Value> = world
        .guilds
        .values()
        .filter(|guild| guild.has_bot && of_shard(guild.id.get()))
        .map(|guild| json!({ "id": guild.id, "unavailable": true }))
        .collect();
    let mut user = world.user(world.bot).raw();
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
