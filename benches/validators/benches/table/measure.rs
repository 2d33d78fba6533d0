//! One process: the contenders take turns in rounds of some ten microseconds, so that whatever else the machine does
//! hits all of them; what is compared is the median over the rounds of the ratio within one round.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::Value;
use validators_bench::{CASES, Case};

use super::sample;

/// How many valid and how many invalid values a schema is asked about.
const VALUES: usize = 4;
const ROUNDS: usize = 25;
const ROUND: Duration = Duration::from_micros(40);

/// What is measured, by column.
pub const MODES: [&str; 4] = ["valid", "invalid", "valid, first error", "invalid, first error"];

/// Who takes a turn.
#[derive(Clone, Copy)]
pub enum Contender {
    Own,
    RunTime,
    Macro,
    /// The same code as the macro's, elsewhere.
    Again,
}

impl Contender {
    pub const ALL: [Self; 4] = [Self::Own, Self::RunTime, Self::Macro, Self::Again];

    pub fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::RunTime => "run time",
            Self::Macro => "macro",
            Self::Again => "again",
        }
    }
}

/// Times in nanoseconds for one value, and how many times as long as the generated validator each takes; of the
/// macro's second copy, how many times as long as the first.
#[derive(Clone, Copy)]
pub struct Cell {
    pub nanoseconds: [f64; 3],
    pub run_time: f64,
    pub by_macro: f64,
    pub noise: f64,
}

impl Cell {
    pub fn text(&self) -> String {
        let [own, run_time, by_macro] = self.nanoseconds;
        let all = [own, run_time, by_macro, self.run_time, self.by_macro, self.noise];
        all.map(|number| number.to_string()).join("\t")
    }

    pub fn read(text: &str) -> Self {
        let all: Vec<f64> = text.split('\t').map(|number| number.parse().unwrap()).collect();
        Self { nanoseconds: [all[0], all[1], all[2]], run_time: all[3], by_macro: all[4], noise: all[5] }
    }
}

/// A schema, its contenders and the values for them.
pub struct Subject {
    case: &'static Case,
    functions: [by_macro::Functions; 2],
    run_time: jsonschema::Validator,
    /// Invalid values and valid ones; all contenders were asked, and agree.
    values: [Vec<Value>; 2],
}

impl Subject {
    pub fn new(index: usize) -> Self {
        let case = &CASES[index];
        let schema: Value = serde_json::from_str(case.schema).unwrap();
        let run_time = jsonschema::options().should_validate_formats(false).build(&schema).unwrap();
        let functions = [by_macro::ALL[index], by_macro_again::ALL[index]];
        let values = values(case, functions, &schema, &run_time);
        Self { case, functions, run_time, values }
    }

    pub fn cells(&self) -> [Option<Cell>; 4] {
        std::array::from_fn(|column| self.cell(column))
    }

    /// What a profiler sees of one contender.
    pub fn alone(&self, contender: Contender, column: usize) {
        self.pass(contender, column, 1_000);
    }

    /// One turn. Whatever is called is called in the same way, as directly as Rust can, and from a place of its own: a
    /// call that is known to lead to several places is guessed another way, and who came first would pay for it.
    fn pass(&self, contender: Contender, column: usize, times: u32) -> Duration {
        let values = &self.values[usize::from(column % 2 == 0)];
        let [(is_valid, first), (is_valid_again, first_again)] = self.functions;
        match (contender, column < 2) {
            (Contender::Own, true) => pass::<0, _>(self.case.is_valid, values, times),
            (Contender::Macro, true) => pass::<2, _>(is_valid, values, times),
            (Contender::Again, true) => pass::<3, _>(is_valid_again, values, times),
            (Contender::RunTime, true) => pass::<1, _>(|value: &Value| self.run_time.is_valid(value), values, times),
            (Contender::Own, false) => pass::<0, _>(self.case.first_error, values, times),
            (Contender::Macro, false) => pass::<2, _>(first, values, times),
            (Contender::Again, false) => pass::<3, _>(first_again, values, times),
            (Contender::RunTime, false) => {
                let first = |value: &Value| self.run_time.validate(value).err().map(|error| drop(black_box(error)));
                pass::<1, _>(first, values, times)
            }
        }
    }

    fn cell(&self, column: usize) -> Option<Cell> {
        if self.values[usize::from(column % 2 == 0)].is_empty() {
            return None;
        }
        // Warm, and see how often each goes into a round.
        let times = Contender::ALL.map(|contender| {
            let mut times = 1;
            while self.pass(contender, column, times) < ROUND {
                times *= 2;
            }
            times
        });
        let mut rounds: Vec<[f64; 4]> = Vec::new();
        for round in 0..ROUNDS {
            let mut taken = [0.0; 4];
            for turn in 0..4 {
                let index = (round + turn) % 4;
                let count = f64::from(times[index]) * self.values[usize::from(column % 2 == 0)].len() as f64;
                taken[index] = self.pass(Contender::ALL[index], column, times[index]).as_secs_f64() * 1e9 / count;
            }
            rounds.push(taken);
        }
        let of = |read: fn(&[f64; 4]) -> f64| median(rounds.iter().map(read).collect());
        Some(Cell {
            nanoseconds: [of(|all| all[0]), of(|all| all[1]), of(|all| all[2])],
            run_time: of(|all| all[1] / all[0]),
            by_macro: of(|all| all[2] / all[0]),
            noise: of(|all| all[3] / all[2]),
        })
    }
}

#[inline(never)]
fn pass<const WHO: u8, T>(run: impl Fn(&Value) -> T, values: &[Value], times: u32) -> Duration {
    // So that these are different functions to the optimizer too.
    black_box(WHO);
    let start = Instant::now();
    for _ in 0..times {
        for value in values {
            black_box(run(black_box(value)));
        }
    }
    start.elapsed()
}

fn values(
    case: &Case,
    functions: [by_macro::Functions; 2],
    schema: &Value,
    judge: &jsonschema::Validator,
) -> [Vec<Value>; 2] {
    let mut random = sample::Random::Seed(20_260_728);
    let hand_made: Vec<Value> = match case.name {
        "small" => instances(include_str!("../../schemas/small.json")),
        "mid" => instances(include_str!("../../schemas/mid.json")),
        "large" => instances(include_str!("../../schemas/large.json")),
        _ => Vec::new(),
    };
    let mut sorted = [Vec::new(), Vec::new()];
    for round in 0..400 {
        let value = match hand_made.get(round) {
            Some(value) => value.clone(),
            None if !hand_made.is_empty() => break,
            None => sample::value(schema, schema, 0, &mut random),
        };
        let broken = hand_made.is_empty().then(|| sample::mutated(value.clone(), &mut random));
        for value in std::iter::once(value).chain(broken) {
            let verdict = judge.is_valid(&value);
            assert_eq!((case.is_valid)(&value), verdict, "{}: {value}", case.name);
            assert!(functions.iter().all(|(is_valid, _)| is_valid(&value) == verdict), "{}: {value}", case.name);
            let list = &mut sorted[usize::from(verdict)];
            if list.len() < VALUES {
                list.push(value);
            }
        }
        if sorted.iter().all(|list| list.len() == VALUES) {
            break;
        }
    }
    sorted
}

fn instances(file: &str) -> Vec<Value> {
    serde_json::from_str::<Value>(file).unwrap()["instances"].as_array().unwrap().clone()
}

pub fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}
