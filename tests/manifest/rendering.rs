//! Diagnostics as text, JSON, SARIF, workflow commands and cargo lines.

use mcp_codegen::diagnostic::{Diagnostic, Diagnostics, Format, render};
use mcp_codegen::source::{Place, Sources};

use crate::common::golden;

fn place_of(sources: &Sources, file: usize, part: &str) -> Place {
    let mut again = Sources::default();
    let ids: Vec<_> = sources.files().iter().map(|source| again.add(&source.name, &source.text)).collect();
    let start = sources.get(ids[file]).text.find(part).unwrap();
    sources.place(ids[file], start..start + part.len())
}

fn example() -> (Sources, Diagnostics) {
    let mut sources = Sources::default();
    sources.add("harbour/mcp.toml", "[server]\nname = \"quay\"\n\n[[tools]]\nname = \"möwe\"\nname2 = \"x\"\r\n");
    sources.add("schemas/a,b:c 50%.json", "{\n  \"type\": \"object\",\n  \"x\": {\n    \"y\": 1\n  }\n}\n");
    let mut found = Diagnostics::default();
    found.push(
        Diagnostic::error("DOC-02", place_of(&sources, 0, "\"möwe\""), "this name stands twice")
            .label("the second")
            .help("keep one of the two, 100% of the time\nnot both")
            .related(place_of(&sources, 0, "\"quay\""), "it stands here first"),
    );
    found.push(Diagnostic::warning(
        "DOC-08",
        place_of(&sources, 1, "{\n    \"y\": 1\n  }"),
        "this value goes on for lines",
    ));
    found.push(Diagnostic::error("DOC-05", None, "cannot read c.json: there is no such file"));
    found.push(Diagnostic::warning("DOC-08", place_of(&sources, 0, "\"x\""), "found later, reported in order"));
    (sources, found)
}

#[test]
fn every_format_says_the_same_in_order() {
    let (sources, found) = example();
    for (format, file) in [
        (Format::Text, "all.txt"),
        (Format::Json, "all.json"),
        (Format::Sarif, "all.sarif"),
        (Format::Github, "all.github"),
        (Format::Cargo, "all.cargo"),
    ] {
        golden(format!("manifest/rendering/{file}"), &render(format, &sources, &found, false));
    }
}

#[test]
fn nothing_found_is_one_line() {
    let (sources, none) = (Sources::default(), Diagnostics::default());
    assert_eq!(render(Format::Text, &sources, &none, false), "ok: no problems\n");
    assert_eq!(render(Format::Github, &sources, &none, false), "");
    let json: serde_json::Value = serde_json::from_str(&render(Format::Json, &sources, &none, false)).unwrap();
    assert_eq!(json, serde_json::json!({"errors": 0, "warnings": 0, "diagnostics": []}));
}

#[test]
fn colour_only_when_asked() {
    let (sources, found) = example();
    assert!(render(Format::Text, &sources, &found, true).contains("\u{1b}["));
    assert!(!render(Format::Text, &sources, &found, false).contains('\u{1b}'));
}

/// Everything that a terminal acts on, in every part of a finding.
#[test]
fn hostile_text_is_spelled_out_in_every_format() {
    let hostile: String = ('\u{0}'..='\u{1f}')
        .chain('\u{7f}'..='\u{9f}')
        .chain(
            "\u{ad}\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}\u{feff}\u{e0041}"
                .chars(),
        )
        .collect();
    let line = hostile.replace(['\n', '\r'], "");
    let mut sources = Sources::default();
    sources.add(format!("dir{hostile}/x.json"), format!("\"{line}é\" \"mark\"\n"));
    let place = place_of(&sources, 0, "\"mark\"");
    let mut found = Diagnostics::default();
    found.push(
        Diagnostic::error("DOC-01", place, format!("says {hostile}\u{1b}]8;;http://evil.invalid\u{7}x"))
            .label(hostile.clone())
            .help(hostile.clone())
            .related(place, hostile),
    );
    for format in [Format::Text, Format::Json, Format::Sarif, Format::Github, Format::Cargo] {
        let text = render(format, &sources, &found, false);
        let bad: Vec<_> = text
            .chars()
            .filter(|c| *c != '\n' && (c.is_control() || mcp_codegen::diagnostic::safe::is_hostile(*c)))
            .collect();
        assert!(bad.is_empty(), "{format:?}: {bad:?}");
    }
    let json = render(Format::Json, &sources, &found, false);
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(read["diagnostics"][0]["message"].as_str().unwrap().contains("\u{1b}]8;;"), "escaped, not lost");
    let text = render(Format::Text, &sources, &found, false);
    assert!(text.contains(r"says \u{0}\u{1}"), "{text}");
    let rows: Vec<&str> = text.lines().collect();
    let row = rows.iter().position(|row| row.contains("\"mark\"")).unwrap();
    let column = |row: &str, part: char| row.chars().position(|c| c == part);
    assert_eq!(column(rows[row + 1], '^'), rows[row].chars().position(|c| c == 'm').map(|at| at - 1), "{text}");
}

#[test]
fn long_lines_are_cut_around_the_mark() {
    let mut sources = Sources::default();
    sources.add("long.json", format!("[\"{}\", \"mark\", \"{}\"]", "a".repeat(200_000), "b".repeat(200_000)));
    let mut found = Diagnostics::default();
    found.push(Diagnostic::error("DOC-01", place_of(&sources, 0, "\"mark\""), "far to the right").label("here"));
    found.push(Diagnostic::error("DOC-01", place_of(&sources, 0, &"b".repeat(200_000)), "longer than a screen"));
    golden("manifest/rendering/long.txt", &render(Format::Text, &sources, &found, false));
}

#[test]
fn ten_thousand_findings_in_a_large_file_are_no_work_to_speak_of() {
    let mut sources = Sources::default();
    let file = sources.add("big.json", "é: [1, 2, 3, 4, 5, 6, 7, 8, 9]\n".repeat(20_000));
    let mut found = Diagnostics::default();
    for index in 0..10_000 {
        let at = index * 64 + 5;
        found.push(Diagnostic::warning("DOC-08", sources.place(file, at..at + 1), format!("finding {index}")));
    }
    assert!(render(Format::Text, &sources, &found, false).ends_with("ok: no errors, 10000 warnings\n"));
}

#[test]
fn ten_thousand_findings_in_one_line_are_no_work_to_speak_of() {
    let mut sources = Sources::default();
    let file = sources.add("line.json", "é: [1, 2, 3, 4, 5, 6, 7, 8, 9] ".repeat(20_000));
    let mut found = Diagnostics::default();
    for index in 0..10_000 {
        let at = index * 64 + 5;
        found.push(Diagnostic::warning("DOC-08", sources.place(file, at..at + 1), format!("finding {index}")));
    }
    let text = render(Format::Text, &sources, &found, false);
    assert!(text.contains("line.json:1:5\n") && text.contains("line.json:1:619943\n"), "{}", &text[..300]);
}

#[test]
fn texts_as_long_as_a_file_are_cut_in_the_middle() {
    let finding = Diagnostic::error("DOC-01", None, format!("<{}>", "\u{e9}".repeat(100_000))).help("h".repeat(9_999));
    assert_eq!(finding.message.chars().count(), 600);
    assert!(
        finding.message.starts_with("<\u{e9}") && finding.message.ends_with("\u{e9}>") && finding.message.contains('…')
    );
    assert_eq!(finding.help.unwrap().chars().count(), 600);
    let short = Diagnostic::error("DOC-01", None, "\u{e9}".repeat(600));
    assert!(!short.message.contains('…'));
}
