//! Schemas that nobody would write: the same verdict as the `jsonschema` crate.

use mcp_codegen::validate::{self, Options};
use serde_json::Value;

use crate::compiled::Compiled;
use crate::sample::{Random, value};
use crate::schemas;
use crate::seed::seed;

const SCHEMAS: u64 = 300;
const VALUES: usize = 120;

#[test]
fn verdicts_agree_with_another_implementation_on_random_schemas() {
    let seed = seed();
    let (mut found, mut programs, mut questions) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..SCHEMAS {
        let mut random = Random::Seed(seed.wrapping_add(index));
        let schema = schemas::schema(index % 3 == 0, &mut random);
        // A chain of references that only leads back to itself is refused: nothing to compare.
        let Ok(program) = validate::compile(&schema, &Options::default()) else { continue };
        let oracle = jsonschema::options().should_validate_formats(false).build(&schema).unwrap();
        for turn in 0..VALUES {
            let sample = match turn % 3 {
                0 => value(&schema, &schema, 0, &mut random),
                _ => schemas::value(3, &mut random),
            };
            questions.push((programs.len(), sample));
        }
        programs.push(program);
        found.push((schema, oracle));
    }
    let answers = Compiled::build("random", &programs).ask(&questions);
    let mut counts = [0usize; 2];
    let mut wrong = Vec::new();
    for ((index, value), answer) in questions.iter().zip(&answers) {
        let (schema, oracle): &(Value, _) = &found[*index];
        let expected = oracle.is_valid(value);
        counts[usize::from(expected)] += 1;
        if answer.valid != expected {
            wrong.push(format!("{schema}\n  {value} should be valid: {expected}; {}", answer.text));
        }
    }
    println!("{} schemas, {} valid and {} invalid values", programs.len(), counts[1], counts[0]);
    assert!(programs.len() > 200 && counts.iter().all(|count| *count > 3_000), "{} {counts:?}", programs.len());
    assert!(
        wrong.is_empty(),
        "{} disagreements:\n{}",
        wrong.len(),
        wrong.iter().take(10).cloned().collect::<Vec<_>>().join("\n")
    );
}
