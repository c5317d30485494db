use std::{
    ffi::{OsStr, OsString},
    path::Path,
    process::{ExitStatus, Stdio},
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncReadExt},
    process::{Child, Command},
    task::JoinHandle,
};

use super::{TIMEOUT, wait_until};

/// The `fourfall` program as a child process, killed on drop.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// What it wrote to stdout and stderr. Both are read from the start, as a full pipe
    /// would block the program.
    output: [Output; 2],
}

/// The program that is tested: the one that was built with the tests, or the one that the
/// environment names, such as a release.
#[expect(clippy::disallowed_methods, reason = "only tests read this variable")]
pub(crate) fn program() -> OsString {
    std::env::var_os(TEST_PROGRAM).unwrap_or_else(|| env!("CARGO_BIN_EXE_fourfall").into())
}

/// The environment variable that names another program to test.
pub(crate) const TEST_PROGRAM: &str = "TEST_PROGRAM";

/// What a process has written to a stream so far.
#[derive(Debug)]
struct Output {
    text: Arc<Mutex<String>>,
    reader: JoinHandle<()>,
}

impl Process {
    /// Starts the program with these environment variables only.
    pub(crate) fn start<'a>(
        arguments: &[&str],
        env: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Self {
        let mut command = Command::new(program());
        Self::spawn(command.args(arguments), env)
    }

    /// Starts the program from a shell that runs `preparation` first, which may set the
    /// arguments.
    pub(crate) fn start_after<'a>(
        preparation: &str,
        env: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Self {
        let script = format!("{preparation}; exec '{}' \"$@\"", program().display());
        Self::spawn(Command::new("sh").args([OsStr::new("-c"), script.as_ref()]), env)
    }

    /// Starts the program so that the permissions of files hold for it, even if root runs it.
    pub(crate) fn start_unprivileged<'a>(
        arguments: &str,
        env: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Self {
        let unprivileged = format!(
            "set -- {arguments}; [ \"$(id -u)\" != 0 ] || exec setpriv --bounding-set=-all '{}' \"$@\"",
            program().display()
        );
        Self::start_after(&unprivileged, env)
    }

    /// Starts the program in a folder, with no environment variables.
    pub(crate) fn start_in(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(program());
        Self::spawn(command.args(arguments).current_dir(folder), [])
    }

    fn spawn<'a>(command: &mut Command, env: impl IntoIterator<Item = (&'a str, String)>) -> Self {
        if command.as_std().get_current_dir().is_none() {
            // Keeps the program from reading a developer's .env file.
            command.current_dir(std::env::temp_dir());
        }
        let mut child = command
            .env_clear()
            .envs(env)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let output = [
            Output::read(child.stdout.take().unwrap()),
            Output::read(child.stderr.take().unwrap()),
        ];
        Self { child, output }
    }

    /// Kills it (SIGKILL), and waits until it is gone.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }

    /// Sends SIGTERM, as a service manager does.
    pub(crate) async fn terminate(&self) {
        self.signal("TERM").await;
    }

    /// Sends a signal, by its name without `SIG`.
    pub(crate) async fn signal(&self, name: &str) {
        let id = self.child.id().expect("the process is running").to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status().await.unwrap();
        assert!(sent.success());
    }

    /// Lets it write no file beyond a page.
    pub(crate) async fn forbid_large_files(&self) {
        let id = self.child.id().expect("the process is running").to_string();
        let limited = Command::new("prlimit").args(["--fsize=4096", "--pid", &id]).status();
        assert!(limited.await.unwrap().success());
    }

    /// Waits until it has written a text.
    pub(crate) async fn wait_for_output(&self, text: &str) {
        let has_written = || self.output.iter().any(|it| it.text.lock().unwrap().contains(text));
        wait_until(&format!("the program writes {text:?}"), has_written).await;
    }

    /// Waits until it exits: its status and everything it wrote, stdout first.
    pub(crate) async fn output(self) -> (ExitStatus, String) {
        self.output_within(TIMEOUT).await
    }

    pub(crate) async fn output_within(mut self, timeout: Duration) -> (ExitStatus, String) {
        let exit = async {
            let [out, err] = self.output;
            let output = out.all().await + &err.all().await;
            (self.child.wait().await.unwrap(), output)
        };
        tokio::time::timeout(timeout, exit).await.expect("the process did not exit")
    }
}

impl Output {
    fn read(mut pipe: impl AsyncRead + Unpin + Send + 'static) -> Self {
        let text = Arc::new(Mutex::new(String::new()));
        let written = Arc::clone(&text);
        let reader = tokio::spawn(async move {
            let mut bytes = Vec::new();
            while pipe.read_buf(&mut bytes).await.unwrap() > 0 {
                *written.lock().unwrap() = String::from_utf8_lossy(&bytes).into_owned();
            }
        });
        Self { text, reader }
    }

    /// Everything, once the stream has ended.
    async fn all(self) -> String {
        self.reader.await.unwrap();
        std::mem::take(&mut self.text.lock().unwrap())
    }
}
