//! Requests with the answers that are documented for them.

/// A request, and its answer.
pub struct Expected {
    pub what: &'static str,
    pub request: Vec<u8>,
    /// Where its body begins in `request`.
    pub body_at: usize,
    pub status: u16,
    /// What the body of the answer has in it; nothing means that it is empty.
    pub body: &'static [&'static str],
}

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"endurance","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}"#;

/// The header fields of a call of a tool.
pub fn call_fields(tool: &str) -> String {
    format!("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: {tool}\r\n")
}

/// The body of a call of a tool. `more` is members of `params`, each followed by a comma.
pub fn call_body(tool: &str, arguments: &str, more: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":"e","method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},{more}{META}}}}}"#
    )
}

/// A POST with these fields and this body, which accepts both media types.
pub fn post(fields: &str, body: &str) -> Vec<u8> {
    format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\n{fields}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// A call that is answered after three reports of progress, a twentieth of a second apart.
pub fn with_progress() -> Vec<u8> {
    let tool = "test_tool_with_progress";
    let body = call_body(tool, "{}", "").replace(r#""_meta":{"#, r#""_meta":{"progressToken":"p","#);
    post(&call_fields(tool), &body)
}

/// A stream that is told when the list of tools changes.
pub fn listen() -> Vec<u8> {
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":"l","method":"subscriptions/listen","params":{{"notifications":{{"toolsListChanged":true}},{META}}}}}"#
    );
    post("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\n", &body)
}

/// A call that says to those who listen that the list of tools has changed.
pub fn change() -> Expected {
    let tool = "test_trigger_tool_change";
    expected("change", post(&call_fields(tool), &call_body(tool, "{}", "")), 200, &[r#""resultType":"complete""#])
}

fn expected(what: &'static str, request: Vec<u8>, status: u16, body: &'static [&'static str]) -> Expected {
    let body_at = request.windows(4).position(|window| window == b"\r\n\r\n").map_or(request.len(), |end| end + 4);
    Expected { what, request, body_at, status, body }
}

/// One of each kind: good calls, and one fault at each stage of the request checks.
pub fn all() -> Vec<Expected> {
    let plain = |method: &str| {
        let body = format!(r#"{{"jsonrpc":"2.0","id":"e","method":"{method}","params":{{{META}}}}}"#);
        post(&format!("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n"), &body)
    };
    let tide = |fields: &str, arguments: &str| {
        post(&format!("{}{fields}", call_fields("tide_level")), &call_body("tide_level", arguments, ""))
    };
    let good = call_body("tide_level", r#"{"gauge":"north"}"#, "");
    let fields = format!("{}Mcp-Param-Gauge: north\r\n", call_fields("tide_level"));
    let altered = |from: &str, to: &str| post(&fields, &good.replace(from, to));
    let head = |from: &str, to: &str| String::from_utf8_lossy(&post(&fields, &good)).replace(from, to).into_bytes();
    let large = format!(r#"{{"gauge":"north","remark":"{}"}}"#, "grey ".repeat(8_000));
    vec![
        expected("call", post(&fields, &good), 200, &[r#""structuredContent":{"level_cm":88}"#, r#""id":"e""#]),
        expected(
            "call, integer mirrored",
            tide("Mcp-Param-Gauge: north\r\nMcp-Param-Offset: 12\r\n", r#"{"gauge":"north","offset_cm":12}"#),
            200,
            &[r#""structuredContent":{"level_cm":100}"#],
        ),
        expected("call, 40 KB", tide("Mcp-Param-Gauge: north\r\n", &large), 200, &[r#""level_cm":88"#]),
        expected(
            "tool error",
            tide("Mcp-Param-Gauge: closed\r\n", r#"{"gauge":"closed"}"#),
            200,
            &[r#""isError":true"#, "Ask for another one."],
        ),
        expected(
            "arguments that do not fit",
            tide("Mcp-Param-Gauge: north\r\n", r#"{"gauge":"north","depth":1}"#),
            200,
            &[r#""isError":true"#, "depth"],
        ),
        expected("server/discover", plain("server/discover"), 200, &[r#""supportedVersions""#]),
        expected("tools/list", plain("tools/list"), 200, &[r#""tools":["#, r#""name":"tide_level""#]),
        expected("unknown method", plain("tools/gone"), 404, &["-32601", r#""id":"e""#]),
        expected("unknown tool", post(&call_fields("gone"), &call_body("gone", "{}", "")), 200, &["-32602"]),
        expected("header that differs", head("Mcp-Param-Gauge: north", "Mcp-Param-Gauge: south"), 400, &["-32020"]),
        expected("header that is missing", head("Mcp-Method: tools/call\r\n", ""), 400, &["-32020"]),
        expected(
            "unknown version",
            post(&fields.replace("2026-07-28", "2031-01-01"), &good.replace("2026-07-28", "2031-01-01")),
            400,
            &["-32022", r#""requested":"2031-01-01""#],
        ),
        expected("no metadata", altered("_meta", "_mete"), 400, &["-32602", "_meta"]),
        expected("not JSON", altered(r#""params":{"#, r#""params":[{"#), 400, &["-32700"]),
        expected("a member twice", altered(r#""id":"e""#, r#""id":"e","id":"f""#), 400, &["-32600"]),
        expected("a batch", post(&fields, &format!("[{good}]")), 400, &["-32600"]),
        expected(
            "a notification",
            post("", r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#),
            202,
            &[],
        ),
        expected("GET", head("POST /mcp", "GET /mcp"), 405, &["-32600"]),
        expected("another path", head("POST /mcp", "POST /other"), 404, &[]),
        expected(
            "another media type",
            head("Content-Type: application/json", "Content-Type: text/plain"),
            415,
            &["-32600"],
        ),
        expected(
            "nothing acceptable",
            head("Accept: application/json, text/event-stream", "Accept: image/png"),
            406,
            &["-32600"],
        ),
        expected(
            "a foreign origin",
            head("Host: localhost\r\n", "Host: localhost\r\nOrigin: https://evil.example\r\n"),
            403,
            &["-32600"],
        ),
    ]
}
