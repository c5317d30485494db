//! `fourfall setup`: asks for what the bot needs, writes `.env`, registers the commands, and
//! prints the links that add the bot.

mod env_file;
mod questions;

use std::{
    fs,
    io::{self, IsTerminal as _},
    os::unix::process::CommandExt as _,
    path::Path,
    process::Command,
};

use anyhow::{Context, bail};
use secrecy::{ExposeSecret, SecretString};

use self::questions::TransportChoice;
use super::{discord_config, invite, print};
use crate::{
    config::{self, INTERACTIONS, PUBLIC_KEY, SettingError, SettingResults, TOKEN},
    discord::application::{ApplicationClient, ApplicationError, ApplicationInfo},
    doctor::{self, Verdict},
    game::GuildId,
    store,
};

const ENV_FILE: &str = ".env";

/// The settings that are asked for.
const NAMES: [&str; 3] = [TOKEN, PUBLIC_KEY, INTERACTIONS];

const INTRODUCTION: &str = "\
Let's set up your bot. Ctrl-C stops it at any time.

1. Open https://discord.com/developers/applications, choose New Application, and give it
   the name that your bot should have.
2. On its page Bot, choose Reset Token, and copy the token. Keep it to yourself: whoever
   has it controls your bot.
";

/// Whether somebody is there to answer.
pub(super) fn is_possible() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Offers the setup to somebody who starts the bot without settings. If they accept, runs it,
/// and returns only if the bot should not start. Returns `false` if they decline.
pub(super) async fn offer() -> anyhow::Result<bool> {
    print(format_args!("There are no settings yet."));
    let is_accepted = questions::confirm("Set the bot up now?", true)?;
    if is_accepted {
        run().await?;
    }
    Ok(is_accepted)
}

/// Sets the bot up, and starts it if the user wants that.
pub(super) async fn run() -> anyhow::Result<()> {
    if !is_possible() {
        bail!("setup asks questions, so it needs a terminal; or copy .env.example to {ENV_FILE}");
    }
    // Before the file is loaded.
    if let Some(name) = NAMES.into_iter().find(|name| config::is_set(name)) {
        let problem = "is set in the environment, which wins over .env. Unset it first.";
        return Err(SettingError::new(name, problem).into());
    }
    config::load_env_file()?;
    let path = Path::new(ENV_FILE);
    let old_text = fs::read_to_string(path).ok();
    if old_text.is_some() {
        let question =
            "There is a .env here. Replace its token and its connection? The rest stays.";
        if !questions::confirm(question, false)? {
            bail!("stopped; nothing was written");
        }
    }

    print(format_args!("{INTRODUCTION}"));
    let settings = SettingResults::from_environment();
    let proxy = settings.proxy?;
    let (token, client, application) = ask_for_token(proxy).await?;
    print(format_args!("This is the token of {}.\n", application.name));
    for diagnosis in doctor::portal_settings(&application) {
        if let Verdict::Wrong(problem) = diagnosis.verdict {
            print(format_args!("In the portal: {problem}\n"));
        }
    }
    let values = ask_for_transport(&token, &application)?;

    let text = env_file::with_values(
        old_text.as_deref().unwrap_or(env_file::TEMPLATE),
        &values.each_ref().map(|(name, value)| (*name, value.as_deref())),
    );
    env_file::write(path, &text).context(".env cannot be written")?;
    print(format_args!("Wrote .env, which only you can read."));
    let (database, guild) = (settings.database?, settings.development_guild?);
    register(&client, &application, &database, guild).await;
    print(format_args!("\n{}\n", invite::links(application.id)));
    say_what_follows(values[1].1.is_some(), &application);
    // By now everything is written, so stopping means no.
    if questions::confirm("Start the bot now?", true).unwrap_or(false) {
        start()?;
    }
    print(format_args!("Start it with: fourfall"));
    Ok(())
}

/// Asks for the token until Discord knows it.
async fn ask_for_token(
    proxy: Option<String>,
) -> anyhow::Result<(SecretString, ApplicationClient, ApplicationInfo)> {
    loop {
        let token = questions::token()?;
        let client = ApplicationClient::new(discord_config(token.clone(), proxy.clone())?);
        match client.info().await {
            Ok(application) => return Ok((token, client, application)),
            Err(ApplicationError::WrongToken) => {
                print(format_args!(
                    "Discord does not know this token. Choose Reset Token again, and copy the new \
                     one.\n"
                ));
            }
            Err(error) => {
                print(format_args!("{error}."));
                if !questions::confirm("Try again?", true)? {
                    bail!("stopped; nothing was written");
                }
            }
        }
    }
}

/// Asks how Discord reaches the bot. Returns the values of [`NAMES`].
fn ask_for_transport(
    token: &SecretString,
    application: &ApplicationInfo,
) -> anyhow::Result<[(&'static str, Option<String>); 3]> {
    let (key, address) = match questions::transport()? {
        TransportChoice::Gateway => (None, None),
        TransportChoice::Http => {
            let address = questions::listening_address()?.to_string();
            (Some(application.public_key.clone()), Some(address))
        }
    };
    let token = Some(token.expose_secret().to_owned());
    Ok([(TOKEN, token), (PUBLIC_KEY, key), (INTERACTIONS, address)])
}

/// Registers the commands, which the bot does by itself when it starts if this fails.
async fn register(
    client: &ApplicationClient,
    application: &ApplicationInfo,
    database: &SecretString,
    guild: Option<GuildId>,
) {
    let registering = async {
        let store = store::open(database.expose_secret()).await?;
        let result = client.register_commands(&*store, application.id, guild).await;
        store.close().await;
        anyhow::Ok(result?)
    };
    match registering.await {
        Ok(()) => print(format_args!("Registered the commands with Discord.")),
        Err(error) => print(format_args!(
            "The commands are not registered yet: {error:#}. The bot tries again when it starts."
        )),
    }
}

/// What is left to do in the portal.
fn say_what_follows(is_http: bool, application: &ApplicationInfo) {
    match &application.endpoint {
        None if is_http => print(format_args!(
            "Once the bot runs behind HTTPS, enter https://YOUR.DOMAIN/interactions as\n\
             Interactions Endpoint URL on the portal's page General Information.\n"
        )),
        Some(url) if !is_http => print(format_args!(
            "Discord still posts to {url}.\nClear Interactions Endpoint URL on the portal's page \
             General Information.\n"
        )),
        _ => {}
    }
    print(format_args!("Then type /play in any channel.\n"));
}

/// Replaces this process by the bot.
fn start() -> anyhow::Result<()> {
    let program = std::env::current_exe().context("the program does not find itself")?;
    let mut command = Command::new(program);
    command.arg("run");
    for name in NAMES {
        // What the former .env said.
        command.env_remove(name);
    }
    Err(command.exec()).context("the bot cannot be started")
}
