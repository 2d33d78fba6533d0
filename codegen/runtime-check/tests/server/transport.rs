//! Streamable HTTP around the message.

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use runtime_check::contract::{Contract, Http};
use runtime_check::http::{Service, serve_until};
use serde_json::json;
use tower_service::Service as _;

use super::fixture::{self, CONTRACT, Counters, FIXED, Fixture, MAX_BODY};
use super::in_process;
use super::raw::{Framing, Post, connect, exchange, m0, read_answer};

fn list() -> Post {
    Post::request("tools/list", json!({}))
}

#[test]
fn http_02_origins_that_are_not_allowed_are_refused_before_anything_is_read() {
    for origin in [
        "https://evil.example",
        "null",
        "http://localhost.evil.example",
        "http://evil.example/localhost",
        "http://localhost@evil.example",
        "http://127.0.0.1.evil.example:80",
        "https://app.example.test:8443",
        "http://app.example.test",
        "https://app.example.test.evil.example",
        "file://",
        "localhost",
        "",
    ] {
        let answer = list().header("Origin", origin).body("not json").send();
        assert_eq!(answer.refusal(), (403, -32600), "{origin}");
        assert!(answer.json().get("id").is_none());
    }
    let twice = list().header("Origin", "http://localhost").header("Origin", "https://evil.example");
    assert_eq!(twice.send().status, 403);
    for origin in [
        "http://localhost:5173",
        "https://LOCALHOST",
        "http://127.0.0.1",
        "http://127.8.0.1:9",
        "http://[::1]:3000",
        "https://app.example.test",
        "HTTPS://App.Example.Test:443",
    ] {
        list().header("Origin", origin).send().result();
    }
}

#[test]
fn case_59_hosts() {
    for host in ["evil.invalid:8080", "localhost.evil.invalid", "127.0.0.1.nip.io", "[::1", "localhost:x", "a b", ""] {
        let answer = list().set("Host", host).send();
        assert!(answer.status == 403 || answer.status == 400, "{host}: {}", answer.status);
    }
    assert_eq!(list().without("Host").send().status, 403);
    // A host in the target is the one that counts (RFC 9112, section 3.2.2), whatever Host says.
    assert_eq!(list().line("POST http://evil.invalid/mcp HTTP/1.1").send().status, 403);
    list().line("POST http://localhost/mcp HTTP/1.1").send().result();
    for host in [
        "localhost",
        "LOCALHOST",
        "localhost:1",
        "127.0.0.1:8080",
        "[::1]:8080",
        "mcp.example.test",
        "MCP.example.test:443",
    ] {
        list().set("Host", host).send().result();
    }
}

#[tokio::test]
async fn a_29_a_server_that_is_reachable_from_elsewhere_trusts_its_lists_alone() {
    let counters: &'static Counters = Box::leak(Box::default());
    let everywhere = "0.0.0.0".parse().unwrap();
    let service = Service::reachable_at(Fixture::new(&CONTRACT, counters), everywhere);
    let send = |headers: &[(&str, &str)]| {
        let mut request = http::Request::post("/anything").header("Content-Type", "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": m0()}});
        let request = request.header("MCP-Protocol-Version", "2026-07-28").header("Mcp-Method", "tools/list");
        let mut service = service.clone();
        let request = request.body(Full::new(bytes::Bytes::from(body.to_string()))).unwrap();
        async move { service.call(request).await.unwrap() }
    };
    assert_eq!(send(&[("Host", "mcp.example.test")]).await.status(), 200);
    assert_eq!(send(&[("Host", "localhost"), ("Origin", "https://app.example.test")]).await.status(), 200);
    assert_eq!(send(&[("Host", "elsewhere.test")]).await.status(), 403);
    assert_eq!(send(&[("Host", "localhost"), ("Origin", "http://localhost")]).await.status(), 403);
    // A list is a list: addresses are not on it.
    assert_eq!(send(&[("Host", "192.0.2.7")]).await.status(), 403);
    let answer = send(&[("Host", "mcp.example.test")]).await.into_body().collect().await.unwrap().to_bytes();
    assert!(answer.starts_with(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":"));
}

#[tokio::test]
async fn a_29_a_server_that_is_reachable_from_elsewhere_and_has_no_list_is_called_by_address() {
    static UNLISTED: Contract = Contract { http: Http { allowed_hosts: &[], ..FIXED.http }, ..FIXED };
    let reachable = |address: &str| {
        let fixture = Fixture::new(&UNLISTED, Box::leak(Box::<Counters>::default()));
        Service::reachable_at(fixture, address.parse().unwrap())
    };
    for (service, host, status) in [
        ("0.0.0.0", "192.0.2.7:8080", 200),
        ("0.0.0.0", "[2001:db8::1]", 200),
        ("::", "127.0.0.1:1", 200),
        ("192.0.2.7", "localhost", 200),
        // Rebinding needs a name.
        ("0.0.0.0", "evil.example", 403),
        ("192.0.2.7", "harbour.internal:8080", 403),
        ("0.0.0.0", "192.0.2.7.evil.example", 403),
        ("0.0.0.0", "", 403),
        ("127.0.0.1", "192.0.2.7", 403),
    ] {
        let (given, body) = in_process::answer(&reachable(service), &list().set("Host", host)).await;
        assert_eq!(given, status, "{service} {host} {body}");
        assert!(status == 200 || body.contains("http.allowedHosts"), "it says what to set: {body}");
    }
}

#[test]
fn http_14_other_methods_are_405_and_nothing_is_remembered() {
    for method in ["GET", "DELETE", "PUT", "PATCH", "OPTIONS"] {
        let answer = list().line(&format!("{method} /mcp HTTP/1.1")).header("Mcp-Session-Id", "abc").body("").send();
        assert_eq!(answer.refusal(), (405, -32600), "{method}");
        assert_eq!(answer.header("allow"), Some("POST"));
        assert_eq!(answer.header("mcp-session-id"), None);
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    let mut stream = connect(fixture::address());
    stream.write_all(b"HEAD /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 405 ") && answer.ends_with("\r\n\r\n"), "{answer}");
    let answer = list().header("Mcp-Session-Id", "abc").header("Last-Event-ID", "7").send();
    answer.result();
    assert_eq!(answer.header("mcp-session-id"), None);
}

#[test]
fn case_64_one_path_no_redirect() {
    list().line("POST /mcp?x=1 HTTP/1.1").send().result();
    for path in ["/mcp/", "/", "/mcp/x", "//mcp", "/MCP"] {
        let answer = list().line(&format!("POST {path} HTTP/1.1")).send();
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.header("location"), None);
        assert!(answer.body.is_empty(), "a 404 with -32601 would speak of a method");
    }
}

#[test]
fn a_28_content_types() {
    for value in ["application/json", "Application/JSON; charset=utf-8", "application/json;x=\"a;b\""] {
        list().set("Content-Type", value).send().result();
    }
    for value in ["text/plain", "application/jsonx", "application/json, text/plain", "json", ""] {
        assert_eq!(list().set("Content-Type", value).send().refusal(), (415, -32600), "{value}");
    }
    assert_eq!(list().without("Content-Type").send().refusal(), (415, -32600));
}

#[test]
fn case_56_accept() {
    for value in [
        "text/event-stream, application/json",
        "application/json;q=0.9 , text/event-stream;q=0.1",
        "Application/JSON, TEXT/event-stream",
        "*/*",
        "application/*, text/*",
        "application/json",
        "application/json, text/event-stream;q=0",
        "text/html, */*;q=0.001",
        "application/json;version=1;q=1",
    ] {
        list().set("Accept", value).send().result();
    }
    list().without("Accept").send().result();
    let two_lines = list().set("Accept", "text/html").header("Accept", "application/json");
    two_lines.send().result();
    list().set("Accept", b"caf\xe9/latte, application/json").send().result();
    for value in [b"caf\xe9".as_slice(), b"\xff\xfe", "täxt/html".as_bytes()] {
        assert_eq!(
            list().set("Accept", value).send().refusal(),
            (406, -32600),
            "{value:?} accepts nothing that is known"
        );
    }
    for value in [
        "text/html",
        "application/json;q=0",
        "*/*;q=0",
        "application/*;q=0, image/*",
        "application/json;q=0, text/html",
        "",
    ] {
        let answer = list().set("Accept", value).send();
        assert_eq!(answer.refusal(), (406, -32600), "{value}");
        assert!(answer.json().get("id").is_none());
    }
}

#[test]
fn http_06_notifications_are_accepted_without_a_body() {
    for body in [
        r#"{"jsonrpc":"2.0","method":"notifications/x"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"listen:0"}}"#,
    ] {
        let answer = Post::new(body).send();
        assert_eq!((answer.status, answer.header("content-length")), (202, Some("0")));
    }
    let with = |name: &str, value: &str| {
        Post::new(r#"{"jsonrpc":"2.0","method":"notifications/x"}"#).header(name, value).send()
    };
    assert_eq!(with("Mcp-Method", "notifications/x").status, 202);
    assert_eq!(with("MCP-Protocol-Version", "2026-07-28").status, 202);
    let answer = with("Mcp-Method", "notifications/y");
    assert_eq!(answer.refusal(), (400, -32020));
    assert!(answer.json().get("id").is_none());
    let answer = Post::new(r#"{"jsonrpc":"2.0","method":"notifications/x","params":[]}"#).send();
    assert_eq!(answer.refusal(), (400, -32600));
}

fn padded(length: usize) -> Post {
    let post = list();
    let body = String::from_utf8(post.body.clone()).unwrap();
    let padding = " ".repeat(length - body.len());
    post.body(&format!("{body}{padding}"))
}

#[test]
fn case_58_the_limit_is_the_same_for_both_framings() {
    for framing in [Framing::Length, Framing::Chunked] {
        padded(MAX_BODY).framing(framing).send().result();
        let answer = padded(MAX_BODY + 1).framing(framing).send();
        assert_eq!(answer.refusal(), (413, -32600), "{framing:?}");
    }
}

#[test]
fn case_58_a_sender_that_does_not_listen_until_it_has_sent_hears_the_refusal() {
    for framing in [Framing::Length, Framing::Chunked] {
        for _ in 0..20 {
            let answer = padded(3_000_000).framing(framing).send();
            assert_eq!(answer.refusal(), (413, -32600), "{framing:?}");
        }
    }
}

#[test]
fn case_58_expectations_are_met_or_refused() {
    let post = list().header("Expect", "100-continue");
    let bytes = post.bytes();
    let head = bytes.len() - post.body.len();
    let mut stream = connect(fixture::address());
    stream.write_all(&bytes[..head]).unwrap();
    let mut interim = [0; 25];
    stream.read_exact(&mut interim).unwrap();
    assert_eq!(&interim, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(&bytes[head..]).unwrap();
    read_answer(&mut stream).result();

    let post = padded(MAX_BODY + 1).header("Expect", "100-continue");
    let bytes = post.bytes();
    let mut stream = connect(fixture::address());
    stream.write_all(&bytes[..bytes.len() - post.body.len()]).unwrap();
    assert_eq!(read_answer(&mut stream).status, 413);
}

#[test]
fn a_body_in_many_parts_is_one_message() {
    let post = Post::call("echo", json!({"text": "é".repeat(500)}));
    let bytes = post.framing(Framing::Chunked).bytes();
    let mut stream = connect(fixture::address());
    for part in bytes.chunks(7) {
        stream.write_all(part).unwrap();
    }
    assert_eq!(read_answer(&mut stream).result()["content"][0]["text"], "é".repeat(500));
}

#[test]
fn many_requests_on_one_connection() {
    let mut stream = connect(fixture::address());
    for _ in 0..5 {
        stream.write_all(&list().bytes()).unwrap();
        read_answer(&mut stream).result();
    }
    // Refusals do not cost the connection when the body was read.
    stream.write_all(&Post::new("{").bytes()).unwrap();
    assert_eq!(read_answer(&mut stream).status, 400);
    // Pipelined.
    let two = [list().bytes(), list().bytes()].concat();
    stream.write_all(&two).unwrap();
    read_answer(&mut stream).result();
}

#[test]
fn a_head_that_is_too_large_is_refused() {
    let answer = list().header("X-Long", vec![b'x'; 1 << 20]).bytes();
    let mut stream = connect(fixture::address());
    // The server stops reading; that is not a failure of the test.
    let _ = stream.write_all(&answer);
    let mut bytes = [0; 12];
    if stream.read_exact(&mut bytes).is_ok() {
        assert_eq!(&bytes, b"HTTP/1.1 431");
    }
    list().send().result();
}

#[test]
fn http_12_a_client_that_goes_cancels_its_request() {
    let (address, counters) = fixture::start(&CONTRACT);
    let mut stream = connect(address);
    stream.write_all(&Post::call("sleep", json!({})).bytes()).unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    while counters.started.load(Ordering::SeqCst) == 0 && Instant::now() < deadline {
        std::thread::yield_now();
    }
    drop(stream);
    while !counters.cancelled.is_cancelled() && Instant::now() < deadline {
        std::thread::yield_now();
    }
    assert!(counters.cancelled.is_cancelled());
    assert_eq!(counters.dropped.load(Ordering::SeqCst), 1);
}

/// The end of what a client sends looks the same whether it went or still listens, and a request must not run
/// on for a client that went: so it counts as gone (see `http.rs`).
#[test]
fn http_12_a_client_that_says_no_more_in_the_middle_of_its_request_counts_as_gone() {
    let (address, counters) = fixture::start(&CONTRACT);
    let mut stream = connect(address);
    stream.write_all(&Post::call("sleep", json!({})).bytes()).unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    while counters.started.load(Ordering::SeqCst) == 0 && Instant::now() < deadline {
        std::thread::yield_now();
    }
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).unwrap();
    assert!(rest.is_empty(), "nothing is sent for it: {rest:?}");
    while !counters.cancelled.is_cancelled() && Instant::now() < deadline {
        std::thread::yield_now();
    }
    assert!(counters.cancelled.is_cancelled());
}

#[tokio::test]
async fn a_server_told_to_end_finishes_what_it_has_begun() {
    let counters: &'static Counters = Box::leak(Box::default());
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address: SocketAddr = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let server = tokio::spawn(serve_until(Service::new(Fixture::new(&CONTRACT, counters)), listener, async {
        let _ = stopped.await;
    }));
    let idle = tokio::net::TcpStream::connect(address).await.unwrap();
    let busy = tokio::task::spawn_blocking(move || {
        let mut post = Post::call("tell", json!({}));
        post = post.header("X", "y");
        exchange(address, &post.bytes())
    });
    while counters.started.load(Ordering::SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    stop.send(()).unwrap();
    busy.await.unwrap().result();
    tokio::time::timeout(Duration::from_secs(20), server).await.unwrap().unwrap();
    drop(idle);
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}
