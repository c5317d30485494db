//! `fourfall doctor --try`: tries on Discord itself, in a channel of the owner's, what the bot does
//! there, says of each thing what Discord said, and removes it all again.

use std::{fmt::Display, time::Duration};

use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::{DISCORD, Diagnosis, Subject};
use crate::{
    app,
    config::{SettingError, SettingResults, TransportSettings},
    discord::{
        application::ApplicationError,
        channel_messages::{
            CHANNEL_WITHOUT_TEXT, MISSING_ACCESS, MISSING_PERMISSIONS, UNKNOWN_CHANNEL,
        },
        interaction_client::ALREADY_ACKNOWLEDGED,
        trial::{BUTTON, PressListener, Trial},
    },
    errors,
    features::InteractionRef,
    game::{ChannelId, GuildId},
};

const CHANNEL: Subject = Subject("channel");
const BOARD: Subject = Subject("board");
const TILES: Subject = Subject("tiles");
const THREAD: Subject = Subject("thread");
const GATEWAY: Subject = Subject("gateway");
const EDIT: Subject = Subject("edit");
const PRESS: Subject = Subject("press");
const ANSWER: Subject = Subject("answer");
const FILE: Subject = Subject("file");
const TOKEN: Subject = Subject("token");
const COMMANDS: Subject = Subject("commands");
const CLEAN_UP: Subject = Subject("clean-up");

/// How long the owner has to press the button.
const PRESS_TIMEOUT: Duration = Duration::from_mins(2);

/// Says what was found, as soon as it is.
struct Report<Say> {
    say: Say,
    stopping: CancellationToken,
    found: Vec<Diagnosis>,
}

/// The trial cannot go on: Discord has refused what the rest needs, or it is to stop.
struct Ended;

impl<Say: Fn(&dyn Display)> Report<Say> {
    fn add(&mut self, diagnosis: Diagnosis) {
        (self.say)(&diagnosis);
        self.found.push(diagnosis);
    }

    /// Everything that was found, with what keeps more from being tried.
    fn ended_by(mut self, diagnosis: Diagnosis) -> Vec<Diagnosis> {
        self.add(diagnosis);
        self.found
    }

    /// Adds what came of a step.
    fn note<T>(
        &mut self,
        subject: Subject,
        result: Result<T, ApplicationError>,
        seen: impl FnOnce(&T) -> String,
    ) -> Result<T, Ended> {
        match result {
            Ok(value) => {
                self.add(subject.fine(seen(&value)));
                if self.stopping.is_cancelled() { Err(Ended) } else { Ok(value) }
            }
            Err(error) => {
                self.add(subject.wrong(format!("{error}. {}", remedy(&error))));
                Err(Ended)
            }
        }
    }

    /// Tries everything in a channel. Whether presses come by the gateway decides whether the
    /// owner is asked for one.
    async fn try_channel(&mut self, trial: &mut Trial<'_>, by_gateway: bool) -> Result<(), Ended> {
        let channel =
            self.note(CHANNEL, trial.channel().await, |it| format!("the bot sees {}", it.name()))?;
        let board = self.note(BOARD, trial.post_board().await, |_| "posted".to_owned())?;
        self.add(match board.has_tiles {
            Some(true) => TILES.fine("the board shows them"),
            Some(false) => TILES.wrong("Discord does not show them. Start the bot, and try again."),
            None => TILES.unchecked("not all are uploaded yet, which the bot does when it starts"),
        });
        self.add(if channel.is_thread() {
            THREAD.fine("the board is in one")
        } else {
            THREAD.unchecked("this channel is none; try with the id of one as well")
        });
        let mut presses = None;
        if by_gateway {
            let listening = trial.listen(channel.guild()).await;
            presses = Some(self.note(GATEWAY, listening, |_| "connected".to_owned())?);
        }
        let edited = trial.edit(&board, presses.is_some()).await;
        self.note(EDIT, edited, |()| "the board was edited".to_owned())?;
        let Some(mut presses) = presses else {
            self.add(PRESS.unchecked(
                "Discord posts presses to the bot's endpoint; play a game there to see them answered",
            ));
            return Ok(());
        };
        let press = self.wait_for_press(&mut presses, channel.name()).await;
        presses.close().await;
        if let Some(press) = press? {
            self.answer(trial, &press).await?;
        }
        Ok(())
    }

    /// `None` if nobody presses the button in time.
    async fn wait_for_press(
        &mut self,
        presses: &mut PressListener,
        channel: &str,
    ) -> Result<Option<InteractionRef>, Ended> {
        let minutes = PRESS_TIMEOUT.as_secs() / 60;
        (self.say)(&format_args!(
            "\nPress the button \u{201c}{BUTTON}\u{201d} in {channel} within {minutes} minutes \
             (Ctrl-C stops and cleans up).\n"
        ));
        let waiting = timeout(PRESS_TIMEOUT, presses.press());
        match self.stopping.clone().run_until_cancelled(waiting).await {
            Some(Ok(press)) => self.note(PRESS, press, |_| "it has arrived".to_owned()).map(Some),
            Some(Err(_)) => {
                let reason = "nobody pressed the button, so files and edits by its token were not \
                              tried either";
                self.add(PRESS.unchecked(reason));
                Ok(None)
            }
            None => Err(Ended),
        }
    }

    /// Tries what a press lets the bot do.
    async fn answer(&mut self, trial: &mut Trial<'_>, press: &InteractionRef) -> Result<(), Ended> {
        let answered = trial.answer(press).await;
        self.note(ANSWER, answered, |()| "the press was answered".to_owned())?;
        let sent = trial.send_file(press).await;
        let follow_up = self.note(FILE, sent, |_| "followed with a picture".to_owned())?;
        let edited = trial.edit_by_token(press, follow_up).await;
        self.note(TOKEN, edited, |()| "the press's token edits both".to_owned())?;
        let deleted = trial.delete_by_token(press, follow_up).await;
        self.note(TOKEN, deleted, |()| "the press's token deletes".to_owned())?;
        Ok(())
    }

    async fn try_commands(&mut self, trial: &Trial<'_>, guild: Option<GuildId>) {
        let registered = trial.register_again(guild).await;
        self.add(match registered {
            Ok((count, different)) if different.is_empty() => {
                COMMANDS.fine(format!("{count} were registered again, as they were"))
            }
            Ok((_, different)) => COMMANDS.wrong(format!(
                "Discord changed some as they were registered again: {}. Start the bot.",
                different.join(", ")
            )),
            Err(error) => COMMANDS.wrong(format!("{error}. {}", remedy(&error))),
        });
    }

    async fn clean_up(&mut self, trial: &mut Trial<'_>) {
        let unanswered = (trial.unanswered > 0).then(|| {
            format!(
                "Discord did not say whether {} of the bot's messages in the channel was posted; \
                 delete it there if it was",
                trial.unanswered
            )
        });
        self.add(match (trial.remove().await, unanswered) {
            (Ok(()), None) => CLEAN_UP.fine("what was posted is deleted"),
            (Ok(()), Some(unanswered)) => CLEAN_UP.unchecked(unanswered),
            (Err(error), unanswered) => CLEAN_UP.wrong(format!(
                "{error}. Delete what is left of it in the channel: {} of the bot's messages.{}",
                trial.remaining(),
                unanswered.map_or_else(String::new, |it| format!(" {it}."))
            )),
        });
    }
}

/// Tries in a channel what the bot does there, until `stopping`, and removes it again. `say` gets
/// each line at once.
pub async fn try_out(
    settings: &Result<SettingResults, SettingError>,
    channel: ChannelId,
    stopping: CancellationToken,
    say: impl Fn(&dyn Display),
) -> Vec<Diagnosis> {
    let mut report = Report { say, stopping, found: Vec::new() };
    let Ok(SettingResults {
        token: Ok(token),
        proxy: Ok(proxy),
        development_guild: Ok(guild),
        transport: Ok(transport),
        ..
    }) = settings
    else {
        return report.ended_by(CHANNEL.unchecked("correct the settings first"));
    };
    let client = match app::application_client(token, proxy.clone()) {
        Ok(client) => client,
        Err(error) => return report.ended_by(DISCORD.wrong(errors::with_causes(&*error))),
    };
    let application = match client.info().await {
        Ok(info) => info.id(),
        Err(error) => return report.ended_by(CHANNEL.unchecked(error.to_string())),
    };
    let mut trial = Trial::new(&client, application, channel);
    let by_gateway = *transport == TransportSettings::Gateway;
    if report.try_channel(&mut trial, by_gateway).await.is_err() {
        report.add(Subject("the rest").unchecked("the trial ended early"));
    }
    if !report.stopping.is_cancelled() {
        report.try_commands(&trial, *guild).await;
    }
    report.clean_up(&mut trial).await;
    report.found
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
        ApplicationError::Refused { code: Some(ALREADY_ACKNOWLEDGED), .. } => {
            "Another process has answered: stop the bot while this is tried."
        }
        ApplicationError::Refused { .. } | ApplicationError::WrongToken => "",
        ApplicationError::RateLimited(_) | ApplicationError::Unreachable(_) => {
            "Try again later; discordstatus.com tells about outages."
        }
    }
}
