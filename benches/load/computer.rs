//! People who play each other while many play the computer.

use std::{convert::Infallible, time::Duration};

use anyhow::{Context, Result, bail, ensure};
use fake_discord::{ChannelId, MessageId, Playground, UserId};
use futures_util::future::try_join_all;
use serde_json::json;

use crate::{
    cost::Line,
    database::{Database, Kind},
    setup::{Setup, Transport},
    site::Site,
};

/// Games against the computer, at its hard level, all pressed as fast as they
/// answer.
const COMPUTER_GAMES: usize = 1_000;

/// When the memory of the computer's searches is free again, and a while.
const FREED_AFTER: Duration = Duration::from_mins(3);

/// Reports what moves cost beside the computer's searches, and how much memory
/// they leave.
pub(crate) async fn play_beside_the_computer() -> Result<()> {
    let database = Database::filled(Kind::Sqlite, 1_000).await?;
    let setup = Setup { transport: Transport::Gateway, database: Kind::Sqlite };
    let site = Site::open(setup, &database).await?;
    let people = (0..COMPUTER_GAMES).map(|number| {
        let person = site.playground.add_person(&format!("alone-{number}"));
        let channel = site.playground.add_channel(&format!("alone-{number}"));
        alone(&site.playground, person, channel)
    });
    let mut line = Line::new(setup, database.live_games, site.memory()?);
    tokio::select! {
        round = site.play() => line.add(&round?),
        ended = try_join_all(people) => bail!("a game that never ends did: {ended:?}"),
    }
    line.memory_after = site.memory()?;
    println!("beside {COMPUTER_GAMES} games against the computer: {}", line.in_words());
    tokio::time::sleep(FREED_AFTER).await;
    println!("{FREED_AFTER:?} later: {:.1} MiB", site.memory()?);
    site.close().await
}

/// Plays the computer for ever, always in the first column that is open.
async fn alone(playground: &Playground, person: UserId, channel: ChannelId) -> Result<Infallible> {
    let options = json!({ "level": "hard", "first": "me" });
    let begun = playground.command(person, channel, "play", options).await;
    ensure!(begun.error().is_none(), "no game: {begun:?}");
    let mut id = begun.message().id;
    loop {
        let board = playground.message(channel, id).context("the board is gone")?;
        let open = board.buttons().find(|button| !button.disabled);
        let label = open.context("nothing can be pressed")?.shown();
        let answer = playground.press(person, &board, label).await;
        ensure!(!answer.is_ephemeral(), "no move: {answer:?}");
        if answer.is_new() {
            id = answer.message().id;
        }
        until_it_has_moved(playground, channel, id).await?;
    }
}

/// Waits as a person does who looks at the board.
async fn until_it_has_moved(
    playground: &Playground,
    channel: ChannelId,
    id: MessageId,
) -> Result<()> {
    loop {
        let board = playground.message(channel, id).context("the board is gone")?;
        if !board.content.contains("is thinking…") {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
