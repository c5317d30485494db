//! Games between users while many others play the computer.

use std::{convert::Infallible, path::Path, time::Duration};

use anyhow::{Context, Result, bail, ensure};
use fake_discord::{ChannelId, FakeDiscord, MessageId, UserId};
use futures_util::future::try_join_all;
use serde_json::json;

use crate::{
    cost::Measurement,
    database::{Database, DatabaseKind},
    deployment::Deployment,
    scenario::{Scenario, Transport},
};

/// Games against the computer at level hard, each played as fast as the bot responds.
const COMPUTER_GAMES: usize = 1_000;

/// Longer than the bot keeps the memory of idle searches.
const FREED_AFTER: Duration = Duration::from_mins(3);

/// Reports the cost of moves while the computer searches, and the memory afterwards.
pub(crate) async fn play_beside_the_computer() -> Result<()> {
    let database = Database::filled(DatabaseKind::Sqlite, 1_000).await?;
    let scenario = Scenario { transport: Transport::Gateway, database: DatabaseKind::Sqlite };
    let deployment =
        Deployment::open(scenario, Path::new(env!("CARGO_BIN_EXE_fourfall")), &database).await?;
    let people = (0..COMPUTER_GAMES).map(|number| {
        let person = deployment.discord.add_user(&format!("alone-{number}"));
        let channel = deployment.discord.add_channel(&format!("alone-{number}"));
        play_forever(&deployment.discord, person, channel)
    });
    let mut measurement = Measurement::new(scenario, database.live_games, deployment.memory()?);
    tokio::select! {
        round = deployment.play(&database) => measurement.add(round?),
        ended = try_join_all(people) => bail!("an endless game ended: {ended:?}"),
    }
    measurement.memory_after = deployment.memory()?;
    println!("beside {COMPUTER_GAMES} games against the computer: {}", measurement.summary());
    tokio::time::sleep(FREED_AFTER).await;
    println!("{FREED_AFTER:?} later: {:.1} MiB", deployment.memory()?);
    deployment.close().await
}

/// Plays against the computer forever, always in the first open column.
async fn play_forever(
    discord: &FakeDiscord,
    person: UserId,
    channel: ChannelId,
) -> Result<Infallible> {
    let options = json!({ "level": "hard", "first": "me" });
    let response = discord.command(person, channel, "play", options).await;
    ensure!(response.error().is_none(), "no game: {response:?}");
    let mut id = response.message().id;
    loop {
        let board = discord.message(channel, id).context("the board is gone")?;
        let open = board.buttons().find(|button| !button.disabled);
        let label = open.context("no enabled button")?.display_text();
        let response = discord.press(person, &board, label).await;
        ensure!(!response.is_ephemeral(), "no move: {response:?}");
        if response.is_new() {
            id = response.message().id;
        }
        wait_for_computer_move(discord, channel, id).await?;
    }
}

/// Polls the board until the computer has moved.
async fn wait_for_computer_move(
    discord: &FakeDiscord,
    channel: ChannelId,
    id: MessageId,
) -> Result<()> {
    loop {
        let board = discord.message(channel, id).context("the board is gone")?;
        if !board.content.contains("is thinking…") {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
