//! Three replicas behind nginx, one of which is killed.

use std::{net::SocketAddr, path::Path, process::Stdio};

use tempfile::TempDir;
use tokio::process::{Child, Command};

use super::{REFUSED_RESPONSE, crowd::Crowd};
use crate::support::{
    Process, TestBot, free_address, print_note, random, wait_until, wait_until_async,
};

/// The shipped nginx configuration, with these fixed addresses instead of a name.
fn nginx_config(folder: &Path, listen: SocketAddr, replicas: &[SocketAddr]) -> String {
    let shipped = include_str!("../../../deploy/nginx.conf");
    let server = shipped.lines().find(|line| line.contains("server fourfall:8080")).unwrap();
    let servers: Vec<_> = replicas
        .iter()
        .map(|replica| server.replace("fourfall:8080 resolve", &replica.to_string()))
        .collect();
    let folder = folder.display();
    let settings = shipped
        .replace(server, &servers.join("\n"))
        .replace("listen 8080;", &format!("listen {listen};"));
    let is_adapted = settings.contains(&listen.to_string()) && !settings.contains(":8080 ");
    assert!(is_adapted, "the shipped configuration has changed");
    // One process, so that none is left when it is killed.
    let process = "daemon off;\nmaster_process off;";
    format!("{process}\npid {folder}/pid;\nerror_log {folder}/error.log;\n{settings}")
}

/// Starts nginx. Prints a note and returns `None` if it is not installed.
fn start_nginx(listen: SocketAddr, replicas: &[SocketAddr]) -> Option<(Child, TempDir)> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nginx.conf");
    std::fs::write(&file, nginx_config(folder.path(), listen, replicas)).unwrap();
    let mut command = Command::new("nginx");
    command.arg("-p").arg(folder.path()).arg("-c").arg(&file);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(child) = command.kill_on_drop(true).spawn() else {
        print_note("nginx is not installed: skipping the test of replicas behind it");
        return None;
    };
    Some((child, folder))
}

#[tokio::test]
async fn killing_one_of_three_replicas_behind_nginx_loses_nothing() {
    let addresses: Vec<SocketAddr> = (0..3).map(|_| free_address()).collect();
    let listen = free_address();
    let Some((mut nginx, _folder)) = start_nginx(listen, &addresses) else { return };
    let bot = TestBot::builder("nginx").in_real_time().stopped().await;
    let key = bot.discord.public_key();
    let start = |address: &SocketAddr| {
        let mut settings = bot.env_vars();
        settings.retain(|(name, _)| !["DISCORD_PUBLIC_KEY", "INTERACTIONS_ADDR"].contains(name));
        settings.push(("DISCORD_PUBLIC_KEY", key.clone()));
        settings.push(("INTERACTIONS_ADDR", address.to_string()));
        Process::start(&[], settings)
    };
    // The first creates the tables.
    let mut replicas = vec![start(&addresses[0])];
    let endpoint = vec![format!("http://{listen}/interactions")];
    let accepted = async || bot.discord.set_endpoints(endpoint.clone()).await.is_ok();
    wait_until_async("nginx forwards requests", accepted).await;
    replicas.extend(addresses[1..].iter().map(start));

    let mut crowd = Crowd::new(&bot, 6, &mut random());
    let shown = crowd.shown();
    let kills = async {
        for round in 0..6 {
            let target = shown.get() + 100;
            wait_until("the pairs keep playing", || shown.get() >= target).await;
            replicas.remove(0).kill().await;
            let target = shown.get() + 100;
            wait_until("the pairs keep playing with two replicas", || shown.get() >= target).await;
            replicas.push(start(&addresses[round % 3]));
        }
    };
    tokio::select! {
        () = crowd.play() => unreachable!("pairs play forever"),
        () = kills => {}
    }
    let tally = crowd.assert_nothing_lost().await;
    println!("6 kills, {tally:?}");
    nginx.kill().await.unwrap();
    for replica in replicas {
        replica.kill().await;
    }
    bot.close_allowing(&REFUSED_RESPONSE).await;
}
