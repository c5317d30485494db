//! The program at a terminal.

use std::{
    fs::{File, OpenOptions},
    io::{Read as _, Write as _},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex},
    thread::{self, JoinHandle},
};

use rustix::{
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Winsize, tcsetwinsize},
};

use super::{process::program, wait_until};

/// The `fourfall` program at a terminal that a test types into, killed on drop.
#[derive(Debug)]
pub(crate) struct Terminal {
    child: Child,
    keyboard: File,
    /// What was written so far.
    screen: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
    /// How much of it was waited for.
    seen: usize,
}

impl Terminal {
    /// Starts the program in a folder, with these environment variables only.
    pub(crate) fn start(
        folder: &Path,
        arguments: &[&str],
        env: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Self {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&controller).unwrap();
        unlockpt(&controller).unwrap();
        tcsetwinsize(&controller, Winsize { ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 })
            .unwrap();
        let path = ptsname(&controller, Vec::new()).unwrap();
        let path = path.to_str().unwrap();
        let user_side = OpenOptions::new().read(true).write(true).open(path).unwrap();
        let stdio = || Stdio::from(user_side.try_clone().unwrap());
        let child = Command::new(program())
            .args(arguments)
            .current_dir(folder)
            .env_clear()
            .env("TERM", "xterm")
            .envs(env)
            .stdin(stdio())
            .stdout(stdio())
            .stderr(stdio())
            .spawn()
            .unwrap();
        let keyboard = File::from(controller);
        let screen = Arc::new(Mutex::new(Vec::new()));
        let (mut output, text) = (keyboard.try_clone().unwrap(), Arc::clone(&screen));
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The last process that closes the terminal causes an error.
            while let Ok(count) = output.read(&mut bytes) {
                text.lock().unwrap().extend(&bytes[..count]);
            }
        });
        Self { child, keyboard, screen, reader: Some(reader), seen: 0 }
    }

    /// Everything written so far, without what moves the cursor or sets colours.
    pub(crate) fn text(&self) -> String {
        without_escapes(&String::from_utf8_lossy(&self.screen.lock().unwrap()))
    }

    /// Waits until it has written a text after what was waited for before.
    pub(crate) async fn wait_for(&mut self, text: &str) {
        let position = || self.text()[self.seen..].find(text);
        wait_until(&format!("the terminal shows {text:?}"), || position().is_some()).await;
        self.seen += position().unwrap() + text.len();
    }

    /// Waits for a question, and types the answer.
    pub(crate) async fn answer(&mut self, question: &str, keys: &str) {
        self.wait_for(question).await;
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Sends SIGTERM.
    pub(crate) async fn terminate(&self) {
        let id = self.child.id().to_string();
        let sent = tokio::process::Command::new("kill").arg(id).status().await.unwrap();
        assert!(sent.success());
    }

    /// Waits until it exits: its status and everything it wrote.
    pub(crate) async fn exit(mut self) -> (ExitStatus, String) {
        let status = Mutex::new(None);
        let child = Mutex::new(&mut self.child);
        let has_exited = || {
            *status.lock().unwrap() = child.lock().unwrap().try_wait().unwrap();
            status.lock().unwrap().is_some()
        };
        wait_until("the program exits", has_exited).await;
        let status = status.into_inner().unwrap().unwrap();
        self.reader.take().unwrap().join().unwrap();
        (status, self.text())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have exited.
        let _killed = self.child.kill();
        let _reaped = self.child.wait();
    }
}

/// A text without [control sequences](https://invisible-island.net/xterm/ctlseqs/ctlseqs.html).
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| c.is_ascii_alphabetic()).map_or(part.len(), |end| end + 1);
        plain.push_str(&part[end..]);
    }
    plain.replace("\r\n", "\n")
}
