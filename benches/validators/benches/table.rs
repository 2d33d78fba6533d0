//! The table of the README: `cargo bench --manifest-path benches/validators/Cargo.toml --bench table`.
//!
//! For every schema, the same values go through the generated validator, the run-time validator of `jsonschema` 0.61
//! (compiled once, before), and the one that the macro of `jsonschema` 0.60.2 wrote. The three take turns in rounds
//! of some ten microseconds, so that whatever else the machine does hits all of them; what is compared is the median
//! over the rounds of the ratio within one round. The macro has a second turn, as if it were another: what differs
//! between the two is noise. An argument keeps the schemas whose names contain it; `--cells` prints every cell.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::Value;
use validators_bench::{CASES, Case};

#[path = "../../../tests/common/sample.rs"]
mod sample;

/// How many valid and how many invalid values a schema is asked about.
const VALUES: usize = 4;
const ROUNDS: usize = 101;
const ROUND: Duration = Duration::from_micros(40);

/// What is measured, by column.
const MODES: [&str; 4] = ["valid", "invalid", "valid, first error", "invalid, first error"];

/// Median times in nanoseconds for one value, and median ratios to the generated validator.
struct Row {
    name: &'static str,
    cells: [Option<Cell>; 4],
}

#[derive(Clone, Copy)]
struct Cell {
    nanoseconds: [f64; 3],
    run_time: f64,
    by_macro: f64,
    /// The macro to itself.
    noise: f64,
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let chosen = CASES
        .iter()
        .zip(by_macro::ALL)
        .filter(|(case, _)| wanted.is_empty() || wanted.iter().any(|text| case.name.contains(text)));
    let rows: Vec<Row> = chosen.map(|(case, by_macro)| row(case, *by_macro)).collect();
    let hand_made = ["small", "mid", "large"];
    println!("nanoseconds for one value: generated / run time / macro\n");
    println!("| Schema | {} |\n|---|{}", MODES.join(" | "), "---|".repeat(MODES.len()));
    for row in rows.iter().filter(|row| hand_made.contains(&row.name) || !wanted.is_empty()) {
        let cells = row.cells.iter().map(|cell| match cell {
            Some(Cell { nanoseconds: [own, run_time, by_macro], .. }) => {
                format!("{own:.0} / {run_time:.0} / {by_macro:.0}")
            }
            None => "-".to_owned(),
        });
        println!("| {} | {} |", row.name, cells.collect::<Vec<_>>().join(" | "));
    }
    println!("\nhow many times faster than: run time / macro\n");
    println!("| Schemas | {} | all |\n|---|{}", MODES.join(" | "), "---|".repeat(MODES.len() + 1));
    for name in hand_made {
        if let Some(row) = rows.iter().find(|row| row.name == name) {
            summary(name, std::slice::from_ref(row));
        }
    }
    let corpus: Vec<&Row> = rows.iter().filter(|row| !hand_made.contains(&row.name)).collect();
    if corpus.is_empty() {
        println!("\nskipped: there is no corpus beside the repository");
    } else {
        summary_of("geometric mean", &rows.iter().collect::<Vec<_>>(), geometric_mean);
        summary_of("slowest", &rows.iter().collect::<Vec<_>>(), |all| {
            all.iter().copied().fold(f64::INFINITY, f64::min)
        });
    }
    if std::env::args().any(|argument| argument == "--cells") {
        for row in &rows {
            for (cell, mode) in row.cells.iter().zip(MODES) {
                let Some(cell) = cell else { continue };
                let ([own, run_time, macro_], ratio) = (cell.nanoseconds, cell.by_macro);
                println!("{own:.1}\t{run_time:.1}\t{macro_:.1}\t{ratio:.2}\t{mode}\t{}", row.name);
            }
        }
    }
    let peers = [
        ("run time", by_run_time as fn(&Cell) -> f64),
        ("macro", by_macro_ratio),
        ("noise: macro's first turn than its second", noise),
    ];
    for (peer, ratio) in peers {
        let wholes: Vec<(f64, &str)> = rows.iter().map(|row| (row.whole(ratio), row.name)).collect();
        let mut below: Vec<_> = wholes.iter().filter(|(whole, _)| *whole < 1.0).collect();
        below.sort_by(|a, b| a.0.total_cmp(&b.0));
        println!("\nschemas slower than {peer}: {} of {}", below.len(), rows.len());
        for (whole, name) in below.iter().take(12) {
            println!("- {whole:.3} {name}");
        }
        let mut slow: Vec<(f64, &str, &str)> = Vec::new();
        for row in &rows {
            for (cell, mode) in row.cells.iter().zip(MODES) {
                slow.extend(cell.iter().map(ratio).filter(|ratio| *ratio < 1.0).map(|ratio| (ratio, row.name, mode)));
            }
        }
        slow.sort_by(|a, b| a.0.total_cmp(&b.0));
        println!(
            "\ncells slower than {peer}: {}, by more than a twentieth: {}, of {}",
            slow.len(),
            slow.iter().filter(|(ratio, _, _)| *ratio < 0.95).count(),
            rows.iter().flat_map(|row| row.cells.iter().flatten()).count()
        );
        for (ratio, name, mode) in slow.iter().take(12) {
            println!("- {ratio:.2} {name}, {mode}");
        }
    }
}

impl Row {
    /// Each schema counts once, whatever it has of values.
    fn whole(&self, ratio: fn(&Cell) -> f64) -> f64 {
        geometric_mean(&self.cells.iter().flatten().map(ratio).collect::<Vec<_>>())
    }
}

fn by_run_time(cell: &Cell) -> f64 {
    cell.run_time
}

fn by_macro_ratio(cell: &Cell) -> f64 {
    cell.by_macro
}

fn noise(cell: &Cell) -> f64 {
    cell.noise
}

fn summary(name: &str, rows: &[Row]) {
    summary_of(name, &rows.iter().collect::<Vec<_>>(), geometric_mean);
}

fn summary_of(name: &str, rows: &[&Row], of: impl Fn(&[f64]) -> f64) {
    let mut columns = Vec::new();
    for mode in 0..MODES.len() {
        let ratios = |ratio: fn(&Cell) -> f64| -> Vec<f64> {
            rows.iter().filter_map(|row| row.cells.get(mode)?.as_ref()).map(ratio).collect()
        };
        columns.push(format!("{:.2} / {:.2}", of(&ratios(by_run_time)), of(&ratios(by_macro_ratio))));
    }
    let whole = |ratio: fn(&Cell) -> f64| -> Vec<f64> { rows.iter().map(|row| row.whole(ratio)).collect() };
    columns.push(format!("{:.2} / {:.2}", of(&whole(by_run_time)), of(&whole(by_macro_ratio))));
    println!("| {name} | {} |", columns.join(" | "));
}

fn geometric_mean(all: &[f64]) -> f64 {
    (all.iter().map(|ratio| ratio.ln()).sum::<f64>() / all.len() as f64).exp()
}

fn row(case: &'static Case, (macro_is_valid, macro_first): by_macro::Functions) -> Row {
    let schema: Value = serde_json::from_str(case.schema).unwrap();
    let run_time = jsonschema::options().should_validate_formats(false).build(&schema).unwrap();
    let [invalid, valid] = values(case, macro_is_valid, &schema, &run_time);
    let is_valid = |run: fn(&Value) -> bool| move |value: &Value| run(value);
    let first = |run: fn(&Value) -> Option<()>| move |value: &Value| run(value).is_none();
    let run_first = |value: &Value| run_time.validate(value).map_err(|error| drop(black_box(error))).is_ok();
    let yes_or_no = |values: &[Value]| {
        let by_macro = is_valid(macro_is_valid);
        compare(values, [&is_valid(case.is_valid), &|value| run_time.is_valid(value), &by_macro, &by_macro])
    };
    let first_by_macro = first(macro_first);
    let first_error =
        |values: &[Value]| compare(values, [&first(case.first_error), &run_first, &first_by_macro, &first_by_macro]);
    Row { name: case.name, cells: [yes_or_no(&valid), yes_or_no(&invalid), first_error(&valid), first_error(&invalid)] }
}

/// Invalid values and valid ones; all three are asked, and agree.
fn values(case: &Case, by_macro: fn(&Value) -> bool, schema: &Value, judge: &jsonschema::Validator) -> [Vec<Value>; 2] {
    let mut random = sample::Random::Seed(20_260_728);
    let hand_made: Vec<Value> = match case.name {
        "small" => instances(include_str!("../schemas/small.json")),
        "mid" => instances(include_str!("../schemas/mid.json")),
        "large" => instances(include_str!("../schemas/large.json")),
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
            assert_eq!(by_macro(&value), verdict, "{}: {value}", case.name);
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

/// The contenders take turns.
fn compare(values: &[Value], contenders: [&dyn Fn(&Value) -> bool; 4]) -> Option<Cell> {
    if values.is_empty() {
        return None;
    }
    let pass = |contender: usize, times: u32| {
        let run = contenders[contender];
        let start = Instant::now();
        for _ in 0..times {
            for value in values {
                black_box(run(black_box(value)));
            }
        }
        start.elapsed()
    };
    // Warm, and see how often each goes into a round.
    let times: Vec<u32> = (0..4)
        .map(|contender| {
            let mut times = 1;
            while pass(contender, times) < ROUND {
                times *= 2;
            }
            times
        })
        .collect();
    let mut rounds: Vec<[f64; 4]> = Vec::new();
    for round in 0..ROUNDS {
        let mut taken = [0.0; 4];
        for turn in 0..4 {
            let contender = (round + turn) % 4;
            let count = f64::from(times[contender]) * values.len() as f64;
            taken[contender] = pass(contender, times[contender]).as_secs_f64() * 1e9 / count;
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

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}
