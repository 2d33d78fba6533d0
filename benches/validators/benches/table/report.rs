//! What all processes measured, as the tables and the lines below them in the README.

use super::measure::{Cell, MODES, median};

/// A schema: each cell as the medians over the processes.
pub struct Row {
    name: &'static str,
    cells: [Option<Cell>; 4],
}

/// A ratio of a cell.
type Ratio = fn(&Cell) -> f64;

const RUN_TIME: Ratio = |cell| cell.run_time;
const MACRO: Ratio = |cell| cell.by_macro;
const NOISE: Ratio = |cell| cell.noise;

impl Row {
    pub fn new(name: &'static str, cells: &[Vec<Cell>; 4]) -> Self {
        Self { name, cells: std::array::from_fn(|column| middle(&cells[column])) }
    }

    /// Each schema counts once, whatever it has of values.
    fn whole(&self, ratio: Ratio) -> f64 {
        geometric_mean(&self.cells.iter().flatten().map(ratio).collect::<Vec<_>>())
    }
}

/// The median over the processes of each number.
fn middle(cells: &[Cell]) -> Option<Cell> {
    if cells.is_empty() {
        return None;
    }
    let of = |read: &dyn Fn(&Cell) -> f64| median(cells.iter().map(read).collect());
    Some(Cell {
        nanoseconds: std::array::from_fn(|index| of(&|cell| cell.nanoseconds[index])),
        run_time: of(&RUN_TIME),
        by_macro: of(&MACRO),
        noise: of(&NOISE),
    })
}

/// Prints everything; of single schemas (`few`) the nanoseconds of each.
pub fn print(rows: &[Row], few: bool, cells: bool) {
    let hand_made = ["small", "mid", "large"];
    println!("nanoseconds for one value: generated / run time / macro\n");
    println!("| Schema | {} |\n|---|{}", MODES.join(" | "), "---:|".repeat(MODES.len()));
    for row in rows.iter().filter(|row| hand_made.contains(&row.name) || few) {
        let cells = row.cells.iter().map(|cell| match cell {
            Some(Cell { nanoseconds: [own, run_time, by_macro], .. }) => {
                format!("{own:.0} / {run_time:.0} / {by_macro:.0}")
            }
            None => "-".to_owned(),
        });
        println!("| {} | {} |", row.name, cells.collect::<Vec<_>>().join(" | "));
    }
    println!("\nhow many times faster than: run time / macro\n");
    println!("| Schemas | {} | all |\n|---|{}", MODES.join(" | "), "---:|".repeat(MODES.len() + 1));
    for row in rows.iter().filter(|row| hand_made.contains(&row.name)) {
        line(row.name, std::slice::from_ref(row), geometric_mean);
    }
    if rows.iter().all(|row| hand_made.contains(&row.name)) {
        println!("\nskipped: there is no corpus beside the repository");
    } else {
        line("geometric mean of all", rows, geometric_mean);
        line("slowest of all", rows, |all| all.iter().copied().fold(f64::INFINITY, f64::min));
    }
    if cells {
        for row in rows {
            for (cell, mode) in row.cells.iter().zip(MODES) {
                let Some(cell) = cell else { continue };
                let ([own, run_time, by_macro], ratio, noise) = (cell.nanoseconds, cell.by_macro, cell.noise);
                println!("{own:.1}\t{run_time:.1}\t{by_macro:.1}\t{ratio:.2}\t{noise:.2}\t{mode}\t{}", row.name);
            }
        }
    }
    println!("\n| Slower than the other | schemas | by 5 % | cells | by 5 % |");
    println!("|---|---:|---:|---:|---:|");
    counts("generated than run time", rows, RUN_TIME);
    counts("generated than macro", rows, MACRO);
    counts("macro than itself elsewhere", rows, NOISE);
    for (peer, ratio) in [("run time", RUN_TIME), ("macro", MACRO), ("macro than itself", NOISE)] {
        println!("\nslowest to {peer}:");
        let mut slow: Vec<(f64, &str, &str)> = Vec::new();
        for row in rows {
            slow.push((row.whole(ratio), row.name, "all"));
            let cells = row.cells.iter().zip(MODES);
            slow.extend(cells.filter_map(|(cell, mode)| Some((ratio(cell.as_ref()?), row.name, mode))));
        }
        slow.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (ratio, name, mode) in slow.iter().filter(|(ratio, _, _)| *ratio < 1.0).take(12) {
            println!("- {ratio:.2} {name}, {mode}");
        }
    }
}

/// How many schemas, and how many cells, are slower.
fn counts(name: &str, rows: &[Row], ratio: Ratio) {
    let schemas = |bound: f64| rows.iter().filter(|row| row.whole(ratio) < bound).count();
    let cells = || rows.iter().flat_map(|row| row.cells.iter().flatten());
    let below = |bound: f64| cells().filter(|cell| ratio(cell) < bound).count();
    println!(
        "| {name} | {} of {} | {} | {} of {} | {} |",
        schemas(1.0),
        rows.len(),
        schemas(0.95),
        below(1.0),
        cells().count(),
        below(0.95)
    );
}

fn line(name: &str, rows: &[Row], of: impl Fn(&[f64]) -> f64) {
    let pair = |ratios: &dyn Fn(Ratio) -> Vec<f64>| format!("{:.2} / {:.2}", of(&ratios(RUN_TIME)), of(&ratios(MACRO)));
    let mut columns: Vec<String> = (0..MODES.len())
        .map(|mode| pair(&|ratio| rows.iter().filter_map(|row| row.cells[mode].as_ref()).map(ratio).collect()))
        .collect();
    columns.push(pair(&|ratio| rows.iter().map(|row| row.whole(ratio)).collect()));
    println!("| {name} | {} |", columns.join(" | "));
}

fn geometric_mean(all: &[f64]) -> f64 {
    (all.iter().map(|ratio| ratio.ln()).sum::<f64>() / all.len() as f64).exp()
}
