//! The message as JSON-RPC.

use serde_json::json;

use super::raw::{Answer, Post, m0};

fn send(body: &str) -> Answer {
    Post::new(body).header("MCP-Protocol-Version", "2026-07-28").header("Mcp-Method", "server/discover").send()
}

fn discover(members: &str) -> String {
    format!(r#"{{"id":1,"jsonrpc":"2.0","method":"server/discover","params":{{"_meta":{}}}{members}}}"#, m0())
}

#[test]
fn env_01_jsonrpc_is_exactly_2_0() {
    for version in ["\"1.0\"", "\"2\"", "2.0", "null", "\"2.00\""] {
        let answer = send(&discover("").replace("\"2.0\"", version));
        assert_eq!(answer.refusal(), (400, -32600), "{version}");
        assert_eq!(answer.json()["id"], 1);
    }
    assert_eq!(send(&discover("").replace("\"jsonrpc\":\"2.0\",", "")).refusal(), (400, -32600));
    // The same string, written otherwise.
    send(&discover("").replace("\"2.0\"", "\"\\u0032.0\"")).result();
}

#[test]
fn env_02_what_is_not_json_is_unparsable_and_has_no_id() {
    for body in [
        "",
        " ",
        "{",
        "nul",
        "{\"jsonrpc\":",
        "{\"id\":1,}",
        "{\"id\":01}",
        "{\"id\":1.}",
        "{\"id\":.5}",
        "{\"id\":1e}",
        "{\"id\":+1}",
        "{\"id\":\"\\x\"}",
        "{\"id\":\"\u{1}\"}",
        "{\"id\":\"\\ud800\"}",
        "{\"id\":\"\\udc00\"}",
        "{\"id\":\"\\ud800\\u0041\"}",
        "{id:1}",
        "{'id':1}",
        "{\"id\":1}}",
        "{\"id\":1} x",
        "{\"id\" 1}",
        "[1,]",
        "[1 2]",
        "{\"a\":1 \"b\":2}",
        "\u{feff}{}",
        "NaN",
        "// c\n{}",
        "{\"id\":\"a",
        "{\"id\":truee}",
        "[}",
        "{]",
    ] {
        let answer = send(body);
        assert_eq!(answer.refusal(), (400, -32700), "{body}");
        assert!(answer.json().get("id").is_none());
    }
    let mut post = Post::new("");
    post.body = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}".to_vec();
    assert_eq!(post.send().refusal(), (400, -32700));
}

#[test]
fn env_03_an_id_is_a_string_or_an_integer() {
    for id in ["null", "1.5", "true", "{}", "[]", "1e-1", "15e-1"] {
        let answer = send(&discover("").replace("\"id\":1", &format!("\"id\":{id}")));
        assert_eq!(answer.refusal(), (400, -32600), "{id}");
        assert!(answer.json().get("id").is_none(), "{id}");
    }
    for id in ["0", "-1", "\"\"", "10e-1", "1.0"] {
        send(&discover("").replace("\"id\":1", &format!("\"id\":{id}"))).result();
    }
}

#[test]
fn env_06_a_readable_id_is_given_back_even_if_it_comes_last() {
    let answer = send(r#"{"jsonrpc":"2.0","method":5,"params":{},"id":"late"}"#);
    assert_eq!((answer.refusal(), answer.json()["id"].clone()), ((400, -32600), json!("late")));
}

#[test]
fn env_08_a_cancellation_with_an_id_is_a_request_for_an_unknown_method() {
    let post = Post::request("notifications/cancelled", json!({"requestId": 5}));
    assert_eq!(post.send().refusal(), (404, -32601));
}

#[test]
fn env_10_a_response_is_not_for_a_server_and_its_id_is_not_ours() {
    for body in
        [r#"{"jsonrpc":"2.0","id":5,"result":{}}"#, r#"{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":""}}"#]
    {
        let answer = send(body);
        assert_eq!(answer.refusal(), (400, -32600));
        assert!(answer.json().get("id").is_none());
    }
}

#[test]
fn env_11_there_are_no_batches_and_no_bare_values() {
    for body in [format!("[{}]", discover("")), "[]".to_owned(), "42".to_owned(), "\"x\"".to_owned(), "null".to_owned()]
    {
        let answer = send(&body);
        assert_eq!(answer.refusal(), (400, -32600), "{body}");
        assert!(answer.json().get("id").is_none());
    }
}

#[test]
fn env_12_params_is_an_object_and_null_is_as_good_as_absent() {
    for (params, code) in [("[]", -32600), ("\"x\"", -32600), ("5", -32600), ("null", -32602)] {
        let answer = send(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{params}}}"#));
        assert_eq!(answer.refusal(), (400, code), "{params}");
        assert_eq!(answer.json()["id"], 1);
    }
    assert_eq!(send(r#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#).refusal(), (400, -32602));
}

#[test]
fn env_15_unknown_members_are_tolerated() {
    send(&discover(r#","x":{"y":[1,{"z":null}]},"result":1"#)).result();
    let mut meta = m0();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({"roots": {"listChanged": true}, "x": {}});
    meta["io.modelcontextprotocol/zzz"] = json!([1.5, null]);
    Post::request("server/discover", json!({"_meta": meta, "more": 1})).send().result();
}

/// `serde_json` reads an object with such a member as what the text in the member says: past headers that mirror
/// arguments, past names that are repeated, and past any depth.
#[test]
fn names_that_the_reader_of_json_takes_for_its_own_marks_are_refused_everywhere() {
    const MARK: &str = "$serde_json::private::RawValue";
    let call = |arguments: &str, more: &str| {
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"context","arguments":{arguments}{more},"_meta":{}}}}}"#,
            m0()
        );
        Post::call("context", json!({})).body(&body).send()
    };
    let mut bomb = "[]".to_owned();
    for _ in 0..8 {
        bomb = json!({ MARK: bomb }).to_string();
    }
    for (arguments, more) in [
        (format!(r#"{{"{MARK}":"{{}}"}}"#), ""),
        (format!(r#"{{"a":[{{"{MARK}":"1"}}]}}"#), ""),
        (format!(r#"{{"a":{{"b":1,"{}":"1"}}}}"#, MARK.replace('$', "\\u0024")), ""),
        (format!(r#"{{"a":{{"{}":"1"}}}}"#, MARK.replace("serde", "\\u0073erde")), ""),
        (r#"{"a":{"$serde_json::private::Number":"1"}}"#.to_owned(), ""),
        (format!(r#"{{"a":{bomb}}}"#), ""),
        (
            "{}".to_owned(),
            r#","inputResponses":{"k":{"action":"accept","content":{"$serde_json::private::RawValue":"{}"}}}"#,
        ),
    ] {
        let answer = call(&arguments, more);
        assert_eq!(answer.refusal(), (400, -32600), "{arguments}");
        assert_eq!(answer.json()["id"], 1, "{arguments}");
    }
    for legal in [
        r#"{"$serde":1,"$":2,"$ref":"x","serde_json::private::RawValue":3}"#,
        r#"{"text":"$serde_json::private::RawValue"}"#,
    ] {
        call(legal, "").result();
    }
}

#[test]
fn a_36_member_names_are_unique_everywhere() {
    let body = |arguments: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"context","arguments":{arguments},"_meta":{}}}}}"#,
            m0()
        )
    };
    let call = |arguments: &str| Post::call("context", json!({})).body(&body(arguments)).send();
    let many: Vec<String> = (0..40).map(|n| format!("\"k{n}\":{n}")).collect();
    for arguments in [
        r#"{"a":1,"a":1}"#,
        r#"{"a":1,"\u0061":2}"#,
        r#"{"x":{"y":[{"b":1,"c":2,"b":3}]}}"#,
        r#"{"\u00e9":1,"é":2}"#,
        &format!("{{{},\"k7\":0}}", many.join(",")),
    ] {
        let answer = call(arguments);
        assert_eq!(answer.refusal(), (400, -32600), "{arguments}");
        assert_eq!(answer.json()["id"], 1, "{arguments}");
    }
    for arguments in [r#"{"a":{"a":{"a":1}},"A":2}"#, r#"[{"a":1},{"a":1}]"#, r#"{"é":1,"e\u0301":2}"#] {
        let answer = call(&format!(r#"{{"ok":{arguments}}}"#));
        answer.result();
    }
    call(&format!("{{{}}}", many.join(","))).result();
    for envelope in [r#","id":2"#, r#","method":"x""#, r#","params":{}"#, r#","x":{"y":1,"y":2}"#] {
        assert_eq!(send(&discover(envelope)).refusal(), (400, -32600), "{envelope}");
    }
    assert!(send(&discover(r#","id":2"#)).json().get("id").is_none(), "of two ids neither is the request's");
}

#[test]
fn jsc_06_depth_is_bounded_and_the_id_still_read() {
    let nested = |depth: usize, open: &str, close: &str| {
        let value = format!("{}1{}", open.repeat(depth), close.repeat(depth));
        format!(r#"{{"jsonrpc":"2.0","method":"server/discover","params":{{"x":{value},"_meta":{}}},"id":1}}"#, m0())
    };
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")] {
        let levels = open.len() - open.replace(['[', '{'], "").len();
        send(&nested(120 / levels, open, close)).result();
        for depth in [140, 5_000] {
            let answer = send(&nested(depth / levels, open, close));
            assert_eq!((answer.refusal(), answer.json()["id"].clone()), ((400, -32600), json!(1)));
        }
        // Beyond the bound it is still JSON or not.
        assert_eq!(
            send(&nested(5_000 / levels, open, close).replace(",\"id\":1}", ",\"id\":1")).refusal(),
            (400, -32700)
        );
        let crossed = format!("{}{}", "[".repeat(300), "}".repeat(300));
        assert_eq!(send(&crossed).refusal(), (400, -32700));
    }
}

#[test]
fn members_beyond_the_index_are_found_all_the_same() {
    let filler: Vec<String> = (0..2000).map(|n| format!("\"k{n}\":{{\"v\":[{n},\"}}\\\"\"]}}")).collect();
    let body = format!(
        r#"{{"jsonrpc":"2.0","method":"tools/call","params":{{"name":"echo",{},"arguments":{{"text":"found"}},"_meta":{}}},"id":1}}"#,
        filler.join(","),
        m0()
    );
    assert!(body.len() < super::fixture::MAX_BODY, "{}", body.len());
    let result = Post::call("echo", json!({})).body(&body).send().result();
    assert_eq!(result["content"][0]["text"], "found");
}

/// The quicker way of `serde_json` is one bit off for some, which a schema with `const` or `maximum` would notice.
#[test]
fn floats_are_read_to_the_last_bit() {
    for text in [
        "4503599627370497.5",
        "2.2250738585072011e-308",
        "122.416294033786585",
        "1.1125369292536007e-308",
        "9007199254740993.0",
    ] {
        let read: f64 = serde_json::from_str(text).unwrap();
        assert_eq!(read.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
    }
}
