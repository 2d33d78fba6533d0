//! The failures of other generators, with names of our own.

use super::{Kind, assign, assign_families, ident};
use std::collections::{BTreeMap, BTreeSet};

fn pairs(names: &BTreeMap<String, String>) -> Vec<(&str, &str)> {
    names.iter().map(|(wire, name)| (wire.as_str(), name.as_str())).collect()
}

/// Every name is there, legal, and its own.
fn sound(kind: Kind, wires: &[&str]) -> BTreeMap<String, String> {
    let names = assign(kind, wires.iter().copied(), &[]);
    assert_eq!(names.keys().map(String::as_str).collect::<BTreeSet<_>>(), wires.iter().copied().collect());
    assert_eq!(names.values().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    for name in names.values() {
        assert!(syn::parse_str::<syn::Ident>(name).is_ok(), "{name} is no identifier");
        assert!(name.is_ascii() && !name.starts_with("r#"), "{name}");
    }
    let mut shuffled = wires.to_vec();
    shuffled.reverse();
    assert_eq!(names, assign(kind, shuffled, &[]), "the order of the names must not count");
    names
}

#[test]
fn names_take_the_case_that_rust_expects() {
    assert_eq!(ident(Kind::Type, "JSONRPCRequest"), "JsonRpcRequest");
    assert_eq!(ident(Kind::Type, "JSONRPCErrorResponse"), "JsonRpcErrorResponse");
    assert_eq!(ident(Kind::Type, "ElicitRequestURLParams"), "ElicitRequestUrlParams");
    assert_eq!(ident(Kind::Type, "URIs"), "UrIs");
    assert_eq!(ident(Kind::Type, "JSONValue"), "JsonValue");
    assert_eq!(ident(Kind::Field, "ttlMs"), "ttl_ms");
    assert_eq!(ident(Kind::Field, "_meta"), "meta");
    assert_eq!(ident(Kind::Field, "io.modelcontextprotocol/clientInfo"), "io_modelcontextprotocol_client_info");
    assert_eq!(ident(Kind::Function, "tools/list"), "tools_list");
    assert_eq!(ident(Kind::Variant, "accept"), "Accept");
    assert_eq!(ident(Kind::Const, "METHOD_NOT_FOUND"), "METHOD_NOT_FOUND");
    assert_eq!(ident(Kind::Const, "sha256Sum"), "SHA256_SUM");
}

#[test]
fn fields_that_differ_by_separators_and_case_stay_apart() {
    let names = sound(Kind::Field, &["href", "_href", "row-count", "row_count", "rowCount", "RowCount"]);
    assert_eq!(
        pairs(&names),
        [
            ("RowCount", "row_count_pascal"),
            ("_href", "underscore_href"),
            ("href", "href"),
            ("row-count", "row_hyphen_count"),
            ("rowCount", "row_count_camel"),
            ("row_count", "row_count"),
        ]
    );
}

#[test]
fn names_without_letters_have_a_name() {
    let names = sound(Kind::Field, &["+2", "-2", "2", "", "--", "$", "n2"]);
    assert_eq!(
        pairs(&names),
        [
            ("", "empty"),
            ("$", "dollar"),
            ("+2", "plus_2"),
            ("--", "minus_minus"),
            ("-2", "minus_2"),
            ("2", "digit_2"),
            ("n2", "n2"),
        ]
    );
    assert_eq!(ident(Kind::Field, "2"), "n2");
}

#[test]
fn variants_made_of_operators_stay_apart() {
    let names = sound(Kind::Variant, &["<", "<=", "=", "==", "!=", ">", ">=", "\u{2260}", "", " ", "\u{2003}"]);
    assert_eq!(names["<="], "LessEqual");
    assert_eq!(names[""], "Empty");
    assert_eq!(names[" "], "Space");
    assert_eq!(names["\u{2260}"], "U2260");
}

#[test]
fn variants_that_differ_by_case_stay_apart() {
    let names = sound(Kind::Variant, &["mV", "MV", "mv", "Mv", "kV_a", "kvA", "kv-a"]);
    assert_eq!(names["Mv"], "Mv");
    assert_eq!(names["mv"], "MvLower");
    assert_eq!(names["MV"], "MvUpper");
}

#[test]
fn words_that_cannot_be_raw_get_a_suffix() {
    let wires = ["self", "Self", "super", "crate", "_", "type", "async", "r#type", "type_"];
    let names = sound(Kind::Field, &wires);
    assert_eq!(names["super"], "super_");
    assert_eq!(names["crate"], "crate_");
    assert_eq!(names["async"], "async_");
    assert_eq!(names["_"], "underscore");
    assert_eq!(names["type_"], "type_");
    assert_eq!(names["r#type"], "r_type");
    sound(Kind::Variant, &["self", "Self", "super", "crate", "_"]);
    assert_eq!(ident(Kind::Variant, "self"), "Self_");
    assert_eq!(ident(Kind::Module, "self"), "self_");
    assert_eq!(ident(Kind::Function, "self"), "self_");
}

#[test]
fn types_leave_the_prelude_alone() {
    let wires = ["Option", "Result", "String", "Vec", "Box", "Value", "Some", "Ok", "Self", "str", "u64", "OptionType"];
    let names = sound(Kind::Type, &wires);
    assert_eq!(names["Result"], "ResultType");
    assert_eq!(names["OptionType"], "OptionType");
    assert_eq!(names["Value"], "Value");
    assert_eq!(names["Self"], "Self_");
    assert!(!names.values().any(|name| ["Option", "Result", "String", "Vec", "Box", "Some", "Ok"].contains(&&**name)));
}

#[test]
fn names_of_tools_that_nearly_agree_stay_apart_in_every_kind() {
    let wires = ["port.open", "port_open", "port-open", "Port.Open", "port..open", "open.port.js"];
    let names = assign_families(&[Kind::Function, Kind::Module, Kind::Type], wires, &[]);
    for at in 0..3 {
        let all: BTreeSet<String> = names.values().map(|family| family[at].to_lowercase()).collect();
        assert_eq!(all.len(), wires.len(), "{names:?}");
    }
    assert_eq!(names["port_open"], ["port_open", "port_open", "PortOpen"].map(str::to_owned));
    assert_eq!(names["port-open"], ["port_hyphen_open", "port_hyphen_open", "PortHyphenOpen"].map(str::to_owned));
    assert_eq!(names["port.open"][0], "port_dot_open_lower");
    assert_eq!(names["Port.Open"][0], "port_dot_open_pascal");
}

#[test]
fn keywords_of_edition_2024_get_a_suffix() {
    let wires = ["gen", "try", "dyn", "await", "abstract", "yield", "raw", "safe", "union", "macro_rules", "static"];
    let names = sound(Kind::Field, &wires);
    assert_eq!(names["gen"], "gen_");
    assert_eq!(names["union"], "union");
    assert_eq!(ident(Kind::Module, "gen"), "gen_");
    assert_eq!(ident(Kind::Module, "aux"), "aux_");
}

#[test]
fn a_name_added_later_shifts_no_older_one() {
    let before = assign(Kind::Function, ["a-b", "a.b", "c"], &[]);
    let after = assign(Kind::Function, ["A.b", "a-b", "a..b", "a.b", "c", "d"], &[]);
    assert_eq!(before["a-b"], after["a-b"]);
    assert_eq!(before["c"], after["c"]);
    assert_ne!(before["a.b"], after["A.b"]);
}

#[test]
fn reserved_names_are_not_given_out() {
    assert_eq!(assign(Kind::Field, ["extra"], &["extra"])["extra"], "extra_lower");
    assert_eq!(assign(Kind::Function, ["list_tools"], &["list_tools"])["list_tools"], "list_underscore_tools");
}

#[test]
fn long_and_foreign_names_are_ascii_and_bounded() {
    let long = "a_very_".repeat(100);
    let longer = long.clone() + "x";
    let names = sound(Kind::Module, &[&long, &longer, "\u{5929}\u{6c14}", "\u{5929}", "caf\u{e9}", "cafe\u{301}"]);
    assert!(names.values().all(|name| name.len() <= 96), "{names:?}");
    assert_eq!(names["\u{5929}\u{6c14}"], "u5929_u6c14");
}

#[test]
fn two_thousand_clashing_names_are_named_quickly() {
    let wires: Vec<String> =
        (0..2000_u32).map(|n| (0..11).map(|bit| if n & (1 << bit) == 0 { 'a' } else { 'A' }).collect()).collect();
    let names = assign(Kind::Field, wires.iter().map(String::as_str), &[]);
    assert_eq!(names.values().collect::<BTreeSet<_>>().len(), 2000);
}
