//! Three replicas behind nginx, of which one dies.

use std::{net::SocketAddr, path::Path, process::Stdio, time::Duration};

use tempfile::TempDir;
use tokio::process::{Child, Command};

use super::crowd::Crowd;
use crate::support::{Arcade, PATIENCE, Process, free_address, note, until};

/// The configuration that is shipped, with these addresses in it.
fn configuration(folder: &Path, listen: SocketAddr, replicas: &[SocketAddr]) -> String {
    let shipped = include_str!("../../../deploy/nginx.conf");
    let server = shipped.lines().find(|line| line.contains("server fourfall:8080")).unwrap();
    let servers: Vec<_> = replicas
        .iter()
        .map(|replica| server.replace("fourfall:8080", &replica.to_string()))
        .collect();
    let folder = folder.display();
    let settings = shipped
        .replace(server, &servers.join("\n"))
        .replace("listen 8080;", &format!("listen {listen};"));
    assert!(settings.contains(&listen.to_string()), "the shipped configuration has changed");
    format!("daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\n{settings}")
}

/// A running nginx; nothing if it is not installed, which is said.
fn nginx(listen: SocketAddr, replicas: &[SocketAddr]) -> Option<(Child, TempDir)> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nginx.conf");
    std::fs::write(&file, configuration(folder.path(), listen, replicas)).unwrap();
    let mut command = Command::new("nginx");
    command.arg("-p").arg(folder.path()).arg("-c").arg(&file).stderr(Stdio::null());
    let Ok(child) = command.kill_on_drop(true).spawn() else {
        note("nginx is not installed: replicas are not tried behind it");
        return None;
    };
    Some((child, folder))
}

#[tokio::test]
async fn behind_nginx_one_of_three_replicas_dies_and_nothing_is_lost() {
    let arcade = Arcade::in_real_time("nginx").await;
    let addresses: Vec<SocketAddr> = (0..3).map(|_| free_address()).collect();
    let listen = free_address();
    let Some((mut nginx, _folder)) = nginx(listen, &addresses) else { return };
    let key = arcade.playground.public_key();
    let start = |address: &SocketAddr| {
        let mut settings = arcade.variables();
        settings.retain(|(name, _)| !["DISCORD_PUBLIC_KEY", "INTERACTIONS_ADDR"].contains(name));
        settings.push(("DISCORD_PUBLIC_KEY", key.clone()));
        settings.push(("INTERACTIONS_ADDR", address.to_string()));
        Process::start(&[], settings)
    };
    // The first makes the tables.
    let mut replicas = vec![start(&addresses[0])];
    let endpoint = vec![format!("http://{listen}/interactions")];
    let accepted = async {
        while arcade.playground.set_endpoints(endpoint.clone()).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, accepted).await.expect("nginx passes nothing on");
    replicas.extend(addresses[1..].iter().map(start));

    let mut crowd = Crowd::new(&arcade, 6);
    let shown = crowd.shown();
    let deaths = async {
        for round in 0..6 {
            let enough = shown.get() + 100;
            until("the pairs play on", || shown.get() >= enough).await;
            replicas.remove(0).kill().await;
            let enough = shown.get() + 100;
            until("they play on with two", || shown.get() >= enough).await;
            replicas.push(start(&addresses[round % 3]));
        }
    };
    tokio::select! {
        () = crowd.play() => unreachable!("they play for ever"),
        () = deaths => {}
    }
    let tally = crowd.assert_nothing_lost().await;
    println!("6 deaths, {tally:?}");
    nginx.kill().await.unwrap();
    for replica in replicas {
        replica.kill().await;
    }
    arcade.close_after_refusals().await;
}
