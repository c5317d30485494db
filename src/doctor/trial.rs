//! `fourfall doctor --try`: tries on Discord itself, in a channel of the owner's, what the bot does
//! there by itself, says of each thing what Discord said, and removes it again.

use super::{DISCORD, Diagnosis, Subject};
use crate::{
    app,
    config::{SettingError, SettingResults},
    discord::{
        application::ApplicationError,
        channel_messages::{
            CHANNEL_WITHOUT_TEXT, MISSING_ACCESS, MISSING_PERMISSIONS, UNKNOWN_CHANNEL,
        },
        trial::Trial,
    },
    errors,
    game::ChannelId,
};

const CHANNEL: Subject = Subject("channel");
const BOARD: Subject = Subject("board");
const TILES: Subject = Subject("tiles");
const THREAD: Subject = Subject("thread");
const EDIT: Subject = Subject("edit");
const CLEAN_UP: Subject = Subject("clean-up");

/// Tries in a channel what the bot does there by itself, and removes it again.
pub async fn try_out(
    settings: &Result<SettingResults, SettingError>,
    channel: ChannelId,
) -> Vec<Diagnosis> {
    let Ok(SettingResults { token: Ok(token), proxy: Ok(proxy), .. }) = settings else {
        return vec![CHANNEL.unchecked("correct the settings first")];
    };
    let client = match app::application_client(token, proxy.clone()) {
        Ok(client) => client,
        Err(error) => return vec![DISCORD.wrong(errors::with_causes(&*error))],
    };
    let application = match client.info().await {
        Ok(info) => info.id(),
        Err(error) => return vec![CHANNEL.unchecked(error.to_string())],
    };
    let mut found = Vec::new();
    let trial = Trial { client: &client, application, channel };
    if let Err(refused) = try_channel(trial, &mut found).await {
        found.extend([refused, Subject("the rest").unchecked("the trial ended early")]);
    }
    found
}

/// Adds what is found. Returns what keeps the rest from being tried.
async fn try_channel(trial: Trial<'_>, found: &mut Vec<Diagnosis>) -> Result<(), Diagnosis> {
    let wrong =
        |subject: Subject| move |error| subject.wrong(format!("{error}. {}", remedy(&error)));
    let channel = trial.channel().await.map_err(wrong(CHANNEL))?;
    found.push(CHANNEL.fine(format!("the bot sees {}", channel.name())));
    let board = trial.post_board().await.map_err(wrong(BOARD))?;
    found.push(BOARD.fine("posted"));
    found.push(match board.has_tiles {
        Some(true) => TILES.fine("the board shows them"),
        Some(false) => TILES.wrong("Discord does not show them. Start the bot, and try again."),
        None => TILES.unchecked("not all are uploaded yet, which the bot does when it starts"),
    });
    found.push(if channel.is_thread() {
        THREAD.fine("the board is in one")
    } else {
        THREAD.unchecked("this channel is none; try with the id of one as well")
    });
    let edited = trial.edit(&board).await;
    found.push(edited.map_or_else(wrong(EDIT), |()| EDIT.fine("the board was edited")));
    trial.delete(&board).await.map_err(|error| {
        CLEAN_UP.wrong(format!("{error}. Delete the bot's message in the channel."))
    })?;
    found.push(CLEAN_UP.fine("what was posted is deleted"));
    Ok(())
}

/// What the owner can do about an error.
fn remedy(error: &ApplicationError) -> &'static str {
    match error {
        ApplicationError::Refused { code: Some(UNKNOWN_CHANNEL), .. } => {
            "Copy the id of a channel: with Developer Mode on (Settings, Advanced), right-click it."
        }
        ApplicationError::Refused { code: Some(MISSING_ACCESS), .. } => {
            "Add the bot to that server as a member (fourfall invite), and let it View Channel."
        }
        ApplicationError::Refused { code: Some(MISSING_PERMISSIONS), .. } => {
            "Let the bot Send Messages in that channel, or Send Messages in Threads."
        }
        ApplicationError::Refused { code: Some(CHANNEL_WITHOUT_TEXT), .. } => {
            "Choose a text channel, or a thread of this one."
        }
        ApplicationError::Refused { .. } | ApplicationError::WrongToken => "",
        ApplicationError::RateLimited(_) | ApplicationError::Unreachable(_) => {
            "Try again later; discordstatus.com tells about outages. If a message of the bot's is \
             in the channel, delete it."
        }
    }
}
