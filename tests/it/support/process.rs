use std::{
    ffi::OsStr,
    path::Path,
    process::{ExitStatus, Stdio},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncReadExt},
    process::{Child, Command},
    task::JoinHandle,
};

use super::PATIENCE;

/// The real program.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// What it writes, read as it comes: a full pipe would stop the program.
    written: [JoinHandle<String>; 2],
}

impl Process {
    /// Starts the program with these settings alone.
    pub(crate) fn start<'a>(
        arguments: &[&str],
        settings: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fourfall"));
        Self::spawn(command.args(arguments), settings)
    }

    /// Starts the program through a shell that does something before.
    pub(crate) fn start_after<'a>(
        preparation: &str,
        settings: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Self {
        let script = format!("{preparation}; exec '{}'", env!("CARGO_BIN_EXE_fourfall"));
        Self::spawn(Command::new("sh").args([OsStr::new("-c"), script.as_ref()]), settings)
    }

    /// Starts the program in a folder, with no settings but what is there.
    pub(crate) fn start_in(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fourfall"));
        Self::spawn(command.args(arguments).current_dir(folder), [])
    }

    fn spawn<'a>(
        command: &mut Command,
        settings: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Self {
        if command.as_std().get_current_dir().is_none() {
            // So that no .env of a developer's is read.
            command.current_dir(std::env::temp_dir());
        }
        let mut child = command
            .env_clear()
            .envs(settings)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let written = [
            tokio::spawn(read(child.stdout.take().unwrap())),
            tokio::spawn(read(child.stderr.take().unwrap())),
        ];
        Self { child, written }
    }

    /// Kills it as a power cut would, and waits until it is gone.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }

    /// Asks it to stop, as a service manager does.
    pub(crate) async fn terminate(&self) {
        let id = self.child.id().expect("it runs").to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status().await.unwrap();
        assert!(sent.success());
    }

    /// Waits for its end: its status and everything it wrote.
    pub(crate) async fn end(self) -> (ExitStatus, String) {
        self.end_within(PATIENCE).await
    }

    pub(crate) async fn end_within(mut self, time: Duration) -> (ExitStatus, String) {
        let end = async {
            let [out, err] = self.written;
            let written = out.await.unwrap() + &err.await.unwrap();
            (self.child.wait().await.unwrap(), written)
        };
        tokio::time::timeout(time, end).await.expect("it did not end")
    }
}

async fn read(mut pipe: impl AsyncRead + Unpin) -> String {
    let mut text = String::new();
    pipe.read_to_string(&mut text).await.unwrap();
    text
}
