//! Headers against the body, over the wire: the fixed vectors D-01 to D-45, and the rules around them.

use serde_json::{Value, json};

use super::raw::{Answer, Post};

const MISMATCH: (u16, i64) = (400, -32020);

/// Calls `sql` with arguments as JSON text and one header line, or none.
fn sql(arguments: &str, header: Option<(&str, &[u8])>) -> Answer {
    let mut post = Post::call("sql", json!({}));
    let body = String::from_utf8(post.body).unwrap().replace("\"arguments\":{}", &format!("\"arguments\":{arguments}"));
    post.body = body.into_bytes();
    match header {
        Some((name, value)) => post.header(name, value).send(),
        None => post.send(),
    }
}

fn region(header: impl AsRef<[u8]>, value: &str) -> Answer {
    let arguments = json!({"region": value}).to_string();
    sql(&arguments, Some(("Mcp-Param-Region", header.as_ref())))
}

fn n(header: &str, value: &str) -> Answer {
    sql(&format!("{{\"n\":{value}}}"), Some(("Mcp-Param-N", header.as_bytes())))
}

#[test]
fn d_01_to_d_28_texts() {
    for (id, header, body, equal) in [
        ("D-01", "us-west1", "us-west1", true),
        ("D-02", "=?base64?SGVsbG8=?=", "Hello", true),
        ("D-03", "=?base64?dXMtd2VzdDE=?=", "us-west1", true),
        ("D-04", "=?base64?SGVsbG8?=", "Hello", false),
        ("D-05", "=?base64?SGVs!!!bG8=?=", "Hello", false),
        ("D-06", "=?base64?SGVs bG8=?=", "Hello", false),
        ("D-07", "=?base64?SGVsbG9=?=", "Hello", false),
        ("D-08", "=?base64?8J-YgA==?=", "😀", false),
        ("D-09", "=?base64?//4=?=", "x", false),
        ("D-10", "=?base64?ww==?=", "\u{c3}", false),
        ("D-11", "SGVsbG8=", "SGVsbG8=", true),
        ("D-11", "SGVsbG8=", "Hello", false),
        ("D-12", "=?base64?SGVsbG8=", "=?base64?SGVsbG8=", true),
        ("D-13", "=?BASE64?SGVsbG8=?=", "=?BASE64?SGVsbG8=?=", true),
        ("D-13", "=?BASE64?SGVsbG8=?=", "Hello", false),
        ("D-14", "=?Base64?SGVsbG8=?=", "Hello", false),
        ("D-15", "=?base64?=", "=?base64?=", true),
        ("D-16", "=?base64??=", "", true),
        ("D-17", "", "", true),
        ("D-19", "=?base64?literal?=", "=?base64?literal?=", false),
        ("D-20", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=", "=?base64?literal?=", true),
        ("D-21", "=?base64?77u/eA==?=", "\u{feff}x", true),
        ("D-21", "=?base64?77u/eA==?=", "x", false),
        ("D-22", "=?base64?w6k=?=", "e\u{301}", false),
        ("D-23", "é", "é", false),
        ("D-24", " padded ", " padded ", false),
        ("D-25", "  us-west1  ", "us-west1", true),
        ("D-26", "a\tb", "a\tb", true),
        ("HDR-31", "us-east1", "us-west1", false),
        ("HDR-07", "US-WEST1", "us-west1", false),
    ] {
        let answer = region(header, body);
        if equal {
            assert_eq!(answer.result().get("isError"), None, "{id}");
        } else {
            assert_eq!(answer.refusal(), MISMATCH, "{id}");
            assert_eq!(answer.json()["id"], 1, "{id}");
        }
    }
}

#[test]
fn d_18_an_empty_text_is_not_a_missing_header() {
    assert_eq!(sql(r#"{"region":""}"#, None).refusal(), MISMATCH);
}

#[test]
fn d_27_delete_is_refused_by_whoever_sees_it_first() {
    let answer = region(b"a\x7fb", "a\u{7f}b");
    assert_eq!(answer.status, 400);
}

#[test]
fn d_28_two_lines_of_one_mirrored_header_are_refused_even_if_equal() {
    let post = Post::call("sql", json!({"region": "us-west1"}));
    let post = post.header("Mcp-Param-Region", "us-west1").header("mcp-param-region", "us-west1");
    assert_eq!(post.send().refusal(), MISMATCH);
}

#[test]
fn d_29_to_d_38_integers() {
    for (id, header, body, equal) in [
        ("D-29", "42", "42", true),
        ("D-29", "42.0", "42", true),
        ("D-29", "=?base64?NDI=?=", "42", true),
        ("D-30", "42", "42.0", true),
        ("D-31", "100", "1e2", true),
        ("D-32", "1e2", "100", false),
        ("D-33", "042", "42", true),
        ("D-34", "+42", "42", false),
        ("D-34", "0x2a", "42", false),
        ("D-34", "42.5", "42", false),
        ("D-34", "", "42", false),
        ("D-34", "4_2", "42", false),
        ("D-34", "42.", "42", false),
        ("D-34", ".42e2", "42", false),
        ("D-34", "--42", "42", false),
        ("HDR-35", "43", "42", false),
        ("D-35", "-0", "0", true),
        ("D-35", "0.0", "0", true),
        ("D-36", "9007199254740993", "9007199254740992", false),
        ("D-37", "9007199254740993", "9007199254740993", false),
        ("case 73", "9007199254740992", "9007199254740992", false),
        ("case 73", "-9007199254740992", "-9007199254740992", false),
        ("D-38", "9007199254740991", "9007199254740991", true),
        ("D-38", "-9007199254740991", "-9007199254740991", true),
        ("A-17", "9007199254740991", "90071992547409910e-1", true),
        ("A-17", "1e400", "1e400", false),
        // Integers to whoever reads doubles, and to nobody else.
        ("A-17", "1e-400", "1e-400", false),
        ("A-17", "-1e-400", "-1e-400", false),
        ("A-17", "0", "1e-400", false),
        ("A-17", "42.00000000000000000001", "42.00000000000000000001", false),
        ("A-17", "42", "42.00000000000000000001", false),
        ("A-17", "0.0", "0e-400", true),
    ] {
        let answer = n(header, body);
        if equal {
            // What is wrong with the type, if anything is, the schema of the tool says.
            answer.result();
        } else {
            assert_eq!(answer.refusal(), MISMATCH, "{id} {header} {body}");
        }
    }
    assert_eq!(sql(r#"{"n":9007199254740992}"#, None).refusal(), MISMATCH, "out of range and not mirrored");
}

#[test]
fn d_39_and_d_40_booleans() {
    for (header, equal) in [
        ("true", true),
        ("=?base64?dHJ1ZQ==?=", true),
        ("True", false),
        ("TRUE", false),
        ("1", false),
        ("\"true\"", false),
        ("false", false),
    ] {
        let answer = sql(r#"{"b":true}"#, Some(("Mcp-Param-B", header.as_bytes())));
        if equal {
            answer.result();
        } else {
            assert_eq!(answer.refusal(), MISMATCH, "{header}");
        }
    }
}

#[test]
fn d_41_and_d_42_absent_and_null_arguments_have_no_header() {
    for arguments in ["{}", r#"{"b":null}"#, r#"{"opt":null}"#, r#"{"opt":[1]}"#, r#"{"opt":{"k":null}}"#] {
        sql(arguments, None).result();
    }
    for arguments in ["{}", r#"{"b":null}"#] {
        assert_eq!(sql(arguments, Some(("Mcp-Param-B", b"false"))).refusal(), MISMATCH, "{arguments}");
    }
    let post = Post::request("tools/call", json!({"name": "sql"}));
    post.clone().send().result();
    assert_eq!(post.header("Mcp-Param-Region", "").send().refusal(), MISMATCH);
}

#[test]
fn d_43_a_wrong_type_is_a_matter_for_the_schema() {
    for (name, header, arguments) in [
        ("Mcp-Param-N", "42", r#"{"n":"42"}"#),
        ("Mcp-Param-N", "abc", r#"{"n":"abc"}"#),
        ("Mcp-Param-N", "42.5", r#"{"n":42.5}"#),
        ("Mcp-Param-Region", "7", r#"{"region":7}"#),
        ("Mcp-Param-B", "true", r#"{"b":"true"}"#),
    ] {
        let result = sql(arguments, Some((name, header.as_bytes()))).result();
        assert_eq!(result["isError"], true, "{arguments}");
    }
    assert_eq!(sql(r#"{"n":"42"}"#, None).refusal(), MISMATCH, "a scalar of the wrong type is mirrored as well");
    assert_eq!(sql(r#"{"n":[42]}"#, None).result()["isError"], true, "what cannot be mirrored is not");
    assert_eq!(sql(r#"{"n":[42]}"#, Some(("Mcp-Param-N", b"[42]"))).refusal(), MISMATCH);
}

#[test]
fn d_44_and_d_45_nothing_is_percent_decoded_and_the_method_is_never_decoded() {
    let post = Post::call("get x", json!({}));
    assert_eq!(post.set("Mcp-Name", "get%20x").send().refusal(), MISMATCH);
    let post = Post::request("tools/list", json!({}));
    assert_eq!(post.set("Mcp-Method", "=?base64?dG9vbHMvbGlzdA==?=").send().refusal(), MISMATCH);
    let post = Post::request("tools/list", json!({}));
    assert_eq!(post.set("MCP-Protocol-Version", "=?base64?MjAyNi0wNy0yOA==?=").send().refusal(), MISMATCH);
}

#[test]
fn hdr_18_values_inside_of_objects_are_mirrored_at_any_depth() {
    let deep = r#"{"opt":{"deep":{"er":"x"}}}"#;
    sql(deep, Some(("Mcp-Param-Er", b"x"))).result();
    assert_eq!(sql(deep, Some(("Mcp-Param-Er", b"X"))).refusal(), MISMATCH);
    assert_eq!(sql(deep, None).refusal(), MISMATCH);
    sql(r#"{"opt":{"k":"v"}}"#, Some(("Mcp-Param-K", b"v"))).result();
    assert_eq!(sql(r#"{"opt":{"k":"v"}}"#, None).refusal(), MISMATCH);
}

#[test]
fn hdr_04_each_standard_header_is_required() {
    for name in ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"] {
        let answer = Post::call("sql", json!({})).without(name).send();
        assert_eq!(answer.refusal(), MISMATCH, "{name}");
        assert_eq!(answer.json()["id"], 1);
    }
    Post::request("tools/list", json!({})).without("Mcp-Name").send().result();
}

#[test]
fn hdr_05_each_standard_header_equals_the_body() {
    for (name, value) in [
        ("MCP-Protocol-Version", "2025-11-25"),
        ("Mcp-Method", "prompts/get"),
        ("Mcp-Method", "TOOLS/CALL"),
        ("Mcp-Method", ""),
        ("Mcp-Name", "foo"),
        ("Mcp-Name", "SQL"),
        ("Mcp-Name", ""),
    ] {
        assert_eq!(Post::call("sql", json!({})).set(name, value).send().refusal(), MISMATCH, "{name}: {value}");
    }
}

#[test]
fn hdr_06_and_hdr_07_names_in_any_case_and_space_around_values() {
    let post = Post::call("sql", json!({"region": "r"}));
    let post = post.without("Mcp-Method").without("Mcp-Name").without("MCP-Protocol-Version");
    let post = post.header("mcp-method", "tools/call").header("MCP-NAME", "  sql\t ");
    post.header("mcp-PROTOCOL-version", "2026-07-28 ").header("MCP-PARAM-REGION", "r").send().result();
}

#[test]
fn hdr_08_characters_that_are_not_allowed() {
    assert_eq!(Post::call("zé", json!({})).set("Mcp-Name", "zé").send().refusal(), MISMATCH);
    assert_eq!(Post::call("zé", json!({})).set("Mcp-Name", "=?base64?esOp?=").send().refusal(), (200, -32602));
    assert_eq!(Post::call("sql", json!({})).set("Mcp-Method", b"tools/call\xa0").send().refusal(), MISMATCH);
}

#[test]
fn hdr_10_names_are_decoded_and_case_68() {
    Post::call("sql", json!({})).set("Mcp-Name", "=?base64?c3Fs?=").send().result();
    for value in ["=?base64?dGVsbA==?=", "=?base64?c3Fs!?=", "=?base64?/w==?=", "=?BASE64?c3Fs?=", "=?base64?c3Fs\t?="]
    {
        assert_eq!(Post::call("sql", json!({})).set("Mcp-Name", value).send().refusal(), MISMATCH, "{value}");
    }
}

#[test]
fn a_30_repeated_lines_and_headers_without_a_source() {
    for (name, value) in [
        ("Mcp-Name", "echo"),
        ("Mcp-Name", "sql"),
        ("mcp-protocol-version", "2025-11-25"),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
    ] {
        assert_eq!(Post::call("sql", json!({})).header(name, value).send().refusal(), MISMATCH, "{name}: {value}");
    }
    // Nothing in the list names anything, so nothing is routed on the header either.
    Post::request("tools/list", json!({})).header("Mcp-Name", "sql").send().result();
    let nameless = Post::request("tools/call", json!({"arguments": {}}));
    assert_eq!(nameless.clone().send().refusal(), (400, -32602));
    assert_eq!(nameless.header("Mcp-Name", "sql").send().refusal(), MISMATCH);
    // Of a method that is not served the header is compared all the same.
    assert_eq!(Post::request("prompts/get", json!({"name": "p"})).set("Mcp-Name", "q").send().refusal(), MISMATCH);
}

#[test]
fn hdr_36_unrecognised_parameters_are_ignored() {
    let post = Post::call("sql", json!({})).header("Mcp-Param-Zzz", "1").header("Mcp-Param-Zzz", "2");
    post.send().result();
    Post::call("echo", json!({"text": "x"})).header("Mcp-Param-Region", "r").send().result();
}

#[test]
fn ord_11_the_header_and_the_body_never_name_two_tools() {
    let (address, counters) = super::fixture::start(&super::fixture::CONTRACT);
    let post = Post::call("echo", json!({"text": "x"})).set("Mcp-Name", "business");
    assert_eq!(post.send_to(address).refusal(), MISMATCH);
    // Case 79: routing headers of this era around a body of another.
    let old = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}"#;
    let post = Post::call("business", json!({})).body(old);
    assert_eq!(post.send_to(address).refusal(), (400, -32602));
    assert_eq!(counters.started.load(std::sync::atomic::Ordering::SeqCst), 0);
}

#[test]
fn http_15_a_missing_version_header_is_not_an_older_revision() {
    let answer = Post::request("tools/list", json!({})).without("MCP-Protocol-Version").send();
    assert_eq!(answer.refusal(), MISMATCH);
    let value: Value = answer.json();
    assert!(value["error"]["message"].as_str().unwrap().contains("MCP-Protocol-Version"));
}
