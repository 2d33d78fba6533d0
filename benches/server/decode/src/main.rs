//! Reads two `tools/call` requests in three ways and prints how long each takes, as a Markdown table;
//! then how long the generated server takes from the head of a request to its answer.
//!
//! The typed way checks what the schema of the revision says of the message; the others do not.

use std::hint::black_box;
use std::time::Instant;

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt as _, Full};
use rmcp::model::ClientJsonRpcMessage;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tower_service::Service as _;
use weather::mcp::protocol::CallToolRequest;
use weather::{Tools, mcp};

const ROUNDS: usize = 9;
/// Bytes that a round reads, whatever the length of the request.
const WORK: usize = 8 << 20;

fn main() {
    println!(
        "| `tools/call` request | typed params | `serde_json::Value` | rmcp's message | typed / `Value` | typed / rmcp |"
    );
    println!("|---|---:|---:|---:|---:|---:|");
    for request in [small(), large()] {
        let bytes = request.to_string().into_bytes();
        let [mut typed, mut value, mut message] = [const { Vec::new() }; 3];
        // In turn, so that what else the machine does is shared by all.
        for _ in 0..ROUNDS {
            typed.push(nanoseconds::<CallToolRequest>(&bytes));
            value.push(nanoseconds::<Value>(&bytes));
            message.push(nanoseconds::<ClientJsonRpcMessage>(&bytes));
        }
        let [typed, value, message] = [typed, value, message].map(median);
        println!(
            "| {} bytes | {typed:.0} ns | {value:.0} ns | {message:.0} ns | {:.2} | {:.2} |",
            bytes.len(),
            typed / value,
            typed / message
        );
    }
    println!();
    println!("{:.0} ns from the head of the request of `request.json` to its answer, without the network", answer());
}

/// Nanoseconds that a call takes in the generated server: all checks, both validations, the handler.
fn answer() -> f64 {
    const CALLS: usize = 20_000;
    let body = Bytes::from_static(include_bytes!("../../request.json"));
    let request = || {
        let request = Request::post("/mcp")
            .header("host", "127.0.0.1:8080")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", "get_weather")
            .header("mcp-param-region", "Portugal");
        request.body(Full::new(body.clone())).expect("the request is legal")
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let mut service = mcp::http_service(Tools);
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let requests: Vec<_> = (0..CALLS).map(|_| request()).collect();
        let elapsed = runtime.block_on(async {
            let start = Instant::now();
            for request in requests {
                let Ok(answer) = service.call(request).await;
                assert_eq!(answer.status(), 200);
                black_box(answer.into_body().collect().await).expect("the answer is whole");
            }
            start.elapsed()
        });
        times.push(elapsed.as_nanos() as f64 / CALLS as f64);
    }
    median(times)
}

fn nanoseconds<T: DeserializeOwned>(bytes: &[u8]) -> f64 {
    let times = WORK / bytes.len();
    let start = Instant::now();
    for _ in 0..times {
        let read: T = serde_json::from_slice(black_box(bytes)).expect("the request is legal");
        black_box(read);
    }
    start.elapsed().as_nanos() as f64 / times as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn request(arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "get_weather",
        "arguments": arguments,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "decode", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
        },
    }})
}

fn small() -> Value {
    request(&json!({"city": "Lisbon", "region": "Portugal", "month": 7}))
}

/// With arguments of some 2.5 kB: nested, of all kinds, with an escape here and there.
fn large() -> Value {
    let stop = |number: usize| {
        json!({
            "name": format!("stop \"{number}\""),
            "position": {"latitude": 38.7 + number as f64 / 64.0, "longitude": -9.1},
            "open": number % 2 == 0,
            "tags": ["ferry", "bicycle"],
            "height": number,
            "remark": null,
        })
    };
    let stops: Vec<Value> = (0..18).map(stop).collect();
    request(&json!({"city": "Lisbon", "stops": stops}))
}
