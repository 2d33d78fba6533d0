//! What a server holds: memory and descriptors, from `/proc`, and its tasks, by its own count.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use super::server::Server;

/// Memory may grow by this share of itself in an hour; readings are not that exact.
const GROWTH: f64 = 0.25;
/// The first part of the time, in which caches and pools fill.
const WARMUP: f64 = 0.2;

/// Readings of memory: seconds, KiB.
pub struct Memory(Vec<(f64, f64)>);

/// Reads the memory of a process every second.
pub async fn memory(pid: u32, time: Duration) -> Result<Memory, String> {
    let start = Instant::now();
    let mut readings = Vec::new();
    while start.elapsed() < time {
        readings.push((start.elapsed().as_secs_f64(), resident(pid)?));
        if readings.len() % 60 == 1 {
            println!("{:>5.0} s  {:.0} KiB", start.elapsed().as_secs_f64(), resident(pid)?);
        }
        sleep(Duration::from_secs(1)).await;
    }
    Ok(Memory(readings))
}

impl Memory {
    /// The readings after the warm-up.
    fn settled(&self) -> &[(f64, f64)] {
        let from = (self.0.len() as f64 * WARMUP) as usize;
        self.0.get(from..).unwrap_or_default()
    }

    /// KiB a minute, by least squares.
    fn slope(&self) -> f64 {
        let settled = self.settled();
        let count = settled.len() as f64;
        let mean = |pick: fn(&(f64, f64)) -> f64| settled.iter().map(pick).sum::<f64>() / count;
        let (time, memory) = (mean(|reading| reading.0), mean(|reading| reading.1));
        let covariance: f64 = settled.iter().map(|reading| (reading.0 - time) * (reading.1 - memory)).sum();
        let variance: f64 = settled.iter().map(|reading| (reading.0 - time).powi(2)).sum();
        if variance > 0.0 { covariance / variance * 60.0 } else { 0.0 }
    }

    fn mean(&self) -> f64 {
        let settled = self.settled();
        settled.iter().map(|reading| reading.1).sum::<f64>() / settled.len() as f64
    }

    pub fn report(&self) {
        let largest = self.0.iter().map(|reading| reading.1).fold(0.0, f64::max);
        println!(
            "memory: {:.0} KiB on average, {largest:.0} KiB at most, {:+.1} KiB a minute",
            self.mean(),
            self.slope()
        );
    }

    /// Too short a time says nothing of the slope.
    pub fn is_flat(&self) -> Result<(), String> {
        let slope = self.slope();
        if self.settled().len() < 60 || slope * 60.0 <= self.mean() * GROWTH {
            return Ok(());
        }
        Err(format!("memory grows by {slope:.1} KiB a minute"))
    }
}

fn resident(pid: u32) -> Result<f64, String> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).map_err(|error| error.to_string())?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    line.trim_end_matches("kB").trim().parse().map_err(|_| format!("VmRSS: {line}"))
}

/// How many descriptors a process has open: its connections, and what it began with.
pub fn descriptors(pid: u32) -> Result<usize, String> {
    Ok(std::fs::read_dir(format!("/proc/{pid}/fd")).map_err(|error| error.to_string())?.count())
}

/// Waits until a server has no more descriptors and no more tasks than before; how many it has then.
pub async fn quiet(server: &mut Server, before: (usize, usize)) -> Result<(usize, usize), String> {
    let start = Instant::now();
    loop {
        let now = (descriptors(server.pid()?)?, server.tasks().await?);
        if now.0 <= before.0 && now.1 <= before.1 {
            return Ok(now);
        }
        if start.elapsed() > Duration::from_secs(45) {
            return Err(format!(
                "{} descriptors and {} tasks are left, {} and {} were at the start",
                now.0, now.1, before.0, before.1
            ));
        }
        sleep(Duration::from_millis(200)).await;
    }
}
