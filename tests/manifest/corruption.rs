//! A thousand valid manifests, broken: nothing panics, nothing hangs, and what is wrong has a place.

use std::path::Path;

use mcp_codegen::diagnostic::{Diagnostics, Format, render};
use mcp_codegen::lint::lint;
use mcp_codegen::lower::contract::lower;
use mcp_codegen::manifest;
use mcp_codegen::source::Sources;
use serde_json::{Value, json};

/// xorshift64*: the same thousand on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        usize::try_from(self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33).unwrap() % limit.max(1)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

fn seeds() -> Vec<(&'static str, String)> {
    let read = |case: &str, file: &str| {
        std::fs::read_to_string(Path::new("tests/manifest/lint").join(case).join(file)).unwrap()
    };
    vec![
        ("mcp.toml", read("perfect-toml", "mcp.toml")),
        ("mcp.yaml", read("perfect-yaml", "mcp.yaml")),
        ("mcp.json", read("perfect-json", "mcp.json")),
        ("mcp.toml", read("hdr-15-unique", "mcp.toml")),
        ("mcp.yaml", read("rsc-resources", "mcp.yaml")),
        ("mcp.json", read("asks", "mcp.json")),
        ("mcp.json", read("hdr-19-unreachable", "mcp.json")),
    ]
}

fn corrupt(random: &mut Random, name: &str, text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    match random.below(8) {
        0 => {
            for _ in 0..=random.below(8) {
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
            }
        }
        1 => {
            let from = random.below(bytes.len());
            let to = (from + random.below(40)).min(bytes.len());
            bytes.drain(from..to);
        }
        2 => {
            let from = random.below(bytes.len());
            let copy = bytes[from..(from + random.below(200)).min(bytes.len())].to_vec();
            let at = random.below(bytes.len());
            bytes.splice(at..at, copy);
        }
        3 => {
            let signs = [
                "{",
                "}",
                "[",
                "]",
                "\"",
                "'",
                ":",
                ",",
                "\n",
                "\t",
                "&a ",
                "*a ",
                "!!int ",
                "#",
                "\\u0000",
                "\0",
                "\u{feff}",
                "\u{202e}",
                "\u{1b}[31m",
                "---\n",
                "=",
                "<<: ",
            ];
            let at = random.below(bytes.len());
            bytes.splice(at..at, random.pick(&signs).bytes());
        }
        4 => {
            let mut lines: Vec<&str> = text.lines().collect();
            lines.remove(random.below(lines.len()));
            bytes = lines.join("\n").into_bytes();
        }
        5 => {
            let mut lines: Vec<&str> = text.lines().collect();
            let (a, b) = (random.below(lines.len()), random.below(lines.len()));
            lines.swap(a, b);
            bytes = lines.join("\r\n").into_bytes();
        }
        6 => {
            let levels = *random.pick(&[100, 1_000, 100_000]);
            let (open, close) =
                *random.pick(&[("[", "]"), ("{\"a\":", "}"), ("{a: ", "}"), ("{a = ", "}"), ("- ", ""), ("[", "")]);
            let deep = open.repeat(levels) + &close.repeat(levels);
            let line_starts: Vec<usize> = text.match_indices([':', '=', '[']).map(|(at, _)| at + 1).collect();
            let at = *random.pick(&line_starts);
            bytes.splice(at..at, deep.into_bytes());
        }
        _ => {
            if name.ends_with(".json") {
                let mut value: Value = serde_json::from_str(text).unwrap();
                change_a_value(random, &mut value);
                bytes = value.to_string().into_bytes();
            } else {
                let cut = random.below(bytes.len());
                bytes.truncate(cut);
            }
        }
    }
    bytes
}

/// Takes a member away, renames it, or gives it another type.
fn change_a_value(random: &mut Random, value: &mut Value) {
    let here = random.below(4) == 0;
    match value {
        Value::Object(members) if !members.is_empty() => {
            let key = members.keys().nth(random.below(members.len())).unwrap().clone();
            match random.below(3) {
                0 if here => {
                    members.remove(&key);
                }
                1 if here => {
                    let member = members.remove(&key).unwrap();
                    members.insert(key + "s", member);
                }
                _ => change_a_value(random, &mut members[&key]),
            }
        }
        Value::Array(items) if !items.is_empty() && !here => {
            let at = random.below(items.len());
            change_a_value(random, &mut items[at]);
        }
        other => {
            let others = [
                json!(null),
                json!(true),
                json!(-1),
                json!(1e300),
                json!(""),
                json!("#/$defs/nowhere"),
                json!([]),
                json!({"a": [{}]}),
            ];
            *other = random.pick(&others).clone();
        }
    }
}

#[test]
fn a_thousand_corruptions_neither_panic_nor_lose_their_place() {
    let mut random = Random(0x6d63_7063_6f64_6567);
    let directory = tempfile::tempdir().unwrap();
    let seeds = seeds();
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..1_000 {
        let (name, text) = random.pick(&seeds).clone();
        let bytes = corrupt(&mut random, name, &text);
        let path = directory.path().join(name);
        std::fs::write(&path, &bytes).unwrap();
        let (mut sources, mut found) = (Sources::default(), Diagnostics::default());
        let manifest = manifest::open(&mut sources, &path, &mut found);
        if let Some(manifest) = &manifest {
            lint(manifest, &mut found);
            if !found.has_errors() {
                let contract = lower(manifest);
                assert_eq!(contract.tools.len(), manifest.tools.len());
            }
        }
        assert!(manifest.is_some() || found.has_errors(), "nothing made of it, and no word why");
        for finding in found.sorted() {
            let place = finding.place.unwrap_or_else(|| panic!("{}: no place", finding.message));
            assert!(sources.get(place.file).text.get(place.range()).is_some());
        }
        for format in [Format::Text, Format::Json, Format::Sarif, Format::Github, Format::Cargo] {
            let rendered = render(format, &sources, &found, false);
            assert!(!rendered.chars().any(|c| c.is_control() && c != '\n'), "{format:?}");
        }
        if found.has_errors() { refused += 1 } else { accepted += 1 }
    }
    assert!(refused > 500 && accepted > 50, "{refused} refused, {accepted} accepted");
}
