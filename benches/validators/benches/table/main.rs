//! The table of the README: `cargo bench --manifest-path benches/validators/Cargo.toml --bench table`.
//!
//! For every schema, the same values go through the generated validator, the run-time validator of `jsonschema` 0.61
//! (compiled once, before), and the one that the macro of `jsonschema` 0.60.2 wrote. A comparison of a few nanoseconds
//! takes a third more or less by the address at which its code happens to lie; hence every cell is measured in several
//! processes, each of which the system loads at other addresses, and what is told is the median over them. The macro's
//! code is there twice, in two crates: how far the two are apart is what the addresses alone do.
//!
//! An argument keeps the schemas whose names contain it; `--cells` prints every cell. `--alone <contender> <column>`
//! runs one contender and prints nothing, for a profiler: `own`, `run time` or `macro`, and a column by its number.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

mod measure;
mod report;
#[path = "../../../../tests/common/sample.rs"]
mod sample;

use std::process::Command;

use measure::{Cell, Contender, Subject};
use validators_bench::CASES;

/// How often everything is measured, each time in a process of its own.
const PROCESSES: usize = 7;

/// Said to a process that measures.
const MEASURE: &str = "--measure";

fn main() {
    let all: Vec<String> = std::env::args().skip(1).collect();
    let alone =
        all.iter().position(|argument| argument == "--alone").map(|at| (all[at + 1].clone(), all[at + 2].clone()));
    let wanted: Vec<String> = all
        .iter()
        .filter(|text| !text.starts_with("--") && alone.as_ref().is_none_or(|(a, b)| a != *text && b != *text))
        .cloned()
        .collect();
    let chosen: Vec<usize> = (0..CASES.len())
        .filter(|index| wanted.is_empty() || wanted.iter().any(|text| CASES[*index].name.contains(text)))
        .collect();
    if let Some((contender, column)) = alone {
        let contender = Contender::ALL.into_iter().find(|known| known.name() == contender).unwrap();
        chosen.iter().for_each(|index| Subject::new(*index).alone(contender, column.parse().unwrap()));
    } else if all.iter().any(|argument| argument == MEASURE) {
        for index in chosen {
            for (column, cell) in Subject::new(index).cells().into_iter().enumerate() {
                cell.iter().for_each(|cell| println!("{index}\t{column}\t{}", cell.text()));
            }
        }
    } else {
        let mut cells: Vec<[Vec<Cell>; 4]> = CASES.iter().map(|_| Default::default()).collect();
        for _ in 0..PROCESSES {
            let mut child = Command::new(std::env::current_exe().unwrap());
            let output = child.arg(MEASURE).args(&wanted).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            for line in String::from_utf8(output.stdout).unwrap().lines() {
                let (index, rest) = line.split_once('\t').unwrap();
                let (column, cell) = rest.split_once('\t').unwrap();
                cells[index.parse::<usize>().unwrap()][column.parse::<usize>().unwrap()].push(Cell::read(cell));
            }
        }
        let rows: Vec<report::Row> =
            chosen.into_iter().map(|index| report::Row::new(CASES[index].name, &cells[index])).collect();
        report::print(&rows, !wanted.is_empty(), all.iter().any(|argument| argument == "--cells"));
    }
}
