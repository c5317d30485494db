//! Leaderboards that stay, all due at once.

use std::{
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use anyhow::Result;
use clock::Stopwatch;
use fake_discord::{FakeDiscord, Options};

use crate::{
    bot::Bot,
    database::{Database, DatabaseKind},
};

const LEADERBOARDS: u64 = 3_000;

/// How often each program posts them.
const ROUNDS: usize = 3;

/// Reports how long each program takes to post them, in turns.
pub(crate) async fn compare_standing(programs: &[PathBuf]) -> Result<()> {
    for _ in 0..ROUNDS {
        for program in programs {
            let (time, cpu) = post_all(program).await?;
            println!(
                "{LEADERBOARDS} leaderboards: {time:.1?}, CPU {cpu:.1?}, {}",
                program.display()
            );
        }
    }
    Ok(())
}

/// From the first post to the last one.
async fn post_all(program: &Path) -> Result<(Duration, Duration)> {
    let database = Database::empty(DatabaseKind::Sqlite, "").await?;
    let options = Options { rate_limits: false, reuse_connections: true, ..Options::default() };
    let discord = FakeDiscord::start(options).await?;
    let mut bot = Bot::start(program, &discord, &database.address, false).await?;
    discord.bot_ready().await;
    let now = SystemTime::UNIX_EPOCH.elapsed()?.as_millis();
    let (mut rows, mut channels) = (Vec::new(), Vec::new());
    for number in 0..LEADERBOARDS {
        let guild = discord.add_guild(&format!("server-{number}"));
        let channel = discord.add_channel_in(guild, &format!("channel-{number}"));
        channels.push(channel);
        rows.push(format!(
            "({channel}, 'leaderboard', {guild}, 'all time', 'wins', 600000, 0, {now}, 'on', 0, \
             'en-US')"
        ));
    }
    let insert = format!(
        "INSERT INTO standing_message (channel_id, kind, guild_id, period, sort_by, pause, \
         rests_until, due_at, state, refusals, guild_locale) VALUES {}",
        rows.join(", ")
    );
    database.execute(&insert).await?;
    let mut begun = None;
    for channel in channels {
        while discord.messages(channel).is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        if begun.is_none() {
            begun = Some((Stopwatch::start(), bot.cpu()?));
        }
    }
    let (stopwatch, cpu) = begun.unwrap_or((Stopwatch::start(), Duration::ZERO));
    let cost = (stopwatch.elapsed(), bot.cpu()?.saturating_sub(cpu));
    bot.stop().await?;
    discord.stop().await;
    Ok(cost)
}
