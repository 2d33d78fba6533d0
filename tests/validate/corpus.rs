//! Every tool of the corpus: the same verdict as the `jsonschema` crate on generated and mutated arguments.

use mcp_codegen::validate::{self, Options};
use serde_json::Value;

use crate::common::shared;
use crate::compiled::Compiled;
use crate::sample::{Random, mutated, value};
use crate::seed::seed;

/// Arguments for each tool, and as many mutants.
const ARGUMENTS: usize = 100;

#[test]
fn verdicts_agree_with_another_implementation_on_all_corpus_tools() {
    let Some(folder) = shared("corpus") else { return };
    let (mut names, mut programs, mut oracles, mut questions) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut random = Random::Seed(seed());
    let mut tools = 0;
    for file in files {
        let manifest: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        for tool in manifest["tools"].as_array().unwrap() {
            tools += 1;
            for keyword in ["inputSchema", "outputSchema"] {
                let Some(schema) = tool.get(keyword) else { continue };
                let name = format!("{} {} {keyword}", file.file_stem().unwrap().to_string_lossy(), tool["name"]);
                let program = validate::compile(schema, &Options::default())
                    .unwrap_or_else(|faults| panic!("{name} is refused: {faults:#?}"));
                let oracle = jsonschema::options().should_validate_formats(false).build(schema).unwrap();
                for _ in 0..ARGUMENTS {
                    let sample = value(schema, schema, 0, &mut random);
                    questions.push((programs.len(), mutated(sample.clone(), &mut random)));
                    questions.push((programs.len(), sample));
                }
                names.push(name);
                programs.push(program);
                oracles.push(oracle);
            }
        }
    }
    assert_eq!(tools, 222, "the corpus is not the one that is meant");
    let answers = Compiled::build("corpus", &programs).ask(&questions);
    let mut counts = [0usize; 2];
    let mut wrong = Vec::new();
    for ((index, value), answer) in questions.iter().zip(&answers) {
        let expected = oracles[*index].is_valid(value);
        counts[usize::from(expected)] += 1;
        if answer.valid != expected {
            wrong.push(format!("{}: {value} should be valid: {expected}; {}", names[*index], answer.text));
        }
    }
    println!("{} validators, {} valid and {} invalid values", programs.len(), counts[1], counts[0]);
    assert!(counts[0] > 1_000 && counts[1] > 1_000, "the arguments say little: {counts:?}");
    assert!(
        wrong.is_empty(),
        "{} disagreements:\n{}",
        wrong.len(),
        wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
    );
}
