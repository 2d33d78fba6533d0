//! The text stage: the same value from three syntaxes, a place for every part, nothing that JSON
//! does not have, and bounds.

use mcp_codegen::diagnostic::{Diagnostics, Severity};
use mcp_codegen::document::{Document, read};
use mcp_codegen::source::Sources;
use serde_json::json;

struct Read {
    sources: Sources,
    document: Option<Document>,
    diagnostics: Diagnostics,
}

fn reading(name: &str, text: &str) -> Read {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let mut diagnostics = Diagnostics::default();
    let document = read(&sources, file, &mut diagnostics);
    assert_eq!(document.is_none(), diagnostics.has_errors(), "no document exactly when there are errors");
    Read { sources, document, diagnostics }
}

fn rules(read: &Read) -> Vec<&'static str> {
    read.diagnostics.sorted().iter().map(|found| found.rule).collect()
}

/// The text under a place, for the value and for the key.
fn at(read: &Read, pointer: &str) -> (String, String) {
    let document = read.document.as_ref().unwrap();
    let text = |place: mcp_codegen::source::Place| read.sources.get(place.file).text[place.range()].to_owned();
    (text(document.place(pointer).unwrap()), text(document.key_place(pointer).unwrap()))
}

#[test]
fn one_value_from_three_syntaxes() {
    let expected = json!({
        "flag": true, "none": {"list": [1, -2, 2.5, "t"]}, "text": "a\nb", "\u{e9}/~": {"deep": [[{}]]}
    });
    let texts = [
        ("a.json", r#"{"text":"a\nb","flag":true,"none":{"list":[1,-2,2.5,"t"]},"é/~":{"deep":[[{}]]}}"#),
        ("a.toml", "text = \"a\\nb\"\nflag = true\n[none]\nlist = [1, -2, 2.5, 't']\n['é/~']\ndeep = [[{}]]\n"),
        ("a.yaml", "text: |-\n  a\n  b\nflag: true\nnone:\n  list: [1, -2, 2.5, t]\né/~:\n  deep:\n  - - {}\n"),
    ];
    for (name, text) in texts {
        let read = reading(name, text);
        assert_eq!(read.document.as_ref().unwrap().value, expected, "{name}");
        assert_eq!(at(&read, "/none/list/1").0, "-2", "{name}");
        assert_eq!(at(&read, "/~1é~1~0/deep").0, at(&read, "/nowhere/at/all").0, "{name}: nearest ancestor");
        assert_eq!(at(&read, "/é~1~0/deep").1.trim_matches('"'), "deep", "{name}");
        assert_eq!(at(&read, "/é~1~0").1.trim_matches(['"', '\'']), "é/~", "{name}");
    }
}

#[test]
fn toml_tables_have_the_place_of_their_header() {
    let read = reading("m.toml", "a.b = 1\n[[tools]]\nname = \"x\"\n[[tools]]\nname = \"y\"\n[server]\nname = 'z'\n");
    assert_eq!(at(&read, "/tools/0").0, "[[tools]]");
    assert_eq!(at(&read, "/tools/1/name"), ("\"y\"".into(), "name".into()));
    assert_eq!(at(&read, "/server"), ("[server]".into(), "server".into()));
    assert_eq!(at(&read, "/a").0, "a");
}

#[test]
fn yaml_resolves_plain_scalars_by_the_core_schema() {
    let read = reading(
        "s.yml",
        "[~, null, '', no, yes, on, True, 0o17, 0x1F, 017, +1, .5, 5., 1e3, 1_000, 0.1, -0, 2026-07-28, 'true', \"1\"]",
    );
    assert_eq!(
        read.document.unwrap().value,
        json!([
            null,
            null,
            "",
            "no",
            "yes",
            "on",
            true,
            15,
            31,
            17,
            1,
            0.5,
            5.0,
            1000.0,
            "1_000",
            0.1,
            0,
            "2026-07-28",
            "true",
            "1"
        ])
    );
}

#[test]
fn doc_07_what_json_does_not_have_is_refused() {
    for (name, text) in [
        ("d.toml", "d = 2026-07-28"),
        ("d.toml", "d = 07:32:00"),
        ("d.toml", "x = inf"),
        ("d.toml", "x = nan"),
        ("d.toml", "x = 1e999"),
        ("d.yaml", "x: .inf"),
        ("d.yaml", "x: .nan"),
        ("d.yaml", "x: 1e999"),
        ("d.yaml", "1: x"),
        ("d.yaml", "true: x"),
        ("d.yaml", "? [a]\n: x"),
        ("d.yaml", "? {a: b}\n: x"),
        ("d.yaml", "x: !!str 5"),
        ("d.yaml", "x: !include y"),
        ("d.yaml", "!!set {a}"),
        ("d.yaml", "a: &a {b: 1}\nc:\n  <<: *a"),
        ("d.yaml", "a: &a [*a]"),
        ("d.yaml", "a: 1\n---\nb: 2"),
    ] {
        assert_eq!(rules(&reading(name, text)), ["DOC-07"], "{text}");
    }
}

#[test]
fn doc_02_a_key_twice_is_refused_with_both_places() {
    for (name, text) in [
        ("k.json", "{\"a\":1,\n\"\\u0061\":2}"),
        ("k.toml", "a = 1\na = 2"),
        ("k.toml", "[a]\nb = 1\n[a]\nc = 1"),
        ("k.yaml", "a: 1\n'a': 2"),
        ("k.yaml", "{a: 1, b: {a: 1}, a: 2}"),
    ] {
        assert_eq!(rules(&reading(name, text)), ["DOC-02"], "{text}");
    }
    let read = reading("k.yaml", "a: 1\n'a': 2");
    assert_eq!(read.diagnostics.sorted()[0].related.len(), 1);
}

#[test]
fn doc_03_depth_is_bounded_in_every_syntax() {
    let deep = |open: &str, close: &str, levels: usize| open.repeat(levels) + &close.repeat(levels);
    for levels in [1_000, 100_000] {
        for (name, text) in [
            ("n.json", deep("[", "]", levels)),
            ("n.json", deep("{\"a\":", "}", levels).replacen("}", "1}", 1)),
            ("n.json", "[".repeat(levels)),
            ("n.toml", format!("a = {}", deep("[", "]", levels))),
            ("n.toml", format!("a = {}", deep("{a = ", "}", levels))),
            ("n.toml", format!("a = {}", "[".repeat(levels))),
            ("n.toml", format!("a{} = 1", ".a".repeat(levels))),
            ("n.toml", format!("[a{}]", ".a".repeat(levels))),
            ("n.yaml", deep("[", "]", levels)),
            ("n.yaml", "[".repeat(levels)),
            ("n.yaml", deep("{a: ", "}", levels)),
            ("n.yaml", "- ".repeat(levels) + "x"),
            ("n.yaml", (0..levels.min(2_000)).map(|level| " ".repeat(level) + "a:\n").collect()),
            ("n.yaml", "? ".repeat(levels)),
        ] {
            let read = reading(name, &text);
            let found = rules(&read);
            assert!(
                !found.is_empty() && found.iter().all(|rule| ["DOC-01", "DOC-03", "DOC-07"].contains(rule)),
                "{name} {found:?}"
            );
            assert!(read.diagnostics.sorted().iter().all(|found| found.place.is_some()));
        }
    }
}

#[test]
fn two_hundred_levels_are_read_from_json_and_yaml() {
    for name in ["n.json", "n.yaml"] {
        let text = "[".repeat(200) + &"]".repeat(200);
        assert!(reading(name, &text).document.is_some(), "{name}");
    }
}

#[test]
fn aliases_copy_with_the_places_of_their_anchor_and_within_a_bound() {
    let read = reading("a.yaml", "base: &b {type: string, tags: [x]}\nuse: *b\nname: &n key\n*n : 1\n");
    let document = read.document.as_ref().unwrap();
    assert_eq!(document.value["use"], json!({"type": "string", "tags": ["x"]}));
    assert_eq!(document.value["key"], json!(1));
    assert_eq!(document.place("/use/tags/0"), document.place("/base/tags/0"));
    assert_eq!(at(&read, "/use").1, "use");

    let mut laughs = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..60 {
        let before = format!("*a{}, ", level - 1).repeat(9);
        laughs += &format!("a{level}: &a{level} [{before}*a{}]\n", level - 1);
    }
    assert_eq!(rules(&reading("a.yaml", &laughs)), ["DOC-07"]);

    let nested = (0..150).map(|level| format!("&a{level} [")).collect::<String>() + &"]".repeat(150);
    assert!(reading("a.yaml", &nested).document.is_some());
}

#[test]
fn doc_08_integers_are_exact_or_said_not_to_be() {
    for (name, text) in [
        ("i.json", "{\"a\":[9223372036854775807,-9223372036854775808,18446744073709551615]}"),
        ("i.toml", "a = [9223372036854775807, -9223372036854775808, 18446744073709551615]"),
        ("i.yaml", "a: [9223372036854775807, -9223372036854775808, 18446744073709551615]"),
    ] {
        let read = reading(name, text);
        assert_eq!(rules(&read), [""; 0], "{name}");
        assert_eq!(read.document.unwrap().value["a"], json!([i64::MAX, i64::MIN, u64::MAX]), "{name}");
    }
    for (name, text) in [
        ("i.json", "[12345678901234567890123]"),
        ("i.yaml", "[12345678901234567890123]"),
        ("i.toml", "a = 12345678901234567890123"),
    ] {
        let read = reading(name, text);
        assert_eq!(rules(&read), ["DOC-08"], "{name}");
        assert_eq!(read.diagnostics.sorted()[0].severity, Severity::Warning);
    }
    assert_eq!(rules(&reading("i.json", "[18446744073709551616, -0, 1e2]")), [""; 0], "a power of two is exact");
}

#[test]
fn doc_01_syntax_errors_have_a_place() {
    for (name, text, place) in [
        ("e.json", "{\n  \"a\": tru\n}", (2, 11)),
        ("e.json", "", (1, 1)),
        ("e.json", "{\"a\": 'x'}", (1, 7)),
        ("e.toml", "a = \n", (1, 5)),
        ("e.toml", "é = é", (1, 1)),
        ("e.yaml", "a: 'b\nc: d", (1, 4)),
        ("e.yaml", "a: b: c", (1, 5)),
        ("e.yaml", "a:\n\t- b", (2, 2)),
    ] {
        let read = reading(name, text);
        let found = read.diagnostics.sorted();
        assert_eq!(found[0].rule, "DOC-01", "{text:?}");
        assert_eq!(read.sources.line_col(found[0].place.unwrap()), place, "{name} {text:?}: {}", found[0].message);
    }
}

#[test]
fn doc_04_to_06_files_that_say_no_syntax_are_absent_or_not_utf_8() {
    assert_eq!(rules(&reading("manifest.ini", "a = 1")), ["DOC-04"]);
    let dir = tempfile::tempdir().unwrap();
    let mut sources = Sources::default();
    let mut diagnostics = Diagnostics::default();
    let open = mcp_codegen::document::open;
    assert!(open(&mut sources, &dir.path().join("none.toml"), "none.toml", &mut diagnostics).is_none());
    std::fs::write(dir.path().join("latin.yaml"), b"\xef\xbb\xbfok: 1\nx: caf\xe9\n").unwrap();
    assert!(open(&mut sources, &dir.path().join("latin.yaml"), "latin.yaml", &mut diagnostics).is_none());
    let found = diagnostics.sorted();
    assert_eq!(found.iter().map(|found| found.rule).collect::<Vec<_>>(), ["DOC-05", "DOC-06"]);
    assert_eq!(sources.line_col(found[1].place.unwrap()), (2, 7));
    std::fs::write(dir.path().join("mark.json"), "\u{feff}{}").unwrap();
    assert!(open(&mut sources, &dir.path().join("mark.json"), "mark.json", &mut diagnostics).is_some());
}

#[test]
fn a_grafted_document_keeps_its_own_places_and_the_key_of_its_host() {
    let mut sources = Sources::default();
    let mut diagnostics = Diagnostics::default();
    let host = sources.add("host.toml", "a = { x = 1 }\na-b = 2\n");
    let guest = sources.add("guest.json", "{\"y\": [true]}");
    let mut document = read(&sources, host, &mut diagnostics).unwrap();
    let other = read(&sources, guest, &mut diagnostics).unwrap();
    assert!(document.graft("/a", &other));
    assert!(!document.graft("/none", &other));
    assert_eq!(document.value, json!({"a": {"y": [true]}, "a-b": 2}));
    assert_eq!(document.place("/a/y/0").unwrap().file, guest);
    assert_eq!(document.key_place("/a").unwrap().file, host);
    assert_eq!(document.place("/a-b").unwrap().file, host);
    assert_eq!(document.place("/a/x"), document.place("/a"));
}
