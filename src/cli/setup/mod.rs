//! `fourfall setup`: asks for what the bot needs, writes `.env`, registers the commands, and
//! prints the links that add the bot.

mod env_file;
mod questions;

use std::{
    fs,
    io::{self, ErrorKind, IsTerminal as _},
    net::SocketAddr,
    os::unix::process::CommandExt as _,
    path::Path,
    process::Command,
};

use anyhow::{Context, anyhow, bail};
use inquire::InquireError;
use secrecy::{ExposeSecret, SecretString};

use super::output::{print, print_links};
use crate::{
    app,
    config::{
        self, DISCORD_PUBLIC_KEY, DISCORD_TOKEN, INTERACTIONS_ADDR, SettingError, SettingResults,
        TransportSettings,
    },
    discord::application::{ApplicationClient, ApplicationError, ApplicationInfo},
    doctor::{self, Verdict},
    game::GuildId,
};

const ENV_FILE: &str = ".env";

/// The settings that are asked for.
const ASKED: [&str; 3] = [DISCORD_TOKEN, DISCORD_PUBLIC_KEY, INTERACTIONS_ADDR];

const INTRODUCTION: &str = "\
Let's set up your bot. Ctrl-C stops it at any time.

1. Open https://discord.com/developers/applications, choose New
   Application, and give it the name that your bot should have.
2. On its page Bot, choose Reset Token, and copy the token. Keep it to
   yourself: whoever has it controls your bot.
";

/// What the user has answered, and what it leads to.
struct Answers {
    token: SecretString,
    /// Where the bot listens. `None` if interactions come by the gateway.
    address: Option<SocketAddr>,
    client: ApplicationClient,
    application: ApplicationInfo,
}

/// Whether somebody is there to answer.
pub(super) fn is_possible() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Offers the setup to somebody who starts the bot without settings. Returns whether they have
/// accepted.
pub(super) fn offer() -> Result<bool, InquireError> {
    print("There is no token, neither in DISCORD_TOKEN nor in a file .env here.");
    questions::confirm("Set the bot up now?", true)
}

/// Sets the bot up, and starts it if the user wants that.
pub(super) async fn run() -> anyhow::Result<()> {
    if !is_possible() {
        bail!("setup asks questions, so it needs a terminal; or copy .env.example to {ENV_FILE}");
    }
    if let Some(name) = ASKED.into_iter().find(|name| config::is_set(name)) {
        let problem = "is set in the environment, which wins over .env. Unset it first.";
        return Err(SettingError::new(name, problem).into());
    }
    let path = Path::new(ENV_FILE);
    let settings = SettingResults::read()?;
    settings.database?;
    let proxy = settings.proxy?;
    let guild = settings.development_guild?;
    let old_text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => env_file::TEMPLATE.to_owned(),
        read => read.context(".env cannot be read")?,
    };
    env_file::check_writable(path).context("this folder cannot be written")?;

    let is_configured =
        settings.token.is_ok() || settings.transport != Ok(TransportSettings::Gateway);
    let answers = ask(is_configured, proxy).await.context("nothing was written")?;
    let Answers { token, address, client, application } = &answers;
    let values = [
        (DISCORD_TOKEN, Some(token.expose_secret().to_owned())),
        (DISCORD_PUBLIC_KEY, address.map(|_| application.public_key())),
        (INTERACTIONS_ADDR, address.map(|it| it.to_string())),
    ];
    let values = values.each_ref().map(|(name, value)| (*name, value.as_deref()));
    let text = env_file::with_values(&old_text, &values).map_err(|name| {
        anyhow!("nothing was written: change the lines with {name} in .env by hand")
    })?;
    env_file::write(path, &text).context(".env cannot be written")?;
    print("Wrote .env in this folder; only you can read it.");

    let is_registered = register(client, application, guild).await;
    print("");
    print_links(application);
    print_portal_steps(&answers);
    if is_registered {
        print("\nThen type /play in any channel.\n");
    }
    match questions::confirm("Start the bot now?", true) {
        Ok(true) => start(),
        Ok(false) | Err(InquireError::OperationCanceled | InquireError::OperationInterrupted) => {
            print("To start it, run the program here, without \u{201c}setup\u{201d}.");
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}

/// Asks all questions before anything is written.
async fn ask(replaces_settings: bool, proxy: Option<String>) -> anyhow::Result<Answers> {
    let question = "There is a .env here. Replace its token, and how Discord reaches the bot?";
    if replaces_settings && !questions::confirm(question, false)? {
        return Err(InquireError::OperationCanceled.into());
    }
    print(INTRODUCTION);
    let mut answers = ask_for_token(proxy).await?;
    print(format_args!("This is the token of {}.\n", answers.application.name()));
    for diagnosis in doctor::examine_portal(&answers.application) {
        if let Verdict::Wrong(problem) = diagnosis.verdict {
            print(format_args!("In the portal: {problem}\n"));
        }
    }
    if questions::is_http()? {
        // It becomes a line of the file.
        config::public_key(&answers.application.public_key())
            .context("Discord gives no valid key")?;
        answers.address = Some(questions::listening_address()?);
    }
    Ok(answers)
}

/// Asks for the token until Discord knows it.
async fn ask_for_token(proxy: Option<String>) -> anyhow::Result<Answers> {
    loop {
        let token = match questions::parse_token(&questions::token()?) {
            Ok(token) => token,
            Err(problem) => {
                print(format_args!("{problem}\n"));
                continue;
            }
        };
        let client = app::application_client(&token, proxy.clone())?;
        match client.info().await {
            Ok(application) => return Ok(Answers { token, address: None, client, application }),
            Err(ApplicationError::WrongToken) => {
                print("Discord does not know this token.");
                print(format_args!("{}\n", questions::token_hint(&token)));
            }
            Err(error) => {
                print(format_args!("{error}."));
                if !questions::confirm("Try again?", true)? {
                    return Err(InquireError::OperationCanceled.into());
                }
            }
        }
    }
}

/// Registers the commands, which the bot does by itself when it starts if this fails. Returns
/// whether it succeeded.
async fn register(
    client: &ApplicationClient,
    application: &ApplicationInfo,
    guild: Option<GuildId>,
) -> bool {
    match client.register_commands(application.id(), guild).await {
        Ok(()) => {
            print("Registered the commands with Discord.");
            true
        }
        Err(error) => {
            print(format_args!("The commands are not registered yet: {error}."));
            print("The bot tries again when it starts.");
            false
        }
    }
}

/// Prints what is left to do in the portal.
fn print_portal_steps(answers: &Answers) {
    let page = "the portal's page General Information";
    match (answers.address, answers.application.endpoint()) {
        (Some(_), None) => print(format_args!(
            "\nOnce the bot runs behind HTTPS, enter https://YOUR.DOMAIN/interactions as\n\
             Interactions Endpoint URL on {page}."
        )),
        (None, Some(url)) => print(format_args!(
            "\nDiscord still posts to {url}.\nClear Interactions Endpoint URL on {page}."
        )),
        _ => {}
    }
}

/// Replaces this process by the bot.
fn start() -> anyhow::Result<()> {
    let program = std::env::current_exe().context("the program does not find itself")?;
    Err(Command::new(program).arg("run").exec()).context("the bot cannot be started")
}
