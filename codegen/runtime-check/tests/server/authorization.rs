//! Who calls, and what they may do: tokens by hand, challenges as they are on the wire.

use std::sync::atomic::{AtomicBool, Ordering};

use http::HeaderMap;
use runtime_check::authorization::{Authorization, Authorizer, ResourceMetadata, Unauthenticated, bearer};
use runtime_check::principal::Principal;
use runtime_check::stdio::serve_streams;
use serde_json::{Value, json};

use super::fixture::{CHANGED, CONTRACT, Counters, Fixture, GUARDED, start};
use super::guarded::SHELF;
use super::in_process;
use super::raw::{Answer, Post, m0};
use super::streams::{Events, listen};

/// Whether Rex has lost what he held.
static REVOKED: AtomicBool = AtomicBool::new(false);

/// Knows the tokens of the tests.
#[derive(Debug)]
struct Tokens;

impl Authorizer for Tokens {
    async fn authenticate(&self, headers: &HeaderMap) -> Result<Principal, Unauthenticated> {
        let scopes = |scopes: &[&str]| scopes.iter().map(|scope| (*scope).to_owned()).collect();
        match bearer(headers)? {
            "all" => Ok(Principal::new("ann", scopes(&["sea", "greet"]))),
            "other" => Ok(Principal::new("bob", scopes(&["sea", "greet"]))),
            "some" => Ok(Principal::new("sue", scopes(&["sea:read"]))),
            "revoked_later" => Ok(Principal::new("rex", scopes(&["sea:read"]))),
            "none" => Ok(Principal::new("nat", scopes(&[]))),
            "outage" => Err(Unauthenticated::unavailable("the key server at 10.0.0.7 is down")),
            "hangs" => std::future::pending().await,
            _ => Err(Unauthenticated::invalid("the token is not \"known\"\r\nEvil: yes")),
        }
    }

    async fn environment(&self) -> Result<Principal, Unauthenticated> {
        Ok(Principal::new("local", vec!["sea:read".to_owned(), "sea:write".to_owned()]))
    }

    fn holds(&self, principal: &Principal, scope: &str) -> bool {
        if principal.subject() == "rex" && REVOKED.load(Ordering::SeqCst) {
            return false;
        }
        let family = scope.split(':').next();
        principal.scopes().iter().any(|own| own == scope || family == Some(own))
    }
}

pub(crate) fn authorization() -> Authorization {
    let metadata = ResourceMetadata::new("https://mcp.example.test/mcp", "https://auth.example.test/").unwrap();
    Authorization::new(Tokens).with_metadata(metadata)
}

fn address() -> std::net::SocketAddr {
    static ADDRESS: std::sync::OnceLock<std::net::SocketAddr> = std::sync::OnceLock::new();
    *ADDRESS.get_or_init(|| start(&GUARDED).0)
}

/// The `guarded` tool, called by a client that can show forms.
fn guarded() -> Post {
    let mut meta = m0();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({"elicitation": {}});
    let params = json!({"name": "guarded", "arguments": {"text": "t"}, "_meta": meta});
    Post::request("tools/call", params)
}

fn by(post: Post, token: &str) -> Answer {
    post.header("Authorization", format!("Bearer {token}")).send_to(address())
}

const WHERE: &str = "resource_metadata=\"https://mcp.example.test/.well-known/oauth-protected-resource/mcp\"";

#[test]
fn aut_03_without_a_token_the_answer_says_where_to_get_one_and_aut_06_for_what() {
    let answer = guarded().send_to(address());
    assert_eq!(answer.refusal(), (401, -32600));
    assert_eq!(answer.header("www-authenticate"), Some(&*format!("Bearer scope=\"sea:read sea:write\", {WHERE}")));
    let answer = Post::request("tools/list", json!({})).send_to(address());
    assert_eq!(answer.status, 401);
    assert_eq!(answer.header("www-authenticate"), Some(&*format!("Bearer {WHERE}")));
}

#[test]
fn aut_04_a_token_that_is_not_known_is_401_and_cannot_break_the_header() {
    let answer = by(guarded(), "expired");
    assert_eq!(answer.refusal(), (401, -32600));
    let challenge = answer.header("www-authenticate").unwrap();
    assert!(challenge.starts_with("Bearer error=\"invalid_token\", error_description=\"the token is not known"));
    assert_eq!(answer.header("evil"), None);
    assert!(!answer.text().contains("expired"), "AUT-10: {}", answer.text());
}

#[test]
fn aut_04_credentials_of_no_form_are_400() {
    for fields in
        [&["Bearer"][..], &["Bearer a b"], &["Bearer ===="], &["Bearer \u{e9}"], &["Bearer all", "Bearer all"]]
    {
        let post = fields.iter().fold(guarded(), |post, field| post.header("Authorization", field));
        let answer = post.send_to(address());
        assert_eq!(answer.refusal(), (400, -32600), "{fields:?}");
        assert!(answer.header("www-authenticate").unwrap().contains("error=\"invalid_request\""), "{fields:?}");
    }
    // Of another scheme we know nothing; the name of ours may be written in any case.
    assert_eq!(guarded().header("Authorization", "Basic YTpi").send_to(address()).status, 401);
    guarded().header("Authorization", "bEARER  all").send_to(address()).result();
}

#[test]
fn aut_08_a_token_counts_in_the_header_of_this_request_alone() {
    by(guarded(), "all").result();
    let mut query = guarded();
    query.line = "POST /mcp?access_token=all HTTP/1.1".to_owned();
    assert_eq!(query.send_to(address()).status, 401);
    let mut body = guarded();
    body = body.edit(|body| body["params"]["access_token"] = json!("all"));
    assert_eq!(body.send_to(address()).status, 401);
}

#[test]
fn an_authorizer_that_cannot_tell_lets_nobody_in() {
    let answer = by(guarded(), "outage");
    assert_eq!(answer.refusal(), (503, -32603));
    assert!(!answer.text().contains("10.0.0.7"));
    assert_eq!(answer.header("www-authenticate"), None);
}

#[tokio::test(start_paused = true)]
async fn an_authorizer_that_never_tells_is_not_waited_for_for_ever() {
    let post = guarded().header("Authorization", "Bearer hangs");
    let service = in_process::service(&GUARDED);
    let asked = tokio::time::Instant::now();
    let (status, body) = in_process::answer(&service, &post).await;
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &body["error"]["code"]), (503, &json!(-32603)));
    assert_eq!(asked.elapsed(), std::time::Duration::from_secs(30));
}

#[test]
fn aut_06_and_ord_10_who_lacks_a_scope_is_told_all_that_are_needed_and_no_handler_runs() {
    let (address, counters) = start(&GUARDED);
    for token in ["none", "some"] {
        let answer = guarded().header("Authorization", format!("Bearer {token}")).send_to(address);
        assert_eq!(answer.refusal(), (403, -32600));
        assert_eq!(answer.json()["id"], 1);
        let expected = format!("Bearer error=\"insufficient_scope\", scope=\"sea:read sea:write\", {WHERE}");
        assert_eq!(answer.header("www-authenticate"), Some(&*expected));
    }
    assert_eq!(counters.started.load(std::sync::atomic::Ordering::SeqCst), 0);
    // AUT-07: `sea` stands for both.
    guarded().header("Authorization", "Bearer all").send_to(address).result();
    assert_eq!(counters.started.load(std::sync::atomic::Ordering::SeqCst), 1);
}

#[test]
fn rsc_07_prompts_and_resources_have_scopes_too() {
    let read = |uri: &str| Post::request("resources/read", json!({"uri": uri}));
    assert_eq!(by(read("test://a"), "none").status, 403);
    by(read("test://a"), "some").result();
    by(read("test://b"), "none").result();
    let greet = || Post::request("prompts/get", json!({"name": "greet", "arguments": {"who": "you"}}));
    assert_eq!(by(greet(), "some").status, 403);
    by(greet(), "all").result();
    let complete = || {
        let params = json!({"ref": {"type": "ref/prompt", "name": "greet"}, "argument": {"name": "who", "value": ""}});
        Post::request("completion/complete", params)
    };
    assert_eq!(by(complete(), "some").status, 403);
    by(complete(), "all").result();
}

#[test]
fn a_45_of_what_a_caller_may_not_read_it_is_not_told() {
    let honoured = |token: &str| {
        let post = listen(json!({"resourceSubscriptions": ["test://a", "test://b"]}));
        let post = post.header("Authorization", format!("Bearer {token}"));
        let acknowledged = Events::open(address(), &post).next().unwrap();
        acknowledged["params"]["notifications"]["resourceSubscriptions"].clone()
    };
    assert_eq!(honoured("none"), json!(["test://b"]));
    assert_eq!(honoured("some"), json!(["test://a", "test://b"]));
}

#[test]
fn rsc_10_of_what_lies_below_a_resource_each_is_told_to_who_may_read_it() {
    let (address, _) = start(&SHELF);
    let told = |token: &str| {
        let bearer = format!("Bearer {token}");
        let post = listen(json!({"resourceSubscriptions": ["test://b"]})).header("Authorization", &bearer);
        let mut events = Events::open(address, &post);
        let acknowledged = events.next().unwrap();
        assert_eq!(acknowledged["params"]["notifications"]["resourceSubscriptions"], json!(["test://b"]));
        Post::call("change", json!({})).header("Authorization", &bearer).send_to(address).result();
        // Notices come in the order of their URIs; the last of them all may read.
        let uris = std::iter::from_fn(|| events.next()).map(|message| message["params"]["uri"].clone());
        let mut told = Vec::new();
        for uri in uris {
            told.push(uri.as_str().unwrap().to_owned());
            if uri == *CHANGED.last().unwrap() {
                break;
            }
        }
        told
    };
    let below: Vec<&str> = CHANGED.iter().copied().filter(|uri| uri.starts_with("test://b")).collect();
    assert_eq!(told("some"), below);
    assert_eq!(told("none"), ["test://b", "test://b/open", "test://b/secret/open", "test://b/z"]);
}

#[test]
fn rsc_07_who_loses_a_right_while_listening_is_told_no_more_of_what_needs_it() {
    let (address, _) = start(&SHELF);
    let post = listen(json!({"resourceSubscriptions": ["test://b"]}));
    let mut events = Events::open(address, &post.header("Authorization", "Bearer revoked_later"));
    assert!(events.next().is_some(), "the acknowledgement");
    let mut told = || {
        Post::call("change", json!({})).header("Authorization", "Bearer all").send_to(address).result();
        let mut told = Vec::new();
        while told.last().map(String::as_str) != CHANGED.last().copied() {
            told.push(events.next().unwrap()["params"]["uri"].as_str().unwrap().to_owned());
        }
        told
    };
    let below: Vec<&str> = CHANGED.iter().copied().filter(|uri| uri.starts_with("test://b")).collect();
    assert_eq!(told(), below);
    REVOKED.store(true, Ordering::SeqCst);
    assert_eq!(told(), ["test://b", "test://b/open", "test://b/secret/open", "test://b/z"]);
}

#[test]
fn the_handler_knows_who_calls() {
    let result = by(Post::call("context", json!({})), "some").result();
    assert_eq!(result["structuredContent"]["principal"], "sue");
}

#[test]
fn mrt_07_a_state_is_good_for_its_own_principal_alone() {
    let call = |token: &str, more: Value| {
        let mut meta = m0();
        meta["io.modelcontextprotocol/clientCapabilities"] = json!({"elicitation": {}});
        let mut params = json!({"name": "confirm", "arguments": {"mode": "state"}, "_meta": meta});
        for (name, value) in more.as_object().unwrap() {
            params[name] = value.clone();
        }
        by(Post::request("tools/call", params), token)
    };
    let state = call("all", json!({})).result()["requestState"].clone();
    assert_eq!(call("other", json!({"requestState": state})).refusal(), (200, -32602));
    assert_eq!(call("all", json!({"requestState": state})).result()["resultType"], "complete");
}

#[test]
fn aut_02_the_document_is_at_both_well_known_addresses_and_public() {
    for path in ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"] {
        let mut get = Post::new("").without("Content-Type");
        get.line = format!("GET {path} HTTP/1.1");
        let answer = get.send_to(address());
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(
            answer.json(),
            json!({
                "resource": "https://mcp.example.test/mcp",
                "authorization_servers": ["https://auth.example.test/"],
                "bearer_methods_supported": ["header"],
                "scopes_supported": ["greet", "sea:read", "sea:write"],
            })
        );
    }
    let elsewhere = |line: &str| {
        let mut post = Post::new("{}");
        post.line = format!("{line} HTTP/1.1");
        post.send_to(address()).status
    };
    assert_eq!(elsewhere("GET /.well-known/oauth-protected-resource/mcp/more"), 404);
    assert_eq!(elsewhere("POST /.well-known/oauth-protected-resource/mcp"), 404);
    // A server without an authorizer has no such document.
    let mut get = Post::new("");
    get.line = "GET /.well-known/oauth-protected-resource/mcp HTTP/1.1".to_owned();
    assert_eq!(get.send().status, 404);
}

#[test]
fn aut_02_a_document_names_absolute_addresses_alone() {
    let good = "https://mcp.example.test";
    for bad in [
        "mcp.example.test",
        "",
        "https://h#f",
        "https://h?q",
        "http://mcp.example.test",
        "ftp://h",
        "https://a\"b",
        "https://é",
    ] {
        assert!(ResourceMetadata::new(bad, good).is_err(), "{bad}");
        assert!(ResourceMetadata::new(good, bad).is_err(), "{bad}");
        assert!(ResourceMetadata::new(good, good).unwrap().and_issuer(bad).is_err(), "{bad}");
    }
    let address = |resource: &str| ResourceMetadata::new(resource, good).unwrap().address().to_owned();
    assert_eq!(address(good), "https://mcp.example.test/.well-known/oauth-protected-resource");
    assert_eq!(address("https://h:8443/a/b"), "https://h:8443/.well-known/oauth-protected-resource/a/b");
    assert_eq!(address("http://[::1]:80/mcp"), "http://[::1]:80/.well-known/oauth-protected-resource/mcp");
}

async fn over_stdio(fixture: Fixture, message: &Value) -> std::io::Result<Value> {
    let mut output = Vec::new();
    serve_streams(fixture, format!("{message}\n").as_bytes(), &mut output).await?;
    Ok(serde_json::from_slice(&output).unwrap())
}

#[tokio::test]
async fn aut_01_over_stdio_the_caller_is_who_the_environment_says() {
    let counters: &'static Counters = Box::leak(Box::default());
    let message = |name: &str, uri: &str| {
        let mut meta = m0();
        meta["io.modelcontextprotocol/clientCapabilities"] = json!({"elicitation": {}});
        let (method, mut params) = if uri.is_empty() {
            ("tools/call", json!({"name": name, "arguments": {"text": "t"}}))
        } else {
            ("prompts/get", json!({"name": name, "arguments": {"who": uri}}))
        };
        params["_meta"] = meta;
        json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    };
    let answer = over_stdio(Fixture::new(&GUARDED, counters), &message("guarded", "")).await.unwrap();
    assert_eq!(answer["result"]["content"][0]["text"], "t", "{answer}");
    let answer = over_stdio(Fixture::new(&GUARDED, counters), &message("greet", "you")).await.unwrap();
    assert_eq!(answer["error"]["code"], -32600, "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains("greet"));
    let answer = over_stdio(Fixture::new(&CONTRACT, counters), &message("context", "")).await.unwrap();
    assert_eq!(answer["result"]["structuredContent"]["principal"], Value::Null);
}
