//! An image that `deploy/image` has made, as the archive that `TEST_IMAGE` names, run by buildah
//! as its configuration says.

use std::{ffi::OsStr, fs, os::unix::fs::chown, process::Stdio};

use serde_json::Value;
use tempfile::TempDir;
use tokio::process::{Child, Command};

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

/// A container of the image, with a folder of this machine as its volume.
struct Container {
    name: String,
    config: Value,
    data: TempDir,
}

impl Container {
    async fn new() -> Self {
        let name = buildah(&["from", &format!("docker-archive:{}", archive())]).await;
        let config = buildah(&["inspect", "--format", "{{json .Docker.config}}", &name]).await;
        let config: Value = serde_json::from_str(&config).unwrap();
        let data = tempfile::tempdir().unwrap();
        let (user, group) = config["User"].as_str().unwrap().split_once(':').unwrap();
        chown(data.path(), user.parse().ok(), group.parse().ok()).unwrap();
        Self { name, config, data }
    }

    fn texts(&self, key: &str) -> Vec<String> {
        let values = self.config[key].as_array().unwrap().iter();
        values.map(|value| value.as_str().unwrap().to_owned()).collect()
    }

    /// A command in the container. buildah takes user, folder and environment from the image.
    fn run(&self, env: &[(&'static str, String)], program: &[String]) -> Command {
        let mut arguments = vec!["run".to_owned()];
        let volume = self.config["Volumes"].as_object().unwrap().keys().next().unwrap();
        arguments.push(format!("--volume={}:{volume}", self.data.path().display()));
        arguments.extend(env.iter().map(|(name, value)| format!("--env={name}={value}")));
        arguments.extend([self.name.clone(), "--".to_owned()]);
        command(&[&arguments, program].concat())
    }
}

/// Sends SIGTERM to all processes of a group.
async fn terminate_group(leader: &Child) {
    let group = format!("-{}", leader.id().expect("the container is running"));
    let sent = Command::new("kill").args(["-s", "TERM", "--", &group]).status().await.unwrap();
    assert!(sent.success());
}

#[tokio::test]
#[ignore = "needs buildah and an image that was built for a release"]
async fn a_game_is_played_with_a_released_image() {
    let bot = TestBot::builder("image").in_real_time().gateway().on_sqlite().stopped().await;
    let container = Container::new().await;
    assert_eq!(container.config["User"], "65532:65532");
    // The health check relies on it. Here, another program may use the address.
    assert!(container.texts("Env").contains(&"OPS_ADDR=127.0.0.1:9090".to_owned()));
    let ops = free_address();
    let mut env = bot.env_vars();
    env.retain(|(name, _)| *name != "DATABASE_URL");
    env.push(("OPS_ADDR", ops.to_string()));

    let mut running = container.run(&env, &container.texts("Entrypoint"));
    let mut running = running.process_group(0).stderr(Stdio::null()).spawn().unwrap();
    bot.wait_ready().await;
    play(&bot).await;
    let database = container.data.path().join("fourfall.db");
    assert!(fs::metadata(database).unwrap().len() > 0, "the games are in the volume");

    let check = container.config["Healthcheck"]["Test"].as_array().unwrap();
    let check: Vec<_> = check.iter().map(|it| it.as_str().unwrap().to_owned()).collect();
    assert_eq!(check[0], "CMD", "the image has no shell");
    let is_healthy = async || container.run(&env, &check[1..]).status().await.unwrap().success();
    wait_until_async("the health check passes", is_healthy).await;

    terminate_group(&running).await;
    running.wait().await.unwrap();
    assert!(!is_healthy().await, "the health check passes without the bot");
    buildah(&["rm", &container.name]).await;
    bot.close().await;
}
