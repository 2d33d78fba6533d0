//! The rounds of a call that asks for input, as the client makes them.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::{Ready, ready};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use serde_json::{Value, json};
use tower_service::Service;

use super::mcp::asks::test_input_required_result_multi_round::{Step1, Step2};
use super::mcp::runtime::client::http::Http;
use super::mcp::runtime::client::input::{Form, Unanswered};
use super::mcp::{self, Client, ClientError, Elicited};

/// A service that gives these results, one after another, the last one for ever; and what it was sent.
#[derive(Clone, Default)]
struct Script {
    results: Arc<Mutex<VecDeque<Value>>>,
    requests: Arc<Mutex<Vec<(http::HeaderMap, Value)>>>,
}

impl Service<Request<Full<Bytes>>> for Script {
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Full<Bytes>>) -> Self::Future {
        let (head, body) = request.into_parts();
        // A body that is there already needs nobody to wake us.
        let mut body = std::pin::pin!(body.collect());
        let mut cx = Context::from_waker(std::task::Waker::noop());
        let Poll::Ready(Ok(body)) = std::future::Future::poll(body.as_mut(), &mut cx) else { panic!("not there") };
        let body: Value = serde_json::from_slice(&body.to_bytes()).unwrap();
        let mut results = self.results.lock().unwrap();
        let result = if results.len() > 1 { results.pop_front().unwrap() } else { results[0].clone() };
        let answer = json!({"jsonrpc": "2.0", "id": body["id"], "result": result}).to_string();
        self.requests.lock().unwrap().push((head.headers, body));
        ready(Ok(Response::builder().header("content-type", "application/json").body(Full::from(answer)).unwrap()))
    }
}

/// Answers both steps, unless it is to have no answer.
struct Steps(bool);

impl mcp::TestInputRequiredResultMultiRoundInput for Steps {
    async fn step1(&self, _: Form) -> Result<Elicited<Step1>, Unanswered> {
        if self.0 { Ok(Elicited::Accept(Step1::new("Ida"))) } else { Err(Unanswered::new("nobody is there")) }
    }

    async fn step2(&self, _: Form) -> Result<Elicited<Step2>, Unanswered> {
        Ok(Elicited::Decline)
    }
}

async fn run(results: &[Value], steps: Steps) -> (Result<String, ClientError>, Vec<(http::HeaderMap, Value)>) {
    let script = Script::default();
    script.results.lock().unwrap().extend(results.iter().cloned());
    let client = Client::new(Http::over("https://harbour.test/mcp", script.clone()).unwrap());
    let args = mcp::TestInputRequiredResultMultiRoundArgs::default();
    let answer = client.test_input_required_result_multi_round(args, &steps).await;
    let requests = script.requests.lock().unwrap().clone();
    (answer.map(|answer| answer.text()), requests)
}

fn form(message: &str) -> Value {
    // MRT-15: whatever else stands beside method and params.
    json!({"id": 7, "jsonrpc": "2.0", "method": "elicitation/create",
           "params": {"message": message, "requestedSchema": {"type": "object", "properties": {}}}})
}

fn done() -> Value {
    json!({"resultType": "complete", "content": [{"type": "text", "text": "done"}]})
}

#[tokio::test]
async fn mrt_11_to_14_a_retry_repeats_the_call_with_exactly_what_was_asked_for() {
    let results = [
        json!({"resultType": "input_required", "inputRequests": {"step1": form("1"), "step2": form("2")}, "requestState": ""}),
        json!({"resultType": "input_required", "inputRequests": {"step2": form("2")}}),
        json!({"resultType": "input_required", "requestState": "A=\n\u{e9}\"", "_meta": {"x": 1}}),
        done(),
    ];
    let (answer, requests) = run(&results, Steps(true)).await;
    assert_eq!(answer.unwrap(), "done");
    let accepted = json!({"action": "accept", "content": {"name": "Ida"}});
    let declined = json!({"action": "decline"});
    let expected = [
        (None, None),
        (Some(json!({"step1": accepted, "step2": declined})), Some(json!(""))),
        (Some(json!({"step2": declined})), None),
        (None, Some(json!("A=\n\u{e9}\""))),
    ];
    assert_eq!(requests.len(), expected.len());
    let ids: std::collections::BTreeSet<_> = requests.iter().map(|(_, body)| body["id"].as_u64().unwrap()).collect();
    assert_eq!(ids.len(), requests.len(), "MRT-13: an id of its own each");
    for ((headers, body), (responses, state)) in requests.iter().zip(&expected) {
        assert_eq!(body["params"].get("inputResponses"), responses.as_ref());
        assert_eq!(body["params"].get("requestState"), state.as_ref(), "MRT-12");
        assert_eq!(body["params"]["name"], "test_input_required_result_multi_round");
        assert_eq!(body["params"]["arguments"], json!({}));
        assert_eq!(headers["mcp-name"], "test_input_required_result_multi_round");
        assert_eq!(headers["mcp-method"], "tools/call");
        let declared = &body["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"];
        assert_eq!(*declared, json!({"elicitation": {}}), "REQ-02: what can be answered, on each request");
    }
}

#[tokio::test]
async fn a_23_without_an_answer_there_is_no_retry() {
    let asks = json!({"resultType": "input_required", "inputRequests": {"step1": form("1")}});
    let (answer, requests) = run(&[asks, done()], Steps(false)).await;
    assert!(matches!(answer, Err(ClientError::Unanswered(why)) if why == "nobody is there"));
    assert_eq!(requests.len(), 1);
}

#[tokio::test]
async fn a_22_what_the_contract_does_not_know_is_not_answered() {
    let url =
        json!({"method": "elicitation/create", "params": {"mode": "url", "message": "m", "url": "https://x.test"}});
    let mut no_message = form("1");
    no_message["params"].as_object_mut().unwrap().remove("message");
    for (key, request) in [
        ("step3", form("3")),
        ("step1", json!({"method": "roots/list"})),
        ("step1", url),
        ("step1", no_message),
        ("step1", json!({"params": {}})),
        ("step1", json!({"method": "elicitation/create", "params": 5})),
        ("step1", json!("elicitation/create")),
    ] {
        let asks = json!({"resultType": "input_required", "inputRequests": {key: request}});
        let (answer, requests) = run(&[asks.clone(), done()], Steps(true)).await;
        let error = answer.unwrap_err();
        assert!(matches!(&error, ClientError::InvalidAnswer(_)) && error.is_local(), "{asks}: {error:?}");
        assert_eq!(requests.len(), 1);
    }
    let (answer, _) = run(&[json!({"resultType": "input_required"}), done()], Steps(true)).await;
    assert!(matches!(answer, Err(ClientError::InvalidAnswer(_))), "MRT-03: neither requests nor state");
}

#[tokio::test]
async fn case_83_the_loop_is_bounded() {
    let asks = json!({"resultType": "input_required", "requestState": "again"});
    let (answer, requests) = run(&[asks], Steps(true)).await;
    assert!(matches!(answer, Err(ClientError::TooManyRounds(16))));
    assert_eq!(requests.len(), 17);
}
