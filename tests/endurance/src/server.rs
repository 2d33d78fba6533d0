//! The server as a process.

use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// Two servers with this key open each other's state.
pub const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
/// Another key.
pub const OTHER_KEY: &str = "HxwdGxoZGBcWFRQTEhEQDw4NDAsKCQgHBgUEAwIBAAE=";

/// A server that listens.
pub struct Server {
    child: Child,
    /// Where it is asked for the number of its tasks, and says it.
    asked: ChildStdin,
    said: Lines<BufReader<ChildStdout>>,
    /// `127.0.0.1:PORT`.
    pub address: String,
}

impl Server {
    /// Starts one on a port of the system's choice.
    pub async fn start(program: &str) -> Result<Self, String> {
        Self::start_at(program, "127.0.0.1:0", KEY).await
    }

    /// Starts one at an address.
    pub async fn start_at(program: &str, address: &str, key: &str) -> Result<Self, String> {
        let mut child = Command::new(program)
            .arg(address)
            .env("MCP_STATE_KEY", key)
            .env("RUST_LOG", "off")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let stderr = child.stderr.take().ok_or("no stderr")?;
        let asked = child.stdin.take().ok_or("no stdin")?;
        let said = BufReader::new(child.stdout.take().ok_or("no stdout")?).lines();
        let mut lines = BufReader::new(stderr).lines();
        let mut log = Vec::new();
        let address = loop {
            match lines.next_line().await {
                Ok(Some(line)) => match line.split_once("listening on http://") {
                    Some((_, url)) => break url.trim_end_matches("/mcp").to_owned(),
                    None => log.push(line),
                },
                _ => return Err(format!("the server did not start: {}", log.join(" "))),
            }
        };
        // What it logs from now on is read, so that it is never held up, and not kept.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { child, asked, said, address })
    }

    /// How many tasks it has alive now.
    pub async fn tasks(&mut self) -> Result<usize, String> {
        self.asked.write_all(b"\n").await.map_err(|error| error.to_string())?;
        let line = self.said.next_line().await.map_err(|error| error.to_string())?;
        line.and_then(|line| line.parse().ok()).ok_or_else(|| String::from("the server did not count its tasks"))
    }

    pub fn pid(&self) -> Result<u32, String> {
        self.child.id().ok_or_else(|| String::from("the server has ended"))
    }

    /// Tells it to end.
    pub async fn terminate(&self) -> Result<(), String> {
        let pid = self.pid()?.to_string();
        let told = Command::new("kill").args(["-TERM", &pid]).status().await;
        told.map_err(|error| error.to_string())?.success().then_some(()).ok_or_else(|| String::from("kill failed"))
    }

    /// Ends it without a word.
    pub async fn kill(mut self) -> Result<(), String> {
        self.child.kill().await.map_err(|error| error.to_string())
    }

    /// Waits for its end; whether it called it a success.
    pub async fn ended(&mut self, patience: Duration) -> Result<bool, String> {
        match tokio::time::timeout(patience, self.child.wait()).await {
            Ok(Ok(status)) => Ok(status.success()),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err(format!("the server did not end within {} s", patience.as_secs())),
        }
    }
}
