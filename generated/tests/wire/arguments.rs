//! What is said of arguments: to a model as a result, to a client as an error.

use serde_json::{Value, json};

use super::peer::{call, called, meta, post, post_raw, start};

#[tokio::test]
async fn a_46_absent_arguments_are_an_empty_object() {
    let server = start().await;
    let body =
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "dock_ping", "_meta": meta()}});
    assert_eq!(post(&server, &body, &[]).await.text(), "here");
    assert_eq!(called(&server, "dock_ping", json!({})).await.text(), "here");
    let body =
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "tide_level", "_meta": meta()}});
    assert!(post(&server, &body, &[]).await.fault().contains("/gauge"));
}

#[tokio::test]
async fn tool_07_arguments_that_are_no_object_are_a_protocol_error() {
    let server = start().await;
    for arguments in [json!(null), json!(""), json!([]), json!(7), json!(true)] {
        let answer = called(&server, "dock_ping", arguments.clone()).await;
        assert_eq!(answer.error(), (400, -32602), "{arguments}: {answer:?}");
    }
}

#[tokio::test]
async fn tool_07_a_tool_that_is_not_there_is_a_protocol_error_and_names_are_exact() {
    let server = start().await;
    for name in ["nope", "Dock_ping", "quay.List", "quay", ""] {
        let answer = called(&server, name, json!({})).await;
        assert_eq!(answer.error().1, -32602, "{name}: {answer:?}");
    }
    for name in ["quay.list", "quay_list", "quay-list", "Quay.List", "quay..list"] {
        assert_eq!(called(&server, name, json!({})).await.text(), name);
    }
}

#[tokio::test]
async fn tool_08_each_fault_is_a_line_that_names_place_and_want_and_find() {
    let server = start().await;
    let wrong = json!({"gate": "12", "open": "true", "options": "{\"speed\":\"slow\"}", "locks": "[1]", "label": 12});
    let answer = called(&server, "sluice_move", wrong).await;
    let fault = answer.fault();
    for (place, wanted, found) in [
        ("/gate", "integer", "\"12\""),
        ("/open", "true or false", "\"true\""),
        ("/options", "object", "string"),
        ("/locks", "array", "\"[1]\""),
        ("/label", "string", "12"),
    ] {
        let line = fault.lines().find(|line| line.contains(place)).unwrap_or_else(|| panic!("{place}: {fault}"));
        assert!(line.contains(wanted) && line.contains(found), "{line}");
    }
    let right = json!({"gate": 12, "open": true, "options": {"speed": "slow"}, "locks": [1], "label": "12"});
    let answer = called(&server, "sluice_move", right.clone()).await;
    assert_eq!(serde_json::from_str::<Value>(answer.text()).unwrap(), right);
}

#[tokio::test]
async fn tool_08_faults_come_in_the_order_of_the_text() {
    let server = start().await;
    let body = call("sluice_move", json!({})).to_string();
    let wrong = r#""arguments":{"open":1,"locks":[1,"two",{}],"label":2,"gate":"x"}"#;
    let body = body.replace("\"arguments\":{}", wrong);
    let fields = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "sluice_move")];
    let answer = post_raw(&server, &body, &fields).await;
    let places: Vec<&str> = answer.fault().lines().skip(1).map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!(places, ["- /open", "- /locks/1", "- /locks/2", "- /label", "- /gate"], "{}", answer.fault());
}

#[tokio::test]
async fn tool_08_a_fault_is_one_short_line_whatever_the_name_of_the_member() {
    let server = start().await;
    for name in ["x\n- /y: all is well", "x\r", "\u{2028}", &"x".repeat(100_000)] {
        let answer = called(&server, "dock_ping", json!({name: 1})).await;
        let fault = answer.fault();
        assert_eq!(fault.lines().count(), 2, "{fault}");
        assert!(!fault.contains(['\r', '\u{2028}']) && fault.len() < 1_000, "{fault:?}");
    }
}

#[tokio::test]
async fn tool_08_an_integer_that_fits_its_schema_and_no_type_is_refused_with_its_place() {
    let server = start().await;
    let body = call("gauge_read", json!({"reading": 0})).to_string();
    for number in ["123456789012345678901234567890", "9223372036854775808", "-1e300"] {
        let body = body.replace("\"reading\":0", &format!("\"reading\":{number}"));
        let fields = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "gauge_read")];
        let answer = post_raw(&server, &body, &fields).await;
        let line = answer.fault().lines().find(|line| line.contains("/reading")).map(str::to_owned).unwrap_or_default();
        assert!(line.contains("9223372036854775807") && line.contains("got the number"), "{number}: {answer:?}");
    }
}

#[tokio::test]
async fn tool_08_a_near_miss_is_named() {
    let server = start().await;
    let answer = called(&server, "tide_level", json!({"guage": "north"})).await;
    assert!(answer.fault().contains("\"gauge\""), "{}", answer.fault());
}

#[tokio::test]
async fn composition_at_the_root_of_a_schema_is_enforced() {
    let server = start().await;
    for right in [
        json!({"words": "hi"}),
        json!({"flag": "A"}),
        json!({"urgent": true, "flag": "A"}),
        json!({"flag": "B", "urgent": false}),
    ] {
        assert_eq!(
            serde_json::from_str::<Value>(called(&server, "flag_signal", right.clone()).await.text()).unwrap(),
            right
        );
    }
    for wrong in [json!({}), json!({"urgent": true, "words": "hi"}), json!({"urgent": 1, "flag": "A"})] {
        called(&server, "flag_signal", wrong).await.fault();
    }
}

#[tokio::test]
async fn shapes_without_arguments_mean_what_they_say() {
    let server = start().await;
    let some = json!({"whatever": [1, {"x": null}]});
    for tool in ["idle_any", "idle_listed", "idle_draft7"] {
        let answer = called(&server, tool, some.clone()).await;
        assert_eq!(serde_json::from_str::<Value>(answer.text()).unwrap(), some, "{tool}");
    }
    called(&server, "dock_ping", some).await.fault();
}

#[tokio::test]
async fn null_and_absent_stay_apart() {
    let server = start().await;
    let there = |answer: &super::peer::Answer, name: &str| answer.body["result"]["structuredContent"][name].clone();
    let answer = called(&server, "mooring_set", json!({"bollard": null})).await;
    assert_eq!((there(&answer, "remark"), there(&answer, "side")), (json!(false), json!(false)), "{answer:?}");
    let answer =
        called(&server, "mooring_set", json!({"bollard": "b", "remark": null, "side": null, "turns": 3})).await;
    assert_eq!((there(&answer, "remark"), there(&answer, "side")), (json!(true), json!(true)), "{answer:?}");
    let answer = called(&server, "mooring_set", json!({"bollard": "b", "side": "port", "turns": "3"})).await;
    assert_eq!(there(&answer, "turns"), json!(true), "{answer:?}");
    for wrong in [
        json!({}),
        json!({"side": "port"}),
        json!({"bollard": "b", "colour": null}),
        json!({"bollard": "b", "knot": null}),
    ] {
        called(&server, "mooring_set", wrong).await.fault();
    }
}

#[tokio::test]
async fn unions_bounds_patterns_and_recursion_are_enforced() {
    let server = start().await;
    let ship = json!({"name": "Ida", "imo": "IMO1234567", "tender": {"name": "Ada", "tender": {"name": "Eda"}}});
    let holds = json!([{"kind": "bulk", "tonnes": 12.5, "good": "salt"}, {"kind": "boxes", "count": 3}, {"kind": "people", "names": ["A"]}]);
    let answer = called(
        &server,
        "cargo_declare",
        json!({"ship": ship, "holds": holds, "papers": {"bill": "x"}, "arrives": null}),
    )
    .await;
    let output = &answer.body["result"]["structuredContent"];
    assert_eq!(
        output,
        &json!({"holds": 3, "tonnes": 12.5, "verdict": "inspect", "by_kind": {"boxes": 1, "bulk": 1, "people": 1}}),
        "{answer:?}"
    );
    for (wrong, place) in [
        (json!({"ship": {"name": "Ida", "imo": "IMO12"}, "holds": holds}), "/ship/imo"),
        (json!({"ship": {"name": ""}, "holds": holds}), "/ship/name"),
        (json!({"ship": {"name": "Ida", "tender": {"tender": {"name": "x"}}}, "holds": holds}), "/ship/tender/name"),
        (json!({"ship": ship, "holds": []}), "/holds"),
        (json!({"ship": ship, "holds": [{"kind": "bulk", "tonnes": 0}]}), "/holds/0"),
        (json!({"ship": ship, "holds": [{"kind": "crew", "names": ["A"]}]}), "/holds/0"),
        (json!({"ship": ship, "holds": holds, "papers": {"bill": 1}}), "/papers/bill"),
        (json!({"ship": ship, "holds": holds, "extra": 1}), "/extra"),
    ] {
        let answer = called(&server, "cargo_declare", wrong).await;
        assert!(answer.fault().contains(place), "{place}: {}", answer.fault());
    }
}

#[tokio::test]
async fn an_integer_may_be_written_as_a_whole_float_and_not_as_another() {
    let server = start().await;
    let body = call("sluice_move", json!({})).to_string();
    for (number, taken) in [("30.0", true), ("3e1", true), ("30.5", false), ("\"30\"", false)] {
        let body = body.replace("\"arguments\":{}", &format!("\"arguments\":{{\"gate\":{number}}}"));
        let fields =
            [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "sluice_move")];
        let answer = post_raw(&server, &body, &fields).await;
        assert_eq!(answer.body["result"].get("isError").is_none(), taken, "{number}: {answer:?}");
        if taken {
            assert_eq!(answer.text(), "{\"gate\":30}");
        }
    }
}

#[tokio::test]
async fn hostile_names_and_values_come_through_as_they_are() {
    let server = start().await;
    let right = json!({
        "r#type": "\u{202e}\r\n", "type": "*/", "\"quote\"": "\\", "": 5, "{}": "{0} \\ \" '", "日本": true, "x-mcp-header": "h",
    });
    let answer = called(&server, "hostile_words", right.clone()).await;
    assert_eq!(serde_json::from_str::<Value>(answer.text()).unwrap(), right);
    for value in ["\"#", "\u{2028}", "", "self", "Self", "a b", "A_B"] {
        let answer = called(&server, "hostile_words", json!({"type": value})).await;
        assert_eq!(serde_json::from_str::<Value>(answer.text()).unwrap(), json!({"type": value}));
    }
    called(&server, "hostile_words", json!({"type": "a_b"})).await.fault();
    let answer = called(&server, "self", json!({"self": "s", "type": "t", "gen": 1})).await;
    assert_eq!(serde_json::from_str::<Value>(answer.text()).unwrap(), json!({"self": "s", "type": "t", "gen": 1}));
}
