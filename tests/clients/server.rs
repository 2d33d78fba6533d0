//! A server crate: built by cargo, run on a loopback port, stopped when dropped.

use std::{
    ffi::OsStr,
    fs::File,
    io::{Read, Seek},
    net::{SocketAddr, TcpListener, TcpStream},
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
    /// Starts `executable --http ADDRESS` and waits until it accepts connections.
    pub fn start(executable: impl AsRef<OsStr>) -> Self {
        // Freed before the server takes it: nobody else on loopback is handed the same port so soon.
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let log = tempfile::tempfile().unwrap();
        let child = Command::new(executable)
            .arg("--http")
            .arg(address.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log.try_clone().unwrap())
            .spawn()
            .unwrap();
        let mut running = Self { child, log, address };
        let deadline = Instant::now() + Duration::from_secs(60);
        while TcpStream::connect(address).is_err() {
            if let Some(status) = running.child.try_wait().unwrap() {
                panic!("the server ended with {status} before it listened:\n{}", running.stderr());
            }
            assert!(Instant::now() < deadline, "the server does not listen on {address}");
            std::thread::sleep(Duration::from_millis(20));
        }
        running
    }

    fn stderr(&mut self) -> String {
        let mut text = String::new();
        self.log.rewind().and_then(|()| self.log.read_to_string(&mut text)).unwrap();
        text
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            println!("--- the server's stderr\n{}", self.stderr());
        }
    }
}
