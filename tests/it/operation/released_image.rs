//! An image that `deploy/image` has made, as the archive that `TEST_IMAGE` names, run by buildah
//! as its configuration says.

use std::{ffi::OsStr, process::Stdio};

use serde_json::{Value, json};
use tokio::process::Command;

use super::released_program::play;
use crate::support::{TestBot, free_address, wait_until_async};

#[expect(clippy::disallowed_methods, reason = "only tests read this variable")]
fn archive() -> String {
    std::env::var("TEST_IMAGE").expect("TEST_IMAGE is set")
}

/// Runs buildah, and returns what it writes.
async fn buildah(arguments: &[&str]) -> String {
    let output = command(arguments).output().await.unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn command<T: AsRef<OsStr>>(arguments: &[T]) -> Command {
    let mut command = Command::new("buildah");
    // Which work without a daemon and without privileges.
    command.env("STORAGE_DRIVER", "vfs").env("BUILDAH_ISOLATION", "chroot").args(arguments);
    command.stdin(Stdio::null()).kill_on_drop(true);
    command
}

/// A container of the image.
struct Container {
    name: String,
    config: Value,
}

impl Container {
    async fn new() -> Self {
        let name = buildah(&["from", &format!("docker-archive:{}", archive())]).await;
        let inspected: Value = serde_json::from_str(&buildah(&["inspect", &name]).await).unwrap();
        Self { name, config: inspected["Docker"]["config"].clone() }
    }

    fn texts(&self, pointer: &str) -> Vec<String> {
        let values = self.config.pointer(pointer).unwrap().as_array().unwrap().iter();
        values.map(|value| value.as_str().unwrap().to_owned()).collect()
    }

    /// A command in the container. buildah takes user, folder, volume and environment from the
    /// image.
    fn run(&self, env: &[(&'static str, String)], program: &[String]) -> Command {
        let mut arguments = vec!["run".to_owned()];
        arguments.extend(env.iter().map(|(name, value)| format!("--env={name}={value}")));
        arguments.extend([self.name.clone(), "--".to_owned()]);
        command(&[&arguments, program].concat())
    }
}

/// Sends a signal to all processes of a group.
fn signal_group(leader: u32, signal: &str) {
    let group = format!("-{leader}");
    let sent = std::process::Command::new("kill").args(["-s", signal, "--", &group]).status();
    assert!(sent.unwrap().success());
}

/// Kills the bot in the container if the test fails: buildah would leave it alone.
struct KillOnPanic(u32);

impl Drop for KillOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            signal_group(self.0, "KILL");
        }
    }
}

#[tokio::test]
#[ignore = "needs buildah and an image that was built for a release"]
async fn a_game_is_played_with_a_released_image() {
    let bot = TestBot::builder("image").in_real_time().gateway().on_sqlite().stopped().await;
    let container = Container::new().await;
    assert_eq!(container.config["User"], "65532:65532");
    assert_eq!(container.config["Volumes"], json!({ "/data": {} }));
    // The health check relies on it. Here, another program may use the address.
    assert!(container.texts("/Env").contains(&"OPS_ADDR=127.0.0.1:9090".to_owned()));
    let mut env = bot.env_vars();
    env.retain(|(name, _)| *name != "DATABASE_URL");
    env.push(("OPS_ADDR", free_address().to_string()));

    let entrypoint = container.texts("/Entrypoint");
    let mut running = container.run(&env, &entrypoint).process_group(0).spawn().unwrap();
    let leader = running.id().unwrap();
    let _guard = KillOnPanic(leader);
    bot.wait_ready().await;
    play(&bot).await;

    let check = container.texts("/Healthcheck/Test");
    assert_eq!(check[0], "CMD", "the image has no shell");
    let is_healthy = async || container.run(&env, &check[1..]).status().await.unwrap().success();
    wait_until_async("the health check passes", is_healthy).await;
    signal_group(leader, "TERM");
    running.wait().await.unwrap();
    assert!(!is_healthy().await, "the health check passes without the bot");

    let data_check = ["data", "check"].map(str::to_owned);
    let output = container.run(&[], &[&entrypoint[..], &data_check].concat()).output().await;
    let output = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(output.starts_with("all agree: 2 games"), "{output}");
    buildah(&["rm", &container.name]).await;
    bot.close().await;
}
