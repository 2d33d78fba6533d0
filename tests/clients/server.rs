//! A server crate: built by cargo, run on a loopback port, stopped when dropped.

use std::{
    ffi::OsStr,
    fs::File,
    io::{Read, Seek},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

/// Builds the package at `home` and returns its executable.
pub fn build(home: &Path, target: Option<&Path>) -> PathBuf {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--message-format=json-render-diagnostics", "--bins"]).current_dir(home);
    if let Some(target) = target {
        cargo.arg("--target-dir").arg(target);
    }
    let output = cargo.stderr(Stdio::inherit()).output().unwrap();
    assert!(output.status.success(), "cargo build in {} failed", home.display());
    let executables: Vec<PathBuf> = output
        .stdout
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice::<Value>(line).ok())
        .filter_map(|message| message["executable"].as_str().map(PathBuf::from))
        .collect();
    assert_eq!(executables.len(), 1, "one executable expected: {executables:?}");
    executables.into_iter().next().unwrap()
}

/// A server that listens on loopback until it is dropped.
pub struct Running {
    child: Child,
    /// Its standard error: a file, so that a server that writes much never waits for a reader.
    log: File,
    pub address: SocketAddr,
}

impl Running {
    /// Starts `executable --http 127.0.0.1:0` and waits until it says where it listens.
    pub fn start(executable: impl AsRef<OsStr>) -> Self {
        let mut log = tempfile::tempfile().unwrap();
        let mut child = Command::new(executable)
            .args(["--http", "127.0.0.1:0"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log.try_clone().unwrap())
            .spawn()
            .unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let said = read(&mut log);
            if let Some(address) = listening(&said) {
                return Self { child, log, address };
            }
            let ended = child.try_wait().unwrap();
            assert!(ended.is_none() && Instant::now() < deadline, "{ended:?} before the server listened:\n{said}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            println!("--- the server's stderr\n{}", read(&mut self.log));
        }
    }
}

/// The address of a complete line `listening on http://ADDRESS/mcp`.
fn listening(log: &str) -> Option<SocketAddr> {
    let (_, rest) = log.split_once("listening on http://")?;
    let (url, _) = rest.split_once('\n')?;
    Some(url.strip_suffix("/mcp").unwrap().parse().unwrap())
}

fn read(log: &mut File) -> String {
    let mut bytes = Vec::new();
    log.rewind().and_then(|()| log.read_to_end(&mut bytes)).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}
