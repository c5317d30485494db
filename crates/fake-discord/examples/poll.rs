//! A poll bot: `/poll question option_a option_b [option_c]` posts a message
//! with a button for each option, and pressing a button votes for it.
//!
//! `cargo run -p fake-discord --example poll` starts a fake Discord and prints
//! the URL of a page where you can use the bot. With `DISCORD_TOKEN` set, the
//! bot connects to Discord instead, or to the proxy in `DISCORD_PROXY_URL`;
//! `--fake` ignores both.

use std::{
    collections::HashMap,
    fmt::Write as _,
    sync::{Mutex, PoisonError},
};

use fake_discord::{FakeDiscord, Options};
use serenity::{
    all::{
        ButtonStyle, Command, CommandInteraction, CommandOptionType, ComponentInteraction,
        CreateActionRow, CreateAllowedMentions, CreateButton, CreateCommand, CreateCommandOption,
        CreateInteractionResponse, CreateInteractionResponseMessage, GatewayIntents,
        InstallationContext, Interaction, InteractionContext, InteractionId, Ready, ResolvedValue,
        UserId,
    },
    async_trait,
    client::{ClientBuilder, Context, EventHandler},
    http::{Http, HttpBuilder},
};

/// The maximum length of a button's label, in characters.
/// <https://discord.com/developers/docs/components/reference#button>
const MAX_LABEL_LENGTH: usize = 80;

/// The maximum length of a question, in characters. With three options, the
/// message stays below Discord's limit of 2000.
const MAX_QUESTION_LENGTH: u16 = 1000;

#[derive(Debug)]
struct Poll {
    question: String,
    options: Vec<String>,
    /// The index of the option that each user voted for.
    votes: HashMap<UserId, usize>,
}

impl Poll {
    fn new(question: &str, options: &[&str]) -> Result<Self, String> {
        for (option, number) in options.iter().zip(1..) {
            let length = option.chars().count();
            if length > MAX_LABEL_LENGTH {
                return Err(format!(
                    "Option {number} has {length} characters, but a button fits {MAX_LABEL_LENGTH}."
                ));
            }
        }
        Ok(Self {
            question: question.to_owned(),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            votes: HashMap::new(),
        })
    }

    /// Casts or moves a user's vote. Returns whether there is such an option.
    fn vote(&mut self, voter: UserId, option: usize) -> bool {
        let exists = option < self.options.len();
        if exists {
            self.votes.insert(voter, option);
        }
        exists
    }

    fn count(&self, option: usize) -> usize {
        self.votes.values().filter(|&&vote| vote == option).count()
    }

    fn message(&self, id: InteractionId) -> CreateInteractionResponseMessage {
        let mut content = format!("**{}**", self.question);
        let mut buttons = Vec::new();
        for (index, option) in self.options.iter().enumerate() {
            write!(content, "\n{option}: {}", self.count(index))
                .expect("writing to a String cannot fail");
            let button = CreateButton::new(custom_id(id, index)).label(option);
            buttons.push(button.style(ButtonStyle::Secondary));
        }
        CreateInteractionResponseMessage::new()
            .content(content)
            // The question may contain mentions, which should not notify anybody.
            .allowed_mentions(CreateAllowedMentions::new())
            .components(vec![CreateActionRow::Buttons(buttons)])
    }
}

/// A poll's id is that of the `/poll` interaction, which is known before the
/// message is: a press cannot arrive before its poll is stored.
fn custom_id(poll: InteractionId, option: usize) -> String {
    format!("vote:{poll}:{option}")
}

fn parse_custom_id(custom_id: &str) -> Option<(InteractionId, usize)> {
    let (poll, option) = custom_id.strip_prefix("vote:")?.split_once(':')?;
    Some((poll.parse().ok()?, option.parse().ok()?))
}

/// Keeps its polls in memory: they end when the bot stops.
#[derive(Debug, Default)]
pub(crate) struct PollBot {
    polls: Mutex<HashMap<InteractionId, Poll>>,
}

impl PollBot {
    /// Handles `/poll`.
    fn create(&self, command: &CommandInteraction) -> CreateInteractionResponse {
        let mut question = "";
        let mut options = Vec::new();
        for option in command.data.options() {
            match (option.name, option.value) {
                ("question", ResolvedValue::String(text)) => question = text,
                (_, ResolvedValue::String(text)) => options.push(text),
                _ => {}
            }
        }
        match Poll::new(question, &options) {
            Ok(poll) => {
                let message = poll.message(command.id);
                self.polls.lock().unwrap_or_else(PoisonError::into_inner).insert(command.id, poll);
                CreateInteractionResponse::Message(message)
            }
            Err(reason) => ephemeral(reason),
        }
    }

    /// Handles a button press.
    fn vote(&self, press: &ComponentInteraction) -> CreateInteractionResponse {
        let mut polls = self.polls.lock().unwrap_or_else(PoisonError::into_inner);
        let message = parse_custom_id(&press.data.custom_id).and_then(|(id, option)| {
            let poll = polls.get_mut(&id)?;
            poll.vote(press.user.id, option).then(|| poll.message(id))
        });
        match message {
            Some(message) => CreateInteractionResponse::UpdateMessage(message),
            None => ephemeral("This poll has ended."),
        }
    }
}

fn ephemeral(content: impl Into<String>) -> CreateInteractionResponse {
    let message = CreateInteractionResponseMessage::new().content(content).ephemeral(true);
    CreateInteractionResponse::Message(message.allowed_mentions(CreateAllowedMentions::new()))
}

#[async_trait]
impl EventHandler for PollBot {
    async fn ready(&self, ctx: Context, _: Ready) {
        if let Err(error) = Command::set_global_commands(&ctx.http, vec![poll_command()]).await {
            print_error("cannot register the command", &error);
        }
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let result = match interaction {
            Interaction::Command(command) => {
                command.create_response(&ctx.http, self.create(&command)).await
            }
            Interaction::Component(press) => {
                press.create_response(&ctx.http, self.vote(&press)).await
            }
            _ => Ok(()),
        };
        if let Err(error) = result {
            print_error("cannot respond", &error);
        }
    }
}

/// The command is available in servers, in DMs with the bot, and in DMs among
/// people if the user has installed the application.
fn poll_command() -> CreateCommand {
    let option = |name: &str, description: &str| {
        CreateCommandOption::new(CommandOptionType::String, name, description)
    };
    let question = option("question", "What to ask").max_length(MAX_QUESTION_LENGTH);
    CreateCommand::new("poll")
        .description("Asks a question")
        .integration_types(vec![InstallationContext::Guild, InstallationContext::User])
        .contexts(vec![
            InteractionContext::Guild,
            InteractionContext::BotDm,
            InteractionContext::PrivateChannel,
        ])
        .add_option(question.required(true))
        .add_option(option("option_a", "The first answer").required(true))
        .add_option(option("option_b", "The second answer").required(true))
        .add_option(option("option_c", "A third answer"))
}

/// A client for Discord's REST API, or for a fake at the URL `proxy`.
pub(crate) fn http(token: &str, proxy: Option<String>) -> Http {
    let builder = HttpBuilder::new(token);
    match proxy {
        // Serenity leaves rate limits to the proxy.
        Some(url) => builder.proxy(url).ratelimiter_disabled(true).build(),
        None => builder.build(),
    }
}

/// Runs the bot until its gateway connection fails for good.
pub(crate) async fn run(token: &str, proxy: Option<String>) -> serenity::Result<()> {
    ClientBuilder::new_with_http(http(token, proxy), GatewayIntents::empty())
        .event_handler(PollBot::default())
        .await?
        .start()
        .await
}

#[expect(clippy::print_stderr, reason = "the terminal is where the developer looks")]
fn print_error(what: &str, error: &serenity::Error) {
    eprintln!("{what}: {error}");
}

#[expect(clippy::disallowed_methods, reason = "the example has no other configuration")]
fn env(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

#[expect(clippy::print_stdout, reason = "the user opens this URL")]
fn print_url(url: &str) {
    println!("Open {url} and type /poll (Ctrl-C stops the bot)");
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let use_fake = std::env::args().any(|argument| argument == "--fake");
    if let Some(token) = env("DISCORD_TOKEN").filter(|_| !use_fake) {
        run(&token, env("DISCORD_PROXY_URL")).await?;
    } else {
        let options = Options { bot_name: "Poll".to_owned(), ..Options::default() };
        let fake = FakeDiscord::start(options).await?;
        print_url(&fake.url());
        run(fake.token(), Some(fake.url())).await?;
    }
    Ok(())
}
