//! Bytes of an object of two kilobytes to typed arguments: `cargo bench` in this folder.
//!
//! In `open` objects may have members that the schema does not name, and the types keep them; in
//! `closed` they may not. Contenders take turns, the best of many rounds counts; nothing is
//! asserted, a loaded machine proves nothing.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::Value;

const ROUNDS: usize = 200;
const RUNS: u32 = 200;

fn main() {
    println!("{:8} {:>6}  {:<46} {:>9} {:>7}", "schema", "bytes", "", "time", "ratio");
    macro_rules! compare {
        ($name:ident) => {{
            use decode_bench::$name::{Macro, Order, TEXT, input};
            assert!(input::read(TEXT).is_some() && input::read(&TEXT.replacen(':', ";", 1)).is_none());
            let mut contenders: [(&str, &mut dyn FnMut()); 6] = [
                ("one reading, checked", &mut || drop(black_box(input::read(black_box(TEXT)).unwrap()))),
                ("derive alone, unchecked", &mut || {
                    drop(black_box(serde_json::from_str::<Order>(black_box(TEXT)).unwrap()));
                }),
                ("value, macro of jsonschema 0.60.2, from_value", &mut || {
                    let value: Value = serde_json::from_str(black_box(TEXT)).unwrap();
                    assert!(Macro::is_valid(&value));
                    drop(black_box(serde_json::from_value::<Order>(value).unwrap()));
                }),
                ("value, generated checks, from_value", &mut || {
                    let value: Value = serde_json::from_str(black_box(TEXT)).unwrap();
                    assert!(input::is_valid(&value));
                    drop(black_box(serde_json::from_value::<Order>(value).unwrap()));
                }),
                ("value alone", &mut || drop(black_box(serde_json::from_str::<Value>(black_box(TEXT)).unwrap()))),
                ("syntax alone", &mut || {
                    let _: serde::de::IgnoredAny = black_box(serde_json::from_str(black_box(TEXT)).unwrap());
                }),
            ];
            let mut best = [Duration::MAX; 6];
            for _ in 0..ROUNDS {
                for (best, (_, run)) in best.iter_mut().zip(&mut contenders) {
                    let start = Instant::now();
                    (0..RUNS).for_each(|_| run());
                    *best = (*best).min(start.elapsed() / RUNS);
                }
            }
            for (time, (name, _)) in best.iter().zip(&contenders) {
                let ratio = time.as_secs_f64() / best[0].as_secs_f64();
                println!("{:8} {:>6}  {name:<46} {time:>9.2?} {ratio:>7.2}", stringify!($name), TEXT.len());
            }
        }};
    }
    compare!(closed);
    compare!(open);
}
