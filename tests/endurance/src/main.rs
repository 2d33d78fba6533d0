//! `endurance SERVER MINUTES`: mixed traffic at full speed against a server, and then the two ends that a
//! server can come to.
//!
//! Always holds: a request that gets another answer than the documented one, or none, ends the program
//! with exit code 1; so do memory that grows, sockets that stay, and a signal that loses an answer.

mod answers;
#[path = "../../common/emitted.rs"]
mod emitted;
mod killed;
mod messages;
mod server;
mod terminated;
mod traffic;
mod watch;
mod wire;

use std::process::ExitCode;
use std::time::Duration;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let minutes = match &arguments[..] {
        [_, minutes] => minutes.parse::<f64>().ok().filter(|minutes| *minutes > 0.0),
        _ => None,
    };
    let (Some(minutes), Some(program)) = (minutes, arguments.first()) else {
        eprintln!("usage: endurance SERVER MINUTES");
        return ExitCode::FAILURE;
    };
    match run(program, Duration::from_secs_f64(minutes * 60.0)).await {
        Ok(()) => {
            println!("endured");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            println!("failed: {fault}");
            ExitCode::FAILURE
        }
    }
}

async fn run(program: &str, time: Duration) -> Result<(), String> {
    traffic::endure(program, time).await?;
    terminated::drains(program).await?;
    killed::keeps_promises(program).await
}
