//! Resources, templates, prompts, completion, and pages.

use std::net::SocketAddr;
use std::sync::OnceLock;

use runtime_check::client::http::Http;
use runtime_check::client::{Client, Error, Settings};
use runtime_check::texts::Texts;
use serde_json::{Value, json};

use super::fixture::{self, CONTRACT, FULL, LIMITED};
use super::raw::{Answer, Post};

fn address() -> SocketAddr {
    static ADDRESS: OnceLock<SocketAddr> = OnceLock::new();
    *ADDRESS.get_or_init(|| fixture::start(&FULL).0)
}

fn send(method: &str, params: Value) -> Answer {
    Post::request(method, params).send_to(address())
}

#[test]
fn log_01_without_the_capability_nothing_is_sent() {
    let mut meta = super::raw::m0();
    meta["io.modelcontextprotocol/logLevel"] = json!("debug");
    // One answer, no stream: there was nothing to stream.
    let answer = send("tools/call", json!({"name": "tell", "_meta": meta}));
    assert_eq!(answer.result()["content"][0]["text"], "told");
}

#[test]
fn pag_01_pages_follow_one_another_in_order() {
    let mut names = Vec::new();
    let mut cursor = None;
    loop {
        let params = cursor.map_or(json!({}), |cursor: Value| json!({"cursor": cursor}));
        let page = send("tools/list", params).result();
        let tools = page["tools"].as_array().unwrap();
        assert!(!tools.is_empty() && tools.len() <= 2);
        assert_eq!((&page["ttlMs"], &page["cacheScope"]), (&json!(0), &json!("private")), "CCH-04");
        names.extend(tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()));
        match page.get("nextCursor") {
            Some(next) => cursor = Some(next.clone()),
            None => break,
        }
    }
    let all: Vec<&str> = FULL.tools.iter().map(|tool| tool.name).collect();
    assert_eq!(names, all);
}

#[test]
fn pag_04_a_cursor_is_good_for_its_own_list_alone() {
    let next = send("tools/list", json!({})).result()["nextCursor"].clone();
    send("tools/list", json!({"cursor": next})).result();
    send("tools/list", json!({"cursor": next})).result();
    assert_eq!(send("resources/list", json!({"cursor": next})).refusal(), (200, -32602));
    assert_eq!(send("prompts/list", json!({"cursor": "cHJvbXB0cw"})).refusal(), (200, -32602));
}

#[test]
fn rsc_01_and_prm_01_lists_have_their_member_and_hints() {
    for (method, member, count, scope) in [
        ("resources/list", "resources", 2, "private"),
        ("resources/templates/list", "resourceTemplates", 2, "public"),
        ("prompts/list", "prompts", 2, "private"),
    ] {
        let result = send(method, json!({})).result();
        assert_eq!(result[member].as_array().unwrap().len(), count);
        assert_eq!(result["cacheScope"], scope, "{method}");
        assert!(result["ttlMs"].is_u64());
        assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "fixture");
    }
}

#[test]
fn rsc_05_contents_are_text_or_base64() {
    let result = send("resources/read", json!({"uri": "test://a"})).result();
    assert_eq!(
        result["contents"],
        json!([
            {"uri": "test://a", "mimeType": "text/plain", "text": "one\ntwo"},
            {"uri": "test://a", "blob": "AP8="},
        ])
    );
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(60_000), &json!("public")), "CCH-01");
    send("resources/read", json!({"uri": "test://%C3%A9"})).result();
    // Nothing is normalized, and what is no URI is nobody's.
    let unencoded = send("resources/read", json!({"uri": "test://é"}));
    assert_eq!(unencoded.json()["error"]["data"]["uri"], "test://é");
}

#[test]
fn rsc_03_what_is_not_there_is_named_in_data() {
    for uri in ["test://none", "test://gone", "test://t//data", "test://t/1/date", "test://t/1/data/", "TEST://a", ""] {
        let answer = send("resources/read", json!({"uri": uri}));
        assert_eq!(answer.refusal(), (200, -32602), "{uri}");
        assert_eq!(answer.json()["error"]["data"], json!({"uri": uri}));
    }
    assert_eq!(send("resources/read", json!({})).refusal(), (400, -32602));
    assert_eq!(send("resources/read", json!({"uri": 5})).refusal(), (400, -32602));
}

#[test]
fn rsc_06_files_are_not_reached_by_stepping_out() {
    let read = |uri: &str| send("resources/read", json!({"uri": uri}));
    read("file:///srv/a/b.txt").result();
    read("file:///srv/a..b/...").result();
    for uri in [
        "file:///srv/a/../../etc/passwd",
        "file:///srv/..",
        "file:///srv/%2e%2e/etc",
        "file:///srv/.%2E/etc",
        "file:///srv/a/./b",
        "file:///srv/..%2fetc",
        "file:///srv/a%5c..%5cb",
        "file:///srv/a%00",
        "file:///srv/%ff",
        "FILE:///srv/../x",
    ] {
        assert_eq!(read(uri).refusal(), (200, -32602), "{uri}");
    }
}

/// `root.join(path)` is `path` if that begins at a root or a drive of its own.
#[test]
fn rsc_06_what_a_variable_of_a_file_brings_stays_below_what_the_template_names() {
    let read = |uri: &str| send("resources/read", json!({"uri": uri}));
    for uri in ["file:///srv/a/", "file:///srv/ab:c", "file:///srv/a/b:c", "file:///srv/%252Fetc"] {
        read(uri).result();
    }
    for uri in [
        "file:///srv//etc/passwd",
        "file:///srv/%2Fetc%2Fpasswd",
        "file:///srv///",
        "file:///srv/a//b",
        "file:///srv/a%2F/b",
        "file:///srv/a//",
        "file:///srv/%5Cwindows",
        "file:///srv/a%5cb",
        "file:///srv/C:/x",
        "file:///srv/c%3Ax",
        "file:///srv/C:",
        "file:///srv/a/C:/x",
    ] {
        let answer = read(uri);
        assert_eq!(answer.refusal(), (200, -32602), "{uri}");
        assert_eq!(answer.json()["error"]["data"], json!({"uri": uri}));
    }
}

#[test]
fn rsc_02_templates_are_read_backwards() {
    let variables = |uri: &str| {
        let result = send("resources/read", json!({"uri": uri})).result();
        serde_json::from_str::<Value>(result["contents"][0]["text"].as_str().unwrap()).unwrap()
    };
    assert_eq!(variables("test://t/123/data"), json!([["id", "123"]]));
    assert_eq!(variables("test://t/a%20b%2F/data"), json!([["id", "a b/"]]));
    assert_eq!(variables("test://t/1/data?w=2"), json!([["id", "1"], ["w", "2"]]));
    assert_eq!(variables("test://t/1/data?v=%C3%A9&w="), json!([["id", "1"], ["v", "é"], ["w", ""]]));
    assert_eq!(variables("file:///srv/a/b?c"), json!([["path", "a/b?c"]]));
    for uri in [
        "test://t/1/data?x=1",
        "test://t/1/data?w=1&v=2",
        "test://t/a b/data",
        "test://t/%zz/data",
        "test://t/%ff/data",
    ] {
        assert_eq!(send("resources/read", json!({"uri": uri})).refusal(), (200, -32602), "{uri}");
    }
    let long = format!("file:///srv/{}", "a/".repeat(10_000));
    assert_eq!(send("resources/read", json!({"uri": long})).refusal(), (200, -32602), "the work is bounded");
}

#[test]
fn prm_02_and_prm_03_prompts() {
    let result = send("prompts/get", json!({"name": "greet", "arguments": {"who": "\"Ada\""}})).result();
    assert_eq!(result["messages"], json!([{"role": "user", "content": {"type": "text", "text": "Greet \"Ada\"!"}}]));
    assert_eq!(result["description"], "A greeting");
    assert!(result.get("ttlMs").is_none());
    for (params, status) in [
        (json!({"name": "nope"}), 200),
        (json!({"name": "greet"}), 200),
        (json!({"name": "greet", "arguments": {"how": "loud"}}), 200),
        (json!({"name": "greet", "arguments": {"who": 5}}), 400),
        (json!({"name": "greet", "arguments": []}), 400),
        (json!({"name": "greet", "arguments": {"who": "x"}, "inputResponses": {"k": 5}}), 400),
    ] {
        assert_eq!(send("prompts/get", params.clone()).refusal(), (status, -32602), "{params}");
    }
    let broken = send("prompts/get", json!({"name": "broken"}));
    assert_eq!(broken.refusal(), (200, -32603));
    assert!(!broken.text().contains("hunter2"));
}

#[test]
fn cmp_02_to_cmp_04_completion() {
    let complete = |reference: Value, name: &str, value: &str| {
        let params = json!({
            "ref": reference,
            "argument": {"name": name, "value": value},
            "context": {"arguments": {"who": "Ada"}},
        });
        send("completion/complete", params)
    };
    let prompt = json!({"type": "ref/prompt", "name": "greet"});
    let result = complete(prompt.clone(), "how", "l").result();
    assert_eq!(result["completion"], json!({"values": ["Prompt(1)", "how", "Ada"]}));
    let template = json!({"type": "ref/resource", "uri": "test://t/{id}/data{?v,w}"});
    assert_eq!(complete(template.clone(), "w", "").result()["completion"]["values"][0], "ResourceTemplate(1)");
    let many = complete(prompt.clone(), "how", "many").result();
    assert_eq!(many["completion"]["values"].as_array().unwrap().len(), 100);
    assert_eq!((&many["completion"]["total"], &many["completion"]["hasMore"]), (&json!(150), &json!(true)));
    for (reference, name, status) in [
        (json!({"type": "ref/tool", "name": "greet"}), "how", 400),
        (json!({"type": "ref/prompt"}), "how", 400),
        (json!("greet"), "how", 400),
        (json!({"type": "ref/prompt", "name": "nope"}), "how", 200),
        (prompt, "nope", 200),
        (template, "x", 200),
        (json!({"type": "ref/resource", "uri": "test://none"}), "x", 200),
    ] {
        assert_eq!(complete(reference.clone(), name, "").refusal(), (status, -32602), "{reference}");
    }
    assert_eq!(send("completion/complete", json!({})).refusal(), (400, -32602));
    let wrong = json!({"ref": {"type": "ref/prompt", "name": "greet"}, "argument": {"name": "how", "value": 5}});
    assert_eq!(send("completion/complete", wrong).refusal(), (400, -32602));
}

#[test]
fn tool_11_and_rsc_09_content_that_is_not_legal_does_not_leave() {
    let called = |block: &Value| super::raw::Post::call("blocks", json!({"blocks": [block]})).send();
    for legal in [
        json!({"type": "text", "text": "t", "annotations": {"priority": 1, "audience": ["user"]}, "x-new": 1}),
        json!({"type": "audio", "data": "AA==", "mimeType": "audio/wav"}),
        json!({"type": "resource", "resource": {"uri": "test://a", "text": "without a type", "mimeType": "text/plain"}}),
    ] {
        assert_eq!(called(&legal).result()["content"], json!([legal]));
    }
    for illegal in [
        json!({"type": "text", "text": "t", "annotations": {"priority": 1.5}}),
        json!({"type": "text", "text": "t", "annotations": {"audience": ["robots"]}}),
        json!({"type": "text", "text": "t", "annotations": {"lastModified": "yesterday"}}),
        json!({"type": "image", "data": "%%%", "mimeType": "image/png"}),
        json!({"type": "image", "data": "AA==", "mimeType": "png"}),
        json!({"type": "hologram", "data": "AA=="}),
        json!({"type": "resource", "resource": {"uri": "test://a"}}),
        json!("text"),
    ] {
        assert_eq!(called(&illegal).refusal(), (200, -32603), "{illegal}");
    }
}

#[tokio::test]
async fn ver_08_what_a_server_does_not_declare_is_refused_and_the_client_says_so() {
    let transport = Http::connect(&format!("http://{}/mcp", fixture::address())).unwrap();
    // The client knows the tables of a server that has everything; this one has tools alone.
    let client = Client::new(&FULL, transport, Settings::new("quay-test", "0.1.0"));
    let capabilities = client.discover().await.unwrap()["capabilities"].clone();
    assert_eq!(capabilities, json!({"logging": {}, "tools": {}}));
    assert_eq!(client.list_tools().await.unwrap().len(), CONTRACT.tools.len());
    let refused = |error: Error| match error {
        Error::Peer(peer) => assert_eq!(peer.code, -32601),
        error => panic!("{error:?}"),
    };
    refused(client.list_resources().await.unwrap_err());
    refused(client.list_resource_templates().await.unwrap_err());
    refused(client.list_prompts().await.unwrap_err());
    refused(client.read_resource("test://a").await.unwrap_err());
    refused(client.get_prompt("greet", &Texts::default()).await.unwrap_err());
}

#[test]
fn cmp_05_completion_beyond_the_rate_is_refused_and_calls_have_a_rate_of_their_own() {
    let (address, _) = fixture::start(&LIMITED);
    let complete = || {
        let params = json!({
            "ref": {"type": "ref/prompt", "name": "greet"},
            "argument": {"name": "how", "value": "l"},
        });
        Post::request("completion/complete", params).send_to(address)
    };
    for _ in 0..2 {
        assert_eq!(complete().result()["completion"]["values"][1], "how");
    }
    let refused = complete();
    assert_eq!(refused.refusal(), (200, -32603));
    let message = refused.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.starts_with("Too many calls. Try again in ") && message.ends_with(" seconds."), "{message}");
    let call = Post::call("echo", json!({"text": "x"})).send_to(address).result();
    assert_eq!(call["content"][0]["text"], "x");
}
