//! How often tools may be called (TOOL-17), and completion be asked for (CMP-05).
//!
//! Comes in: who calls, and when. Goes out: whether they may, or how long they had better wait. Always holds:
//! one caller is never held back for what another one does, and nothing is kept of those who could call
//! as often as anybody new.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// How many calls each caller may make in a time: that many at once, and then one after the other as the
/// time goes by.
///
/// A caller is the subject of a principal. Those whom no authorizer knows cannot be told apart, and count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    calls: u32,
    per: Duration,
}

impl Rate {
    /// So many calls in this time; none at all if `calls` is zero.
    #[must_use]
    pub const fn new(calls: u32, per: Duration) -> Self {
        Self { calls, per }
    }
}

/// Holds callers to a rate.
#[derive(Debug)]
pub(super) struct Limiter {
    rate: Rate,
    callers: Mutex<Callers>,
}

/// Of each caller who is not as good as new: when they will be.
#[derive(Debug, Default)]
struct Callers {
    rested: HashMap<Option<String>, Instant>,
    /// How many there were when those who had rested were last left out.
    left: usize,
}

/// Callers below which nobody is looked for who has rested.
const FEW: usize = 1024;

impl Limiter {
    pub(super) fn new(rate: Rate) -> Self {
        Self { rate, callers: Mutex::default() }
    }

    /// Counts a call, or says in words how long to wait for it.
    pub(super) fn admit(&self, caller: Option<&str>) -> Result<(), String> {
        self.admit_at(caller, Instant::now()).map_err(|wait| {
            let seconds = wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0));
            format!("Too many calls. Try again in {seconds} seconds.")
        })
    }

    fn admit_at(&self, caller: Option<&str>, now: Instant) -> Result<(), Duration> {
        let Rate { calls, per } = self.rate;
        let Some(between) = per.checked_div(calls) else { return Err(per) };
        let mut callers = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
        let caller = caller.map(str::to_owned);
        let rested = callers.rested.get(&caller).map_or(now, |rested| (*rested).max(now));
        // Each call takes its part of the time; all of them together must not take more than there is.
        let taken = rested.saturating_duration_since(now) + between;
        if let Some(wait) = taken.checked_sub(per).filter(|wait| !wait.is_zero()) {
            return Err(wait);
        }
        callers.rested.insert(caller, rested + between);
        if callers.rested.len() >= FEW.max(2 * callers.left) {
            callers.rested.retain(|_, rested| *rested > now);
            callers.left = callers.rested.len();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn tool_17_a_caller_has_so_many_calls_in_a_time_and_no_more() {
        let limiter = Limiter::new(Rate::new(3, MINUTE));
        let start = Instant::now();
        for _ in 0..3 {
            assert_eq!(limiter.admit_at(Some("ann"), start), Ok(()));
        }
        assert_eq!(limiter.admit_at(Some("ann"), start), Err(seconds(20)));
        assert_eq!(limiter.admit_at(Some("bob"), start), Ok(()), "another one has calls of their own");
        assert_eq!(limiter.admit_at(None, start), Ok(()));
        assert_eq!(limiter.admit_at(Some("ann"), start + seconds(19)), Err(seconds(1)), "a refusal costs nothing");
        assert_eq!(limiter.admit_at(Some("ann"), start + seconds(20)), Ok(()));
        assert_eq!(limiter.admit_at(Some("ann"), start + seconds(20)), Err(seconds(20)));
        for _ in 0..3 {
            assert_eq!(limiter.admit_at(Some("ann"), start + seconds(600)), Ok(()), "who rests saves no more than all");
        }
        assert!(limiter.admit_at(Some("ann"), start + seconds(600)).is_err());
    }

    #[test]
    fn none_at_all_is_none_and_no_time_is_no_limit() {
        let start = Instant::now();
        assert_eq!(Limiter::new(Rate::new(0, MINUTE)).admit_at(None, start), Err(MINUTE));
        let unlimited = Limiter::new(Rate::new(1, Duration::ZERO));
        assert!((0..100).all(|_| unlimited.admit_at(None, start).is_ok()));
    }

    #[test]
    fn nothing_is_kept_of_callers_who_have_rested() {
        let limiter = Limiter::new(Rate::new(1, seconds(1)));
        let start = Instant::now();
        for second in 0..20 {
            for caller in 0..1000 {
                let caller = format!("{second} {caller}");
                assert_eq!(limiter.admit_at(Some(&caller), start + seconds(2 * second)), Ok(()));
            }
        }
        let kept = limiter.callers.lock().unwrap_or_else(PoisonError::into_inner).rested.len();
        assert!(kept <= 4 * FEW, "{kept}");
    }
}
