//! Header fields against the body, through the whole server.

use serde_json::{Value, json};

use super::peer::{Answer, call, post, post_raw, start};

async fn tide(server: &str, arguments: Value, fields: &[(&str, &str)]) -> Answer {
    post(server, &call("tide_level", arguments), fields).await
}

#[tokio::test]
async fn hdr_31_to_33_mirrored_arguments_agree_or_the_call_is_refused() {
    let server = start().await;
    let full = json!({"gauge": "north", "offset_cm": -7, "live": true, "area": {"zone": "n"}});
    let fields =
        [("Mcp-Param-Gauge", "north"), ("mcp-param-offset", "-7"), ("MCP-PARAM-LIVE", "true"), ("Mcp-Param-Zone", "n")];
    assert_eq!(tide(&server, full.clone(), &fields).await.text(), "{\"level_cm\":81}");
    for left_out in 0..fields.len() {
        let some: Vec<_> =
            fields.iter().enumerate().filter(|(index, _)| *index != left_out).map(|(_, field)| *field).collect();
        assert_eq!(tide(&server, full.clone(), &some).await.error(), (400, -32020), "without {:?}", fields[left_out]);
    }
    for wrong in
        [("Mcp-Param-Gauge", "North"), ("Mcp-Param-Offset", "7"), ("Mcp-Param-Live", "True"), ("Mcp-Param-Zone", "N")]
    {
        let changed: Vec<_> =
            fields.iter().map(|field| if field.0.eq_ignore_ascii_case(wrong.0) { wrong } else { *field }).collect();
        assert_eq!(tide(&server, full.clone(), &changed).await.error(), (400, -32020), "{wrong:?}");
    }
    // Not a mirrored argument of this tool: ignored (HDR-36).
    assert_eq!(
        tide(&server, json!({"gauge": "a"}), &[("Mcp-Param-Gauge", "a"), ("Mcp-Param-Other", "1")]).await.status,
        200
    );
    // Present although the argument is not.
    assert_eq!(
        tide(&server, json!({"gauge": "a"}), &[("Mcp-Param-Gauge", "a"), ("Mcp-Param-Zone", "n")]).await.error(),
        (400, -32020)
    );
}

#[tokio::test]
async fn hdr_10_30_34_encoded_values_are_decoded_once_and_strictly() {
    let server = start().await;
    for (field, argument, fits) in [
        ("=?base64?bm9ydGg=?=", "north", true),
        ("=?base64?5r2u?=", "潮", true),
        ("=?base64?PT9iYXNlNjQ/YQ==?=", "=?base64?a", true),
        ("=?BASE64?bm9ydGg=?=", "=?BASE64?bm9ydGg=?=", true),
        ("", "", true),
        ("=?base64??=", "", true),
        ("=?base64?bm9ydGg?=", "north", false),
        ("=?base64?bm9 ydGg=?=", "north", false),
        ("=?BASE64?bm9ydGg=?=", "north", false),
        ("=?base64?/w==?=", "\u{ff}", false),
        ("%6Eorth", "north", false),
    ] {
        let answer = tide(&server, json!({"gauge": argument}), &[("Mcp-Param-Gauge", field)]).await;
        assert_eq!(answer.status == 200, fits, "{field} for {argument:?}: {answer:?}");
        if !fits {
            assert_eq!(answer.error(), (400, -32020));
        }
    }
    let body = call("tide_level", json!({"gauge": "a"})).to_string();
    let fields = |name| {
        [
            ("MCP-Protocol-Version", "2026-07-28"),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Param-Gauge", "a"),
            ("Mcp-Name", name),
        ]
    };
    assert_eq!(post_raw(&server, &body, &fields("=?base64?dGlkZV9sZXZlbA==?=")).await.status, 200);
    assert_eq!(post_raw(&server, &body, &fields("=?base64?dGlkZV9sZXZlbA?=")).await.error(), (400, -32020));
}

#[tokio::test]
async fn hdr_17_unsafe_integers_are_refused_before_the_handler() {
    let server = start().await;
    for (number, field, served) in [
        ("9007199254740991", Some("9007199254740991"), true),
        ("-9007199254740991", Some("-9007199254740991"), true),
        ("42.0", Some("42"), true),
        ("42", Some("42.0"), true),
        ("9007199254740992", None, false),
        ("9007199254740992", Some("9007199254740992"), false),
        ("9007199254740992", Some("9007199254740993"), false),
        ("42", Some("4.2e1"), false),
    ] {
        let body = call("tide_level", json!({"gauge": "a"}))
            .to_string()
            .replace("\"gauge\":\"a\"", &format!("\"gauge\":\"a\",\"offset_cm\":{number}"));
        let mut fields = vec![
            ("MCP-Protocol-Version", "2026-07-28"),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", "tide_level"),
            ("Mcp-Param-Gauge", "a"),
        ];
        fields.extend(field.map(|field| ("Mcp-Param-Offset", field)));
        let answer = post_raw(&server, &body, &fields).await;
        assert_eq!(answer.status == 200, served, "{number} and {field:?}: {answer:?}");
        if !served {
            assert_eq!(answer.error(), (400, -32020), "{number} and {field:?}");
        }
    }
}

#[tokio::test]
async fn a_wrong_type_is_the_schemas_business_and_no_mismatch() {
    let server = start().await;
    for (arguments, field, place) in [
        (json!({"gauge": "a", "offset_cm": "abc"}), ("Mcp-Param-Offset", "abc"), "/offset_cm"),
        (json!({"gauge": "a", "live": "true"}), ("Mcp-Param-Live", "true"), "/live"),
    ] {
        let answer = tide(&server, arguments, &[("Mcp-Param-Gauge", "a"), field]).await;
        assert!(answer.fault().contains(place), "{answer:?}");
    }
    assert!(tide(&server, json!({"gauge": 7}), &[("Mcp-Param-Gauge", "7")]).await.fault().contains("/gauge"));
}

#[tokio::test]
async fn hdr_04_05_standard_fields_are_there_once_and_equal() {
    let server = start().await;
    let body = call("dock_ping", json!({})).to_string();
    let right = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "dock_ping")];
    assert_eq!(post_raw(&server, &body, &right).await.status, 200);
    for index in 0..right.len() {
        let mut fields = right.to_vec();
        let (name, _) = fields.remove(index);
        assert_eq!(post_raw(&server, &body, &fields).await.error(), (400, -32020), "without {name}");
        let mut twice = right.to_vec();
        twice.push(right[index]);
        assert_eq!(post_raw(&server, &body, &twice).await.error(), (400, -32020), "{name} twice");
        let mut other = right.to_vec();
        other[index].1 = "other";
        assert_eq!(post_raw(&server, &body, &other).await.error(), (400, -32020), "another {name}");
    }
    let newer = body.replace("2026-07-28", "2027-01-01");
    let answer = post_raw(&server, &newer, &[("MCP-Protocol-Version", "2027-01-01"), right[1], right[2]]).await;
    assert_eq!(answer.error(), (400, -32022));
    assert_eq!(answer.body["error"]["data"], json!({"supported": ["2026-07-28"], "requested": "2027-01-01"}));
}
