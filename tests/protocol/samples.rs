//! Every definition of every revision, with values made from its schema and broken in one place: the typed reader, the
//! generated validator and the `jsonschema` crate give the same verdict, and what is accepted comes back equal.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::bindings::{Answer, ask, asked, schema_of};
use crate::inputs::{REVISIONS, load};
use crate::mutants::{Oracle, completed};
use crate::sample::{Random, mutated, value};
use crate::seed::seed;

/// Values made for each definition; each is asked as it is and three times broken in one place. Of a union as many for each
/// branch.
const VALUES: usize = 48;

/// What became of the values of one definition.
#[derive(Default)]
struct Count {
    accepted: usize,
    refused: usize,
}

/// What a definition is one of: the branches of a union and of the unions in it, or the definition alone.
fn branches<'s>(schema: &'s Value, definition: &'s Value) -> Vec<&'s Value> {
    if definition.get("properties").is_some() {
        return vec![definition];
    }
    let target = definition.get("$ref").and_then(Value::as_str).and_then(|r| schema.pointer(r.strip_prefix('#')?));
    match (target, definition.get("anyOf").and_then(Value::as_array)) {
        (Some(target), _) => branches(schema, target),
        (None, Some(all)) => all.iter().flat_map(|branch| branches(schema, branch)).collect(),
        (None, None) => vec![definition],
    }
}

#[test]
fn typed_reader_and_validator_of_every_definition_agree_with_another_implementation() {
    let seed = seed();
    for (revision, turn) in REVISIONS.iter().zip(0_u64..) {
        let loaded = load(&schema_of(revision), None).unwrap();
        let schema = &loaded.document.value;
        let keyword = if schema.get("$defs").is_some() { "$defs" } else { "definitions" };
        let mut oracle = Oracle::new(schema);
        let mut questions: Vec<(String, Value)> = Vec::new();
        for (id, index) in asked(revision, &loaded.protocol).into_keys().zip(0_u64..) {
            let mut random = Random::Seed(seed.wrapping_add(turn << 32).wrapping_add(index));
            let branches = branches(schema, &schema[keyword][&id]);
            for branch in branches.iter().cycle().take(VALUES * branches.len()) {
                let whole = value(schema, branch, 0, &mut random);
                questions.extend((0..3).map(|_| (id.clone(), mutated(whole.clone(), &mut random))));
                questions.push((id.clone(), whole));
            }
        }
        let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
        let mut wrong = Vec::new();
        for ((id, value), answer) in questions.iter().zip(ask(revision, &questions)) {
            let right = oracle.accepts(id, value);
            let count = counts.entry(id).or_default();
            *if right { &mut count.accepted } else { &mut count.refused } += 1;
            let fault = match answer {
                Answer::Accepted { valid, .. } | Answer::Refused { valid, .. } if valid != right => {
                    "the validator is wrong".to_owned()
                }
                Answer::Accepted { .. } if !right => "wrongly accepted".to_owned(),
                Answer::Refused { pointer, message, .. } if right => format!("wrongly refused: {pointer}: {message}"),
                Answer::Accepted { encoded, .. } if encoded != *value && !completed(value, &encoded) => {
                    format!("comes back as {encoded}")
                }
                _ => continue,
            };
            wrong.push(format!("{id}: {value}: {fault}"));
        }
        let total = |of: fn(&Count) -> usize| counts.values().map(of).sum::<usize>();
        println!(
            "{revision}: {} definitions, {} values accepted and {} refused by both",
            counts.len(),
            total(|count| count.accepted),
            total(|count| count.refused),
        );
        assert!(wrong.is_empty(), "{revision}: {} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
        let unseen: Vec<&str> =
            counts.iter().filter(|(_, count)| count.accepted == 0 || count.refused == 0).map(|(id, _)| *id).collect();
        let all_values: &[&str] = if counts.contains_key("JSONValue") { &["JSONValue"] } else { &[] };
        assert_eq!(unseen, all_values, "{revision}: only one verdict was seen");
    }
}
